//! The chapters of the rulebook, a module each.

mod asking;
pub mod bridges;
pub mod combat;
pub mod movement;
pub mod paradrop;
pub mod sequence;
pub mod setup;
pub mod stacking;
pub mod supply;
pub mod victory;
pub mod zones;
