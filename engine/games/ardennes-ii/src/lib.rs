//! *Ardennes II* (Standard Combat Series, MMP 2023).
//!
//! Data is in `assets/games/ardennes-ii`. The folders are layers, each of which knows those before it alone: what is
//! [`printed`] (map, counters, tables, scenarios), what is true ([`truth`]), the [`chapters`] of the rulebook.
//!
//! The game is under construction: the chapters judge and work out what the rulebook says, and no table plays it yet. Which
//! cases hold is said in `rules.txt`.

pub mod chapters;
pub mod printed;
pub mod truth;

#[cfg(test)]
mod tests;
