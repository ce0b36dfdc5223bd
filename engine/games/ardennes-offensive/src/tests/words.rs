//! Orders, questions and events in words.

use super::given::{GAME, Given, unit};
use crate::ArdennesOffensive;
use crate::printed::GERMAN;
use crate::sight::View;
use crate::truth::order::{Step, Verb};
use engine::contract::{Seen, Speech, StandingOrders, Thing};

fn view(given: &Given) -> View {
    View { side: given.asked().map(|(side, _)| side), state: given.state.clone() }
}

#[test]
fn every_name_of_a_unit_reads_back_as_the_unit() {
    for (id, it) in GAME.published.units.iter() {
        let found = GAME.names.one(&definitions::spelling::words(&it.name), &[]);
        assert_eq!(found, Ok(id), "{}", it.name);
    }
}

#[test]
fn one_line_moves_several_units_into_road_mode_and_on() {
    let given = Given::allied_movement().unit("cca-7db", "2521").unit("ccb-7db", "1432");
    let orders = given.read("march CCA/7 to 2320");
    assert_eq!(orders.len(), 2);
    assert_eq!(orders[0], [Step::Verb(Verb::March), Step::Unit(unit("cca-7db"))]);
    assert_eq!(given.read("move CCA/7, CCB/7 along road to 2320").len(), 4);
    let given = given.road("cca-7db", "2521");
    assert_eq!(given.read("move CCA/7 by road to 2320").len(), 1, "it is in road mode");
    assert_eq!(given.read("move all of 1432 to 1433").len(), 1);
}

fn misread(given: &Given, line: &str) -> String {
    let view = view(given);
    ArdennesOffensive::parse(Seen::<ArdennesOffensive>::new(&GAME, &view), line).expect_err(line).message
}

#[test]
fn all_of_a_hex_or_of_a_division_are_ones_own_units_on_the_map() {
    let given = Given::allied_movement().unit("cca-7db", "2521").unit("ccb-7db", "1432").unit("318-80di", "1433");
    let units = |line: &str| -> Vec<Step> { given.read(line).into_iter().map(|order| order[1]).collect() };
    let both = [Step::Unit(unit("cca-7db")), Step::Unit(unit("ccb-7db"))];
    for line in ["move all of 7 to 1434", "move all of 7 DB to 1434", "move all of 7db to 1434"] {
        assert_eq!(units(line), both, "{line}");
    }
    assert_eq!(units("move all of 1433 to 1434"), [Step::Unit(unit("318-80di"))]);
    assert!(misread(&given, "move all of 28 DI to 1434").contains("none of the units of `28 DI` is on the map"));
    assert!(misread(&given, "move all of 1532 to 1434").contains("none of your units is in 1532"));
    let germans = Given::german_movement().unit("2-2pz", "1432").unit("2-2ss", "1433");
    assert!(misread(&germans, "move all of 2 to 1434").starts_with("`2` may be "));
    assert_eq!(germans.read("move all of 2 SS to 1434").len(), 1);
}

#[test]
fn case_6_5g_units_that_go_towards_a_hex_come_as_near_as_they_can_and_keep_apart_on_the_march() {
    let ids = ["cca-7db", "ccb-7db", "ccr-7db"];
    let away = |given: &Given, id: &str| GAME.board.distance(super::given::hex(&given.place(id)), GAME.bastogne);
    let start = Given::allied_movement().unit("cca-7db", "1432").unit("ccb-7db", "1531").unit("ccr-7db", "1729");
    for line in ["move all of 7 DB towards Bastogne", "move CCA/7, CCB/7, CCR/7 along road towards Bastogne"] {
        let mut given = start.clone();
        given.order(line);
        let marches = ids.iter().filter(|id| given.state.unit(unit(id)).road).count();
        assert_eq!(marches > 0, line.contains("road"), "{line}");
        assert!(ids.iter().all(|id| away(&given, id) < away(&start, id)), "{line}");
    }
    // the march is longer than the move, though it begins with the change
    let come = |line: &str| {
        let mut given = Given::allied_movement().unit("cca-7db", "1432");
        given.order(line);
        away(&given, "cca-7db")
    };
    assert_eq!(come("march CCA/7 towards Bastogne"), come("move CCA/7 along road towards Bastogne"));
    let held = Given::allied_movement().unit("23-2di", "1532").unit("18-vg", "1531");
    let told = misread(&held, "move 23/2 towards Bastogne");
    assert!(told.starts_with("none of them can come nearer to 2521 Bastogne now"), "{told}");
}

#[test]
fn an_end_names_the_phase_that_it_ends_or_ends_the_whole_turn() {
    let given = Given::allied_combat().unit("cca-7db", "2521").unit("18-vg", "1532");
    let end = vec![Step::Verb(Verb::End)];
    for line in ["end", "end phase", "end combat"] {
        assert_eq!(given.read(line), std::slice::from_ref(&end), "{line}");
    }
    // the mechanized units of the Allies could still move
    assert_eq!(given.read("end turn"), [end.clone(), end]);
    let view = view(&given);
    let misread = ArdennesOffensive::parse(Seen::<ArdennesOffensive>::new(&GAME, &view), "end movement");
    assert!(misread.expect_err("it is combat").message.contains("movement phase is not under way"));
}

#[test]
fn cases_4_1d_and_4_1e_the_end_of_a_combat_that_ended_by_itself_is_done_and_that_of_a_turn_is_not_of_the_next() {
    let given = Given::german_combat().unit("1pz-1ss", "1432").unit("102-cav", "1532").unit("12-12ss", "1236");
    let mut given = given.unit("9-2di", "2521").unit("cca-7db", "2520");
    given.fight("attack 1532 with 1 SS Pz", 1);
    assert_eq!(given.state.phase, crate::truth::state::Phase::Mechanized, "nobody is left to attack");
    assert_eq!(given.read("end combat"), Vec::<Vec<Step>>::new());
    given.order("end combat");
    given.order("move 12 SS Pz to 1235");
    given.order("end movement");
    // it is the Allied turn, and a German sends ahead
    let other = View { side: Some(GERMAN), state: given.state.clone() };
    let read = |line: &str| ArdennesOffensive::parse(Seen::<ArdennesOffensive>::new(&GAME, &other), line);
    assert!(read("end turn").expect_err("it is over").message.contains("it is the other side's turn"));
    assert_eq!(read("end"), Ok(vec![vec![Step::Verb(Verb::End)]]));
    // where nobody can move either, the turn is over, and the line says so
    assert!(read("end combat").expect_err("it is over").message.contains("it is the other side's turn"));
}

#[test]
fn an_attack_is_written_and_read_with_lower_odds_and_a_waiver() {
    let given = Given::german_combat().unit("1pz-1ss", "1432").unit("23-2di", "1532");
    for line in [
        "attack 1532 with 1 SS Pz",
        "attack 1532 with 1 SS Pz at 2-1",
        "attack 1532 with 1 SS Pz at 2-1 waive",
        "attack 1532 with 1 SS Pz advance 1 SS Pz",
    ] {
        let orders = given.read(line);
        assert_eq!(ArdennesOffensive::write(&GAME, &orders[0]), line);
    }
}

#[test]
fn case_9_1a_an_attack_may_name_whom_it_is_on_and_all_who_stand_next_to_it() {
    let given = Given::german_combat().unit("1pz-1ss", "1432").unit("18-vg", "1531").unit("62-vg", "2503");
    let given = given.unit("23-2di", "1532").unit("9-2di", "2521");
    let whole = "attack 1532 with 1 SS Pz, 18 VG";
    for line in ["attack 1532 with all", "attack 23/2 with everybody", "attack 23/2 with 1 SS Pz, 18 VG"] {
        assert_eq!(given.read(line), given.read(whole), "{line}");
    }
    assert!(
        misread(&given, "attack 9/2 with all").starts_with("none of your units that can attack stands next to 2521")
    );
    assert!(misread(&given, "attack 38/2 with all").starts_with("38/2 is not on the map"));
    assert!(misread(&given, "attack 1532 with all of").starts_with("all of whom?"));
    // one's own unit is nobody to attack
    assert!(
        misread(&given, "attack 62 VG with all").contains("`62 VG` is no hex"),
        "{}",
        misread(&given, "attack 62 VG with all")
    );
}

#[test]
fn case_14_1a_who_does_not_say_where_a_unit_comes_on_reads_where_it_may() {
    let given = Given::german_movement().with(|state| {
        state.units.get_mut(unit("brigade-4")).place = crate::truth::state::Place::Waiting(Default::default());
        state.units.get_mut(unit("brigade-4")).road = true;
    });
    let told = misread(&given, "enter 4 Brig");
    let gates = GAME.board.sources(GERMAN).iter().filter(|gate| told.contains(&GAME.place(**gate))).count();
    assert!(told.starts_with("at which hex? 4 Brig may come on at ") && gates > 3, "{told}");
}

#[test]
fn case_5_2k_who_comes_no_nearer_to_a_hex_reads_why() {
    let given = Given::at(GERMAN, crate::truth::state::Phase::Mechanized).unit("1pz-1ss", "1236");
    let given = given.with(|state| state.units.get_mut(unit("1pz-1ss")).fought = true);
    let told = misread(&given, "move 1 SS Pz along the road towards Bastogne");
    assert!(told.contains("[5.2k] 1 SS Pz fought in this turn's combat"), "{told}");
}

#[test]
fn refusals_name_case_numbers_and_remedy() {
    let mut given = Given::allied_movement().unit("23-2di", "1236");
    let refusal = given.try_with("move 23/2 to 1231", &[]).expect_err("too far").to_string();
    assert_eq!(refusal, "[5.1c] 1231 costs 23/2 5 points, and it has 4");
}

#[test]
fn case_5_2j_who_can_go_nowhere_is_told_what_the_hex_costs_that_he_named() {
    let given = Given::allied_movement().unit("38-2di", "1236").unit("102-cav", "1236");
    let mut given = given.supply("38-2di", crate::truth::state::Supply::Unsupplied);
    let told = |given: &mut Given, line: &str| given.try_with(line, &[]).expect_err(line).to_string();
    assert_eq!(told(&mut given, "move 38/2 to 1235"), "[5.2j] 1235 costs 38/2 3 points, and it has 2");
    assert_eq!(told(&mut given, "move 38/2 to 1234"), "[5.1c] 1234 costs 38/2 4 points, and it has 2");
    let mut held = Given::allied_movement().unit("23-2di", "1532").unit("18-vg", "1531");
    assert!(told(&mut held, "move 23/2 to 1234").starts_with("[5.2g] 23/2 stands in an enemy zone of control in 1532"));
}

#[test]
fn a_refusal_names_the_nearest_orders_of_the_unit_that_was_named() {
    let proposed = |given: &Given, line: &str| {
        let view = view(given);
        let seen = Seen::<ArdennesOffensive>::new(&GAME, &view);
        let order = given.read(line).remove(0);
        let refusal = engine::contract::decide::<ArdennesOffensive>(
            &GAME,
            &given.state,
            given.asked().expect("somebody is asked").0,
            &order,
            &mut engine::chance::Scripted::new([]),
        );
        let remedy = seen.propose(&order, refusal.expect_err(line)).remedy;
        remedy.split_once("Legal instead: ").map(|(_, orders)| orders.trim_end_matches('.').to_owned())
    };
    let foot = Given::allied_movement().unit("23-2di", "1236").unit("110-28di", "1532").unit("18-vg", "1531");
    let near = proposed(&foot, "move 23/2 to 1231").expect("a hex on the way");
    let first = near.split(", ").next().expect("an order").trim_matches('`').trim_start_matches("move 23/2 to ");
    assert_eq!(GAME.board.distance(super::given::hex(first), super::given::hex("1231")), 1, "{near}");
    // who is held is not answered with moves of others, nor an end that is not for now with anything
    assert_eq!(proposed(&foot, "move 110/28 to 1533"), None);
    assert_eq!(proposed(&foot, "attack 1531 with 110/28"), None);
    let fights = Given::german_combat().unit("18-vg", "1432").unit("1pz-1ss", "1431").unit("23-2di", "1532");
    let fights = fights.unit("62-vg", "1330").unit("9-2di", "2521");
    for (line, near) in [
        ("attack 1532 with 18 VG advance 18 VG", "`attack 1532 with 18 VG`"),
        ("attack 1532 with 18 VG, 62 VG", "`attack 1532 with 18 VG`, `attack 1532 with 18 VG, 1 SS Pz`"),
        ("attack 1532, 2521 with 18 VG", "`attack 1532 with 18 VG`"),
        ("attack 1633 with 18 VG", "`attack 1532 with 18 VG`"),
        (
            "attack 1532 with 18 VG, 1 SS Pz at 9-1",
            "`attack 1532 with 18 VG, 1 SS Pz at 3-1`, `attack 1532 with 18 VG, 1 SS Pz at 2-1`",
        ),
    ] {
        assert_eq!(proposed(&fights, line).as_deref(), Some(near), "{line}");
    }
}

#[test]
fn the_status_tells_points_and_what_wins() {
    let given = Given::german_movement().with(|state| (state.lost, state.exits) = ([2, 7], 4));
    let view = view(&given);
    let status = ArdennesOffensive::status(Seen::<ArdennesOffensive>::new(&GAME, &view)).join("\n");
    assert!(status.contains("Germans 11 (7 units, 4 for exits), Allies 2"), "{status}");
    assert!(status.contains("35 points by the end of turn 6"), "{status}");
    assert!(status.contains("With fewer than 35, or than the Allies, they lose then"), "{status}");
    assert!(status.contains("is in 2521 Bastogne: none stands there now (16d)"), "{status}");
}

#[test]
fn cases_16d_and_14_1a_the_status_tells_of_bastogne_of_who_comes_next_and_of_moves_left() {
    use crate::printed::Sections;
    use crate::truth::state::Place;
    let section = |name: &str| GAME.tables.section(name).expect("a section");
    let given = Given::german_movement().unit("62-vg", "2521").unit("18-vg", "2503").with(|state| {
        state.units.get_mut(unit("cca-4db")).place =
            Place::Due { turn: 5, sections: [section("SE")].into_iter().collect() };
        state.units.get_mut(unit("ccb-4db")).place =
            Place::Due { turn: 5, sections: [section("SW"), section("SE")].into_iter().collect() };
        state.units.get_mut(unit("cca-7db")).place = Place::Due { turn: 6, sections: Sections::default() };
        state.units.get_mut(unit("brigade-4")).place = Place::Due { turn: 4, sections: Sections::default() };
    });
    let told = view(&given);
    let status = ArdennesOffensive::status(Seen::<ArdennesOffensive>::new(&GAME, &told)).join("\n");
    for line in [
        "is in 2521 Bastogne: one stands there now (16d).",
        "Coming to the Germans in turn 4: 4 Brig.",
        "Coming to the Allies in turn 5: CCA/4 by section SE; CCB/4 by section SW or SE.",
        "Units of the Germans that can still move: 2.",
    ] {
        assert!(status.contains(line), "{line}: {status}");
    }
    let mut moved = given;
    moved.order("move 18 VG to 2504");
    let told = view(&moved);
    let status = ArdennesOffensive::status(Seen::<ArdennesOffensive>::new(&GAME, &told)).join("\n");
    assert!(status.contains("Units of the Germans that can still move: 1."), "{status}");
    let fights = Given::german_combat().unit("62-vg", "2521");
    let told = view(&fights);
    let status = ArdennesOffensive::status(Seen::<ArdennesOffensive>::new(&GAME, &told)).join("\n");
    assert!(!status.contains("can still move") && !status.contains("can still attack"), "{status}");
}

#[test]
fn cases_12_4k_13_1a_and_4_1d_the_status_tells_who_lacks_supply_what_is_cut_and_who_can_still_attack() {
    use crate::truth::state::Supply;
    let given = Given::german_combat().unit("1pz-1ss", "1432").unit("18-vg", "1431").unit("23-2di", "1532");
    let given = given.unit("62-vg", "2503").supply("18-vg", Supply::Isolated).supply("62-vg", Supply::Unsupplied);
    let mut given = given.with(|state| state.interdicted = vec![crate::printed::BridgeId(0)]);
    let status = |given: &Given| {
        let told = view(given);
        ArdennesOffensive::status(Seen::<ArdennesOffensive>::new(&GAME, &told)).join("\n")
    };
    let told = status(&given);
    for line in [
        "In this player turn of the Germans, unsupplied: 62 VG; isolated: 18 VG; 1 bridge is interdicted.",
        "Units of the Germans that can still attack: 1.",
    ] {
        assert!(told.contains(line), "{line}: {told}");
    }
    given.state.units.get_mut(unit("1pz-1ss")).fought = true;
    assert!(!status(&given).contains("can still attack"));
}

#[test]
fn case_5_1c_a_hex_to_which_a_unit_may_move_tells_its_way_and_what_it_costs() {
    use engine::contract::{Cost, Pointing};
    let facts = |given: &Given, id: &str, to: &str| {
        let told = view(given);
        let seen = Seen::<ArdennesOffensive>::new(&GAME, &told);
        let step = Step::Hex(super::given::hex(to));
        let facts = ArdennesOffensive::facts(seen, &[Step::Verb(Verb::Move), Step::Unit(unit(id))], &step);
        (facts.cost, facts.path.len())
    };
    let cost = |amount, of: &str| Some(Cost { amount, of: of.to_owned() });
    let foot = Given::allied_movement().unit("23-2di", "1236");
    assert_eq!(facts(&foot, "23-2di", "1233"), (cost(3, "MP"), 4));
    let road = Given::allied_movement().road("cca-7db", "1532");
    assert_eq!(facts(&road, "cca-7db", "1531"), (cost(1, "road hexes"), 2));
    assert_eq!(facts(&road, "cca-7db", "1516"), (None, 0));
}

fn can(given: &Given, name: &str) -> Vec<String> {
    let view = view(given);
    ArdennesOffensive::abilities(Seen::<ArdennesOffensive>::new(&GAME, &view), name).expect("a unit")
}

#[test]
fn what_a_unit_can_do_is_told_with_reasons_and_for_this_moment_alone() {
    let moves = Given::german_movement().unit("1pz-1ss", "1432").unit("23-2di", "1532").unit("12-12ss", "1236");
    let held = can(&moves, "1 SS Pz");
    assert!(held[0].contains("strength 9, allowance 10; in 1432"), "{held:?}");
    assert!(held[1].starts_with("move: no. [5.2g]"), "{held:?}");
    assert!(held.iter().all(|line| !line.starts_with("attack")), "nobody attacks in a movement phase: {held:?}");
    let free = can(&moves, "12 SS Pz");
    assert!(free[1].starts_with("move: yes, with 10 points to "), "{free:?}");
    let on_road = Given::allied_movement().unit("cca-7db", "2521");
    assert_eq!(can(&on_road, "CCA/7")[2], "march: yes, with 12 road hexes left");
    assert_eq!(can(&on_road.road("cca-7db", "2521"), "CCA/7")[2], "deploy: yes, with 6 points left");
    let fights = Given::german_combat().unit("1pz-1ss", "1432").unit("23-2di", "1532").unit("18-vg", "1236");
    assert_eq!(can(&fights, "1 SS Pz")[1..], ["attack: yes, 1532".to_owned()]);
    assert!(can(&fights, "18 VG")[1].starts_with("attack: no. [9.1a]"));
    let fought = fights.with(|state| state.units.get_mut(unit("1pz-1ss")).fought = true);
    assert!(can(&fought, "1 SS Pz")[1].starts_with("attack: no. [9.1c]"));
    let second = Given::at(GERMAN, crate::truth::state::Phase::Mechanized).unit("1pz-1ss", "1236");
    let second = second.with(|state| state.units.get_mut(unit("1pz-1ss")).fought = true);
    assert!(can(&second, "1 SS Pz")[1..].iter().all(|line| line.contains("no. [5.2k]")));
    assert!(can(&fought, "23/2")[1].contains("your orders are to your own units"));
}

#[test]
fn the_words_of_a_moment_are_those_that_it_takes() {
    let words =
        |given: &Given| engine::speech::words(crate::verbs::answering(&GAME, &given.state).map(|entry| &entry.line));
    assert_eq!(words(&Given::german_movement()), "`enter`, `move`, `march`, `deploy`, `end`");
    let due = Given::german_movement().with(|state| {
        state.units.get_mut(unit("heydte")).place = crate::truth::state::Place::Waiting(Default::default());
    });
    assert_eq!(words(&due), "`drop`");
    let set_up = Given::at(GERMAN, crate::truth::state::Phase::SetUp).turn(0);
    let told = view(&set_up);
    let status = ArdennesOffensive::status(Seen::<ArdennesOffensive>::new(&GAME, &told));
    assert_eq!(status[0], "Set-up; 18 turns follow.");
}

#[test]
fn standing_orders_are_read_listed_and_followed() {
    let policy = Default::default();
    let asks = ArdennesOffensive::amend(&GAME, &policy, "advances strongest").expect("a standing order");
    assert!(ArdennesOffensive::amend(&GAME, &policy, "advances quickly").is_err());
    let rules = ArdennesOffensive::standing(&GAME, &asks);
    assert_eq!(rules.len(), 5);
    assert!(rules.iter().any(|rule| rule.kind == "advances" && rule.value == "strongest"));
    let given = Given::german_combat().unit("1pz-1ss", "1432").unit("102-cav", "1532").unit("9-2di", "2521");
    let mut given = given;
    given.roll("attack 1532 with 1 SS Pz", &[1]);
    let view = view(&given);
    let ask = <ArdennesOffensive as engine::contract::Rules>::asks(&given.state)[0];
    let answer = |policy| ArdennesOffensive::answer(Seen::<ArdennesOffensive>::new(&GAME, &view), &ask, policy);
    assert_eq!(answer(&policy), Some(vec![Step::Verb(Verb::Hold)]));
    assert_eq!(answer(&asks).map(|order| order.len()), Some(3));
    assert_eq!(ask.side, GERMAN);
}

#[test]
fn every_verb_of_the_help_has_an_example_that_is_read() {
    let given = Given::german_movement().unit("1pz-1ss", "1432");
    for entry in &crate::verbs::ALL {
        let orders = given.read(entry.line.example);
        assert!(!orders.is_empty() && orders.iter().all(|order| !order.is_empty()), "{}", entry.line.example);
        for case in entry.line.cases.iter().chain([&entry.case]) {
            assert!(GAME.published.rules.get(case).is_some(), "{case}");
        }
    }
}

#[test]
fn a_position_in_text_is_the_one_that_was_meant_and_faults_are_told() {
    use engine::referee::Positions;
    let place = |text: &str| ArdennesOffensive::place(&GAME, "x.game", text);
    let state = place("turn 4 allied combat\nunit 18-vg 1532\nunit cca-7db 2521 road=yes supply=unsupplied\nexits 7\n");
    let given = Given { state: state.expect("sound") };
    assert_eq!((given.state.turn, given.place("18-vg").as_str(), given.state.exits), (4, "1532", 7));
    assert!(given.state.unit(unit("cca-7db")).road);
    for (text, fault) in [
        ("unit 18-vg 9999", "expected the number of a hex"),
        ("unit 18-vg 0113", "cannot be in"),
        ("unit 18-vg 1532\nunit 62-vg 1532", "cannot stack"),
        ("unit 18-vg 1532\nunit 9-2di 1532", "together with enemies"),
        ("turn 40 german movement", "expected a turn from 1 to 18"),
    ] {
        let faults = place(text).expect_err(text);
        assert!(faults[0].message.contains(fault), "{text}: {}", faults[0]);
    }
}

#[test]
fn case_14_3c_a_position_says_who_is_bound_to_the_west_bank_and_whether_they_are_freed() {
    use engine::referee::Positions;
    let given = |more: &str| {
        let text = format!("turn 9 allied movement\nunit 129-43di 1640\n{more}");
        Given {
            state: ArdennesOffensive::place(&GAME, "x.game", &text).unwrap_or_else(|faults| panic!("{}", faults[0])),
        }
    };
    assert_eq!(given("freed no\n").refused("move 129/43 to 1639"), "14.3c", "its schedule binds it");
    given("freed yes\n").order("move 129/43 to 1639");
    given("west-bank 129-43di no\n").order("move 129/43 to 1639");
    given("of no-4\n").order("move 129/43 to 1639");
    let mut waits = given("unit cca-4db waits SE,SW\n");
    assert_eq!(waits.refused("enter CCA/4 at 0212"), "14.1a");
    waits.order("enter CCA/4 at 3611");
}

#[test]
fn case_14_1a_a_position_brings_those_alone_whom_it_names_and_says_by_which_sections() {
    use crate::truth::state::Place;
    use engine::referee::Positions;
    let text = "turn 5 allied movement\nunit cca-4db waits SE,SW\nwest-bank 23-2di yes\nunit 23-2di 1640\n";
    let place = |text: &str| ArdennesOffensive::place(&GAME, "x.game", text);
    let given = Given { state: place(text).expect("sound") };
    assert!(GAME.published.units.iter().all(|(unit, _)| !matches!(given.state.unit(unit).place, Place::Due { .. })));
    given.clone().order("enter CCA/4 at 3611");
    assert_eq!(given.refused("move 23/2 to 1639"), "14.3c");
    assert!(place("unit cca-4db waits").is_err() && place("unit brigade-4 waits W").is_err());
    let mut drops = Given { state: place("turn 2 german movement\nunit heydte waits\n").expect("sound") };
    drops.roll("drop at 1236", &[1]);
    let mut comes = Given { state: place("turn 4 german movement\nunit brigade-4 waits\n").expect("sound") };
    let east = super::given::number(GAME.board.sources(GERMAN)[0]);
    comes.order(&format!("enter 4 Brig at {east}"));
}

#[test]
fn what_the_players_agree_on_is_put_on_the_map() {
    use engine::contract::Rules;
    let given = Given::german_movement().unit("18-vg", "1532");
    let events = ArdennesOffensive::adjust(&GAME, &given.state, "unit 18-vg 1531").expect("sound");
    let mut state = given.state.clone();
    events.iter().for_each(|event| ArdennesOffensive::evolve(&mut state, event));
    assert_eq!(Given { state }.place("18-vg"), "1531");
    assert!(ArdennesOffensive::adjust(&GAME, &given.state, "unit 18-vg 1516").is_err());
}

#[test]
fn case_9_3j_before_an_attack_every_number_is_told_that_made_its_odds_and_what_the_die_may_bring() {
    use engine::contract::{Imagined, Viewer};
    let preview = |given: &Given, line: &str| {
        let order = given.read(line).remove(0);
        let (side, _) = given.asked().expect("somebody is asked");
        let seen_by = view(given);
        let seen = Seen::<ArdennesOffensive>::new(&GAME, &seen_by);
        let imagined: Imagined<ArdennesOffensive> = <ArdennesOffensive as engine::contract::Sight>::imagine(seen);
        let foreseen = imagined.foresee(&GAME, side, &order).unwrap_or_else(|refusal| panic!("{refusal}"));
        ArdennesOffensive::prospects(seen, &foreseen.state.view(&GAME, Viewer::Side(side)))
    };
    let given = Given::german_combat().unit("1pz-1ss", "1730").unit("18-vg", "1629").unit("23-2di", "1729");
    let given = given.unit("9-2di", "1829").supply("18-vg", crate::truth::state::Supply::Unsupplied);
    let told = preview(&given, "attack 1729 with 1 SS Pz, 18 VG");
    assert_eq!(
        told,
        [
            "Attack 1730: 1 SS Pz 9.",
            "Attack 1629: 18 VG 8, halved for supply (12.6): 4.",
            "Defence 1729 Marche: 23/2 4.",
            "At 3-1: Dr3 1 of 6, Dr2 2 of 6, Dr1 3 of 6.",
            "Dr moves nobody out of 1729 Marche, unless the Allies waive that (E.11).",
        ]
    );
    let first = Given::german_combat().turn(1).unit("1-1ss", "1432").unit("2-1ss", "1432").road("102-cav", "1532");
    let told = preview(&first, "attack 1532 with 1/1 SS, 2/1 SS");
    assert_eq!(told[0], "Attack 1432: 1/1 SS 4 + 2/1 SS 4 = 8, times 3 (turn 1, 4.2d): 24.");
    assert_eq!(told[1], "Defence 1532: 102 Cav 1 (half of 1 in road mode, 6.6k).");
    let joined = Given::german_combat().unit("1pz-1ss", "1432").unit("23-2di", "1532").unit("9-2di", "1532");
    let joined = joined.with(|state| state.units.get_mut(unit("9-2di")).newcomer = true);
    let told = preview(&joined, "attack 1532 with 1 SS Pz");
    assert_eq!(told[1], "Defence 1532: 23/2 4; 9/2 retreated there and adds nothing (E.9.1).");
    // whoever is asked for his immunity reads the same
    let mut asked = Given::german_combat().unit("1pz-1ss", "1730").unit("23-2di", "1729");
    asked.order("attack 1729 with 1 SS Pz");
    let ask = <ArdennesOffensive as engine::contract::Rules>::asks(&asked.state)[0];
    let seen_by = view(&asked);
    let question = ArdennesOffensive::question(Seen::<ArdennesOffensive>::new(&GAME, &seen_by), &ask);
    assert_eq!(question.details[0], "The Germans attack 1729 Marche: 9 to 4, 2-1.");
    assert_eq!(question.details[3], "At 2-1: Dr2 1 of 6, Dr1 5 of 6.");
}

/// Why nothing can be done with a unit that is pointed at.
fn pointed(given: &Given, id: &str) -> Option<String> {
    let told = view(given);
    let pointed = Seen::<ArdennesOffensive>::new(&GAME, &told).why_not(&[], &Thing::Unit(unit(id)));
    assert_eq!(pointed.listed.is_empty(), pointed.refused.is_some(), "{id}: {pointed:?}");
    pointed.refused.map(|refusal| format!("{}: {}", refusal.case, refusal.message))
}

#[test]
fn pointing_at_a_unit_that_can_do_nothing_names_what_keeps_it_from_what_is_for_now() {
    let fights = Given::german_combat().unit("1pz-1ss", "1432").unit("23-2di", "1532").unit("62-vg", "2521");
    assert_eq!(pointed(&fights, "1pz-1ss"), None, "who can attack is refused nothing");
    let far = pointed(&fights, "62-vg").expect("a reason");
    assert!(far.starts_with("9.1a: 62 VG in 2521") && far.contains("not next to 1532"), "{far}");
    let moves = Given::german_movement().unit("1pz-1ss", "1432").unit("23-2di", "1532");
    let foe = pointed(&moves, "23-2di").expect("a reason");
    assert!(foe.contains("`attack` is not for now"), "{foe}");
}
