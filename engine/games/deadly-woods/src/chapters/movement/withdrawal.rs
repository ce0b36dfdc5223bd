//! Emergency withdrawal (10.3).

use super::Mover;
use crate::chapters::supply;
use crate::printed::{Definitions, GERMAN};
use crate::truth::state::State;
use definitions::UnitId;
use definitions::hex::HexId;

/// The ways out of a unit that zones of control hold: over a friend in supply that has not moved and will not, to a hex in supply
/// without enemies next to it. Each with who holds the door open.
pub fn exits(definitions: &Definitions, state: &State, unit: UnitId, start: HexId) -> Vec<(Vec<HexId>, UnitId)> {
    let board = &definitions.board;
    let side = definitions.counter(unit).side;
    let disposition = state.disposition(definitions);
    let passes = |from: HexId, to: HexId| {
        // a German's whole allowance is needed to drive engineers off, at the start of a move (R72)
        let engineers = side == GERMAN && disposition.engineers(to).is_some();
        Mover::passes(definitions, state, unit, from, to) && !disposition.holds(side.enemy(), to) && !engineers
    };
    let mut found: Vec<(Vec<HexId>, UnitId)> = Vec::new();
    for first in board.around(start).filter(|first| passes(start, *first)) {
        let holds = |friend: &UnitId| {
            let it = state.unit(*friend);
            definitions.counter(*friend).side == side && !it.moved && supply::supplied(definitions, state, *friend)
        };
        let Some(friend) = disposition.stack(first).find(holds) else { continue };
        for second in board.around(first).filter(|second| *second != start && passes(first, *second)) {
            let safe = supply::reaches(definitions, state, unit, second)
                && !disposition.beside(definitions, side.enemy(), second);
            if safe && found.iter().all(|(path, _)| path[2] != second) {
                found.push((vec![start, first, second], friend));
            }
        }
    }
    found
}
