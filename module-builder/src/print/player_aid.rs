//! The player aid: one sheet, printed on both sides, with what players look up most while they play.

use super::flow::{Block, Frame, GAP};
use super::{Settings, chart};
use crate::booklet::Booklet;
use artwork::chart::Chart;
use artwork::drawings::Drawings;
use artwork::scene::{Colour, Face, Outline, Shape, Stroke, Text, point};
use definitions::{AidSide, Published};

/// Least and largest size of the charts: their texts are 2.9 mm high at 1. What is less could not be read at arm's length.
const SIZES: (f32, f32) = (0.76, 1.3);

/// A page for each side of the sheet; charts that do not fit on one go on to the next. What the back has no room for at the
/// size of the front, the front takes.
pub(super) fn sheet(drawings: &Drawings<'_>, settings: &Settings) -> Booklet {
    let game = drawings.game;
    let mut booklet = Booklet::new(format!("{}: player aid", game.title), game.credits.join(" "));
    let signs = chart::Signs::of(drawings, settings.theme, &mut booklet);
    let how = "On both sides of card, turned over the long edge.";
    let frame = |what| Frame { title: &game.title, what, size: settings.paper.upright(), how };
    let (first, second) = (frame("Player aid: play and combat"), frame("Player aid: ground and supply"));
    let back = chart::of_side(game, AidSide::Back);
    let with = |moved: usize| {
        let stays = back.len() - moved;
        let charts = [chart::of_side(game, AidSide::Front), back[stays..].to_vec()].concat();
        let (front, small) = first.fitted(SIZES, |width| front_blocks(game, &charts, width, &signs))?;
        let (back, other) = second.fitted(SIZES, |width| chart::aligned(&back[..stays], width, &signs))?;
        Some((small.min(other), [front, back]))
    };
    let ways = (0..back.len()).filter_map(with);
    match ways.reduce(|best, way| if way.0 > best.0 { way } else { best }) {
        Some((_, pages)) => booklet.pages.extend(pages),
        None => {
            let charts = chart::of_side(game, AidSide::Front);
            let front = |frame: &Frame<'_>| front_blocks(game, &charts, frame.width(), &signs);
            booklet.pages.extend(first.packed(SIZES.0, front));
            booklet.pages.extend(second.packed(SIZES.0, |frame| chart::aligned(&back, frame.width(), &signs)));
        }
    }
    booklet
}

/// Width of the strip beside the frame of combat, as a share of the page, and what is between them.
const STRIP: f32 = 0.26;
const BETWEEN: f32 = 3.0;
/// Round what stands in the frame, and height of its title.
const INSIDE: f32 = 2.4;
const BAR: f32 = 7.0;
/// By how much what stands beside the sequence may reach below it.
const SPILL: f32 = 8.0;

/// The front, laid out in the order of hands: left the sequence of play, right in a frame all that is looked at when a
/// combat is rolled for, with the results at its foot; below and beside the sequence, what else is on the front.
fn front_blocks(game: &Published, charts: &[Chart], width: f32, signs: &chart::Signs) -> Vec<Block> {
    let strip = chart::strip(game, width * STRIP);
    let left = if strip.is_empty() { 0.0 } else { width * STRIP + BETWEEN };
    let inner = width - left - 2.0 * INSIDE;
    let combat = chart::charts_of_combat(game, inner);
    if combat.is_empty() {
        return strip.into_iter().chain(chart::aligned(charts, width, signs)).collect();
    }
    let strip = Block::column(strip);
    // what comes before the results stands above them, and what explains them below
    let parts = combat.chunk_by(|(above, _), (below, _)| above == below);
    let shelves = parts.map(|part| Frame::shelf(part.iter().map(|(_, block)| block.clone()).collect(), inner));
    let inside = Block::column(shelves.collect());
    let framed = inside.height + BAR + 2.0 * INSIDE;
    let mut block = Block::new(width, strip.height.max(framed));
    let frame = Outline::rounded(left, 0.0, width - left, framed, 1.5);
    block.draw(Shape::new(frame).stroke(Stroke::new(Colour::INK, 0.5)));
    block.draw(Shape::new(Outline::rounded(left, 0.0, width - left, BAR, 1.5)).fill(Colour::INK));
    let title = Text::new("Combat, from odds to result", point(left + INSIDE, 4.9), Face::Bold, 4.4, Colour::WHITE);
    block.draw(title);
    block.layers.extend(strip.layers);
    let at = point(left + INSIDE, BAR + INSIDE);
    block.layers.extend(inside.layers.into_iter().map(|layer| layer.moved(at)));
    // as many as there is room for between the frame and the end of the sequence
    let beside = |count: usize| Frame::shelf(chart::aligned(&charts[..count], width - left, signs), width - left);
    let room = |count: &usize| framed + GAP + beside(*count).height <= strip.height + SPILL;
    let fitting = (1..=charts.len()).take_while(room).last().unwrap_or(0);
    if fitting > 0 {
        let beside = beside(fitting);
        let at = point(left, framed + GAP);
        block.height = block.height.max(at.y + beside.height);
        block.layers.extend(beside.layers.into_iter().map(|layer| layer.moved(at)));
    }
    std::iter::once(block).chain(chart::aligned(&charts[fitting..], width, signs)).collect()
}
