//! Movement (10): where a unit goes, and why not.

mod barrier;
pub mod orders;
mod reach;
mod withdrawal;

pub use barrier::{Barrier, Closed, barred};
pub use reach::{Gait, Mover, Reached};
pub use withdrawal::exits;

use crate::printed::{Definitions, GERMAN, Kind, POINT};
use crate::truth::state::State;
use definitions::UnitId;
use definitions::hex::HexId;

/// Half points in words: `3½ MP`.
pub fn points(half: u16) -> String {
    let (whole, rest) = (half / POINT, half % POINT);
    match (whole, rest) {
        (0, 1) => "½ MP".to_owned(),
        (_, 0) => format!("{whole} MP"),
        _ => format!("{whole}½ MP"),
    }
}

/// The gaits that a unit has a choice of.
pub fn gaits(definitions: &Definitions, state: &State, unit: UnitId, start: HexId) -> Vec<Gait> {
    if state.kind(definitions, unit) != Kind::Infantry {
        return vec![Gait::Wheels];
    }
    let rides = Mover::may_ride(definitions, state, unit, start);
    [Gait::Foot].into_iter().chain(rides.then_some(Gait::Trucks)).collect()
}

/// The ways that a unit may use, each a search of its own.
pub fn movers<'a>(
    definitions: &'a Definitions,
    state: &'a State,
    unit: UnitId,
    start: HexId,
    infiltrates: bool,
) -> Vec<Mover<'a>> {
    let gaits = gaits(definitions, state, unit, start).into_iter();
    let movers = gaits.map(|gait| Mover::new(definitions, state, unit, start, gait));
    movers.map(|mover| if infiltrates { mover.infiltrating() } else { mover }).collect()
}

/// Whether a German unit gives up its tanks when it moves (8.3); none if it cannot move at all.
pub fn without_tanks(definitions: &Definitions, state: &State, unit: UnitId) -> Option<Option<u8>> {
    let counter = definitions.counter(unit);
    let tanks = counter.side == GERMAN && state.kind(definitions, unit) == Kind::Armour;
    if !tanks || crate::chapters::supply::supplied(definitions, state, unit) {
        return Some(None);
    }
    counter.last.map(|(lost, _)| Some(lost))
}
