use crate::printed::Definitions;
use crate::truth::event::Event;
use crate::truth::state::State;
use definitions::UnitId;

/// The units from which the first step of an attacker comes: the strongest of them by the numbers on the counters as they lie;
/// their owner chooses among equals (SCS.8a, ruling R22).
pub fn strongest(definitions: &Definitions, state: &State, attackers: &[UnitId]) -> Vec<UnitId> {
    let strength = |unit: &UnitId| definitions.counter(*unit).attack[usize::from(state.unit(*unit).lost.min(1))];
    let most = attackers.iter().map(strength).max();
    attackers.iter().copied().filter(|unit| Some(strength(unit)) == most).collect()
}

/// A unit loses a step: it is turned over, or dead with its last one (1.2a, 1.2b).
pub fn lost(definitions: &Definitions, state: &State, unit: UnitId) -> Event {
    let last = state.unit(unit).lost + 1 >= definitions.counter(unit).steps;
    if last { Event::Gone { unit } } else { Event::LostStep { unit } }
}
