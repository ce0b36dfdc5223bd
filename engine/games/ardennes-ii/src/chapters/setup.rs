//! Set-up (7): a scenario before its first turn.

use crate::printed::{Definitions, GERMAN};
use crate::truth::state::{Charge, Place, State};

/// The state of a scenario before the first phase. Units whose list leaves a choice stand in the hex that it names.
///
/// # Errors
/// When the scenario does not exist; the message lists those that do.
pub fn initial(definitions: &Definitions, scenario: &str) -> Result<State, String> {
    let scenarios = &definitions.published.scenarios;
    let place = scenarios.iter().position(|known| known.id == scenario).ok_or_else(|| {
        let known: Vec<&str> = scenarios.iter().map(|scenario| scenario.id.as_str()).collect();
        format!("there is no scenario `{scenario}`; there are: {}", known.join(", "))
    })?;
    let plan = &definitions.plans[place];
    let mut state = State::empty(definitions, place as u8);
    for placed in &plan.placed {
        let unit = state.units.get_mut(placed.unit);
        (unit.place, unit.lost, unit.disorganised) = (Place::Hex(placed.hex), placed.lost, placed.disorganised);
    }
    for coming in &plan.coming {
        let unit = state.units.get_mut(coming.unit);
        (unit.place, unit.lost) = (Place::Due(coming.turn), coming.lost);
    }
    for (at, plunger) in definitions.board.plungers().iter().enumerate() {
        if plan.blown.contains(&plunger.hex) {
            state.charges[at] = Charge::Blown;
        }
    }
    // Germans have what they are given and what they stand in (ruling R43)
    for (at, (hex, _)) in definitions.board.objectives().iter().enumerate() {
        let there = state.disposition(definitions).holds(GERMAN, *hex);
        state.german[at] = there || plan.german.contains(hex);
    }
    Ok(state)
}
