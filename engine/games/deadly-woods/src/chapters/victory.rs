//! Victory (3.4, 15), and the withdrawal of the SS on which it hangs (12.10).

use crate::chapters::asking::counted;
use crate::chapters::supply;
use crate::printed::{ALLIED, Definitions, GERMAN, Kind};
use crate::truth::state::{Ending, Place, Ss, State};
use definitions::UnitId;
use definitions::hex::HexId;

/// The VP hexes that the Germans control, each with whether it counts: in supply (3.4).
pub fn objectives(definitions: &Definitions, state: &State) -> Vec<(HexId, bool)> {
    let plan = &definitions.plans[usize::from(state.scenario)];
    let held = plan.objectives.iter().copied().filter(|hex| state.german.contains(hex));
    held.map(|hex| (hex, supply::traced(definitions, state, GERMAN, hex))).collect()
}

/// The points of the Germans now.
pub fn points(definitions: &Definitions, state: &State) -> u8 {
    objectives(definitions, state).into_iter().filter(|(_, counts)| *counts).count() as u8
}

/// Motorized German steps over the Meuse in the British area in supply (3.4, R9).
pub fn steps_over_meuse(definitions: &Definitions, state: &State) -> u16 {
    let counts = |unit: &UnitId| {
        let hex = state.unit(*unit).hex();
        let motorized = state.kind(definitions, *unit) != Kind::Infantry && definitions.counter(*unit).kind.fights();
        let over = |hex: HexId| {
            let it = definitions.board.hex(hex);
            it.behind_meuse && it.british
        };
        motorized && hex.is_some_and(over) && supply::supplied(definitions, state, *unit)
    };
    let units = definitions.units_of(GERMAN).filter(counts);
    units.map(|unit| u16::from(state.unit(unit).steps(definitions.counter(unit)))).sum()
}

/// Points that the Germans need as the game stands at its end (3.4).
pub fn needed(definitions: &Definitions, state: &State) -> u8 {
    let victory = definitions.tables.victory;
    if !definitions.plans[usize::from(state.scenario)].campaign {
        return victory.attack;
    }
    match state.ss {
        Ss::Kept | Ss::TooFew => victory.kept,
        Ss::Open | Ss::Left => victory.campaign,
    }
}

/// How the game ends with a turn, if it does.
pub fn ending(definitions: &Definitions, state: &State, points: u8, steps: u16) -> Option<Ending> {
    let (sudden, over) = (definitions.tables.victory.sudden, definitions.tables.victory.over_meuse);
    if steps >= over {
        let reason = format!("{steps} supplied motorized German steps are over the Meuse, {over} win at once (3.4b)");
        return Some(Ending { winner: GERMAN, reason });
    }
    if points >= sudden {
        let reason = format!("the Germans hold {}, {sudden} win at once (3.4c)", held(points));
        return Some(Ending { winner: GERMAN, reason });
    }
    if state.turn < definitions.plans[usize::from(state.scenario)].last {
        return None;
    }
    let needed = needed(definitions, state);
    let winner = if points >= needed { GERMAN } else { ALLIED };
    let reason = format!("the Germans hold {} at the end, {needed} were needed (3.4d)", held(points));
    Some(Ending { winner, reason })
}

fn held(points: u8) -> String {
    format!("{} in supply", counted(u16::from(points), "VP hex", "VP hexes"))
}

/// Those who are marked for the withdrawal and still in play, guns and rockets among them (12.10).
pub fn marked(definitions: &Definitions, state: &State) -> Vec<UnitId> {
    let in_play = |unit: &UnitId| {
        let place = state.unit(*unit).place;
        definitions.counter(*unit).withdraws && matches!(place, Place::Hex(_) | Place::Box | Place::Track(_))
    };
    definitions.units_of(GERMAN).filter(in_play).collect()
}

/// Their steps.
pub fn marked_steps(definitions: &Definitions, state: &State) -> u16 {
    let marked = marked(definitions, state).into_iter();
    marked.map(|unit| u16::from(state.unit(unit).steps(definitions.counter(unit)))).sum()
}

/// Those of them who leave: all in supply (12.10).
pub fn leaving(definitions: &Definitions, state: &State) -> Vec<UnitId> {
    marked(definitions, state).into_iter().filter(|unit| supply::supplied(definitions, state, *unit)).collect()
}
