//! Zones of control (7).

use super::given::{GAME, Given, at, barred, cost, given, hex, line, lost, path, supplied, zone, zones};
use crate::chapters::supply;
use crate::printed::{ALLIED, GERMAN};
use crate::truth::event::Event;

#[test]
fn case_7_1a_a_combat_unit_has_a_zone_in_all_hexes_around_it() {
    let given = given("unit a-26vg 2417\nunit 501-101abn 0101");
    assert_eq!(zones(&given, GERMAN), ["2317", "2318", "2416", "2418", "2517", "2518"]);
    assert_eq!(zones(&given, ALLIED), ["0102", "0201"], "at the edge of the map there are fewer");
}

#[test]
fn case_7_1a_circled_strengths_and_assets_have_none() {
    for lines in [
        "unit vdh 2417",
        "unit delay 2417",
        "unit a-2pz 2417 lost=2",
        "unit fbb 2417 lost=2",
        "unit 8-3pg 2417 lost=2",
        "unit eng-v 2417",
    ] {
        let given = given(lines);
        assert!(zones(&given, GERMAN).is_empty() && zones(&given, ALLIED).is_empty(), "{lines}");
    }
    // the second step keeps it, also where it is the last one
    for lines in ["unit a-2pz 2417 lost=1", "unit 506-tiger 2417 lost=1", "unit a-26vg 2417 lost=1"] {
        assert!(!zones(&given(lines), GERMAN).is_empty(), "{lines}");
    }
}

#[test]
fn case_7_1b_one_unit_with_a_zone_gives_it_to_its_stack() {
    assert!(zone(&given("unit a-2pz 2417 lost=2\nunit a-26vg 2417"), GERMAN, "2418"));
    assert!(!zone(&given("unit a-2pz 2417 lost=2\nunit b-2pz 2417 lost=2"), GERMAN, "2418"));
}

#[test]
fn case_7_1c_zones_bind_enemies_alone() {
    let given = given("unit a-18vg 2415\nunit a-26vg 2418\nunit b-26vg 2318");
    assert_eq!(cost(&given, "a-18vg", "2418"), "3 MP", "from one zone of friends to the other");
}

#[test]
fn case_7_2a_no_zone_reaches_over_a_river_without_a_bridge_that_stands() {
    let whole = given("unit a-26vg 2614");
    assert!(!zone(&whole, GERMAN, "2715"), "no bridge");
    assert!(zone(&whole, GERMAN, "2615"), "a bridge");
    assert!(!zone(&given("unit a-26vg 2614\nbridge 2614/2615 blown"), GERMAN, "2615"), "a blown one (R45)");
    // it is the same from the other bank
    assert!(!zone(&given("unit 501-101abn 2715"), ALLIED, "2614"));
}

#[test]
fn case_7_2b_zones_of_armour_reach_into_woods_and_forest_along_roads_alone() {
    let armour = given("unit a-2pz 2419\nunit b-2pz 2412");
    assert!(zone(&armour, GERMAN, "2420"), "woods, by the road");
    assert!(!zone(&armour, GERMAN, "2520"), "woods without one");
    assert!(zone(&armour, GERMAN, "2319"), "clear");
    assert!(zone(&armour, GERMAN, "2313") && !zone(&armour, GERMAN, "2413"), "forest");
    let others = given("unit 104-15pg 2419\nunit a-26vg 2412");
    assert!(zone(&others, GERMAN, "2520") && zone(&others, GERMAN, "2413"), "mechanized units and infantry have it");
    let cavalry = given("unit 14-cav 2419");
    assert!(zone(&cavalry, ALLIED, "2520"), "cavalry is no armour");
}

#[test]
fn case_7_2c_of_the_allies_infantry_alone_has_a_zone_in_the_westwall() {
    assert!(zone(&given("unit 110-28di 3217"), ALLIED, "3317"));
    assert!(!zone(&given("unit 14-cav 3217"), ALLIED, "3317"));
    assert!(!zone(&given("unit ccr-9db 3217"), ALLIED, "3317"));
    // elsewhere the others have it as well
    assert!(zone(&given("unit 14-cav 3217"), ALLIED, "3218"));
}

/// An American regiment in Bastogne, whose zone is in the six hexes around.
fn bastogne(lines: &str) -> Given {
    given(&format!("unit 501-101abn 2418\n{lines}"))
}

#[test]
fn case_7_3a_a_unit_stops_as_it_comes_into_a_zone() {
    let given = bastogne("unit a-26vg 2415");
    assert_eq!(cost(&given, "a-26vg", "2417"), "2 MP");
    assert_eq!(barred(&given, "a-26vg", "2517 via 2417"), "7.3a");
    assert_eq!(cost(&given, "a-26vg", "2517"), "2 MP", "by another way");
    // armour by road, too, whatever it has left
    let armour = bastogne("unit a-2pz 2618");
    assert_eq!(cost(&armour, "a-2pz", "2519"), "½ MP");
    assert_eq!(barred(&armour, "a-2pz", "2419 via 2519"), "7.3a");
}

#[test]
fn case_7_3b_nobody_goes_from_zone_to_zone_but_out_and_in_again() {
    let given = bastogne("unit a-26vg 2417");
    assert_eq!(cost(&given, "a-26vg", "2416"), "1 MP");
    assert_eq!(path(&given, "a-26vg", "2318"), "2317 2318", "out and in again");
    // where no way out leads there, it is refused, though a friend is in the zone
    let closed = bastogne("unit 502-101abn 2216\nunit 506-101abn 2415\nunit a-26vg 2417\nunit b-26vg 2318");
    assert_eq!(
        (barred(&closed, "a-26vg", "2318").as_str(), barred(&closed, "a-26vg", "2317").as_str()),
        ("7.3b", "7.3b")
    );
    closed.when("german: move KG a/26 VG to 2318").is_refused_by("7.3b", "from one enemy zone of control to another");
    assert_eq!(cost(&closed, "a-26vg", "2517"), "1 MP");
}

#[test]
fn case_7_3b_an_advance_goes_from_zone_to_zone() {
    let given =
        given("turn 3 german combat\nunit a-2pz 2417\nunit b-2pz 2318\nunit 14-cav 2418 lost=1\nunit 110-28di 2517");
    let won = given.dice(&[6]).and("german: attack 2418 with KG a/2 Pz, KG b/2 Pz");
    assert_eq!(at(&won.and("german: advance KG a/2 Pz"), "a-2pz"), "2418");
}

#[test]
fn cases_7_3c_and_7_3d_the_150th_once_goes_from_zone_to_zone_and_stops() {
    let given = bastogne("unit 150-pz 2417\nunit a-18vg 3810");
    assert_eq!(path(&given, "150-pz", "2318"), "2317 2318", "an ordinary move does not use it (R48)");
    let then = given.when("german: infiltrate 150 Pz to 2318");
    then.happens(|event| matches!(event, Event::Infiltrated));
    then.happens(|event| matches!(event, Event::Moved { path, .. } if path.len() == 2));
    // directly into the next zone, and no further
    given.when("german: infiltrate 150 Pz to 2219 via 2318").is_refused_by("7.3a", "stops in");
    let again = given.fact(&Event::Infiltrated);
    again.when("german: infiltrate 150 Pz to 2318").is_refused_by("7.3c", "has used its right");
}

#[test]
fn case_7_3e_or_it_goes_through_a_zone_into_a_hex_without() {
    let given = bastogne("unit 150-pz 2416");
    let then = given.when("german: infiltrate 150 Pz to 2517 via 2417");
    then.happens(|event| matches!(event, Event::Infiltrated));
    assert_eq!(at(&then.is_done(), "150-pz"), "2517");
    // the hex after the zone has none: 2518 is reached by 2517 alone
    let way = given.when("german: infiltrate 150 Pz to 2518 via 2417");
    let by = hex("2517");
    way.happens(|event| matches!(event, Event::Moved { path, .. } if path[2] == by));
}

#[test]
fn case_7_3c_on_turns_1_to_3_alone_and_no_other_unit() {
    let late = given("turn 4 german move\nunit 501-101abn 2418\nunit 150-pz 2417");
    late.when("german: infiltrate 150 Pz to 2318").is_refused_by("7.3c", "on turns 1 to 3 alone");
    let other = bastogne("unit 150-pz 2416\nunit a-2pz 2417\nunit a-18vg 3810");
    other.when("german: infiltrate KG a/2 Pz to 2318").is_refused_by("7.3c", "which alone may infiltrate");
}

#[test]
fn case_7_3c_a_way_that_needs_no_right_uses_none() {
    let then = bastogne("unit 150-pz 2415\nunit a-18vg 3810").when("german: infiltrate 150 Pz to 2416");
    then.happens_not(|event| matches!(event, Event::Infiltrated));
}

#[test]
fn case_7_3f_a_stack_that_retreats_through_zones_loses_one_step_in_all() {
    let ring = "unit a-26vg 2416\nunit a-18vg 2618\nunit b-26vg 2420\nunit b-18vg 2218";
    let given = given(&format!(
        "turn 3 german combat\n{ring}\nunit a-2pz 2417\nunit b-2pz 2319\nunit 110-28di 2418\nunit 112-28di 2418"
    ));
    let beaten = given.dice(&[5]).and("german: attack 2418 with KG a/2 Pz, KG b/2 Pz");
    let then = beaten.when("allied: retreat to 2620");
    then.happens(|event| matches!(event, Event::RetreatOver { costs_step: true, .. }));
    let paid = then.is_done().and("allied: lose 110/28 Inf");
    assert_eq!((lost(&paid, "110-28di"), lost(&paid, "112-28di")), (1, 0));
    assert_eq!((at(&paid, "110-28di"), at(&paid, "112-28di")), ("2620".to_owned(), "2620".to_owned()));
}

/// Bastogne with all hexes around it in German zones.
const CUT: &str = "unit a-26vg 2416\nunit a-18vg 2618\nunit b-26vg 2420\nunit b-18vg 2218";

#[test]
fn case_7_3g_supply_is_not_traced_through_a_zone() {
    assert!(supplied(&given("unit 501-101abn 2418"), "501-101abn"));
    assert!(!supplied(&bastogne(CUT), "501-101abn"));
}

#[test]
fn case_7_3h_a_friend_cancels_a_zone_for_supply_and_retreat() {
    let one = bastogne(&format!("{CUT}\nunit 502-101abn 2319"));
    assert!(!supplied(&one, "501-101abn"), "the next hex is in a zone as well");
    let two = bastogne(&format!("{CUT}\nunit 502-101abn 2319\nunit 506-101abn 2219"));
    assert!(supplied(&two, "501-101abn"));
    assert!(!supply::zone(&GAME, &two.state, ALLIED, hex("2319")) && zone(&two, GERMAN, "2319"));
    assert!(supply::zone(&GAME, &two.state, ALLIED, hex("2318")));
}

#[test]
fn case_7_3i_the_westwall_cancels_zones_for_german_supply_and_retreat() {
    let given = given("unit 110-28di 3217");
    assert!(zone(&given, ALLIED, "3317") && zone(&given, ALLIED, "3218"));
    assert!(!supply::zone(&GAME, &given.state, GERMAN, hex("3317")));
    assert!(supply::zone(&GAME, &given.state, GERMAN, hex("3218")), "not in the Westwall");
    // for the Allies it does not
    let german = super::given::given("unit a-26vg 3318");
    assert!(supply::zone(&GAME, &german.state, ALLIED, hex("3317")));
    // it cancels no zone for movement
    let moves = super::given::given("unit 110-28di 3217\nunit a-26vg 3416");
    assert_eq!(barred(&moves, "a-26vg", "3318 via 3317"), "7.3a");
}

#[test]
fn case_7_3j_engineers_cancel_no_zone_the_delay_asset_does() {
    let last = |id: &str| bastogne(&format!("{CUT}\nunit 502-101abn 2319\nunit {id} 2219"));
    assert!(!supplied(&last("eng-viii"), "501-101abn"));
    assert!(supplied(&last("delay"), "501-101abn"));
}

#[test]
fn case_7_3k_nobody_must_fight() {
    let given = given("turn 3 german combat\nunit a-2pz 2417\nunit 501-101abn 2418\ncup allied-move");
    let then = given.dice(&[1]).when("german: end");
    then.happens_not(|event| matches!(event, Event::Attacked { .. }));
    then.happens(|event| matches!(event, Event::RoundEnded { .. }));
}

#[test]
fn case_7_3g_a_vp_hex_or_unit_in_a_zone_traces_from_the_next_hex_on() {
    // what stands in a zone is not cut off by it (R49)
    let given = bastogne("unit a-26vg 2417");
    assert!(supplied(&given, "501-101abn"));
    assert!(line(&given, ALLIED, "2317"), "in the German's zone, and the next hex is not");
}
