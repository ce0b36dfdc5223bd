//! How far from the units of a side its events reach.

use crate::printed::board::Board;
use definitions::Map;
use definitions::hex::{HexId, HexSet};
use engine::kernel::Dense;

/// Hexes within which a unit of a side must be for Stoesser, Greif and roadblocks (15.2a, 15.3a, Q.12).
pub const DISTANCE: u16 = 6;

/// The hexes on the map within [`DISTANCE`] of each hex.
pub fn ranges(map: &Map, board: &Board) -> Dense<HexId, HexSet> {
    let on_map: Vec<HexId> = map.on_map().filter(|hex| board.neighbours(*hex).next().is_some()).collect();
    let within = |hex: HexId| {
        let mut within = HexSet::new(board.len());
        on_map.iter().filter(|there| board.distance(hex, **there) <= DISTANCE).for_each(|there| within.insert(*there));
        within
    };
    (0..board.len() as u16).map(|hex| within(HexId(hex))).collect()
}
