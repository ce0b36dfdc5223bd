//! Towns, bridges, positions (12), and what else moves and supply meet on the ground (7.5, 7.6, 7.9, 10).

use super::given::{active, draws, empty, hex, hold, impulse, put, unit};
use crate::EnemyAction;
use crate::chapters::movement::{Barrier, Mover};
use crate::chapters::supply::trace;
use crate::printed::{ALLIED, GERMAN};
use crate::truth::event::Event;
use crate::truth::roster::{Place, Supply};
use engine::contract::SideId;
use testing::Given;

/// What a unit has left, or what keeps it out, as it goes from its hex into one beside it.
fn step(given: &Given<EnemyAction>, id: &str, to: &str, strategic: bool) -> Result<u16, Barrier> {
    let it = unit(given, id);
    let from = given.state.public.unit(it).hex().unwrap();
    let mover = Mover::new(&given.definitions, &given.state.public, it, from, strategic);
    mover.enter(from, given.definitions.board.side(from, hex(given, to)).unwrap(), mover.allowance)
}

fn lone(day: u8, id: &str, number: &str) -> Given<EnemyAction> {
    let given = put(empty(day), id, number, 0);
    let side = given.definitions.counter(unit(&given, id)).side;
    active(given, side, &[id])
}

fn supplied(given: &Given<EnemyAction>, side: SideId, number: &str) -> bool {
    trace(&given.definitions, &given.state.public, side).supplied.contains(hex(given, number))
}

#[test]
fn cases_7_5e_and_7_5f_and_7_5g_and_7_5i_and_7_9e_and_12_2d_what_strategic_movement_does_not_enter() {
    let forbidden = |case: &'static str| Err(Barrier::Strategic(case));
    // an Allied bridge, to a German
    assert_eq!(step(&lone(20, "3-2pz", "1617"), "3-2pz", "1717", true), forbidden("7.5e"));
    // the Westwall, to an Ally
    assert_eq!(step(&lone(20, "110-28di", "1706"), "110-28di", "1707", true), forbidden("7.5f"));
    let mut given = put(lone(20, "3-2pz", "1021"), "2-2pz", "1028", 0);
    assert_eq!(step(&given, "3-2pz", "1022", true), Ok(9));
    let block = hex(&given, "0923");
    given.state.public.roadblocks.insert(block);
    assert_eq!(step(&given, "3-2pz", "1022", true), forbidden("7.5g"));
    // a road leads from beside it into 2608, on the edge of the map
    let printed = empty(20);
    let board = &printed.definitions.board;
    let rim = hex(&printed, "2608");
    let inner = board.hex(rim).sides.iter().find(|side| side.road && board.hex(side.there).sides.len() == 6).unwrap();
    let inner = printed.definitions.published.map.grid.number(inner.there);
    let given = put(lone(20, "316-212vg", &inner), "352-vg", "2019", 0);
    assert_eq!(step(&given, "316-212vg", "2608", true), forbidden("7.5i"));
}

#[test]
fn cases_7_61c_and_7_61d_a_german_who_was_driven_over_his_line_only_comes_back() {
    // 0228 is outside the 5th Panzer Army's area, 0328 inside
    let given = lone(18, "3-2pz", "0228");
    assert!(step(&given, "3-2pz", "0328", false).is_ok());
    assert_eq!(step(&given, "3-2pz", "0128", false), Err(Barrier::Boundary));
    // and he goes over it only where no other way is open
    let given = put(put(empty(18), "3-2pz", "0328", 0), "110-28di", "0428", 0);
    let mut given = active(given, ALLIED, &["110-28di"]);
    let attacked = Event::Attacked {
        attacker: ALLIED,
        attackers: vec![unit(&given, "110-28di")],
        from: vec![hex(&given, "0428")],
        target: hex(&given, "0328"),
        defenders: vec![unit(&given, "3-2pz")],
        tactics: Vec::new(),
        positions: Vec::new(),
    };
    given = given.fact(&attacked).fact(&Event::Hit { attacker: 0, defender: 1, position: None });
    let combat = given.state.public.combat.as_ref().unwrap();
    let routes = crate::chapters::combat::retreat::routes(&given.definitions, &given.state.public, combat);
    let inside = |at: &definitions::hex::HexId| given.definitions.board.hex(*at).areas.iter().any(|area| area == "5pz");
    assert!(!routes.is_empty() && routes.iter().all(|route| route.path.iter().all(inside)));
}

#[test]
fn cases_7_9f_and_7_9g_roadblocks_have_no_zone_and_stop_german_lines() {
    let mut given = put(empty(20), "3-2pz", "1804", 0);
    assert!(supplied(&given, GERMAN, "1804"));
    // between 1804 and the roads of the edge
    for number in ["1704", "1705", "1803", "1805", "1904", "1905"] {
        let at = hex(&given, number);
        given.state.public.roadblocks.insert(at);
    }
    assert!(!supplied(&given, GERMAN, "1804"));
    assert_eq!(given.state.public.disposition(&given.definitions).zones(ALLIED).count(), 0);
}

#[test]
fn cases_10_23e_and_10_23f_and_10_23i_where_an_isolated_unit_does_not_go() {
    let isolated = |given: Given<EnemyAction>, id: &str| {
        let units = vec![(unit(&given, id), Supply::Isolated)];
        given.fact(&Event::SupplyJudged { units, roadblocks: Vec::new() })
    };
    let zone = put(isolated(lone(20, "39-26vg", "1021"), "39-26vg"), "110-28di", "1122", 0);
    assert_eq!(step(&zone, "39-26vg", "1020", false), Err(Barrier::Isolated("10.23e")));
    assert_eq!(
        step(&isolated(lone(20, "39-26vg", "1022"), "39-26vg"), "39-26vg", "1023", false),
        Err(Barrier::Isolated("10.23f"))
    );
    let wall = isolated(lone(20, "110-28di", "1706"), "110-28di");
    assert_eq!(step(&wall, "110-28di", "1707", false), Err(Barrier::Isolated("10.23i")));
}

#[test]
fn cases_12_1c_and_12_2d_enemy_towns_and_bridges_stop_supply() {
    // Allied supply of 1122 comes by Ciney and Marche: in German hands they let none through
    let mut given = empty(20);
    assert!(supplied(&given, ALLIED, "1122"));
    for number in ["1023", "1219", "1421", "1126"] {
        let at = hex(&given, number);
        given.state.public.towns.insert(at);
    }
    assert!(!trace(&given.definitions, &given.state.public, ALLIED).heads.contains(hex(&given, "1023")));
    // no German line crosses the Allied bridge between 1617 and 1717
    let river = given.definitions.board.side(hex(&given, "1617"), hex(&given, "1717")).and_then(|it| it.river).unwrap();
    assert_eq!(given.state.public.units.bridge(river).owner, ALLIED);
    assert!(!supplied(&given, GERMAN, "1717"));
}

#[test]
fn cases_12_31d_and_10_22c_dispersed_units_and_those_out_of_supply_dig_nothing() {
    for change in [(true, Supply::Full), (false, Supply::Out)] {
        let mut given = put(put(empty(20), "3-2pz", "1021", 0), "2-2pz", "1120", 0);
        let it = unit(&given, "3-2pz");
        let state = given.state.public.units.get_mut(it);
        (state.dispersed, state.supply) = change;
        let given = active(given, GERMAN, &["3-2pz", "2-2pz"]);
        let case = if change.0 { "12.31d" } else { "10.22c" };
        given.when("german: dig at 1021").is_refused_by(case, "3.2P in 1021 is");
        given.when("german: dig at 1120").is_done();
    }
}

#[test]
fn cases_12_31c_and_12_34b_and_12_34c_engineers_dig_the_defender_in_or_out_and_who_all_attacks_leaves_his_own() {
    let field = || {
        let given = put(put(empty(20), "3-2pz", "1021", 0), "110-28di", "1122", 0);
        active(given, GERMAN, &["3-2pz"])
    };
    let at = |given: &Given<EnemyAction>, number: &str| given.state.public.positions.contains(&hex(given, number));
    // the defender's engineers place one
    let given = hold(field(), ALLIED, &["4-id"]).and("german: attack 1122 with 3.2P");
    let position = hex(&given, "1122");
    let dug = draws(given, &["chit-24", "chit-24"]).when("allied: support with 4-id as Engineers");
    let _ = dug.happens(|event| matches!(event, Event::Supported { position: Some(at), .. } if *at == position));
    // the attacker's take it away before the combat, and his own position is left as all of its units attack
    let mut given = hold(field(), GERMAN, &["26-vg"]);
    for number in ["1122", "1021"] {
        let position = hex(&given, number);
        given.state.public.positions.insert(position);
    }
    let cleared = given.clone().and("german: attack 1122 with 3.2P playing 26-vg as Combat Engineers");
    assert!(!at(&cleared, "1122") && !at(&cleared, "1021"));
}

#[test]
fn cases_12_33_and_12_34d_a_position_stays_for_friends_and_goes_when_its_hex_is_left() {
    let dug = |friend: bool| {
        let mut given = put(empty(20), "3-2pz", "1021", 0);
        if friend {
            given = put(given, "2-2pz", "1021", 0);
        }
        let position = hex(&given, "1021");
        given.state.public.positions.insert(position);
        let moved = active(given, GERMAN, &["3-2pz"]).and("german: move 3.2P to 1022");
        moved.state.public.positions.contains(&position)
    };
    assert_eq!((dug(true), dug(false)), (true, false));
}

#[test]
fn case_11_3_units_that_came_two_days_ago_are_deployed_without_a_card() {
    let wait = |date: u8| {
        let given = put(empty(18), "110-28di", "1814", 0);
        let it = unit(&given, "109-28di");
        let given = given.fact(&Event::Arrived { units: vec![(it, Place::Reserve(date, false))] });
        crate::chapters::reserves::delayed(&given.definitions, &given.state.public, ALLIED)
    };
    assert_eq!([wait(15).len(), wait(16).len(), wait(17).len()], [0, 1, 0]);
}

#[test]
fn case_13_12_elite_steps_come_last() {
    let given = put(put(empty(20), "26-1di", "1219", 1), "393-99di", "1220", 1);
    let given = impulse(hold(given, ALLIED, &["corps-v"]), ALLIED).and("allied: replace with corps-v");
    assert_eq!(given.legal("allied", "rebuild"), ["rebuild 393.99"]);
    let after = given.clone().and("allied: rebuild 393.99");
    assert_eq!(after.legal("allied", "rebuild"), ["rebuild 26.1"]);
}
