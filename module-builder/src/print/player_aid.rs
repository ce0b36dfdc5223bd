//! The player aid: one sheet, printed on both sides, with what players look up most while they play.

use super::flow::{Block, Frame};
use super::{Settings, chart};
use crate::booklet::Booklet;
use artwork::drawings::Drawings;
use artwork::scene::{Colour, Face, Outline, Shape, Stroke, Text, point};
use definitions::{AidSide, Published};

/// Least and largest size of the charts: their texts are 2.9 mm high at 1. What is less could not be read at arm's length.
const SIZES: (f32, f32) = (0.76, 1.3);

/// A page for each side of the sheet; charts that do not fit on one go on to the next.
pub(super) fn sheet(drawings: &Drawings<'_>, settings: &Settings) -> Booklet {
    let game = drawings.game;
    let mut booklet = Booklet::new(format!("{}: player aid", game.title), game.credits.join(" "));
    let signs = chart::Signs::of(drawings, settings.theme, &mut booklet);
    for (side, what) in
        [(AidSide::Front, "Player aid: play and combat"), (AidSide::Back, "Player aid: ground and supply")]
    {
        let how = "On both sides of card, turned over the long edge.";
        let frame = Frame { title: &game.title, what, size: settings.paper.upright(), how };
        let charts = |width: f32| match side {
            AidSide::Front => front(game, width, &signs),
            _ => chart::charts_of_aid(game, side, width, &signs),
        };
        match frame.fitted(SIZES, charts) {
            Some(page) => booklet.pages.push(page),
            None => booklet.pages.extend(frame.packed(charts(frame.width()))),
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

/// The front, laid out in the order of hands: left the sequence of play, right in a frame all that is looked at when a
/// combat is rolled for, with the results at its foot; below, what else is on the front.
fn front(game: &Published, width: f32, signs: &chart::Signs) -> Vec<Block> {
    let strip_width = width * STRIP;
    let strip = chart::strip(game, strip_width);
    let left = if strip.is_empty() { 0.0 } else { strip_width + BETWEEN };
    let inner = width - left - 2.0 * INSIDE;
    let combat = chart::charts_of_combat(game, inner);
    let others = chart::charts_of_aid(game, AidSide::Front, width, signs);
    if combat.is_empty() {
        return strip.into_iter().chain(others).collect();
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
    std::iter::once(block).chain(others).collect()
}
