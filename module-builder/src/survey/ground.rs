use super::geography::Geography;
use super::lattice::centre;
use super::settings::Shares;
use super::sheet::{Point, Sheet, distance, inside};
use definitions::Terrain;
use definitions::hex::Grid;

/// Nothing of a hex lies further from its centre, in hexes.
const RADIUS: f64 = 0.6;

/// A polygon of one kind of ground on the map, with its box.
struct Patch {
    terrain: Terrain,
    outline: Vec<Point>,
    low: Point,
    high: Point,
}

impl Patch {
    fn of(terrain: Terrain, outline: Vec<Point>) -> Patch {
        let bound = |pick: fn(f64, f64) -> f64, from: f64| {
            outline.iter().fold((from, from), |sum, at| (pick(sum.0, at.0), pick(sum.1, at.1)))
        };
        let (low, high) = (bound(f64::min, f64::INFINITY), bound(f64::max, f64::NEG_INFINITY));
        Patch { terrain, outline, low, high }
    }

    fn touches(&self, (x, y): Point) -> bool {
        self.low.0 < x + RADIUS && self.high.0 > x - RADIUS && self.low.1 < y + RADIUS && self.high.1 > y - RADIUS
    }
}

/// The ground of every hex, from 37 sample points each. Where a game does not know a kind of ground, it counts as the
/// next easier one that the game knows.
pub fn ground(
    grid: &Grid,
    sheet: &Sheet,
    geography: &Geography,
    gorges: &[Vec<Point>],
    shares: Shares,
) -> Vec<Terrain> {
    let kind = |class: &str| match class {
        "forest" => Some(Terrain::Forest),
        "woods" => Some(Terrain::Woods),
        "marsh" => Some(Terrain::Marsh),
        "broken" => Some(Terrain::Rough),
        _ => None,
    };
    let patch = |it: &super::Ground| Some(Patch::of(kind(&it.class)?, sheet.line(&it.outline)));
    let patches: Vec<Patch> = geography.grounds.iter().filter_map(patch).collect();
    let samples = samples();
    let mut terrains = vec![Terrain::OffMap; grid.len()];
    for hex in grid.hexes() {
        let (x, y) = centre(grid, hex);
        let near: Vec<&Patch> = patches.iter().filter(|patch| patch.touches((x, y))).collect();
        let slopes: Vec<&Vec<Point>> =
            gorges.iter().filter(|river| distance((x, y), river) < shares.slope + RADIUS).collect();
        let (mut forest, mut woods, mut marsh, mut rough) = (0, 0, 0, 0);
        for (dx, dy) in &samples {
            let at = (x + dx, y + dy);
            let lies_in = |kind| near.iter().any(|patch| patch.terrain == kind && inside(at, &patch.outline));
            if lies_in(Terrain::Forest) {
                forest += 1;
            } else if lies_in(Terrain::Marsh) {
                marsh += 1;
            } else if lies_in(Terrain::Woods) {
                woods += 1;
            } else if lies_in(Terrain::Rough) || slopes.iter().any(|river| distance(at, river) < shares.slope) {
                rough += 1;
            }
        }
        let reaches =
            |count: i32, share: Option<f64>| share.is_some_and(|it| f64::from(count) / samples.len() as f64 >= it);
        terrains[hex.index()] = if reaches(forest, shares.forest) {
            Terrain::Forest
        } else if reaches(marsh, shares.marsh) {
            Terrain::Marsh
        } else if reaches(forest + woods, shares.woods) {
            Terrain::Woods
        } else if reaches(forest + woods + marsh + rough, shares.rough) {
            Terrain::Rough
        } else {
            Terrain::Clear
        };
    }
    terrains
}

/// Points spread over a hex: the centre and three rings.
fn samples() -> Vec<Point> {
    let mut points = Vec::new();
    for (radius, count) in [(0.0, 1), (0.19, 6), (0.36, 12), (0.48, 18)] {
        for i in 0..count {
            let angle = std::f64::consts::TAU * f64::from(i) / f64::from(count);
            points.push((radius * angle.cos(), radius * angle.sin()));
        }
    }
    points
}
