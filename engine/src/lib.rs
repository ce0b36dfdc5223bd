//! Rules of published hex wargames: pure, synchronous, without I/O and without a clock.
//!
//! - [`hex`]: numbered grids, neighbours, distances;
//! - [`definitions`]: a published game as data;
//! - [`contract`]: what every game gives, and how an order is judged and carried out;
//! - [`chance`]: fair dice that anybody can check;
//! - [`table`]: a game under way, as a sequence of records;
//! - [`referee`]: a game in text, played for all to see;
//! - [`games`]: the games.

// so that what tests of the crate and tests beside it share names it in one way
#[cfg(test)]
extern crate self as engine;

pub mod chance;
pub mod contract;
pub mod definitions;
pub mod games;
pub mod hex;
pub mod referee;
mod spelling;
pub mod table;
