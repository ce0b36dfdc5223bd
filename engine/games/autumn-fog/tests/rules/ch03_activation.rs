//! Activation, actions, fatigue, the C3I check, improved positions (cases 3, 9.4, 12).

use crate::place::*;
use autumn_fog::AutumnFog;
use autumn_fog::event::Event;
use autumn_fog::order::{EventKind, Step, Verb};
use autumn_fog::state::{ALLIED, GERMAN, Location, Pending, Supply};
use engine::contract::{Rules, Speech};

/// I SS-Panzerkorps on the heath: HQ, two battle groups, an infantry division; another corps beside it.
fn corps_on_heath() -> Play {
    let [a, b, c, d, e] = row();
    Play::on_turn(2)
        .put("hq-i-ss-pz", a)
        .put("peiper-1ss", b)
        .put("3-fj", c)
        .put("hansen-1ss", d)
        .put("18-vg", e)
        .put("hq-viii", hex("1817"))
        .put("cca-9db", hex("1716"))
}

/// A hex beside a unit that it can reach at once.
fn beside(play: &Play, unit: &str) -> definitions::hex::HexId {
    let near = play.legal(&act(Verb::Move, unit)).into_iter().find_map(|step| match step {
        Step::Hex(to) if distance(to, play.hex(unit)) == 1 => Some(to),
        _ => None,
    });
    near.unwrap_or_else(|| panic!("{unit} cannot move"))
}

/// Moves a unit by one hex.
fn shift(play: &mut Play, unit: &str) -> Vec<Event> {
    let to = beside(play, unit);
    play.does(go(unit, to))
}

/// Ends the sequence; the other side passes.
fn own_turn_again(play: &mut Play) {
    play.does(just(Verb::End));
    play.does(just(Verb::Pass));
}

#[test]
fn case_3_1a_a_unit_acts_only_while_it_is_activated_in_its_own_sides_sequence() {
    let play = corps_on_heath().asked(GERMAN, Pending::Operate);
    assert_eq!(
        play.refused(act(Verb::Move, "peiper-1ss")),
        ("3.1a".to_owned(), "Peiper/1 is not activated".to_owned())
    );
    let play = corps_on_heath().formation("i-ss-pz");
    assert_eq!(play.refused(act(Verb::Move, "cca-9db")), ("3.1a".to_owned(), "CCA/9 DB is not yours".to_owned()));
}

#[test]
fn case_3_1b_a_third_activation_in_a_turn_is_refused() {
    let play = corps_on_heath().with("peiper-1ss", |unit| unit.activations = 2).general(GERMAN);
    assert_eq!(
        play.refused(act(Verb::Move, "peiper-1ss")),
        ("3.1b".to_owned(), "Peiper/1 has already been activated 2 times this turn".to_owned())
    );
}

#[test]
fn case_3_1c_the_hq_is_activated_with_its_formation_and_counts_against_no_limit() {
    let play = corps_on_heath().formation("i-ss-pz");
    assert_eq!((play.unit("hq-i-ss-pz").activations, play.state.field.operations.count), (1, 0));
    assert!(play.unit("hq-i-ss-pz").active);
}

#[test]
fn case_3_1d_in_a_general_activation_an_hq_only_moves_and_counts_as_a_unit() {
    let mut play = corps_on_heath().with("hq-i-ss-pz", |hq| hq.fatigued = true).general(GERMAN);
    let only = ("3.1d".to_owned(), "I SS-PzK can only move in a general activation".to_owned());
    assert_eq!(play.refused(act(Verb::Dig, "hq-i-ss-pz")), only);
    assert_eq!(play.refused(act(Verb::Recover, "hq-i-ss-pz")), only);
    shift(&mut play, "hq-i-ss-pz");
    assert_eq!(play.state.field.operations.count, 1);
    own_turn_again(&mut play);
    assert_eq!(play.case(formation("i-ss-pz")), "3.5.2b", "it has acted while fatigued");
}

#[test]
fn case_3_2a_a_formation_activation_takes_units_of_one_formation_of_ones_own() {
    let play = corps_on_heath().formation("i-ss-pz");
    let (case, message) = play.refused(act(Verb::Move, "18-vg"));
    assert_eq!(
        (case.as_str(), message.as_str()),
        ("3.2a", "18 VG belongs to LXVI Armeekorps and is not activated now")
    );
    let play = corps_on_heath().asked(GERMAN, Pending::Operate);
    assert_eq!(play.case(formation("viii")), "3.2a");
}

#[test]
fn case_3_2b_a_formation_activation_needs_its_hq() {
    let lost =
        |hq: Location| corps_on_heath().with("hq-i-ss-pz", |unit| unit.place = hq).asked(GERMAN, Pending::Operate);
    assert_eq!(
        lost(Location::Eliminated(1)).refused(formation("i-ss-pz")),
        ("3.2b".to_owned(), "the headquarters of I SS-Panzerkorps has been destroyed".to_owned())
    );
    assert_eq!(lost(Location::Due(3)).case(formation("i-ss-pz")), "3.2b");
    assert_eq!(lost(Location::Absent).case(formation("i-ss-pz")), "3.2b");
}

#[test]
fn cases_3_2c_and_8_2a_only_units_in_command_take_part_in_a_formation_activation() {
    let play = corps_on_heath().with("3-fj", |unit| unit.out_of_command = true).formation("i-ss-pz");
    assert_eq!(play.refused(act(Verb::Move, "3-fj")), ("8.2a".to_owned(), "3 FJ is out of command".to_owned()));
    assert!(!play.legal(&just(Verb::Move)).contains(&Step::Unit(id("3-fj"))));
    assert!(play.legal(&just(Verb::Move)).contains(&Step::Unit(id("peiper-1ss"))));
}

#[test]
fn case_3_2d_units_left_out_of_a_formation_activation_act_later_in_a_general_one() {
    let mut play = corps_on_heath().formation("i-ss-pz");
    shift(&mut play, "peiper-1ss");
    own_turn_again(&mut play);
    assert_eq!((play.unit("peiper-1ss").activations, play.unit("3-fj").activations), (1, 0));
    play.does(general());
    assert_eq!(woken(&shift(&mut play, "3-fj")), (2, false, None));
}

#[test]
fn case_3_2e_an_hq_leads_a_second_time_and_becomes_fatigued_as_do_units_that_act_again() {
    let mut play = corps_on_heath().formation("i-ss-pz");
    shift(&mut play, "peiper-1ss");
    own_turn_again(&mut play);
    assert_eq!(woken(&play.does(formation("i-ss-pz"))), (2, true, None));
    assert!(play.unit("hq-i-ss-pz").fatigued);
    assert_eq!(woken(&shift(&mut play, "3-fj")), (2, false, None), "it acts for the first time");
    assert_eq!(woken(&shift(&mut play, "peiper-1ss")), (2, true, None));
    own_turn_again(&mut play);
    assert_eq!(play.case(formation("i-ss-pz")), "3.1b", "there is no third time");
}

#[test]
fn cases_3_3a_and_9_3b_a_german_general_activation_takes_three_units() {
    let mut play = corps_on_heath().general(GERMAN);
    for unit in ["18-vg", "hansen-1ss", "3-fj"] {
        shift(&mut play, unit);
    }
    let (case, message) = play.refused(act(Verb::Move, "peiper-1ss"));
    let message = message.as_str();
    assert_eq!((case.as_str(), message), ("3.3a", "Peiper/1 would be one more than the 3 units of this activation"));
    assert_eq!(play.state.field.operations.count, 3);
}

#[test]
fn cases_3_3a_and_9_2b_an_allied_general_activation_takes_four_units() {
    let [a, b, c, d, e] = row();
    let mut play = Play::on_turn(2)
        .put("2-di", a)
        .put("cca-9db", b)
        .put("29-bb", c)
        .put("393-99di", d)
        .put("101-abn", e)
        .general(ALLIED);
    for unit in ["2-di", "101-abn", "393-99di", "cca-9db"] {
        shift(&mut play, unit);
    }
    let message = play.refused(act(Verb::Move, "29-bb")).1;
    assert_eq!(message, "29 BB would be one more than the 4 units of this activation");
}

#[test]
fn case_3_3b_a_general_activation_takes_units_from_anywhere() {
    let mut play = corps_on_heath().put("33-9pz", hex("3209")).formation("i-ss-pz");
    own_turn_again(&mut play);
    play.does(general());
    for unit in ["18-vg", "33-9pz", "hansen-1ss"] {
        shift(&mut play, unit);
    }
    assert!(distance(play.hex("33-9pz"), play.hex("18-vg")) > 12);
}

#[test]
fn cases_3_3c_and_8_2b_a_unit_out_of_command_must_take_its_check_before_it_acts() {
    let mut play = corps_on_heath().with("peiper-1ss", |unit| unit.out_of_command = true).rolling(&[4]).general(GERMAN);
    let (case, message) = play.refused(act(Verb::Move, "peiper-1ss"));
    assert_eq!(
        (case.as_str(), message.as_str()),
        ("3.3c", "Peiper/1 is out of command and must take its C3I check first")
    );
    assert_eq!(play.case(act(Verb::Activate, "3-fj")), "3.3c", "it needs no check");
    assert_eq!(play.legal(&just(Verb::Activate)), [Step::Unit(id("peiper-1ss"))]);
    assert_eq!(woken(&play.does(act(Verb::Activate, "peiper-1ss"))), (3, false, Some(4)));
    assert_eq!(play.state.field.operations.count, 1);
    shift(&mut play, "peiper-1ss");
    let (case, message) = play.refused(act(Verb::Activate, "peiper-1ss"));
    assert_eq!((case.as_str(), message.as_str()), ("3.3c", "Peiper/1 needs no C3I check"), "nobody is left to check");
}

#[test]
fn case_3_3c_units_of_a_destroyed_hq_check_too_but_not_reinforcements() {
    let lost = |play: Play| play.with("hq-i-ss-pz", |hq| hq.place = Location::Eliminated(2));
    assert_eq!(lost(corps_on_heath()).general(GERMAN).case(act(Verb::Move, "3-fj")), "3.3c");
    let mut play = Play::on_turn(2)
        .with("hq-lxvi", |hq| hq.place = Location::Eliminated(2))
        .with("fbb", |unit| unit.place = Location::Due(2))
        .general(GERMAN);
    assert_eq!(woken(&play.does(enter("fbb", hex("3411")))), (3, false, None));
}

#[test]
fn case_9_4a_the_check_succeeds_on_less_than_the_quality() {
    for (unit, quality, die, ap) in
        [("peiper-1ss", 5, 4, 3), ("peiper-1ss", 5, 5, 1), ("18-vg", 3, 2, 2), ("18-vg", 3, 3, 1)]
    {
        assert_eq!(GAME.unit(id(unit)).quality, quality);
        let mut play = corps_on_heath().with(unit, |unit| unit.out_of_command = true).rolling(&[die]).general(GERMAN);
        assert_eq!(woken(&play.does(act(Verb::Activate, unit))), (ap, false, Some(die)), "{unit} rolls {die}");
    }
}

#[test]
fn cases_9_4b_and_q_3_a_failed_check_leaves_one_ap_and_fatigue_takes_even_that() {
    let failed = |fatigued| {
        let mut play = corps_on_heath()
            .with("peiper-1ss", |unit| (unit.out_of_command, unit.fatigued) = (true, fatigued))
            .rolling(&[6])
            .general(GERMAN);
        play.does(act(Verb::Activate, "peiper-1ss"));
        play
    };
    assert_eq!(failed(false).unit("peiper-1ss").ap, 1);
    let tired = failed(true);
    assert_eq!(tired.unit("peiper-1ss").ap, 0);
    assert_eq!(tired.case(act(Verb::Recover, "peiper-1ss")), "3.4.1f");
}

#[test]
fn cases_3_4_1a_and_3_4_3b_no_unit_spends_more_ap_than_it_has() {
    let mut play = corps_on_heath().general(GERMAN);
    play.does(act(Verb::Dig, "3-fj"));
    assert_eq!(play.unit("3-fj").ap, 1);
    shift(&mut play, "3-fj");
    assert_eq!(play.unit("3-fj").ap, 0);
    assert_eq!(play.refused(act(Verb::Dig, "3-fj")).1, "an improved position costs 1 AP, 3 FJ has 0");
}

#[test]
fn cases_3_4_1b_and_6_1d_what_is_left_at_the_end_of_an_activation_is_lost() {
    let mut play = corps_on_heath().general(GERMAN);
    shift(&mut play, "peiper-1ss");
    assert!(play.unit("peiper-1ss").ap == 2 && play.unit("peiper-1ss").half_mp > 0);
    play.does(just(Verb::End));
    assert_eq!((play.unit("peiper-1ss").ap, play.unit("peiper-1ss").half_mp), (0, 0));
}

#[test]
fn case_3_4_1c_a_movement_action_costs_one_ap() {
    let mut play = corps_on_heath().general(GERMAN);
    shift(&mut play, "peiper-1ss");
    assert_eq!(play.unit("peiper-1ss").ap, 2);
}

#[test]
fn cases_3_4_1f_and_3_5_2a_recovery_costs_two_ap_of_which_fatigue_may_have_taken_one_and_comes_first() {
    for (unit, paid) in [("peiper-1ss", 2), ("hansen-1ss", 2), ("3-fj", 1)] {
        let tired = || corps_on_heath().with(unit, |state| state.fatigued = true).general(GERMAN);
        let mut play = tired();
        let events = play.does(act(Verb::Recover, unit));
        assert_eq!(woken(&events), (paid, false, None), "what fatigue has left it");
        assert!(
            has(
                &events,
                |event| matches!(event, Event::Recovered { unit: who, ap: 0, paid: told, .. } if (*who, *told) == (id(unit), paid))
            ),
            "{events:?}"
        );
        assert!(!play.unit(unit).fatigued && play.unit(unit).ap == 0);
        let told = AutumnFog::describe(&GAME, &events[1].clone().into()).expect("a line");
        assert!(told.ends_with(&format!("recovers from fatigue for {paid} AP; 0 AP left.")), "{told}");
        let mut play = tired();
        shift(&mut play, unit);
        let (case, message) = play.refused(act(Verb::Recover, unit));
        assert_eq!(case, "3.5.2a");
        assert!(message.ends_with("has already acted this turn; recovery comes first"), "{message}");
    }
    let fresh = corps_on_heath().general(GERMAN);
    assert_eq!(fresh.refused(act(Verb::Recover, "3-fj")), ("3.5.2a".to_owned(), "3 FJ is not fatigued".to_owned()));
}

#[test]
fn case_3_5_2a_the_hq_recovers_when_it_leads_and_a_unit_even_in_an_enemy_zone() {
    let mut play = corps_on_heath().with("hq-i-ss-pz", |hq| hq.fatigued = true).formation("i-ss-pz");
    assert_eq!(play.unit("hq-i-ss-pz").ap, 2);
    play.does(act(Verb::Recover, "hq-i-ss-pz"));
    assert_eq!((play.unit("hq-i-ss-pz").ap, play.unit("hq-i-ss-pz").fatigued), (0, false));
    let [a, b, ..] = row();
    let mut play = Play::on_turn(2).put("2-di", a).put("3-fj", b).with("3-fj", |unit| unit.fatigued = true);
    play = play.general(GERMAN);
    play.does(act(Verb::Recover, "3-fj"));
    assert!(!play.unit("3-fj").fatigued);
}

#[test]
fn case_3_5_2a_an_isolated_unit_recovers_with_its_two_ap_and_an_unsupplied_one_cannot() {
    let tired = |supply| {
        corps_on_heath().with("peiper-1ss", |unit| (unit.fatigued, unit.supply) = (true, supply)).general(GERMAN)
    };
    let mut isolated = tired(Supply::Isolated);
    isolated.does(act(Verb::Recover, "peiper-1ss"));
    assert_eq!(isolated.unit("peiper-1ss").ap, 0);
    assert_eq!(
        tired(Supply::Unsupplied).refused(act(Verb::Recover, "peiper-1ss")),
        (
            "3.4.1f".to_owned(),
            "recovering costs 2 AP; Peiper/1 has 0, and only the 1 that fatigue takes is waived".to_owned()
        )
    );
}

#[test]
fn case_3_5_2a_captured_fuel_counts_for_recovery_and_is_all_that_can_be_left_after_it() {
    let tired = |unit: &str, supply: Supply, out_of_command: bool| {
        let play = corps_on_heath().with(unit, |state| {
            (state.fatigued, state.supply, state.out_of_command) = (true, supply, out_of_command);
        });
        play.field(|field| field.events[EventKind::FuelDump.index()] = 1).rolling(&[1])
    };
    let left = |mut play: Play, unit: &str| {
        let there = play.hex(unit);
        play.does(vec![Step::Verb(Verb::Play), Step::Event(EventKind::FuelDump), Step::Hex(there)]);
        play.does(act(Verb::Recover, unit));
        assert!(!play.unit(unit).fatigued);
        play.unit(unit).ap
    };
    let hq = tired("hq-i-ss-pz", Supply::Supplied, false).formation("i-ss-pz");
    assert_eq!(left(hq, "hq-i-ss-pz"), 1, "3 less 1, and the fuel: 3");
    let dry = tired("peiper-1ss", Supply::Unsupplied, false).general(GERMAN);
    assert_eq!(left(dry, "peiper-1ss"), 0, "it has the fuel, and what fatigue takes is waived");
    let mut checked = tired("3-fj", Supply::Supplied, true).general(GERMAN);
    checked.does(act(Verb::Activate, "3-fj"));
    assert_eq!(left(checked, "3-fj"), 0, "2 less 1, and the fuel: 2");
}

#[test]
fn an_old_recovery_that_did_not_say_what_was_paid_is_read_and_told_as_it_was() {
    let old: Event = serde_json::from_value(serde_json::json!({ "Recovered": { "unit": id("3-fj"), "ap": 1 } }))
        .expect("it is read");
    assert_eq!(old, Event::Recovered { unit: id("3-fj"), ap: 1, paid: 0, off: None });
    assert_eq!(AutumnFog::describe(&GAME, &old.clone().into()).as_deref(), Some("3 FJ recovers from fatigue."));
    let mut state = corps_on_heath().state;
    AutumnFog::evolve(&mut state, &old);
    assert_eq!(state.field.unit(id("3-fj")).ap, 1, "the position is the one of then");
}

#[test]
fn case_3_5_2a_a_unit_out_of_command_recovers_after_a_check_that_it_passed() {
    let mut play = corps_on_heath()
        .with("3-fj", |unit| (unit.fatigued, unit.out_of_command) = (true, true))
        .rolling(&[1])
        .general(GERMAN);
    play.does(act(Verb::Activate, "3-fj"));
    assert_eq!(play.unit("3-fj").ap, 1);
    play.does(act(Verb::Recover, "3-fj"));
    assert_eq!((play.unit("3-fj").ap, play.unit("3-fj").fatigued), (0, false));
}

#[test]
fn cases_3_5a_and_3_5_1a_a_second_activation_tires_and_costs_one_ap() {
    let mut play = corps_on_heath().general(GERMAN);
    shift(&mut play, "3-fj");
    own_turn_again(&mut play);
    play.does(general());
    assert_eq!(woken(&shift(&mut play, "3-fj")), (1, true, None));
    assert_eq!((play.unit("3-fj").ap, play.unit("3-fj").fatigued), (0, true));
}

#[test]
fn case_3_5_2b_a_fatigued_unit_acts_again_only_if_it_recovered_before() {
    let mut play = corps_on_heath().with("peiper-1ss", |unit| unit.fatigued = true).general(GERMAN);
    shift(&mut play, "peiper-1ss");
    own_turn_again(&mut play);
    play.does(general());
    let (case, message) = play.refused(act(Verb::Move, "peiper-1ss"));
    assert_eq!((case.as_str(), message.as_str()), ("3.5.2b", "Peiper/1 is fatigued and has already acted this turn"));
    let mut play = corps_on_heath().with("peiper-1ss", |unit| unit.fatigued = true).general(GERMAN);
    play.does(act(Verb::Recover, "peiper-1ss"));
    own_turn_again(&mut play);
    play.does(general());
    assert_eq!(woken(&shift(&mut play, "peiper-1ss")), (2, true, None));
}

#[test]
fn cases_3_4_3a_and_3_4_3c_units_act_in_any_order_wait_and_go_on() {
    let mut play = corps_on_heath().put("peiper-1ss", row()[3]).general(GERMAN);
    play.does(act(Verb::Dig, "hansen-1ss"));
    play.does(act(Verb::Dig, "3-fj"));
    play.does(act(Verb::Dig, "peiper-1ss"));
    shift(&mut play, "3-fj");
    assert_eq!((play.unit("3-fj").ap, play.unit("hansen-1ss").ap), (0, 2));
    shift(&mut play, "hansen-1ss");
    assert_eq!((play.unit("hansen-1ss").ap, play.unit("peiper-1ss").ap), (1, 2), "each has its own");
    assert_eq!(play.unit("hansen-1ss").activations, 1);
}

#[test]
fn cases_12_1a_and_3_4_1g_a_unit_digs_in_for_one_ap_outside_enemy_zones() {
    let mut play = corps_on_heath().general(GERMAN);
    shift(&mut play, "peiper-1ss");
    let events = play.does(act(Verb::Dig, "peiper-1ss"));
    let [Event::DugIn { unit, ap: 1, .. }] = &events[..] else { panic!("{events:?}") };
    assert_eq!(*unit, id("peiper-1ss"));
    assert!(play.unit("peiper-1ss").improved && play.unit("peiper-1ss").half_mp == 0);
    assert_eq!(play.case(act(Verb::Dig, "peiper-1ss")), "12.1a", "it is in one already");
    let [a, b, ..] = row();
    let play = Play::on_turn(2).put("2-di", a).put("3-fj", b).general(GERMAN);
    let (case, message) = play.refused(act(Verb::Dig, "3-fj"));
    assert_eq!((case.as_str(), message.as_str()), ("12.1a", "3 FJ is in an enemy zone of control"));
}

#[test]
fn cases_12_1b_and_12_1c_each_unit_of_a_stack_digs_in_for_itself() {
    let mut play = corps_on_heath().put("muller-12ss", row()[2]).general(GERMAN);
    play.does(act(Verb::Dig, "3-fj"));
    assert!(play.unit("3-fj").improved && !play.unit("muller-12ss").improved);
    play.does(act(Verb::Leave, "3-fj"));
    assert!(!play.unit("3-fj").improved && !play.unit("muller-12ss").improved);
    play.does(act(Verb::Dig, "muller-12ss"));
    assert_eq!((play.unit("3-fj").ap, play.unit("muller-12ss").ap), (1, 2));
}

#[test]
fn cases_12_1e_and_3_4_1h_leaving_a_position_is_free_and_moving_leaves_it() {
    let dug = || corps_on_heath().with("3-fj", |unit| unit.improved = true).general(GERMAN);
    let mut play = dug();
    assert_eq!(play.does(act(Verb::Leave, "3-fj")), [Event::LeftPosition { unit: id("3-fj") }]);
    assert_eq!((play.unit("3-fj").activations, play.state.field.operations.count), (0, 0));
    assert_eq!(play.case(act(Verb::Leave, "3-fj")), "12.1e");
    let mut play = dug();
    shift(&mut play, "3-fj");
    assert!(!play.unit("3-fj").improved);
}
