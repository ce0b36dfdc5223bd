//! Who is activated by what (6).

use super::given::{empty, hold, impulse, put, start, unit};
use crate::EnemyAction;
use crate::printed::{ALLIED, GERMAN};
use crate::truth::event::Event;
use testing::Given;

fn actives(given: &Given<EnemyAction>) -> Vec<String> {
    let units = given.state.public.activation.as_ref().map(|it| it.units.clone()).unwrap_or_default();
    units.iter().map(|unit| given.definitions.name(*unit).to_owned()).collect()
}

/// Units of three corps and two divisions.
fn front() -> Given<EnemyAction> {
    let given = put(put(empty(18), "3-2pz", "1021", 0), "2-2pz", "1022", 0);
    let given = put(put(given, "130-lehr", "1120", 0), "18-vg", "1320", 0);
    put(given, "1-1ss", "0421", 0)
}

#[test]
fn cases_6_1a_and_5_3a_a_corps_card_activates_all_units_of_its_corps_on_the_map() {
    let given = impulse(hold(front(), GERMAN, &["corps-xlvii"]), GERMAN);
    let active = given.clone().and("german: activate XLVII with corps-xlvii");
    assert_eq!(actives(&active), ["3.2P", "2.2P", "130.Lehr"]);
}

#[test]
fn cases_6_1b_and_5_4a_and_5_5a_an_army_card_activates_a_corps_of_its_army_and_the_army_group_any() {
    let given = impulse(hold(front(), GERMAN, &["army-5-pz", "army-group-b"]), GERMAN);
    given.when("german: activate I SS with army-5-pz").is_refused_by("6.1a", "does not activate");
    given.when("german: activate LXVI with army-5-pz").is_done();
    assert_eq!(actives(&given.clone().and("german: activate I SS with army-group-b")), ["1.1SS"]);
}

#[test]
fn cases_6_1c_and_6_1d_by_an_allied_army_card_those_stacked_with_the_corps_are_active_and_attacks_have_a_bonus() {
    let given = put(put(put(empty(18), "110-28di", "1022", 0), "117-30di", "1022", 0), "120-30di", "1021", 0);
    let given = impulse(hold(given, ALLIED, &["army-1-us", "corps-xviii"]), ALLIED);
    let army = given.clone().and("allied: activate XVIII with army-1-us");
    assert_eq!(actives(&army), ["117.30", "120.30", "110.28"]);
    assert!(army.state.public.activation.as_ref().is_some_and(|it| it.bonus));
    let corps = given.clone().and("allied: activate XVIII with corps-xviii");
    assert_eq!(actives(&corps), ["117.30", "120.30"]);
}

#[test]
fn cases_6_2_and_5_2a_of_the_divisions_on_a_card_one_is_activated() {
    let given = impulse(hold(front(), GERMAN, &["2-pz-lehr"]), GERMAN);
    assert_eq!(actives(&given.clone().and("german: activate division 2pz with 2-pz-lehr")), ["3.2P", "2.2P"]);
    given.when("german: activate division 26vg with 2-pz-lehr").is_refused_by("6.2", "does not activate");
}

#[test]
fn cases_6_3a_and_6_3b_and_6_3c_and_5_2b_and_5_3b_one_supplied_unit_a_day_which_does_not_attack() {
    let given = put(put(empty(18), "3-2pz", "1802", 0), "110-28di", "1702", 0);
    let given = impulse(hold(given, GERMAN, &["corps-lxvi", "18-62"]), GERMAN);
    let one = given.clone().and("german: activate unit 3.2P with corps-lxvi").and("allied: pass");
    one.when("german: attack 1702 with 3.2P").is_refused_by("6.3c", "as a single unit");
    let after = impulse(one.clone().and("german: end"), GERMAN);
    after.when("german: activate unit 3.2P with 18-62").is_refused_by("6.3a", "today");
    // 1122 lies far from every German road
    let given = put(empty(18), "3-2pz", "1122", 0);
    let given = impulse(hold(given, GERMAN, &["corps-lxvi"]), GERMAN);
    given.when("german: activate unit 3.2P with corps-lxvi").is_refused_by("6.3b", "cannot trace supply");
}

#[test]
fn cases_6_4a_and_6_4b_and_5_4b_and_5_5b_a_kampfgruppe_is_all_of_an_army_or_of_all_within_two_hexes() {
    let given = put(front(), "1-1ss", "1020", 0);
    let given = impulse(hold(given, GERMAN, &["army-5-pz", "army-group-b"]), GERMAN);
    let army = given.clone().and("german: kampfgruppe at 1021 with army-5-pz");
    assert_eq!(actives(&army), ["3.2P", "2.2P", "130.Lehr"]);
    let group = given.clone().and("german: kampfgruppe at 1021 with army-group-b");
    assert_eq!(actives(&group), ["1.1SS", "3.2P", "2.2P", "130.Lehr"]);
    given.when("german: kampfgruppe at 2201 with army-5-pz").is_refused_by("6.4a", "within 2 hexes");
}

#[test]
fn cases_6_5a_and_6_5b_and_6_5c_nobody_acts_twice_running_not_alone_nor_in_a_kampfgruppe() {
    let given = front();
    let tired = vec![unit(&given, "3-2pz")];
    let cards = ["corps-xlvii", "2-pz-lehr", "army-5-pz", "corps-lxvi"];
    let mut given = hold(given, GERMAN, &cards);
    given.state.public.acted[0] = tired;
    let given = impulse(given, GERMAN);
    given.when("german: activate XLVII with corps-xlvii").is_refused_by("6.5a", "3.2P was active");
    given.when("german: activate division 2pz with 2-pz-lehr").is_refused_by("6.5a", "3.2P was active");
    given.when("german: activate division lehr with 2-pz-lehr").is_done();
    let group = given.clone().and("german: kampfgruppe at 1021 with army-5-pz");
    assert_eq!(actives(&group), ["2.2P", "130.Lehr"]);
    let near = put(given, "3-2pz", "1802", 0);
    near.when("german: activate unit 3.2P with corps-lxvi").is_refused_by("6.5a", "3.2P was active");
}

#[test]
fn case_6_5f_the_last_impulse_of_a_day_does_not_bind_the_first_of_the_next() {
    let mut given = front();
    given.state.public.acted[0] = vec![unit(&given, "3-2pz")];
    let given = given.fact(&Event::DayBegan { day: 19, opening: 0 });
    let given = impulse(hold(given, GERMAN, &["corps-xlvii"]), GERMAN);
    given.when("german: activate XLVII with corps-xlvii").is_done();
}

#[test]
fn cases_6b_and_12_31a_and_12_32_who_neither_moved_nor_attacked_digs_in_but_not_in_a_town() {
    let given = put(put(empty(18), "3-2pz", "1021", 0), "2-2pz", "1023", 0);
    let given = super::given::active(given, GERMAN, &["3-2pz", "2-2pz"]).and("german: move 2.2P to 1022");
    given.when("german: dig at 1022").is_refused_by("12.31a", "neither moved");
    given.when("german: dig at 1023").is_refused_by("12.32", "town");
    let dug = given.when("german: dig at 1021").is_done();
    assert_eq!(dug.state.public.positions.len(), given.state.public.positions.len() + 1);
    // who digs has done with moving, and so have all others
    let more = super::given::active(put(given, "304-2pz", "1122", 0), GERMAN, &["3-2pz", "304-2pz"]);
    let dug = more.when("german: dig at 1021").is_done();
    dug.when("german: move 304.2P to 1222").is_refused_by("6a", "moving of this activation is over");
}

#[test]
fn cases_6c_and_9_9e_dispersed_units_recover_as_their_activation_ends() {
    let mut given = put(empty(18), "3-2pz", "1021", 0);
    let it = unit(&given, "3-2pz");
    given.state.public.units.get_mut(it).dispersed = true;
    let given = super::given::active(given, GERMAN, &["3-2pz"]);
    given.when("german: move 3.2P to 1022").is_refused_by("9.9b", "dispersed");
    let after = given.clone().and("german: end");
    assert!(!after.state.public.unit(it).dispersed);
}

#[test]
fn the_opening_position_asks_the_german_for_a_card() {
    assert_eq!(start("initial-assault").asked("german"), ["December 16, surprise attack 1: which card do you play?"]);
}
