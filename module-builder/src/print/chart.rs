//! The printed tables of a game, set as charts.

use super::flow::{Block, wrap};
use crate::booklet::{Booklet, Stamp};
use artwork::chart::Inked;
use artwork::chart::{self, Chart};
use artwork::drawings::Drawings;
use artwork::map_picture::{Theme, legend};
use artwork::scene::{Anchor, Colour, Face, Outline, Shape, Stroke, Text, point};
use definitions::{AidSide, Hurt, Look, MapSign, Published};

const SIZE: f32 = 2.9;
const LINE: f32 = 3.6;
/// Size of a title and of what stands below, and distance of their lines.
const TITLE: (f32, f32) = (4.2, 4.7);
const NOTE: (f32, f32) = (2.6, 3.1);
/// Room left and right of a text in its cell, and above and below.
const PAD: (f32, f32) = (1.3, 0.9);
/// Widest title over a narrower table before it is broken.
const WIDEST_TITLE: f32 = 38.0;
/// Widest column before its texts are broken; and the same of texts that would take many lines.
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
const RED: Colour = Colour::rgb(0xb01414);
/// Grounds of results by whom they hurt: warm, none, cool; the cool one is darker, so that a grey copy parts them, too.
const HURTS: [(Hurt, Colour); 3] = [
    (Hurt::Attacker, Colour::rgb(0xfadfd2)),
    (Hurt::Both, Colour::rgb(0xf6f2e8)),
    (Hurt::Defender, Colour::rgb(0xb9d1e5)),
];

/// Width of the picture of a sign before the name of its row.
const PICTURE: f32 = 10.0;

/// The signs of the map as pictures in a booklet, for the rows that they are drawn for.
#[derive(Default)]
pub(super) struct Signs(Vec<(MapSign, Stamp, f32)>);

impl Signs {
    /// The signs of a game's map; none of one that is drawn by somebody else's hand.
    pub(super) fn of(drawings: &Drawings<'_>, theme: Theme, booklet: &mut Booklet) -> Signs {
        if drawings.has_scan() {
            return Signs::default();
        }
        let signs = legend::pictures(&drawings.game.map, &drawings.key_words(), theme);
        let stamp = |sign: &legend::KeySign| {
            let scale = PICTURE / sign.picture.width();
            let height = sign.picture.height() * scale;
            let drawing = booklet.add(sign.picture.clone());
            Some((sign.of?, Stamp { drawing, at: point(0.0, 0.0), scale, window: None }, height))
        };
        Signs(signs.iter().filter_map(stamp).collect())
    }

    /// The picture of a row and its height.
    fn of_row(&self, row: &chart::Row) -> Option<(Stamp, f32)> {
        let found = self.0.iter().find(|(sign, ..)| Some(*sign) == row.sign)?;
        Some((found.1.clone(), found.2))
    }
}

/// The charts, each with its title; one that is higher than a page is told on in a second block.
pub(super) fn charts(game: &Published, width: f32, height: f32) -> Vec<Block> {
    chart::charts(game).iter().flat_map(|chart| Setting::of(chart, width, &Signs::default()).blocks(height)).collect()
}

/// The charts of a side of the player aid, each in one piece, with pictures of what is drawn on the map.
pub(super) fn charts_of_aid(game: &Published, side: AidSide, width: f32, signs: &Signs) -> Vec<Block> {
    let charts = chart::charts(game);
    let shown = charts.iter().filter(|chart| chart.aid == Some(side));
    shown.flat_map(|chart| Setting::of(chart, width, signs).blocks(f32::MAX)).collect()
}

/// The charts of the frame of combat, each in one piece, with whether it is a table of results: those are as wide as the
/// frame.
pub(super) fn charts_of_combat(game: &Published, width: f32) -> Vec<(bool, Block)> {
    let charts = chart::charts(game);
    let shown = charts.iter().filter(|chart| chart.aid == Some(AidSide::Combat));
    let setting = |chart: &Chart| {
        let setting = Setting::of(chart, width, &Signs::default());
        let results = setting.is_of_results();
        let setting = if results { setting.stretched(width) } else { setting };
        setting.blocks(f32::MAX).into_iter().map(move |block| (results, block))
    };
    shown.flat_map(setting).collect()
}

/// The charts of the strip, one below the other: those with sentences as numbered paragraphs.
pub(super) fn strip(game: &Published, width: f32) -> Vec<Block> {
    let charts = chart::charts(game);
    let shown = charts.iter().filter(|chart| chart.aid == Some(AidSide::Strip));
    let wordy = |chart: &Chart| chart.rows.iter().flat_map(|row| &row.cells).any(|cell| cell.text.len() > PARAGRAPH);
    let set = |chart: &Chart| match wordy(chart) {
        true => vec![steps(chart, width)],
        false => Setting::of(chart, width, &Signs::default()).blocks(f32::MAX),
    };
    shown.flat_map(set).collect()
}

/// Longest text of a cell of a chart in a strip.
const PARAGRAPH: usize = 60;

/// A sequence as steps, each with its number in a disc, its name, what is done and the case.
fn steps(chart: &Chart, width: f32) -> Block {
    let inset = 6.2;
    let mut block = Block::new(width, 0.0);
    let mut y = 0.0;
    for line in wrap(&chart.title, Face::Bold, TITLE.0, width) {
        block.draw(Text::new(line, point(0.0, y + 4.4), Face::Bold, TITLE.0, Colour::INK));
        y += TITLE.1;
    }
    // the case, if there is one, is told in the head of the last column
    let case = chart.columns.last().filter(|head| chart.columns.len() > 2 && *head == "Case");
    for row in &chart.rows {
        y += 2.2;
        block.draw(Shape::new(Outline::circle(point(2.3, y + 1.5), 2.3)).fill(Colour::INK));
        block.draw(Text::new(&row.name, point(2.3, y + 1.5), Face::Bold, 3.2, Colour::WHITE).centred());
        let texts: Vec<&str> = row.cells.iter().map(|cell| cell.text.as_str()).collect();
        let (cases, told) = match case {
            Some(head) => (texts.last().map(|it| format!("{head} {it}")), &texts[..texts.len() - 1]),
            None => (None, &texts[..]),
        };
        for (n, text) in told.iter().enumerate() {
            let face = if n == 0 { Face::Bold } else { Face::Medium };
            // a bare number needs the head of its column
            let number = n > 0 && text.chars().all(|letter| letter.is_ascii_digit());
            let text = if number { format!("{} {text}", chart.columns[n]) } else { (*text).to_owned() };
            for line in wrap(&text, face, SIZE, width - inset) {
                block.draw(Text::new(line, point(inset, y + 2.55), face, SIZE, Colour::INK));
                y += LINE;
            }
        }
        if let Some(cases) = cases {
            let at = point(inset, y + 2.3);
            block.draw(Text::new(cases, at, Face::Italic, NOTE.0, Colour::INK).at_most(width - inset));
            y += NOTE.1;
        }
    }
    block.height = y + 2.0;
    block
}

/// The lines of a cell.
#[derive(Clone, Debug)]
struct Lines {
    lines: Vec<String>,
    ours: bool,
    looks: Vec<Look>,
    hurt: Option<Hurt>,
    /// What stands before the text, and its height.
    picture: Option<(Stamp, f32)>,
}

/// A chart with its texts broken into lines.
struct Setting<'a> {
    chart: &'a Chart,
    heads: Vec<Lines>,
    rows: Vec<Vec<Lines>>,
    widths: Vec<f32>,
    /// Whether the texts of a column begin at its left edge.
    left: Vec<bool>,
    /// Room before the names of the rows for their pictures.
    inset: f32,
    /// How many parts of it stand side by side.
    parts: usize,
}

impl<'a> Setting<'a> {
    fn of(chart: &'a Chart, width: f32, signs: &Signs) -> Setting<'a> {
        let heads: Vec<&str> = std::iter::once(&chart.head).chain(&chart.columns).map(String::as_str).collect();
        let rows: Vec<Vec<(&str, Option<&Inked>)>> = chart.rows.iter().map(texts).collect();
        let column = |n: usize| rows.iter().filter_map(move |row| row.get(n)).map(|(text, _)| *text);
        let drawn = chart.rows.iter().any(|row| signs.of_row(row).is_some());
        let inset = if drawn { PICTURE + PAD.0 } else { 0.0 };
        let inset_of = |n: usize| if n == 0 { inset } else { 0.0 };
        let pad = 2.0 * PAD.0 + 0.2;
        let least = |n: usize| column(n).chain([heads[n]]).map(longest_word).fold(0.0, f32::max) + pad + inset_of(n);
        let natural = |n: usize| {
            let longest = column(n).map(|text| Face::SemiBold.width(text, SIZE)).fold(0.0, f32::max);
            let widest = longest.min(if longest > 3.0 * WIDEST { PROSE } else { WIDEST });
            (widest + pad + inset_of(n)).max(least(n))
        };
        let mut widths: Vec<f32> = (0..heads.len()).map(natural).collect();
        let sum: f32 = widths.iter().sum();
        let slack: Vec<f32> = widths.iter().enumerate().map(|(n, natural)| natural - least(n)).collect();
        let all: f32 = slack.iter().sum();
        if sum > width && all > 0.0 {
            let share = ((sum - width) / all).min(1.0);
            widths.iter_mut().zip(&slack).for_each(|(column, slack)| *column -= share * slack);
        }
        let broken = |n: usize, text: &str, cell: Option<&Inked>| Lines {
            lines: wrap(text, Face::SemiBold, SIZE, widths[n] - inset_of(n) - pad + 0.1),
            ours: cell.is_some_and(|cell| cell.ours),
            looks: cell.map_or_else(Vec::new, |cell| cell.looks.clone()),
            hurt: cell.and_then(|cell| cell.hurt),
            picture: None,
        };
        let cells = |row: &Vec<(&str, Option<&Inked>)>| -> Vec<Lines> {
            row.iter().enumerate().map(|(n, (text, cell))| broken(n, text, *cell)).collect()
        };
        let mut rows_set: Vec<Vec<Lines>> = rows.iter().map(cells).collect();
        for (set, row) in rows_set.iter_mut().zip(&chart.rows) {
            set[0].picture = signs.of_row(row);
        }
        let long = |n: usize| column(n).any(|text| text.chars().count() > SHORT);
        let left = (0..heads.len()).map(|n| n == 0 || long(n)).collect();
        let table: f32 = widths.iter().sum();
        let parts = ((width * 0.66 + APART) / (table + APART)).floor().max(1.0) as usize;
        Setting {
            chart,
            heads: heads.iter().enumerate().map(|(n, text)| broken(n, text, None)).collect(),
            rows: rows_set,
            left,
            inset,
            parts: parts.min(rows.len().div_ceil(ROWS)),
            widths,
        }
    }

    /// Whether it is a table of results.
    fn is_of_results(&self) -> bool {
        self.rows.iter().flatten().any(|cell| cell.hurt.is_some())
    }

    /// The same as wide as that, its columns but the first equally wide.
    fn stretched(mut self, width: f32) -> Setting<'a> {
        let columns = self.widths.len().saturating_sub(1).max(1) as f32;
        let rest = width - self.widths.first().copied().unwrap_or(0.0);
        self.widths.iter_mut().skip(1).for_each(|column| *column = rest / columns);
        self.parts = 1;
        self
    }

    /// Width of one part, and of all side by side.
    fn table(&self) -> (f32, f32) {
        let table: f32 = self.widths.iter().sum();
        (table, self.parts as f32 * (table + APART) - APART)
    }

    /// The chart in pieces of at most a height.
    fn blocks(&self, height: f32) -> Vec<Block> {
        let around =
            8.0 + row_height(&self.heads) + 2.0 * TITLE.1 + self.chart.notes_to_looks.len() as f32 * 3.0 * NOTE.1;
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
        let width = all.max(Face::Bold.width(&title, TITLE.0).min(WIDEST_TITLE)).max(words) + 0.1;
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
        for line in self.chart.notes_to_looks.iter().flat_map(|note| wrap(note, Face::Italic, NOTE.0, width)) {
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
            // beside a picture texts stand in the middle
            let lift = (tall - height_of_texts(row)) / 2.0;
            if n % 2 == 0 {
                let shade = if head { SHADE.towards(RULE, 0.3) } else { SHADE };
                block.draw(Shape::new(Outline::rectangle(corner.x, y, table, tall)).fill(shade));
            }
            let mut x = corner.x;
            for (column, (cell, width)) in row.iter().zip(&self.widths).enumerate() {
                if let Some((_, ground)) = HURTS.iter().find(|(hurt, _)| cell.hurt == Some(*hurt)) {
                    block.draw(Shape::new(Outline::rectangle(x, y, *width, tall)).fill(*ground));
                    block.draw(
                        Shape::new(Outline::line(&[point(x, y), point(x, y + tall)]))
                            .stroke(Stroke::new(Colour::WHITE, 0.3)),
                    );
                }
                let face = match cell {
                    _ if head || column == 0 => Face::SemiBold,
                    cell if cell.looks.contains(&Look::Bold) => Face::Bold,
                    Lines { ours: true, .. } => Face::Italic,
                    _ => Face::Medium,
                };
                if let Some((stamp, height)) = &cell.picture {
                    let at = point(x + PAD.0 * 0.5, y + (tall - height) / 2.0);
                    block.layers.push(Stamp { at, ..stamp.clone() }.into());
                }
                let (x_of, anchor) = match self.left[column] {
                    true if column == 0 => (x + PAD.0 + self.inset, Anchor::Start),
                    true => (x + PAD.0, Anchor::Start),
                    false => (x + width / 2.0, Anchor::Middle),
                };
                for (line, text) in cell.lines.iter().enumerate() {
                    let at = point(x_of, y + lift + PAD.1 + 2.55 + line as f32 * LINE);
                    match text.split_once('/').filter(|_| cell.looks.iter().any(|look| *look != Look::Bold)) {
                        Some(parts) => two_inks(block, parts, at, face, &cell.looks),
                        None => {
                            let text = Text::new(text, at, face, SIZE, Colour::INK).anchor(anchor);
                            block.draw(text.at_most(width - 1.0));
                        }
                    }
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

/// A result of two numbers about a middle, the red one in red and underlined: a grey copy shows it, too.
fn two_inks(block: &mut Block, (first, last): (&str, &str), middle: artwork::scene::Point, face: Face, looks: &[Look]) {
    let widths = [first, "/", last].map(|part| face.width(part, SIZE));
    let mut x = middle.x - widths.iter().sum::<f32>() / 2.0;
    let red = [looks.contains(&Look::RedFirst), false, looks.contains(&Look::RedLast)];
    for ((part, width), red) in [first, "/", last].into_iter().zip(widths).zip(red) {
        let colour = if red { RED } else { Colour::INK };
        block.draw(Text::new(part, point(x, middle.y), face, SIZE, colour));
        if red {
            let line = Outline::line(&[point(x, middle.y + 0.6), point(x + width, middle.y + 0.6)]);
            block.draw(Shape::new(line).stroke(Stroke::new(RED, 0.25)));
        }
        x += width;
    }
}

fn texts(row: &chart::Row) -> Vec<(&str, Option<&Inked>)> {
    let cells = row.cells.iter().map(|cell| (cell.inked.text.as_str(), Some(&cell.inked)));
    std::iter::once((row.name.as_str(), None)).chain(cells).collect()
}

fn row_height(row: &[Lines]) -> f32 {
    let pictures = row.iter().filter_map(|cell| cell.picture.as_ref()).map(|(_, height)| height + PAD.1);
    pictures.fold(height_of_texts(row), f32::max)
}

fn height_of_texts(row: &[Lines]) -> f32 {
    row.iter().map(|cell| cell.lines.len()).max().unwrap_or(1) as f32 * LINE + 2.0 * PAD.1 - 0.5
}

fn longest_word(text: &str) -> f32 {
    text.split_whitespace().map(|word| Face::SemiBold.width(word, SIZE)).fold(0.0, f32::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use artwork::game_folder::{self, Art};

    #[test]
    fn every_row_of_the_aid_that_is_drawn_on_the_map_has_its_picture_inside_its_chart() {
        let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets");
        let (mut pictures, art) = (0, Art::default());
        for (name, folder) in game_folder::all(&assets).unwrap() {
            let game = folder.published().unwrap();
            let drawings = Drawings::new(&game, &art);
            let mut booklet = Booklet::new("", "");
            let signs = Signs::of(&drawings, Theme::Printer, &mut booklet);
            for side in [AidSide::Front, AidSide::Back] {
                let charts = chart::charts(&game);
                let rows = charts.iter().filter(|chart| chart.aid == Some(side)).flat_map(|chart| &chart.rows);
                let drawn = rows.filter(|row| signs.of_row(row).is_some()).count();
                let blocks = charts_of_aid(&game, side, 180.0, &signs);
                let mut stamped = 0;
                for block in &blocks {
                    for layer in &block.layers {
                        let crate::booklet::Layer::Stamp(stamp) = layer else { continue };
                        let height = booklet.drawing(stamp.drawing).height() * stamp.scale;
                        assert!(stamp.at.x >= 0.0 && stamp.at.x + PICTURE < block.width, "{name}");
                        assert!(stamp.at.y >= 0.0 && stamp.at.y + height < block.height, "{name}");
                        stamped += 1;
                    }
                }
                assert_eq!(stamped, drawn, "{name}");
                pictures += stamped;
            }
        }
        assert!(pictures > 20, "{pictures}");
    }
}
