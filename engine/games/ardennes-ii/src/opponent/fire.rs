//! What to fire at: enemies beside whom own units stand, the strongest first.

use crate::ArdennesII;
use crate::chapters::barrage;
use crate::printed::{ALLIED, Definitions};
use crate::truth::order::{Step, Verb};
use crate::truth::state::State;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Seen, SideId};

/// Full markers that are laid on a hex at most, half ones counted as half.
const ENOUGH: i32 = 2;

/// The next shot; none if no gun and no air strike has a target that is worth it.
pub fn order(seen: Seen<'_, ArdennesII>, side: SideId) -> Option<Vec<Step>> {
    let (definitions, state) = (seen.definitions, &seen.view.state);
    if !barrage::fires(state, side) {
        return None;
    }
    let targets = targets(definitions, state, side);
    let best = |fits: &dyn Fn(HexId) -> bool| {
        let open = targets.iter().filter(|(_, hex)| fits(*hex));
        open.max_by_key(|(worth, hex)| (*worth, std::cmp::Reverse(*hex))).map(|(_, hex)| *hex)
    };
    for unit in definitions.units_of(side).filter(|unit| ready(definitions, state, *unit)) {
        if let Some(hex) = best(&|hex| barrage::gun(definitions, state, side, unit, hex).is_ok()) {
            return Some(vec![Step::Verb(Verb::Fire), Step::Unit(unit), Step::Hex(hex)]);
        }
    }
    if side == ALLIED && state.strikes > 0 {
        let hex = best(&|hex| barrage::strike(definitions, state, side, hex).is_ok())?;
        return Some(vec![Step::Verb(Verb::Strike), Step::Hex(hex)]);
    }
    None
}

fn ready(definitions: &Definitions, state: &State, unit: UnitId) -> bool {
    let it = state.unit(unit);
    definitions.counter(unit).is_gun() && it.hex().is_some() && !it.fired && !it.disorganised && it.spent.is_none()
}

/// Hexes with enemies beside own units, each with what fire on it is worth.
fn targets(definitions: &Definitions, state: &State, side: SideId) -> Vec<(i32, HexId)> {
    let enemy = side.enemy();
    let disposition = state.disposition(definitions);
    let mut hexes: Vec<HexId> = definitions.units_of(enemy).filter_map(|unit| state.unit(unit).hex()).collect();
    hexes.sort_unstable();
    hexes.dedup();
    let worth = |hex: HexId| {
        let strength = |unit: UnitId| {
            let counter = definitions.counter(unit);
            i32::from(counter.defence[0]) + i32::from(counter.attack[0])
        };
        let own = &state.barrages[side.index()];
        let markers = 2 * i32::from(own.full.get(&hex).copied().unwrap_or(0))
            + i32::from(own.half.get(&hex).copied().unwrap_or(0));
        let stack: i32 = disposition.stack(hex).map(strength).sum();
        let points = i32::from(definitions.board.hex(hex).points.unwrap_or(0));
        (markers < ENOUGH).then(|| stack + 2 * points - 4 * markers)
    };
    let near = hexes.into_iter().filter(|hex| disposition.adjacent(side, *hex));
    near.filter_map(|hex| Some((worth(hex)?, hex))).collect()
}
