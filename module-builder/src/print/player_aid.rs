//! The player aid: sheets printed on both sides with what players look up while they play, laid out as `aid.txt` says.
//!
//! What stands side by side ends at one height: rows are set wider apart in the shorter column, and all of a page fills it.

use super::Settings;
use super::chart::{Fit, Setting, Signs};
use super::flow::{Block, Frame, TOP};
use super::paper::MARGIN;
use super::steps::Steps;
use crate::booklet::Booklet;
use artwork::chart::{self, Chart};
use artwork::drawings::Drawings;
use artwork::scene::{Colour, Face, Outline, Shape, Stroke, Text, point};
use definitions::{AidPage, AidPart};

/// Sizes that are tried, the largest first; at 1 texts are 2.9 mm high, at 0.83 2.4 mm: smaller ones could not be read
/// at arm's length.
const SIZES: (f32, f32) = (1.12, 0.6);
const FINER: f32 = 0.02;
/// Between what stands below each other, and beside each other.
const BELOW: f32 = 4.2;
const BESIDE: f32 = 4.5;
/// Round what stands in a frame, and height of its title.
const INSIDE: f32 = 2.6;
const BAR: f32 = 6.6;
/// By how much a row, and by how much a gap may be higher than it needs.
const ROW: f32 = 1.6;
const WIDER: f32 = 4.0;

/// The pages of the aid.
pub(super) fn sheet(drawings: &Drawings<'_>, settings: &Settings) -> Booklet {
    let game = drawings.game;
    let mut booklet = Booklet::new(format!("{}: player aid", game.title), game.credits.join(" "));
    let signs = Signs::of(drawings, settings.theme, &mut booklet);
    let charts = chart::charts(game);
    for page in &game.aid.pages {
        let what = format!("Player aid: {}", page.title);
        let how = "On both sides of card, turned over the long edge.";
        let frame = Frame { title: &game.title, what: &what, size: settings.paper.upright(), how };
        let (column, scale) = fitted(page, &frame, &charts, &signs);
        let mut sheet = frame.page(1);
        let block = column.block(frame.height() / scale);
        let corner = point(MARGIN, TOP);
        sheet.layers.extend(block.layers.into_iter().map(|layer| layer.scaled(scale).moved(corner)));
        booklet.pages.push(sheet);
    }
    booklet
}

/// What stands on a page, and the largest size at which it has room there.
fn fitted<'a>(page: &'a AidPage, frame: &Frame<'_>, charts: &'a [Chart], signs: &Signs) -> (Column<'a>, f32) {
    let at = |scale: f32| (Column::of(&page.parts, frame.width() / scale, charts, signs), scale);
    let steps = ((SIZES.0 - SIZES.1) / FINER).round() as usize;
    let mut tried = (0..=steps).map(|step| at(SIZES.0 - step as f32 * FINER));
    let fits = |(column, scale): &(Column<'_>, f32)| column.height() * scale <= frame.height();
    tried.find(fits).unwrap_or_else(|| at(SIZES.1))
}

/// What stands one below the other in a width.
struct Column<'a> {
    parts: Vec<Part<'a>>,
    width: f32,
}

/// Something in a column.
enum Part<'a> {
    Table(Setting<'a>),
    Steps(Steps<'a>),
    Frame(&'a str, Column<'a>),
    Split(Vec<Column<'a>>),
}

impl<'a> Column<'a> {
    fn of(parts: &'a [AidPart], width: f32, charts: &'a [Chart], signs: &Signs) -> Column<'a> {
        let chart = |name: &str| charts.iter().find(|chart| chart.name == name);
        let set = |part: &'a AidPart| match part {
            AidPart::Table { name, step } => {
                Some(Part::Table(Setting::of(chart(name)?, width, signs, Fit::Whole).at_step(*step)))
            }
            AidPart::Steps(name) => Some(Part::Steps(Steps::of(chart(name)?, width))),
            AidPart::Frame(title, parts) => {
                Some(Part::Frame(title, Column::of(parts, width - 2.0 * INSIDE, charts, signs)))
            }
            AidPart::Split(columns) => {
                let all: f32 = columns.iter().map(|(share, _)| f32::from(*share)).sum();
                let room = width - BESIDE * (columns.len() - 1) as f32;
                let column = |(share, parts): &'a (u8, Vec<AidPart>)| {
                    Column::of(parts, room * f32::from(*share) / all, charts, signs)
                };
                Some(Part::Split(columns.iter().map(column).collect()))
            }
        };
        Column { parts: parts.iter().filter_map(set).collect(), width }
    }

    /// Height that it needs.
    fn height(&self) -> f32 {
        self.parts.iter().map(Part::height).sum::<f32>() + BELOW * self.parts.len().saturating_sub(1) as f32
    }

    /// Rows below each other.
    fn rows(&self) -> usize {
        self.parts.iter().map(Part::rows).sum()
    }

    /// All of it as one block of a height: what it does not need goes to the rows, then to the gaps.
    fn block(&self, height: f32) -> Block {
        let left = (height - self.height()).max(0.0);
        let lift = (left / self.rows().max(1) as f32).min(ROW);
        let gaps = self.parts.len().saturating_sub(1).max(1) as f32;
        let gap = BELOW + ((left - lift * self.rows() as f32) / gaps).clamp(0.0, WIDER);
        let mut block = Block::new(self.width, height);
        let mut y = 0.0;
        for (n, part) in self.parts.iter().enumerate() {
            // a frame or columns that end the block reach to its foot
            let tall = part.height() + lift * part.rows() as f32;
            let tall = if n + 1 == self.parts.len() && part.reaches() { tall.max(height - y) } else { tall };
            let inner = part.block(self.width, tall, lift);
            block.layers.extend(inner.layers.into_iter().map(|layer| layer.moved(point(0.0, y))));
            y += tall + gap;
        }
        block
    }
}

impl Part<'_> {
    fn height(&self) -> f32 {
        match self {
            Part::Table(table) => table.whole(0.0).height,
            Part::Steps(steps) => steps.whole(0.0).height,
            Part::Frame(_, inside) => inside.height() + BAR + 2.0 * INSIDE,
            Part::Split(columns) => columns.iter().map(Column::height).fold(0.0, f32::max),
        }
    }

    /// Rows that can be set wider apart; of columns, those of the one that is highest.
    fn rows(&self) -> usize {
        match self {
            Part::Table(table) => table.rows(),
            Part::Steps(steps) => steps.rows(),
            Part::Frame(_, inside) => inside.rows(),
            Part::Split(columns) => {
                columns.iter().max_by(|a, b| a.height().total_cmp(&b.height())).map_or(0, Column::rows)
            }
        }
    }

    /// Whether it looks as well when it is higher than it needs.
    fn reaches(&self) -> bool {
        matches!(self, Part::Frame(..) | Part::Split(_))
    }

    fn block(&self, width: f32, height: f32, lift: f32) -> Block {
        match self {
            Part::Table(table) => table.whole(lift),
            Part::Steps(steps) => steps.whole(lift),
            Part::Frame(title, inside) => {
                let mut block = Block::new(width, height);
                let frame = Outline::rounded(0.0, 0.0, width, height, 1.5);
                block.draw(Shape::new(frame).stroke(Stroke::new(Colour::INK, 0.5)));
                block.draw(Shape::new(Outline::rounded(0.0, 0.0, width, BAR, 1.5)).fill(Colour::INK));
                block.draw(Text::new(*title, point(INSIDE, 4.7), Face::Bold, 4.2, Colour::WHITE));
                let at = point(INSIDE, BAR + INSIDE);
                let inner = inside.block(height - BAR - 2.0 * INSIDE);
                block.layers.extend(inner.layers.into_iter().map(|layer| layer.moved(at)));
                block
            }
            Part::Split(columns) => {
                let mut block = Block::new(width, height);
                let mut x = 0.0;
                for column in columns {
                    let inner = column.block(height);
                    block.layers.extend(inner.layers.into_iter().map(|layer| layer.moved(point(x, 0.0))));
                    x += column.width + BESIDE;
                }
                block
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Paper;
    use super::*;
    use crate::game_folder;
    use artwork::art::Art;
    use artwork::map_picture::Theme;

    #[test]
    fn every_page_of_the_aid_is_read_at_arms_length_and_filled() {
        let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets");
        let art = Art::default();
        for (name, folder) in game_folder::all(&assets).unwrap() {
            let game = folder.published().unwrap();
            let signs = Signs::of(&Drawings::new(&game, &art), Theme::Printer, &mut Booklet::new("", ""));
            let charts = chart::charts(&game);
            assert!(game.aid.pages.len() >= 2 && game.aid.pages.len() % 2 == 0, "{name}: a sheet has two sides");
            for (page, paper) in game.aid.pages.iter().flat_map(|page| Paper::ALL.map(|paper| (page, paper))) {
                let frame = Frame { title: "", what: "", size: paper.upright(), how: "" };
                let (column, scale) = fitted(page, &frame, &charts, &signs);
                let filled = (column.height() + column.rows() as f32 * ROW) * scale / frame.height();
                // at 0.9 letters have 8.1 pt, at 0.84 7.5 pt: Letter is 18 mm lower than A4
                let least = if paper == Paper::A4 { 0.89 } else { 0.83 };
                assert!(scale > least, "{name}, {}, {paper:?}: {scale}", page.title);
                assert!(filled > 0.9, "{name}, {}, {paper:?}: {filled}", page.title);
            }
        }
    }
}
