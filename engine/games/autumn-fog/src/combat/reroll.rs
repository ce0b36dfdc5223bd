//! A second roll for an attack, kept since Christmas (15.4b).

use super::super::event::Event;
use super::super::game::AutumnFog;
use super::super::order::Verb;
use super::super::sequence;
use super::super::state::Pending;
use engine::contract::{SideId, Turn};

/// Shows the die to an attacker who may roll it again (ruling R133).
pub fn offer(turn: &mut Turn<'_, AutumnFog>, side: SideId, die: u8) {
    turn.emit(Event::DieShown { side, die });
    sequence::ask(turn, side, Pending::Reroll);
}

/// Rolls again or keeps the roll.
pub fn perform(turn: &mut Turn<'_, AutumnFog>, side: SideId, verb: Verb) {
    let Some(first) = turn.field.combat.as_ref().and_then(|combat| combat.die) else { return };
    sequence::settle(turn, side, Pending::Reroll);
    if verb == Verb::Keep {
        return super::resolve(turn, first);
    }
    let label = format!("{} again", super::label(turn));
    let second = turn.die(&label, 6);
    turn.emit(Event::Rerolled { side, first, second });
    super::resolve(turn, second);
}
