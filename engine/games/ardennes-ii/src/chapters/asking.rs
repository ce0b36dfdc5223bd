//! Putting a question and refusing an answer: what every chapter that leaves something to a player needs.

use crate::ArdennesII;
use crate::printed::{Definitions, GERMAN};
use crate::truth::event::Event;
use crate::truth::state::{Phase, State, Topic};
use engine::contract::{Refusal, SideId, Turn};

/// Puts a question, unless it is open already. One that passes is answered for a side that has not ordered otherwise.
pub fn ask(turn: &mut Turn<'_, ArdennesII>, side: SideId, topic: Topic, passes: bool) {
    let open = turn.asked.is_some_and(|it| (it.side, it.topic, it.passes) == (side, topic, passes));
    if !open {
        turn.emit(Event::Asked { side, topic, passes });
    }
}

/// An order whose steps do not come as its verb wants them.
pub fn misplaced(expected: &str) -> Refusal {
    Refusal::new("order", format!("expected {expected}"))
}

/// The case that lists what belongs to the part of the turn that is under way (2.1b to 2.1d).
pub fn case_of_now(state: &State) -> &'static str {
    match (state.phase, state.side) {
        (Phase::PreTurn, _) => "2.1b",
        (_, GERMAN) => "2.1c",
        _ => "2.1d",
    }
}

/// A refusal by a case of the scenario that is played: `a` is its map, `c` who is set up or comes.
pub fn by_scenario(definitions: &Definitions, state: &State, letter: char, message: String) -> Refusal {
    let scenario = &definitions.published.scenarios[usize::from(state.scenario)];
    let mut refusal = Refusal::new("7", message);
    refusal.case = format!("{}{letter}", scenario.case).into();
    refusal
}

/// So many things in words: `1 hex`, `2 hexes`.
pub fn several(count: usize, thing: &str) -> String {
    match (count, thing.ends_with('x')) {
        (1, _) => format!("1 {thing}"),
        (_, true) => format!("{count} {thing}es"),
        _ => format!("{count} {thing}s"),
    }
}
