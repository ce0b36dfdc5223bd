//! *Ardennes II* (Standard Combat Series, MMP 2023).
//!
//! Data is in `assets/games/ardennes-ii`. The folders are layers, each of which knows those before it alone: what is
//! [`printed`] (map, counters, tables, scenarios), what is true ([`truth`]), the [`chapters`] of the rulebook, what a side sees
//! ([`sight`]), positions in text, the judge of all orders (`rules`), and above it those who talk, draw and play:
//! `language`, `drawing`, `facts`, `opponent`, [`standing`]. `tests/layers.rs` holds that.
//!
//! The game hides nothing: a view is the state and who looks.

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
pub struct ArdennesII;

#[cfg(test)]
mod tests;
