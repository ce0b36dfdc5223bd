use super::Direction;
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

/// Which way the hexes stand and which lines of them are shifted by half a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Layout {
    /// Flat sides north and south; the columns with this parity of their number lie half a hex lower (south).
    FlatTop {
        /// 0: even columns are lower; 1: odd columns are lower.
        lower: u8,
    },
    /// Points north and south; the rows with this parity of their number lie half a hex further west.
    PointyTop {
        /// 0: even rows are further west; 1: odd rows are.
        west: u8,
    },
}

/// How the printed number of a hex is made of its column and row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Numbering {
    /// Two digits of the column from west to east, two of the row from north to south: `CCRR`.
    ColumnRow,
    /// Two digits of the row from north to south, two of the column from east to west: `RRCC`.
    RowColumnFromEast,
    /// Sheets of forty columns side by side from west to east: the letter of the sheet, the column on it from west to
    /// east, a point, two digits of the row from south to north: `A1.46`.
    SheetColumnRow,
}

/// Columns of a sheet that is numbered by [`Numbering::SheetColumnRow`].
const SHEET: u16 = 40;

/// A numbered hex grid. Columns and rows are the rulebook's numbers.
///
/// ```
/// use engine::hex::Grid;
/// let grid = Grid::autumn_fog();
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
    /// Hexes in a shifted line (it may be one shorter).
    shifted_length: u16,
}

impl Grid {
    /// A grid whose columns and rows start at 1. `shifted` is the number of hexes in a shifted line
    /// (a column when flat, a row when pointy); the other lines have the full number.
    pub fn new(layout: Layout, numbering: Numbering, columns: u16, rows: u16, shifted: u16) -> Grid {
        Grid { layout, numbering, columns, rows, shifted_length: shifted }
    }

    /// The grid of *Autumn Fog*: 34 columns, 22 rows in even columns and 21 in odd ones, which lie lower.
    pub fn autumn_fog() -> Grid {
        Grid::new(Layout::FlatTop { lower: 1 }, Numbering::ColumnRow, 34, 22, 21)
    }

    /// Which way the hexes stand.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// How numbers are made.
    pub fn numbering(&self) -> Numbering {
        self.numbering
    }

    /// Columns of the grid.
    pub fn columns(&self) -> u16 {
        self.columns
    }

    /// Rows of the grid, in an unshifted line.
    pub fn rows(&self) -> u16 {
        self.rows
    }

    /// Hexes in a shifted line.
    pub fn shifted_length(&self) -> u16 {
        self.shifted_length
    }

    /// Number of hexes (some of a pointy grid's last column may be missing from the map; the definitions say).
    pub fn len(&self) -> usize {
        usize::from(self.columns) * usize::from(self.rows)
    }

    /// A grid always has hexes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the cell belongs to the board (shifted lines may be one shorter).
    pub fn contains(&self, hex: HexId) -> bool {
        let (column, row) = self.column_row(hex);
        column >= 1
            && column <= self.columns
            && row >= 1
            && match self.layout {
                Layout::FlatTop { lower } => {
                    row <= if column % 2 == u16::from(lower) { self.shifted_length } else { self.rows }
                }
                Layout::PointyTop { west } => {
                    row <= self.rows && (row % 2 != u16::from(west) || column <= self.shifted_length)
                }
            }
    }

    /// Every hex of the board in order of its id.
    pub fn hexes(&self) -> impl Iterator<Item = HexId> + '_ {
        (0..self.len() as u16).map(HexId).filter(|hex| self.contains(*hex))
    }

    /// Column and row numbers as the rulebook counts them.
    pub fn column_row(&self, hex: HexId) -> (u16, u16) {
        (hex.0 / self.rows + 1, hex.0 % self.rows + 1)
    }

    /// The hex at a column and row, if the board has it.
    pub fn at(&self, column: u16, row: u16) -> Option<HexId> {
        if column < 1 || row < 1 || column > self.columns || row > self.rows {
            return None;
        }
        let hex = HexId((column - 1) * self.rows + row - 1);
        self.contains(hex).then_some(hex)
    }

    /// The hex with a printed number, if the board has it.
    pub fn find(&self, number: &str) -> Option<HexId> {
        if self.numbering == Numbering::SheetColumnRow {
            return self.on_sheet(number);
        }
        if number.len() != 4 || !number.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let first = number[..2].parse().ok()?;
        let second = number[2..].parse().ok()?;
        match self.numbering {
            Numbering::RowColumnFromEast => self.at(second, first),
            _ => self.at(first, second),
        }
    }

    /// The hex with a number such as `A1.46`.
    fn on_sheet(&self, number: &str) -> Option<HexId> {
        let sheet = number.bytes().next().filter(u8::is_ascii_uppercase)? - b'A';
        let (column, row) = number[1..].split_once('.')?;
        let digits = |text: &str, most| (1..=most).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
        if !digits(column, 2) || !digits(row, 2) || row.len() != 2 {
            return None;
        }
        let (column, row): (u16, u16) = (column.parse().ok()?, row.parse().ok()?);
        if !(1..=SHEET).contains(&column) {
            return None;
        }
        self.at(u16::from(sheet) * SHEET + column, (self.rows + 1).checked_sub(row)?)
    }

    /// The printed number of a hex.
    pub fn number(&self, hex: HexId) -> String {
        let (column, row) = self.column_row(hex);
        match self.numbering {
            Numbering::ColumnRow => format!("{column:02}{row:02}"),
            Numbering::RowColumnFromEast => format!("{row:02}{column:02}"),
            Numbering::SheetColumnRow => {
                let sheet = char::from(b'A' + ((column - 1) / SHEET).min(25) as u8);
                format!("{sheet}{}.{:02}", (column - 1) % SHEET + 1, self.rows + 1 - row)
            }
        }
    }

    /// Axial coordinates: distances are the same in every direction, whichever lines are shifted.
    pub fn axial(&self, hex: HexId) -> (i32, i32) {
        let (column, row) = self.column_row(hex);
        let (column, row) = (i32::from(column), i32::from(row));
        match self.layout {
            Layout::FlatTop { lower } => {
                // floor((column + shift) / 2) makes the lower columns start half a hex further south
                let shift = 1 - i32::from(lower);
                (column, row - (column + shift).div_euclid(2))
            }
            Layout::PointyTop { west } => {
                let east = match self.numbering {
                    Numbering::RowColumnFromEast => -column,
                    _ => column,
                };
                let shift = i32::from(west);
                (east - (row + shift).div_euclid(2), row)
            }
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
        let (dc, dr): (i32, i32) = match self.layout {
            Layout::FlatTop { lower } => {
                let low = i32::from(column % 2 == u16::from(lower));
                match side.index() {
                    0 => (0, -1),
                    1 => (1, low - 1),
                    2 => (1, low),
                    3 => (0, 1),
                    4 => (-1, low),
                    _ => (-1, low - 1),
                }
            }
            Layout::PointyTop { west } => {
                let far_west = i32::from(row % 2 == u16::from(west));
                let east = match self.numbering {
                    Numbering::RowColumnFromEast => -1,
                    _ => 1,
                };
                match side.index() {
                    0 => (east * (1 - far_west), -1),
                    1 => (east, 0),
                    2 => (east * (1 - far_west), 1),
                    3 => (-east * far_west, 1),
                    4 => (-east, 0),
                    _ => (-east * far_west, -1),
                }
            }
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
        let (column, row) = self.column_row(hex);
        let (column, row) = (f32::from(column), f32::from(row));
        let root = 3f32.sqrt() / 2.0;
        match self.layout {
            Layout::FlatTop { lower } => {
                let low = column as u16 % 2 == u16::from(lower);
                (column * root, row + if low { 0.5 } else { 0.0 })
            }
            Layout::PointyTop { west } => {
                let far_west = row as u16 % 2 == u16::from(west);
                let east = match self.numbering {
                    Numbering::RowColumnFromEast => f32::from(self.columns) + 1.0 - column,
                    _ => column,
                };
                (east - if far_west { 0.5 } else { 0.0 }, row * root)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grids() -> [Grid; 5] {
        [
            Grid::new(Layout::FlatTop { lower: 1 }, Numbering::SheetColumnRow, 80, 54, 54),
            Grid::autumn_fog(),
            Grid::new(Layout::FlatTop { lower: 0 }, Numbering::ColumnRow, 44, 29, 29),
            Grid::new(Layout::PointyTop { west: 0 }, Numbering::RowColumnFromEast, 29, 26, 29),
            Grid::new(Layout::PointyTop { west: 1 }, Numbering::ColumnRow, 20, 20, 20),
        ]
    }

    #[test]
    fn neighbours_are_mutual_and_one_hex_width_apart() {
        for grid in grids() {
            for hex in grid.hexes() {
                for (side, there) in grid.neighbours(hex) {
                    assert_eq!(grid.neighbour(there, side.opposite()), Some(hex));
                    assert_eq!(grid.distance(hex, there), 1);
                    let ((ax, ay), (bx, by)) = (grid.centre(hex), grid.centre(there));
                    assert!(((ax - bx).hypot(ay - by) - 1.0).abs() < 1e-4);
                }
            }
        }
    }

    #[test]
    fn distances_equal_the_steps_of_a_breadth_first_search() {
        for grid in grids() {
            let start = grid.at(10, 10).unwrap();
            let mut steps = vec![None; grid.len()];
            steps[start.index()] = Some(0u16);
            let mut queue = std::collections::VecDeque::from([start]);
            while let Some(hex) = queue.pop_front() {
                let here = steps[hex.index()].unwrap();
                assert_eq!(grid.distance(start, hex), here, "{}", grid.number(hex));
                for (_, there) in grid.neighbours(hex) {
                    if steps[there.index()].is_none() {
                        steps[there.index()] = Some(here + 1);
                        queue.push_back(there);
                    }
                }
            }
        }
    }

    #[test]
    fn numbers_and_hexes_are_one_to_one() {
        for grid in grids() {
            for hex in grid.hexes() {
                assert_eq!(grid.find(&grid.number(hex)), Some(hex));
            }
        }
    }

    #[test]
    fn numbers_of_a_sheet_count_its_columns_from_the_west_and_rows_from_the_south() {
        let grid = Grid::new(Layout::FlatTop { lower: 1 }, Numbering::SheetColumnRow, 80, 54, 54);
        let at = |number: &str| grid.find(number).map(|hex| grid.column_row(hex));
        assert_eq!((at("A1.54"), at("A40.01"), at("B1.01")), (Some((1, 1)), Some((40, 54)), Some((41, 54))));
        assert_eq!(grid.distance(grid.find("A40.30").unwrap(), grid.find("B1.30").unwrap()), 1);
        for wrong in
            ["", "A", "A1", "A1.", "A1.5", "A41.10", "A0.10", "A1.55", "A1.00", "C1.10", "1.10", "a1.10", "A1.1x"]
        {
            assert_eq!(at(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn odd_columns_of_autumn_fog_have_21_rows_and_even_ones_22() {
        let grid = Grid::autumn_fog();
        assert!(grid.find("2022").is_some() && grid.find("3022").is_some());
        assert!(grid.find("2122").is_none() && grid.find("3121").is_some());
        assert!(grid.find("0000").is_none() && grid.find("3501").is_none() && grid.find("18 7").is_none());
    }
}
