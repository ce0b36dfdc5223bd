//! The German paradrop (15).

use super::given::{Given, unit};
use crate::printed::Sections;
use crate::truth::state::Place;

fn given() -> Given {
    let given = Given::german_movement().turn(2).unit("1pz-1ss", "2503").unit("23-2di", "1532");
    given.with(|state| state.units.get_mut(unit("heydte")).place = Place::Waiting(Sections::default()))
}

#[test]
fn case_15a_the_parachutists_drop_before_anything_else() {
    let mut given = given();
    assert_eq!(given.refused("move 1 SS Pz to 2502"), "15a");
    assert_eq!(given.refused("end"), "15a");
    given.roll("drop at 1236", &[1]);
    given.order("move 1 SS Pz to 2504");
    assert_eq!(given.refused("drop at 1336"), "15a");
}

#[test]
fn case_15b_they_drop_anywhere_but_on_allies_in_their_zones_or_where_nobody_goes() {
    let given = given();
    for (number, case) in [
        ("1532", "15b"),
        ("1531", "15b"),
        ("1432", "15b"),
        ("1516", "15b"),
        ("0113", "5.3l"),
        ("0101", "E.MAP.1"),
        ("0108", "E.MAP.1"),
    ] {
        assert_eq!(given.refused(&format!("drop at {number}")), case, "{number}");
    }
    // a friend takes the zone off (7.2b)
    let mut joined = given.clone().unit("1-1ss", "1531");
    joined.roll("drop at 1531", &[1]);
    assert_eq!(joined.place("heydte"), "1531");
    let divided = given.unit("18-vg", "1236");
    assert_eq!(divided.refused("drop at 1236"), "8.2c");
}

#[test]
fn cases_8_8_2c_and_6_5g_no_drop_is_refused_by_15b_for_the_sake_of_friends() {
    let full = given().unit("1-1ss", "1236").unit("2-1ss", "1236").unit("77-26vg", "1236");
    assert_eq!(full.refused("drop at 1236"), "8");
    let on_the_march = given().road("2-2pz", "2521");
    assert_eq!(on_the_march.refused("drop at 2521"), "6.5g", "onto it");
    let refusal = on_the_march.clone().try_with("drop at 2520", &[]).expect_err("beside it along the road");
    assert_eq!(refusal.to_string(), "[6.5g] in 2520 v.d. Heydte would stand beside 2/2 Pz, which is in road mode");
}

#[test]
fn case_15c_on_1_or_2_they_live_supplied_and_may_move_and_else_they_are_a_point() {
    for (face, lives) in [(1, true), (2, true), (3, false), (6, false)] {
        let mut given = given();
        given.roll("drop at 1236", &[face]);
        assert_eq!(given.place("heydte") == "1236", lives, "{face}");
        assert_eq!(given.state.lost[0], u16::from(!lives));
        if lives {
            given.order("move v.d. Heydte to 1232");
            assert_eq!(given.left("heydte"), 0, "its whole allowance");
        }
    }
}

#[test]
fn case_15a_the_drop_is_due_in_a_german_initial_movement_alone() {
    use crate::printed::ALLIED;
    use crate::truth::state::Phase;
    let at = |given: Given| {
        let given = given.turn(2).unit("1pz-1ss", "2503").unit("23-2di", "1236").unit("cca-7db", "1336");
        given.with(|state| state.units.get_mut(unit("heydte")).place = Place::Waiting(Sections::default()))
    };
    at(Given::allied_movement()).order("move 23/2 to 1235");
    at(Given::at(ALLIED, Phase::Mechanized)).order("move CCA/7 to 1335");
    let second = at(Given::at(crate::printed::GERMAN, Phase::Mechanized));
    second.clone().order("move 1 SS Pz to 2504");
    assert_eq!(second.refused("drop at 1436"), "15a");
    assert_eq!(at(Given::german_movement()).refused("move 1 SS Pz to 2504"), "15a");
    // the errata's schedule has it in turn 2, and not before
    assert!(!crate::chapters::paradrop::is_due(&super::given::GAME, &at(Given::german_movement()).turn(1).state));
}
