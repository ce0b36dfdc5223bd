//! Putting a question: what every chapter that leaves something to a player ends with.

use crate::DeadlyWoods;
use crate::truth::event::Event;
use crate::truth::state::Topic;
use engine::contract::{Refusal, SideId, Turn};

/// Puts a question, unless it is open already. One that passes is answered for a side that has not ordered otherwise.
pub fn ask(turn: &mut Turn<'_, DeadlyWoods>, side: SideId, topic: Topic, passes: bool) {
    let open = turn.asked.is_some_and(|it| (it.side, it.topic, it.passes) == (side, topic, passes));
    if !open {
        turn.emit(Event::Asked { side, topic, passes });
    }
}

/// An order whose steps do not come as its verb wants them.
pub fn misplaced(expected: &str) -> Refusal {
    Refusal::new("order", format!("expected {expected}"))
}
