//! Putting a question: what every chapter that leaves something to a player ends with.

use crate::ArdennesOffensive;
use crate::truth::event::Event;
use crate::truth::state::Topic;
use engine::contract::{SideId, Turn};

/// Puts a question.
pub fn ask(turn: &mut Turn<'_, ArdennesOffensive>, side: SideId, topic: Topic) {
    turn.emit(Event::Asked { side, topic });
}
