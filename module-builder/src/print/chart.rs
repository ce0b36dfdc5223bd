//! The printed tables of a game, set as charts.

use super::flow::{Block, wrap};
use artwork::chart::{self, Chart};
use artwork::scene::{Anchor, Colour, Face, Outline, Shape, Stroke, Text, point};
use definitions::{AidSide, Published};

const SIZE: f32 = 2.9;
const LINE: f32 = 3.6;
/// Size of a title and of what stands below, and distance of their lines.
const TITLE: (f32, f32) = (4.2, 4.7);
const NOTE: (f32, f32) = (2.6, 3.1);
/// Room left and right of a text in its cell, and above and below.
const PAD: (f32, f32) = (1.3, 0.9);
/// Widest column before its texts are broken, and title before it is; and the same of texts that would take many lines.
const WIDEST: f32 = 58.0;
const PROSE: f32 = 92.0;
/// Longest text that stands in the middle of its column.
const SHORT: usize = 11;
/// Most rows of a narrow chart one below the other; more of them stand side by side.
const ROWS: usize = 12;
/// Between the parts of a chart that stand side by side.
const APART: f32 = 2.5;
const SHADE: Colour = Colour::rgb(0xe8e6e0);
const RULE: Colour = Colour::rgb(0x8a867c);

/// The charts, each with its title; one that is higher than a page is told on in a second block.
pub(super) fn charts(game: &Published, width: f32, height: f32) -> Vec<Block> {
    chart::charts(game).iter().flat_map(|chart| Setting::of(chart, width).blocks(height)).collect()
}

/// The charts of a side of the player aid, each in one piece.
pub(super) fn charts_of_aid(game: &Published, side: AidSide, width: f32) -> Vec<Block> {
    let charts = chart::charts(game);
    let shown = charts.iter().filter(|chart| chart.aid == Some(side));
    shown.flat_map(|chart| Setting::of(chart, width).blocks(f32::MAX)).collect()
}

/// The lines of a cell.
#[derive(Clone, Debug)]
struct Lines {
    lines: Vec<String>,
    ours: bool,
}

/// A chart with its texts broken into lines.
struct Setting<'a> {
    chart: &'a Chart,
    heads: Vec<Lines>,
    rows: Vec<Vec<Lines>>,
    widths: Vec<f32>,
    /// Whether the texts of a column begin at its left edge.
    left: Vec<bool>,
    /// How many parts of it stand side by side.
    parts: usize,
}

impl<'a> Setting<'a> {
    fn of(chart: &'a Chart, width: f32) -> Setting<'a> {
        let heads: Vec<&str> = std::iter::once(&chart.head).chain(&chart.columns).map(String::as_str).collect();
        let rows: Vec<Vec<(&str, bool)>> = chart.rows.iter().map(texts).collect();
        let column = |n: usize| rows.iter().filter_map(move |row| row.get(n)).map(|(text, _)| *text);
        let pad = 2.0 * PAD.0 + 0.2;
        let least = |n: usize| column(n).chain([heads[n]]).map(longest_word).fold(0.0, f32::max) + pad;
        let natural = |n: usize| {
            let longest = column(n).map(|text| Face::SemiBold.width(text, SIZE)).fold(0.0, f32::max);
            let widest = longest.min(if longest > 3.0 * WIDEST { PROSE } else { WIDEST });
            (widest + pad).max(least(n))
        };
        let mut widths: Vec<f32> = (0..heads.len()).map(natural).collect();
        let sum: f32 = widths.iter().sum();
        let slack: Vec<f32> = widths.iter().enumerate().map(|(n, natural)| natural - least(n)).collect();
        let all: f32 = slack.iter().sum();
        if sum > width && all > 0.0 {
            let share = ((sum - width) / all).min(1.0);
            widths.iter_mut().zip(&slack).for_each(|(column, slack)| *column -= share * slack);
        }
        let broken = |n: usize, text: &str, ours: bool| Lines {
            lines: wrap(text, Face::SemiBold, SIZE, widths[n] - pad + 0.1),
            ours,
        };
        let cells = |row: &Vec<(&str, bool)>| -> Vec<Lines> {
            row.iter().enumerate().map(|(n, (text, ours))| broken(n, text, *ours)).collect()
        };
        let long = |n: usize| column(n).any(|text| text.chars().count() > SHORT);
        let left = (0..heads.len()).map(|n| n == 0 || long(n)).collect();
        let table: f32 = widths.iter().sum();
        let parts = ((width * 0.66 + APART) / (table + APART)).floor().max(1.0) as usize;
        Setting {
            chart,
            heads: heads.iter().enumerate().map(|(n, text)| broken(n, text, false)).collect(),
            rows: rows.iter().map(cells).collect(),
            left,
            parts: parts.min(rows.len().div_ceil(ROWS)),
            widths,
        }
    }

    /// Width of one part, and of all side by side.
    fn table(&self) -> (f32, f32) {
        let table: f32 = self.widths.iter().sum();
        (table, self.parts as f32 * (table + APART) - APART)
    }

    /// The chart in pieces of at most a height.
    fn blocks(&self, height: f32) -> Vec<Block> {
        let around = 8.0 + row_height(&self.heads) + 2.0 * TITLE.1 + self.chart.notes.len() as f32 * 3.0 * NOTE.1;
        let mut pieces: Vec<Vec<&Vec<Lines>>> = vec![Vec::new()];
        let mut taken = around;
        for row in &self.rows {
            let tall = row_height(row) / self.parts as f32;
            if taken + tall > height && pieces.last().is_some_and(|piece| !piece.is_empty()) {
                pieces.push(Vec::new());
                taken = around;
            }
            taken += tall;
            pieces.last_mut().expect("begins with one").push(row);
        }
        pieces.iter().enumerate().map(|(n, rows)| self.block(rows, n > 0)).collect()
    }

    fn block(&self, rows: &[&Vec<Lines>], continued: bool) -> Block {
        let title = format!("{}{}", self.chart.title, if continued { " (continued)" } else { "" });
        let words = title.split(' ').map(|word| Face::Bold.width(word, TITLE.0)).fold(0.0, f32::max);
        let (table, all) = self.table();
        let width = all.max(Face::Bold.width(&title, TITLE.0).min(WIDEST)).max(words) + 0.1;
        let mut block = Block::new(width, 0.0);
        let mut top = 0.0;
        for line in wrap(&title, Face::Bold, TITLE.0, width) {
            block.draw(Text::new(line, point(0.0, top + 4.4), Face::Bold, TITLE.0, Colour::INK));
            top += TITLE.1;
        }
        top += 1.5;
        let mut foot = top;
        for (n, part) in rows.chunks(rows.len().div_ceil(self.parts).max(1)).enumerate() {
            let at = point(n as f32 * (table + APART), top);
            foot = self.part(&mut block, part, at).max(foot);
        }
        for line in self.chart.notes.iter().flat_map(|note| wrap(note, Face::Italic, NOTE.0, width)) {
            foot += NOTE.1;
            block.draw(Text::new(line, point(0.0, foot), Face::Italic, NOTE.0, Colour::INK));
        }
        block.height = foot + 2.0;
        block
    }

    /// Draws heads and rows from a corner on, and tells where they end.
    fn part(&self, block: &mut Block, rows: &[&Vec<Lines>], corner: artwork::scene::Point) -> f32 {
        let (table, _) = self.table();
        let bare = self.heads.iter().all(|head| head.lines.iter().all(String::is_empty));
        let heads = (!bare).then_some(&self.heads);
        let mut y = corner.y;
        for (n, row) in heads.into_iter().chain(rows.iter().copied()).enumerate() {
            let (tall, head) = (row_height(row), n == 0 && !bare);
            if n % 2 == 0 {
                let shade = if head { SHADE.towards(RULE, 0.3) } else { SHADE };
                block.draw(Shape::new(Outline::rectangle(corner.x, y, table, tall)).fill(shade));
            }
            let mut x = corner.x;
            for (column, (cell, width)) in row.iter().zip(&self.widths).enumerate() {
                let face = match cell {
                    _ if head || column == 0 => Face::SemiBold,
                    Lines { ours: true, .. } => Face::Italic,
                    _ => Face::Medium,
                };
                let (x_of, anchor) = match self.left[column] {
                    true => (x + PAD.0, Anchor::Start),
                    false => (x + width / 2.0, Anchor::Middle),
                };
                for (line, text) in cell.lines.iter().enumerate() {
                    let at = point(x_of, y + PAD.1 + 2.55 + line as f32 * LINE);
                    let text = Text::new(text, at, face, SIZE, Colour::INK).anchor(anchor);
                    block.draw(text.at_most(width - 1.0));
                }
                x += width;
            }
            y += tall;
        }
        let frame = Outline::rectangle(corner.x, corner.y, table, y - corner.y);
        block.draw(Shape::new(frame).stroke(Stroke::new(RULE, 0.2)));
        y
    }
}

fn texts(row: &chart::Row) -> Vec<(&str, bool)> {
    let cells = row.cells.iter().map(|cell| (cell.text.as_str(), cell.ours));
    std::iter::once((row.name.as_str(), false)).chain(cells).collect()
}

fn row_height(row: &[Lines]) -> f32 {
    row.iter().map(|cell| cell.lines.len()).max().unwrap_or(1) as f32 * LINE + 2.0 * PAD.1 - 0.5
}

fn longest_word(text: &str) -> f32 {
    text.split_whitespace().map(|word| Face::SemiBold.width(word, SIZE)).fold(0.0, f32::max)
}
