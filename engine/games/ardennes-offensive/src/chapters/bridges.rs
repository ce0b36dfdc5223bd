//! Bridges and interdiction (13).

use crate::printed::{BridgeId, Definitions, GERMAN};
use crate::truth::state::State;
use engine::contract::SideId;

/// The bridges that are interdicted for a side now, in order: those with an enemy within range of either end that is not in
/// road mode (13.1a, 13.3d). Friends undo nothing (E.13.1). In turn 1 bridges wholly behind the start line are not
/// interdicted for the Germans (13.4e, E.13.2).
pub fn interdicted_for(definitions: &Definitions, state: &State, side: SideId) -> Vec<BridgeId> {
    let board = &definitions.board;
    let enemies = state.units.iter().filter(|(unit, it)| definitions.counter(*unit).side != side && !it.road);
    let hexes = enemies.filter_map(|(_, it)| it.hex()).filter(|hex| board.is_live(*hex));
    let mut cut: Vec<BridgeId> = hexes.flat_map(|hex| board.in_range(hex)).copied().collect();
    cut.sort_unstable();
    cut.dedup();
    if side == GERMAN && state.turn == 1 {
        cut.retain(|bridge| !board.bridge(*bridge).iter().all(|end| board.german_side(*end)));
    }
    cut
}
