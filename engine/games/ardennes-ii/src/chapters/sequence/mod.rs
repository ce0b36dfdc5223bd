//! The sequence of play (2.1, 4.3): what phase follows what.

mod flow;

pub use flow::{begin, end_phase, go_on, set_up};

use crate::printed::{ALLIED, Definitions, GERMAN};
use crate::truth::state::{Phase, State};
use engine::contract::SideId;

/// The phases of a turn in order, with whose player turn each belongs to. The US barrage belongs to the German one (2.1c).
const TURN: [(SideId, Phase); 10] = [
    (GERMAN, Phase::PreTurn),
    (GERMAN, Phase::Movement),
    (GERMAN, Phase::Barrage),
    (GERMAN, Phase::Combat),
    (GERMAN, Phase::Exploitation),
    (GERMAN, Phase::Supply),
    (ALLIED, Phase::Movement),
    (ALLIED, Phase::Combat),
    (ALLIED, Phase::Exploitation),
    (ALLIED, Phase::Supply),
];

/// The phase after the one that is under way; none when the turn is over (2.1e). On turn 1 the Germans have no exploitation
/// phase (4.3).
pub fn next(definitions: &Definitions, state: &State) -> Option<(SideId, Phase)> {
    // the pre-turn is of both, whoever places just then
    let side = if state.phase == Phase::PreTurn { GERMAN } else { state.side };
    let now = TURN.iter().position(|it| *it == (side, state.phase))?;
    let exploits = definitions.tables.turn(state.turn).exploitation;
    TURN[now + 1..].iter().copied().find(|it| exploits || *it != (GERMAN, Phase::Exploitation))
}

/// Whether a side takes its barrage markers off as a phase begins: with its player turn (3.5x, ruling R2).
pub fn takes_markers_off(phase: (SideId, Phase)) -> Option<SideId> {
    (phase.1 == Phase::Movement).then_some(phase.0)
}

/// Whether half markers of a side are settled as a phase ends (3.5q).
pub fn settles_halves(state: &State) -> Option<SideId> {
    match state.phase {
        Phase::Movement => Some(state.side),
        Phase::Barrage => Some(ALLIED),
        _ => None,
    }
}
