//! The surprise of 16 December (17.1g).

use crate::printed::definitions::Definitions;
use crate::truth::state::{ALLIED, Field, GERMAN};
use definitions::UnitId;

/// American units that start the game next to a German one: they may not move on turn 1 (17.1g, ruling R95).
pub fn surprised(definitions: &Definitions, field: &Field) -> Vec<UnitId> {
    let is_german = |unit: UnitId| definitions.unit(unit).side == GERMAN;
    let units = field.on_map().filter(|(unit, hex)| {
        let mut around = definitions.board.neighbours(*hex).flat_map(|(_, there)| field.in_hex(there));
        definitions.unit(*unit).side == ALLIED && around.any(is_german)
    });
    units.map(|(unit, _)| unit).collect()
}
