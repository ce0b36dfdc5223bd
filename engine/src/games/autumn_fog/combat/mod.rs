//! Combat (case 7): an attack is declared and supported, the defender answers, the die is rolled, both sides meet
//! their numbers, the attacker advances.
//!
//! [`attack`] → [`defence`] → [`odds`] → [`losses`] → [`retreat`] → [`advance`]

pub mod advance;
pub mod attack;
pub mod defence;
pub mod losses;
mod odds;
pub mod retreat;
mod retreat_path;
mod supports;

use super::definitions::Definitions;
use super::event::Event;
use super::game::AutumnFog;
use super::state::{ATTACKER, Combat, DEFENDER, Field};
use crate::contract::Turn;
use crate::definitions::UnitId;

/// Units of one side of the combat that are still on the map.
fn alive(field: &Field, combat: &Combat, role: usize) -> Vec<UnitId> {
    combat.units[role].iter().copied().filter(|unit| field.hex_of(*unit).is_some()).collect()
}

/// Units among these that are armoured or mechanized.
fn has_mobile(definitions: &Definitions, units: &[UnitId]) -> bool {
    units.iter().any(|unit| definitions.unit(*unit).is_mobile())
}

/// Rolls the die once both sides have committed what they will (7.5f).
fn roll(turn: &mut Turn<'_, AutumnFog>) {
    let definitions = turn.definitions();
    let Some(combat) = turn.field.combat.clone() else { return };
    let targets: Vec<String> = combat.targets.iter().map(|hex| definitions.board.grid().number(*hex)).collect();
    let label = format!("combat {} turn {}", targets.join("+"), turn.field.turn);
    let die = turn.die(&label, 6);
    let fight = odds::fight(definitions, &turn.field, &combat, die);
    turn.emit(Event::Fought(fight));
    losses::demand(turn, DEFENDER);
}

/// Goes on once a side has met its number: first the defender, then the attacker (7.6c), then the ground is taken.
fn met(turn: &mut Turn<'_, AutumnFog>, role: usize) {
    if role == DEFENDER { losses::demand(turn, ATTACKER) } else { advance::follow_up(turn) }
}

/// Takes a step from a unit (1.2a).
fn lose_step(turn: &mut Turn<'_, AutumnFog>, unit: UnitId) {
    let left = turn.field.unit(unit).steps.saturating_sub(1);
    turn.emit(Event::StepLost { unit, left });
    if left == 0 {
        eliminate(turn, unit);
    }
}

/// Removes a unit; what a headquarters still holds goes back to its army (1.3k, ruling R8).
fn eliminate(turn: &mut Turn<'_, AutumnFog>, unit: UnitId) {
    turn.emit(Event::Eliminated { unit });
    let held = turn.field.supports[unit.index()].iter().any(|count| *count > 0);
    if let Some(army) = turn.definitions().unit(unit).army.filter(|_| held) {
        turn.emit(Event::SupportsFreed { hq: unit, army });
    }
}

/// Ends the combat: used supports roll for their return (ruling R9).
fn end(turn: &mut Turn<'_, AutumnFog>) {
    supports::roll_for_return(turn);
    turn.emit(Event::CombatEnded);
}
