//! Zones of control (8).

use super::given::{empty, hex, put, unit};
use crate::EnemyAction;
use crate::printed::{ALLIED, GERMAN};
use crate::truth::event::Event;
use crate::truth::roster::Supply;
use engine::contract::SideId;
use testing::Given;

fn exerts(given: &Given<EnemyAction>, side: SideId, number: &str) -> bool {
    given.state.public.disposition(&given.definitions).exerts(side, hex(given, number))
}

#[test]
fn case_8a_a_unit_without_brackets_controls_the_six_hexes_around_it() {
    let given = put(empty(18), "110-28di", "1122", 0);
    let zones = given.state.public.disposition(&given.definitions).zones(ALLIED);
    let expected = ["1021", "1022", "1121", "1123", "1221", "1222"].map(|number| hex(&given, number));
    assert_eq!(zones.count(), 6);
    assert!(expected.into_iter().all(|hex| zones.contains(hex)));
}

#[test]
fn cases_8b_and_8c_brackets_control_from_towns_the_westwall_if_german_or_two_together() {
    // 244 and the 14th Cavalry have brackets after a loss
    let reduced = |id: &str, number: &str| put(empty(18), id, number, 1);
    assert!(!exerts(&reduced("244", "1122"), GERMAN, "1122"));
    assert!(exerts(&reduced("244", "1023"), GERMAN, "1023"), "in a town");
    assert!(exerts(&reduced("244", "1807"), GERMAN, "1807"), "in the Westwall");
    assert!(!exerts(&reduced("14-cav", "1807"), ALLIED, "1807"), "the Westwall is no help to Allies");
    assert!(exerts(&put(reduced("244", "1122"), "lviii-armour", "1122", 1), GERMAN, "1122"), "two together");
}

#[test]
fn cases_8d_and_9_9a_and_10_23b_isolated_and_dispersed_units_never_control() {
    let given = put(empty(18), "110-28di", "1023", 0);
    let isolated = vec![(unit(&given, "110-28di"), Supply::Isolated)];
    let lost = given.clone().fact(&Event::SupplyJudged { units: isolated, roadblocks: Vec::new() });
    assert!(exerts(&given, ALLIED, "1023") && !exerts(&lost, ALLIED, "1023"));
    let mut dispersed = given;
    let it = unit(&dispersed, "110-28di");
    dispersed.state.public.units.get_mut(it).dispersed = true;
    assert!(!exerts(&dispersed, ALLIED, "1023"));
}
