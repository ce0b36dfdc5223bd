//! Events that interrupt a march (15.2c, 15.3a) or carry it through enemy zones (15.2d). Column 16 is a straight line.

use crate::given::Given;
use autumn_fog::event::Event;
use autumn_fog::order::EventKind;
use autumn_fog::state::{ALLIED, GERMAN, Pending};

const MARCH: &str = "move unit:30-di via:1606 via:1607 via:1608 done";
const DRIVE: &str = "move unit:peiper-1ss via:1606 via:1607 via:1608 done";

/// 30 DI with so many AP in 1605, 12 VG in a hex; the Allied side acts and the German holds Greif.
fn greif(ap: u8, german: &str) -> Given {
    let given = Given::on(&[]).unit("30-di", "1605").ap(ap).unit("12-vg", german);
    given.event(EventKind::Greif, 1).acting(ALLIED)
}

/// Peiper with 3 AP in 1605, 30 DI in 1612; the German acts and the Allied side holds a roadblock.
fn roadblock() -> Given {
    let given = Given::on(&[]).unit("peiper-1ss", "1605").ap(3).unit("30-di", "1612");
    given.event(EventKind::Roadblock, 1).german_acts()
}

/// Peiper under cover in 1605, with so many AP; 30 DI in 1707 controls 1607 and 1608.
fn covered(ap: u8) -> Given {
    let given = Given::on(&[]).unit("hq-i-ss-pz", "1603").unit("peiper-1ss", "1605").ap(ap).unit("30-di", "1707");
    let mut given = given.event(EventKind::Skorzeny, 1).german_acts();
    given.order("play event:skorzeny hex:1605", &[]);
    given
}

// ---------------------------------------------------------------- Greif

#[test]
fn cases_15_2c_and_q_13_greif_stops_a_march_takes_an_ap_and_is_gone() {
    let mut given = greif(2, "1611");
    given.order(MARCH, &[]);
    assert_eq!(given.asked(), Some((GERMAN, Pending::Interrupt)));
    assert_eq!(given.place("30-di").as_deref(), Some("1605"), "it has not left yet");
    let events = given.order("play event:greif hex:1607", &[]);
    assert!(events.iter().any(|event| matches!(event, Event::Ambushed { .. })), "{events:?}");
    assert_eq!(given.place("30-di").as_deref(), Some("1607"));
    let unit = given.look("30-di");
    assert_eq!((unit.ap, unit.half_mp), (0, 4), "1 AP for the move of 4 MP, of which 2 are left, and 1 AP to Greif");
    assert_eq!(given.state.field.events[EventKind::Greif.index()], 0);
    assert!(given.state.field.markers.is_empty());
    assert_eq!(given.asked(), Some((ALLIED, Pending::Operate)));
    given.order("move unit:30-di via:1608 done", &[]);
    assert_eq!(given.place("30-di").as_deref(), Some("1608"), "it goes on with what is left");
}

#[test]
fn case_15_2c_a_march_that_is_let_go_reaches_its_end() {
    let mut given = greif(2, "1611");
    given.order(MARCH, &[]);
    given.order("let", &[]);
    assert_eq!(given.place("30-di").as_deref(), Some("1608"));
    assert_eq!(given.look("30-di").ap, 1);
    assert_eq!(given.state.field.events[EventKind::Greif.index()], 1);
    assert_eq!(given.state.field.march, None);
    let mut without = greif(2, "1611").event(EventKind::Greif, 0);
    without.order(MARCH, &[]);
    assert_eq!(without.place("30-di").as_deref(), Some("1608"), "nobody is asked who has nothing to play");
}

#[test]
fn cases_q_12_and_15_2c_greif_needs_a_german_within_six_hexes_of_a_hex_on_the_way() {
    let mut given = greif(2, "1613");
    given.order(MARCH, &[]);
    assert_eq!(given.refused("play event:greif hex:1606"), "15.2c", "seven hexes");
    assert!(given.accepts("play event:greif hex:1607"), "six hexes");
    assert_eq!(given.refused("play event:greif hex:1609"), "15.2c", "not on its way");
    let mut far = greif(2, "1615");
    far.order(MARCH, &[]);
    assert_eq!(far.place("30-di").as_deref(), Some("1608"), "no hex is close enough, so nobody is asked");
}

#[test]
fn case_15_2c_without_ap_the_rest_of_the_move_is_lost() {
    let mut given = greif(1, "1611");
    given.order(MARCH, &[]);
    given.order("play event:greif hex:1607", &[]);
    let unit = given.look("30-di");
    assert_eq!((unit.ap, unit.half_mp), (0, 0));
}

#[test]
fn cases_5b_and_15_2c_stopped_where_it_may_not_stay_the_unit_goes_back_on_its_way() {
    let mut given = greif(2, "1611").unit("2-di", "1607");
    given.order(MARCH, &[]);
    given.order("play event:greif hex:1607", &[]);
    assert_eq!((given.place("30-di").as_deref(), given.look("30-di").ap), (Some("1606"), 0));
    let mut given = greif(2, "1611").unit("2-di", "1606");
    given.order(MARCH, &[]);
    given.order("play event:greif hex:1606", &[]);
    assert_eq!((given.place("30-di").as_deref(), given.look("30-di").ap), (Some("1605"), 1), "as far as its start");
    assert!(given.accepts("end"));
}

#[test]
fn cases_4_2b_and_15_2c_who_lost_the_ap_of_an_obligatory_attack_owes_none() {
    // 12 VG in 1609 controls 1608: 30 DI comes with 1 AP left, and Greif takes it
    let mut given = greif(2, "1609");
    given.order(MARCH, &[]);
    let mut owing = given.clone();
    owing.order("let", &[]);
    assert!(owing.look("30-di").bound);
    assert_eq!(owing.refused("end"), "4.2b");
    given.order("play event:greif hex:1608", &[]);
    assert_eq!((given.look("30-di").ap, given.look("30-di").bound), (0, false));
    assert!(given.accepts("end"));
    // with an AP more the attack is still owed
    let mut given = greif(3, "1609");
    given.order(MARCH, &[]);
    given.order("play event:greif hex:1608", &[]);
    assert_eq!((given.look("30-di").ap, given.look("30-di").bound), (1, true));
    assert_eq!(given.refused("end"), "4.2b");
}

// ---------------------------------------------------------------- roadblocks

#[test]
fn case_15_3a_a_roadblock_stops_a_german_march_before_its_hex() {
    let mut given = roadblock();
    given.order(DRIVE, &[]);
    assert_eq!(given.asked(), Some((ALLIED, Pending::Interrupt)));
    let events = given.order("play event:roadblock hex:1607", &[]);
    let barred = |event: &Event| matches!(event, Event::Halted { next, .. } if *next == given.hex("1607"));
    assert!(events.iter().any(barred), "{events:?}");
    assert_eq!(given.place("peiper-1ss").as_deref(), Some("1606"));
    let unit = given.look("peiper-1ss");
    assert_eq!((unit.ap, unit.half_mp), (2, 10), "it pays for the one hex that it entered");
    assert_eq!(given.refused("move unit:peiper-1ss hex:1607"), "15.3a");
    given.order("move unit:peiper-1ss via:1706 via:1707 done", &[]);
    assert!(!given.look("peiper-1ss").bound, "a roadblock has no zone of control");
    assert_eq!(given.look("peiper-1ss").ap, 2);
}

#[test]
fn case_15_3a_a_roadblock_in_the_first_hex_keeps_the_unit_where_it_is() {
    let mut given = roadblock();
    given.order(DRIVE, &[]);
    let events = given.order("play event:roadblock hex:1606", &[]);
    assert!(!events.iter().any(|event| matches!(event, Event::Moved { .. })));
    assert_eq!(given.place("peiper-1ss").as_deref(), Some("1605"));
    assert_eq!(given.look("peiper-1ss").ap, 3);
    assert_eq!(given.asked(), Some((GERMAN, Pending::Operate)));
    assert!(given.accepts("end"));
}

#[test]
fn case_15_3a_a_roadblock_off_the_way_lets_the_march_reach_its_end() {
    let mut given = roadblock();
    given.order(DRIVE, &[]);
    given.order("play event:roadblock hex:1611", &[]);
    assert_eq!(given.place("peiper-1ss").as_deref(), Some("1608"));
    assert_eq!(given.state.field.markers, [(EventKind::Roadblock, given.hex("1611"))]);
}

#[test]
fn cases_5b_and_15_3a_a_unit_stopped_in_too_full_a_hex_stays_in_the_one_before() {
    let mut given = roadblock().unit("12-vg", "1607");
    given.order("move unit:peiper-1ss via:1606 via:1607 via:1608 via:1609 done", &[]);
    given.order("play event:roadblock hex:1608", &[]);
    assert_eq!(given.place("peiper-1ss").as_deref(), Some("1606"));
    let mut given = roadblock().unit("12-vg", "1606");
    given.order(DRIVE, &[]);
    given.order("play event:roadblock hex:1607", &[]);
    assert_eq!(given.place("peiper-1ss").as_deref(), Some("1605"));
    assert_eq!(given.look("peiper-1ss").ap, 3);
}

#[test]
fn case_15_3a_at_a_march_only_an_interruption_or_leave_is_an_answer() {
    let mut given = roadblock().event(EventKind::Nuts, 1);
    given.order(DRIVE, &[]);
    assert_eq!(given.refused("play event:nuts hex:1612"), "15.1b");
    assert_eq!(given.refused("play event:roadblock hex:1612"), "15.3a", "30 DI is there");
    assert_eq!(given.refused("play event:roadblock hex:1605"), "15.3a", "Peiper has not left");
}

// ---------------------------------------------------------------- the 150th Panzer Brigade

#[test]
fn cases_15_2d_and_q_14_a_covered_unit_slips_through_one_zone_after_the_other() {
    const WAY: &str = "move unit:peiper-1ss via:1606 via:1607 via:1608 via:1609 done";
    let mut given = covered(3);
    given.order(WAY, &[5, 6]);
    assert_eq!(given.place("peiper-1ss").as_deref(), Some("1609"));
    let unit = given.look("peiper-1ss");
    assert_eq!((unit.ap, unit.half_mp, unit.bound, unit.covered), (2, 4, false, true), "4 MP and no surcharge");
    let plain = Given::on(&[]).unit("peiper-1ss", "1605").ap(3).unit("30-di", "1707").german_acts();
    assert_eq!(plain.refused(WAY), "4.2a");
}

#[test]
fn case_15_2d_a_covered_unit_goes_round_the_zones_where_it_would_have_to_roll_if_it_can() {
    // straight on through 1607 and 1608 it would be 4 MP, by 1507 and 1508 five
    let mut given = covered(3);
    given.order("move unit:peiper-1ss hex:1609", &[]);
    assert_eq!(given.place("peiper-1ss").as_deref(), Some("1609"));
    assert_eq!((given.look("peiper-1ss").ap, given.look("peiper-1ss").half_mp), (2, 2));
    // where no other way is left it takes that, and the dice
    let barred = ["1504", "1505", "1506", "1604", "1704", "1705", "1706"];
    let mut given = barred.iter().fold(covered(3), |given, hex| given.marker(EventKind::Roadblock, hex));
    given.order("move unit:peiper-1ss hex:1609", &[5, 5]);
    assert_eq!(given.place("peiper-1ss").as_deref(), Some("1609"));
}

#[test]
fn case_15_2d_the_stack_rolls_once_for_a_hex_and_the_rest_of_it_follows_without_a_die() {
    let given = Given::on(&[]).unit("hq-i-ss-pz", "1605").ap(3).unit("peiper-1ss", "1605").ap(3).unit("30-di", "1707");
    let given = given.unit("sandig-1ss", "1605").ap(3).unit("12-vg", "1604").ap(2);
    let mut given = given.event(EventKind::Skorzeny, 1).german_acts();
    given.order("play event:skorzeny hex:1605", &[]);
    given.order("move unit:peiper-1ss via:1606 via:1607 via:1608 done", &[5, 6]);
    // without a die, and as far as the first has come
    let events = given.order("move unit:sandig-1ss via:1606 via:1607 via:1608 via:1609 done", &[]);
    assert!(!events.iter().any(|event| matches!(event, Event::Slipped { .. })), "{events:?}");
    let unit = given.look("sandig-1ss");
    assert_eq!((given.place("sandig-1ss").as_deref(), unit.bound, unit.covered), (Some("1609"), false, true));
    // nothing could be owed there any more, so a headquarters may follow (ruling R153)
    given.order("move unit:hq-i-ss-pz via:1606 via:1607 done", &[]);
    assert_eq!(given.place("hq-i-ss-pz").as_deref(), Some("1607"));
    // who was not in the stack is held
    assert_eq!(given.refused("move unit:12-vg via:1605 via:1606 via:1607 via:1608 done"), "4.2a");
    // a failure ends it for all, where they have slipped through as well
    let given = Given::on(&[]).unit("hq-i-ss-pz", "1603").unit("peiper-1ss", "1605").ap(3).unit("30-di", "1707");
    let mut given = given.unit("sandig-1ss", "1605").ap(3).event(EventKind::Skorzeny, 1).german_acts();
    given.order("play event:skorzeny hex:1605", &[]);
    given.order("move unit:peiper-1ss via:1606 via:1607 via:1608 done", &[5, 4]);
    assert_eq!(given.refused("move unit:sandig-1ss via:1606 via:1607 via:1608 done"), "4.2a");
}

#[test]
fn case_15_2d_the_cheapest_way_leads_through_the_hexes_where_the_stack_has_rolled() {
    let given = Given::on(&[]).unit("hq-i-ss-pz", "1603").unit("peiper-1ss", "1605").ap(3).unit("30-di", "1707");
    let mut given = given.unit("sandig-1ss", "1605").ap(3).event(EventKind::Skorzeny, 1).german_acts();
    given.order("play event:skorzeny hex:1605", &[]);
    given.order("move unit:peiper-1ss via:1606 via:1607 via:1608 via:1609 done", &[5, 6]);
    given.order("move unit:sandig-1ss hex:1609", &[]);
    assert_eq!((given.look("sandig-1ss").ap, given.look("sandig-1ss").half_mp), (2, 4), "4 MP straight on");
    given.order("end", &[]);
    assert!(given.state.field.slipped.is_empty(), "it ends with the activation");
}

#[test]
fn cases_15_2d_and_4_2c_cover_takes_no_headquarters_where_it_would_owe_an_attack() {
    let given = Given::on(&[]).unit("hq-i-ss-pz", "1605").ap(3).unit("peiper-1ss", "1605").ap(3).unit("30-di", "1707");
    let mut given = given.event(EventKind::Skorzeny, 1).german_acts();
    given.order("play event:skorzeny hex:1605", &[]);
    assert!(given.look("hq-i-ss-pz").covered);
    assert_eq!(given.refused("move unit:hq-i-ss-pz via:1606 via:1607 done"), "4.2c");
    assert!(given.accepts("move unit:peiper-1ss via:1606 via:1607 done"));
}

#[test]
fn case_15_2d_a_failed_roll_stops_the_unit_and_takes_the_marker() {
    let given = Given::on(&[]).unit("hq-i-ss-pz", "1603").unit("peiper-1ss", "1605").ap(3).unit("30-di", "1707");
    let given = given.unit("sandig-1ss", "1605").ap(3).event(EventKind::Skorzeny, 1);
    let mut given = given.german_acts();
    given.order("play event:skorzeny hex:1605", &[]);
    assert!(given.look("sandig-1ss").covered);
    given.order("move unit:peiper-1ss via:1606 via:1607 via:1608 via:1609 done", &[5, 4]);
    assert_eq!(given.place("peiper-1ss").as_deref(), Some("1608"));
    let unit = given.look("peiper-1ss");
    assert_eq!((unit.ap, unit.half_mp, unit.bound, unit.covered), (2, 0, true, false));
    assert!(!given.look("sandig-1ss").covered, "the rest of the stack has lost its cover too");
    assert_eq!(given.refused("end"), "4.2b");
    assert!(given.accepts("attack target:1707 with:peiper-1ss lead:peiper-1ss done"));
}

#[test]
fn case_15_2d_a_unit_that_slips_into_the_last_hex_of_its_way_owes_no_attack() {
    let mut given = covered(3);
    given.order("move unit:peiper-1ss hex:1607", &[6]);
    assert!(!given.look("peiper-1ss").bound);
    assert!(given.accepts("end"));
    let mut given = covered(3);
    given.order("move unit:peiper-1ss hex:1607", &[1]);
    assert!(given.look("peiper-1ss").bound);
}

#[test]
fn case_15_2d_no_die_is_rolled_where_nothing_is_owed() {
    let given = Given::on(&["hex 1607 forest"]).unit("hq-i-ss-pz", "1603").unit("peiper-1ss", "1605").ap(3);
    let mut given = given.unit("30-di", "1707").event(EventKind::Skorzeny, 1).german_acts();
    given.order("play event:skorzeny hex:1605", &[]);
    given.order("move unit:peiper-1ss hex:1607", &[]);
    let unit = given.look("peiper-1ss");
    assert!(unit.covered);
    assert_eq!((unit.ap, unit.half_mp), (2, 0), "it has stopped there, so that orders in pieces evade no die");
    // to go on from there it must slip away
    let way = "move unit:peiper-1ss via:1606 via:1607 via:1608 done";
    let given = Given::on(&["hex 1607 forest"]).unit("hq-i-ss-pz", "1603").unit("peiper-1ss", "1605").ap(3);
    let mut given = given.unit("30-di", "1707").event(EventKind::Skorzeny, 1).german_acts();
    given.order("play event:skorzeny hex:1605", &[]);
    given.order(way, &[2]);
    assert_eq!(given.place("peiper-1ss").as_deref(), Some("1607"));
    assert!(!given.look("peiper-1ss").bound, "the forest frees it");
}

#[test]
fn cases_15_2d_and_15_3a_a_covered_unit_that_a_roadblock_stops_where_it_has_slipped_through_owes_no_attack() {
    let before_it = |dice: &[u8]| {
        let mut given = covered(3).event(EventKind::Roadblock, 1);
        given.order("move unit:peiper-1ss via:1606 via:1607 via:1608 via:1609 done", &[]);
        assert_eq!(given.asked(), Some((ALLIED, Pending::Interrupt)));
        given.order("play event:roadblock hex:1608", dice);
        assert_eq!(given.place("peiper-1ss").as_deref(), Some("1607"));
        given
    };
    let given = before_it(&[5]);
    assert!(!given.look("peiper-1ss").bound && given.accepts("end"));
    assert!(given.accepts("clear unit:peiper-1ss hex:1608"), "it may go on with its AP");
    let given = before_it(&[4]);
    assert!(given.look("peiper-1ss").bound, "recognized, it is bound like any other");
}

#[test]
fn cases_4_2c_and_15_2d_a_covered_unit_needs_the_ap_for_an_attack_in_case_it_is_recognized() {
    let given = covered(1);
    assert_eq!(given.refused("move unit:peiper-1ss via:1606 via:1607 done"), "4.2c");
    assert!(given.accepts("move unit:peiper-1ss via:1606 done"));
}

#[test]
fn case_15_2d_the_brigade_covers_a_stack_that_acts_in_reach_of_a_headquarters_until_its_activation_ends() {
    let given = Given::on(&[]).unit("hq-i-ss-pz", "1603").unit("peiper-1ss", "1607").ap(3);
    let given = given.unit("12-vg", "1608").ap(2).unit("3-fj", "1602").unit("30-di", "2010");
    let mut given = given.event(EventKind::Skorzeny, 1).german_acts();
    assert_eq!(given.refused("play event:skorzeny hex:1608"), "15.2d", "five hexes away");
    assert_eq!(given.refused("play event:skorzeny hex:1602"), "15.2d", "3 FJ does not act");
    assert_eq!(given.refused("play event:skorzeny hex:2010"), "15.2d", "no German is there");
    given.order("play event:skorzeny hex:1607", &[]);
    assert!(given.look("peiper-1ss").covered);
    given.order("end", &[]);
    assert!(!given.look("peiper-1ss").covered);
    assert_eq!(given.state.field.events[EventKind::Skorzeny.index()], 0);
}
