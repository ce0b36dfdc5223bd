use crate::scene::{Point, point};
use engine::hex::{Direction, Grid, HexId, Layout};

/// Where hexes lie in a drawing: in its units, or in pixels after [`HexGeometry::scaled`].
#[derive(Clone, Debug, PartialEq)]
pub struct HexGeometry {
    grid: Grid,
    hex_width: f32,
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
        let mut geometry =
            HexGeometry { grid: grid.clone(), hex_width, north_west: point(0.0, 0.0), size: point(0.0, 0.0) };
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

    /// The geometry of a scanned map: `first` is the centre of column 1, row 1.
    pub fn on_scan(grid: &Grid, hex_width: f32, first: (f32, f32)) -> HexGeometry {
        let mut geometry = HexGeometry::new(grid, hex_width, 0.0);
        if let Some(hex) = grid.at(1, 1) {
            let (x, y) = geometry.hex_centre(hex);
            geometry.north_west = geometry.north_west + point(x - first.0, y - first.1);
        }
        geometry
    }

    /// Width of a hex across flats.
    pub fn hex_width(&self) -> f32 {
        self.hex_width
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
        let offset = place - self.centre(nearest);
        let inside = Direction::ALL.into_iter().all(|side| {
            let out = self.outward(side);
            offset.x * out.x + offset.y * out.y <= self.hex_width / 2.0
        });
        inside.then_some(nearest)
    }

    pub(crate) fn centre(&self, hex: HexId) -> Point {
        let (x, y) = self.grid.centre(hex);
        point(x, y) * self.hex_width - self.north_west
    }

    fn degrees(&self, side: Direction) -> f32 {
        let first = match self.grid.layout() {
            Layout::FlatTop { .. } => -90.0,
            Layout::PointyTop { .. } => -60.0,
        };
        first + 60.0 * side.index() as f32
    }

    /// The unit vector from the centre through the middle of a side.
    pub(crate) fn outward(&self, side: Direction) -> Point {
        let angle = self.degrees(side).to_radians();
        point(angle.cos(), angle.sin())
    }

    /// The six corners, clockwise; side `i` runs from corner `i` to the next.
    pub(crate) fn corners(&self, hex: HexId) -> [Point; 6] {
        let centre = self.centre(hex);
        Direction::ALL.map(|side| {
            let angle = (self.degrees(side) - 30.0).to_radians();
            centre + point(angle.cos(), angle.sin()) * (RADIUS * self.hex_width)
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
        let exact = (at + self.north_west) * (1.0 / self.hex_width);
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
    use engine::hex::Numbering;

    #[test]
    fn a_hexs_centre_lies_in_that_hex_and_its_sides_are_those_of_the_neighbours() {
        let pointy = Grid::new(Layout::PointyTop { west: 0 }, Numbering::RowColumnFromEast, 9, 8, 8);
        for grid in [Grid::autumn_fog(), pointy] {
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
}
