//! What to attack.

use crate::ArdennesOffensive;
use crate::chapters::combat::{self, able, attackable, strengths};
use crate::chapters::zones;
use crate::printed::{ALLIED, Column, Definitions, Outcome};
use crate::truth::order::{Step, Verb};
use crate::truth::state::State;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Progress, Seen, SideId};

/// Hundredths of a point that an attack must promise before it is ordered freely.
const WORTH: i32 = 40;

/// The attack that promises most, or the end of the phase; where duty binds, the best that is legal.
pub fn order(seen: Seen<'_, ArdennesOffensive>, side: SideId) -> Option<Vec<Step>> {
    let (definitions, state) = (seen.definitions, &seen.view.state);
    let end = vec![Step::Verb(Verb::End)];
    let free = seen.progress(&end) == Ok(Progress::Complete);
    let legal = |order: &Vec<Step>| seen.progress(order) == Ok(Progress::Complete);
    let best =
        attacks(definitions, state, side).into_iter().filter(|(_, order)| legal(order)).max_by_key(|(worth, _)| *worth);
    match best {
        Some((worth, order)) if worth >= WORTH || !free => Some(order),
        _ if free => Some(end),
        _ => None,
    }
}

/// Attacks that come to mind, each with what it promises: on each enemy hex by all that stand next to it, by those next to
/// no other, and by each alone; and by each unit on all of its neighbours.
fn attacks(definitions: &Definitions, state: &State, side: SideId) -> Vec<(i32, Vec<Step>)> {
    let free: Vec<(UnitId, HexId)> = definitions
        .units_of(side)
        .filter_map(|unit| Some((unit, able(definitions, state, side, unit).ok()?)))
        .collect();
    let beside =
        |hex: HexId| definitions.board.around(hex).filter(move |there| attackable(definitions, state, side, *there));
    let mut targets: Vec<HexId> = free.iter().flat_map(|(_, hex)| beside(*hex)).collect();
    targets.sort_unstable();
    targets.dedup();
    let mut plans: Vec<(Vec<HexId>, Vec<UnitId>)> = Vec::new();
    for target in targets {
        let near = || free.iter().filter(move |(_, hex)| definitions.board.side(*hex, target).is_some());
        plans.push((vec![target], near().map(|(unit, _)| *unit).collect()));
        plans
            .push((vec![target], near().filter(|(_, hex)| beside(*hex).count() == 1).map(|(unit, _)| *unit).collect()));
        plans.extend(near().map(|(unit, _)| (vec![target], vec![*unit])));
    }
    plans.extend(free.iter().map(|(unit, hex)| (beside(*hex).collect(), vec![*unit])));
    let sound = plans.into_iter().filter(|(targets, units)| !targets.is_empty() && !units.is_empty());
    sound
        .map(|(targets, units)| {
            let worth = promise(definitions, state, side, &units, &targets);
            let hexes = targets.into_iter().map(Step::Hex);
            let steps = hexes.chain(units.into_iter().map(Step::Unit));
            (worth, [Step::Verb(Verb::Attack)].into_iter().chain(steps).chain([Step::Done]).collect())
        })
        .collect()
}

/// What an attack promises, in hundredths of a unit lost by the enemy, own losses taken off.
fn promise(definitions: &Definitions, state: &State, side: SideId, units: &[UnitId], targets: &[HexId]) -> i32 {
    let found = strengths(definitions, state, units, targets);
    let column = definitions.tables.crt.column(found.attack, found.defence);
    let stack = |hex: &HexId| state.disposition(definitions).stack(*hex).count() as i32;
    let defenders: i32 = targets.iter().map(stack).sum();
    let shielded = targets.iter().all(|hex| combat::immune(definitions, side.enemy(), *hex));
    // who cannot retreat is lost
    let cornered = targets.iter().filter(|hex| !has_way_out(definitions, state, side.enemy(), **hex));
    let cornered: i32 = cornered.map(stack).sum();
    let worth = |column: Column| -> i32 {
        let kind = definitions.tables.crt_for(side, state.table_changed);
        let faces = 1..=6;
        let sum: i32 = faces
            .map(|face| match definitions.tables.crt.result(kind, column, face) {
                Outcome::DefenderEliminated => 100 * defenders,
                Outcome::Exchange => 100 * (defenders - 1) - 20,
                Outcome::DefenderRetreats(hexes) if !shielded => {
                    30 + 20 * i32::from(hexes) + cornered * (100 - 20 * i32::from(hexes)).max(40)
                }
                Outcome::DefenderRetreats(_) => 0,
                Outcome::AttackerRetreats(hexes) => -40 - 20 * i32::from(hexes),
            })
            .sum();
        sum / 6
    };
    // all that stand around may be better used one by one
    worth(column) - 3 * units.len() as i32
}

/// Whether a unit of a side could leave a hex in a retreat.
fn has_way_out(definitions: &Definitions, state: &State, side: SideId, hex: HexId) -> bool {
    let board = &definitions.board;
    let enterable = |there: &HexId| board.is_live(*there) || side == ALLIED && board.is_edge(*there);
    board.around(hex).filter(enterable).any(|there| zones::open(definitions, state, side, there))
}
