use super::geography::Geography;
use super::lattice::centre;
use super::sheet::{Point, Sheet, distance, inside};
use engine::definitions::Terrain;
use engine::hex::Grid;

/// How far the slopes of a gorge reach from its river, in hexes (about 1.8 km).
const SLOPE: f64 = 0.40;
/// Share of a hex that must be forest for a forest hex, and broken, wooded or forest for a rough one.
const FOREST_SHARE: f64 = 0.36;
const ROUGH_SHARE: f64 = 0.40;

/// The ground of every hex, from 37 sample points each. Light woods, marsh and the slopes of gorges are rough
/// ground: the game knows only clear, rough and forest.
pub fn ground(grid: &Grid, sheet: &Sheet, geography: &Geography, gorges: &[Vec<Point>]) -> Vec<Terrain> {
    let mut polygons: Vec<(Terrain, Vec<Point>)> = Vec::new();
    for it in &geography.grounds {
        let terrain = match it.class.as_str() {
            "forest" => Terrain::Forest,
            "clear" => Terrain::Clear,
            _ => Terrain::Rough,
        };
        polygons.push((terrain, sheet.line(&it.outline)));
    }
    let samples = samples();
    let mut terrains = vec![Terrain::OffMap; grid.len()];
    for hex in grid.hexes() {
        let (x, y) = centre(grid, hex);
        let (mut forest, mut rough) = (0, 0);
        for (dx, dy) in &samples {
            let at = (x + dx, y + dy);
            let lies_in = |kind| polygons.iter().any(|(terrain, outline)| *terrain == kind && inside(at, outline));
            if lies_in(Terrain::Forest) {
                forest += 1;
            } else if lies_in(Terrain::Rough) || gorges.iter().any(|river| distance(at, river) < SLOPE) {
                rough += 1;
            }
        }
        let share = |count: i32| f64::from(count) / samples.len() as f64;
        terrains[hex.index()] = if share(forest) >= FOREST_SHARE {
            Terrain::Forest
        } else if share(forest + rough) >= ROUGH_SHARE {
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
