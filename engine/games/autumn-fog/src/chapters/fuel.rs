//! The German fuel shortage (10.4).

use crate::AutumnFog;
use crate::printed::definitions::Definitions;
use crate::printed::options::Weather;
use crate::truth::event::Event;
use crate::truth::state::{Field, Supply};
use definitions::UnitId;
use engine::contract::Turn;

/// First turn on which the German rolls for fuel (10.4a).
const FIRST_TURN: u8 = 3;

/// Rolls for fuel in the supply phase (10.4a): a die in overcast, two that differ in clear weather.
pub fn roll(turn: &mut Turn<'_, AutumnFog>) {
    let number = turn.field.turn;
    if number < FIRST_TURN {
        return;
    }
    loop {
        let mut dice = vec![turn.die("fuel shortage", 6)];
        if Weather::of(number) == Weather::Clear {
            dice.push(turn.die("fuel shortage", 6));
        }
        let doubles = dice.len() > 1 && dice[0] == dice[1];
        let units = if doubles { Vec::new() } else { short(turn.definitions(), &turn.field, &dice) };
        turn.emit(Event::FuelRolled { dice, units });
        if !doubles {
            return;
        }
    }
}

/// The units that the dice stop and what becomes of their supply (10.4b, ruling R172). Units off the map are spared,
/// and so are those that arrive this turn, which have not entered yet (10.4c).
fn short(definitions: &Definitions, field: &Field, dice: &[u8]) -> Vec<(UnitId, Supply)> {
    let named = definitions.fuel.iter().filter(|(unit, die)| dice.contains(die) && field.hex_of(*unit).is_some());
    let stopped = named.map(|(unit, _)| {
        let supply = match field.unit(*unit).supply {
            Supply::Supplied => Supply::Isolated,
            Supply::Isolated | Supply::Unsupplied => Supply::Unsupplied,
        };
        (*unit, supply)
    });
    stopped.collect()
}
