//! Sheets of counters and of cards: edge to edge, so that one cut parts two of them, with bleed round the block and marks
//! in the margins for every cut. Backs lie mirrored, on the next page or beyond the fold.

use super::paper::{self, GREY, HAIR};
use super::pieces::{Piece, pieces};
use super::{Settings, cards};
use crate::booklet::{Booklet, Drawing, Page, Stamp};
use artwork::drawings::Drawings;
use artwork::scene::{Colour, Element, Outline, Point, Scene, Shape, Stroke, point};
use artwork::{card, counter};
use definitions::{CardForm, Published};

/// Colour beyond the outer cuts, for those that miss.
const BLEED: f32 = 2.0;
/// Marks of cuts: they begin so far from the block, and are so long.
const MARK: (f32, f32) = (2.6, 4.0);
/// Least room beside the block: of counters, and of cards, of which three shall stand on A4; above and below it.
const ASIDE: f32 = 14.0;
const ASIDE_CARDS: f32 = 10.0;
const ABOVE: f32 = 16.0;
/// From the fold to the counters.
const FOLD: f32 = 3.0;

/// What is laid on sheets: all of one size.
pub(super) struct Stock {
    /// What they are called: `Counters`.
    name: &'static str,
    pieces: Vec<Piece>,
    /// Width and height on paper.
    size: (f32, f32),
    /// Millimetres a unit of their drawings.
    scale: f32,
    /// Least room beside the block.
    aside: f32,
}

/// The counters of a game: units, markers and chits.
pub(super) fn counters(drawings: &Drawings<'_>, settings: &Settings) -> Stock {
    let side = settings.counter;
    Stock { name: "Counters", pieces: pieces(drawings), size: (side, side), scale: side / counter::SIZE, aside: ASIDE }
}

/// The cards of a game.
pub(super) fn cards(drawings: &Drawings<'_>) -> Stock {
    Stock {
        name: "Cards",
        pieces: cards::of_form(drawings, CardForm::Card),
        size: card::CARD,
        scale: 1.0,
        aside: ASIDE_CARDS,
    }
}

/// A counter on a sheet: the drawings of its sides and their grounds.
#[derive(Clone, Copy)]
struct Laid {
    front: (Drawing, Colour),
    back: (Drawing, Colour),
}

/// Where counters lie on a sheet: rows and columns from an upper left corner.
#[derive(Clone, Copy)]
struct Block {
    corner: Point,
    columns: usize,
    rows: usize,
    /// Width and height of a counter.
    size: (f32, f32),
    /// Millimetres a unit of its drawing.
    scale: f32,
}

/// Sheets for printing on both sides: each page of fronts is followed by the page of their backs, mirrored so that they
/// meet when the paper is turned over its long edge.
pub(super) fn duplex(game: &Published, stock: &Stock, settings: &Settings) -> Booklet {
    let mut booklet = booklet(game, stock);
    let laid = lay(&mut booklet, &stock.pieces);
    let (width, height) = settings.paper.upright();
    let (wide, high) = stock.size;
    let columns = ((width - 2.0 * stock.aside) / wide) as usize;
    let rows = ((height - 2.0 * ABOVE) / high) as usize;
    let corner = point((width - columns as f32 * wide) / 2.0, (height - rows as f32 * high) / 2.0);
    let sheets = laid.chunks((columns * rows).max(1));
    let count = sheets.len();
    for (number, sheet) in (1..).zip(sheets) {
        let block =
            Block { corner, columns, rows: sheet.len().div_ceil(columns), size: stock.size, scale: stock.scale };
        for back in [false, true] {
            let face = if back { "backs" } else { "fronts" };
            let what = format!("{}, sheet {number} of {count}: {face}", stock.name);
            let how = "On both sides, turned over the long edge. Hold it against light: the crosses must meet.";
            let mut page = paper::page(&game.title, &what, (width, height), how);
            block.draw(&mut page, sheet, back.then_some(width));
            page.draw(marks(&block, back.then_some(width)));
            page.draw(crosses(width, height));
            booklet.pages.push(page);
        }
    }
    booklet
}

/// Sheets for printing on one side: fronts left, backs right of a fold in the middle. Fold, glue, then cut.
pub(super) fn fold_over(game: &Published, stock: &Stock, settings: &Settings) -> Booklet {
    let mut booklet = booklet(game, stock);
    let laid = lay(&mut booklet, &stock.pieces);
    let (width, height) = settings.paper.lying();
    let (wide, high) = stock.size;
    let columns = ((width / 2.0 - FOLD - stock.aside) / wide) as usize;
    let rows = ((height - 2.0 * ABOVE) / high) as usize;
    let corner = point(width / 2.0 - FOLD - columns as f32 * wide, (height - rows as f32 * high) / 2.0);
    let sheets = laid.chunks((columns * rows).max(1));
    let count = sheets.len();
    for (number, sheet) in (1..).zip(sheets) {
        let block =
            Block { corner, columns, rows: sheet.len().div_ceil(columns), size: stock.size, scale: stock.scale };
        let what = format!("{} to fold, sheet {number} of {count}", stock.name);
        let how = "Fold backwards along the dashed line, glue, let dry under weight, then cut.";
        let mut page = paper::page(&game.title, &what, (width, height), how);
        block.draw(&mut page, sheet, None);
        block.draw(&mut page, sheet, Some(width));
        page.draw(marks(&block, None));
        page.draw(marks(&block, Some(width)));
        let fold = Outline::line(&[point(width / 2.0, 10.5), point(width / 2.0, height - 10.5)]);
        page.draw(Shape::new(fold).stroke(Stroke::new(GREY, 0.2).dashed(&[3.0, 1.5])));
        booklet.pages.push(page);
    }
    booklet
}

fn booklet(game: &Published, stock: &Stock) -> Booklet {
    Booklet::new(format!("{}: {}", game.title, stock.name.to_lowercase()), game.credits.join(" "))
}

/// Takes the drawings into the booklet, each once, and gives every copy its place in the order.
fn lay(booklet: &mut Booklet, pieces: &[Piece]) -> Vec<Laid> {
    let mut known: Vec<(&Scene, Drawing)> = Vec::new();
    let mut laid = Vec::new();
    for piece in pieces {
        let mut take = |scene| {
            let drawing = match known.iter().find(|(other, _)| *other == scene) {
                Some((_, drawing)) => *drawing,
                None => {
                    let drawing = booklet.add(Scene::clone(scene));
                    known.push((scene, drawing));
                    drawing
                }
            };
            (drawing, ground(scene))
        };
        let counter = Laid { front: take(&piece.front), back: take(&piece.back) };
        laid.extend(std::iter::repeat_n(counter, piece.copies));
    }
    laid
}

/// The colour of a counter's body: that of the shape that all others lie on.
fn ground(scene: &Scene) -> Colour {
    let body = scene.elements().first();
    body.and_then(|body| if let Element::Shape(shape) = body { shape.fill } else { None }).unwrap_or(Colour::WHITE)
}

impl Block {
    /// Upper left corner of a counter by its place in the order; mirrored on a page of a width for its back.
    fn place(&self, index: usize, mirrored: Option<f32>) -> Point {
        let (column, row) = (index % self.columns, index / self.columns);
        let at = self.corner + point(column as f32 * self.size.0, row as f32 * self.size.1);
        match mirrored {
            Some(width) => point(width - at.x - self.size.0, at.y),
            None => at,
        }
    }

    /// The counters with the colour of their bodies run out where no neighbour is.
    fn draw(&self, page: &mut Page, sheet: &[Laid], mirrored: Option<f32>) {
        let has = |index: Option<usize>| index.is_some_and(|index| index < sheet.len());
        let face = |laid: &Laid| if mirrored.is_some() { laid.back } else { laid.front };
        for (i, laid) in sheet.iter().enumerate() {
            let at = self.place(i, mirrored);
            let column = i % self.columns;
            let before = has(i.checked_sub(1)) && column > 0;
            let after = has(Some(i + 1)) && column + 1 < self.columns;
            let (left, right) = if mirrored.is_some() { (after, before) } else { (before, after) };
            let run = |neighbour: bool| if neighbour { 0.0 } else { BLEED };
            let (left, right) = (run(left), run(right));
            let (up, down) = (run(has(i.checked_sub(self.columns))), run(has(Some(i + self.columns))));
            let (width, height) = (self.size.0 + left + right, self.size.1 + up + down);
            let body = Outline::rectangle(at.x - left, at.y - up, width, height);
            page.draw(Shape::new(body).fill(face(laid).1));
        }
        for (i, laid) in sheet.iter().enumerate() {
            let at = self.place(i, mirrored);
            page.layers.push(Stamp { drawing: face(laid).0, at, scale: self.scale, window: None }.into());
        }
    }
}

/// Marks for every cut, beyond the bleed on all four sides.
fn marks(block: &Block, mirrored: Option<f32>) -> Shape {
    let (width, height) = (block.columns as f32 * block.size.0, block.rows as f32 * block.size.1);
    let left = mirrored.map_or(block.corner.x, |page| page - block.corner.x - width);
    let (right, top, bottom) = (left + width, block.corner.y, block.corner.y + height);
    let (from, to) = (MARK.0, MARK.0 + MARK.1);
    let mut lines = Outline::new();
    for column in 0..=block.columns {
        let x = left + column as f32 * block.size.0;
        lines.append(Outline::line(&[point(x, top - from), point(x, top - to)]));
        lines.append(Outline::line(&[point(x, bottom + from), point(x, bottom + to)]));
    }
    for row in 0..=block.rows {
        let y = top + row as f32 * block.size.1;
        lines.append(Outline::line(&[point(left - from, y), point(left - to, y)]));
        lines.append(Outline::line(&[point(right + from, y), point(right + to, y)]));
    }
    Shape::new(lines).stroke(Stroke::new(Colour::INK, HAIR))
}

/// A cross in a ring in each corner, in the same places on both pages.
fn crosses(width: f32, height: f32) -> Shape {
    let mut lines = Outline::new();
    for (x, y) in [(6.5, 14.0), (width - 6.5, 14.0), (6.5, height - 14.0), (width - 6.5, height - 14.0)] {
        lines.append(Outline::line(&[point(x - 2.5, y), point(x + 2.5, y)]));
        lines.append(Outline::line(&[point(x, y - 2.5), point(x, y + 2.5)]));
        lines.append(Outline::circle(point(x, y), 1.5));
    }
    Shape::new(lines).stroke(Stroke::new(Colour::INK, HAIR))
}
