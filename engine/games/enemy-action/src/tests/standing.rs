//! Standing orders: what they decide, and that it hangs on nothing that is hidden.

use super::given::{active, empty, hold, put};
use crate::EnemyAction;
use crate::printed::{ALLIED, Definitions, GERMAN, files};
use crate::standing::{Policy, Tactics, WORDS};
use crate::truth::event::Event;
use crate::truth::order::{Step, Verb};
use engine::contract::{Advice, Rules, Seen, Sight, Speech, StandingOrders, Viewer, decide};
use testing::{Given, Seeded};

fn ordered(line: &str) -> Policy {
    WORDS.amend(&Policy::default(), line).unwrap_or_else(|misread| panic!("{line}: {misread}"))
}

/// What a player's standing orders answer to what is asked, in words.
fn answered(given: &Given<EnemyAction>, line: &str) -> Option<String> {
    let ask = EnemyAction::asks(&given.state)[0];
    let view = EnemyAction::view(&given.definitions, &given.state, Viewer::Side(ask.side));
    let answer = EnemyAction::answer(Seen::<EnemyAction>::new(&given.definitions, &view), &ask, &ordered(line))?;
    Some(EnemyAction::write(&given.definitions, &answer))
}

/// A German attack with tanks at two to one or so, and the Allied cards.
fn attacked(cards: &[&str]) -> Given<EnemyAction> {
    let mut given = put(put(put(empty(19), "3-2pz", "1021", 0), "2-2pz", "1021", 0), "110-28di", "1122", 0);
    for side in [GERMAN, ALLIED] {
        given.state.hidden[side.index()].hand.clear();
        given.state.public.piles[side.index()].hand = 0;
    }
    let given = hold(hold(given, ALLIED, cards), GERMAN, &["corps-xlvii"]);
    active(given, GERMAN, &["3-2pz", "2-2pz"]).and("german: attack 1122 with 3.2P, 2.2P")
}

#[test]
fn tactics_for_a_defence_are_played_by_the_least_card_where_the_attack_is_as_bad_as_said() {
    let given = attacked(&["106-id", "28-id", "corps-viii"]);
    let played = answered(&given, "tactics screen").expect("answered");
    assert!(played == "support with 28-id as Screen" || played == "support with 106-id as Screen", "{played}");
    assert_eq!(answered(&given, "tactics screen at 9:1").as_deref(), Some("pass"));
    assert!(answered(&given, "tactics screen at 2:1 against tanks").expect("answered").starts_with("support"));
    assert_eq!(answered(&given, "tactics ask"), None);
}

#[test]
fn whether_a_tactic_is_held_changes_the_answer_and_not_that_there_is_one() {
    let given = attacked(&["corps-v"]);
    assert_eq!(answered(&given, "tactics screen").as_deref(), Some("pass"));
    assert_eq!(answered(&given, "tactics none").as_deref(), Some("pass"));
}

#[test]
fn standing_orders_for_tactics_are_read_and_written_alike() {
    for value in
        Tactics::VALUES.iter().chain(&["infantry infiltration, corps artillery at 3:2", "screen against tanks"])
    {
        let mut tactics = Tactics::default();
        let words: Vec<&str> = value.split([' ', ',']).filter(|word| !word.is_empty()).collect();
        assert!(tactics.read(&words), "{value}");
        assert_eq!(tactics.write().0, **value);
    }
    for wrong in ["screens", "screen screen", "screen at 2", "at 2:1", "reinforce battle", ""] {
        let words: Vec<&str> = wrong.split(' ').filter(|word| !word.is_empty()).collect();
        assert!(!Tactics::default().read(&words), "{wrong}");
    }
}

#[test]
fn the_best_number_of_chits_lies_within_what_may_be_drawn() {
    let given = attacked(&["corps-v"]).dice(&[1, 2]).and("allied: pass");
    let combat = given.state.public.combat.as_ref().expect("a combat");
    let drawn = answered(&given, "draw best").expect("answered");
    let total: u8 = drawn.trim_start_matches("draw ").parse().expect("a number");
    assert!((combat.chits.0..=combat.chits.1).contains(&total), "{drawn}");
    assert_eq!(answered(&given, "draw most"), Some(format!("draw {}", combat.chits.1)));
}

#[test]
fn every_standing_order_has_a_value_that_asks_or_passes_and_is_listed() {
    let definitions = Definitions::parse(&files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
    let rules = EnemyAction::standing(&definitions, &Policy::default());
    assert!(rules.len() >= 12 && rules.iter().all(|rule| rule.is_listed()), "{rules:?}");
    // what is done without a word is said
    assert!(rules.iter().any(|rule| rule.kind == "reactions" && rule.value == "none"));
}

#[test]
fn an_impulse_may_be_sent_ahead_and_comes_back_when_its_day_is_over() {
    use engine::contract::{Concern, SentAhead};
    let given = attacked(&["corps-v"]);
    let view = EnemyAction::view(&given.definitions, &given.state, Viewer::Side(GERMAN));
    let seen = Seen::<EnemyAction>::new(&given.definitions, &view);
    let dawn = EnemyAction::incident(seen, &Event::DayBegan { day: 20, opening: 0 });
    assert_eq!(dawn.map(|incident| incident.concern), Some(Concern::All));
    assert!(EnemyAction::ends(&[Step::Verb(Verb::End)]) && !EnemyAction::ends(&[Step::Verb(Verb::Stay)]));
    // an activation that waits for the end of a combat waits for its own question
    assert!(EnemyAction::is_early(&view, &[Step::Verb(Verb::Activate)]));
    assert!(!EnemyAction::is_fresh(&view));
}

/// How often a combat is handed over: so many times somebody else than before is asked what no standing order answers.
fn handed_over(standing: &[&str], seed: u64) -> usize {
    let given = attacked(&["28-id", "corps-viii", "106-id"]);
    let policy = standing.iter().fold(Policy::default(), |policy, line| WORDS.amend(&policy, line).expect("one"));
    let [mut dice] = Seeded::streams(seed);
    let (mut state, mut last, mut count) = (given.state.clone(), GERMAN, 0);
    while state.public.combat.is_some() {
        let ask = EnemyAction::asks(&state)[0];
        let view = EnemyAction::view(&given.definitions, &state, Viewer::Side(ask.side));
        let seen = Seen::<EnemyAction>::new(&given.definitions, &view);
        let order = EnemyAction::answer(seen, &ask, &policy).unwrap_or_else(|| {
            count += usize::from(ask.side != last);
            last = ask.side;
            EnemyAction::advise(seen).expect("somebody can always act")
        });
        state = decide::<EnemyAction>(&given.definitions, &state, ask.side, &order, &mut dice).expect("legal").1;
    }
    count
}

#[test]
fn standing_orders_leave_one_hand_over_a_combat_and_those_for_tactics_none() {
    let usual = ["defend points", "draw best", "disperse always", "losses spare", "advances fill"];
    let none = [&usual[..], &["tactics screen at 2:1"]].concat();
    for seed in 0..12 {
        assert_eq!(handed_over(&usual, seed), 1, "the defender is asked for tactics");
        assert_eq!(handed_over(&none, seed), 0);
    }
    let asked: usize = (0..12).map(|seed| handed_over(&[], seed)).sum();
    assert!(asked > 24, "without them it goes to and fro: {asked}");
}
