use super::scan::Scan;
use crate::scene::{Point, point};
use definitions::hex::{Direction, Grid, HexId, Layout};

/// Where hexes lie in a drawing: in its units, or in pixels after [`HexGeometry::scaled`].
#[derive(Clone, Debug, PartialEq)]
pub struct HexGeometry {
    grid: Grid,
    hex_width: f32,
    /// Where a step to the east and one to the south lead: only on scans not straight there.
    axes: [Point; 2],
    north_west: Point,
    size: Point,
}

/// A corner shared by up to three hexes, by its place on the grid's lattice.
pub(super) type Corner = (i32, i32);

/// Distance from a hex's centre to its corner when it is 1 wide across flats.
const RADIUS: f32 = 0.577_350_26;

impl HexGeometry {
    /// The geometry of a whole grid with hexes of a width across flats and a margin round all of them.
    pub fn new(grid: &Grid, hex_width: f32, margin: f32) -> HexGeometry {
        let axes = [point(1.0, 0.0), point(0.0, 1.0)];
        let (north_west, size) = (point(0.0, 0.0), point(0.0, 0.0));
        let mut geometry = HexGeometry { grid: grid.clone(), hex_width, axes, north_west, size };
        let (mut low, mut high) = (point(f32::MAX, f32::MAX), point(f32::MIN, f32::MIN));
        for corner in grid.hexes().flat_map(|hex| geometry.corners(hex)) {
            low = point(low.x.min(corner.x), low.y.min(corner.y));
            high = point(high.x.max(corner.x), high.y.max(corner.y));
        }
        if low.x <= high.x {
            geometry.north_west = low - point(margin, margin);
            geometry.size = high - low + point(2.0 * margin, 2.0 * margin);
        }
        geometry
    }

    /// The geometry of a scanned map, in its pixels.
    pub fn on_scan(grid: &Grid, scan: &Scan) -> HexGeometry {
        let mut geometry = HexGeometry::new(grid, scan.hex, 0.0);
        geometry.axes = scan.axes.map(|(x, y)| point(x, y));
        geometry.north_west = point(-scan.zero.0, -scan.zero.1);
        geometry
    }

    /// Width of a hex across flats.
    pub fn hex_width(&self) -> f32 {
        self.hex_width
    }

    /// Distance between neighbouring lines of hexes (columns when flat, rows when pointy), and between the hexes of a line.
    pub fn steps(&self) -> (f64, f64) {
        let [east, south] = self.axes.map(|axis| f64::from(axis.length()) * f64::from(self.hex_width));
        let lines = 3f64.sqrt() / 2.0;
        match self.grid.layout() {
            Layout::FlatTop { .. } => (east * lines, south),
            Layout::PointyTop { .. } => (south * lines, east),
        }
    }

    /// Distance from a column's centres to the next one's, or to the shifted ones between.
    pub(crate) fn column_pitch(&self) -> f32 {
        match self.grid.layout() {
            Layout::FlatTop { .. } => self.hex_width * 1.5 * RADIUS,
            Layout::PointyTop { .. } => self.hex_width / 2.0,
        }
    }

    /// Width and height of the drawing.
    pub fn size(&self) -> (f32, f32) {
        (self.size.x, self.size.y)
    }

    /// The same drawing enlarged.
    pub fn scaled(&self, factor: f32) -> HexGeometry {
        HexGeometry {
            grid: self.grid.clone(),
            hex_width: self.hex_width * factor,
            axes: self.axes,
            north_west: self.north_west * factor,
            size: self.size * factor,
        }
    }

    /// Centre of a hex: x to the east, y to the south of the drawing's north-west corner.
    pub fn hex_centre(&self, hex: HexId) -> (f32, f32) {
        let centre = self.centre(hex);
        (centre.x, centre.y)
    }

    /// The hex of the grid that covers a place of the drawing, if one does.
    pub fn hex_at(&self, x: f32, y: f32) -> Option<HexId> {
        let place = point(x, y);
        let distance = |hex: &HexId| (self.centre(*hex) - place).length();
        let nearest = self.grid.hexes().min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
        let offset = self.straight(place - self.centre(nearest));
        let inside = Direction::ALL.into_iter().all(|side| {
            let out = self.towards(side);
            offset.x * out.x + offset.y * out.y <= self.hex_width / 2.0
        });
        inside.then_some(nearest)
    }

    /// Where the middle of a hex lies.
    pub fn centre(&self, hex: HexId) -> Point {
        let (x, y) = self.grid.centre(hex);
        self.laid(point(x, y) * self.hex_width) - self.north_west
    }

    /// A way on the grid as it lies on the picture.
    fn laid(&self, way: Point) -> Point {
        let [east, south] = self.axes;
        point(way.x * east.x + way.y * south.x, way.x * east.y + way.y * south.y)
    }

    /// A way on the picture as it lies on the grid.
    fn straight(&self, way: Point) -> Point {
        let [east, south] = self.axes;
        let area = east.x * south.y - east.y * south.x;
        point((way.x * south.y - way.y * south.x) / area, (way.y * east.x - way.x * east.y) / area)
    }

    fn degrees(&self, side: Direction) -> f32 {
        let first = match self.grid.layout() {
            Layout::FlatTop { .. } => -90.0,
            Layout::PointyTop { .. } => -60.0,
        };
        first + 60.0 * side.index() as f32
    }

    /// The unit vector from the centre through the middle of a side of a hex that is not turned.
    fn towards(&self, side: Direction) -> Point {
        let angle = self.degrees(side).to_radians();
        point(angle.cos(), angle.sin())
    }

    /// The way of length 1 from the centre through the middle of a side; on stretched scans a little more or less.
    pub(crate) fn outward(&self, side: Direction) -> Point {
        self.laid(self.towards(side))
    }

    /// The six corners, clockwise; side `i` runs from corner `i` to the next.
    pub fn corners(&self, hex: HexId) -> [Point; 6] {
        let centre = self.centre(hex);
        Direction::ALL.map(|side| {
            let angle = (self.degrees(side) - 30.0).to_radians();
            centre + self.laid(point(angle.cos(), angle.sin()) * (RADIUS * self.hex_width))
        })
    }

    /// The corners of a hex, clockwise, in whole units of the drawing.
    pub fn outline(&self, hex: HexId) -> Vec<(i32, i32)> {
        self.corners(hex).iter().map(|corner| (corner.x.round() as i32, corner.y.round() as i32)).collect()
    }

    /// The two ends of a side, clockwise.
    pub(super) fn side(&self, hex: HexId, side: Direction) -> (Point, Point) {
        let corners = self.corners(hex);
        (corners[side.index()], corners[(side.index() + 1) % 6])
    }

    /// The middle of a side.
    pub(super) fn middle(&self, hex: HexId, side: Direction) -> Point {
        self.centre(hex) + self.outward(side) * (self.hex_width / 2.0)
    }

    /// The name of the corner that lies at a point; the same for all hexes that share it.
    pub(super) fn corner(&self, at: Point) -> Corner {
        let exact = self.straight(at + self.north_west) * (1.0 / self.hex_width);
        let (along, across) = (RADIUS / 2.0, 0.5);
        let (x, y) = match self.grid.layout() {
            Layout::FlatTop { .. } => (exact.x / along, exact.y / across),
            Layout::PointyTop { .. } => (exact.x / across, exact.y / along),
        };
        (x.round() as i32, y.round() as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use definitions::hex::{Corner, Numbering, Order};

    #[test]
    fn a_hexs_centre_lies_in_that_hex_and_its_sides_are_those_of_the_neighbours() {
        let numbering = Numbering { order: Order::RowColumn, from: Corner::NorthEast, ..Numbering::COLUMN_ROW };
        let pointy = Grid::new(Layout::PointyTop { east: 0 }, numbering, 9, 8, 8);
        for grid in [Grid::new(Layout::FlatTop { lower: 1 }, Numbering::COLUMN_ROW, 34, 22, 21), pointy] {
            let geometry = HexGeometry::new(&grid, 70.0, 12.0);
            for hex in grid.hexes() {
                let (x, y) = geometry.hex_centre(hex);
                assert_eq!(geometry.hex_at(x, y), Some(hex));
                for (side, there) in grid.neighbours(hex) {
                    let (ours, theirs) = (geometry.side(hex, side), geometry.side(there, side.opposite()));
                    assert_eq!(geometry.corner(ours.0), geometry.corner(theirs.1));
                    assert!((geometry.middle(hex, side) - geometry.middle(there, side.opposite())).length() < 0.1);
                }
            }
            assert_eq!(geometry.hex_at(-5.0, -5.0), None);
        }
    }

    #[test]
    fn hexes_lie_where_a_turned_and_stretched_scan_has_them() {
        let grid = Grid::new(Layout::FlatTop { lower: 1 }, Numbering::COLUMN_ROW, 34, 22, 21);
        let told = [("0101", (60.0, 80.0)), ("3401", (1810.0, 92.0)), ("0121", (48.0, 1301.0))];
        let told = told.map(|(number, at)| (grid.find(number).unwrap(), at));
        let scan = Scan::through(&grid, &told).unwrap();
        let geometry = HexGeometry::on_scan(&grid, &scan);
        for (hex, (x, y)) in told {
            assert!((geometry.centre(hex) - point(x, y)).length() < 0.01);
        }
        for hex in grid.hexes() {
            let (x, y) = geometry.hex_centre(hex);
            assert!(
                (geometry.centre(hex) - point(scan.centre(&grid, hex).0, scan.centre(&grid, hex).1)).length() < 0.01
            );
            assert_eq!(geometry.hex_at(x, y), Some(hex));
            let half = geometry.scaled(0.5);
            assert_eq!(half.hex_at(x / 2.0, y / 2.0), Some(hex));
            for (side, there) in grid.neighbours(hex) {
                assert!((geometry.middle(hex, side) - geometry.middle(there, side.opposite())).length() < 0.05);
                let corners = geometry.corners(hex);
                let back = geometry.corners(there)[(side.opposite().index() + 1) % 6];
                assert!((corners[side.index()] - back).length() < 0.05);
            }
        }
        assert_eq!(geometry.hex_at(5.0, 5.0), None);
    }
}
