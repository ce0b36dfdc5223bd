//! Stacking (case 5).

use crate::place::*;
use autumn_fog::event::Event;
use autumn_fog::order::Verb;
use autumn_fog::state::{GERMAN, Location, Pending};

#[test]
fn cases_5a_and_5b_a_move_may_not_end_above_six_steps() {
    let [a, b, ..] = row();
    let play = Play::on_turn(2).put("3-fj", b).put("peiper-1ss", a).general(GERMAN);
    let (case, message) = play.refused(go("peiper-1ss", b));
    assert_eq!((case, message), ("5b".to_owned(), format!("{} would hold 7 steps, the limit is 6", GAME.place(b))));
    assert_eq!(play.case(walk("peiper-1ss", &[b])), "5b");
    let mut play = Play::on_turn(2).put("3-fj", b).put("muller-12ss", a).general(GERMAN);
    play.does(go("muller-12ss", b));
    assert_eq!(play.state.field.steps_in(b), 6);
}

#[test]
fn case_5c_units_pass_through_full_hexes_of_their_side() {
    let [a, b, c, ..] = row();
    let mut play = Play::on_turn(2).put("3-fj", b).put("hansen-1ss", a).put("bohm-2pz", b).general(GERMAN);
    play.does(walk("hansen-1ss", &[b, c]));
    assert_eq!(play.hex("hansen-1ss"), c);
}

#[test]
fn case_5d_what_is_above_the_limit_at_the_end_of_a_sequence_is_eliminated_by_its_owner() {
    let [a, b, ..] = row();
    let play = Play::on_turn(2).put("3-fj", b).put("peiper-1ss", b).put("12-vg", b).put("hansen-1ss", a);
    let mut play = play.with("12-vg", |unit| unit.steps = 1).general(GERMAN);
    let events = play.does(just(Verb::End));
    assert!(!has(&events, |event| matches!(event, Event::SequenceEnded { .. })));
    assert_eq!(play.question(), Some((GERMAN, Pending::Overstack)));
    assert_eq!(play.case(act(Verb::Eliminate, "hansen-1ss")), "5d");
    // 8 steps: without 12 VG 7 are still too many
    play.does(act(Verb::Eliminate, "12-vg"));
    assert_eq!(play.question(), Some((GERMAN, Pending::Overstack)));
    let events = play.does(act(Verb::Eliminate, "peiper-1ss"));
    assert_eq!(play.unit("peiper-1ss").place, Location::Eliminated(2));
    assert!(has(&events, |event| matches!(event, Event::SequenceEnded { .. })));
}

#[test]
fn cases_5d_and_1_3i_no_headquarters_is_given_up_for_stacking_as_long_as_a_unit_is_with_it() {
    let b = row()[1];
    let mut play = Play::on_turn(2).put("3-fj", b).put("peiper-1ss", b).put("hq-i-ss-pz", b).general(GERMAN);
    play.does(just(Verb::End));
    assert_eq!(play.case(act(Verb::Eliminate, "hq-i-ss-pz")), "1.3i");
    play.does(act(Verb::Eliminate, "peiper-1ss"));
}

#[test]
fn cases_5d_and_1_3k_a_headquarters_given_up_for_stacking_returns_its_supports() {
    let b = row()[1];
    let hqs = ["hq-i-ss-pz", "hq-ii-ss-pz", "hq-lxvii", "hq-xlvii-pz", "hq-lviii-pz", "hq-lxvi", "hq-lxxx"];
    let play = hqs.iter().fold(Play::on_turn(2), |play, hq| play.put(hq, b)).general(GERMAN);
    let mut play = play.field(|field| field.supports[id("hq-i-ss-pz").index()][1] = 2);
    play.does(just(Verb::End));
    let events = play.does(act(Verb::Eliminate, "hq-i-ss-pz"));
    assert!(has(&events, |event| matches!(event, Event::SupportsFreed { hq, .. } if *hq == id("hq-i-ss-pz"))));
    assert_eq!(play.state.field.supports[id("hq-i-ss-pz").index()], [0; 4]);
}

#[test]
fn case_5e_markers_do_not_count() {
    let [a, b, ..] = row();
    let mut play = Play::on_turn(2)
        .put("3-fj", b)
        .with("3-fj", |unit| (unit.improved, unit.fatigued, unit.out_of_command) = (true, true, true))
        .put("muller-12ss", a)
        .field(|field| field.breakthroughs.push((GERMAN, b)))
        .general(GERMAN);
    play.does(go("muller-12ss", b));
    assert_eq!(play.state.field.steps_in(b), 6);
}

#[test]
fn case_5f_a_unit_counts_the_steps_that_it_still_has() {
    let [a, b, ..] = row();
    let stack = |steps| {
        Play::on_turn(2).put("3-fj", b).with("3-fj", |unit| unit.steps = steps).put("peiper-1ss", a).general(GERMAN)
    };
    assert_eq!(stack(4).case(go("peiper-1ss", b)), "5b");
    stack(3).does(go("peiper-1ss", b));
}

#[test]
fn case_5g_an_hq_counts_one_step() {
    let [a, b, ..] = row();
    let stack = |unit: &str| Play::on_turn(2).put("3-fj", b).put(unit, b).put("hq-i-ss-pz", a).general(GERMAN);
    assert_eq!(
        stack("muller-12ss").refused(go("hq-i-ss-pz", b)).1,
        format!("{} would hold 7 steps, the limit is 6", GAME.place(b))
    );
    let mut play = Play::on_turn(2).put("3-fj", b).put("hq-i-ss-pz", a).general(GERMAN);
    play.does(go("hq-i-ss-pz", b));
    assert_eq!(play.state.field.steps_in(b), 5);
}
