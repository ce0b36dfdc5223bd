use super::lattice::{Lattice, Side, centre};
use super::sheet::{Point, distance};
use definitions::hex::{Grid, HexId};
use std::collections::{BTreeMap, BTreeSet};

/// Which hexes lie behind the German front: those east of the traced line; but a hex in which a side starts is
/// that side's, whatever the trace says, because the game pushes its line about in front of the Schnee Eifel.
pub fn german(grid: &Grid, trace: &[Point], held: &BTreeMap<HexId, bool>) -> BTreeSet<HexId> {
    let behind = |hex: &HexId| held.get(hex).copied().unwrap_or_else(|| east(centre(grid, *hex), trace));
    grid.hexes().filter(behind).collect()
}

/// The hexsides that separate the hexes behind the German front from all others.
pub fn front(lattice: &Lattice, german: &BTreeSet<HexId>) -> BTreeSet<usize> {
    let parts = |side: &Side| german.contains(&side.hex) != german.contains(&side.across);
    lattice.sides.iter().enumerate().filter(|(_, side)| parts(side)).map(|(index, _)| index).collect()
}

/// Whether a point lies east of a line that runs from north to south.
fn east(point: Point, trace: &[Point]) -> bool {
    let nearest = trace
        .windows(2)
        .min_by(|a, b| distance(point, a).total_cmp(&distance(point, b)))
        .map(|pair| (pair[1].0 - pair[0].0) * (point.1 - pair[0].1) - (pair[1].1 - pair[0].1) * (point.0 - pair[0].0));
    nearest.is_some_and(|turn| turn < 0.0)
}
