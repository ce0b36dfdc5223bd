//! Stacking (8).

use crate::printed::Definitions;
use crate::truth::state::State;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::SideId;

/// Why a unit may not be in a hex with those that are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crowd {
    /// The hex is full (8).
    Full,
    /// A German infantry division stands alone (8.2c).
    Division,
    /// A unit in road mode stacks with nobody (6.5g).
    Road,
}

/// Whether a unit may be in a hex together with the other units there, in edge hexes with any number (8.3f), whatever
/// its mode (ruling R65). It will be in road mode or not.
pub fn fits(definitions: &Definitions, state: &State, unit: UnitId, hex: HexId, road: bool) -> Result<(), Crowd> {
    if !company(definitions, state, unit, hex) {
        return Ok(());
    }
    let division = |unit: UnitId| definitions.counter(unit).division;
    let mut others = 0;
    for other in state.disposition(definitions).stack(hex).filter(|other| *other != unit) {
        if road || state.unit(other).road {
            return Err(Crowd::Road);
        }
        if division(unit) || division(other) {
            return Err(Crowd::Division);
        }
        others += 1;
    }
    if others < definitions.tables.stack_limit { Ok(()) } else { Err(Crowd::Full) }
}

/// Whether a unit has company in a hex: other units to be joined or left at a cost (8.1a).
pub fn company(definitions: &Definitions, state: &State, unit: UnitId, hex: HexId) -> bool {
    let disposition = state.disposition(definitions);
    let own = u8::from(state.unit(unit).hex() == Some(hex));
    !definitions.board.is_edge(hex) && SideId::BOTH.iter().map(|side| disposition.present(*side, hex)).sum::<u8>() > own
}
