//! The player aid: one sheet, printed on both sides, with what players look up most while they play.

use super::flow::Frame;
use super::{Settings, chart};
use crate::booklet::Booklet;
use definitions::{AidSide, Published};

/// Least and largest size of the charts: their texts are 2.9 mm high at 1. What is less could not be read at arm's length.
const SIZES: (f32, f32) = (0.76, 1.3);

/// A page for each side of the sheet; charts that do not fit on one go on to the next.
pub(super) fn sheet(game: &Published, settings: &Settings) -> Booklet {
    let mut booklet = Booklet::new(format!("{}: player aid", game.title), game.credits.join(" "));
    for (side, what) in
        [(AidSide::Front, "Player aid: play and combat"), (AidSide::Back, "Player aid: ground and supply")]
    {
        let how = "On both sides of card, turned over the long edge.";
        let frame = Frame { title: &game.title, what, size: settings.paper.upright(), how };
        let charts = |width: f32| chart::charts_of_aid(game, side, width);
        match frame.fitted(SIZES, charts) {
            Some(page) => booklet.pages.push(page),
            None => booklet.pages.extend(frame.packed(charts(frame.width()))),
        }
    }
    booklet
}
