//! *The Deadly Woods* (Revolution Games), by Ted S. Raicer.
//!
//! Data is in `assets/games/deadly-woods`. The folders are layers, each of which knows those before it alone: what is
//! [`printed`] (map, counters, tables, chits, scenarios), what is true ([`truth`]), the [`chapters`] of the rulebook, what a side
//! sees ([`sight`]), positions in text, the judge of all orders (`rules`), and above it those who talk, draw and play:
//! `language`, `drawing`, `facts`, [`standing`], `opponent`. `tests/layers.rs` holds that.
//!
//! The game hides nothing: the content of the cup is public by the chart, and it has no order until a chit is drawn.

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
pub struct DeadlyWoods;

#[cfg(test)]
mod tests;
