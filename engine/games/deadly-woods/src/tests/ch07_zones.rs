//! Zones of control (7).

use super::given::{Branch, GAME, at, ends, hex, path, place};
use crate::printed::{ALLIED, GERMAN, Ground};
use crate::truth::event::Event;
use definitions::hex::HexId;
use engine::contract::SideId;

fn zone(lines: &str, side: SideId, number: &str) -> bool {
    at(&format!("turn 4 german move\n{lines}")).state.disposition(&GAME).zones(side).contains(hex(number))
}

#[test]
fn cases_7_1a_7_1b_and_7_1c_all_six_hexes_around_unless_the_strength_is_circled_and_one_of_a_stack_is_enough() {
    for number in ["2317", "2417", "2418", "2319", "2218", "2217"] {
        assert!(zone("unit a-26vg 2318", GERMAN, number), "{number}");
    }
    assert!(!zone("unit a-26vg 2318", ALLIED, "2317"), "enemies alone");
    assert!(!zone("unit a-2pz 2318 lost=2", GERMAN, "2317"));
    assert!(zone("unit a-2pz 2318 lost=2\nunit b-2pz 2318", GERMAN, "2317"));
    assert!(!zone("unit vdh 2318", GERMAN, "2317") && !zone("unit delay 2318", ALLIED, "2317"));
}

/// A hexside for which something holds.
fn side(fits: impl Fn(HexId, &crate::printed::Side) -> bool) -> (String, String) {
    let all = GAME.board.all().flat_map(|from| GAME.board.hex(from).sides.iter().map(move |side| (from, side)));
    let (from, side) = all.into_iter().find(|(from, side)| fits(*from, side)).expect("such a hexside");
    let number = |hex| GAME.published.map.grid.number(hex);
    (number(from), number(side.there))
}

#[test]
fn case_7_2a_zones_do_not_cross_a_river_without_a_bridge_that_stands() {
    let (from, to) = side(|_, side| side.river.is_some() && side.bridge.is_none());
    assert!(!zone(&format!("unit a-26vg {from}"), GERMAN, &to));
    let (from, to) = ("2614", "2615");
    assert!(zone(&format!("unit a-26vg {from}"), GERMAN, to));
    assert!(!zone(&format!("unit a-26vg {from}\nbridge {from}/{to} blown"), GERMAN, to), "a blown one is none (R45)");
}

#[test]
fn case_7_2b_zones_of_armour_reach_into_woods_and_forest_along_a_road_alone() {
    // 2517 Noville beside the woods of 2516 and 2518, by roads, and of 2616, without
    for (to, reaches) in [("2518", true), ("2616", false)] {
        assert_eq!(zone("unit a-2pz 2517", GERMAN, to), reaches, "{to}");
        assert!(zone("unit a-26vg 2517", GERMAN, to), "infantry, {to}");
        assert!(zone("unit 8-3pg 2517", GERMAN, to), "mechanized, {to}");
    }
    let (from, to) =
        side(|_, side| GAME.board.hex(side.there).ground == Ground::Forest && !side.road && side.river.is_none());
    assert!(!zone(&format!("unit cca-9db {from}"), ALLIED, &to) || GAME.board.hex(hex(&to)).westwall);
}

#[test]
fn case_7_2c_allied_zones_other_than_infantrys_do_not_reach_into_the_westwall() {
    // 3602 and 3603 belong to it, without a river between
    assert!(!zone("unit cca-9db 3602", ALLIED, "3603") && !zone("unit 14-cav 3602", ALLIED, "3603"));
    assert!(zone("unit 422-106di 3602", ALLIED, "3603") && zone("unit a-2pz 3602", GERMAN, "3603"));
}

#[test]
fn cases_7_3a_and_7_3b_a_unit_stops_in_a_zone_and_goes_from_none_to_the_next() {
    let given = at("turn 4 german move\nunit a-2pz 2316\nunit 422-106di 2318");
    let reached = ends(&given, "a-2pz");
    assert!(reached.contains(&"2317".to_owned()));
    given.when("german: move KG a/2 Pz to 2218 via 2217").is_refused_by("7.3a", "KG a/2 Pz stops in the enemy zone");
    let inside = at("turn 4 german move\nunit a-2pz 2317\nunit 422-106di 2318");
    // round the zones, not through them
    assert_eq!(path(&inside.when("german: move KG a/2 Pz to 2217")), ["2317", "2216", "2117", "2217"]);
    let held = at(
        "turn 4 german move\nunit a-2pz 2317\nunit b-2pz 2616\nunit 422-106di 2318\nunit 423-106di 2216\nunit 424-106di 2416",
    );
    held.when("german: move KG a/2 Pz to 2217").is_refused_by("7.3b", "from one enemy zone of control to another");
    assert_eq!(place(&inside.after("german: move KG a/2 Pz to 2316"), "a-2pz"), "2316");
}

#[test]
fn cases_7_3c_and_7_3d_the_150th_goes_from_zone_to_zone_once_and_stops() {
    let given = at("turn 2 german move\nunit 150-pz 2317\nunit 422-106di 2318");
    assert_eq!(path(&given.when("german: move 150 Pz to 2217")).len(), 4, "round them");
    let there = given.when("german: infiltrate 150 Pz to 2217");
    there.happens(|event| *event == Event::Infiltrated);
    assert_eq!(path(&there), ["2317", "2217"]);
    assert!(given.when("german: infiltrate 150 Pz to 2118 via 2217").refused.is_some(), "it stops");
    let again = at("turn 2 german move\nunit 150-pz 2317\nunit 422-106di 2318").fact(&Event::Infiltrated);
    again.when("german: infiltrate 150 Pz to 2217").is_refused_by("7.3c", "has used its right");
    let late = at("turn 4 german move\nunit 150-pz 2317\nunit 422-106di 2318");
    late.when("german: infiltrate 150 Pz to 2217").is_refused_by("7.3c", "turns 1 to 3");
    let other = at("turn 2 german move\nunit 150-pz 2316\nunit a-2pz 2317\nunit 422-106di 2318");
    other.when("german: infiltrate KG a/2 Pz to 2217").is_refused_by("7.3c", "alone may infiltrate");
}

#[test]
fn case_7_3e_the_150th_enters_a_zone_and_goes_on_where_none_is() {
    // 2217 lies in the zone, 2118 beyond does not
    let given = at("turn 2 german move\nunit 150-pz 2216\nunit 422-106di 2318\nunit a-26vg 2117\nunit b-26vg 2116");
    let way = given.when("german: infiltrate 150 Pz to 2118 via 2217");
    assert_eq!(path(&way), ["2216", "2217", "2118"]);
    given.when("german: move 150 Pz to 2118 via 2217").is_refused_by("7.3a", "stops in the enemy zone");
}

#[test]
fn cases_7_3h_7_3i_and_7_3j_friends_and_the_westwall_cancel_zones_engineers_do_not_and_the_delay_does() {
    let open = |lines: &str, side: SideId, number: &str| {
        let table = at(&format!("turn 4 german move\n{lines}"));
        crate::chapters::supply::open(&GAME, &table.state, side, hex(number))
    };
    assert!(!open("unit a-26vg 2318", ALLIED, "2317"));
    assert!(open("unit a-26vg 2318\nunit 422-106di 2317", ALLIED, "2317"));
    assert!(!open("unit a-26vg 2418\nunit eng-viii 2517\nunit b-26vg 2518", ALLIED, "2517"));
    assert!(open("unit a-26vg 2418\nunit delay 2517\nunit b-26vg 2518", ALLIED, "2517"));
    assert!(open("unit 422-106di 3602", GERMAN, "3603"), "the Westwall, for Germans");
    assert!(!open("unit a-26vg 3602", ALLIED, "3603"), "not for Allies");
}

#[test]
fn case_7_3k_nobody_has_to_attack_out_of_a_zone() {
    let given = at("turn 4 german combat\nunit a-26vg 2317\nunit 422-106di 2318");
    given.when("german: end").happens_not(|event| matches!(event, Event::Attacked { .. }));
}

#[test]
fn case_7_3g_a_line_of_supply_does_not_go_through_a_zone() {
    // six Germans two hexes around: their zones close the ring
    let zones =
        "unit a-26vg 2316\nunit b-26vg 2517\nunit a-18vg 2519\nunit b-18vg 2420\nunit a-560vg 2219\nunit b-560vg 2217";
    let table = at(&format!("turn 4 allied move\nunit 422-106di 2418\n{zones}"));
    assert!(!crate::chapters::supply::supplied(&GAME, &table.state, super::given::unit("422-106di")));
}
