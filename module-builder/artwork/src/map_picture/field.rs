//! A value for every place of the drawing, and the lines along which it is the same: so regions of hexes get edges of
//! their own that follow no hexside.

use super::geometry::HexGeometry;
use super::noise;
use crate::scene::{Outline, Point, point};
use definitions::Map;
use definitions::hex::HexId;
use std::collections::BTreeMap;

/// Values on a square lattice over a drawing.
pub(super) struct Field {
    columns: usize,
    rows: usize,
    values: Vec<f32>,
}

/// Distance of the lattice's lines.
const PITCH: f32 = 9.0;
/// How far a hex is felt from its centre, in its widths: short of its neighbours' centres, so that every centre has the
/// value of its own hex.
const REACH: f32 = 0.95;
/// How far apart the points of an edge are at least; it bends smoothly between them.
const STEP: f32 = 14.0;
/// Islands and holes smaller than this are specks.
const SPECK: f32 = 700.0;

impl Field {
    /// How far places belong to some hexes of the map: 1 in the midst of them, 0 far off, a half on the hexsides where they
    /// end. Beyond the rim of the map it goes on as in the hexes there.
    pub fn belonging(map: &Map, geometry: &HexGeometry, belongs: impl Fn(HexId) -> bool) -> Field {
        let (width, height) = geometry.size();
        let count = |length: f32| (length / PITCH).ceil() as usize + 2;
        let (columns, rows) = (count(width), count(height));
        let (mut sums, mut weights) = (vec![0.0f32; columns * rows], vec![0.0f32; columns * rows]);
        let reach = REACH * geometry.hex_width();
        for hex in map.on_map() {
            let member = f32::from(u8::from(belongs(hex)));
            around(geometry.centre(hex), reach, (columns, rows), |cell, near| {
                sums[cell] += near * member;
                weights[cell] += near;
            });
        }
        let share = |(sum, weight): (&f32, &f32)| if *weight > 0.0 { sum / weight } else { 0.0 };
        let values = sums.iter().zip(&weights).map(share).collect();
        Field { columns, rows, values }
    }

    /// Each value made into another by its place.
    pub fn changed(&self, change: impl Fn(Point, f32) -> f32) -> Field {
        let place = |cell: usize| point((cell % self.columns) as f32, (cell / self.columns) as f32) * PITCH;
        let values = self.values.iter().enumerate().map(|(cell, value)| change(place(cell), *value)).collect();
        Field { values, ..*self }
    }

    /// Lowered along a line, most on it and less to a reach beside it.
    pub fn lowered(&mut self, line: &[Point], reach: f32, by: f32) {
        let mut cut = BTreeMap::<usize, f32>::new();
        for pair in line.windows(2) {
            let steps = ((pair[1] - pair[0]).length() / PITCH).ceil().max(1.0) as usize;
            for i in 0..=steps {
                let at = pair[0].towards(pair[1], i as f32 / steps as f32);
                around(at, reach, (self.columns, self.rows), |cell, near| {
                    let deepest = cut.entry(cell).or_default();
                    *deepest = deepest.max(near);
                });
            }
        }
        for (cell, near) in cut {
            self.values[cell] -= near * by;
        }
    }

    /// The value at the lattice point nearest to a place.
    pub fn at(&self, place: Point) -> f32 {
        let index = |v: f32, count: usize| ((v / PITCH).round().max(0.0) as usize).min(count - 1);
        self.values[index(place.y, self.rows) * self.columns + index(place.x, self.columns)]
    }

    /// How much the value rises a unit eastwards and southwards.
    pub fn slope(&self, place: Point) -> Point {
        let rise = |step: Point| (self.at(place + step) - self.at(place - step)) / (2.0 * PITCH);
        point(rise(point(PITCH, 0.0)), rise(point(0.0, PITCH)))
    }

    /// The outline of all places whose value is above a level, holes cut out, closed at the ends of the drawing.
    pub fn above(&self, level: f32) -> Outline {
        let mut outline = Outline::new();
        for ring in self.rings(level) {
            if area(&ring).abs() >= SPECK {
                outline.append(Outline::smooth(&thinned(&ring), true));
            }
        }
        outline
    }

    /// Rings round what lies above a level, it always on the same hand.
    fn rings(&self, level: f32) -> Vec<Vec<Point>> {
        // Values at lattice points; outside the lattice everything is low.
        let value = |x: i32, y: i32| {
            let inside = x >= 0 && y >= 0 && (x as usize) < self.columns && (y as usize) < self.rows;
            if inside { self.values[y as usize * self.columns + x as usize] - level } else { -0.5 }
        };
        // An edge of the lattice by its western or northern point, and whether it goes down.
        type Edge = (i32, i32, bool);
        let crossing = |(x, y, down): Edge| {
            let (a, b) = (value(x, y), if down { value(x, y + 1) } else { value(x + 1, y) });
            let share = if (a - b).abs() > 1e-6 { (a / (a - b)).clamp(0.02, 0.98) } else { 0.5 };
            let from = point(x as f32, y as f32);
            (from + if down { point(0.0, share) } else { point(share, 0.0) }) * PITCH
        };
        let mut next: BTreeMap<Edge, Edge> = BTreeMap::new();
        for y in -1..self.rows as i32 {
            for x in -1..self.columns as i32 {
                let high = |dx: i32, dy: i32| value(x + dx, y + dy) > 0.0;
                let corners = [high(0, 0), high(1, 0), high(1, 1), high(0, 1)];
                if corners.iter().all(|it| *it == corners[0]) {
                    continue;
                }
                let edges: [Edge; 4] = [(x, y, false), (x + 1, y, true), (x, y + 1, false), (x, y, true)];
                // Where the way round the cell goes from low to high a line comes in; it leaves where the high ends.
                for side in (0..4).filter(|side| !corners[*side] && corners[(side + 1) % 4]) {
                    let out = (1..4).map(|on| (side + on) % 4).find(|out| corners[*out] && !corners[(out + 1) % 4]);
                    if let Some(out) = out {
                        next.insert(edges[side], edges[out]);
                    }
                }
            }
        }
        let mut rings = Vec::new();
        while let Some((start, mut here)) = next.pop_first() {
            let mut ring = vec![crossing(start)];
            while here != start {
                ring.push(crossing(here));
                match next.remove(&here) {
                    Some(on) => here = on,
                    None => break,
                }
            }
            rings.push(ring);
        }
        rings
    }
}

/// Calls with the cells of a lattice round a place, and how near each is: 1 on it, 0 at the reach.
fn around(at: Point, reach: f32, (columns, rows): (usize, usize), mut act: impl FnMut(usize, f32)) {
    let range = |v: f32, count: usize| {
        let low = ((v - reach) / PITCH).ceil().max(0.0) as usize;
        low..(((v + reach) / PITCH).floor().max(-1.0) as isize + 1).clamp(0, count as isize) as usize
    };
    for y in range(at.y, rows) {
        for x in range(at.x, columns) {
            let off = point(x as f32, y as f32) * PITCH - at;
            let far = (off.x * off.x + off.y * off.y) / (reach * reach);
            if far < 1.0 {
                act(y * columns + x, (1.0 - far) * (1.0 - far));
            }
        }
    }
}

/// A ring without the points that crowd.
fn thinned(ring: &[Point]) -> Vec<Point> {
    let mut kept: Vec<Point> = Vec::new();
    for at in ring {
        if kept.last().is_none_or(|last| (*last - *at).length() >= STEP) {
            kept.push(*at);
        }
    }
    kept
}

fn area(ring: &[Point]) -> f32 {
    let pairs = ring.iter().zip(ring.iter().cycle().skip(1));
    pairs.map(|(a, b)| a.x * b.y - b.x * a.y).sum::<f32>() / 2.0
}

/// Wandering of an edge: bays as wide as a hex, smaller ones, and nicks, from about -1 to 1.
pub(super) fn wander(place: Point, purpose: u32) -> f32 {
    0.5 * noise::smooth(place, 96.0, purpose + 500)
        + 0.32 * noise::smooth(place, 44.0, purpose)
        + 0.18 * noise::smooth(place, 21.0, purpose + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use definitions::hex::{Grid, Layout, Numbering};

    #[test]
    fn a_region_holds_the_centres_of_its_hexes_and_of_no_others() {
        let hex = super::super::geometry(&map()).hex_width();
        let (map, geometry) = (map(), super::super::geometry(&map()));
        let woods: Vec<HexId> = ["0505", "0506", "0606", "0910"].into_iter().filter_map(|n| map.grid.find(n)).collect();
        let field = Field::belonging(&map, &geometry, |at| woods.contains(&at));
        for at in map.grid.hexes() {
            let value = field.at(geometry.centre(at));
            assert!(if woods.contains(&at) { value > 0.9 } else { value < 0.1 }, "{}: {value}", map.grid.number(at));
        }
        let rings = field.rings(0.5);
        assert_eq!(rings.len(), 2, "one round three hexes, one round the lonely one");
        let mut areas: Vec<f32> = rings.iter().map(|ring| area(ring).abs() / (0.866 * hex * hex)).collect();
        areas.sort_by(f32::total_cmp);
        assert!((0.75..1.1).contains(&areas[0]) && (2.6..3.2).contains(&areas[1]), "{areas:?}");
    }

    #[test]
    fn a_hole_runs_the_other_way_round_and_a_region_on_the_rim_is_closed() {
        let (map, geometry) = (map(), super::super::geometry(&map()));
        let hole = map.grid.find("0505");
        let rings = Field::belonging(&map, &geometry, |at| Some(at) != hole).rings(0.5);
        let areas: Vec<f32> = rings.iter().map(|ring| area(ring)).collect();
        assert_eq!(areas.len(), 2);
        assert!(areas[0] * areas[1] < 0.0, "{areas:?}");
    }

    fn map() -> Map {
        use definitions::{HexDefinition, Provenance, Terrain};
        let grid = Grid::new(Layout::FlatTop { lower: 1 }, Numbering::COLUMN_ROW, 34, 22, 21);
        let clear = HexDefinition {
            terrain: Terrain::Clear,
            settlement: None,
            name: None,
            features: Vec::new(),
            provenance: Provenance::Survey,
        };
        let hexes = vec![clear; grid.len()];
        Map { title: String::new(), grid, hexes, hexsides: Vec::new(), roads: Vec::new(), grounds: Vec::new() }
    }
}
