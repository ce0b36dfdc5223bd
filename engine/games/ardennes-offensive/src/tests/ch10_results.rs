//! Results of combat (10), immunities (11, E.11), retreats off the map (9.7).

use super::given::{GAME, Given, hex, number, unit};
use crate::ArdennesOffensive;
use crate::chapters::combat::ways;
use crate::printed::{ALLIED, GERMAN, Outcome};
use crate::truth::event::{Event, Loss};
use crate::truth::state::{Asked, Combat, Topic};
use definitions::Position;
use engine::contract::{AskId, Drawing};

pub fn outcome(events: &[Event]) -> Option<Outcome> {
    events.iter().find_map(|event| if let Event::Rolled { outcome, .. } = event { Some(*outcome) } else { None })
}

/// A position in which a unit must retreat so far.
pub fn retreating(given: Given, id: &str, distance: u8) -> Given {
    let attacker = GAME.counter(unit(id)).side.enemy();
    given.with(|state| {
        state.combat = Some(Combat {
            attacker,
            attackers: Vec::new(),
            from: Vec::new(),
            targets: Vec::new(),
            defenders: vec![unit(id)],
            attack: 1,
            defence: 1,
            natural: crate::printed::Column(1),
            column: crate::printed::Column(1),
            waived: [false, false],
            outcome: Some(Outcome::DefenderRetreats(distance)),
            retreating: vec![unit(id)],
            distance,
            losses: 0,
            advanced: Vec::new(),
            follow: Vec::new(),
        });
    })
}

pub fn ends(given: &Given, id: &str) -> Vec<String> {
    ways(&GAME, &given.state, unit(id)).iter().map(|way| number(*way.last().expect("an end"))).collect()
}

#[test]
fn cases_10_and_10_1a_the_die_gives_the_result_under_the_odds_and_the_beaten_go() {
    let mut given = Given::german_combat().unit("1pz-1ss", "1432").unit("23-2di", "1532").unit("9-2di", "2521");
    let events = given.roll("attack 1532 with 1 SS Pz", &[1]);
    assert_eq!(outcome(&events), Some(Outcome::DefenderRetreats(2)));
    let mut given = Given::german_combat().unit("heydte", "1432").unit("23-2di", "1532").unit("9-2di", "2521");
    let events = given.roll("attack 1532 with v.d. Heydte", &[1]);
    assert_eq!(outcome(&events), Some(Outcome::AttackerRetreats(1)), "below 1-2 counts as 1-2");
}

#[test]
fn cases_10_1_and_10_1c_a_drawing_tells_odds_die_result_and_losses_beside_the_hex() {
    let given = Given::german_combat().unit("1pz-1ss", "1432").unit("102-cav", "1532").unit("9-2di", "2521");
    let mut given = given.unit("heydte", "1433");
    let mut position = Position::default();
    let events = given.roll("attack 1532 with 1 SS Pz", &[1]);
    for event in events.iter().chain([&Event::CombatEnded]) {
        ArdennesOffensive::illustrate(&GAME, event, &mut position);
    }
    let lost_later = Event::Lost { unit: unit("9-2di"), side: ALLIED, why: Loss::NoPoints, strength: 1 };
    ArdennesOffensive::illustrate(&GAME, &lost_later, &mut position);
    let [combat] = &position.combats[..] else { panic!("one combat: {:?}", position.combats) };
    assert_eq!((combat.at, combat.result.as_str()), (hex("1532"), "9-1, die 1: De"));
    let losses: Vec<(u8, String)> = combat.losses.iter().map(|it| (it.side, it.in_words())).collect();
    assert_eq!(losses, [(ALLIED.0, "1 unit".to_owned())], "what is lost after the combat was not lost in it");
}

#[test]
fn case_10_1c_de_destroys_all_defenders_each_a_point() {
    let given = Given::german_combat().unit("1pz-1ss", "1432").unit("102-cav", "1532").unit("9-2di", "2521");
    let mut given = given.unit("heydte", "1433");
    let events = given.roll("attack 1532 with 1 SS Pz", &[1]);
    assert_eq!(outcome(&events), Some(Outcome::DefenderEliminated));
    assert_eq!((given.place("102-cav").as_str(), given.state.lost), ("Lost", [0, 1]));
    let lost = Event::Lost { unit: unit("102-cav"), side: ALLIED, why: Loss::Combat, strength: 0 };
    assert!(events.contains(&lost), "{events:?}");
}

#[test]
fn case_10_1b_an_exchange_costs_the_attacker_as_much_printed_strength() {
    let given = Given::german_combat().unit("18-vg", "1432").unit("77-26vg", "1431").unit("12-12ss", "1533");
    let mut given = given.unit("23-2di", "1532").unit("9-2di", "2521");
    // 19 to 4 is 4-1
    let events = given.roll("attack 1532 with 18 VG, 77/26 VG, 12 SS Pz", &[1]);
    assert_eq!(outcome(&events), Some(Outcome::Exchange));
    assert_eq!(given.asked(), Some((GERMAN, Topic::Losses)));
    assert_eq!(given.refused("lose 23/2"), "10.1b");
    let short = given.clone().try_with("lose 77/26 VG", &[]).expect_err("three are not enough for four");
    assert_eq!(short.case, "10.1b");
    assert_eq!(short.message, "77/26 VG with a printed strength of 3 do not cover the 4 that are due");
    let whole = testing::orders_in::<crate::ArdennesOffensive>(&short.remedy);
    assert!(short.remedy.starts_with("1 or more are missing: `lose 77/26 VG, "), "{short}");
    given.clone().order(&whole[0]);
    let refusal = given.clone().try_with("lose 18 VG, 77/26 VG", &[]).expect_err("ruling R29").to_string();
    assert!(refusal.starts_with("[10.1b] 18 VG with a printed strength of 8 cover the 4 that are due"), "{refusal}");
    given.order("lose 18 VG");
    assert_eq!((given.place("18-vg").as_str(), given.place("77-26vg").as_str()), ("Lost", "1431"));
    assert_eq!(given.state.lost, [1, 1]);
}

#[test]
fn case_10_1b_a_lone_attacker_or_attackers_who_are_all_weaker_are_lost_without_a_question() {
    let given = Given::german_combat().turn(1).unit("18-vg", "1432").unit("23-2di", "1532").unit("9-2di", "2521");
    let mut given = given;
    let events = given.roll("attack 1532 with 18 VG at 4-1", &[1]);
    assert_eq!(outcome(&events), Some(Outcome::Exchange));
    assert_eq!(given.state.lost, [1, 1]);
}

#[test]
fn cases_10_2a_and_e_10_a_retreat_goes_towards_its_supply_first_and_then_along_roads() {
    // Allied supply lies west, German supply east
    let given = retreating(Given::german_combat().unit("23-2di", "1532").unit("1pz-1ss", "1531"), "23-2di", 1);
    for end in ends(&given, "23-2di") {
        let to = |hex| GAME.board.to_source(ALLIED, hex);
        assert!(to(hex(&end)) < to(hex("1532")), "{end}");
    }
    let given = retreating(Given::allied_combat().unit("18-vg", "1531").unit("29-bab", "1532"), "18-vg", 1);
    for end in ends(&given, "18-vg") {
        let to = |hex| GAME.board.to_source(GERMAN, hex);
        assert!(to(hex(&end)) < to(hex("1531")), "{end}");
    }
    // the road leads to 1630, which is no nearer to the supply than 1531
    assert_eq!(ends(&given, "18-vg"), ["1530"]);
}

#[test]
fn case_e_10_where_no_way_meets_both_halves_the_first_priority_still_ranks_before_roads() {
    // the Germans come from the east, the Americans from the west
    let far = |side, end: &str| GAME.board.to_source(side, hex(end));
    let tanks = retreating(Given::german_combat().unit("12-12ss", "2413").unit("23-2di", "2412"), "12-12ss", 2);
    assert_eq!(ends(&tanks, "12-12ss"), ["2213"], "as far from home as it was, and no nearer to the enemy's supply");
    assert_eq!((far(GERMAN, "2413"), far(GERMAN, "2213"), far(GERMAN, "2515")), (13, 13, 14));
    let armour = retreating(Given::allied_combat().unit("cca-9db", "2313").unit("18-vg", "2312"), "cca-9db", 3);
    assert_eq!(ends(&armour, "cca-9db"), ["2515"], "both halves are met, away from the German lines");
    let shut = retreating(Given::allied_combat().unit("cca-9db", "2313").unit("18-vg", "2413"), "cca-9db", 3);
    assert_eq!(
        ends(&shut, "cca-9db"),
        ["2410"],
        "one nearer to its supply, two nearer to the German's: no way does better"
    );
}

#[test]
fn case_10_2b_a_retreat_ends_so_many_hexes_away_or_the_unit_is_lost() {
    let given = retreating(Given::german_combat().unit("23-2di", "1532").unit("1pz-1ss", "1531"), "23-2di", 3);
    let ways = ways(&GAME, &given.state, unit("23-2di"));
    assert!(!ways.is_empty());
    for way in ways {
        assert_eq!((way.len(), GAME.board.distance(way[0], way[3])), (4, 3));
    }
    let closed = Given::german_combat().unit("23-2di", "1532").unit("18-vg", "1332").unit("62-vg", "1633");
    let mut closed = closed.unit("326-vg", "1630").unit("1pz-1ss", "1533").unit("9-2di", "2521");
    let events = closed.fight("attack 1532 with 1 SS Pz", 6);
    let lost = Event::Lost { unit: unit("23-2di"), side: ALLIED, why: Loss::NoRetreat, strength: 0 };
    assert!(events.contains(&lost), "{events:?}");
}

#[test]
fn case_10_2c_no_retreat_into_impassable_hexes_enemy_zones_or_full_stacks() {
    const GERMANS: [&str; 5] = ["18-vg", "62-vg", "326-vg", "277-vg", "276-vg"];
    // Germans in road mode, who control nothing, stand in all hexes around but one
    let but_one = |from: &str, left: &str| {
        let around = GAME.board.around(hex(from)).filter(|there| *there != hex(left));
        let given = Given::german_combat().unit("23-2di", from);
        retreating(around.zip(GERMANS).fold(given, |given, (there, id)| given.road(id, &number(there))), "23-2di", 1)
    };
    // 1516 is impassable
    assert_eq!(ends(&but_one("1515", "1516"), "23-2di"), [""; 0]);
    let open = but_one("1532", "1533");
    assert_eq!(ends(&open, "23-2di"), ["1533"]);
    let zone = GAME.board.around(hex("1533")).find(|there| GAME.board.distance(*there, hex("1532")) == 2);
    let controlled = open.clone().unit("352-vg", &number(zone.expect("a hex behind")));
    assert_eq!(ends(&controlled, "23-2di"), [""; 0]);
    let crowd = |given: Given, ids: &[&str]| ids.iter().fold(given, |given, id| given.unit(id, "1533"));
    assert_eq!(ends(&crowd(open.clone(), &["9-2di", "38-2di"]), "23-2di"), ["1533"]);
    assert_eq!(ends(&crowd(open, &["9-2di", "38-2di", "110-28di"]), "23-2di"), [""; 0]);
}

#[test]
fn case_10_2a_the_victor_chooses_among_ways_that_are_equal() {
    // somewhere on the map the priorities leave a choice
    let at = |place| retreating(Given::german_combat().unit("23-2di", &number(place)), "23-2di", 1);
    let mut choices = GAME.board.live().map(at).filter(|given| ends(given, "23-2di").len() > 1);
    let given = choices.next().expect("a choice");
    let mut given = given.with(|state| {
        state.asked = Some(Asked { id: AskId(1), side: GERMAN, topic: Topic::Retreat });
    });
    let (here, open) = (given.place("23-2di"), ends(&given, "23-2di"));
    assert_eq!(given.refused(&format!("retreat 23/2 to {here}")), "10.2a");
    assert_eq!(given.refused(&format!("retreat 18 VG to {here}")), "10.1a");
    given.order(&format!("retreat 23/2 to {}", open[1]));
    assert_eq!(given.place("23-2di"), open[1]);
}

#[test]
fn case_9_7p_allies_with_no_other_way_go_into_an_edge_hex_and_stay_in_the_first_one() {
    // 3612 is impassable, 3511 and the edge hex 3711 are controlled, 3712 is not
    let corner = |id: &str, one: &str, other: &str| {
        retreating(Given::german_combat().unit(id, "3611").unit(one, "3610").unit(other, "3512"), id, 2)
    };
    let allies = corner("23-2di", "18-vg", "1pz-1ss");
    assert_eq!(ends(&allies, "23-2di"), ["3712"]);
    // Germans never do (5.3l)
    let germans = corner("18-vg", "23-2di", "9-2di");
    assert!(ends(&germans, "18-vg").is_empty());
    // and with a way on the map nobody does
    let open = retreating(Given::german_combat().unit("23-2di", "3611").unit("18-vg", "3610"), "23-2di", 1);
    assert!(ends(&open, "23-2di").iter().all(|end| GAME.board.is_live(hex(end))));
}

#[test]
fn cases_5_3n_and_7_2b_a_german_zone_closes_an_edge_hex_to_retreats_unless_a_sleeper_lies_there() {
    const GERMANS: [&str; 6] = ["18-vg", "62-vg", "326-vg", "277-vg", "276-vg", "352-vg"];
    // somewhere Germans in all hexes around reach all edge hexes beside a unit
    let shut = |from| {
        let around = GAME.board.around(from).filter(|there| GAME.board.is_live(*there)).zip(GERMANS);
        let given = Given::german_combat().unit("23-2di", &number(from));
        retreating(around.fold(given, |given, (there, id)| given.unit(id, &number(there))), "23-2di", 1)
    };
    let edge = |from| GAME.board.around(from).find(|there| GAME.board.is_edge(*there)).map(|edge| (shut(from), edge));
    let mut places = GAME.board.live().filter_map(edge).filter(|(given, _)| ends(given, "23-2di").is_empty());
    let (given, edge) = places.next().expect("such a place");
    assert_eq!(ends(&given.unit("9-2di", &number(edge)), "23-2di"), [number(edge)]);
}

/// Germans in road mode, who control nothing, in some hexes.
pub fn marching(given: Given, hexes: impl Iterator<Item = definitions::hex::HexId>) -> Given {
    let ids: Vec<&str> = GAME.units_of(GERMAN).map(|unit| GAME.published.units.unit(unit).id.as_str()).collect();
    hexes.zip(ids).fold(given, |given, (hex, id)| given.road(id, &number(hex)))
}

#[test]
fn cases_9_7p_and_5_3m_nobody_goes_off_the_map_who_has_a_way_on_it_and_else_by_the_fewest_hexes() {
    let board = &GAME.board;
    let to_edge = |from| {
        let edges = (0..board.hex_count() as u16).map(definitions::hex::HexId).filter(|hex| board.is_edge(*hex));
        edges.map(|edge| board.distance(from, edge)).min().expect("edge hexes")
    };
    let (mut beside, mut behind) = (0, 0);
    for from in board.live().filter(|from| to_edge(*from) <= 2) {
        let free = retreating(Given::german_combat().unit("23-2di", &number(from)), "23-2di", 2);
        let open = ends(&free, "23-2di");
        assert!(open.is_empty() || open.iter().all(|end| board.is_live(hex(end))), "{}: {open:?}", number(from));
        // whatever lies two hexes away on the map is taken
        let shut = marching(free, board.live().filter(|there| board.distance(*there, from) == 2));
        for way in ways(&GAME, &shut.state, unit("23-2di")) {
            assert_eq!(way.len() as u16, 1 + to_edge(from), "{}", number(from));
            assert!(board.is_edge(way[way.len() - 1]));
            assert!(way[..way.len() - 1].iter().all(|hex| board.is_live(*hex)), "{}", number(from));
            if to_edge(from) == 1 { beside += 1 } else { behind += 1 }
        }
    }
    assert!(beside > 20 && behind > 10, "{beside} and {behind} ways");
}

#[test]
fn case_10_2a_among_ways_alike_in_the_first_priority_and_off_roads_and_water_clear_ground_goes_before_rough() {
    use crate::printed::{Ground, Water};
    let board = &GAME.board;
    let mut preferred = 0;
    for from in board.live() {
        let given = retreating(Given::german_combat().unit("23-2di", &number(from)), "23-2di", 1);
        let to = |side, hex| i32::from(board.to_source(side, hex));
        let astray =
            |end| (to(ALLIED, end) + 1 - to(ALLIED, from)).max(0) + (to(GERMAN, from) - to(GERMAN, end)).max(0);
        let dry = |side: &&crate::printed::Side| board.is_live(side.there) && !side.road && side.water == Water::None;
        let sides: Vec<_> = board.hex(from).sides.iter().filter(dry).collect();
        let is = |hex, ground| board.hex(hex).ground == ground;
        let open = ends(&given, "23-2di");
        let off_road = |hex| !crate::chapters::movement::road_mode::on_road(&GAME, hex);
        for rough in sides.iter().filter(|side| is(side.there, Ground::Rough) && off_road(side.there)) {
            let better = |side: &&&crate::printed::Side| {
                is(side.there, Ground::Clear) && astray(side.there) == astray(rough.there)
            };
            if sides.iter().any(|side| better(&side)) {
                assert!(!open.contains(&number(rough.there)), "{} to {}", number(from), number(rough.there));
                preferred += 1;
            }
        }
    }
    assert!(preferred > 50, "{preferred}");
}

#[test]
fn cases_6_7m_and_11h_allies_in_road_mode_do_not_retreat_into_the_west_wall_and_germans_do() {
    let board = &GAME.board;
    let mut germans = 0;
    for from in board.live().filter(|from| !board.hex(*from).west_wall) {
        let walled = |end: &String| board.hex(hex(end)).west_wall;
        for (id, given) in [("23-2di", Given::german_combat()), ("3-2pz", Given::allied_combat())] {
            let given = retreating(given.road(id, &number(from)), id, 1);
            let into = ends(&given, id).iter().filter(|end| walled(end)).count();
            if id == "23-2di" { assert_eq!(into, 0, "{}", number(from)) } else { germans += into }
        }
    }
    assert!(germans > 0);
}

#[test]
fn case_14_3c_units_bound_to_the_west_bank_do_not_retreat_over_the_meuse_before_they_are_freed() {
    let board = &GAME.board;
    // Germans hold all that is west of the river around 1640
    let west = board.around(hex("1640")).filter(|there| board.is_live(*there) && board.west_of_meuse(*there));
    let given = retreating(marching(Given::german_combat().unit("129-43di", "1640"), west), "129-43di", 1);
    let bound = |bound: bool, freed: bool| {
        let given = given.clone().with(|state| {
            state.units.get_mut(unit("129-43di")).west_bank = bound;
            state.freed = freed;
        });
        ends(&given, "129-43di").iter().any(|end| !board.west_of_meuse(hex(end)) && board.is_live(hex(end)))
    };
    assert!(!bound(true, false));
    assert!(bound(true, true) && bound(false, false) && bound(false, true));
}

#[test]
fn case_10_2a_who_has_no_choice_retreats_unasked_before_the_victor_is_asked_for_the_others() {
    let board = &GAME.board;
    let at = |id: &str, place| {
        let given = retreating(Given::german_combat().unit(id, &number(place)), id, 1);
        ends(&given, id).len()
    };
    let mut choices = board.live().filter(|place| at("23-2di", *place) > 1);
    let first = choices.next().expect("a choice");
    let second = choices.find(|place| board.distance(*place, first) > 6).expect("another");
    let far = |place| board.distance(place, first) > 6 && board.distance(place, second) > 6;
    let alone = board.live().find(|place| far(*place) && at("38-2di", *place) == 1).expect("no choice");
    let given = Given::german_combat().unit("23-2di", &number(first)).unit("9-2di", &number(second));
    let given = retreating(given.unit("38-2di", &number(alone)), "23-2di", 1);
    let mut given = given.with(|state| {
        state.asked = Some(Asked { id: AskId(1), side: GERMAN, topic: Topic::Retreat });
        let combat = state.combat.as_mut().expect("a combat");
        combat.retreating = vec![unit("23-2di"), unit("9-2di"), unit("38-2di")];
    });
    let end = ends(&given, "23-2di")[0].clone();
    given.order(&format!("retreat 23/2 to {end}"));
    assert_eq!(given.asked(), Some((GERMAN, Topic::Retreat)));
    assert_ne!(given.place("38-2di"), number(alone), "it had no choice");
    assert_eq!(given.place("9-2di"), number(second));
}

#[test]
fn case_10_1b_attackers_who_are_just_as_strong_as_the_lost_are_all_lost_without_a_question() {
    // 9/2 came there in this phase: it adds nothing to the defence, but its strength counts for the loss
    let given = Given::german_combat().turn(1).unit("1-1ss", "1432").unit("2-1ss", "1432").unit("38-2di", "2521");
    let mut given = given.unit("23-2di", "1532").unit("9-2di", "1532").with(|state| {
        let newcomer = state.units.get_mut(unit("9-2di"));
        (newcomer.newcomer, newcomer.attacked) = (true, true);
    });
    let events = given.roll("attack 1532 with 1/1 SS, 2/1 SS", &[2]);
    assert_eq!(outcome(&events), Some(Outcome::Exchange));
    assert_eq!(given.state.lost, [2, 2]);
    let why = events.iter().filter(|event| matches!(event, Event::Lost { why: Loss::Exchange, .. })).count();
    assert_eq!(why, 4);
}

#[test]
fn cases_11f_and_e_11_units_in_a_town_stay_unless_their_owner_waives_it_before_the_die() {
    // Marche
    let given = || Given::german_combat().unit("1pz-1ss", "1730").unit("23-2di", "1729").unit("9-2di", "2521");
    let mut keeps = given();
    keeps.order("attack 1729 with 1 SS Pz");
    assert_eq!(keeps.asked(), Some((ALLIED, Topic::Waive)));
    let events = keeps.roll("keep", &[1]);
    assert_eq!(keeps.place("23-2di"), "1729");
    let told = |event: &Event| <ArdennesOffensive as engine::contract::Speech>::describe(&GAME, event);
    let stays = "The die shows 1: Dr2. Nobody moves: towns and the West Wall are held (11f, 11h).".to_owned();
    assert!(events.iter().any(|event| told(event) == Some(stays.clone())), "{events:?}");
    let mut waives = given();
    waives.order("attack 1729 with 1 SS Pz");
    waives.roll("waive", &[1]);
    assert!(waives.place("23-2di") != "1729" || waives.asked().is_some_and(|asked| asked.1 == Topic::Retreat));
}

#[test]
fn case_e_11_attackers_in_a_town_are_immune_as_well_and_waive_in_their_order() {
    let given = || Given::allied_combat().unit("23-2di", "1729").unit("1pz-1ss", "1730").unit("18-vg", "2503");
    let mut keeps = given();
    keeps.roll("attack 1730 with 23/2", &[1]);
    assert_eq!(keeps.place("23-2di"), "1729");
    let mut waives = given();
    waives.roll("attack 1730 with 23/2 waive", &[1]);
    assert!(waives.place("23-2di") != "1729" || waives.asked() == Some((GERMAN, Topic::Retreat)));
    let open = Given::allied_combat().unit("23-2di", "1731").unit("1pz-1ss", "1730");
    assert_eq!(open.refused("attack 1730 with 23/2 waive"), "E.11");
}

#[test]
fn cases_e_11_and_11h_germans_in_the_west_wall_stay_and_allies_there_do_not() {
    let wall = GAME.board.live().find(|hex| GAME.board.hex(*hex).west_wall && !GAME.board.hex(*hex).town);
    let wall = wall.expect("the West Wall");
    assert!(crate::chapters::combat::immune(&GAME, GERMAN, wall));
    assert!(!crate::chapters::combat::immune(&GAME, ALLIED, wall));
}

#[test]
fn case_10_3_germans_use_their_own_table_until_a_1_is_rolled_from_turn_6_on() {
    let next_turn = |turn: u8, dice: &[u8]| {
        let given =
            Given::at(ALLIED, crate::truth::state::Phase::Mechanized).unit("18-vg", "2503").unit("9-2di", "2521");
        let mut given = given.turn(turn);
        given.roll("end", dice);
        given.state.table_changed
    };
    assert!(!next_turn(4, &[]), "turn 5 has no die");
    assert!(!next_turn(5, &[2]));
    assert!(next_turn(5, &[1]));
    let strong = |changed: bool| {
        let given = Given::german_combat().unit("1pz-1ss", "1432").unit("23-2di", "1532").unit("9-2di", "2521");
        let mut given = given.with(|state| state.table_changed = changed);
        outcome(&given.roll("attack 1532 with 1 SS Pz", &[4]))
    };
    assert_eq!(strong(false), Some(Outcome::DefenderRetreats(1)));
    assert_eq!(strong(true), Some(Outcome::AttackerRetreats(1)));
    let mut allied = Given::allied_combat().unit("29-bab", "1432").unit("77-26vg", "1532").unit("18-vg", "2503");
    assert_eq!(outcome(&allied.roll("attack 1532 with 29 Arm", &[4])), Some(Outcome::AttackerRetreats(1)));
}
