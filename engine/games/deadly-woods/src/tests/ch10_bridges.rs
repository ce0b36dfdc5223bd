//! Bridges (10.6), and engineers who blow them (12.4.3).

use super::given::{Branch, GAME, Table, at, hex, place};
use crate::printed::BridgeId;
use crate::truth::event::Event;

fn bridge(one: &str, other: &str) -> BridgeId {
    GAME.board.bridge_between(hex(one), hex(other)).expect("a bridge")
}

fn blown(table: &Table, one: &str, other: &str) -> bool {
    table.state.units.is_blown(bridge(one, other))
}

#[test]
fn cases_10_6b_10_6c_and_10_6d_a_bridge_is_free_by_road_and_on_foot_and_2_mp_off_the_road() {
    use crate::printed::{Tread, during};
    let chart = &GAME.tables.chart;
    assert_eq!(chart.bridge[Tread::Foot.index()], Some(0));
    assert_eq!(chart.bridge[Tread::Wheels.index()], Some(4), "2 MP in half points");
    // 301 Tiger with a friend beside it has no road: 2615 to 2614 costs 3 of its 5 MP
    let cost = |lines: &str, id: &str, to: &str| {
        let given = at(&format!("turn 4 german move\n{lines}"));
        let partial = [
            crate::truth::order::Step::Verb(crate::truth::order::Verb::Move),
            crate::truth::order::Step::Unit(super::given::unit(id)),
        ];
        let way =
            crate::chapters::movement::orders::way(&GAME, &given.state, crate::printed::GERMAN, &partial, hex(to));
        way.map(|way| way.spent).unwrap_or_else(|refusal| panic!("{refusal}"))
    };
    assert_eq!(cost("unit 301-tiger 2615\nunit 506-tiger 2615", "301-tiger", "2614"), 6);
    assert_eq!(cost("unit 301-tiger 2615", "301-tiger", "2614"), 1);
    assert_eq!(cost("unit a-26vg 2615", "a-26vg", "2614"), 2);
    assert!(during((1, 3), 3));
}

#[test]
fn cases_10_6_1a_12_4_3_and_10_6_1b_each_engineers_blow_a_bridge_within_three_hexes_in_an_allied_move_round() {
    let given = |round: &str, more: &str| {
        at(&format!("turn 3 allied {round}\nunit eng-viii 2517\nunit 422-106di 2615\n{more}"))
    };
    let done = given("move", "").when("allied: blow 2614/2615");
    done.happens(|event| matches!(event, Event::BridgeBlown { by: Some(_), .. }));
    assert!(blown(&done.now, "2614", "2615"));
    done.now.when("allied: blow 2515/2615").is_refused_by("10.6.1a", "has blown a bridge in this round");
    let two = given("move", "unit eng-vii 2819").after("allied: blow 2614/2615");
    assert!(two.when("allied: blow 2515/2615").refused.is_some(), "VII Corps is five hexes away");
    for round in ["combat", "patton", "monty-move", "first-reinforcements", "first-reaction"] {
        given(round, "unit cca-9db 2418\nunit cca-4db 2418\nunit cca-2db 2219\nunit a-26vg 2716")
            .when("allied: blow 2614/2615")
            .is_refused_by("10.6.1b", "Allied Move rounds alone");
    }
    let nobody = at("turn 3 allied move\nunit eng-viii 2517\nunit 422-106di 2418");
    nobody.when("allied: blow 2614/2615").is_refused_by("10.6.1a", "no Allied combat unit");
    let delay = at("turn 3 allied move\nunit eng-viii 2517\nunit delay 2615\nunit 422-106di 2418");
    assert!(delay.when("allied: blow 2614/2615").refused.is_none(), "the Delay is a combat unit");
}

/// Germans behind the Ourthe at Houffalize, attacked from the east and south.
fn attacked_over_a_bridge() -> Table {
    // 2614 is attacked over the bridge from 2615
    at("turn 4 german combat\nunit a-26vg 2615\nunit b-26vg 2615\nunit 422-106di 2614\nunit 423-106di 2614")
}

#[test]
fn cases_10_6_1e_and_10_6_1d_who_still_holds_the_hex_blows_the_bridge_before_it_without_a_die_unless_he_declines() {
    // 8 to 8 is 1:1, a river: 1:2; a 1 is AL1
    let held = attacked_over_a_bridge().rolling(&[1]).when("german: attack 2614 with KG a/26 VG, KG b/26 VG").is_done();
    let held = held.after("german: lose KG a/26 VG");
    assert_eq!(held.asked("allied"), ["Do you blow the bridges?"]);
    let gone = held.when("allied: blow");
    gone.happens_not(|event| matches!(event, Event::BridgeRolled { .. }));
    assert!(blown(&gone.now, "2614", "2615"));
    assert!(!blown(&held.after("allied: keep"), "2614", "2615"));
    held.when("allied: keep 2614/2614").is_refused_by("10.6.1e", "about no bridge of");
}

#[test]
fn case_10_6_1e_each_bridge_over_which_somebody_attacked_may_be_spared_by_itself() {
    // Houffalize from the north and the west, each over a bridge
    let given =
        at("turn 4 german combat\nunit a-26vg 2614\nunit b-26vg 2515\nunit 422-106di 2615\nunit 423-106di 2615");
    let held = given.rolling(&[1]).when("german: attack 2615 with KG a/26 VG, KG b/26 VG").is_done();
    let held = held.after("german: lose KG a/26 VG");
    let one = held.when("allied: keep 2614/2615");
    one.happens(|event| matches!(event, Event::BridgeSpared { .. }));
    assert_eq!(one.now.asked("allied"), ["Do you blow the bridges?"]);
    let rest = one.now.after("allied: blow");
    assert!(!blown(&rest, "2614", "2615") && blown(&rest, "2515", "2615"));
    held.when("allied: keep 3215/3315").is_refused_by("10.6.1e", "about no bridge of");
}

#[test]
fn case_10_6_1c_whose_unit_retreated_over_a_bridge_rolls_and_1_to_3_blows_it() {
    // Houffalize beaten: the way back leads over one of its bridges
    let given = at(
        "turn 4 german combat\nunit a-2pz 2715\nunit b-2pz 2716\nunit a-lehr 2616\nunit 422-106di 2615\nunit b-lehr 2516",
    );
    for (face, down) in [(1, true), (3, true), (4, false)] {
        let mut now =
            given.rolling(&[5]).when("german: attack 2615 with KG a/2 Pz, KG b/2 Pz, KG a/Lehr, KG b/Lehr").is_done();
        if now.asked("allied") == ["Where do your beaten units go?"] {
            let to = now.legal("allied", "retreat").remove(0);
            now = now.after(&format!("allied: {to}"));
        }
        assert_eq!(now.asked("allied"), ["Do you blow the bridges?"], "back to {}", place(&now, "422-106di"));
        let rolled = now.rolling(&[face]).when("allied: blow");
        rolled.happens(|event| matches!(event, Event::BridgeRolled { face: rolled, .. } if *rolled == face));
        let any = rolled.events.iter().any(|event| matches!(event, Event::BridgeBlown { .. }));
        assert_eq!(any, down, "{face}");
    }
}

#[test]
fn case_10_6_1f_a_destroyed_bridge_costs_infantry_1_mp_more_and_motorized_units_3() {
    use crate::printed::Tread;
    let chart = &GAME.tables.chart;
    assert_eq!([Tread::Foot, Tread::Wheels].map(|tread| chart.destroyed[tread.index()]), [Some(2), Some(6)]);
    // 4 MP of 506 Tiger: 3 and the hex
    let given = at("turn 4 german move\nunit 506-tiger 2615\nunit a-26vg 2615\nbridge 2614/2615 blown");
    assert_eq!(place(&given.after("german: move 506 Tiger to 2614"), "506-tiger"), "2614");
    assert_eq!(place(&given.after("german: move KG a/26 VG to 2614"), "a-26vg"), "2614");
}

#[test]
fn cases_10_6_2a_and_10_6_2b_crossing_rebuilds_and_the_germans_rebuild_one_a_turn_in_each_area() {
    let given =
        at("turn 4 german move\nunit a-26vg 2615\nunit b-26vg 2615\nbridge 2614/2615 blown\nbridge 2515/2615 blown");
    let first = given.when("german: move KG a/26 VG to 2614");
    first.happens(|event| matches!(event, Event::BridgeBuilt { army: Some(_), .. }));
    assert!(!blown(&first.now, "2614", "2615"));
    let second = first.now.when("german: move KG b/26 VG to 2515");
    second.happens_not(|event| matches!(event, Event::BridgeBuilt { .. }));
    assert!(blown(&second.now, "2515", "2615"), "the marker of the 5th Panzer Army is used");
    let allied = at(
        "turn 4 allied move\nunit 422-106di 2615\nunit 423-106di 2615\nbridge 2614/2615 blown\nbridge 2515/2615 blown",
    );
    let both = allied.after("allied: move 422/106 to 2614").after("allied: move 423/106 to 2515");
    assert!(!blown(&both, "2614", "2615") && !blown(&both, "2515", "2615"), "nothing bounds the Allies");
}
