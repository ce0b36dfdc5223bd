//! Stacking (6).

use super::given::{GAME, Table, at, barred, cost, given, hex, number, unit};
use crate::chapters::{combat, stacking};
use crate::printed::{ALLIED, GERMAN};
use crate::truth::event::Event;
use crate::truth::state::Place;

/// What is wrong with units that stand together.
fn crowd(ids: &str) -> Option<&'static str> {
    let units: Vec<_> = ids.split_whitespace().map(unit).collect();
    stacking::crowd(&GAME, &units).map(|crowd| crowd.words().0)
}

#[test]
fn case_6b_a_hex_holds_one_division_of_up_to_four_units_and_one_unit_more() {
    let division = "325-82abn 504-82abn 505-82abn 508-82abn";
    assert_eq!(crowd(division), None);
    assert_eq!(crowd(&format!("{division} 501-101abn")), None);
    assert_eq!(crowd(&format!("{division} 501-101abn 502-101abn")), Some("6b"));
    assert_eq!(crowd(&format!("{division} 501-101abn 517-abn")), Some("6b"));
    assert_eq!(crowd("a-26vg b-26vg a-18vg b-18vg"), Some("6b"), "two of each of two divisions");
    // units of no division count as one each (R43)
    assert_eq!(crowd("301-tiger 506-tiger"), None);
    assert_eq!(crowd("301-tiger 506-tiger fbb"), Some("6b"));
    assert_eq!(crowd("a-26vg b-26vg fbb"), None);
}

#[test]
fn cases_6_1a_and_6_1b_neither_british_and_americans_nor_two_us_corps_stack() {
    assert_eq!(crowd("29-bde cca-2db"), Some("6.1a"));
    assert_eq!(crowd("129-43di 501-101abn"), Some("6.1a"), "airborne are Americans, too");
    assert_eq!(crowd("110-28di 333-84di"), Some("6.1b"));
    assert_eq!(crowd("110-28di 112-28di"), None);
    // engineers are of their corps
    assert_eq!(crowd("eng-v 110-28di"), Some("6.1b"));
    assert_eq!(crowd("eng-viii 110-28di"), None);
    // nothing of the kind binds Germans
    assert_eq!(crowd("a-26vg a-352vg"), None);
}

#[test]
fn case_6_1c_units_of_no_corps_stack_with_any() {
    for corps in ["110-28di", "333-84di", "23-2di", "2-5di"] {
        assert_eq!(crowd(&format!("501-101abn {corps}")), None, "{corps}");
        assert_eq!(crowd(&format!("517-abn {corps}")), None, "{corps}");
    }
}

#[test]
fn case_6_1d_nobody_enters_a_hex_of_a_friend_at_the_motorized_road_rate() {
    let alone = given("unit a-2pz 2418");
    assert_eq!(cost(&alone, "a-2pz", "2419"), "½ MP");
    let met = given("unit a-2pz 2418\nunit a-26vg 2419");
    assert_eq!(cost(&met, "a-2pz", "2419"), "1 MP", "as clear ground, off the road (R44)");
    // infantry in trucks may not at all: on foot it may
    let trucks = given("unit a-18vg 2418\nunit a-26vg 2419\ntrucks a-18vg");
    assert_eq!(cost(&trucks, "a-18vg", "2419"), "1 MP");
    assert_eq!(cost(&given("unit a-18vg 2418\ntrucks a-18vg"), "a-18vg", "2419"), "½ MP");
}

#[test]
fn case_6_1d_engineers_and_the_delay_asset_are_no_friend_in_the_way() {
    let engineers = given("turn 3 allied move\nunit cca-10db 2418\nunit eng-viii 2419");
    assert_eq!(cost(&engineers, "cca-10db", "2419"), "½ MP");
    // it goes home at that instant (R44)
    let delay = given("turn 3 allied move\nunit cca-10db 2418\nunit delay 2419");
    assert_eq!(cost(&delay, "cca-10db", "2419"), "½ MP");
}

#[test]
fn case_6_2a_units_move_one_by_one() {
    let two = given("unit a-26vg 2418\nunit b-26vg 2418");
    let then = two.when("german: move KG a/26 VG, KG b/26 VG to 2417");
    let moves = then.events.iter().filter(|event| matches!(event, Event::Moved { .. })).count();
    assert_eq!(moves, 2, "each by itself");
}

#[test]
fn cases_6_2b_6_2g_and_6_2h_a_full_hex_is_passed_and_entered_and_judged_when_the_round_is_over() {
    let full = "unit a-26vg 2417\nunit b-26vg 2417\nunit a-560vg 2417\nunit a-18vg 2416";
    assert_eq!(cost(&given(full), "a-18vg", "2418 via 2417"), "2 MP");
    let crowded = given(full).and("german: move KG a/18 VG to 2417");
    let ended = crowded.when("german: end").is_done();
    assert_eq!(ended.asked("german").len(), 1);
    ended.when("german: remove Peiper/1 SS").is_refused_by("6.2g", "does not stand in the overfull hex");
    let then = ended.when("german: remove KG a/560 VG");
    then.happens(|event| matches!(event, Event::Removed { unit: gone } if *gone == unit("a-560vg")));
    assert_eq!(then.now.state.unit(unit("a-560vg")).place, Place::Dead);
    assert_eq!(at(&then.now, "a-18vg"), "2417");
    assert!(stacking::overfull(&GAME, &then.now.state, GERMAN).is_empty());
}

#[test]
fn case_6_2g_as_many_go_as_it_takes() {
    let crowded = given("unit a-26vg 2417\nunit b-26vg 2417\nunit a-560vg 2417\nunit b-560vg 2417\nunit fbb 2417");
    let one = crowded.and("german: end").and("german: remove F-Begleit");
    assert_eq!(one.asked("german").len(), 1, "two of each of two divisions are still too many");
    let two = one.and("german: remove KG b/560 VG");
    assert!(stacking::overfull(&GAME, &two.state, GERMAN).is_empty());
}

#[test]
fn case_6_2c_no_more_advance_than_stack() {
    let won = given(
        "turn 3 german combat\nunit a-26vg 2417\nunit b-26vg 2417\nunit a-18vg 2318\nunit b-18vg 2318\nunit 14-cav 2418 lost=1",
    )
    .dice(&[6])
    .and("german: attack 2418 with KG a/26 VG, KG b/26 VG, KG a/18 VG, KG b/18 VG");
    let in_it =
        won.and("german: advance KG a/26 VG").and("german: advance KG b/26 VG").and("german: advance KG a/18 VG");
    assert!(in_it.state.combat.is_none(), "nobody is asked about the fourth");
    assert_eq!(at(&in_it, "b-18vg"), "2318");
}

/// The hexes in which a unit may end a retreat.
fn ends(lines: &str, id: &str, from: &str) -> Vec<String> {
    let given = given(lines);
    let ways = combat::ways(&GAME, &given.state, &[unit(id)], hex(from));
    ways.into_iter().filter_map(|way| way.path.last().copied()).map(number).collect()
}

#[test]
fn cases_6_2d_and_6_2e_who_would_end_a_retreat_in_a_full_hex_goes_on() {
    let alone = "unit 29-bde 0101";
    assert_eq!(ends(alone, "29-bde", "0101"), ["0103"], "in the corner of the map, not eastward");
    let full = format!("{alone}\nunit 152-51di 0103\nunit 153-51di 0103\nunit 154-51di 0103\nunit 129-43di 0103");
    assert_eq!(ends(&full, "29-bde", "0101"), ["0104"]);
}

#[test]
fn case_6_2f_british_and_americans_do_not_stack_in_a_retreat_nor_do_two_corps() {
    assert_eq!(ends("unit 29-bde 0101\nunit 501-101abn 0103", "29-bde", "0101"), ["0104"]);
    assert_eq!(ends("unit 110-28di 0101\nunit 333-84di 0103", "110-28di", "0101"), ["0104"]);
    assert_eq!(ends("unit 110-28di 0101\nunit 112-28di 0103", "110-28di", "0101"), ["0103"]);
}

#[test]
fn cases_6_3a_and_6_3b_engineers_do_not_count_and_no_two_are_in_a_hex() {
    let four = given(
        "turn 3 allied move\nunit 109-28di 2418\nunit 110-28di 2418\nunit 112-28di 2418\nunit ccr-9db 2418\nunit eng-viii 2418",
    );
    assert!(stacking::overfull(&GAME, &four.state, ALLIED).is_empty());
    let given = given("turn 3 allied assets\nunit eng-v 3306\nunit eng-vii box\nunit 333-84di 3305\nunit 23-2di 3307");
    given.when("allied: place Eng VII at 3306").is_refused_by("6.3b", "engineers are in it");
}

#[test]
fn case_6_3_1a_the_delay_asset_is_laid_in_no_hex_of_an_allied_unit() {
    let given = given("turn 3 allied traffic\nunit delay box\nunit 110-28di 2418\nunit eng-viii 2517");
    given.when("allied: place Delay at 2418").is_refused_by("6.3.1a", "an Allied unit is in it");
    let laid = given.and("allied: place Delay at 2517");
    assert_eq!(at(&laid, "delay"), "2517", "engineers are no unit");
}

#[test]
fn case_6_3_1b_it_goes_home_when_an_allied_unit_enters_also_in_passing_and_in_a_retreat() {
    let home = |given: &Table| given.state.unit(unit("delay")).place;
    let through = given("turn 3 allied move\nunit delay 2419\nunit 110-28di 2418\nunit 112-28di 2121");
    assert_eq!(home(&through.and("allied: move 110/28 Inf to 2420 via 2419")), Place::Box);
    assert_eq!(home(&through.and("allied: move 110/28 Inf to 2417")), Place::Hex(hex("2419")));
    // beaten out of Bastogne, with Germans on all sides but that of the asset
    let beaten = given(
        "turn 3 german combat\nunit a-2pz 2417 lost=2\nunit b-2pz 2417 lost=2\nunit a-lehr 2318 lost=2\nunit b-lehr 2518 lost=2\n\
         unit a-116pz 2319 lost=2\nunit b-116pz 2519 lost=2\nunit delay 2419\nunit 14-cav 2418",
    );
    let fought = beaten.dice(&[5]).and("german: attack 2418 with KG a/2 Pz, KG b/2 Pz, KG a/Lehr, KG b/Lehr");
    let way = fought.legal("allied", "retreat to").first().cloned();
    let gone = way.map_or(fought.clone(), |way| fought.and(&format!("allied: {way}")));
    assert_ne!(at(&gone, "14-cav"), "2418");
    assert_eq!(home(&gone), Place::Box);
}

#[test]
fn case_6_3_1b_a_german_who_would_enter_meets_a_unit() {
    let given = given("unit delay 2419\nunit a-26vg 2418");
    assert_eq!(barred(&given, "a-26vg", "2419"), "10.2");
}
