use serde::{Deserialize, Serialize};
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// How the number printed in a hex is made of its column and row. It names hexes; where they lie it does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Numbering {
    /// What stands first.
    pub order: Order,
    /// The corner of the map in which counting begins.
    pub from: Corner,
    /// The first column and the first row. At most one of them is a letter, and none on sheets.
    pub first: (First, First),
}

/// What stands first in a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Order {
    /// The column, then the row: `CCRR`.
    ColumnRow,
    /// The row, then the column: `RRCC`.
    RowColumn,
    /// Sheets of forty columns side by side: the letter of the sheet, the column on it, a point, the row: `A1.46`.
    SheetColumnRow,
}

/// A corner of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Corner {
    /// Columns count from the west, rows from the north.
    NorthWest,
    /// Columns count from the east, rows from the north.
    NorthEast,
    /// Columns count from the west, rows from the south.
    SouthWest,
    /// Columns count from the east, rows from the south.
    SouthEast,
}

/// What the first column or row is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum First {
    /// Numbers, counted from this one: at least two digits, and as many as the largest needs; beside letters no more
    /// than it needs.
    Number(u16),
    /// Letters: A to Z, then AA, BB to ZZ, AAA and so on, counted from this one; A is 1.
    Letter(u16),
}

/// Columns of a sheet that is numbered by [`Order::SheetColumnRow`].
pub const SHEET: u16 = 40;

impl Corner {
    /// Whether columns count from the east.
    pub fn is_east(self) -> bool {
        matches!(self, Corner::NorthEast | Corner::SouthEast)
    }

    /// Whether rows count from the south.
    pub fn is_south(self) -> bool {
        matches!(self, Corner::SouthWest | Corner::SouthEast)
    }
}

impl First {
    /// The first number; that of a letter is its place in the alphabet.
    pub fn value(self) -> u16 {
        match self {
            First::Number(value) | First::Letter(value) => value,
        }
    }

    /// Whether letters count.
    pub fn is_letter(self) -> bool {
        matches!(self, First::Letter(_))
    }

    fn label(self, nth: u16, digits: usize) -> String {
        match self {
            First::Number(first) => format!("{:0digits$}", first + nth),
            First::Letter(first) => letters(first + nth),
        }
    }

    /// Which one of `count` this text names, counted from 0.
    fn nth(self, text: &str, digits: usize, count: u16) -> Option<u16> {
        let value = match self {
            First::Number(_) => number(text, digits)?,
            First::Letter(_) => place_of(text)?,
        };
        value.checked_sub(self.value()).filter(|nth| *nth < count)
    }

    /// Digits of the largest of `count` numbers, and never fewer than two.
    fn digits(self, count: u16) -> usize {
        let last = u32::from(self.value()) + u32::from(count.max(1)) - 1;
        (last.checked_ilog10().unwrap_or(0) as usize + 1).max(2)
    }
}

impl Display for First {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.label(0, 1))
    }
}

impl FromStr for First {
    type Err = ();

    fn from_str(text: &str) -> Result<First, ()> {
        number(text, 1).map(First::Number).or_else(|| place_of(text).map(First::Letter)).ok_or(())
    }
}

/// The letters at a place of the alphabet, which goes on with AA, BB; A is 1.
fn letters(place: u16) -> String {
    let place = place.saturating_sub(1);
    String::from(char::from(b'A' + (place % 26) as u8)).repeat(usize::from(place / 26) + 1)
}

/// The place of such letters.
fn place_of(text: &str) -> Option<u16> {
    let letter = text.bytes().next().filter(u8::is_ascii_uppercase)?;
    let turns = u16::try_from(text.len() - 1).ok()?;
    let alike = text.bytes().all(|other| other == letter);
    let place = turns.checked_mul(26)?.checked_add(u16::from(letter - b'A') + 1)?;
    alike.then_some(place)
}

/// A number of exactly so many digits, or of any length without leading zeros when that is 1.
fn number(text: &str, digits: usize) -> Option<u16> {
    let plain = text == "0" || !text.starts_with('0');
    let fits = if digits == 1 { plain } else { text.len() == digits };
    (fits && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok())?
}

impl Numbering {
    /// Columns from 1 in the west, rows from 1 in the north, the column first: `CCRR`.
    pub const COLUMN_ROW: Numbering =
        Numbering { order: Order::ColumnRow, from: Corner::NorthWest, first: (First::Number(1), First::Number(1)) };

    /// The number of the hex in a column and row, both counted from 0 where counting begins, on a map of so many.
    pub(crate) fn number(&self, place: (u16, u16), size: (u16, u16)) -> String {
        let (column, row) = self.labels(place, size);
        match self.order {
            Order::ColumnRow => column + &row,
            Order::RowColumn => row + &column,
            Order::SheetColumnRow => format!("{column}.{row}"),
        }
    }

    /// What the column and the row are called.
    pub(super) fn labels(&self, (column, row): (u16, u16), size: (u16, u16)) -> (String, String) {
        let (wide, high) = self.digits(size);
        let row = self.first.1.label(row, high);
        if self.order == Order::SheetColumnRow {
            let sheet = letters(column / SHEET + 1);
            return (sheet + &self.first.0.label(column % SHEET, wide), row);
        }
        (self.first.0.label(column, wide), row)
    }

    /// The column and row, counted from 0 where counting begins, of the hex with this number on a map of so many.
    pub(super) fn place(&self, number: &str, size: (u16, u16)) -> Option<(u16, u16)> {
        let (wide, high) = self.digits(size);
        let column = |text: &str| self.first.0.nth(text, wide, size.0);
        let row = |text: &str| self.first.1.nth(text, high, size.1);
        let split = |digits: usize| {
            let letters = self.first.0.is_letter() || self.first.1.is_letter();
            let border =
                number.as_bytes().windows(2).position(|pair| pair[0].is_ascii_digit() != pair[1].is_ascii_digit());
            number.split_at_checked(if letters { border? + 1 } else { digits })
        };
        match self.order {
            Order::ColumnRow => {
                let (first, second) = split(wide)?;
                Some((column(first)?, row(second)?))
            }
            Order::RowColumn => {
                let (first, second) = split(high)?;
                Some((column(second)?, row(first)?))
            }
            Order::SheetColumnRow => {
                let (first, second) = number.split_once('.')?;
                let (sheet, on_sheet) = first.split_at_checked(1)?;
                let sheet = First::Letter(1).nth(sheet, 1, size.0.div_ceil(SHEET))?;
                let column = sheet * SHEET + self.first.0.nth(on_sheet, 1, SHEET)?;
                (column < size.0).then_some((column, row(second)?))
            }
        }
    }

    /// How many digits columns and rows have at least; beside letters one is enough.
    pub(super) fn digits(&self, (columns, rows): (u16, u16)) -> (usize, usize) {
        let (column, row) = self.first;
        match self.order {
            _ if column.is_letter() || row.is_letter() => (1, 1),
            Order::SheetColumnRow => (1, row.digits(rows)),
            Order::ColumnRow | Order::RowColumn => (column.digits(columns), row.digits(rows)),
        }
    }
}
