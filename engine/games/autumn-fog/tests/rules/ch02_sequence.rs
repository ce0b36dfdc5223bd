//! The sequence of play (case 2).

use crate::place::*;
use autumn_fog::AutumnFog;
use autumn_fog::event::Event;
use autumn_fog::order::{Step, SupportKind, Verb};
use autumn_fog::state::{ALLIED, GERMAN, Location, Pending, Supply};
use engine::contract::{AskId, Rules, SideId, Sight, Viewer};

/// German and Allied units far apart, with supply roads under them, and a side that is to act.
fn apart(turn: u8, side: SideId) -> Play {
    Play::on_turn(turn)
        .put("hq-i-ss-pz", hex("3308"))
        .put("peiper-1ss", hex("3207"))
        .put("3-fj", hex("3107"))
        .put("hq-viii", hex("1817"))
        .put("cca-9db", hex("1716"))
        .put("101-abn", hex("1617"))
        .asked(side, Pending::Operate)
}

/// A general activation in which a unit leaves its hex, and its end.
fn acts(play: &mut Play, unit: &str) -> Vec<Event> {
    play.does(general());
    let to = play.legal(&act(Verb::Move, unit)).into_iter().find(|step| matches!(step, Step::Hex(_)));
    play.does([act(Verb::Move, unit), vec![to.expect("a move")]].concat());
    play.does(just(Verb::End))
}

#[test]
fn case_2_1b_supply_and_command_of_every_unit_are_checked_at_the_start_of_the_turn() {
    let (_, events) = Play::begun();
    let checked = events.iter().find_map(|event| match event {
        Event::Checked { units } => Some(units.clone()),
        _ => None,
    });
    let units = checked.expect("a check");
    assert_eq!(units.len(), GAME.published.scenario("initial-assault").expect("the scenario").placements.len());
    assert!(units.iter().all(|(.., supply)| *supply != Supply::Unsupplied));
}

#[test]
fn case_2_1c_both_sides_allot_sealed_and_are_shown_together_when_both_are_done() {
    let (mut play, _) = Play::begun();
    assert_eq!(AutumnFog::asks(&play.state).len(), 2);
    let artillery = allot("hq-v", SupportKind::Artillery);
    let events = play.by(ALLIED, artillery.clone()).expect("an artillery");
    assert!(AutumnFog::redact(&GAME, &play.state, &events[0], Viewer::Side(GERMAN)).is_none());
    assert!(AutumnFog::redact(&GAME, &play.state, &events[0], Viewer::Side(ALLIED)).is_some());
    let seen = AutumnFog::view(&GAME, &play.state, Viewer::Side(GERMAN));
    assert!(seen.allotted.is_empty() && seen.field.supports.iter().all(|held| *held == [0; 4]));
    play.by(ALLIED, allotted()).expect("done");
    assert_eq!(play.by(ALLIED, artillery).expect_err("he has finished").case, "order");
    assert_eq!(play.state.field.supports[id("hq-v").index()], [0; 4]);
    let events = play.by(GERMAN, allotted()).expect("done");
    assert!(has(&events, |event| matches!(event, Event::AllotmentsShown { markers } if markers.len() == 1)));
    assert_eq!(play.state.field.supports[id("hq-v").index()], [0, 1, 0, 0]);
    assert!(play.state.sealed.iter().all(|sealed| sealed.is_empty()), "the next allotment begins from nothing");
    assert_eq!((play.question(), play.state.field.operations.side), (Some((GERMAN, Pending::Operate)), Some(GERMAN)));
}

#[test]
fn case_2_1d_the_higher_roll_has_the_initiative_and_ties_are_rolled_again() {
    for (dice, side) in [(&[4, 4, 2, 5][..], ALLIED), (&[6, 1], GERMAN)] {
        // the first die of turn 3 is for fuel
        let mut play = apart(2, GERMAN).rolling(&[&[1], dice].concat());
        play.does(just(Verb::Pass));
        let events = play.does(just(Verb::Pass));
        let rolls: Vec<[u8; 2]> = events
            .iter()
            .filter_map(|event| match event {
                Event::InitiativeRolled { dice } => Some(*dice),
                _ => None,
            })
            .collect();
        // on turn 3 supports come to the Allied pools, so the German has nothing to allot and the Allied does
        let events = if rolls.is_empty() { play.does(allotted()) } else { events };
        let rolls = events.iter().filter(|event| matches!(event, Event::InitiativeRolled { .. })).count();
        assert_eq!(rolls, dice.len() / 2);
        assert!(has(&events, |event| matches!(event, Event::Initiative { side: first, .. } if *first == side)));
        assert_eq!(play.question(), Some((side, Pending::Operate)));
    }
}

#[test]
fn case_2_1e_an_activation_is_one_formation_or_units_of_choice_and_only_one_at_a_time() {
    let play = apart(2, GERMAN).formation_open();
    assert_eq!(play.case(formation("lxvi")), "2.1e");
    assert_eq!(play.case(general()), "2.1e");
    assert_eq!(play.refused(just(Verb::Pass)).0, "2.1e");
    let first = apart(2, GERMAN);
    assert!(first.legal(&just(Verb::Activate)).contains(&Step::Formation(corps("i-ss-pz"))));
    assert!(first.legal(&just(Verb::Activate)).contains(&Step::General));
    assert!(!first.legal(&just(Verb::Activate)).contains(&Step::Formation(corps("viii"))));
}

#[test]
fn case_2_1e_in_a_sequence_nothing_else_is_activated_whether_or_not_somebody_must_still_check() {
    let under_way = ("2.1e".to_owned(), "an activation sequence is under way".to_owned());
    for out_of_command in [false, true] {
        let mut play = apart(2, GERMAN).with("peiper-1ss", |unit| unit.out_of_command = out_of_command);
        play.does(general());
        assert_eq!(play.refused(formation("i-ss-pz")), under_way, "{out_of_command}");
        assert_eq!(play.refused(general()), under_way, "{out_of_command}");
        let checks = play.legal(&just(Verb::Activate));
        assert_eq!(checks.contains(&Step::Unit(id("peiper-1ss"))), out_of_command);
        assert!(checks.iter().all(|step| matches!(step, Step::Unit(_))), "{checks:?}");
    }
}

trait Open {
    fn formation_open(self) -> Play;
}

impl Open for Play {
    fn formation_open(mut self) -> Play {
        self.does(formation("i-ss-pz"));
        self
    }
}

#[test]
fn case_2_1f_reinforcements_of_this_turn_can_be_activated_like_others() {
    let mut play = apart(2, ALLIED).with("29-bb", |unit| unit.place = Location::Due(2));
    play.does(general());
    assert!(play.legal(&just(Verb::Enter)).contains(&Step::Unit(id("29-bb"))));
    play.does(enter("29-bb", hex("0105")));
    assert_eq!(play.state.field.operations.count, 1);
}

#[test]
fn case_2_1g_a_side_may_pass_and_acts_again_later() {
    let mut play = apart(2, GERMAN);
    let events = play.does(just(Verb::Pass));
    assert!(has(&events, |event| matches!(event, Event::Passed { side: GERMAN, .. })));
    assert_eq!(play.question(), Some((ALLIED, Pending::Operate)));
    acts(&mut play, "cca-9db");
    assert_eq!(play.question(), Some((GERMAN, Pending::Operate)));
    assert_eq!(play.state.field.operations.passes, 0, "an activation breaks the row of passes");
}

#[test]
fn case_2_1g_a_sequence_in_which_no_unit_acts_is_a_pass_so_that_every_turn_ends() {
    let mut play = apart(2, GERMAN);
    play.does(general());
    let events = play.does(just(Verb::End));
    assert!(has(&events, |event| matches!(event, Event::Passed { side: GERMAN, .. })), "{events:?}");
    assert_eq!(play.question(), Some((ALLIED, Pending::Operate)));
    play.does(general());
    let events = play.does(just(Verb::End));
    assert!(has(&events, |event| matches!(event, Event::OperationsEnded { .. })), "{events:?}");
}

#[test]
fn case_2_1h_stacking_is_put_right_at_the_end_of_a_sequence() {
    let mut play = apart(2, GERMAN).put("12-vg", hex("3107"));
    play.does(general());
    play.does(just(Verb::End));
    assert_eq!(play.question(), Some((GERMAN, Pending::Overstack)));
}

#[test]
fn case_2_1i_the_sides_take_sequences_in_turn() {
    let mut play = apart(2, GERMAN);
    acts(&mut play, "peiper-1ss");
    assert_eq!(play.question(), Some((ALLIED, Pending::Operate)));
    acts(&mut play, "cca-9db");
    assert_eq!(play.question(), Some((GERMAN, Pending::Operate)));
    assert_eq!(play.by(ALLIED, just(Verb::Pass)).expect_err("not his turn").case, "order");
}

#[test]
fn case_2_1k_the_administrative_phase_takes_off_markers_and_moves_the_turn_on() {
    let mut play = apart(1, GERMAN).field(|field| field.breakthroughs.push((GERMAN, heath())));
    acts(&mut play, "peiper-1ss");
    play.does(just(Verb::Pass));
    let events = play.does(just(Verb::Pass));
    assert!(has(&events, |event| matches!(event, Event::TurnBegan { turn: 2, .. })));
    assert!(play.state.field.breakthroughs.is_empty());
    assert!(play.state.field.units.iter().all(|unit| unit.activations == 0 && !unit.active && !unit.arrived));
}

#[test]
fn case_2_2a_two_passes_in_a_row_end_the_turn() {
    let mut play = apart(1, GERMAN);
    assert!(!has(&play.does(just(Verb::Pass)), |event| matches!(event, Event::OperationsEnded { .. })));
    assert!(has(&play.does(just(Verb::Pass)), |event| matches!(event, Event::OperationsEnded { .. })));
    assert_eq!(play.state.field.turn, 2);
}

/// The Allied side has one unit, the German five: the Allied finishes with his first sequence.
fn outnumbered() -> Play {
    Play::on_turn(2)
        .put("cca-9db", hex("1716"))
        .put("peiper-1ss", hex("3207"))
        .put("hansen-1ss", hex("3208"))
        .put("kulman-12ss", hex("3205"))
        .put("muller-12ss", hex("3206"))
        .put("fbb", hex("3111"))
        .asked(ALLIED, Pending::Operate)
}

#[test]
fn case_2_2b_when_one_side_has_activated_all_its_units_the_other_goes_on_alone() {
    let mut play = outnumbered().rolling(&[3, 3, 3, 3, 3, 3, 3, 3]);
    let events = acts(&mut play, "cca-9db");
    assert!(has(&events, |event| matches!(event, Event::SequenceEnded { lone: Some((GERMAN, 0)), .. })), "{events:?}");
    for unit in ["peiper-1ss", "hansen-1ss", "kulman-12ss", "muller-12ss"] {
        assert_eq!(play.question(), Some((GERMAN, Pending::Operate)));
        acts(&mut play, unit);
    }
    assert_eq!(play.state.field.turn, 2);
    let events = acts(&mut play, "fbb");
    assert!(has(&events, |event| matches!(event, Event::OperationsEnded { .. })), "nobody is left to act");
}

#[test]
fn case_2_2b_a_pass_of_the_side_that_goes_on_alone_ends_the_turn() {
    let mut play = outnumbered();
    acts(&mut play, "cca-9db");
    assert!(has(&play.does(just(Verb::Pass)), |event| matches!(event, Event::OperationsEnded { .. })));
}

#[test]
fn case_2_2b_a_reinforcement_shut_out_by_enemies_does_not_keep_the_turn_open() {
    let mut play = outnumbered()
        .put("peiper-1ss", hex("0105"))
        .with("84-di", |unit| unit.place = Location::Due(2))
        .with("29-bb", |unit| (unit.place, unit.activations) = (Location::Due(2), 1));
    let events = acts(&mut play, "cca-9db");
    assert!(has(&events, |event| matches!(event, Event::SequenceEnded { lone: Some((GERMAN, 0)), .. })), "{events:?}");
}

#[test]
fn case_2_2c_from_the_second_lone_sequence_on_11_or_12_ends_the_turn() {
    let mut play = outnumbered().rolling(&[5, 5, 6, 5]);
    acts(&mut play, "cca-9db");
    let late = |events: &[Event]| {
        events.iter().find_map(|event| match event {
            Event::LateRoll { dice } => Some(*dice),
            _ => None,
        })
    };
    assert_eq!(late(&acts(&mut play, "peiper-1ss")), None, "the first lone sequence is free");
    assert_eq!(late(&acts(&mut play, "hansen-1ss")), Some([5, 5]), "the second is not");
    assert_eq!(play.question(), Some((GERMAN, Pending::Operate)), "10 is not enough");
    let events = acts(&mut play, "kulman-12ss");
    assert_eq!(late(&events), Some([6, 5]));
    assert!(has(&events, |event| matches!(event, Event::OperationsEnded { .. })));
}

#[test]
fn case_2_2b_a_side_without_anything_to_activate_leaves_the_other_alone_from_its_first_sequence_on() {
    let units = ["peiper-1ss", "hansen-1ss", "sandig-1ss"];
    let play = units.into_iter().fold(Play::on_turn(1), |play, unit| play.put(unit, heath()));
    let mut play = play.next_turn().rolling(&[1, 1, 1, 1]);
    assert_eq!(play.state.field.operations.lone, Some((GERMAN, 0)));
    let rolls = |events: &[Event]| events.iter().filter(|event| matches!(event, Event::LateRoll { .. })).count();
    assert_eq!(rolls(&acts(&mut play, "peiper-1ss")), 0, "the first is free");
    assert_eq!(rolls(&acts(&mut play, "hansen-1ss")), 1, "the second is not");
}

#[test]
fn asks_have_numbers_that_never_come_again() {
    let mut play = apart(2, GERMAN);
    let first = AutumnFog::asks(&play.state)[0].id;
    play.does(just(Verb::Pass));
    let second = AutumnFog::asks(&play.state)[0].id;
    assert_eq!((first, second), (AskId(0), AskId(1)));
}
