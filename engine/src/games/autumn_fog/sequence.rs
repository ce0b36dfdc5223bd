use super::definitions::Definitions;
use super::game::AutumnFog;
use super::legal::misplaced;
use super::order::{Step, Verb};
use super::state::Field;
use crate::contract::{Progress, Refusal, SideId, Turn};

pub fn candidates(_: &Definitions, _: &Field, _: SideId, _: &[Step]) -> Vec<Step> {
    Vec::new()
}

pub fn check(_: &Definitions, _: &Field, _: SideId, _: &[Step], _: &Step) -> Result<Progress, Refusal> {
    Err(misplaced("nothing"))
}

pub fn perform(_: &mut Turn<'_, AutumnFog>, _: SideId, _: &[Step]) {}

pub fn check_verb(_: &Definitions, _: &Field, _: SideId, _: Verb) -> Result<Progress, Refusal> {
    Ok(Progress::Complete)
}

pub fn begin_turn(_: &mut Turn<'_, AutumnFog>, _: u8) {}

/// Goes on after a combat: the next ask or the end of the sequence. Puts a question to a side.
pub fn ask(turn: &mut Turn<'_, AutumnFog>, side: SideId, pending: super::state::Pending) {
    let id = crate::contract::AskId(turn.field.next_ask);
    turn.emit(super::event::Event::Asked { id, side, pending });
}

/// Settles the innermost ask.
pub fn settle(turn: &mut Turn<'_, AutumnFog>) {
    if let Some(ask) = turn.field.asks.last().copied() {
        turn.emit(super::event::Event::Settled { id: ask.id });
    }
}
