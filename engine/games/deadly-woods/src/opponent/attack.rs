//! Which hex to attack.

use crate::DeadlyWoods;
use crate::chapters::combat::{attack, defended, helps_attack, weigh};
use crate::printed::{CombatResult, Definitions, Kind};
use crate::truth::order::{Step, Verb};
use crate::truth::state::State;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Progress, Seen, SideId};

/// Hundredths of a step that an attack must promise before it is ordered.
const WORTH: i32 = 15;

/// The attack that promises most; none if none is worth it.
pub fn order(seen: Seen<'_, DeadlyWoods>, side: SideId) -> Option<Vec<Step>> {
    let (definitions, state) = (seen.definitions, &seen.view.state);
    if !attack::is_time(definitions, state) {
        return None;
    }
    let mut best: Option<(i32, Vec<Step>)> = None;
    for target in attack::targets(definitions, state, side) {
        let mut order = vec![Step::Verb(Verb::Attack), Step::Hex(target)];
        let mut units = Vec::new();
        for unit in attack::attackers(definitions, state, side, target) {
            if seen.check(&order, &Step::Unit(unit)) == Ok(Progress::Open) {
                order.push(Step::Unit(unit));
                units.push(unit);
            }
        }
        let bare = promise(definitions, state, &units, target, &[]);
        let guns = guns(definitions, state, side, &units, target);
        let fired = promise(definitions, state, &units, target, &guns);
        let shoots = fired > bare + GUN;
        if shoots {
            order.extend(guns.into_iter().map(Step::Gun));
        }
        order.push(Step::Done);
        let worth = if shoots { fired } else { bare };
        if worth >= WORTH && best.as_ref().is_none_or(|(known, _)| worth > *known) {
            best = Some((worth, order));
        }
    }
    best.map(|(_, order)| order)
}

/// What guns must add to be used.
const GUN: i32 = 10;

/// The guns that may support an attack: one of each kind.
fn guns(definitions: &Definitions, state: &State, side: SideId, units: &[UnitId], target: HexId) -> Vec<UnitId> {
    let mut chosen: Vec<UnitId> = Vec::new();
    for gun in definitions.units_of(side).filter(|unit| !definitions.counter(*unit).kind.fights()) {
        let kind = |unit: &UnitId| definitions.counter(*unit).kind;
        let new = kind(&gun) != Kind::Engineers && !chosen.iter().any(|other| kind(other) == kind(&gun));
        if new && helps_attack(definitions, state, side, gun, units, target).is_ok() {
            chosen.push(gun);
        }
    }
    chosen
}

/// What an attack promises, in hundredths of a step lost by the enemy, own losses taken off.
fn promise(definitions: &Definitions, state: &State, units: &[UnitId], target: HexId, guns: &[UnitId]) -> i32 {
    let weighed = weigh(definitions, state, units, target, (guns, false), &defended(definitions, state, target));
    let plan = &definitions.plans[usize::from(state.scenario)];
    let objective = i32::from(plan.objectives.contains(&target));
    let gain = |result: CombatResult| {
        100 * i32::from(result.defender) - 90 * i32::from(result.attacker)
            + if result.retreat { 60 + 100 * objective } else { 0 }
    };
    let sum: i32 = (1..=6).map(|face| gain(definitions.tables.combat.result(weighed.column, face))).sum();
    sum / 6
}
