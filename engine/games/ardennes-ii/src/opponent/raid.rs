//! Overruns, and when an attacked stack gives way.

use super::attack::{WORTH, promised};
use crate::ArdennesII;
use crate::chapters::combat::weigh;
use crate::chapters::movement::{self, overrun as overruns};
use crate::chapters::supply::Net;
use crate::chapters::{stacking, terrain};
use crate::printed::{Definitions, Odds};
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Stage, State};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Progress, Seen, SideId};

/// Hundredths of a step that a stack expects to lose, beyond what it costs the enemy, before it gives way.
const TOO_MUCH: i32 = 70;

/// The overrun of those who have just come beside an enemy by road, if it is worth it.
pub fn overrun(definitions: &Definitions, state: &State, side: SideId) -> Option<Vec<Step>> {
    let units = &state.movers;
    let from = units.first().and_then(|unit| state.unit(*unit).hex())?;
    let targets = definitions
        .board
        .around(from)
        .filter(|target| overruns::check(definitions, state, side, units, *target).is_ok());
    let worth = targets.map(|target| (value(definitions, state, units, from, target), target));
    let (_, target) = worth.filter(|(worth, _)| *worth >= WORTH).max()?;
    let units = units.iter().copied().map(Step::Unit);
    Some([Step::Verb(Verb::Overrun), Step::Hex(target)].into_iter().chain(units).chain([Step::Done]).collect())
}

/// The move of a unit, with those that stand with it and can come along, to where they overrun an enemy with profit.
pub fn approach(seen: Seen<'_, ArdennesII>, side: SideId, unit: UnitId) -> Option<Vec<Step>> {
    let (definitions, state) = (seen.definitions, &seen.view.state);
    let from = state.unit(unit).hex()?;
    if !fit(definitions, state, side, unit) || definitions.board.hex(from).points.is_some() {
        return None;
    }
    let stack = state.disposition(definitions).stack(from).filter(|other| *other != unit);
    let stack = stack.filter(|other| fit(definitions, state, side, *other));
    let units: Vec<UnitId> = [unit].into_iter().chain(stack).collect();
    let reached: Vec<movement::Reached> = units
        .iter()
        .map(|unit| Some(movement::mover(definitions, state, side, *unit).ok()?.search()))
        .collect::<Option<_>>()?;
    let mut best: Option<(i32, HexId)> = None;
    let disposition = state.disposition(definitions);
    // an overrun that fails leaves them there
    let room = |hex: &HexId| !stacking::overstacked(definitions, disposition.stack(*hex).count() + units.len());
    for near in reached[0].hexes().filter(|hex| disposition.adjacent(side.enemy(), *hex)).filter(room) {
        for over in &definitions.board.hex(near).sides {
            if !disposition.holds(side.enemy(), over.there) || terrain::road(definitions, state, near, over).is_none() {
                continue;
            }
            let pays = |(unit, reached): (&UnitId, &movement::Reached)| {
                let entry = movement::Mover::new(definitions, state, *unit, near).entry(near, over).ok();
                entry.zip(reached.left(near)).is_some_and(|(entry, left)| left >= entry + overruns::COST)
            };
            if !units.iter().zip(&reached).all(pays) {
                continue;
            }
            let worth = value(definitions, state, &units, near, over.there);
            if worth >= WORTH && best.is_none_or(|(known, _)| worth > known) {
                best = Some((worth, near));
            }
        }
    }
    let (_, near) = best?;
    let order: Vec<Step> = [Step::Verb(Verb::Move)]
        .into_iter()
        .chain(units.into_iter().map(Step::Unit))
        .chain([Step::Hex(near)])
        .collect();
    (seen.progress(&order) == Ok(Progress::Complete)).then_some(order)
}

/// Whether a unit could overrun somebody in this phase.
fn fit(definitions: &Definitions, state: &State, side: SideId, unit: UnitId) -> bool {
    state.unit(unit).spent.is_none()
        && movement::check_unit(definitions, state, side, unit).is_ok()
        && overruns::may_overrun(definitions, state, unit).is_ok()
}

/// What an overrun of a hex out of another promises.
fn value(definitions: &Definitions, state: &State, units: &[UnitId], from: HexId, target: HexId) -> i32 {
    let weighed = weigh(definitions, state, units, target);
    let hexside = definitions.board.side(from, target).map_or(0, |side| i16::from(side.shift));
    let column = definitions.tables.combat.column(weighed.starting.shifted(weighed.ground + hexside));
    promised(definitions, state, column, target)
}

/// Whether the stack that is attacked does better to go back five hexes: it stands in no VP hex, expects too many losses, and a
/// hex in supply is open to it (3.2b).
pub fn gives_way(definitions: &Definitions, state: &State) -> bool {
    let Some(combat) = state.combat.as_ref().filter(|combat| combat.stage == Stage::Announced) else { return false };
    if definitions.board.hex(combat.target).points.is_some() {
        return false;
    }
    let column = weigh(definitions, state, &combat.attackers, combat.target).column;
    let net = Net::trace(definitions, state, combat.attacker.enemy());
    let ends = crate::chapters::combat::answers::ends(definitions, state);
    lost(definitions, column) >= TOO_MUCH && ends.into_iter().any(|end| net.supplies(end))
}

/// Hundredths of a step that a defender expects to lose in a column, beyond what the attacker does.
fn lost(definitions: &Definitions, column: Odds) -> i32 {
    let dice = (1..=6u8).flat_map(|one| (1..=6u8).map(move |two| one + two));
    let each = dice.map(|sum| {
        let result = definitions.tables.combat.result(column, sum);
        100 * (i32::from(result.defender) - i32::from(result.attacker))
    });
    each.sum::<i32>() / 36
}
