//! The line `grid` of a map: how its hexes stand and what they are called.
//!
//! ```text
//! grid flat-top lower=odd columns=34 rows=22 shifted=21 numbering=column-row
//! grid pointy-top west=even columns=29 rows=26 shifted=28 numbering=row-column from=north-east
//! grid flat-top lower=odd columns=80 rows=54 shifted=54 numbering=sheet-column-row from=south-west
//! grid flat-top lower=even columns=33 rows=10 shifted=10 numbering=column-row first=A,1
//! ```
//!
//! `lower=` and `west=` name lines by the parity of their printed numbers, A being odd: those in which the same number
//! stands half a hex lower, or further west, than beside them. They have `shifted` hexes, the others `rows` or `columns`.
//! The grid itself counts from the north-west; the words are turned into that here, and back when a map is written.

use super::declaration::{Declaration, choice, name_of, number};
use crate::hex::{Corner, First, Grid, Layout, Numbering, Order, SHEET};

/// The keys of the line.
pub const KEYS: [&str; 8] = ["lower", "west", "columns", "rows", "shifted", "numbering", "from", "first"];
const ORDERS: [(&str, Order); 3] =
    [("column-row", Order::ColumnRow), ("row-column", Order::RowColumn), ("sheet-column-row", Order::SheetColumnRow)];
const CORNERS: [(&str, Corner); 4] = [
    ("north-west", Corner::NorthWest),
    ("north-east", Corner::NorthEast),
    ("south-west", Corner::SouthWest),
    ("south-east", Corner::SouthEast),
];
const PARITIES: [(&str, u16); 2] = [("even", 0), ("odd", 1)];
/// The most columns or rows, and the largest first number.
const MOST: u16 = 999;

/// The grid that a `grid` line describes, or what was expected.
pub fn grid(declaration: &Declaration) -> Result<Grid, String> {
    let flat = match declaration.word(0, "flat-top or pointy-top")? {
        "flat-top" => true,
        "pointy-top" => false,
        other => return Err(format!("expected flat-top or pointy-top, found `{other}`")),
    };
    let (key, other) = if flat { ("lower", "west") } else { ("west", "lower") };
    if declaration.get(other).is_some() {
        return Err(format!("expected `{key}=` on this grid, not `{other}=`"));
    }
    let parity = choice(declaration.need(key)?, "the parity", &PARITIES)?;
    let size = |key: &str| -> Result<u16, String> {
        let size = number(declaration.need(key)?, key)?;
        if (1..=MOST).contains(&size) {
            Ok(size)
        } else {
            Err(format!("expected {key} from 1 to {MOST}, found {size}"))
        }
    };
    let (columns, rows, shifted) = (size("columns")?, size("rows")?, size("shifted")?);
    let numbering = numbering(declaration)?;
    if numbering.order == Order::SheetColumnRow && columns > 26 * SHEET {
        return Err(format!("expected at most 26 sheets of {SHEET} columns, found {columns} columns"));
    }
    let (lines, others) = if flat { (columns, rows) } else { (rows, columns) };
    let shorter = is_shorter(flat, numbering);
    let other_length = if shorter { others - 1 } else { others + 1 };
    if shifted != others && shifted != other_length {
        let word = if flat { ("columns", "lower", "rows") } else { ("rows", "further west", "columns") };
        let (from, more) = (corner_word(flat, numbering), if shorter { "less" } else { "more" });
        return Err(format!(
            "expected shifted={others} or shifted={other_length}, found {shifted}: {} that are {} have as many {} as the \
             others or one {more}, as these count from the {from}",
            word.0, word.1, word.2
        ));
    }
    let named = u8::from(first_line(flat, numbering, lines) % 2 == parity);
    // the lines that begin half a hex further in: where all are as long, the lower ones and those not further west
    let further = if shifted == others { flat } else { shifted < others };
    let parity = if further { named } else { 1 - named };
    let full = shifted.max(others);
    let (columns, rows) = if flat { (columns, full) } else { (full, rows) };
    let count = u32::from(columns) * u32::from(rows);
    if count > Grid::MOST {
        return Err(format!("expected at most {} hexes, found {columns} columns of {rows} rows: {count}", Grid::MOST));
    }
    let layout = if flat { Layout::FlatTop { lower: parity } } else { Layout::PointyTop { east: parity } };
    let short = if shifted == others { full } else { full - 1 };
    Ok(Grid::new(layout, numbering, columns, rows, short))
}

/// The line that describes a grid.
pub fn line(grid: &Grid) -> String {
    let numbering = grid.numbering();
    let (flat, further, lines, full) = match grid.layout() {
        Layout::FlatTop { lower } => (true, lower, grid.columns(), grid.rows()),
        Layout::PointyTop { east } => (false, east, grid.rows(), grid.columns()),
    };
    let short = grid.shifted_length();
    let (is_further, shifted, others) = match short == full {
        true => (flat, full, full),
        false if is_shorter(flat, numbering) => (true, short, full),
        false => (false, full, short),
    };
    let named = if is_further { further } else { 1 - further };
    let parity = (first_line(flat, numbering, lines) + 1 + u16::from(named)) % 2;
    let parity = name_of(&parity, &PARITIES);
    let (top, columns, rows) = match flat {
        true => (format!("flat-top lower={parity}"), lines, others),
        false => (format!("pointy-top west={parity}"), others, lines),
    };
    let order = name_of(&numbering.order, &ORDERS);
    let mut line = format!("grid {top} columns={columns} rows={rows} shifted={shifted} numbering={order}");
    if numbering.from != Corner::NorthWest {
        line += &format!(" from={}", name_of(&numbering.from, &CORNERS));
    }
    if numbering.first != Numbering::COLUMN_ROW.first {
        let (column, row) = numbering.first;
        line += &format!(" first={column},{row}");
    }
    line
}

fn numbering(declaration: &Declaration) -> Result<Numbering, String> {
    let order = choice(declaration.need("numbering")?, "the numbering", &ORDERS)?;
    let from = declaration.get("from").map_or(Ok(Corner::NorthWest), |text| choice(text, "the corner", &CORNERS))?;
    let Some(text) = declaration.get("first") else { return Ok(Numbering { order, from, ..Numbering::COLUMN_ROW }) };
    let expected = || {
        format!("expected first=COLUMN,ROW as in first=0,0 or first=A,1, numbers up to {MOST}, found `first={text}`")
    };
    let (column, row) = text.split_once(',').ok_or_else(expected)?;
    let read = |text: &str| text.parse().ok().filter(|first: &First| first.value() <= MOST).ok_or_else(expected);
    let first = (read(column)?, read(row)?);
    match (order, first) {
        (Order::SheetColumnRow, (First::Number(_), First::Number(_))) => {}
        (Order::SheetColumnRow, _) => {
            return Err(format!(
                "sheets have letters already: expected numbers in first=COLUMN,ROW, found `first={text}`"
            ));
        }
        (_, (First::Letter(_), First::Letter(_))) => {
            return Err(format!("expected letters for columns or for rows, not for both, found `first={text}`"));
        }
        _ => {}
    }
    Ok(Numbering { order, from, first })
}

/// Whether the lines that the words name, if not as long as the others, have one hex less, and not one more: both edges
/// of the map then are as even as they can be.
fn is_shorter(flat: bool, numbering: Numbering) -> bool {
    let far = if flat { numbering.from.is_south() } else { numbering.from.is_east() };
    flat != far
}

fn corner_word(flat: bool, numbering: Numbering) -> &'static str {
    match (flat, numbering.from.is_south(), numbering.from.is_east()) {
        (true, false, _) => "north",
        (true, true, _) => "south",
        (false, _, false) => "west",
        (false, _, true) => "east",
    }
}

/// The printed number of the westernmost column, or of the northernmost row of a pointy grid.
fn first_line(flat: bool, numbering: Numbering, lines: u16) -> u16 {
    let (first, far) = match flat {
        true => (numbering.first.0, numbering.from.is_east()),
        false => (numbering.first.1, numbering.from.is_south()),
    };
    first.value() + if far { lines - 1 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::super::declaration::Reader;
    use super::*;
    use crate::hex::HexId;

    fn read(text: &str) -> Result<Grid, String> {
        let mut reader = Reader::new("map.txt");
        let declarations = reader.declarations(text);
        assert!(reader.errors.is_empty());
        grid(&declarations[0])
    }

    /// Every grid of 12 columns and 9 rows that the words can say.
    fn lines() -> Vec<String> {
        let mut lines = Vec::new();
        for (top, others) in [("flat-top lower", 9u16), ("pointy-top west", 12)] {
            for parity in ["even", "odd"] {
                for shifted in others - 1..=others + 1 {
                    for order in ["column-row", "row-column", "sheet-column-row"] {
                        for from in ["", " from=north-east", " from=south-west", " from=south-east"] {
                            for first in ["", " first=0,0", " first=4,7", " first=A,1", " first=0,BB"] {
                                lines.push(format!(
                                    "grid {top}={parity} columns=12 rows=9 shifted={shifted} numbering={order}{from}{first}"
                                ));
                            }
                        }
                    }
                }
            }
        }
        lines
    }

    #[test]
    fn a_line_is_read_and_written_alike_and_its_words_speak_of_printed_numbers() {
        let mut refused = 0;
        for text in lines() {
            let Ok(grid) = read(&text) else {
                refused += 1;
                continue;
            };
            assert_eq!(line(&grid), text);
            let flat = text.contains("flat-top");
            let printed = |line: u16, along: u16| {
                let place = if flat { (line, along) } else { (along, line) };
                let numbering = grid.numbering();
                let size = (grid.columns(), grid.rows());
                let hex: Option<HexId> = grid.find(&numbering.number(place, size));
                hex.map(|hex| grid.centre(hex))
            };
            let (first, lines) = match flat {
                true => (grid.numbering().first.0.value(), 12),
                false => (grid.numbering().first.1.value(), 9),
            };
            let parity = u16::from(text.contains("=odd"));
            let (mut named, mut others) = (0, 0);
            for nth in 0..lines {
                let of_named = (first + nth) % 2 == parity;
                let count = (0..15).filter(|along| printed(nth, *along).is_some()).count();
                *(if of_named { &mut named } else { &mut others }) = count;
                if nth + 1 == lines {
                    continue;
                }
                for along in 0..8 {
                    let (here, next) = (printed(nth, along).unwrap(), printed(nth + 1, along).unwrap());
                    let (here, next) = if flat { (here.1, next.1) } else { (-here.0, -next.0) };
                    let lower = if of_named { here - next } else { next - here };
                    assert!((lower - 0.5).abs() < 1e-4, "{text}: {nth} {along} {lower}");
                }
            }
            let shifted = text.split("shifted=").nth(1).unwrap().split(' ').next().unwrap();
            assert_eq!((named.to_string().as_str(), others), (shifted, if flat { 9 } else { 12 }), "{text}");
        }
        // of each three lengths one, and letters on sheets
        let all = lines().len();
        assert_eq!(refused, all / 3 + all * 2 / 3 / 3 * 2 / 5);
    }

    #[test]
    fn grids_that_nothing_can_print_are_refused_with_the_remedy() {
        let told = |text: &str| read(&format!("grid {text}")).unwrap_err();
        let flat = "flat-top lower=odd columns=34 rows=22";
        let faults = [
            (format!("{flat} shifted=23 numbering=column-row"), "expected shifted=22 or shifted=21, found 23: columns"),
            (format!("{flat} shifted=21 numbering=column-row from=south-east"), "shifted=22 or shifted=23, found 21"),
            (format!("{flat} shifted=22 numbering=row-column-from-east"), "column-row, row-column, sheet-column-row"),
            (format!("{flat} shifted=22 numbering=column-row from=east"), "north-west, north-east, south-west"),
            (format!("{flat} shifted=22 numbering=column-row first=1"), "expected first=COLUMN,ROW as in first=0,0"),
            (format!("{flat} shifted=22 numbering=column-row first=1,1000"), "numbers up to 999"),
            (format!("{flat} shifted=22 numbering=column-row first=01,1"), "expected first=COLUMN,ROW"),
            (format!("{flat} shifted=22 numbering=column-row first=AB,1"), "expected first=COLUMN,ROW"),
            (format!("{flat} shifted=22 numbering=column-row first=A,A"), "for columns or for rows, not for both"),
            (format!("{flat} shifted=22 numbering=sheet-column-row first=A,1"), "sheets have letters already"),
            (format!("{flat} west=odd shifted=22 numbering=column-row"), "expected `lower=` on this grid, not `west=`"),
            ("flat-top lower=odd columns=256 rows=256 shifted=256 numbering=column-row".into(), "at most 65535 hexes"),
            ("flat-top lower=odd columns=0 rows=9 shifted=9 numbering=column-row".into(), "columns from 1 to 999"),
            ("pointy-top west=odd columns=9 rows=9 shifted=8 numbering=row-column".into(), "shifted=9 or shifted=10"),
        ];
        for (text, expected) in faults {
            assert!(told(&text).contains(expected), "{text}: {}", told(&text));
        }
        let large = read("grid pointy-top west=odd columns=255 rows=255 shifted=255 numbering=column-row").unwrap();
        let last = large.find("255255").unwrap();
        assert_eq!((large.number(HexId(0)).as_str(), large.column_row(last)), ("001001", (255, 255)));
    }
}
