//! *Enemy Action: Ardennes* (Compass Games), by John H. Butterfield: the two-player game.
//!
//! Data is in `assets/games/enemy-action`. The folders are layers, each of which knows those before it alone: what is
//! [`printed`] (map, counters, cards, chits, tables, scenarios), what is true ([`truth`]), the [`chapters`] of the rulebook,
//! what a side sees ([`sight`]), the judge of all orders (`rules`), and above it those who talk, draw and play: `language`,
//! `drawing`, `facts`, [`standing`], `opponent`, `position_text`. `tests/layers.rs` holds that.
//!
//! What is hidden are the cards: hands, draw piles, and which supplemental cards are in them. Judges see what lies open and
//! the hand of the side that orders ([`chapters::asking::Known`]).

pub mod chapters;
mod drawing;
mod facts;
mod game;
mod language;
mod opponent;
mod position_text;
pub mod printed;
mod rules;
pub mod sight;
pub mod standing;
pub mod truth;
pub mod verbs;

/// The game. What it is made of is said in the file `game`, each of its rooms in its own.
#[derive(Clone, Copy, Debug)]
pub struct EnemyAction;

#[cfg(test)]
mod tests;
