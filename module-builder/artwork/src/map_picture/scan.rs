//! Where the hexes lie on a scanned map.

use definitions::hex::{Grid, HexId};

/// Where the hexes of a grid lie on a scan, in its pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scan {
    /// Width of a hex between its flat sides, the mean of all directions.
    pub hex: f32,
    /// How the scan is turned and stretched: where a step of one hex to the east, and one to the south, leads on it, in widths
    /// of a hex.
    pub(super) axes: [(f32, f32); 2],
    /// The place of the grid's zero ([`Grid::centre`]).
    pub(super) zero: (f32, f32),
}

type Pair = (f64, f64);

impl Scan {
    /// A scan that is level: a hex's width and the centre of the hex with which numbers begin.
    pub fn level(grid: &Grid, hex: f32, first: (f32, f32)) -> Scan {
        let (x, y) = grid.centre(grid.first());
        Scan { hex, axes: [(1.0, 0.0), (0.0, 1.0)], zero: (first.0 - x * hex, first.1 - y * hex) }
    }

    /// The scan on which hexes have these centres, as nearly as can be: two tell its scale and whether it is turned, three and
    /// more that do not lie in a line how it is stretched as well. None when they are fewer or all in one place.
    pub fn through(grid: &Grid, hexes: &[(HexId, (f32, f32))]) -> Option<Scan> {
        let pairs: Vec<(Pair, Pair)> = hexes
            .iter()
            .map(|(hex, (px, py))| {
                let (x, y) = grid.centre(*hex);
                ((f64::from(x), f64::from(y)), (f64::from(*px), f64::from(*py)))
            })
            .collect();
        let mean = |of: fn(&(Pair, Pair)) -> f64| pairs.iter().map(of).sum::<f64>() / pairs.len() as f64;
        let (mx, my, mu, mv) = (mean(|p| p.0.0), mean(|p| p.0.1), mean(|p| p.1.0), mean(|p| p.1.1));
        let from_mean = pairs.iter().map(|((x, y), (u, v))| ((x - mx, y - my), (u - mu, v - mv)));
        let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
        let (mut ux, mut uy, mut vx, mut vy) = (0.0, 0.0, 0.0, 0.0);
        for ((x, y), (u, v)) in from_mean {
            (xx, xy, yy) = (xx + x * x, xy + x * y, yy + y * y);
            (ux, uy, vx, vy) = (ux + u * x, uy + u * y, vx + v * x, vy + v * y);
        }
        let spread = xx + yy;
        // a hundredth of what it is when they lie round about
        let area = xx * yy - xy * xy;
        let (east, south) = if area > spread * spread / 400.0 {
            let east = ((ux * yy - uy * xy) / area, (vx * yy - vy * xy) / area);
            (east, ((uy * xx - ux * xy) / area, (vy * xx - vx * xy) / area))
        } else {
            let (along, aside) = ((ux + vy) / spread, (vx - uy) / spread);
            ((along, aside), (-aside, along))
        };
        let hex = (east.0 * south.1 - east.1 * south.0).abs().sqrt();
        let zero = (mu - east.0 * mx - south.0 * my, mv - east.1 * mx - south.1 * my);
        let whole = [hex, zero.0, zero.1].into_iter().all(f64::is_finite) && hex > 0.0;
        let small = |(x, y): Pair| ((x / hex) as f32, (y / hex) as f32);
        let zero = (zero.0 as f32, zero.1 as f32);
        whole.then(|| Scan { hex: hex as f32, axes: [small(east), small(south)], zero })
    }

    /// The centre of a hex on the scan, in pixels.
    pub fn centre(&self, grid: &Grid, hex: HexId) -> (f32, f32) {
        let (x, y) = grid.centre(hex);
        let [east, south] = self.axes;
        ((east.0 * x + south.0 * y) * self.hex + self.zero.0, (east.1 * x + south.1 * y) * self.hex + self.zero.1)
    }

    /// By how many degrees the scan's east and its south are turned to the right, and how much longer a step to the east is
    /// than one to the south.
    pub fn turned(&self) -> (f32, f32, f32) {
        let [east, south] = self.axes;
        let right = east.1.atan2(east.0).to_degrees();
        let down = (-south.0).atan2(south.1).to_degrees();
        (right, down, east.0.hypot(east.1) / south.0.hypot(south.1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use definitions::hex::{Corner, Layout, Numbering, Order};

    fn grid() -> Grid {
        let numbering = Numbering { order: Order::RowColumn, from: Corner::NorthEast, ..Numbering::COLUMN_ROW };
        Grid::new(Layout::PointyTop { east: 0 }, numbering, 40, 30, 39)
    }

    /// Where a map lies that is turned by some degrees, stretched to the east and begins at 60, 50.
    fn truth(hex: HexId, degrees: f32, stretch: f32) -> (f32, f32) {
        let (x, y) = grid().centre(hex);
        let (sin, cos) = degrees.to_radians().sin_cos();
        let (x, y) = (x * 41.7 * stretch, y * 41.7);
        (60.0 + x * cos - y * sin, 50.0 + x * sin + y * cos)
    }

    fn apart(a: (f32, f32), b: (f32, f32)) -> f32 {
        (a.0 - b.0).hypot(a.1 - b.1)
    }

    #[test]
    fn two_hexes_tell_scale_and_turn_and_three_how_a_scan_is_stretched() {
        let grid = grid();
        let at = |number: &str| grid.find(number).unwrap();
        for (degrees, stretch, numbers) in [
            (0.0, 1.0, ["0101", "3039"].as_slice()),
            (1.3, 1.0, &["0140", "3001"]),
            (-2.0, 1.04, &["0101", "0140", "3001"]),
        ] {
            let hexes: Vec<_> =
                numbers.iter().map(|number| (at(number), truth(at(number), degrees, stretch))).collect();
            let scan = Scan::through(&grid, &hexes).unwrap();
            for hex in grid.hexes() {
                let far = apart(scan.centre(&grid, hex), truth(hex, degrees, stretch));
                assert!(far < 0.05, "{} {far}", grid.number(hex));
            }
            let (right, down, longer) = scan.turned();
            assert!((right - degrees).abs() < 0.01 && (down - degrees).abs() < 0.01 && (longer - stretch).abs() < 1e-3);
        }
        // in a line they tell no stretch, and many are weighed against each other
        let row: Vec<_> =
            ["0501", "0520", "0540"].iter().map(|number| (at(number), truth(at(number), 0.5, 1.0))).collect();
        let scan = Scan::through(&grid, &row).unwrap();
        assert!(apart(scan.centre(&grid, at("3039")), truth(at("3039"), 0.5, 1.0)) < 0.1);
        let mut many: Vec<_> = grid.hexes().map(|hex| (hex, truth(hex, 0.5, 1.01))).collect();
        many[7].1.0 += 5.0;
        let scan = Scan::through(&grid, &many).unwrap();
        assert!(apart(scan.centre(&grid, at("1515")), truth(at("1515"), 0.5, 1.01)) < 0.05);
    }

    #[test]
    fn a_level_scan_begins_with_the_hex_that_is_counted_first() {
        let grid = grid();
        let scan = Scan::level(&grid, 50.0, (1900.0, 40.0));
        assert_eq!(scan.centre(&grid, grid.find("0101").unwrap()), (1900.0, 40.0));
        assert_eq!(scan.centre(&grid, grid.find("0103").unwrap()), (1800.0, 40.0));
    }

    #[test]
    fn hexes_in_one_place_tell_nothing() {
        let grid = grid();
        let hex = grid.find("0101").unwrap();
        assert_eq!(Scan::through(&grid, &[]), None);
        assert_eq!(Scan::through(&grid, &[(hex, (10.0, 10.0))]), None);
        let other = grid.find("0102").unwrap();
        assert_eq!(Scan::through(&grid, &[(hex, (10.0, 10.0)), (other, (10.0, 10.0))]), None);
    }
}
