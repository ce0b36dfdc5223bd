//! Combat (case 7): an attack is declared and supported, the defender answers, something may go wrong, the die is
//! rolled, perhaps again, both sides meet their numbers, the attacker advances.
//!
//! [`attack`] → [`defence`] → [`snafu`] → [`odds`] → [`reroll`] → [`losses`] → [`retreat`] → [`advance`]

pub mod advance;
mod air;
pub mod attack;
pub mod defence;
pub mod losses;
mod odds;
pub mod reroll;
pub mod retreat;
mod retreat_path;
pub mod snafu;
mod supports;

use crate::AutumnFog;
use crate::printed::definitions::Definitions;
use crate::truth::event::{Event, Fight};
use crate::truth::order::SupportKind;
use crate::truth::state::{ATTACKER, Combat, DEFENDER, Field};
use definitions::UnitId;
use engine::contract::Turn;

pub use odds::fight as forecast;
pub use supports::{Support, available as supports_for, kind_data};

/// Units of one side of the combat that are still on the map.
fn alive(field: &Field, combat: &Combat, role: usize) -> Vec<UnitId> {
    combat.units[role].iter().copied().filter(|unit| field.hex_of(*unit).is_some()).collect()
}

/// Units among these that are armoured or mechanized.
fn has_mobile(definitions: &Definitions, units: &[UnitId]) -> bool {
    units.iter().any(|unit| definitions.unit(*unit).is_mobile())
}

/// What each face of the die would bring in the combat under way, as far as it is known: who leads the defence is
/// taken for granted where he has not been named, and supports that are not named do not count. Nothing where no
/// defender is known.
pub fn outlook(definitions: &Definitions, field: &Field) -> Vec<Fight> {
    let Some(mut combat) = field.combat.clone() else { return Vec::new() };
    if alive(field, &combat, DEFENDER).is_empty() {
        return Vec::new();
    }
    if combat.leads[DEFENDER].is_none() {
        combat.leads[DEFENDER] = defence::leads(definitions, field, &combat).first().copied();
    }
    (1..=6).map(|die| odds::fight(definitions, field, &combat, die)).collect()
}

/// What a kind of support marker gives: columns, and points on the die.
pub fn worth(definitions: &Definitions, kind: SupportKind) -> (i32, i32) {
    supports::kind_data(definitions, kind).map_or((0, 0), |kind| (kind.columns, kind.die))
}

/// Both sides have committed what they will: with the option something may go wrong (7.5d), then the die is rolled.
fn committed(turn: &mut Turn<'_, AutumnFog>) {
    if turn.field.options.snafus { snafu::roll(turn) } else { roll(turn) }
}

/// Rolls the die (7.5f); an attacker who has kept a second roll sees it first (15.4b).
fn roll(turn: &mut Turn<'_, AutumnFog>) {
    let Some(side) = turn.field.combat.as_ref().map(|combat| combat.side) else { return };
    let label = label(turn);
    let die = turn.die(&label, 6);
    if turn.field.rerolls[side.index()] { reroll::offer(turn, side, die) } else { resolve(turn, die) }
}

/// What the die of the combat is called in the transcript.
fn label(turn: &Turn<'_, AutumnFog>) -> String {
    let grid = turn.definitions().board.grid();
    let targets = turn.field.combat.iter().flat_map(|combat| &combat.targets);
    let targets: Vec<String> = targets.map(|hex| grid.number(*hex)).collect();
    format!("combat {} turn {}", targets.join("+"), turn.field.turn)
}

/// The die counts: the result takes effect.
fn resolve(turn: &mut Turn<'_, AutumnFog>, die: u8) {
    let Some(fight) = worked_out(turn.definitions(), &turn.field, die) else { return };
    turn.emit(Event::Fought(fight));
    losses::demand(turn, DEFENDER);
}

/// How the combat under way is worked out with a die.
pub fn worked_out(definitions: &Definitions, field: &Field, die: u8) -> Option<Fight> {
    field.combat.as_ref().map(|combat| odds::fight(definitions, field, combat, die))
}

/// Goes on once a side has met its number: first the defender, then the attacker (7.6c), then the ground is taken.
fn met(turn: &mut Turn<'_, AutumnFog>, role: usize) {
    if role == DEFENDER { losses::demand(turn, ATTACKER) } else { advance::follow_up(turn) }
}

/// Ends the combat: used supports roll for their return (ruling R9).
fn end(turn: &mut Turn<'_, AutumnFog>) {
    supports::roll_for_return(turn);
    turn.emit(Event::CombatEnded);
}
