//! Stacking and divisional integrity (3.1).

use crate::printed::{Definitions, DivisionId};
use crate::truth::state::State;
use definitions::UnitId;
use definitions::hex::HexId;

/// Whether so many units in a hex are too many (3.1a).
pub fn overstacked(definitions: &Definitions, units: usize) -> bool {
    units > definitions.tables.distances.stacking
}

/// Whether units are of more than one division; independent ones are of any (3.1k, 3.1m).
pub fn mixed(definitions: &Definitions, units: impl IntoIterator<Item = UnitId>) -> bool {
    let mut divisions = units.into_iter().filter_map(|unit| definitions.counter(unit).division);
    let first: Option<DivisionId> = divisions.next();
    divisions.any(|other| Some(other) != first)
}

/// Whether a stack in a hex is mixed. Reinforcements in the entry area by which they came do not count (3.1n).
pub fn mixed_in(definitions: &Definitions, state: &State, hex: HexId) -> bool {
    let area = definitions.board.hex(hex).area.is_some();
    mixed(definitions, state.disposition(definitions).stack(hex).filter(|unit| !(area && state.unit(*unit).fresh)))
}
