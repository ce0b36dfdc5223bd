use super::sheet::{Point, apart};
use definitions::hex::{Direction, Grid, HexId, Layout};
use std::collections::BTreeMap;

/// The corners of a grid's hexes and the hexsides between them, as a graph that rivers run along.
pub struct Lattice {
    /// Where each corner is.
    pub corners: Vec<Point>,
    /// Hexsides that separate two hexes.
    pub sides: Vec<Side>,
    /// Sides that end at each corner.
    pub at: Vec<Vec<usize>>,
    by_hexes: BTreeMap<(HexId, HexId), usize>,
}

/// A hexside between two hexes.
#[derive(Clone, Copy, Debug)]
pub struct Side {
    /// Its two corners.
    pub ends: (usize, usize),
    /// One hex.
    pub hex: HexId,
    /// Which side of that hex.
    pub direction: Direction,
    /// The hex across.
    pub across: HexId,
}

impl Lattice {
    /// The lattice of a grid.
    pub fn new(grid: &Grid) -> Lattice {
        let mut lattice = Lattice { corners: Vec::new(), sides: Vec::new(), at: Vec::new(), by_hexes: BTreeMap::new() };
        let mut known = BTreeMap::new();
        for hex in grid.hexes() {
            for (direction, across) in grid.neighbours(hex).filter(|(_, across)| hex < *across) {
                let ends = ends(grid, hex, direction).map(|corner| lattice.corner(&mut known, corner));
                let side = lattice.sides.len();
                lattice.sides.push(Side { ends: (ends[0], ends[1]), hex, direction, across });
                lattice.by_hexes.insert((hex, across), side);
                for end in ends {
                    lattice.at[end].push(side);
                }
            }
        }
        lattice
    }

    fn corner(&mut self, known: &mut BTreeMap<(i64, i64), Vec<usize>>, at: Point) -> usize {
        // the same corner comes out a little different from each of its hexes: look in the cells around
        let cell = (at.0.round() as i64, at.1.round() as i64);
        for x in cell.0 - 1..=cell.0 + 1 {
            for y in cell.1 - 1..=cell.1 + 1 {
                let near = known.get(&(x, y)).into_iter().flatten();
                if let Some(corner) = near.copied().find(|corner| apart(self.corners[*corner], at) < 0.1) {
                    return corner;
                }
            }
        }
        self.corners.push(at);
        self.at.push(Vec::new());
        known.entry(cell).or_default().push(self.corners.len() - 1);
        self.corners.len() - 1
    }

    /// The hexside between two neighbours.
    pub fn between(&self, a: HexId, b: HexId) -> Option<usize> {
        self.by_hexes.get(&(a.min(b), a.max(b))).copied()
    }

    /// The far end of a side that ends at a corner.
    pub fn other_end(&self, side: usize, corner: usize) -> usize {
        let (a, b) = self.sides[side].ends;
        if a == corner { b } else { a }
    }

    /// Points on a side at the given shares of its length.
    pub fn on_side(&self, side: usize, shares: [f64; 3]) -> [Point; 3] {
        let (a, b) = (self.corners[self.sides[side].ends.0], self.corners[self.sides[side].ends.1]);
        shares.map(|share| (a.0 + (b.0 - a.0) * share, a.1 + (b.1 - a.1) * share))
    }
}

/// Centre of a hex.
pub fn centre(grid: &Grid, hex: HexId) -> Point {
    let (x, y) = grid.centre(hex);
    (f64::from(x), f64::from(y))
}

/// Where the plane of the transforms has its zero on the map: they count as the printed numbers do, so it lies one step beyond
/// the edges where those begin.
pub fn numbers_begin(grid: &Grid) -> Point {
    let step = 3f64.sqrt() / 2.0;
    let (columns, rows) = (f64::from(grid.columns()), f64::from(grid.rows()));
    let shifted = f64::from(grid.shifted_length()) + 0.5;
    let (east, south) = match grid.layout() {
        Layout::FlatTop { .. } => ((columns + 1.0) * step, rows.max(shifted) + 1.0),
        Layout::PointyTop { .. } => (columns.max(shifted) + 1.0, (rows + 1.0) * step),
    };
    let from = grid.numbering().from;
    (if from.is_east() { east } else { 0.0 }, if from.is_south() { south } else { 0.0 })
}

/// Middle of the hexside between two neighbours.
pub fn middle(grid: &Grid, a: HexId, b: HexId) -> Point {
    let (a, b) = (centre(grid, a), centre(grid, b));
    ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0)
}

/// The hex in which a point lies, if it lies on the grid.
pub fn hex_at(grid: &Grid, point: Point) -> Option<HexId> {
    let far = |hex: &HexId| apart(centre(grid, *hex), point);
    let nearest = grid.hexes().min_by(|a, b| far(a).total_cmp(&far(b)))?;
    (far(&nearest) < 0.58).then_some(nearest)
}

/// The two corners of a hexside.
fn ends(grid: &Grid, hex: HexId, direction: Direction) -> [Point; 2] {
    let first = match grid.layout() {
        Layout::FlatTop { .. } => -90.0,
        Layout::PointyTop { .. } => -60.0,
    };
    let towards = first + 60.0 * direction.index() as f64;
    let (x, y) = centre(grid, hex);
    let radius = 1.0 / 3f64.sqrt();
    [-30.0, 30.0].map(|turn: f64| {
        let angle = (towards + turn).to_radians();
        (x + radius * angle.cos(), y + radius * angle.sin())
    })
}
