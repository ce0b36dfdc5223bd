//! Positions to try rules on: the map, some units, a moment.

use crate::printed::{Definitions, files};
use definitions::UnitId;
use definitions::hex::HexId;
use std::sync::LazyLock;

/// The game as it comes with the program.
pub static GAME: LazyLock<Definitions> =
    LazyLock::new(|| Definitions::parse(&files()).unwrap_or_else(|faults| panic!("{}", faults[0])));

/// The hex with a number.
pub fn hex(number: &str) -> HexId {
    GAME.published.map.grid.find(number).unwrap_or_else(|| panic!("no hex {number}"))
}

/// The number of a hex.
pub fn number(hex: HexId) -> String {
    GAME.published.map.grid.number(hex)
}

/// The unit with an id.
pub fn unit(id: &str) -> UnitId {
    GAME.published.units.find(id).unwrap_or_else(|| panic!("no unit {id}"))
}
