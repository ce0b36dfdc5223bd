//! Pictures of maps and counters, and the modules and sheets made of them.
//!
//! - [`survey`]: the geography of the Ardennes projected on the grid of a game;
//! - [`vassal`]: VASSAL modules.

pub mod survey;
pub mod vassal;
