//! Control and victory (6, 7.2b, 7.3e, 7.4e, 7.5e, 7.5f, 7.6e).

use crate::chapters::asking::several;
use crate::chapters::supply::Net;
use crate::printed::{ALLIED, Definitions, GERMAN};
use crate::truth::event::Event;
use crate::truth::state::{Ending, Place, State};
use definitions::hex::HexId;
use engine::contract::SideId;

/// VP hexes whose control changes: a side's units that can trace supply stand in them (6c).
pub fn taken(definitions: &Definitions, state: &State) -> Vec<Event> {
    let mut nets: [Option<Net>; 2] = [None, None];
    let mut events = Vec::new();
    for (at, (hex, _)) in definitions.board.objectives().iter().enumerate() {
        let held_by = if state.german.get(at) == Some(&true) { GERMAN } else { ALLIED };
        let comes = held_by.enemy();
        if !state.disposition(definitions).holds(comes, *hex) {
            continue;
        }
        let net = nets[comes.index()].get_or_insert_with(|| Net::trace(definitions, state, comes));
        if net.supplies(*hex) {
            events.push(Event::Controlled { objective: at as u8, german: comes == GERMAN });
        }
    }
    events
}

/// VP hexes whose control changes because a side's units pass through them in supply (6c, ruling R59).
pub fn passed(definitions: &Definitions, state: &State, side: SideId, hexes: &[HexId]) -> Vec<Event> {
    let mut net: Option<Net> = None;
    let mut events = Vec::new();
    for (at, (hex, _)) in definitions.board.objectives().iter().enumerate() {
        let german = state.german.get(at) == Some(&true);
        if german == (side == GERMAN) || !hexes.contains(hex) {
            continue;
        }
        if net.get_or_insert_with(|| Net::trace(definitions, state, side)).supplies(*hex) {
            events.push(Event::Controlled { objective: at as u8, german: side == GERMAN });
        }
    }
    events
}

/// Whether the Germans control a VP hex.
fn german(definitions: &Definitions, state: &State, hex: HexId) -> bool {
    let at = definitions.board.objectives().iter().position(|(it, _)| *it == hex);
    at.and_then(|at| state.german.get(at)).copied().unwrap_or(false)
}

/// The formations that have left with as many units as it takes, in time.
pub fn left<'a>(definitions: &'a Definitions, state: &State) -> Vec<&'a str> {
    let Some(exits) = &definitions.plans[usize::from(state.scenario)].exits else { return Vec::new() };
    let enough =
        exits.formations.iter().filter(|exit| out(definitions, state, &exit.formation) >= usize::from(exit.units));
    enough.map(|exit| exit.formation.as_str()).collect()
}

/// How many units of a formation have left in time.
pub fn out(definitions: &Definitions, state: &State, formation: &str) -> usize {
    let Some(exits) = &definitions.plans[usize::from(state.scenario)].exits else { return 0 };
    let of = |unit: definitions::UnitId| definitions.published.units.unit(unit).division == formation;
    let left = |place: Place| matches!(place, Place::Exited(turn) if turn <= exits.until);
    state.units.iter().filter(|(unit, it)| left(it.place) && of(*unit)).count()
}

/// The points that the Germans have now: VP hexes in play, and formations that have left.
pub fn points(definitions: &Definitions, state: &State) -> u16 {
    let plan = &definitions.plans[usize::from(state.scenario)];
    let held = definitions
        .board
        .objectives()
        .iter()
        .filter(|(hex, _)| plan.in_play.contains(*hex) && german(definitions, state, *hex));
    let exits = plan.exits.as_ref().and_then(|exits| exits.points).unwrap_or(0);
    held.map(|(_, points)| u16::from(*points)).sum::<u16>() + u16::from(exits) * left(definitions, state).len() as u16
}

/// What came of the game at its end: the winner, none for a draw, how great the victory is, and by which case (6a, 6b, and the
/// scenarios').
pub fn verdict(definitions: &Definitions, state: &State) -> Ending {
    let scenario = &definitions.published.scenarios[usize::from(state.scenario)];
    let (case, points) = (&scenario.case, state.best);
    if let Some(objectives) = &scenario.objectives {
        let held = objectives.hexes.iter().filter(|hex| german(definitions, state, **hex)).count();
        let plan = &definitions.plans[usize::from(state.scenario)];
        let exits = plan.exits.as_ref().filter(|exits| exits.points.is_none());
        let (gone, needed) = (left(definitions, state).len(), exits.map_or(0, |exits| exits.formations.len()));
        let (holds, leaves) = (held >= usize::from(objectives.needed), gone >= needed);
        let winner = if holds && leaves { GERMAN } else { ALLIED };
        let reason = match (holds, exits) {
            (false, _) => {
                format!("the Germans control {held} of {} VP hexes that they need ({case}e)", objectives.needed)
            }
            (true, Some(exits)) => {
                format!("of {needed} formations {gone} left the map by the end of turn {} ({case}f)", exits.until)
            }
            (true, None) => format!("the Germans control {held} VP hexes, {} are enough ({case}e)", objectives.needed),
        };
        return Ending {
            winner: Some(winner),
            level: format!("{} victory", definitions.side_name(winner)),
            points,
            reason,
        };
    }
    let level = definitions.tables.level(&scenario.id, points);
    let winner = [("German", GERMAN), ("Allied", ALLIED)].into_iter().find(|(word, _)| level.contains(word));
    // 7.3 has levels of its own
    let case = if scenario.id == "peiper" { "7.3f" } else { "6b" };
    let reason = format!("the best German turn brought {} ({case})", several(points.into(), "point"));
    Ending { winner: winner.map(|(_, side)| side), level: level.to_owned(), points, reason }
}
