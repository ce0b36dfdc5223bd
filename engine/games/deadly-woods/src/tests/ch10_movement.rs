//! Movement (10).

use super::given::{Branch, GAME, at, ends, hex, path, place, unit};
use crate::chapters::areas::{self, Bar};
use crate::chapters::movement::Mover;
use crate::printed::{POINT, Tread};
use crate::truth::event::Event;

#[test]
fn cases_10_1a_10_1c_and_14_4e_who_has_an_allowance_moves_and_motorized_units_pay_other_costs() {
    let given = at(
        "turn 4 german move\nunit vdh 2318\nunit a-26vg 2316\nunit 8-3pg 2316\nunit a-2pz 2217\nunit 506-tiger 2219",
    );
    given.when("german: move v. d. Heydte to 2317").is_refused_by("10.1a", "no movement allowance");
    // 2315 lies beside 2316 over a small river: infantry wades, nobody else
    let crosses = |id: &str| Mover::crosses(&GAME, &given.state, unit(id), hex("2316"), hex("2315"));
    assert!(crosses("a-26vg") && !crosses("8-3pg") && !crosses("a-2pz"));
    assert_eq!(given.legal("german", "move 506 Tiger to 2319").len(), 1);
}

#[test]
fn cases_10_2_t_teca_and_t_tecb_each_hex_costs_what_the_chart_says_and_rivers_without_a_bridge_stop_wheels() {
    let toll = |number: &str, tread: Tread| GAME.board.toll(hex(number), tread).map(|half| half / POINT);
    let of = |row: &str, column: &str| {
        let table = GAME.published.tables.get("terrain").expect("the chart");
        table.read(row, column, |text| Ok(text.parse::<u16>().ok())).expect("a cell")
    };
    for (number, row) in [("2318", "clear"), ("2616", "woods"), ("2712", "rough"), ("2612", "forest"), ("2418", "town")]
    {
        assert_eq!(toll(number, Tread::Foot), of(row, "infantry"), "{row}");
        assert_eq!(toll(number, Tread::Wheels), of(row, "motorised"), "{row}");
    }
    // 2316 and 2315: a river without a bridge between them, and woods behind it
    let given = at("turn 4 german move\nunit a-26vg 2316");
    assert!(ends(&given, "a-26vg").contains(&"2315".to_owned()));
    let chart = &GAME.tables.chart;
    assert_eq!([Tread::Foot, Tread::Wheels].map(|tread| chart.minor[tread.index()].is_some()), [true, false]);
    assert_eq!([Tread::Foot, Tread::Wheels].map(|tread| chart.major[tread.index()].is_some()), [true, false]);
}

#[test]
fn cases_10_2_1a_10_2_1b_10_2_1c_and_10_2_1d_a_unit_moves_once_a_round_as_far_as_it_likes_before_the_next() {
    let given = at("turn 4 german move\nunit a-26vg 2217\nunit b-26vg 2317");
    let moved = given.after("german: move KG a/26 VG to 2318");
    moved.when("german: move KG a/26 VG to 2319").is_refused_by("10.2.1d", "has moved in this round");
    // the next round has the whole allowance again and no more
    let next = moved.after("german: move KG b/26 VG to 2417");
    assert!(!next.state.unit(unit("a-26vg")).moved);
}

/// A cavalry group in a ring of zones, with one friend behind it.
const TRAP: &str = "unit 14-cav 2318\nunit a-26vg 2217\nunit b-26vg 2417\nunit a-18vg 2218\n";

#[test]
fn cases_10_3a_10_3b_10_3c_10_3d_and_10_3e_out_of_a_ring_of_zones_over_a_friend_into_supply() {
    let given = at(&format!("turn 4 allied move\n{TRAP}unit 422-106di 2319\nunit 112-28di 2711"));
    let out = given.when("allied: move 14 Cav to 2420").refused.is_some();
    assert!(out, "2420 is not next to the friend");
    let moved = given.when("allied: move 14 Cav to 2320");
    assert_eq!(path(&moved), ["2318", "2319", "2320"]);
    moved.happens(|event| *event == Event::HeldDoor { unit: unit("422-106di") });
    moved.now.when("allied: move 422/106 to 2320").is_refused_by("10.3e", "holds the door open");
    let alone = at(&format!("turn 4 allied move\n{TRAP}unit eng-viii 2319\nunit 422-106di 2615"));
    alone.when("allied: move 14 Cav to 2320").is_refused_by("7.3b", "from one enemy zone");
    // who has moved holds no door
    let busy = at(&format!("turn 4 allied move\n{TRAP}unit 422-106di 2320")).after("allied: move 422/106 to 2319");
    assert!(busy.when("allied: move 14 Cav to 2320").refused.is_some());
    // nor does it end beside an enemy
    let near = at(&format!("turn 4 allied move\n{TRAP}unit 422-106di 2319\nunit vdh 2321"));
    assert!(near.when("allied: move 14 Cav to 2320").refused.is_some());
}

#[test]
fn case_10_3a_a_unit_that_can_go_elsewhere_does_not_withdraw_so() {
    // 2418 lies in no zone
    let given = at("turn 4 allied move\nunit 14-cav 2318\nunit a-26vg 2217\nunit 422-106di 2319");
    assert!(given.when("allied: move 14 Cav to 2418").refused.is_none());
    let moved = given.when("allied: move 14 Cav to 2320");
    moved.happens_not(|event| matches!(event, Event::HeldDoor { .. }));
}

#[test]
fn case_10_3f_armour_does_not_withdraw_so_before_combat() {
    let given = at(
        "turn 4 allied combat\nunit cca-9db 2318\nunit a-26vg 2217\nunit b-26vg 2417\nunit a-18vg 2218\nunit 422-106di 2319",
    );
    given.when("allied: move CCA/9 to 2320").is_refused_by("14.4h", "may not move before combat");
}

#[test]
fn cases_10_4a_and_10_4b_along_a_road_infantry_pays_1_mp_and_motorized_units_half_a_point() {
    // 2315 to 2719: 2319, 2418, 2519, 2618, 2719 are a road
    let foot = at("turn 4 german move\nunit a-26vg 2319");
    assert!(ends(&foot, "a-26vg").contains(&"2618".to_owned()) && !ends(&foot, "a-26vg").contains(&"2719".to_owned()));
    // Wiltz, a town in the forest: 4 hexes from 2618 by road at most
    let wheels = at("turn 4 german move\nunit 506-tiger 2719");
    assert!(ends(&wheels, "506-tiger").contains(&"2819".to_owned()), "forest by road");
    let reached = ends(&at("turn 4 german move\nunit 506-tiger 2418"), "506-tiger");
    let far = reached.iter().map(|end| GAME.board.distance(hex("2418"), hex(end))).max();
    assert!(far > Some(5) && far <= Some(8), "4 MP are 8 hexes: {far:?}");
}

#[test]
fn cases_10_4c_and_10_6_1g_no_road_leads_over_a_blown_bridge() {
    let given = |lines: &str| at(&format!("turn 4 german move\nunit 506-tiger 2614\n{lines}"));
    assert!(ends(&given(""), "506-tiger").contains(&"2517".to_owned()));
    // over what is left: 3 MP and the hex, and no road after it
    let reached = ends(&given("bridge 2614/2615 blown\nbridge 2515/2615 blown"), "506-tiger");
    assert!(reached.contains(&"2615".to_owned()) && !reached.contains(&"2516".to_owned()), "{reached:?}");
    let foot = |lines: &str| ends(&at(&format!("turn 4 german move\nunit a-26vg 2614\n{lines}")), "a-26vg");
    assert!(foot("").contains(&"2716".to_owned()));
    let waded = foot("bridge 2614/2615 blown");
    assert!(waded.contains(&"2615".to_owned()), "1 MP more and the town");
}

#[test]
fn cases_10_4_1b_and_14_8i_who_enters_may_start_from_a_stack_by_road() {
    let given = |entered: &str| {
        at(&format!("turn 4 german first-reinforcements\nunit a-9pz 4412{entered}\nunit b-9pz 4412 entered=yes"))
    };
    let far = |lines: &str| ends(&given(lines), "a-9pz").len();
    assert!(far(" entered=yes") > 20);
    let stacked = at("turn 4 german move\nunit a-9pz 4412\nunit b-9pz 4412");
    assert!(ends(&stacked, "a-9pz").len() < far(" entered=yes"), "a stack that stands there has no road rate");
}

#[test]
fn cases_10_4_1c_10_4_1d_and_10_4_1e_who_has_left_the_road_pays_in_full_for_all_that_follows() {
    // 3709, 3608 and 3509 lie on a road, the last in the forest
    let given = at("turn 4 german move\nunit a-2pz 3709\nunit b-2pz 3608");
    let by_road = ends(&at("turn 4 german move\nunit a-2pz 3709"), "a-2pz");
    assert!(by_road.contains(&"3509".to_owned()), "a road through the forest");
    // from a stack on the road nobody has the road: the forest is closed
    let stacked = at("turn 4 german move\nunit a-2pz 3608\nunit b-2pz 3608");
    assert!(!ends(&stacked, "a-2pz").contains(&"3509".to_owned()));
    // through a friend's hex the road is left
    given.when("german: move KG a/2 Pz to 3509 via 3608").is_refused_by("10.2", "no way");
    // off the road a bridge costs 2 MP more: 2615 to 2614 is 3
    let bridge = |crowd: &str| ends(&at(&format!("turn 4 german move\nunit 506-tiger 2615\n{crowd}")), "506-tiger");
    assert!(bridge("").len() > bridge("unit 301-tiger 2615").len());
    assert!(bridge("unit 301-tiger 2615").contains(&"2614".to_owned()));
}

#[test]
fn cases_10_5a_10_5b_12_6d_and_10_5d_infantry_in_trucks_has_twelve_road_hexes_and_keeps_to_roads() {
    let allied = ends(&at("turn 4 allied move\nunit 422-106di 2418"), "422-106di");
    let far = |reached: &[String]| reached.iter().map(|end| GAME.board.distance(hex("2418"), hex(end))).max();
    assert!(far(&allied) > Some(6) && far(&allied) <= Some(12));
    assert!(allied.contains(&"2318".to_owned()), "or it goes on foot");
    let off = at("turn 4 allied move\nunit 422-106di 2318");
    assert_eq!(far(&ends(&off, "422-106di")).map(|far| far <= 4), Some(true), "it must start on a road");
    let german = |trucks: &str| far(&ends(&at(&format!("turn 4 german move\nunit a-26vg 2418\n{trucks}")), "a-26vg"));
    assert_eq!(german(""), Some(3));
    assert_eq!(german("trucks a-26vg"), far(&allied));
}

#[test]
fn cases_10_5c_and_14_8h_german_infantry_that_enters_rides_in_that_round_alone() {
    let count = |lines: &str| ends(&at(lines), "a-79vg").len();
    let entering = count("turn 3 german second-reinforcements\nunit a-79vg 4422 entered=yes");
    let later = count("turn 3 german move\nunit a-79vg 4422");
    assert!(entering > later, "{entering} and {later}");
}

#[test]
fn case_10_6_3a_no_armour_over_the_bridge_of_ouren_on_turn_1() {
    let given = |turn: u8, id: &str| at(&format!("turn {turn} german move\nunit {id} 3315"));
    let bar = |turn: u8, id: &str| areas::bar(&GAME, &given(turn, id).state, unit(id), hex("3315"), hex("3215"));
    assert_eq!([bar(1, "a-116pz"), bar(2, "a-116pz"), bar(1, "a-560vg")], [Some(Bar::Ouren), None, None]);
    // all that lies beyond is reached by Dasburg
    assert_ne!(path(&given(1, "a-116pz").when("german: move KG a/116 to 3215")).len(), 2);
    let shut = at("turn 1 german move\nunit a-116pz 3315\nunit 110-28di 3217\nunit 112-28di 3115\nunit a-560vg 3316");
    shut.when("german: move KG a/116 to 3215").is_refused_by("10.6.3a", "no armour crosses");
    assert_eq!(place(&given(2, "a-116pz").after("german: move KG a/116 to 3215"), "a-116pz"), "3215");
    assert_eq!(place(&given(1, "a-560vg").after("german: move KG a/560 to 3215"), "a-560vg"), "3215");
}

#[test]
fn cases_10_6_4a_10_6_4b_10_6_4c_and_10_6_4d_west_of_the_meuse_until_released_or_a_german_crosses_it() {
    let over = |turn: u8, id: &str, meuse: &str| {
        let table = at(&format!("turn {turn} allied move\nunit {id} 0707\n{meuse}"));
        // Namur to the east bank
        areas::bar(&GAME, &table.state, unit(id), hex("0707"), hex("0807"))
    };
    for (id, turn) in [
        ("29-bde", 5),
        ("129-43di", 8),
        ("3-6abn", 8),
        ("cca-11db", 8),
        ("152-51di", 9),
        ("71-53di", 9),
        ("33-bde", 9),
        ("194-17abn", 9),
    ] {
        assert_eq!(over(turn - 1, id, ""), Some(Bar::Meuse), "{id}");
        assert_eq!(over(turn, id, ""), None, "{id}");
        assert_eq!(over(turn - 1, id, "meuse crossed"), None, "{id}");
    }
    assert_eq!(over(2, "16-1di", ""), None);
    let crossing = at("turn 3 german move\nunit a-2pz 0807").when("german: move KG a/2 Pz to 0707");
    crossing.happens(|event| *event == Event::MeuseCrossed);
    let attack =
        at("turn 3 german combat\nunit a-2pz 0807\nunit 129-43di 0707").when("german: attack 0707 with KG a/2 Pz");
    attack.happens(|event| *event == Event::MeuseCrossed);
}

#[test]
fn cases_10_6_4e_and_10_6_4f_the_5th_armored_stays_within_three_hexes_of_j_if_it_entered_there() {
    let given = |bound: &str| at(&format!("turn 6 allied move\nunit cca-5db 3301{bound}"));
    let tied = ends(&given(" bound=yes"), "cca-5db");
    assert!(!tied.is_empty() && tied.iter().all(|end| GAME.board.distance(hex("3301"), hex(end)) <= 3), "{tied:?}");
    assert!(ends(&given(""), "cca-5db").iter().any(|end| GAME.board.distance(hex("3301"), hex(end)) > 3));
    // entering elsewhere it is free
    let blocked = "turn 4 allied drawn\nunit cca-5db due-4-second\nunit a-26vg 3301\nplayed allied-reinforcements\ndrawn allied-reinforcements\nhand allied-reinforcements";
    let entered = at(blocked).when("allied: play drawn");
    let bound = entered.events.iter().find_map(|event| match event {
        Event::Entered { unit: who, bound, .. } if *who == unit("cca-5db") => Some(*bound),
        _ => None,
    });
    assert_eq!(bound, Some(false));
}
