//! The words with which an order is refused that is not for this moment.

use crate::AutumnFog;
use crate::definitions::Definitions;
use crate::language::situations::moment;
use crate::order::{Step, Verb};
use crate::state::{OpenAsk, Pending, State};
use crate::verbs::VERBS;
use definitions::UnitId;
use engine::contract::{AskId, Foundation, Rules, Seen, Setup, SideId, Sight, Viewer};
use engine::referee::referee;

/// How an order is refused at the moment of a verb.
#[track_caller]
fn refused(at: Verb, order: &str) -> String {
    let (side, lines) = moment(at);
    let text = format!("game autumn-fog\n{lines}{side}: {order}\n");
    let heard = referee::<AutumnFog>("moment.game", &text, false).unwrap_or_else(|faults| panic!("{}", faults[0]));
    let refusal = heard.lines().filter_map(|line| line.trim().strip_prefix("refused: ")).next_back();
    refusal.unwrap_or_else(|| panic!("{order} is accepted: {heard}")).to_owned()
}

/// That a pass is refused at the moment of a verb: under a case, because of what is decided, with what is asked for.
#[track_caller]
fn no_pass(at: Verb, case: &str, decided: &str, asked: &str) {
    let expected = format!(
        "[{case}] {decided}: this is not the moment to pass. `pass` is for your next turn to act, instead of an \
         activation [2.1g]. Asked for now: {asked}."
    );
    assert_eq!(refused(at, "pass"), expected);
}

#[test]
fn every_moment_is_that_of_a_case_of_the_rulebook() {
    let definitions = Definitions::parse(&AutumnFog::files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
    let cases = VERBS.iter().map(|entry| entry.when.0);
    let asked = VERBS.iter().flat_map(|entry| entry.moments).map(|moment| moment.words().0);
    for case in cases.chain(asked) {
        assert!(definitions.published.rules.get(case).is_some(), "{case}");
    }
}

#[test]
fn case_1_3j_while_headquarters_come_back_nothing_else_is_ordered() {
    no_pass(Verb::Return, "1.3j", "your destroyed headquarters come back now", "return");
}

#[test]
fn case_15_4_while_presents_are_chosen_nothing_else_is_ordered() {
    no_pass(Verb::Gift, "15.4", "you choose your Christmas present now", "gift");
}

#[test]
fn case_2_1c_while_supports_are_given_out_nothing_else_is_ordered() {
    no_pass(Verb::Allot, "2.1c", "supports are given out now, until you write `allot done`", "allot, deploy");
}

#[test]
fn case_7_5c_while_a_defence_is_named_nothing_else_is_ordered() {
    no_pass(Verb::Defend, "7.5c", "you answer an attack now", "defend, play");
}

#[test]
fn case_9_5a_while_the_attacker_of_a_snafu_is_chosen_nothing_else_is_ordered() {
    no_pass(Verb::Snafu, "9.5a", "you choose the attacker that a snafu strikes now", "snafu");
}

#[test]
fn case_15_4b_while_a_die_is_kept_or_rolled_again_nothing_else_is_ordered() {
    no_pass(Verb::Keep, "15.4b", "you keep the die of your attack now, or roll again", "reroll, keep");
}

#[test]
fn case_7_6b_while_losses_are_named_nothing_else_is_ordered() {
    no_pass(Verb::Lose, "7.6b", "you name your losses now", "lose");
}

#[test]
fn case_7_7_1a_while_units_retreat_nothing_else_is_ordered() {
    no_pass(Verb::Retreat, "7.7.1a", "you retreat now", "retreat");
}

#[test]
fn case_7_8a_while_the_breakthrough_marker_is_laid_nothing_else_is_ordered() {
    no_pass(Verb::Mark, "7.8a", "you lay the breakthrough marker now", "mark");
}

#[test]
fn case_7_7_2b_while_attackers_advance_nothing_else_is_ordered() {
    no_pass(Verb::Advance, "7.7.2b", "your attackers may advance now, until you write `advance done`", "advance");
}

#[test]
fn case_5d_while_a_hex_holds_too_much_nothing_else_is_ordered() {
    no_pass(Verb::Eliminate, "5d", "you remove units from a hex with too many steps now", "eliminate");
}

#[test]
fn case_15_1b_while_a_march_may_be_stopped_nothing_else_is_ordered() {
    no_pass(Verb::Let, "15.1b", "you may play an event on a march now", "play, let");
}

#[test]
fn case_2_1i_before_an_activation_no_question_is_answered_that_was_not_asked() {
    assert_eq!(
        refused(Verb::Activate, "keep"),
        "[2.1i] you choose your next activation now: this is not the moment to keep. `keep` answers the die of your \
         attack, if your present was a second roll [15.4b]. Asked for now: activate, pass."
    );
}

#[test]
fn case_3_1a_no_unit_acts_before_an_activation() {
    assert_eq!(
        refused(Verb::Activate, "recover Gutman"),
        "[3.1a] Gutman/2 is not activated. Begin with `activate XLVII` or `activate general`."
    );
    let (definitions, state) = to_act();
    let view = AutumnFog::view(&definitions, &state, Viewer::Side(SideId(0)));
    let begun = Seen::<AutumnFog>::new(&definitions, &view).check(&[], &Step::Verb(Verb::Move));
    assert_eq!(
        begun.expect_err("nobody acts").to_string(),
        "[3.1a] no unit is activated. Begin with `activate` and a formation, or `activate general`."
    );
}

#[test]
fn case_15_1b_no_event_is_played_before_an_activation() {
    assert_eq!(
        refused(Verb::Activate, "play stoesser 2515"),
        "[15.1b] Operation Stoesser is not for this moment. It is played in a German activation. Begin with `activate` \
         and a formation, or `activate general`."
    );
    let (definitions, state) = to_act();
    let view = AutumnFog::view(&definitions, &state, Viewer::Side(SideId(0)));
    let begun = Seen::<AutumnFog>::new(&definitions, &view).check(&[], &Step::Verb(Verb::Play));
    assert_eq!(
        begun.expect_err("no activation is under way").to_string(),
        "[15.1b] events are played in an activation, and none is under way. Begin with `activate` and a formation, or \
         `activate general`."
    );
}

#[test]
fn case_2_1e_an_activation_ends_only_if_one_is_under_way_and_before_a_pass() {
    assert_eq!(
        refused(Verb::Activate, "end"),
        "[2.1e] no activation is under way that could end. `pass` leaves the next activation to the other side."
    );
    assert_eq!(refused(Verb::Move, "pass"), "[2.1e] an activation sequence is under way. Write `end` first.");
    assert_eq!(
        refused(Verb::Move, "keep"),
        "[2.1e] your activation is under way: this is not the moment to keep. `keep` answers the die of your attack, if \
         your present was a second roll [15.4b]. Asked for now: enter, move, attack, prepare, dig, leave, recover, \
         detach, rejoin, play, end."
    );
}

#[test]
fn cases_2_1_to_18_each_verb_that_comes_at_a_wrong_moment_is_told_its_own() {
    for (verb, order, when) in [
        (Verb::Gift, "gift reroll", "is for the start of turn 5, if the game is played with presents [15.4]"),
        (Verb::Return, "return XLVII later", "is for the start of the turn after a headquarters was destroyed [1.3j]"),
        (Verb::Allot, "allot done", "is for the start of each turn, before the first activation [2.1c]"),
        (Verb::Deploy, "deploy Gutman to 2715", "is for the first turn, while supports are given out [S.GE]"),
        (Verb::Activate, "activate XLVII", "is for your next turn to act, when nothing else is asked [2.1i]"),
        (Verb::Pass, "pass", "is for your next turn to act, instead of an activation [2.1g]"),
        (Verb::Enter, "enter Gutman at 2711", ACTING),
        (Verb::Move, "move Gutman to 2711", ACTING),
        (Verb::Attack, "attack 2515 with Gutman", ACTING),
        (Verb::Prepare, "prepare 2515 with Gutman", ACTING),
        (Verb::Dig, "dig in Gutman", ACTING),
        (Verb::Leave, "leave Gutman", ACTING),
        (Verb::Recover, "recover Gutman", ACTING),
        (Verb::Detach, "detach 1 from 26 VG", ACTING),
        (Verb::Rejoin, "rejoin Gutman", ACTING),
        (Verb::Defend, "defend", "answers an attack on your units [7.5c]"),
        (Verb::Snafu, "snafu Gutman", "answers a snafu that may strike several attackers [9.5a]"),
        (Verb::Reroll, "reroll", "answers the die of your attack, if your present was a second roll [15.4b]"),
        (Verb::Keep, "keep", "answers the die of your attack, if your present was a second roll [15.4b]"),
        (Verb::Retreat, "retreat Gutman to 2711", "follows your losses, if hexes of your number are left [7.7.1a]"),
        (Verb::Mark, "mark 2515", "follows a breakthrough that left several hexes vacant [7.8a]"),
        (Verb::Advance, "advance done", "follows a combat of yours whose defenders have left their hex [7.7.2b]"),
        (
            Verb::Eliminate,
            "eliminate Gutman",
            "is for the end of an activation that leaves too many steps in a hex [5d]",
        ),
        (
            Verb::Clear,
            "clear Gutman at 2711",
            "is for an activation of your own, beside a marker that bars a hex [3.1a]",
        ),
        (
            Verb::Play,
            "play greif 2515",
            "is for an activation of your own, an attack on you or a march that you may stop [15.1b]",
        ),
        (Verb::Let, "let", "answers a march that you may stop, or the question about air supply [15.1b]"),
        (Verb::End, "end", "is for the end of your activation, when nothing else is asked [2.1e]"),
        (Verb::Top, "top Gutman", "is for your turn to act, in a game with fog of war [11.2]"),
    ] {
        let word = order.split(' ').next().unwrap_or_default();
        assert_eq!(
            refused(Verb::Lose, order),
            format!(
                "[7.6b] you name your losses now: this is not the moment to {word}. `{word}` {when}. Asked for now: lose."
            ),
            "{verb:?}"
        );
    }
    assert!(
        refused(Verb::Activate, "lose nothing")
            .contains("`lose` answers a combat result with a number against you [7.6a]")
    );
}

/// When units act.
const ACTING: &str = "is for an activation of your own, when nothing else is asked [3.1a]";

/// The Initial Assault before anything is asked, and its definitions.
fn set_up() -> (Definitions, State) {
    let definitions = Definitions::parse(&AutumnFog::files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
    let setup = Setup { scenario: "initial-assault".to_owned(), ..Setup::default() };
    let state = AutumnFog::initial(&definitions, &setup).expect("the scenario exists");
    (definitions, state)
}

/// The same with the German to act.
fn to_act() -> (Definitions, State) {
    let (definitions, mut state) = set_up();
    state.field.asks = vec![OpenAsk { id: AskId(0), side: SideId(0), pending: Pending::Operate }];
    (definitions, state)
}

#[test]
fn who_is_asked_nothing_is_told_that_and_what_comes_then() {
    let (definitions, state) = set_up();
    for viewer in [Viewer::Side(SideId(0)), Viewer::Observer] {
        let view = AutumnFog::view(&definitions, &state, viewer);
        let seen = Seen::<AutumnFog>::new(&definitions, &view);
        let refusal = seen.check(&[], &Step::Verb(Verb::Pass)).expect_err("nothing is asked");
        assert_eq!(refusal.to_string(), "[order] nothing is asked of you now. You get a mail when it is.");
    }
}

#[test]
fn an_order_begins_with_its_verb_and_names_what_the_game_has() {
    let (definitions, state) = to_act();
    let view = AutumnFog::view(&definitions, &state, Viewer::Side(SideId(0)));
    let seen = Seen::<AutumnFog>::new(&definitions, &view);
    let refusal = |begun: &[Step], step| seen.check(begun, &step).expect_err("it is no order").to_string();
    assert_eq!(refusal(&[], Step::Done), "[order] an order begins with its verb");
    assert_eq!(refusal(&[Step::Done], Step::Done), "[order] an order begins with its verb");
    assert_eq!(
        refusal(&[Step::Verb(Verb::Move)], Step::Unit(UnitId(9_999))),
        "[order] the game has no unit with this number: Unit(UnitId(9999))"
    );
}
