//! The chapters of the rulebook, a module each.

pub mod artillery;
pub mod asking;
pub mod barrage;
pub mod bridges;
pub mod combat;
pub mod disorganized;
pub mod movement;
mod occupation;
pub mod reinforcements;
pub mod sequence;
pub mod setup;
pub mod stacking;
pub mod supply;
pub mod terrain;
pub mod victory;
pub mod weather;
