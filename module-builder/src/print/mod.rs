//! Print and play: what a game needs on a table, as booklets of pages to print, cut and fold.
//!
//! - [`Part::Counters`]: counter sheets at true size, fronts and backs for printing on both sides of card;
//! - [`Part::FoldOver`]: the same for printers that print one side: fold, glue, cut;
//! - [`Part::Cards`], [`Part::CardsToFold`]: the same of the cards of a game that has some;
//! - [`Part::Mat`]: places for the piles of a game with cards or chits;
//! - [`Part::Tiles`]: the map on sheets of paper that overlap;
//! - [`Part::Poster`]: the map on one page at true size, with turns, tracks and boxes below it;
//! - [`Part::Aids`]: charts, tracks and boxes, the key to counters and map, credits and licences;
//! - [`Part::PlayerAid`]: a sheet with what players look up most, if the tables say what that is;
//! - [`Part::SetUp`]: of each scenario who stands where and what comes when;
//! - [`report()`]: what happened in a game that was played, turn by turn.
//!
//! All measures are millimetres. A counter is [`Settings::counter`] wide; a hex is so wide that a counter lies inside it
//! with the hex number to be seen ([`Settings::hex`]).

mod aids;
mod cards;
mod chart;
mod counters;
mod flow;
mod key;
mod map;
mod mat;
mod needs;
mod paper;
mod pieces;
mod player_aid;
mod report;
mod set_up;
mod set_up_map;
mod steps;
mod track;

pub use needs::shortages;
pub use paper::Paper;
pub use report::report;

use crate::booklet::Booklet;
use artwork::drawings::Drawings;
use artwork::map_picture::Theme;
use definitions::{CardForm, Published};

/// How to print.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The paper of all that is not the poster.
    pub paper: Paper,
    /// The inks of the map.
    pub theme: Theme,
    /// Side of a counter in millimetres.
    pub counter: f32,
}

/// Five eighths of an inch: the counters of most wargames.
pub const COUNTER: f32 = 15.875;

/// Width of a hex in sides of a counter. A square fits into a hex that is 1.366 times as wide across flats.
const HEX: f32 = 1.386;

impl Settings {
    /// Counters of five eighths of an inch on a paper, with the map in the printer's inks.
    pub fn new(paper: Paper) -> Settings {
        Settings { paper, theme: Theme::Printer, counter: COUNTER }
    }

    /// Width of a hex across flats in millimetres: 22 for the usual counters.
    pub fn hex(&self) -> f32 {
        self.counter * HEX
    }
}

/// A booklet of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Counter sheets for printing on both sides.
    Counters,
    /// Counter sheets to fold over.
    FoldOver,
    /// Sheets of cards for printing on both sides.
    Cards,
    /// Sheets of cards to fold over.
    CardsToFold,
    /// Places for piles of cards and chits.
    Mat,
    /// The map on many sheets.
    Tiles,
    /// The map on one page.
    Poster,
    /// Charts, tracks, keys and credits.
    Aids,
    /// The sheet to keep at hand.
    PlayerAid,
    /// Set-up sheets of the scenarios.
    SetUp,
}

impl Part {
    /// The parts that every game has.
    pub const ALL: [Part; 6] = [Part::Counters, Part::FoldOver, Part::Tiles, Part::Poster, Part::Aids, Part::SetUp];

    /// The parts that a game has: one that is a map alone has its map.
    pub fn of(game: &Published) -> Vec<Part> {
        if game.units.units.is_empty() {
            return vec![Part::Tiles, Part::Poster];
        }
        let cards = game.cards.sets.iter().any(|set| set.form == CardForm::Card);
        let cards = if cards { vec![Part::Cards, Part::CardsToFold] } else { Vec::new() };
        let mat = (!game.cards.piles.is_empty()).then_some(Part::Mat);
        let aid = (!game.aid.pages.is_empty()).then_some(Part::PlayerAid);
        Part::ALL.into_iter().chain(aid).chain(mat).chain(cards).collect()
    }

    /// What the file of the part is called for a game: `autumn-fog-map-tiles-a4.pdf`.
    pub fn file_name(self, game: &str, paper: Paper) -> String {
        let paper = paper.id();
        match self {
            Part::Counters => format!("{game}-counters-{paper}.pdf"),
            Part::FoldOver => format!("{game}-counters-to-fold-{paper}.pdf"),
            Part::Cards => format!("{game}-cards-{paper}.pdf"),
            Part::CardsToFold => format!("{game}-cards-to-fold-{paper}.pdf"),
            Part::Mat => format!("{game}-play-mat-{paper}.pdf"),
            Part::Tiles => format!("{game}-map-tiles-{paper}.pdf"),
            Part::Poster => format!("{game}-map-poster.pdf"),
            Part::Aids => format!("{game}-charts-{paper}.pdf"),
            Part::PlayerAid => format!("{game}-player-aid-{paper}.pdf"),
            Part::SetUp => format!("{game}-set-up-{paper}.pdf"),
        }
    }

    /// The part of a game.
    pub fn booklet(self, drawings: &Drawings<'_>, settings: &Settings) -> Booklet {
        let game = drawings.game;
        match self {
            Part::Counters => counters::duplex(game, &counters::counters(drawings, settings), settings),
            Part::FoldOver => counters::fold_over(game, &counters::counters(drawings, settings), settings),
            Part::Cards => counters::duplex(game, &counters::cards(drawings), settings),
            Part::CardsToFold => counters::fold_over(game, &counters::cards(drawings), settings),
            Part::Mat => mat::mat(game, settings),
            Part::Tiles => {
                let mut tiles = map::tiles(&game.map, &drawings.board(settings.theme), &game.title, settings);
                if !drawings.has_scan() {
                    map::key(drawings, settings, &mut tiles);
                }
                tiles
            }
            Part::Poster => map::poster(drawings, settings),
            Part::Aids => aids::aids(drawings, settings),
            Part::PlayerAid => player_aid::sheet(drawings, settings),
            Part::SetUp => set_up::sheets(drawings, settings),
        }
    }
}
