use super::{Direction, Numbering};
use serde::{Deserialize, Serialize};

/// A hex of one board, counted column by column from the north-west corner; dense from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HexId(pub u16);

impl HexId {
    /// Position in arrays that hold one entry a hex.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Which way the hexes stand, and which lines of them begin half a hex further in. Columns count from 1 in the west, rows
/// from 1 in the north, however they are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Layout {
    /// Flat sides north and south; the columns of this parity begin half a hex lower (south) than the others.
    FlatTop {
        /// 0: even columns are lower; 1: odd columns are lower.
        lower: u8,
    },
    /// Points north and south; the rows of this parity begin half a hex further east than the others.
    PointyTop {
        /// 0: even rows are further east; 1: odd rows are.
        east: u8,
    },
}

/// A numbered hex grid. Columns and rows count from the north-west; the numbering only names the hexes.
///
/// ```
/// use definitions::hex::{Grid, Layout, Numbering};
/// let grid = Grid::new(Layout::FlatTop { lower: 1 }, Numbering::COLUMN_ROW, 34, 22, 21);
/// let bastogne = grid.find("1817").unwrap();
/// assert_eq!(grid.number(bastogne), "1817");
/// assert_eq!(grid.distance(bastogne, grid.find("1819").unwrap()), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Grid {
    layout: Layout,
    numbering: Numbering,
    columns: u16,
    rows: u16,
    /// Hexes in a line that begins further in (it may be one shorter).
    shifted_length: u16,
}

impl Grid {
    /// The most hexes of a grid.
    pub const MOST: u32 = u16::MAX as u32;

    /// A grid of so many columns and rows. `shifted` is the number of hexes in a line that begins half a hex further in (a
    /// column when flat, a row when pointy): as many as the others have, or one less.
    pub fn new(layout: Layout, numbering: Numbering, columns: u16, rows: u16, shifted: u16) -> Grid {
        Grid { layout, numbering, columns, rows, shifted_length: shifted }
    }

    /// Which way the hexes stand.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// How numbers are made.
    pub fn numbering(&self) -> Numbering {
        self.numbering
    }

    /// Columns of the grid; of a pointy one in a row that begins at the western edge.
    pub fn columns(&self) -> u16 {
        self.columns
    }

    /// Rows of the grid; of a flat one in a column that begins at the northern edge.
    pub fn rows(&self) -> u16 {
        self.rows
    }

    /// Hexes in a line that begins half a hex further in.
    pub fn shifted_length(&self) -> u16 {
        self.shifted_length
    }

    /// Number of cells (a shifted line may lack the last one; others may be missing from the map: the definitions say).
    pub fn len(&self) -> usize {
        usize::from(self.columns) * usize::from(self.rows)
    }

    /// A grid always has hexes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the line of hexes through a column and row, a column when flat and a row when pointy, begins half a hex further in.
    fn is_shifted(&self, (column, row): (u16, u16)) -> bool {
        match self.layout {
            Layout::FlatTop { lower } => column % 2 == u16::from(lower),
            Layout::PointyTop { east } => row % 2 == u16::from(east),
        }
    }

    /// Columns and rows of the grid along the lines through a column and row.
    fn extent(&self, place: (u16, u16)) -> (u16, u16) {
        match (self.is_shifted(place), self.layout) {
            (false, _) => (self.columns, self.rows),
            (true, Layout::FlatTop { .. }) => (self.columns, self.shifted_length),
            (true, Layout::PointyTop { .. }) => (self.shifted_length, self.rows),
        }
    }

    /// Whether the cell belongs to the board (shifted lines may be one shorter).
    pub fn contains(&self, hex: HexId) -> bool {
        let (column, row) = self.column_row(hex);
        let (columns, rows) = self.extent((column, row));
        column <= columns && row <= rows
    }

    /// Every hex of the board in order of its id.
    pub fn hexes(&self) -> impl Iterator<Item = HexId> + '_ {
        (0..self.len() as u16).map(HexId).filter(|hex| self.contains(*hex))
    }

    /// The column from the west and the row from the north, each counted from 1, whatever number is printed there.
    pub fn column_row(&self, hex: HexId) -> (u16, u16) {
        (hex.0 / self.rows + 1, hex.0 % self.rows + 1)
    }

    /// The hex at a column from the west and a row from the north, each counted from 1, if the board has it.
    pub fn at(&self, column: u16, row: u16) -> Option<HexId> {
        if column < 1 || row < 1 || column > self.columns || row > self.rows {
            return None;
        }
        let hex = HexId((column - 1) * self.rows + row - 1);
        self.contains(hex).then_some(hex)
    }

    /// The same column and row counted from 0 in the corner where numbers begin, or back again.
    fn turned(&self, (column, row): (u16, u16), (columns, rows): (u16, u16)) -> Option<(u16, u16)> {
        let from = self.numbering.from;
        let column = if from.is_east() { columns.checked_sub(column + 1)? } else { column };
        let row = if from.is_south() { rows.checked_sub(row + 1)? } else { row };
        Some((column, row))
    }

    /// The hex with a printed number, if the board has it.
    pub fn find(&self, number: &str) -> Option<HexId> {
        let counted = self.numbering.place(number, (self.columns, self.rows))?;
        // whichever line it is in, it is the one with this number: lines differ in length, not in their count
        let (column, row) = self.turned(counted, (self.columns, self.rows))?;
        let (column, row) = self.turned(counted, self.extent((column + 1, row + 1)))?;
        self.at(column + 1, row + 1)
    }

    /// The printed number of a hex.
    pub fn number(&self, hex: HexId) -> String {
        self.numbering.number(self.counted(hex), (self.columns, self.rows))
    }

    /// The hex with the first numbers, in the corner where counting begins.
    pub fn first(&self) -> HexId {
        self.find(&self.numbering.number((0, 0), (self.columns, self.rows))).unwrap_or(HexId(0))
    }

    /// What the column and the row of a hex are called, as in its number.
    pub fn labels(&self, hex: HexId) -> (String, String) {
        self.numbering.labels(self.counted(hex), (self.columns, self.rows))
    }

    /// How many digits the numbers of columns and of rows have at least.
    pub fn digits(&self) -> (usize, usize) {
        self.numbering.digits((self.columns, self.rows))
    }

    /// Column and row of a hex, counted from 0 in the corner where numbers begin.
    pub fn counted(&self, hex: HexId) -> (u16, u16) {
        let (column, row) = self.column_row(hex);
        self.turned((column - 1, row - 1), self.extent((column, row))).unwrap_or_default()
    }

    /// Axial coordinates: distances are the same in every direction, whichever lines are shifted.
    pub fn axial(&self, hex: HexId) -> (i32, i32) {
        let (column, row) = self.column_row(hex);
        let (column, row) = (i32::from(column), i32::from(row));
        // floor((line + 1 - parity) / 2) makes the shifted lines start half a hex further in
        match self.layout {
            Layout::FlatTop { lower } => (column, row - (column + 1 - i32::from(lower)).div_euclid(2)),
            Layout::PointyTop { east } => (column - (row + 1 - i32::from(east)).div_euclid(2), row),
        }
    }

    /// Steps between two hexes as the crow flies.
    pub fn distance(&self, a: HexId, b: HexId) -> u16 {
        let ((aq, ar), (bq, br)) = (self.axial(a), self.axial(b));
        let (dq, dr) = (aq - bq, ar - br);
        ((dq.abs() + dr.abs() + (dq + dr).abs()) / 2) as u16
    }

    /// The hex across a side, if it is on the board.
    pub fn neighbour(&self, hex: HexId, side: Direction) -> Option<HexId> {
        let (column, row) = self.column_row(hex);
        let further = i32::from(self.is_shifted((column, row)));
        let (dc, dr): (i32, i32) = match self.layout {
            Layout::FlatTop { .. } => match side.index() {
                0 => (0, -1),
                1 => (1, further - 1),
                2 => (1, further),
                3 => (0, 1),
                4 => (-1, further),
                _ => (-1, further - 1),
            },
            Layout::PointyTop { .. } => match side.index() {
                0 => (further, -1),
                1 => (1, 0),
                2 => (further, 1),
                3 => (further - 1, 1),
                4 => (-1, 0),
                _ => (further - 1, -1),
            },
        };
        let column = u16::try_from(i32::from(column) + dc).ok()?;
        let row = u16::try_from(i32::from(row) + dr).ok()?;
        self.at(column, row)
    }

    /// The neighbours that are on the board, clockwise from side 0.
    pub fn neighbours(&self, hex: HexId) -> impl Iterator<Item = (Direction, HexId)> + '_ {
        Direction::ALL.into_iter().filter_map(move |side| self.neighbour(hex, side).map(|there| (side, there)))
    }

    /// The side of `a` that touches `b`, if they are neighbours.
    pub fn side_towards(&self, a: HexId, b: HexId) -> Option<Direction> {
        self.neighbours(a).find(|(_, there)| *there == b).map(|(side, _)| side)
    }

    /// Centre of a hex in units of one hex width across flats; x grows east, y grows south.
    pub fn centre(&self, hex: HexId) -> (f32, f32) {
        let place = self.column_row(hex);
        let further = if self.is_shifted(place) { 0.5 } else { 0.0 };
        let (column, row) = (f32::from(place.0), f32::from(place.1));
        let root = 3f32.sqrt() / 2.0;
        match self.layout {
            Layout::FlatTop { .. } => (column * root, row + further),
            Layout::PointyTop { .. } => (column + further, row * root),
        }
    }
}

#[cfg(test)]
mod tests;
