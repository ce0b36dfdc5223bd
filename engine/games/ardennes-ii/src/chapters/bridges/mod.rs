//! Charged bridges (3.8).

mod orders;

pub use orders::{anything, candidates, check_step, likeliest, perform};

use crate::chapters::artillery;
use crate::chapters::asking::{by_scenario, several};
use crate::printed::{ALLIED, Definitions, GERMAN, Plunger, PlungerId};
use crate::truth::event::Event;
use crate::truth::state::{Charge, Phase, State};
use definitions::UnitId;
use definitions::hex::HexId;
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
    if !in_play(definitions, state, it) {
        return Err(by_scenario(definitions, state, 'a', format!("{place} is not in play")));
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
        let away = match state.unit(unit).hex() {
            Some(hex) => several(definitions.board.distance(hex, it.hex).into(), "hex"),
            None => return Err(Refusal::new("3.8i", format!("{name} is not on the map"))),
        };
        return Err(Refusal::new("3.8i", format!("{name} is {away} from {place}, {within} at most")));
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

/// Primed plungers whose hexes Germans pass through: tested without an attempt (3.8m).
pub fn spoiled(definitions: &Definitions, state: &State, hexes: &[HexId]) -> Vec<Event> {
    let taken = |hex: &HexId| {
        let plunger = definitions.board.plunger_in(*hex).filter(|it| state.charge(*it) == Charge::Primed)?;
        Some(Event::Tried { plunger, charge: Charge::Tested })
    };
    hexes.iter().filter_map(taken).collect()
}

/// The plungers that a German unit in a hex threatens: it stands next to a hex of one of their bridges, and an attempt could
/// be made now (3.8h to 3.8j, ruling R58).
pub fn near(definitions: &Definitions, state: &State, hex: HexId) -> Vec<PlungerId> {
    let plungers = definitions.board.plungers().iter().enumerate();
    let next = plungers.filter(|(_, it)| ends(definitions, it).any(|end| definitions.board.distance(end, hex) <= 1));
    next.map(|(at, _)| PlungerId(at as u16)).filter(|it| is_possible(definitions, state, *it)).collect()
}

/// The plungers that Germans threaten as a phase begins.
pub fn threatened(definitions: &Definitions, state: &State) -> Vec<PlungerId> {
    let disposition = state.disposition(definitions);
    let plungers = definitions.board.plungers().iter().enumerate();
    let next = plungers.filter(|(_, it)| ends(definitions, it).any(|end| disposition.adjacent(GERMAN, end)));
    next.map(|(at, _)| PlungerId(at as u16)).filter(|it| is_possible(definitions, state, *it)).collect()
}

/// Whether an attempt on a plunger could be made now, guns that must run before apart.
pub fn is_possible(definitions: &Definitions, state: &State, plunger: PlungerId) -> bool {
    let it = &definitions.board.plungers()[usize::from(plunger.0)];
    state.charge(plunger) == Charge::Primed
        && in_play(definitions, state, it)
        && !ends(definitions, it).any(|hex| state.disposition(definitions).holds(GERMAN, hex))
        && definitions
            .board
            .within(it.hex, definitions.tables.distances.charge)
            .any(|hex| state.disposition(definitions).stack(hex).any(|unit| definitions.counter(unit).side == ALLIED))
}

/// Whether a plunger is one that the scenario has: it lies in its playing area.
fn in_play(definitions: &Definitions, state: &State, plunger: &Plunger) -> bool {
    definitions.plans[usize::from(state.scenario)].in_play.contains(plunger.hex)
}

/// The hexes that the hexsides of a plunger's bridges belong to.
fn ends<'a>(definitions: &'a Definitions, plunger: &'a Plunger) -> impl Iterator<Item = HexId> + 'a {
    plunger.bridges.iter().flat_map(|bridge| definitions.board.bridge(*bridge).ends)
}
