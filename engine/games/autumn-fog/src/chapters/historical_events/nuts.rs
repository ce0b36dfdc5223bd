//! Nuts! (15.3c): American stacks around the marker fight with a better quality.

use crate::printed::definitions::Definitions;
use crate::truth::order::EventKind;
use crate::truth::state::{ALLIED, Field};
use definitions::UnitId;

/// What the marker adds to quality.
pub const BONUS: i8 = 1;

/// Whether the marker helps a unit: an American one in its hex or next to it (ruling R158).
pub fn stands(definitions: &Definitions, field: &Field, unit: UnitId) -> bool {
    let Some(hex) = field.hex_of(unit) else { return false };
    let near = |(kind, marker): &(EventKind, definitions::hex::HexId)| {
        *kind == EventKind::Nuts && definitions.board.distance(*marker, hex) <= 1
    };
    definitions.unit(unit).side == ALLIED && field.markers.iter().any(near)
}

/// The quality of a unit, the marker included (ruling R157).
pub fn quality(definitions: &Definitions, field: &Field, unit: UnitId) -> i8 {
    definitions.unit(unit).quality + if stands(definitions, field, unit) { BONUS } else { 0 }
}
