//! Set-up (3.2): a scenario before its first turn.

use crate::printed::Definitions;
use crate::truth::state::{Fuel, Place, State};

/// The state of a scenario before its first turn.
///
/// # Errors
/// When the scenario does not exist; the message lists those that do.
pub fn initial(definitions: &Definitions, scenario: &str, option: bool) -> Result<State, String> {
    let at = definitions.published.place_of_scenario(scenario)?;
    let plan = &definitions.plans[at];
    let mut state = State::empty(definitions, at as u8);
    state.option = option;
    for (unit, hex) in &plan.placed {
        state.units.get_mut(*unit).place = Place::Hex(*hex);
    }
    plan.boxed.iter().for_each(|unit| state.units.get_mut(*unit).place = Place::Box);
    plan.special.iter().for_each(|(unit, turn)| state.units.get_mut(*unit).place = Place::Track(*turn));
    for coming in &plan.coming {
        state.units.get_mut(coming.unit).place = Place::Due(coming.turn, coming.draw);
    }
    state.fuel = Fuel::Lies;
    Ok(state)
}
