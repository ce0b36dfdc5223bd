//! *The Ardennes Offensive* (SPI 1973) with its errata of 31 May 1973.
//!
//! Data is in `assets/games/ardennes-offensive`. Layers point one way: [`printed`] (map, counters, tables) → what is true
//! ([`state`], [`disposition`], [`event`], `evolve`) → a module for each chapter of the rulebook → sight, speech, standing
//! orders, drawing, opponent.
//!
//! The game hides nothing: a view is the state and who looks.

mod ahead;
pub mod bridges;
pub mod combat;
pub mod disposition;
mod drawing;
pub mod event;
mod evolve;
mod game;
pub mod movement;
mod opponent;
pub mod order;
pub mod paradrop;
mod pointing;
mod position_text;
pub mod printed;
pub mod reinforcements;
pub mod road_mode;
mod rules;
mod sequence;
pub mod setup;
pub mod sight;
mod speech;
pub mod stacking;
pub mod standing;
pub mod state;
pub mod supply;
pub mod verbs;
pub mod victory;
pub mod zones;

pub use game::ArdennesOffensive;

#[cfg(test)]
mod tests;
