//! The chapters of the rulebook.

pub mod areas;
pub mod asking;
pub mod assets;
pub mod bridges;
pub mod combat;
pub mod control;
pub mod movement;
pub mod replacements;
pub mod rounds;
pub mod sequence;
pub mod setup;
pub mod stacking;
pub mod supply;
pub mod victory;
