//! The report of a game that was played: turn by turn its board, what each side lost, how points stood, and what happened.

use super::Paper;
use super::flow::Block;
use super::paper::{GREY, MARGIN};
use crate::booklet::{Booklet, Page};
use artwork::annals::{Annals, Turn};
use artwork::picture::Picture;
use artwork::scene::{Anchor, Bitmap, Element, Face, Text, point};
use definitions::Published;

/// Below the headline of a page, and above its foot.
const TOP: f32 = 14.0;
const BOTTOM: f32 = 14.0;
/// Between the columns of what happened.
const GUTTER: f32 = 6.0;
/// The board takes no more than this share of a page's height.
const BOARD: f32 = 0.55;

/// The report as pages to print or to read.
pub fn report(annals: &Annals, game: &Published, paper: Paper) -> Booklet {
    let subject = format!("Report of game {}: {}, {}", annals.report_of_game, annals.title, annals.scenario);
    let mut booklet = Booklet::new(&annals.title, subject);
    let mut sheet = Sheet::new(annals, paper);
    sheet.across(Block::heading(&annals.title, 8.0, sheet.width()));
    sheet.across(Block::paragraph(&lead(annals), sheet.width()));
    for (nth, turn) in annals.turns.iter().enumerate() {
        if nth > 0 {
            sheet.turn_over(&turn.title);
        } else {
            sheet.page.title.clone_from(&turn.title);
        }
        sheet.across(Block::heading(&turn.title, 5.6, sheet.width()));
        for line in facts(turn, game) {
            sheet.across(Block::paragraph(&line, sheet.width()));
        }
        sheet.board(&Picture::new(game).mail(&turn.position).png(&turn.position));
        for line in &turn.lines {
            sheet.in_column(Block::paragraph(&line.replace('`', ""), sheet.column()));
        }
    }
    booklet.pages = sheet.finished();
    booklet
}

/// What the report is of.
fn lead(annals: &Annals) -> String {
    let Annals { scenario, known_to, outcome, report_of_game: number, .. } = annals;
    let ended = match outcome {
        Some(outcome) => format!("It ended so: {outcome}."),
        None => "The game goes on.".to_owned(),
    };
    format!(
        "{scenario}, game {number}. What {known_to} may know, turn by turn, with the board at the end of each. {ended}"
    )
}

/// What a turn cost, and how points stood at its end.
fn facts(turn: &Turn, game: &Published) -> Vec<String> {
    let losses = turn.losses(game);
    let tracks: Vec<String> = turn.tracks(game).iter().map(|(title, value)| format!("{title} {value}")).collect();
    let told = |what: &str, lines: Vec<String>| (!lines.is_empty()).then(|| format!("{what}: {}.", lines.join("; ")));
    [told("Lost in combat", losses), told("At the end of the turn", tracks)].into_iter().flatten().collect()
}

/// Pages as they are filled: across the page first, then in two columns below.
struct Sheet<'a> {
    annals: &'a Annals,
    size: (f32, f32),
    pages: Vec<Page>,
    page: Page,
    /// Where the next thing across the page goes, or where both columns begin.
    top: f32,
    /// The column that is being filled, and how far.
    column: usize,
    foot: f32,
}

impl<'a> Sheet<'a> {
    fn new(annals: &'a Annals, paper: Paper) -> Sheet<'a> {
        let size = paper.upright();
        let page = Page::new("", size.0, size.1);
        Sheet { annals, size, pages: Vec::new(), page, top: TOP, column: 0, foot: TOP }
    }

    fn width(&self) -> f32 {
        self.size.0 - 2.0 * MARGIN
    }

    fn column(&self) -> f32 {
        (self.width() - GUTTER) / 2.0
    }

    fn lowest(&self) -> f32 {
        self.size.1 - BOTTOM
    }

    /// Begins another page, on which the same turn goes on or another begins.
    fn turn_over(&mut self, title: &str) {
        let fresh = Page::new(title, self.size.0, self.size.1);
        let full = std::mem::replace(&mut self.page, fresh);
        self.pages.push(full);
        (self.top, self.column, self.foot) = (TOP, 0, TOP);
    }

    fn put(&mut self, block: Block, x: f32, y: f32) {
        self.page.layers.extend(block.layers.into_iter().map(|layer| layer.moved(point(x, y))));
    }

    fn across(&mut self, block: Block) {
        let height = block.height;
        self.put(block, MARGIN, self.top);
        self.top += height;
        self.foot = self.top;
    }

    /// The board, as wide as the page unless it is too high then.
    fn board(&mut self, png: &[u8]) {
        let side = |from: usize| {
            let bytes = png.get(from..from + 4).and_then(|bytes| bytes.try_into().ok());
            bytes.map_or(1.0, |bytes| u32::from_be_bytes(bytes).max(1) as f32)
        };
        // a PNG begins with its signature and its header: width and height stand there
        let (wide, high) = (side(16), side(20));
        let width = self.width().min(self.size.1 * BOARD * wide / high);
        let low = point(MARGIN + (self.width() - width) / 2.0, self.top + 1.0);
        let picture = Bitmap { png: png.into(), low, high: low + point(width, width * high / wide) };
        self.top = picture.high.y + 4.0;
        self.foot = self.top;
        self.page.draw(Element::Bitmap(picture));
    }

    fn in_column(&mut self, block: Block) {
        if self.foot + block.height > self.lowest() {
            if self.column == 0 {
                (self.column, self.foot) = (1, self.top);
            } else {
                let title = self.page.title.clone();
                self.turn_over(&title);
            }
        }
        let x = MARGIN + self.column as f32 * (self.column() + GUTTER);
        let height = block.height;
        self.put(block, x, self.foot);
        self.foot += height;
    }

    /// All pages with their margins.
    fn finished(mut self) -> Vec<Page> {
        self.pages.push(self.page);
        let all = self.pages.len();
        for (nth, page) in self.pages.iter_mut().enumerate() {
            let small = |text: String, x: f32, y: f32| Text::new(text, point(x, y), Face::Medium, 2.7, GREY);
            let half = page.width / 2.0 - MARGIN - 2.0;
            let right = page.width - MARGIN;
            page.draw(small(format!("{}, {}", self.annals.title, self.annals.scenario), MARGIN, 8.6).at_most(half));
            let what = format!("Report of game {}", self.annals.report_of_game);
            page.draw(small(what, right, 8.6).anchor(Anchor::End).at_most(half));
            page.draw(small(format!("Page {} of {all}", nth + 1), right, page.height - 7.0).anchor(Anchor::End));
        }
        self.pages
    }
}
