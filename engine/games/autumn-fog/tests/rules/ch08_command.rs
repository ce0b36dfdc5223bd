//! Command and doctrine (cases 8, 9.2, 9.3).

use crate::place::*;
use autumn_fog::order::Verb;
use autumn_fog::state::{ALLIED, GERMAN, Location, Pending};
use definitions::hex::HexId;

/// An HQ and a unit so many hexes away, with nothing between them.
fn at(distance_to: u16) -> (HexId, HexId) {
    let from = hex("1505");
    let to = seek("a hex at that distance", |there| (distance(from, there) == distance_to).then_some(there));
    (from, to)
}

/// Whether a unit at a distance from its HQ is out of command on the next turn.
fn out_at(hq: &str, unit: &str, range: u16) -> bool {
    let (from, to) = at(range);
    let play = Play::on_turn(1).put(hq, from).put(unit, to).next_turn();
    assert_eq!(play.state.field.turn, 2);
    play.unit(unit).out_of_command
}

#[test]
fn cases_8_1a_and_9_2a_the_allied_command_range_is_6_hexes() {
    assert_eq!([5, 6, 7, 8].map(|range| out_at("hq-v", "2-di", range)), [false, false, true, true]);
}

#[test]
fn cases_8_1a_and_9_3a_the_german_command_range_is_4_hexes() {
    assert_eq!([3, 4, 5, 6].map(|range| out_at("hq-i-ss-pz", "3-fj", range)), [false, false, true, true]);
}

#[test]
fn case_8_1b_a_line_of_command_goes_round_enemy_units_and_through_their_zones() {
    let [a, b, c, d, e] = row();
    let of_command = |play: Play| play.next_turn().unit("3-fj").out_of_command;
    let far = |play: Play| play.put("hq-i-ss-pz", a).put("3-fj", e);
    assert_eq!(distance(a, e), 4);
    assert!(!of_command(far(Play::on_turn(1))));
    // an enemy unit in the straight line makes it 5 long; a zone alone does not matter
    assert!(of_command(far(Play::on_turn(1)).put("2-di", c)));
    let beside = around(c).into_iter().find(|hex| ![b, d].contains(hex)).expect("a hex beside the row");
    assert!(!of_command(far(Play::on_turn(1)).put("2-di", beside)));
}

#[test]
fn case_8_1c_command_is_checked_at_the_start_and_holds_all_turn() {
    let (from, to) = at(4);
    let mut play = Play::on_turn(1).put("hq-i-ss-pz", from).put("3-fj", to).put("2-di", hex("0101")).next_turn();
    assert!(!play.unit("3-fj").out_of_command);
    play = play.put("hq-i-ss-pz", hex("3308"));
    play.does(formation("i-ss-pz"));
    assert_eq!(woken(&play.does(act(Verb::Dig, "3-fj"))).0, 2, "its HQ has gone, but it was in command");
}

#[test]
fn case_9_2c_units_on_the_map_before_their_hq_are_in_command_but_act_in_general_activations_only() {
    let waiting = |hq: Location| Play::on_turn(2).put("ccb-9db", heath()).with("hq-xviii-abn", |unit| unit.place = hq);
    let mut play = waiting(Location::Due(3)).general(ALLIED);
    assert_eq!(woken(&play.does(act(Verb::Dig, "ccb-9db"))), (3, false, None), "no check");
    assert_eq!(waiting(Location::Due(3)).asked(ALLIED, Pending::Operate).case(formation("xviii-abn")), "9.2c");
    // on the turn of its arrival the HQ leads what enters with it, and only once it has entered itself
    let mut play = waiting(Location::Due(2)).with("30-di", |unit| unit.place = Location::Due(2)).formation("xviii-abn");
    let (case, message) = play.refused(act(Verb::Dig, "ccb-9db"));
    assert_eq!((case.as_str(), message.as_str()), ("9.2c", "the headquarters of CCB/9 DB has not entered the map yet"));
    assert_eq!(play.case(enter("30-di", hex("2101"))), "9.2c");
    play.does(enter("hq-xviii-abn", hex("2101")));
    play.does(enter("30-di", hex("2501")));
    let (case, message) = play.refused(act(Verb::Dig, "ccb-9db"));
    assert_eq!((case.as_str(), message.as_str()), ("9.2c", "CCB/9 DB was on the map before its headquarters"));
    // on turn 1 too, where all Americans are in command
    let first = Play::on_turn(1).put("ccb-9db", heath()).with("hq-xviii-abn", |unit| unit.place = Location::Due(1));
    let mut play = first.formation("xviii-abn");
    play.does(enter("hq-xviii-abn", hex("2101")));
    assert_eq!(play.case(act(Verb::Dig, "ccb-9db")), "9.2c");
}

#[test]
fn case_9_3c_german_independents_act_in_general_activations_only() {
    let play = Play::on_turn(2).put("33-9pz", heath()).put("hq-xlvii-pz", hex("3015"));
    let (case, message) = play.formation("xlvii-pz").refused(act(Verb::Dig, "33-9pz"));
    assert_eq!((case.as_str(), message.as_str()), ("1.5b", "33/9 Pz is independent and is not activated now"));
    let mut play = Play::on_turn(2).put("33-9pz", heath()).general(GERMAN);
    assert_eq!(woken(&play.does(act(Verb::Dig, "33-9pz"))).0, 3);
}
