//! Questions: how they are put to a side and settled.

use crate::AutumnFog;
use crate::truth::event::Event;
use crate::truth::state::Pending;
use engine::contract::{AskId, SideId, Turn};

/// Puts a question to a side.
pub fn ask(turn: &mut Turn<'_, AutumnFog>, side: SideId, pending: Pending) {
    let id = AskId(turn.field.next_ask);
    turn.emit(Event::Asked { id, side, pending });
}

/// Settles the innermost ask of this kind that a side has.
pub fn settle(turn: &mut Turn<'_, AutumnFog>, side: SideId, pending: Pending) {
    if let Some(ask) = turn.field.asks.iter().rfind(|ask| ask.side == side && ask.pending == pending) {
        let id = ask.id;
        turn.emit(Event::Settled { id });
    }
}
