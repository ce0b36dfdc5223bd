//! Rules of published hex wargames: pure, synchronous, without I/O and without a clock.
//!
//! - [`hex`]: numbered grids, neighbours, distances;
//! - [`definitions`]: a published game as data.

pub mod definitions;
pub mod games;
pub mod hex;
