//! Zones of control (7).

use super::given::{GAME, Given, hex, unit};
use crate::chapters::zones;
use crate::printed::{ALLIED, GERMAN};
use crate::truth::state::Phase;

#[test]
fn case_7_1a_a_unit_stops_when_it_enters_an_enemy_zone_and_does_not_leave_it() {
    let given = Given::allied_movement().unit("cca-7db", "1236").unit("18-vg", "1333");
    // the zone covers 1233 and 1234: past them along the row there is no way but around
    let mut given = given;
    given.order("move CCA/7 to 1233");
    assert_eq!(given.refused("move CCA/7 to 1232"), "5.2g");
}

#[test]
fn case_7_1a_no_bound_leads_through_an_enemy_zone_unless_a_friend_takes_it_off() {
    let bounds = |given: &Given| {
        let mover = crate::chapters::movement::Mover::new(&GAME, &given.state, unit("cca-7db"), hex("1236"));
        let reach = mover.search(12);
        let through = |to| {
            let path = reach.path(to).expect("reached");
            path[1..path.len() - 1].iter().any(|it| zones::controlled(&GAME, &given.state, ALLIED, *it))
        };
        let into = |to| zones::controlled(&GAME, &given.state, ALLIED, to);
        let ends: Vec<_> = reach.hexes().iter().filter(|to| *to != hex("1236")).collect();
        assert!(ends.iter().all(|to| !through(*to)));
        (ends.iter().filter(|to| into(**to)).count(), reach.left(hex("1232")))
    };
    let given = Given::allied_movement().unit("cca-7db", "1236").unit("18-vg", "1333").unit("62-vg", "1033");
    let (into, behind) = bounds(&given);
    assert!(into >= 4, "{into}");
    let free = Given::allied_movement().unit("cca-7db", "1236");
    assert_eq!((bounds(&free).1, behind < Some(8)), (Some(8), true), "around, or not at all");
}

#[test]
fn case_7_1a_enemy_zones_on_all_sides_keep_a_unit_from_a_hex() {
    // all hexes around 1532 are in zones, and no way leads from one into the next
    let ring = ["1332", "1633", "1630"].iter().zip(["18-vg", "62-vg", "326-vg"]);
    let given = ring.fold(Given::allied_movement().unit("cca-7db", "1236"), |given, (at, id)| given.unit(id, at));
    assert_eq!(given.refused("move CCA/7 to 1532"), "7.1a");
}

#[test]
fn cases_5_2g_and_7_2b_a_unit_leaves_an_enemy_zone_where_a_friend_stays() {
    let given = Given::allied_movement().unit("cca-7db", "1233").unit("18-vg", "1333");
    assert_eq!(given.refused("move CCA/7 to 1133"), "5.2g");
    let mut given = given.unit("23-2di", "1233");
    given.order("move CCA/7 to 1133");
    assert_eq!(given.left("cca-7db"), 12 - 6 - 1, "six points for leaving the stack");
    assert_eq!(given.refused("move 23/2 to 1133"), "5.2g");
}

#[test]
fn case_7_4e_who_leaves_a_stack_stops_in_the_next_zone() {
    let given = Given::allied_movement().unit("cca-7db", "1233").unit("23-2di", "1233").unit("18-vg", "1333");
    let mut given = given.unit("62-vg", "1231");
    given.order("move CCA/7 to 1232");
    assert_eq!(given.left("cca-7db"), 5);
    assert_eq!(given.refused("move CCA/7 to 1132"), "5.2g");
}

#[test]
fn cases_7_2b_and_7_3d_friends_take_zones_off_a_hex_for_every_purpose() {
    let given = Given::allied_movement().unit("18-vg", "1333");
    assert!(zones::controlled(&GAME, &given.state, ALLIED, hex("1233")));
    assert!(!zones::open(&GAME, &given.state, ALLIED, hex("1233")));
    let given = given.unit("23-2di", "1233");
    assert!(!zones::controlled(&GAME, &given.state, ALLIED, hex("1233")));
    assert!(zones::open(&GAME, &given.state, ALLIED, hex("1233")));
    assert!(zones::controlled(&GAME, &given.state, ALLIED, hex("1232")), "its neighbour is controlled as before");
}

#[test]
fn cases_7_3c_and_7_3d_a_retreat_leaves_a_zone_and_enters_none() {
    let mut given = Given::german_combat().unit("1pz-1ss", "1432").unit("23-2di", "1532").unit("18-vg", "1630");
    given.roll("attack 1532 with 1 SS Pz", &[6]);
    // 1533 and 1431 are in the zone of the tanks, 1531 and 1631 in that of the division
    assert_eq!(given.place("23-2di"), "1632");
}

#[test]
fn cases_7_5e_and_5_3n_german_zones_reach_into_edge_hexes_and_allied_ones_reach_nowhere_from_there() {
    let given = Given::at(GERMAN, Phase::Movement).unit("18-vg", "3611").unit("23-2di", "3712");
    assert!(zones::controlled(&GAME, &given.state, ALLIED, hex("3711")));
    assert!(!zones::controlled(&GAME, &given.state, GERMAN, hex("3611")));
    assert!(!zones::controlled(&GAME, &given.state, GERMAN, hex("3612")), "3712 lies beside it");
}
