//! Charged bridges (3.8).

use crate::chapters::artillery;
use crate::printed::{ALLIED, Definitions, GERMAN, Plunger, PlungerId};
use crate::truth::event::Event;
use crate::truth::state::{Charge, Phase, State};
use definitions::UnitId;
use engine::contract::{Refusal, SideId};

/// Judges an attempt of a unit to blow the bridges of a plunger, at any moment of any phase (3.8e to 3.8j).
///
/// # Errors
/// The rule that forbids it.
pub fn check(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    plunger: PlungerId,
    unit: UnitId,
) -> Result<(), Refusal> {
    let it = &definitions.board.plungers()[usize::from(plunger.0)];
    let (place, name) = (definitions.place(it.hex), definitions.name(unit));
    if side != ALLIED || definitions.counter(unit).side != ALLIED {
        return Err(Refusal::new("3.8e", "only the US player tries to blow bridges"));
    }
    match state.charge(plunger) {
        Charge::Primed => {}
        Charge::Blown => return Err(Refusal::new("3.8g", format!("the bridges at {place} are blown"))),
        Charge::Tested => {
            return Err(Refusal::new("3.8g", format!("the charges at {place} were tried; there is one attempt")));
        }
    }
    let within = definitions.tables.distances.charge;
    let near = state.unit(unit).hex().is_some_and(|hex| definitions.board.distance(hex, it.hex) <= within);
    if !near {
        return Err(Refusal::new("3.8i", format!("{name} is not within {within} hexes of {place}")));
    }
    if let Some(hex) = ends(definitions, it).find(|hex| state.disposition(definitions).holds(GERMAN, *hex)) {
        return Err(Refusal::new("3.8j", format!("Germans are at the bridge, in {}", definitions.place(hex))));
    }
    // guns run before the die is rolled (3.8l): where enemies move, for whoever advances in combat makes nobody run
    let moves = matches!(state.phase, Phase::Movement | Phase::Exploitation);
    match artillery::must_run(definitions, state, ALLIED).first().filter(|_| moves) {
        Some(gun) => Err(Refusal::new("3.8l", format!("{} bugs out first", definitions.name(*gun)))),
        None => Ok(()),
    }
}

/// What a die makes of an attempt: the bridges of the plunger are blown or tested, all alike, and the unit moves no more in this
/// phase (3.8i, 3.8k, 3.8n).
pub fn tried(definitions: &Definitions, plunger: PlungerId, unit: UnitId, face: u8) -> [Event; 2] {
    let charge = if definitions.tables.bridge_blown.has(face) { Charge::Blown } else { Charge::Tested };
    [Event::Tried { plunger, charge }, Event::Stayed { units: vec![unit] }]
}

/// Primed plungers in whose hex Germans are: their charges are tested without an attempt (3.8m).
pub fn overrun(definitions: &Definitions, state: &State) -> Vec<Event> {
    let taken = |(at, plunger): (usize, &Plunger)| {
        let id = PlungerId(at as u16);
        let lost = state.charge(id) == Charge::Primed && state.disposition(definitions).holds(GERMAN, plunger.hex);
        lost.then_some(Event::Tried { plunger: id, charge: Charge::Tested })
    };
    definitions.board.plungers().iter().enumerate().filter_map(taken).collect()
}

/// The hexes that the hexsides of a plunger's bridges belong to.
fn ends<'a>(definitions: &'a Definitions, plunger: &'a Plunger) -> impl Iterator<Item = definitions::hex::HexId> + 'a {
    plunger.bridges.iter().flat_map(|bridge| definitions.board.bridge(*bridge).ends)
}
