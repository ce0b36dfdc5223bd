//! Steps that are lost, and units with them (1.2, 1.3k).

use crate::AutumnFog;
use crate::truth::event::Event;
use definitions::UnitId;
use engine::contract::Turn;

/// Takes a step from a unit (1.2a).
pub fn lose_step(turn: &mut Turn<'_, AutumnFog>, unit: UnitId) {
    let left = turn.field.unit(unit).steps.saturating_sub(1);
    turn.emit(Event::StepLost { unit, left });
    if left == 0 {
        eliminate(turn, unit);
    }
}

/// Removes a unit; what a headquarters still holds goes back to its army (1.3k, ruling R8).
pub fn eliminate(turn: &mut Turn<'_, AutumnFog>, unit: UnitId) {
    turn.emit(Event::Eliminated { unit });
    let held = turn.field.supports[unit.index()].iter().any(|count| *count > 0);
    if let Some(army) = turn.definitions().unit(unit).army.filter(|_| held) {
        turn.emit(Event::SupportsFreed { hq: unit, army });
    }
}
