//! Hex geometry: numbered grids and dense boards.
//!
//! A [`Grid`] turns the number printed on a map into a dense [`HexId`] and back, and knows neighbours and
//! distances. Everything else (what lies in a hex, what it costs) belongs to the definitions or to a game.

mod direction;
mod grid;
mod numbering;
mod set;

pub use direction::Direction;
pub use grid::{Grid, HexId, Layout};
pub use numbering::{Corner, First, Numbering, Order, SHEET};
pub use set::HexSet;
