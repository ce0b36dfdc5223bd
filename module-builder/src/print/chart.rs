//! The printed tables of a game as charts.

use super::flow::{Block, wrap};
use crate::scene::{Anchor, Colour, Face, Outline, Shape, Stroke, Text, point};
use engine::definitions::{PrintedCell, PrintedRow, PrintedTable, Provenance, Published};
use std::collections::BTreeSet;

const SIZE: f32 = 2.9;
const LINE: f32 = 3.6;
/// Room left and right of a text in its cell, and above and below.
const PAD: (f32, f32) = (1.3, 0.9);
/// Widest column before its texts are broken.
const WIDEST: f32 = 58.0;
const SHADE: Colour = Colour::rgb(0xe8e6e0);
const RULE: Colour = Colour::rgb(0x8a867c);

/// The charts, each with its title; one that is higher than a page is told on in a second block.
pub(super) fn charts(game: &Published, width: f32, height: f32) -> Vec<Block> {
    // A table that is called after another, as `crt-red` is after `crt`, says more of its cells: it stands in them.
    let beside = |table: &PrintedTable, main: &PrintedTable| {
        let suffix = table.name.strip_prefix(&main.name).is_some_and(|rest| rest.starts_with('-'));
        suffix && table.columns == main.columns
    };
    let mut blocks = Vec::new();
    for table in game.tables.iter().filter(|table| !game.tables.iter().any(|main| beside(table, main))) {
        let notes: Vec<&PrintedTable> = game.tables.iter().filter(|note| beside(note, table)).collect();
        blocks.extend(Chart::of(table, &notes, width).blocks(height));
    }
    blocks
}

/// A text of a cell, and whether it is not the rulebook's.
#[derive(Clone, Debug, Default)]
struct Cell {
    lines: Vec<String>,
    ours: bool,
}

struct Chart<'a> {
    title: &'a str,
    heads: Vec<Cell>,
    rows: Vec<Vec<Cell>>,
    widths: Vec<f32>,
    foot: Vec<String>,
}

impl<'a> Chart<'a> {
    fn of(table: &'a PrintedTable, notes: &[&PrintedTable], width: f32) -> Chart<'a> {
        let spaced = |name: &str| name.replace('-', " ");
        let head = |text: &str| (spaced(text), false);
        let mut heads = vec![(String::new(), false)];
        heads.extend(table.columns.iter().map(|column| head(column)));
        let rows: Vec<Vec<(String, bool)>> =
            table.rows.iter().map(|row| [vec![head(&row.name)], texts(table, row, notes)].concat()).collect();
        let natural = |column: usize| {
            let wide = |(text, _): &(String, bool), face: Face| face.width(text, SIZE);
            let widest = rows.iter().filter_map(|row| row.get(column)).map(|cell| wide(cell, Face::SemiBold));
            let head = longest_word(&heads[column].0);
            widest.fold(head, f32::max).min(WIDEST) + 2.0 * PAD.0 + 0.2
        };
        let mut widths: Vec<f32> = (0..heads.len()).map(natural).collect();
        let sum: f32 = widths.iter().sum();
        if sum > width {
            widths.iter_mut().for_each(|column| *column *= width / sum);
        }
        let cell = |(text, ours): &(String, bool), column: usize| {
            let lines = wrap(text, Face::SemiBold, SIZE, widths[column] - 2.0 * PAD.0 + 0.1);
            Cell { lines, ours: *ours }
        };
        let cells = |row: &Vec<(String, bool)>| row.iter().enumerate().map(|(n, text)| cell(text, n)).collect();
        let mut foot: Vec<String> = notes.iter().map(|note| format!("{}: {}.", letters(note), note.title)).collect();
        if rows.iter().flatten().any(|(_, ours)| *ours) {
            foot.push("* not in the rulebook: reconstructed".to_owned());
        }
        Chart { title: &table.title, heads: cells(&heads), rows: rows.iter().map(cells).collect(), foot, widths }
    }

    /// The chart in pieces of at most a height.
    fn blocks(&self, height: f32) -> Vec<Block> {
        let mut pieces: Vec<Vec<&Vec<Cell>>> = vec![Vec::new()];
        let head = 8.0 + row_height(&self.heads) + self.foot.len() as f32 * 2.0 * LINE;
        let mut taken = head;
        for row in &self.rows {
            if taken + row_height(row) > height && pieces.last().is_some_and(|piece| !piece.is_empty()) {
                pieces.push(Vec::new());
                taken = head;
            }
            taken += row_height(row);
            pieces.last_mut().expect("begins with one").push(row);
        }
        pieces.iter().enumerate().map(|(n, rows)| self.block(rows, n > 0)).collect()
    }

    fn block(&self, rows: &[&Vec<Cell>], continued: bool) -> Block {
        let title = if continued { format!("{} (continued)", self.title) } else { self.title.to_owned() };
        let table: f32 = self.widths.iter().sum();
        let width = table.max(Face::Bold.width(&title, 4.2).min(90.0));
        let mut block = Block::new(width, 0.0);
        block.draw(Text::new(title, point(0.0, 4.4), Face::Bold, 4.2, Colour::INK).at_most(width));
        let broken = |column: usize| self.rows.iter().any(|row| row[column].lines.len() > 1);
        let prose: Vec<bool> = (0..self.widths.len()).map(broken).collect();
        let mut y = 6.2;
        for (n, row) in std::iter::once(&self.heads).chain(rows.iter().copied()).enumerate() {
            let tall = row_height(row);
            if n % 2 == 0 {
                let shade = if n == 0 { SHADE.towards(RULE, 0.3) } else { SHADE };
                block.draw(Shape::new(Outline::rectangle(0.0, y, table, tall)).fill(shade));
            }
            let mut x = 0.0;
            for (column, (cell, width)) in row.iter().zip(&self.widths).enumerate() {
                let bold = n == 0 || column == 0;
                let face = if bold {
                    Face::SemiBold
                } else if cell.ours {
                    Face::Italic
                } else {
                    Face::Medium
                };
                let prose = prose[column] && !bold;
                for (line, text) in cell.lines.iter().enumerate() {
                    let base = y + PAD.1 + 2.55 + line as f32 * LINE;
                    let (at, anchor) = if column == 0 || prose {
                        (point(x + PAD.0, base), Anchor::Start)
                    } else {
                        (point(x + width / 2.0, base), Anchor::Middle)
                    };
                    let text = Text::new(text, at, face, SIZE, Colour::INK).anchor(anchor);
                    block.draw(text.at_most(width - 1.0));
                }
                x += width;
            }
            y += tall;
        }
        let frame = Outline::rectangle(0.0, 6.2, table, y - 6.2);
        block.draw(Shape::new(frame).stroke(Stroke::new(RULE, 0.2)));
        for note in self.foot.iter().flat_map(|note| wrap(note, Face::Italic, 2.6, width)) {
            y += 3.3;
            block.draw(Text::new(note, point(0.0, y), Face::Italic, 2.6, Colour::INK));
        }
        block.height = y + 2.0;
        block
    }
}

fn row_height(row: &[Cell]) -> f32 {
    row.iter().map(|cell| cell.lines.len()).max().unwrap_or(1) as f32 * LINE + 2.0 * PAD.1 - 0.5
}

fn longest_word(text: &str) -> f32 {
    text.split_whitespace().map(|word| Face::SemiBold.width(word, SIZE)).fold(0.0, f32::max)
}

/// The cells of a row with what the notes say of them; what is reconstructed has a star.
fn texts(table: &PrintedTable, row: &PrintedRow, notes: &[&PrintedTable]) -> Vec<(String, bool)> {
    let of = |(cell, column): (&PrintedCell, &String)| {
        let said = notes.iter().filter_map(|note| note.cell(&row.name, column).ok());
        let said = std::iter::once(cell).chain(said).filter(|cell| cell.text != ".");
        let mut any = false;
        let parts = said.map(|cell| {
            let ours = matches!(cell.provenance, Provenance::Reconstructed(_));
            any |= ours;
            if ours { format!("{}*", cell.text) } else { cell.text.clone() }
        });
        let text = parts.collect::<Vec<_>>().join(" ");
        (if text.is_empty() { "–".to_owned() } else { text }, any)
    };
    row.cells.iter().zip(&table.columns).map(of).collect()
}

/// What a table of notes puts into cells: `A or D`.
fn letters(note: &PrintedTable) -> String {
    let texts: BTreeSet<&str> = note.rows.iter().flat_map(|row| &row.cells).map(|cell| cell.text.as_str()).collect();
    texts.into_iter().filter(|text| *text != ".").collect::<Vec<_>>().join(" or ")
}
