use super::lattice::{Lattice, centre};
use super::sheet::{Point, distance};
use engine::hex::{Grid, HexId};
use std::collections::BTreeMap;

/// The hexsides of the front line: east of the traced line is German, but a hex in which a side starts is
/// that side's, whatever the trace says, because the game pushes its line about in front of the Schnee Eifel.
pub fn front(grid: &Grid, lattice: &Lattice, trace: &[Point], held: &BTreeMap<HexId, bool>) -> Vec<usize> {
    let german = |hex: HexId| held.get(&hex).copied().unwrap_or_else(|| east(centre(grid, hex), trace));
    let sides = lattice.sides.iter().enumerate();
    sides.filter(|(_, side)| german(side.hex) != german(side.across)).map(|(index, _)| index).collect()
}

/// Whether a point lies east of a line that runs from north to south.
fn east(point: Point, trace: &[Point]) -> bool {
    let nearest = trace
        .windows(2)
        .min_by(|a, b| distance(point, a).total_cmp(&distance(point, b)))
        .map(|pair| (pair[1].0 - pair[0].0) * (point.1 - pair[0].1) - (pair[1].1 - pair[0].1) * (point.0 - pair[0].0));
    nearest.is_some_and(|turn| turn < 0.0)
}
