//! What to attack.

use super::exodus::Exodus;
use crate::ArdennesII;
use crate::chapters::combat::{attack, weigh};
use crate::printed::{CombatResult, Definitions, GERMAN, Odds};
use crate::truth::order::{Step, Verb};
use crate::truth::state::State;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Seen, SideId};

/// Hundredths of a step that an attack must promise before it is ordered.
pub const WORTH: i32 = 30;
/// Hundredths of a step that it may cost where the game is lost without it.
const LAST: i32 = -200;
/// What a hex is worth, in points, with which a scenario is won.
const OBJECTIVE: i32 = 6;

/// The attack that promises most; none if none is worth it.
pub fn order(seen: Seen<'_, ArdennesII>, side: SideId) -> Option<Vec<Step>> {
    let (definitions, state) = (seen.definitions, &seen.view.state);
    let mut best: Option<(i32, HexId, Vec<UnitId>)> = None;
    let exodus = Exodus::of(definitions, state, side);
    for target in attack::targets(definitions, state, side) {
        let mut units = attack::attackers(definitions, state, side, target);
        units.retain(|unit| !exodus.binds(*unit));
        let enough = if is_last_chance(definitions, state, target) { LAST } else { WORTH };
        for group in groups(state, &units) {
            let worth = promise(definitions, state, &group, target);
            if worth >= enough && best.as_ref().is_none_or(|(known, ..)| worth > *known) {
                best = Some((worth, target, group));
            }
        }
    }
    let (_, target, units) = best?;
    let units = units.into_iter().map(Step::Unit);
    Some([Step::Verb(Verb::Attack), Step::Hex(target)].into_iter().chain(units).chain([Step::Done]).collect())
}

/// Groups that come to mind: all, those in order, each stack.
fn groups(state: &State, units: &[UnitId]) -> Vec<Vec<UnitId>> {
    let mut hexes: Vec<HexId> = units.iter().filter_map(|unit| state.unit(*unit).hex()).collect();
    hexes.sort_unstable();
    hexes.dedup();
    let of = |hex: HexId| units.iter().copied().filter(move |unit| state.unit(*unit).hex() == Some(hex));
    let orderly: Vec<UnitId> = units.iter().copied().filter(|unit| !state.unit(*unit).disorganised).collect();
    let mut groups: Vec<Vec<UnitId>> = vec![units.to_vec(), orderly];
    groups.extend(hexes.iter().map(|hex| of(*hex).collect()));
    groups.retain(|group| !group.is_empty());
    groups.dedup();
    groups
}

/// Whether a hex with which the scenario is won must be taken now or never.
fn is_last_chance(definitions: &Definitions, state: &State, target: HexId) -> bool {
    let last = definitions.plans[usize::from(state.scenario)].turns.1;
    state.side == GERMAN && state.turn == last && wins(definitions, state, target)
}

/// Whether a hex is of those with which the scenario is won.
fn wins(definitions: &Definitions, state: &State, hex: HexId) -> bool {
    let scenario = &definitions.published.scenarios[usize::from(state.scenario)];
    scenario.objectives.as_ref().is_some_and(|objectives| objectives.hexes.contains(&hex))
}

/// What an attack promises, in hundredths of a step lost by the enemy, own losses taken off.
fn promise(definitions: &Definitions, state: &State, units: &[UnitId], target: HexId) -> i32 {
    let column = weigh(definitions, state, units, target).column;
    // all that stand around may be better used one by one
    promised(definitions, state, column, target) - 2 * units.len() as i32
}

/// What the dice of a column promise the attacker of a hex.
pub fn promised(definitions: &Definitions, state: &State, column: Odds, target: HexId) -> i32 {
    let defenders: i32 = state
        .disposition(definitions)
        .stack(target)
        .map(|unit| i32::from(definitions.counter(unit).steps.saturating_sub(state.unit(unit).lost)))
        .sum();
    let points = i32::from(definitions.board.hex(target).points.unwrap_or(0));
    let objective = if wins(definitions, state, target) { OBJECTIVE } else { points };
    let gain = |result: CombatResult| {
        let lost = i32::from(result.defender).min(defenders);
        let cleared = lost == defenders || result.retreat > 0;
        100 * lost - 100 * i32::from(result.attacker)
            + 15 * i32::from(result.retreat.min(4))
            + if cleared { 20 * objective + 10 } else { 0 }
    };
    let dice = (1..=6u8).flat_map(|one| (1..=6u8).map(move |two| one + two));
    let sum: i32 = dice.map(|sum| gain(definitions.tables.combat.result(column, sum))).sum();
    sum / 36
}
