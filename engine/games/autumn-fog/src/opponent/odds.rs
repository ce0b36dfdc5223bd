//! What a combat is worth to the attacker before the die is rolled.

use crate::chapters::combat::{forecast, kind_data};
use crate::opponent::STEP;
use crate::printed::definitions::Definitions;
use crate::printed::tables::AfterUse;
use crate::sight::sighted::Sighted;
use crate::truth::event::Fight;
use crate::truth::order::SupportKind;
use crate::truth::state::{ATTACKER, Combat, DEFENDER, Field};
use definitions::UnitId;
use engine::contract::SideId;

/// Worth of a breakthrough beside the ground.
const BREAKTHROUGH: i32 = STEP / 2;
/// Worth of a column or a point of the die in combats to come, for markers that are used up.
const MARKER: i32 = STEP / 2;

/// What a combat is worth to the attacker, the mean of all faces. `ground`: what the vacated hexes are worth to him.
pub fn worth(definitions: &Definitions, field: &Field, combat: &Combat, ground: i32) -> i32 {
    (1..=6).map(|die| with_die(definitions, field, combat, ground, die)).sum::<i32>() / 6
}

/// What it is worth to him if the die shows this.
pub fn with_die(definitions: &Definitions, field: &Field, combat: &Combat, ground: i32, die: u8) -> i32 {
    let steps = |role: usize| -> i32 { combat.units[role].iter().map(|unit| i32::from(field.unit(*unit).steps)).sum() };
    result(&forecast(definitions, field, combat, die), [steps(ATTACKER), steps(DEFENDER)], ground)
}

/// What a result is worth to the attacker: he pays his number in steps if he wants the ground, the defender half.
fn result(fight: &Fight, steps: [i32; 2], ground: i32) -> i32 {
    let (lost, leaves) = match fight.numbers[DEFENDER] {
        None => (steps[DEFENDER], 2),
        Some(0) => (0, 0),
        Some(number) => {
            let (number, least) = (i32::from(number), i32::from(fight.least[DEFENDER]));
            (((number + 1) / 2).max(least).min(steps[DEFENDER]), if number == 1 { 1 } else { 2 })
        }
    };
    let paid = match fight.numbers[ATTACKER] {
        None => steps[ATTACKER],
        Some(number) if leaves > 0 => i32::from(number).min(steps[ATTACKER]),
        Some(number) => i32::from((number.div_ceil(2)).max(fight.least[ATTACKER])).min(steps[ATTACKER]),
    };
    let through = if fight.breakthrough { BREAKTHROUGH } else { 0 };
    STEP * (lost - paid) + ground * leaves / 2 + through
}

/// What it costs to use a marker: its loss for later, as likely as the table says.
pub fn price(definitions: &Definitions, side: SideId, kind: SupportKind) -> i32 {
    let Some(data) = kind_data(definitions, kind) else { return 0 };
    let gone = match data.after_use(side) {
        Some(AfterUse::Roll(rolls)) => rolls.clone().count() as i32,
        _ => 0,
    };
    MARKER * (data.columns + data.die) * (1 + gone) / 7
}

/// A field in which units are as tired as they will be when they attack.
pub fn tired(field: &Sighted, units: &[UnitId]) -> Sighted {
    let mut tired = field.clone();
    for unit in units {
        let state = field.unit(*unit);
        if !state.active && state.activations > 0 {
            tired.units[unit.index()].fatigued = true;
        }
    }
    tired
}
