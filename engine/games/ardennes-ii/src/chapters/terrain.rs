//! Terrain (1.3, T.TEC): what a hexside and the hex behind it cost, which roads are open, what shifts the odds.

use crate::printed::{Allowance, BarrageRoll, BridgeId, Definitions, GERMAN, Road, Side};
use crate::truth::state::State;
use definitions::BridgeState;
use definitions::hex::HexId;
use engine::contract::SideId;

/// Whether a bridge can be used: it stands, or has been built and its day is come (1.3p, 3.8a to 3.8c).
pub fn stands(definitions: &Definitions, state: &State, bridge: BridgeId) -> bool {
    match definitions.board.bridge(bridge).state {
        BridgeState::Standing => !state.is_blown(definitions, bridge),
        BridgeState::Blown => false,
        BridgeState::Built(day) => definitions.tables.turn(state.turn).day >= day,
    }
}

/// The road that leads out of a hex over one of its sides, if it is contiguous (1.3o).
pub fn road(definitions: &Definitions, state: &State, from: HexId, side: &Side) -> Option<Road> {
    let class = side.road?;
    let Some(bridge) = side.bridge else { return Some(class) };
    if !stands(definitions, state, bridge) {
        return None;
    }
    match definitions.board.bridge(bridge).state {
        BridgeState::Built(_) => near_side(definitions, from, side.there).or(Some(class)),
        _ => Some(class),
    }
}

/// The best road that comes to a hex from elsewhere than over one of its sides (3.8d, ruling R15).
fn near_side(definitions: &Definitions, from: HexId, there: HexId) -> Option<Road> {
    let others = definitions.board.hex(from).sides.iter().filter(|side| side.there != there);
    others.filter_map(|side| side.road).min_by_key(|road| *road == Road::Track)
}

/// Half points for a hexside and the hex behind it by an allowance: along the road its rate, else the dearest terrain of the
/// hex and the hexside (1.3i, 1.3o, 1.3q); none where that is prohibited (1.3m).
pub fn entry_cost(
    definitions: &Definitions,
    state: &State,
    allowance: Allowance,
    from: HexId,
    side: &Side,
) -> Option<u16> {
    let chart = &definitions.tables.chart;
    let kind = allowance.index();
    match road(definitions, state, from, side) {
        Some(Road::Road) => Some(chart.road[kind]),
        Some(Road::Track) => Some(chart.track[kind]),
        None => Some(definitions.board.hex(side.there).entry_costs[kind]? + side.entry_costs[kind]?),
    }
}

/// Columns to the right for a defender of a side in a hex: the best terrain for him, the West Wall for Germans alone (1.3r,
/// 1.3t).
pub fn defender_shift(definitions: &Definitions, defender: SideId, hex: HexId) -> i16 {
    let it = definitions.board.hex(hex);
    let wall = if it.west_wall && defender == GERMAN { definitions.tables.chart.west_wall.shift } else { 0 };
    i16::from(it.shift.min(wall))
}

/// Columns to the right for attacking stacks: the hexside of each that attacks across one, added up, along a road as well
/// (1.3b, 1.3c).
pub fn attackers_shift(definitions: &Definitions, stacks: &[HexId], target: HexId) -> i16 {
    let shift = |from: &HexId| definitions.board.side(*from, target).map_or(0, |side| i16::from(side.shift));
    stacks.iter().map(shift).sum()
}

/// Whether a unit of an allowance may attack out of a hex into another at all: into a prohibited hex only if a road or track crosses
/// that hex, over a prohibited hexside only if one crosses it (T.TECa, ruling R70), a bridge that is blown included (ruling R65), but
/// none that is not built yet (3.8b).
pub fn may_attack(definitions: &Definitions, state: &State, allowance: Allowance, from: HexId, target: HexId) -> bool {
    let Some(side) = definitions.board.side(from, target) else { return false };
    let kind = allowance.index();
    let there = definitions.board.hex(target);
    let unbuilt = |side: &Side| {
        side.bridge.is_some_and(|bridge| {
            matches!(definitions.board.bridge(bridge).state, BridgeState::Built(_))
                && !stands(definitions, state, bridge)
        })
    };
    let crossed = |side: &Side| side.road.is_some() && !unbuilt(side);
    let into = there.entry_costs[kind].is_some() || there.sides.iter().any(crossed);
    let across = side.entry_costs[kind].is_some() || crossed(side);
    there.on_map() && into && across
}

/// What places barrage markers in a hex: the hardest of its terrains, the West Wall among them when Germans are in it (3.5n,
/// 1.3t); none off the map.
pub fn barrage_roll(definitions: &Definitions, state: &State, hex: HexId) -> Option<BarrageRoll> {
    let it = definitions.board.hex(hex);
    let manned = it.west_wall && state.disposition(definitions).holds(GERMAN, hex);
    let wall = definitions.tables.chart.west_wall.barrage.filter(|_| manned);
    it.barrage.map(|roll| wall.map_or(roll, |wall| roll.harder(wall)))
}
