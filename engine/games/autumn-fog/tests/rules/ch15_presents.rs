//! Christmas presents (15.4, optional).

use crate::given::Given;
use crate::place::{GAME, Play, act, has, hex, id};
use autumn_fog::AutumnFog;
use autumn_fog::event::Event;
use autumn_fog::options::Options;
use autumn_fog::order::{Present, Step, Verb};
use autumn_fog::state::{ALLIED, GERMAN, Pending};
use engine::contract::{Seen, SideId, Sight, Viewer};

const REROLL: [Step; 2] = [Step::Verb(Verb::Gift), Step::Reroll];
const NONE: [Step; 2] = [Step::Verb(Verb::Gift), Step::Done];

/// The start of the turn after this one, with units of both sides that have lost steps.
fn after_turn(turn: u8, presents: bool) -> Play {
    let mut play = Play::on_turn(turn)
        .put("hq-i-ss-pz", hex("3308"))
        .put("peiper-1ss", hex("3207"))
        .put("hq-viii", hex("1817"))
        .put("101-abn", hex("1617"))
        .with("101-abn", |unit| unit.steps = 2)
        .put("87-di", hex("1716"))
        .field(|field| (field.last_turn, field.operations.passes) = (8, 1))
        .field(|field| field.options = Options { presents, ..Options::default() })
        .asked(GERMAN, Pending::Operate);
    play.does(vec![Step::Verb(Verb::Pass)]);
    play
}

fn asked(play: &Play) -> Vec<(SideId, Pending)> {
    play.state.field.open_asks().map(|ask| (ask.side, ask.pending)).collect()
}

fn case(play: &Play, order: &[Step]) -> String {
    let mut play = Play { state: play.state.clone(), dice: play.dice.clone() };
    play.by(ALLIED, order.to_vec()).expect_err("it is refused").case.into_owned()
}

#[test]
fn case_15_4a_both_sides_choose_on_turn_5_and_see_the_presents_together() {
    let mut play = after_turn(4, true);
    assert_eq!(asked(&play), [(GERMAN, Pending::Present), (ALLIED, Pending::Present)]);
    let events = play.by(ALLIED, act(Verb::Gift, "101-abn")).expect("a step");
    let chosen = Event::PresentChosen { side: ALLIED, present: Present::Step(id("101-abn")) };
    assert!(events.contains(&chosen));
    assert!(AutumnFog::redact(&GAME, &play.state, &chosen, Viewer::Side(GERMAN)).is_none());
    assert!(AutumnFog::redact(&GAME, &play.state, &chosen, Viewer::Side(ALLIED)).is_some());
    assert_eq!((play.unit("101-abn").steps, asked(&play)), (2, vec![(GERMAN, Pending::Present)]), "sealed");
    assert_eq!(play.by(ALLIED, NONE.to_vec()).expect_err("he has chosen").case, "order");
    let events = play.by(GERMAN, NONE.to_vec()).expect("none");
    let presents = [Present::Nothing, Present::Step(id("101-abn"))];
    assert!(events.contains(&Event::PresentsShown { presents, rerolls: Some([false, false]) }));
    assert_eq!((play.unit("101-abn").steps, play.state.presents), (3, [None, None]), "unpacked");
    assert!(has(&events, |event| matches!(event, Event::Checked { .. })), "the turn goes on");
    assert_eq!(play.state.field.rerolls, [false, false]);
}

#[test]
fn case_15_4a_without_the_option_and_on_other_turns_nobody_is_asked() {
    for (turn, presents) in [(4, false), (3, true), (5, true)] {
        let play = after_turn(turn, presents);
        assert!(asked(&play).iter().all(|(_, pending)| *pending != Pending::Present), "turn {}", turn + 1);
    }
}

#[test]
fn case_15_4a_a_unit_on_the_map_recovers_a_step_up_to_its_full_strength_and_the_stacking_limit() {
    let play = after_turn(4, true);
    assert_eq!(case(&play, &act(Verb::Gift, "87-di")), "15.4a", "it has all its steps");
    assert_eq!(case(&play, &act(Verb::Gift, "cca-9db")), "15.4a", "it is not on the map");
    assert_eq!(case(&play, &act(Verb::Gift, "peiper-1ss")), "15.4a", "it is not his");
    let full = play.put("87-di", hex("1617"));
    assert_eq!(full.state.field.steps_in(hex("1617")), 6);
    assert_eq!(case(&full, &act(Verb::Gift, "101-abn")), "5a");
    let offered = |play: &Play| {
        let view = AutumnFog::view(&GAME, &play.state, Viewer::Side(ALLIED));
        let legal = Seen::<AutumnFog>::new(&GAME, &view).legal(&[Step::Verb(Verb::Gift)]);
        legal.into_iter().map(|(step, _)| step).collect::<Vec<_>>()
    };
    assert_eq!(offered(&full), [Step::Reroll, Step::Done], "somebody can always act");
    assert_eq!(offered(&after_turn(4, true)), [Step::Unit(id("101-abn")), Step::Reroll, Step::Done]);
}

#[test]
fn case_15_4b_a_second_roll_is_kept_until_it_is_used() {
    let mut play = after_turn(4, true);
    play.by(GERMAN, REROLL.to_vec()).expect("a second roll");
    assert_eq!(play.state.field.rerolls, [false, false], "not before both have chosen");
    play.by(ALLIED, REROLL.to_vec()).expect("a second roll");
    assert_eq!(play.state.field.rerolls, [true, true]);
    assert_eq!(play.next_turn().state.field.rerolls, [true, true], "it is still there on turn 6");
}

// ---------------------------------------------------------------- the second roll

/// 12 VG attacks one regiment at 4:1; a 1 gives 1/1, a 6 gives -/2.
fn attack(die: u8) -> Given {
    let given = Given::on(&[]).on_turn(6).unit("12-vg", "1710").ap(2).unit("110-28di", "1610").german_acts();
    let mut given = given.may_reroll(GERMAN);
    let events = given.order("attack target:1610 with:12-vg lead:12-vg done", &[die]);
    assert!(events.contains(&Event::DieShown { side: GERMAN, die }));
    assert!(!has(&events, |event| matches!(event, Event::Fought(_))), "the result waits");
    assert_eq!(given.asked(), Some((GERMAN, Pending::Reroll)));
    given
}

#[test]
fn case_15_4b_the_attacker_sees_the_die_and_the_second_roll_counts_better_or_worse() {
    for (first, second, result) in [(1, 6, "-/2"), (6, 1, "1/1"), (3, 3, "-/1")] {
        let mut given = attack(first);
        let events = given.order("reroll", &[second]);
        assert!(events.contains(&Event::Rerolled { side: GERMAN, first, second }));
        let fight = Given::fight(&events);
        assert_eq!((fight.die, fight.result.as_str()), (second, result));
        assert_eq!(given.state.field.rerolls, [false, false], "it is used");
    }
}

#[test]
fn case_15_4b_who_keeps_the_die_keeps_the_second_roll_for_another_attack() {
    let mut given = attack(6);
    let events = given.order("keep", &[]);
    assert_eq!(Given::fight(&events).result, "-/2");
    assert_eq!(given.state.field.rerolls, [true, false]);
}

#[test]
fn case_15_4b_the_defender_has_no_second_roll() {
    let given = Given::on(&[]).on_turn(5).unit("12-vg", "1710").ap(2).unit("110-28di", "1610").german_acts();
    let mut given = given.may_reroll(ALLIED);
    let events = given.order("attack target:1610 with:12-vg lead:12-vg done", &[1]);
    assert_eq!(Given::fight(&events).result, "1/1");
}

#[test]
fn case_15_4b_the_question_shows_the_die_what_it_gives_and_what_others_would() {
    let question = attack(3).question();
    for expected in [
        "The die shows 3: keep it, or roll again?",
        "12 against 3 is 4:1.",
        "Result -/1*: the defender loses 1 step or retreats 1 hex. The defender's number is red: he loses at least one step before any retreat [7.6e].",
        "A second roll counts whatever it is: 1 gives 1/1, 2 gives -/1, 3 gives -/1*, 4 gives 1/2*, 5 gives -/2*, 6 gives -/2*.",
        "* in red: that side loses at least one step before any retreat [7.6e].",
    ] {
        assert!(question.contains(expected), "{question}");
    }
}
