//! What follows where a unit has gone: control (3.5), engineers and delay that give way (12.4.4, 6.3.1), bridges (10.6.2), St.
//! Vith (9.2.1), the Meuse (10.6.4), trucks (12.6), air supply (8.6) and Peiper's fuel (8.5).

use crate::DeadlyWoods;
use crate::chapters::{areas, bridges};
use crate::printed::{ALLIED, Definitions, GERMAN};
use crate::truth::event::Event;
use crate::truth::order::Marker;
use crate::truth::state::{Fuel, Phase, Place, State};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::Turn;

/// A unit has gone along a path, its first hex included: what follows.
pub fn went(turn: &mut Turn<'_, DeadlyWoods>, unit: UnitId, path: &[HexId]) {
    let definitions = turn.definitions();
    bridges::rebuilt(definitions, turn, unit, path).into_iter().for_each(|event| turn.emit(event));
    let side = definitions.counter(unit).side;
    if areas::frees(definitions, turn, side, path) {
        turn.emit(Event::MeuseCrossed);
    }
    came(turn, unit, &path[1.min(path.len())..]);
}

/// A unit has come into hexes, one after the other.
pub fn came(turn: &mut Turn<'_, DeadlyWoods>, unit: UnitId, hexes: &[HexId]) {
    let definitions = turn.definitions();
    let german = definitions.counter(unit).side == GERMAN;
    let plan = &definitions.plans[usize::from(turn.scenario)];
    let counts = |hex: &HexId| definitions.board.hex(*hex).settled() || plan.objectives.contains(hex);
    let taken = |hex: &HexId| counts(hex) && turn.german.contains(hex) != german;
    let hexes: Vec<HexId> = hexes.to_vec();
    let taken: Vec<HexId> = hexes.iter().copied().filter(taken).collect();
    if !taken.is_empty() {
        turn.emit(Event::Controlled { hexes: taken, german });
    }
    if german {
        for hex in &hexes {
            if let Some(engineers) = turn.disposition(definitions).engineers(*hex) {
                let place = Place::Track(turn.turn + definitions.tables.limits.driven_off);
                turn.emit(Event::SetAside { unit: engineers, place });
            }
        }
        if turn.st_vith.is_none() && hexes.contains(&definitions.named.st_vith) {
            turn.emit(Event::StVithEntered);
        }
        if turn.air.is_some_and(|air| hexes.contains(&air)) {
            turn.emit(Event::Marked { marker: Marker::AirSupply, hex: None });
        }
        let dump = unit == definitions.special.peiper && hexes.contains(&definitions.board.dump);
        if dump && turn.fuel == Fuel::Lies && turn.phase == Phase::OpeningMove {
            turn.emit(Event::FuelDecided { captured: true });
        }
    } else {
        let delay = definitions.special.delay;
        let entered = |hex: HexId| hexes.contains(&hex);
        if unit != delay && turn.unit(delay).hex().is_some_and(entered) {
            turn.emit(Event::SetAside { unit: delay, place: Place::Box });
        }
    }
    // the instant that it is next to an Allied unit, though it went on (12.6c)
    let seen = |hex: &HexId| turn.disposition(definitions).beside(definitions, ALLIED, *hex);
    if turn.motorised == Some(unit) && hexes.iter().any(seen) {
        turn.emit(Event::Motorised { unit: None });
    }
    trucks(turn);
}

/// The trucks go home the instant that their unit is next to an Allied one (12.6), or out of supply (8.3).
pub fn trucks(turn: &mut Turn<'_, DeadlyWoods>) {
    let definitions = turn.definitions();
    if turn.motorised.is_some_and(|unit| !keeps_trucks(definitions, turn, unit)) {
        turn.emit(Event::Motorised { unit: None });
    }
}

/// Whether a unit with trucks keeps them where it is.
pub fn keeps_trucks(definitions: &Definitions, state: &State, unit: UnitId) -> bool {
    let beside = |hex: HexId| state.disposition(definitions).beside(definitions, ALLIED, hex);
    state.unit(unit).hex().is_some_and(|hex| !beside(hex)) && !state.unit(unit).out
}
