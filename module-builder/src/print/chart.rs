//! The printed tables of a game, set as charts.

use super::flow::{Block, GAP, wrap};
use super::paper::HAIR;
use super::track;
use crate::booklet::{Booklet, Stamp};
use artwork::chart::Inked;
use artwork::chart::{self, Chart};
use artwork::drawings::Drawings;
use artwork::map_picture::{Theme, legend};
use artwork::scene::{Anchor, Colour, Face, Outline, Shape, Stroke, Text, point};
use definitions::{Hurt, Look, MapSign, Published};

pub(super) const SIZE: f32 = 2.9;
pub(super) const LINE: f32 = 3.6;
/// Size of a title and of what stands below, and distance of their lines.
const TITLE: (f32, f32) = (4.2, 4.7);
pub(super) const NOTE: (f32, f32) = (2.7, 3.2);
/// Room left and right of a text in its cell, and above and below.
pub(super) const PAD: (f32, f32) = (1.3, 0.9);
/// Widest title over a narrower table before it is broken.
const WIDEST_TITLE: f32 = 38.0;
/// Widest column before its texts are broken; and the same of texts that would take many lines.
const WIDEST: f32 = 58.0;
const PROSE: f32 = 92.0;
/// Longest text that stands in the middle of its column.
const SHORT: usize = 11;
/// What cells say where there is nothing to be looked up.
const NOTHING: [&str; 2] = ["–", "other"];
/// Most rows of a narrow chart one below the other; more of them stand side by side.
const ROWS: usize = 12;
/// Between the parts of a chart that stand side by side.
const APART: f32 = 2.5;
const SHADE: Colour = Colour::rgb(0xf1efea);
/// Ground of the heads.
pub(super) const HEAD: Colour = Colour::rgb(0xdcd8cf);
/// Ink of what is seldom read.
pub(super) const QUIET: Colour = Colour::rgb(0x55524c);
const RULE: Colour = Colour::rgb(0x8a867c);
const RED: Colour = Colour::rgb(0xb01414);
/// Grounds of results by whom they hurt: warm, none, cool; the cool one is darker, so that a grey copy parts them, too.
const HURTS: [(Hurt, Colour); 3] = [
    (Hurt::Attacker, Colour::rgb(0xfadfd2)),
    (Hurt::Both, Colour::rgb(0xf6f2e8)),
    (Hurt::Defender, Colour::rgb(0xb9d1e5)),
];

/// How wide a chart is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fit {
    /// As wide as its texts need.
    AsItIs,
    /// As wide as there is room.
    Whole,
}

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

/// The charts that neither the player aid nor the turn track shows, each with its title; one that is higher than a page is
/// told on in a second block. They are half as wide as the page or as wide, so that their edges meet.
pub(super) fn charts(game: &Published, width: f32, height: f32) -> Vec<Block> {
    let charts = chart::charts(game);
    let dated = |chart: &Chart| game.scenarios.iter().any(|scenario| track::is_of_turns(chart, scenario));
    let others = charts.iter().filter(|chart| !game.aid.settles(&chart.name) && !dated(chart));
    let set = |chart: &Chart| {
        let needs = Setting::of(chart, width, &Signs::default(), Fit::AsItIs).table().1;
        // a block is a hair wider than its table
        let half = (width - GAP) / 2.0 - HAIR;
        let room = if needs <= half * CLOSER { half } else { width };
        Setting::of(chart, room, &Signs::default(), Fit::Whole).blocks(height)
    };
    others.flat_map(set).collect()
}

/// How much wider than its column a chart may be by itself: its longer texts are broken then.
const CLOSER: f32 = 1.25;

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
pub(super) struct Setting<'a> {
    chart: &'a Chart,
    /// The number of the step that it belongs to.
    step: Option<u8>,
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
    /// A chart within a width, or as wide as that.
    pub fn of(chart: &'a Chart, width: f32, signs: &Signs, fit: Fit) -> Setting<'a> {
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
        let table: f32 = widths.iter().sum();
        let parts = ((width * 0.66 + APART) / (table + APART)).floor().max(1.0) as usize;
        let parts = parts.min(rows.len().div_ceil(ROWS)).max(1);
        let part = (width + APART) / parts as f32 - APART;
        let results = chart.rows.iter().flat_map(|row| &row.cells).any(|cell| cell.inked.hurt.is_some());
        match fit {
            Fit::AsItIs => {}
            // the columns of results are of one width, others share what is left
            Fit::Whole if results => {
                let rest = (part - widths[0]) / (widths.len() - 1).max(1) as f32;
                widths.iter_mut().skip(1).for_each(|column| *column = rest);
            }
            Fit::Whole => {
                widths.iter_mut().for_each(|column| *column *= part / table);
            }
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
        Setting {
            chart,
            step: None,
            heads: heads.iter().enumerate().map(|(n, text)| broken(n, text, None)).collect(),
            rows: rows_set,
            left,
            inset,
            parts,
            widths,
        }
    }

    /// The same with the number of a step before its title.
    pub fn at_step(self, step: Option<u8>) -> Setting<'a> {
        Setting { step, ..self }
    }

    /// Rows below each other: what can be set wider apart.
    pub fn rows(&self) -> usize {
        self.rows.len().div_ceil(self.parts)
    }

    /// All of it in one piece, its rows so much higher than they need.
    pub fn whole(&self, lift: f32) -> Block {
        self.block(&self.rows.iter().collect::<Vec<_>>(), false, lift)
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
        pieces.iter().enumerate().map(|(n, rows)| self.block(rows, n > 0, 0.0)).collect()
    }

    fn block(&self, rows: &[&Vec<Lines>], continued: bool, lift: f32) -> Block {
        let title = format!("{}{}", self.chart.title, if continued { " (continued)" } else { "" });
        let words = title.split(' ').map(|word| Face::Bold.width(word, TITLE.0)).fold(0.0, f32::max);
        let (table, all) = self.table();
        let width = all.max(Face::Bold.width(&title, TITLE.0).min(WIDEST_TITLE)).max(words) + 0.1;
        let mut block = Block::new(width, 0.0);
        let mut top = heading(&mut block, &title, self.step, width);
        let mut foot = top;
        for (n, part) in rows.chunks(rows.len().div_ceil(self.parts).max(1)).enumerate() {
            let at = point(n as f32 * (table + APART), top);
            foot = self.part(&mut block, part, at, lift).max(foot);
        }
        top = foot;
        for line in self.chart.notes_to_looks.iter().flat_map(|note| wrap(note, Face::Italic, NOTE.0, width)) {
            top += NOTE.1;
            block.draw(Text::new(line, point(0.0, top), Face::Italic, NOTE.0, Colour::INK));
        }
        block.height = if top > foot { top + 0.8 } else { foot };
        block
    }

    /// Draws heads and rows from a corner on, and tells where they end.
    fn part(&self, block: &mut Block, rows: &[&Vec<Lines>], corner: artwork::scene::Point, higher: f32) -> f32 {
        let (table, _) = self.table();
        let bare = self.heads.iter().all(|head| head.lines.iter().all(String::is_empty));
        let heads = (!bare).then_some(&self.heads);
        let mut y = corner.y;
        for (n, row) in heads.into_iter().chain(rows.iter().copied()).enumerate() {
            let head = n == 0 && !bare;
            let tall = row_height(row) + if head { 0.0 } else { higher };
            // beside a picture texts stand in the middle, heads stand on their rule
            let lift = if head { 0.0 } else { (tall - height_of_texts(row)) / 2.0 };
            let deep = row.iter().map(|cell| cell.lines.len()).max().unwrap_or(1);
            if n % 2 == 0 {
                let shade = if head { HEAD } else { SHADE };
                block.draw(Shape::new(Outline::rectangle(corner.x, y, table, tall)).fill(shade));
            }
            let mut x = corner.x;
            for (column, (cell, width)) in row.iter().zip(&self.widths).enumerate() {
                if let Some((_, ground)) = HURTS.iter().find(|(hurt, _)| cell.hurt == Some(*hurt)) {
                    block.draw(Shape::new(Outline::rectangle(x, y, *width, tall)).fill(*ground));
                    let left = Outline::line(&[point(x, y), point(x, y + tall)]);
                    block.draw(Shape::new(left).stroke(Stroke::new(Colour::WHITE, 0.3)));
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
                let quiet = !head && column > 0 && NOTHING.contains(&cell.lines.join(" ").as_str());
                let ink = if quiet { QUIET.towards(Colour::WHITE, 0.3) } else { Colour::INK };
                let sunk = if head { (deep - cell.lines.len().min(deep)) as f32 * LINE } else { 0.0 };
                for (line, text) in cell.lines.iter().enumerate() {
                    let at = point(x_of, y + lift + sunk + PAD.1 + 2.55 + line as f32 * LINE);
                    match text.split_once('/').filter(|_| cell.looks.iter().any(|look| *look != Look::Bold)) {
                        Some(parts) => two_inks(block, parts, at, face, &cell.looks),
                        None => {
                            let text = Text::new(text, at, face, SIZE, ink).anchor(anchor);
                            block.draw(text.at_most(width - 1.0));
                        }
                    }
                }
                x += width;
            }
            y += tall;
            if head {
                let rule = Outline::line(&[point(corner.x, y), point(corner.x + table, y)]);
                block.draw(Shape::new(rule).stroke(Stroke::new(RULE, 0.3)));
            }
        }
        let rule = Outline::line(&[point(corner.x, y), point(corner.x + table, y)]);
        block.draw(Shape::new(rule).stroke(Stroke::new(RULE, 0.3)));
        y
    }
}

/// The title of a chart over a rule as wide as that, and where it ends.
pub(super) fn heading(block: &mut Block, title: &str, step: Option<u8>, width: f32) -> f32 {
    let left = if step.is_some() { 2.0 * DISC + 1.4 } else { 0.0 };
    if let Some(step) = step {
        disc(block, point(DISC, 2.9), &step.to_string());
    }
    let mut top = 0.0;
    for line in wrap(title, Face::Bold, TITLE.0, width - left) {
        block.draw(Text::new(line, point(left, top + 4.3), Face::Bold, TITLE.0, Colour::INK));
        top += TITLE.1;
    }
    top += 1.3;
    let rule = Outline::line(&[point(0.0, top), point(width, top)]);
    block.draw(Shape::new(rule).stroke(Stroke::new(Colour::INK, 0.6)));
    top + 0.3
}

/// Half the width of the disc with the number of a step.
pub(super) const DISC: f32 = 2.4;

pub(super) fn disc(block: &mut Block, centre: artwork::scene::Point, number: &str) {
    block.draw(Shape::new(Outline::circle(centre, DISC)).fill(Colour::INK));
    block.draw(Text::new(number, centre, Face::Bold, 3.3, Colour::WHITE).centred());
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
    use crate::game_folder;
    use artwork::art::Art;

    #[test]
    fn every_row_that_is_drawn_on_the_map_has_its_picture_inside_its_chart() {
        let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets");
        let (mut pictures, art) = (0, Art::default());
        for (name, folder) in game_folder::all(&assets).unwrap() {
            let game = folder.published().unwrap();
            let drawings = Drawings::new(&game, &art);
            let mut booklet = Booklet::new("", "");
            let signs = Signs::of(&drawings, Theme::Printer, &mut booklet);
            for chart in chart::charts(&game) {
                let drawn = chart.rows.iter().filter(|row| signs.of_row(row).is_some()).count();
                let block = Setting::of(&chart, 100.0, &signs, Fit::Whole).whole(0.5);
                let mut stamped = 0;
                for layer in &block.layers {
                    let crate::booklet::Layer::Stamp(stamp) = layer else { continue };
                    let height = booklet.drawing(stamp.drawing).height() * stamp.scale;
                    assert!(stamp.at.x >= 0.0 && stamp.at.x + PICTURE < block.width, "{name}");
                    assert!(stamp.at.y >= 0.0 && stamp.at.y + height < block.height, "{name}");
                    stamped += 1;
                }
                assert_eq!(stamped, drawn, "{name}: {}", chart.title);
                pictures += stamped;
            }
        }
        assert!(pictures > 20, "{pictures}");
    }
}
