//! Victory (16).

use crate::ArdennesOffensive;
use crate::chapters::supply::Net;
use crate::printed::{ALLIED, Definitions, GERMAN};
use crate::truth::event::Event;
use crate::truth::state::{Ending, State, Supply};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{SideId, Turn};

/// Whether the Germans hold an exit hex with units of which something is true: with one in it, or with the zone of one
/// beside it that is not in road mode, unless an Allied unit is in it (16c, 16h).
pub fn holds(definitions: &Definitions, state: &State, exit: HexId, counts: impl Fn(UnitId) -> bool) -> bool {
    let disposition = state.disposition(definitions);
    if disposition.present(ALLIED, exit) > 0 {
        return false;
    }
    let german = |unit: &UnitId| definitions.counter(*unit).side == GERMAN;
    if disposition.stack(exit).filter(german).any(&counts) {
        return true;
    }
    let live = definitions.board.around(exit).filter(|there| definitions.board.is_live(*there));
    let mut beside =
        live.flat_map(|there| disposition.stack(there)).filter(german).filter(|unit| !state.unit(*unit).road);
    beside.any(counts)
}

/// The exits that count for the Germans now (16c, 16d, 16g; rulings R55 and R58).
pub fn exits_held(definitions: &Definitions, state: &State) -> Vec<HexId> {
    let net = Net::of_defenders(definitions, state, GERMAN);
    let supplied = |unit: UnitId| net.of(unit) == Supply::Supplied;
    let garrison = in_bastogne(definitions, state, &net);
    let counts = |exit: &&crate::printed::Exit| garrison || !definitions.tables.with_garrison.has(exit.section);
    let exits = definitions.board.exits().iter().filter(counts);
    exits.map(|exit| exit.hex).filter(|exit| holds(definitions, state, *exit, supplied)).collect()
}

/// Whether a German unit in supply is in Bastogne now, so that the exits in the south count (16d).
pub fn garrisoned(definitions: &Definitions, state: &State) -> bool {
    in_bastogne(definitions, state, &Net::of_defenders(definitions, state, GERMAN))
}

fn in_bastogne(definitions: &Definitions, state: &State, net: &Net<'_>) -> bool {
    let mut garrison = state.disposition(definitions).stack(definitions.bastogne);
    garrison.any(|unit| definitions.counter(unit).side == GERMAN && net.of(unit) == Supply::Supplied)
}

/// Points for exits.
pub fn worth(definitions: &Definitions, held: &[HexId]) -> u16 {
    let exits = definitions.board.exits().iter().filter(|exit| held.contains(&exit.hex));
    exits.map(|exit| u16::from(exit.points)).sum()
}

/// Points of a side: units of the other side that are lost (16a), and for the Germans the exits last counted (16e).
pub fn points(definitions: &Definitions, state: &State, side: SideId) -> u16 {
    let units = state.lost[side.enemy().index()] * definitions.tables.unit_points;
    units + if side == GERMAN { state.exits } else { 0 }
}

/// Counts the points as a game turn ends (16e), and ends the game if they decide it.
pub fn count(turn: &mut Turn<'_, ArdennesOffensive>) {
    let definitions = turn.definitions();
    let held = exits_held(definitions, turn);
    let exits = worth(definitions, &held);
    let german = turn.lost[ALLIED.index()] * definitions.tables.unit_points + exits;
    let freed = turn.freed || german >= definitions.tables.crossing;
    turn.emit(Event::Counted { exits, held, freed });
    if let Some(ending) = ending(definitions, turn) {
        turn.emit(Event::Over { ending });
    }
}

/// Whether the game is over as a turn has ended, and who has won (16.1 to 16.3).
fn ending(definitions: &Definitions, state: &State) -> Option<Ending> {
    let points = SideId::BOTH.map(|side| points(definitions, state, side));
    let [german, allied] = points;
    let over = |winner, case: &str| Some(Ending { winner, case: case.to_owned(), points });
    let enough = german >= definitions.tables.needed;
    if enough && state.turn <= definitions.tables.immediate_turn {
        return over(Some(GERMAN), "16.2");
    }
    if state.turn < definitions.plans[usize::from(state.scenario)].last_turn {
        return None;
    }
    if !enough {
        return over(Some(ALLIED), "16.3");
    }
    // ruling R56: any number is enough against nothing
    let [won, lost] = definitions.tables.ratios;
    let winner = if 10 * german >= won * allied {
        Some(GERMAN)
    } else if 10 * german < lost * allied {
        Some(ALLIED)
    } else {
        None
    };
    over(winner, "16.1")
}
