use super::element::Element;
use definitions::hex::{First, Grid, HexId, Layout, Order};

/// VASSAL's arithmetic of a hex grid: where its snap points are and what it calls them.
///
/// VASSAL puts raw column `c`, row `r` (from 0) at `(x0 + ⌊c·dx⌋, y0 + ⌊r·dy⌋)`, and every odd column half a hex lower. A
/// *sideways* grid, of pointed hexes, is the same with x and y swapped at the very end: its raw columns are the rows that one
/// sees, the odd ones half a hex further east.
#[derive(Clone, Debug, PartialEq)]
pub struct HexGrid {
    sideways: bool,
    dx: f64,
    dy: f64,
    x0: i32,
    y0: i32,
    /// Whether the name of the raw column stands first.
    column_first: bool,
    separator: String,
    column: Axis,
    row: Axis,
    /// Whether names of rows are shifted by one in odd raw columns.
    stagger: bool,
    /// Size of the board in pixels, from which names that descend are counted.
    size: (u32, u32),
}

/// How the raw columns or rows are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Axis {
    letters: bool,
    /// Zeros before a number of one digit.
    zeros: usize,
    /// Name of the raw one that counts as 0: a number, or a place in the alphabet where A is 0.
    begins: i32,
    /// Whether names count down from the far edge.
    descends: bool,
}

/// How far a hex of the picture may lie from where VASSAL has it, in pixels: VASSAL cuts fractions off.
const APART: f64 = 2.0;

impl HexGrid {
    /// The grid of a picture of a size, whose lines of hexes (columns when flat, rows when pointy) lie `steps.0` pixels
    /// apart and the hexes of a line `steps.1`; none when VASSAL's arithmetic does not put and call every hex as the
    /// picture does.
    pub fn of_picture(
        grid: &Grid,
        size: (u32, u32),
        steps: (f64, f64),
        centre: impl Fn(HexId) -> (f64, f64),
    ) -> Option<HexGrid> {
        let numbering = grid.numbering();
        if numbering.order == Order::SheetColumnRow {
            return None;
        }
        let (from, (columns, rows)) = (numbering.from, (i32::from(grid.columns()), i32::from(grid.rows())));
        let (wide, high) = grid.digits();
        let across = (numbering.first.0, wide, from.is_east(), columns);
        let down = (numbering.first.1, high, from.is_south(), rows);
        let (sideways, parity, lines, along) = match grid.layout() {
            Layout::FlatTop { lower } => (false, lower, across, down),
            Layout::PointyTop { east } => (true, east, down, across),
        };
        // odd raw columns are those that begin further in: raw column 0 may lie beside the board
        let beside = i32::from(parity);
        let (x, y) = centre(grid.at(1, 1)?);
        let (x, y) = if sideways { (y, x) } else { (x, y) };
        // VASSAL cuts off the fraction of the way, not of the place
        let inwards = if parity == 1 { steps.1 / 2.0 } else { 0.0 };
        let aside = f64::from(beside) * steps.0;
        let (x0, y0) = (x.round() as i32 - aside as i32, y.round() as i32 - inwards as i32);
        let axis = |(first, digits, descends, _): (First, usize, bool, i32), begins: i32| Axis {
            letters: first.is_letter(),
            zeros: digits - 1,
            begins: begins + i32::from(first.value()) - i32::from(first.is_letter()),
            descends,
        };
        let mut found = HexGrid {
            sideways,
            dx: steps.0,
            dy: steps.1,
            x0,
            y0,
            column_first: (numbering.order == Order::ColumnRow) != sideways,
            separator: String::new(),
            column: axis(lines, -beside),
            row: axis(along, 0),
            stagger: along.2 && i32::from(grid.shifted_length()) < along.3,
            size,
        };
        if lines.2 {
            found.column = axis(lines, lines.3 - 1 - found.last(true) + beside);
        }
        if along.2 {
            found.row = axis(along, along.3 - 1 - found.last(false));
        }
        let holds = |hex: HexId| {
            let (number, (x, y)) = (grid.number(hex), centre(hex));
            found.centre(&number).is_some_and(|at| {
                let near = (f64::from(at.0) - x).abs() < APART && (f64::from(at.1) - y).abs() < APART;
                near && found.name(at) == number
            })
        };
        grid.hexes().all(holds).then_some(found)
    }

    /// The grid that a build file describes on a board of a size, if that is known; none when it is of another kind, a number
    /// in it is not one, or it cannot be told without the size.
    pub(crate) fn of_element(grid: &Element, size: Option<(u32, u32)>) -> Option<HexGrid> {
        let numbering = grid.children.iter().find(|child| child.tag.ends_with("HexGridNumbering"))?;
        let text = |name: &str, usual: &'static str| match numbering.attribute(name) {
            "" => usual.to_owned(),
            told => told.to_owned(),
        };
        let axis = |letter: char| -> Option<Axis> {
            Some(Axis {
                letters: text(&format!("{letter}Type"), "N").starts_with('A'),
                zeros: text(&format!("{letter}Leading"), "1").parse().ok()?,
                begins: text(&format!("{letter}Off"), "1").parse().ok()?,
                descends: false,
            })
        };
        let sideways = grid.attribute("sideways") == "true";
        let [across, down] = ["hDescend", "vDescend"].map(|name| text(name, "false") == "true");
        let (column_descends, row_descends) = if sideways { (down, across) } else { (across, down) };
        if text("locationFormat", "$gridLocation$") != "$gridLocation$" || (size.is_none() && (across || down)) {
            return None;
        }
        Some(HexGrid {
            sideways,
            dx: grid.attribute("dx").parse().ok()?,
            dy: grid.attribute("dy").parse().ok()?,
            x0: grid.attribute("x0").parse().ok()?,
            y0: grid.attribute("y0").parse().ok()?,
            column_first: text("first", "H").starts_with('H'),
            separator: text("sep", ""),
            column: Axis { descends: column_descends, ..axis('h')? },
            row: Axis { descends: row_descends, ..axis('v')? },
            stagger: text("stagger", "true") == "true",
            size: size.unwrap_or_default(),
        })
    }

    /// The number from which the names of raw columns, or of raw rows, count down. It is worked out of the board's size with
    /// the steps of the other direction; so VASSAL does it.
    fn last(&self, of_columns: bool) -> i32 {
        let across = of_columns != self.sideways;
        let count = if across { f64::from(self.size.0) / self.dy } else { f64::from(self.size.1) / self.dx };
        (count + 0.5).floor() as i32
    }

    /// The pixel on which VASSAL centres a piece in the hex with this name; none when it is no such name.
    pub fn centre(&self, name: &str) -> Option<(i32, i32)> {
        let (first, second) = if self.column_first { (&self.column, &self.row) } else { (&self.row, &self.column) };
        // the first part takes as much as it can
        let ends = (0..=name.len()).rev().filter(|end| name.is_char_boundary(*end));
        let (first, second) = ends.into_iter().find_map(|end| {
            let (start, rest) = name.split_at(end);
            let rest = rest.strip_prefix(self.separator.as_str())?;
            Some((first.place(start)?, second.place(rest)?))
        })?;
        let (column, row) = if self.column_first { (first, second) } else { (second, first) };
        let (column, row) = (column.checked_sub(self.column.begins)?, row.checked_sub(self.row.begins)?);
        let staggered = i32::from(self.stagger && column % 2 != 0);
        let row = if self.row.descends { row.checked_add(staggered)? } else { row.checked_sub(staggered)? };
        let column = if self.column.descends { self.last(true).checked_sub(column)? } else { column };
        let row = if self.row.descends { self.last(false).checked_sub(row)? } else { row };
        let half = if column % 2 == 0 { 0.0 } else { self.dy / 2.0 };
        // a damaged module may name any numbers
        let x = self.x0.saturating_add((f64::from(column) * self.dx) as i32);
        let y = self.y0.saturating_add((f64::from(row) * self.dy + half) as i32);
        Some(if self.sideways { (y, x) } else { (x, y) })
    }

    /// What VASSAL calls the place of a piece that it has centred in a hex.
    pub fn name(&self, (x, y): (i32, i32)) -> String {
        let (x, y) = if self.sideways { (y, x) } else { (x, y) };
        let (x, y) = (f64::from(x) - f64::from(self.x0), f64::from(y) - f64::from(self.y0));
        let column = (x / self.dx + 0.5).floor() as i32;
        let half = if column % 2 == 0 { 0.0 } else { self.dy / 2.0 };
        let row = ((y - half) / self.dy + 0.5).floor() as i32;
        let staggered = i32::from(self.stagger && column % 2 != 0);
        let column = if self.column.descends { self.last(true) - column } else { column };
        let row = if self.row.descends { self.last(false) - row - staggered } else { row + staggered };
        let (column, row) = (self.column.name(column), self.row.name(row));
        let (first, second) = if self.column_first { (column, row) } else { (row, column) };
        first + &self.separator + &second
    }

    /// The grid as a component, with its numbering.
    pub(crate) fn element(&self) -> Element {
        const BOARD: &str = "VASSAL.build.module.map.boardPicker.board";
        let kind = |axis: &Axis| if axis.letters { "A" } else { "N" };
        let (across, down) = if self.sideways {
            (self.row.descends, self.column.descends)
        } else {
            (self.column.descends, self.row.descends)
        };
        Element::new(format!("{BOARD}.HexGrid"))
            .with("dx", self.dx)
            .with("dy", self.dy)
            .with("x0", self.x0)
            .with("y0", self.y0)
            .with("sideways", self.sideways)
            .with("snapTo", true)
            .with("edgesLegal", false)
            .with("cornersLegal", false)
            .with("visible", false)
            .with("dotsVisible", false)
            .with("color", "0,0,0")
            .child(
                Element::new(format!("{BOARD}.mapgrid.HexGridNumbering"))
                    .with("first", if self.column_first { "H" } else { "V" })
                    .with("sep", &self.separator)
                    .with("hType", kind(&self.column))
                    .with("hLeading", self.column.zeros)
                    .with("hOff", self.column.begins)
                    .with("hDescend", across)
                    .with("vType", kind(&self.row))
                    .with("vLeading", self.row.zeros)
                    .with("vOff", self.row.begins)
                    .with("vDescend", down)
                    .with("stagger", self.stagger)
                    .with("visible", false)
                    .with("fontSize", 9)
                    .with("color", "0,0,0")
                    .with("hDrawOff", 0)
                    .with("vDrawOff", 0)
                    .with("rotateText", 0)
                    .with("locationFormat", "$gridLocation$"),
            )
    }
}

impl Axis {
    /// What the raw one is called, counted as its names run.
    fn name(&self, counted: i32) -> String {
        let value = counted.saturating_add(self.begins);
        let (sign, value) = (if value < 0 { "-" } else { "" }, value.unsigned_abs());
        if !self.letters {
            return format!("{sign}{value:0width$}", width = self.zeros + 1);
        }
        let letter = char::from(b'A' + (value % 26) as u8);
        // a hex so far off the board is on no module's board
        sign.to_owned() + &String::from(letter).repeat((value / 26).min(100) as usize + 1)
    }

    /// The number that a name stands for; none when it is no name.
    fn place(&self, name: &str) -> Option<i32> {
        let (sign, digits) = name.strip_prefix('-').map_or((1, name), |digits| (-1, digits));
        if !self.letters {
            let fits = digits.len() > self.zeros && digits.bytes().all(|byte| byte.is_ascii_digit());
            return fits.then(|| digits.parse::<i32>().ok())?.map(|value| sign * value);
        }
        let letter = digits.bytes().next().filter(u8::is_ascii_uppercase)?;
        let turns = i32::try_from(digits.len() - 1).ok()?;
        let value = turns.checked_mul(26)?.checked_add(i32::from(letter - b'A'))?;
        digits.bytes().all(|other| other == letter).then_some(sign * value)
    }
}
