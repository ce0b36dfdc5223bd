//! Weather and air strikes (2.2).

use crate::printed::Definitions;
use crate::truth::event::Event;
use crate::truth::state::State;

/// Whether a die is rolled for frost this turn (2.2a).
pub fn rolls(definitions: &Definitions, state: &State) -> bool {
    definitions.tables.turn(state.turn).frost
}

/// What a die makes of the weather, for this turn alone (2.2a, ruling R3).
pub fn weather(definitions: &Definitions, face: u8) -> Event {
    Event::WeatherRolled { face, frost: definitions.tables.frost.has(face) }
}

/// The air strikes that a die gives in this weather, half of them in most scenarios, rounded down (2.2b, 7.3b to 7.6b).
pub fn strikes(definitions: &Definitions, state: &State, face: u8) -> Event {
    let all = definitions.tables.air_strikes(state.frost, face);
    let half = definitions.plans[usize::from(state.scenario)].half_strikes;
    Event::StrikesRolled { face, strikes: if half { all / 2 } else { all } }
}
