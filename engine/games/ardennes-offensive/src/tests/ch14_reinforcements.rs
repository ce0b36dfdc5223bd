//! Reinforcements (14).

use super::given::{GAME, Given, hex, number, unit};
use crate::ArdennesOffensive;
use crate::printed::{ALLIED, GERMAN, Section, Sections};
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Phase, Place, State};
use engine::contract::{Advice, Refusal, Rules, Seen, Setup, SideId, Sight, Speech, Viewer, begin, decide};
use testing::Seeded;

pub fn section(name: &str) -> Section {
    GAME.tables.section(name).expect("a section")
}

pub fn sections(names: &[&str]) -> Sections {
    names.iter().map(|name| section(name)).collect()
}

/// A unit that waits beside the map in road mode.
pub fn waiting(given: Given, id: &str, names: &[&str]) -> Given {
    let sections = sections(names);
    given.with(|state| {
        let unit = state.units.get_mut(unit(id));
        (unit.place, unit.road) = (Place::Waiting(sections), true);
    })
}

/// The German holds every exit of a section by a unit in it.
fn held(mut given: Given, name: &str, ids: &mut std::slice::Iter<'_, &str>) -> Given {
    for exit in GAME.board.exits().iter().filter(|exit| exit.section == section(name)) {
        given = given.unit(ids.next().expect("enough units"), &number(exit.hex));
    }
    given
}

const GERMANS: [&str; 10] =
    ["18-vg", "62-vg", "326-vg", "277-vg", "276-vg", "352-vg", "212-vg", "1pz-1ss", "12-12ss", "3-2pz"];

#[test]
fn case_14_1a_allies_come_in_road_mode_by_a_road_of_their_section_and_pay_for_its_hex() {
    let given = waiting(Given::allied_movement(), "cca-7db", &["NE"]);
    let gates = crate::chapters::movement::reinforcements::gates(&GAME, &given.state, unit("cca-7db"));
    assert!(gates.contains(&hex("0212")) && !gates.contains(&hex("3611")));
    assert_eq!(given.refused("enter CCA/7 at 3611"), "14.1a");
    let mut given = given;
    given.order("enter CCA/7 at 0212");
    assert_eq!((given.place("cca-7db").as_str(), given.left("cca-7db")), ("0212", 24 - 1));
    assert!(given.state.unit(unit("cca-7db")).road);
}

#[test]
fn case_14_1a_germans_come_by_the_east_edge_and_may_wait() {
    let mut given = waiting(Given::german_movement(), "brigade-1", &[]);
    let east = number(GAME.board.sources(GERMAN)[0]);
    given.order(&format!("enter 1 Brig at {east}"));
    assert_eq!((given.place("brigade-1"), given.left("brigade-1")), (east, 16));
    let mut waits = waiting(Given::german_movement(), "brigade-1", &[]);
    waits.end();
}

#[test]
fn case_14_1a_allies_may_not_wait_if_they_can_enter() {
    let given = waiting(Given::allied_movement(), "cca-7db", &["NE"]);
    assert_eq!(given.refused("end"), "14.1a");
    let mut given = given;
    given.order("enter CCA/7 at 0212");
    given.end();
}

#[test]
fn case_14_1a_nobody_enters_through_an_enemy_hex_or_zone() {
    let given = waiting(Given::allied_movement(), "cca-7db", &["NE"]).unit("18-vg", "0213");
    assert_eq!(given.refused("enter CCA/7 at 0212"), "14.1a");
    assert_eq!(given.refused("enter CCA/7 at 0214"), "14.1a");
}

/// Moves a unit as far from where it stands as it can go.
fn on(given: &mut Given, id: &str, name: &str) {
    let start = given.state.unit(unit(id)).hex().expect("on the map");
    let mover = crate::chapters::movement::Mover::new(&GAME, &given.state, unit(id), start);
    let reach = mover.search(crate::chapters::movement::left(&GAME, &given.state, unit(id)));
    let far = reach.hexes().iter().max_by_key(|hex| GAME.board.distance(*hex, start));
    given.order(&format!("move {name} to {}", number(far.expect("it moves"))));
}

/// Of the roads of the west section, 0741, 1641 and 2041, Germans leave the last.
pub fn one_gate() -> Given {
    waiting(Given::allied_movement(), "cca-4db", &["W"]).unit("18-vg", "0740").unit("62-vg", "1640")
}

#[test]
fn case_14_1a_nobody_delays_reinforcements_by_leaving_friends_in_their_road() {
    let mut given = one_gate().unit("23-2di", "2041");
    let refusal = given.clone().try_with("end", &[]).expect_err("23/2 can make way");
    assert_eq!(refusal.case, "14.1a");
    assert!(refusal.message.contains("23/2 keeps it from entering at 2041"), "{refusal}");
    let view = ArdennesOffensive::view(&GAME, &given.state, Viewer::Side(ALLIED));
    let ask = ArdennesOffensive::asks(&given.state)[0];
    let question = ArdennesOffensive::question(Seen::<ArdennesOffensive>::new(&GAME, &view), &ask);
    assert!(question.details.contains(&format!("Before the end: {refusal}")), "{question:?}");
    let mut follows = given.clone();
    follows.order(&named(&refusal.remedy).expect("an order is named"));
    follows.order("enter CCA/4 at 2041");
    given.order("move 23/2 to 2040");
    given.order("enter CCA/4 at 2041");
    // who has nothing left, or is held, is no delay of one's own will
    let spent = one_gate().unit("23-2di", "2041").with(|state| state.units.get_mut(unit("23-2di")).begun = true);
    spent.clone().end();
    let mut held = one_gate().unit("23-2di", "2041").unit("326-vg", "1941");
    held.end();
}

#[test]
fn case_14_1a_a_unit_that_came_on_does_not_stop_in_the_road_of_the_next_one() {
    let mut given = waiting(one_gate(), "ccb-4db", &["W"]).unit("9-2di", "2521");
    given.order("enter CCA/4 at 2041");
    assert_eq!(given.refused("end"), "14.1a");
    assert_eq!(given.refused("move 9/2 to 2520"), "14.1a");
    given.order("move CCA/4 to 1941");
    assert_eq!(given.refused("move 9/2 to 2520"), "14.1a", "beside the gate along the road it is in the way as well");
    on(&mut given, "cca-4db", "CCA/4");
    given.order("move 9/2 to 2520");
    given.order("enter CCB/4 at 2041");
    given.end();
}

#[test]
fn case_14_1a_no_move_ends_where_it_takes_the_last_road_from_who_is_due() {
    let board = &GAME.board;
    let near = board.around(hex("1941")).find(|there| {
        board.is_live(*there) && board.distance(*there, hex("2041")) == 2 && board.side(*there, hex("1941")).is_some()
    });
    let near = near.expect("a hex two away from the gate");
    let given = one_gate().unit("23-2di", &number(near));
    let mover = crate::chapters::movement::Mover::new(&GAME, &given.state, unit("23-2di"), near);
    let cost = 20 - mover.step(near, board.side(near, hex("1941")).expect("neighbours"), 20).expect("open");
    let given = given.with(|state| {
        let it = state.units.get_mut(unit("23-2di"));
        (it.begun, it.left) = (true, Some(cost));
        state.mover = Some(unit("23-2di"));
    });
    assert_eq!(given.refused("move 23/2 to 1941"), "14.1a");
    let view = crate::sight::View { side: Some(ALLIED), state: given.state.clone() };
    let seen = engine::contract::Seen::<crate::ArdennesOffensive>::new(&GAME, &view);
    let begun = [Step::Verb(Verb::Move), Step::Unit(unit("23-2di"))];
    assert!(seen.legal(&begun).iter().all(|(step, _)| *step != Step::Hex(hex("1941"))));
    // with points left it may pass there, but a bound does not end there
    let passes = given.with(|state| state.units.get_mut(unit("23-2di")).left = Some(cost + 4));
    assert_eq!(passes.refused("move 23/2 to 1941"), "14.1a");
}

#[test]
fn case_14_1a_the_end_names_all_who_may_not_wait_and_one_line_brings_them_on() {
    let given = waiting(waiting(one_gate(), "ccb-4db", &["W"]), "39-9di", &["W"]);
    let refusal = given.clone().try_with("end", &[]).expect_err("three can enter").to_string();
    assert!(["CCA/4", "CCB/4", "39/9", "`enter all`"].iter().all(|word| refusal.contains(word)), "{refusal}");
    let mut given = given;
    let orders = given.read("enter all");
    assert_eq!(orders.len(), 5, "the last one need not make room: {orders:?}");
    given.order("enter all");
    // each as far from the gate as those behind it need
    let mut far: Vec<u16> = ["cca-4db", "ccb-4db", "39-9di"]
        .map(|id| GAME.board.distance(given.state.unit(unit(id)).hex().expect("on the map"), hex("2041")))
        .to_vec();
    far.sort_unstable();
    assert_eq!(far, [0, 2, 4]);
    given.end();
    // towards a hex: whoever can, and the last one too
    let mut towards = waiting(waiting(one_gate(), "ccb-4db", &["W"]), "39-9di", &["W"]);
    towards.order("enter all to 2031");
    for id in ["cca-4db", "ccb-4db", "39-9di"] {
        let there = towards.state.unit(unit(id)).hex().expect("on the map");
        assert!(GAME.board.distance(there, hex("2031")) < GAME.board.distance(hex("2041"), hex("2031")), "{id}");
    }
    let view = crate::sight::View { side: Some(ALLIED), state: one_gate().state };
    let seen = engine::contract::Seen::<crate::ArdennesOffensive>::new(&GAME, &view);
    let misread = crate::ArdennesOffensive::parse(seen, "enter all at 0212").expect_err("it is no gate of the west");
    assert!(misread.to_string().contains("nobody who waits"), "{misread}");
}

#[test]
fn case_14_1a_a_refused_entry_speaks_of_the_hex_that_was_named_and_offers_open_roads_alone() {
    let told = |given: &Given, line: &str| given.clone().try_with(line, &[]).expect_err(line).to_string();
    let shut = one_gate().unit("326-vg", "2041");
    assert!(told(&shut, "enter CCA/4 at 1641").contains("1641 is occupied or controlled"));
    assert!(told(&shut, "enter CCA/4 at 2041").contains("2041 is occupied or controlled"));
    let elsewhere = told(&one_gate(), "enter CCA/4 at 0212");
    assert!(elsewhere.contains("It may enter at 2041.") && !elsewhere.contains("0741"), "{elsewhere}");
}

#[test]
fn case_14_2b_each_unit_before_by_the_same_hex_costs_two_road_hexes() {
    let given = waiting(Given::allied_movement(), "cca-7db", &["NE"]);
    let mut given = waiting(waiting(given, "ccb-7db", &["NE"]), "39-9di", &["NE"]);
    given.order("enter CCA/7 at 0212");
    assert_eq!(given.refused("enter CCB/7 at 0212"), "6.5g", "the first is still there");
    on(&mut given, "cca-7db", "CCA/7");
    given.order("enter CCB/7 at 0212");
    assert_eq!(given.left("ccb-7db"), 24 - 1 - 2);
    on(&mut given, "ccb-7db", "CCB/7");
    given.order("enter 39/9 at 0212");
    assert_eq!(given.left("39-9di"), 40 - 1 - 4);
}

#[test]
fn case_14_1a_a_german_section_delays_by_a_turn_and_then_the_next_one_counts() {
    let mut ids = GERMANS.iter();
    let given = Given::at(GERMAN, Phase::Mechanized).turn(4).unit("9-2di", "2521").unit("1-1ss", "2503");
    let given = held(given, "SE", &mut ids);
    let mut given = given.with(|state| {
        state.units.get_mut(unit("cca-4db")).place = Place::Due { turn: 4, sections: sections(&["SE"]) };
    });
    given.end();
    assert_eq!(given.state.unit(unit("cca-4db")).place, Place::Due { turn: 5, sections: sections(&["SW"]) });
    // a second section in German hands delays once more, to the nearest that is open
    let mut given = held(given, "SW", &mut ids);
    while given.state.turn < 5 || given.state.side == GERMAN {
        given.end();
    }
    let place = given.state.unit(unit("cca-4db")).place;
    assert_eq!(place, Place::Due { turn: 6, sections: sections(&["W"]) });
}

#[test]
fn case_14_1a_sections_have_their_neighbours_along_the_edge() {
    let beside = |name: &str| GAME.board.beside(section(name), GAME.tables.sections.len());
    assert_eq!(beside("NE"), sections(&["NW"]));
    assert_eq!(beside("W"), sections(&["NW", "SW"]));
    assert_eq!(beside("SE"), sections(&["SW"]));
}

#[test]
fn case_14_3c_west_bank_units_stay_behind_the_meuse_until_the_germans_have_25_points() {
    // the bridge of Dinant: 1640 west, 1639 east
    let bound = |freed: bool| {
        let given = Given::allied_movement().unit("129-43di", "1640");
        given.with(|state| {
            state.units.get_mut(unit("129-43di")).west_bank = true;
            state.freed = freed;
        })
    };
    assert!(GAME.board.west_of_meuse(hex("1640")) && !GAME.board.west_of_meuse(hex("1639")));
    assert_eq!(bound(false).refused("move 129/43 to 1639"), "14.3c");
    bound(true).order("move 129/43 to 1639");
    // and it attacks over the river
    let fights = Given::allied_combat().unit("129-43di", "1640").unit("heydte", "1639").unit("18-vg", "2503");
    let mut fights = fights.with(|state| state.units.get_mut(unit("129-43di")).west_bank = true);
    fights.order("attack 1639 with 129/43");
}

#[test]
fn case_17b_each_rate_brings_its_units_and_west_bank_units_are_those_that_are_labelled() {
    let labelled = |plan: &crate::printed::Plan| plan.coming.iter().filter(|coming| coming.west_bank).count();
    let plan = |id: &str| &GAME.plans[GAME.published.scenarios.iter().position(|it| it.id == id).expect("a scenario")];
    assert_eq!((labelled(plan("no-1")), labelled(plan("no-4"))), (23, 0));
    assert!(plan("no-1").coming.iter().any(|coming| coming.west_bank && coming.unit == unit("508-82abn")));
}

#[test]
fn case_14_1a_who_could_not_enter_goes_on_when_his_section_is_closed_and_west_bank_units_wait() {
    let mut ids = GERMANS.iter();
    let given = Given::at(GERMAN, Phase::Mechanized).turn(4).unit("9-2di", "2521").unit("1-1ss", "2503");
    let given = held(held(given, "SE", &mut ids), "W", &mut ids);
    let mut given = waiting(waiting(given, "cca-4db", &["SE"]), "129-43di", &["W"]);
    given.state.units.get_mut(unit("129-43di")).west_bank = true;
    given.end();
    let place = |id: &str| given.state.unit(unit(id)).place;
    assert_eq!(place("cca-4db"), Place::Due { turn: 5, sections: sections(&["SW"]) });
    assert_eq!(place("129-43di"), Place::Due { turn: 5, sections: sections(&["W"]) });
}

#[test]
fn cases_14_1a_and_4_1a_nobody_comes_before_his_turn_and_who_waits_at_the_east_edge_comes_once() {
    let due = |turn| Place::Due { turn, sections: Sections::default() };
    let given = Given::at(ALLIED, Phase::Mechanized).turn(4).unit("9-2di", "2521").unit("18-vg", "2503");
    let mut given = waiting(given.unit("cca-7db", "2321"), "brigade-4", &[]).with(|state| {
        state.units.get_mut(unit("brigade-5")).place = due(5);
        state.units.get_mut(unit("brigade-6")).place = due(6);
    });
    let events = given.order("end");
    let came = |id: &str| {
        events.iter().any(|event| matches!(event, crate::truth::event::Event::Came { unit: it, .. } if *it == unit(id)))
    };
    assert_eq!((came("brigade-4"), came("brigade-5"), came("brigade-6")), (false, true, false));
    assert_eq!(given.state.unit(unit("brigade-6")).place, due(6));
}

#[test]
fn case_14_1a_who_can_enter_nowhere_reads_why_of_each_road_or_once_what_is_the_same_everywhere() {
    let can = |given: &Given| {
        let view = crate::sight::View { side: Some(ALLIED), state: given.state.clone() };
        let seen = engine::contract::Seen::<crate::ArdennesOffensive>::new(&GAME, &view);
        crate::ArdennesOffensive::abilities(seen, "CCA/4").expect("a unit")[1].clone()
    };
    let told = can(&one_gate().unit("23-2di", "2041"));
    assert!(told.contains("no road of section W lets CCA/4 in now"), "{told}");
    assert!(told.contains("0741: ") && told.contains("2041: "), "{told}");
    let bound = one_gate().road("cca-7db", "1532").unit("23-2di", "1531");
    let told = can(&bound);
    assert!(told.contains("[6.7n]") && !told.contains("no road of"), "{told}");
}

#[test]
fn cases_6_7n_and_14_1a_who_must_part_does_so_although_the_unit_on_the_move_is_in_somebodys_way() {
    // CCA/4 came on and stands in the road of CCB/4, when a pair elsewhere finds room to part
    let mut given = waiting(one_gate(), "ccb-4db", &["W"]);
    given.order("enter CCA/4 at 2041");
    let given = given.road("cca-7db", "1532").unit("23-2di", "1531").unit("9-2di", "2521");
    assert_eq!(given.refused("move 9/2 to 2520"), "6.7n");
    assert_eq!(given.refused("move CCA/4 to 1941"), "6.7n");
    let mut parted = given.clone();
    parted.order("move 23/2 to 1630");
    parted.order("move 9/2 to 2520");
    parted.end();
}

/// The first order that a remedy names: ``Make way first: `move 23/2 to 2040`, or elsewhere.``
fn named(remedy: &str) -> Option<String> {
    testing::orders_in::<crate::ArdennesOffensive>(remedy).into_iter().next()
}

/// What `end` is refused for now, if it is.
fn refused_end(state: &State, side: SideId) -> Option<Refusal> {
    let view = ArdennesOffensive::view(&GAME, state, Viewer::Side(side));
    Seen::<ArdennesOffensive>::new(&GAME, &view).accept(&[Step::Verb(Verb::End)]).err()
}

#[test]
fn case_14_1a_who_does_what_the_refusal_of_end_advises_may_end_his_phase_after_a_few_orders() {
    let (mut advised, mut wrong) = (0, Vec::new());
    for seed in 0..3 {
        let [mut dice] = Seeded::streams(seed);
        let setup = Setup { scenario: "no-1".to_owned(), ..Setup::default() };
        let start = ArdennesOffensive::initial(&GAME, &setup).expect("the scenario exists");
        let mut state = begin::<ArdennesOffensive>(&GAME, &start, &mut dice).1;
        // one order in each phase, then its end, as somebody would who answers mails without a thought
        let (mut thought, mut last) = (None, (0, GERMAN, None));
        while state.ending.is_none() && state.turn < 12 {
            let side = ArdennesOffensive::asks(&state)[0].side;
            let view = ArdennesOffensive::view(&GAME, &state, Viewer::Side(side));
            let seen = Seen::<ArdennesOffensive>::new(&GAME, &view);
            let now = (state.turn, state.side, Some(state.phase));
            if now != last {
                (thought, last) = (None, now);
            }
            let end = vec![Step::Verb(Verb::End)];
            let refusal = thought.is_some().then(|| refused_end(&state, side)).flatten();
            let order = match refusal.as_ref().and_then(|refusal| named(&refusal.remedy)) {
                Some(line) => {
                    advised += 1;
                    let order = ArdennesOffensive::parse(seen, &line).expect("readable").remove(0);
                    if let Err(refused) = seen.accept(&order) {
                        wrong.push(format!("game {seed}, turn {}: {line}: {refused}", state.turn));
                        ArdennesOffensive::advise(seen).expect("advice")
                    } else {
                        order
                    }
                }
                None if thought.is_some() && seen.accept(&end).is_ok() => end,
                None => ArdennesOffensive::advise(seen).expect("advice"),
            };
            thought = Some(thought.unwrap_or(0) + 1);
            assert!(thought.is_some_and(|orders| orders < 300), "game {seed}, turn {}: no end; {wrong:#?}", state.turn);
            state = decide::<ArdennesOffensive>(&GAME, &state, side, &order, &mut dice).expect("legal").1;
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(advised > 10, "{advised}");
}
