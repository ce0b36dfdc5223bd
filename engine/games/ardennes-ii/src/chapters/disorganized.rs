//! Disorganised units (3.4): what makes them so, and what frees them.

use crate::chapters::stacking;
use crate::printed::{Definitions, GERMAN};
use crate::truth::event::{Disorder, Event};
use crate::truth::state::{Phase, State};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::SideId;
use std::collections::BTreeSet;

/// Whether a hex is an active traffic jam for units of a side (3.1e to 3.1g).
pub fn jams(definitions: &Definitions, state: &State, side: SideId, hex: HexId) -> bool {
    side == GERMAN && definitions.board.hex(hex).jam && definitions.tables.turn(state.turn).jams
}

/// What the end of a phase does to stacks of both sides (3.4a, 3.4b, ruling R8): an event for each reason that somebody meets.
pub fn at_end_of_phase(definitions: &Definitions, state: &State) -> Vec<Event> {
    let (mut crowded, mut mixed) = (Vec::new(), Vec::new());
    for hex in occupied(state) {
        let stack: Vec<UnitId> = state.disposition(definitions).stack(hex).collect();
        let orderly = stack.iter().filter(|unit| !state.unit(**unit).disorganised).copied();
        if stacking::overstacked(definitions, stack.len()) {
            crowded.extend(orderly);
        } else if stacking::mixed_in(definitions, state, hex) {
            mixed.extend(orderly);
        }
    }
    told([(crowded, Disorder::Overstacked), (mixed, Disorder::Mixed)]).collect()
}

/// The beginning of a phase: who begins it adjacent to enemies and under their barrage markers (1.3d, 3.5w), and who begins it
/// in a traffic jam (3.4d).
pub fn at_begin_of_phase(definitions: &Definitions, state: &State, side: SideId, phase: Phase) -> Vec<Event> {
    let disposition = state.disposition(definitions);
    let (mut adjacent, mut under_fire, mut jammed) = (Vec::new(), Vec::new(), Vec::new());
    for (unit, it) in state.units.iter() {
        let Some(hex) = it.hex() else { continue };
        let own = definitions.counter(unit).side;
        if disposition.adjacent(own.enemy(), hex) {
            adjacent.push(unit);
        }
        if state.markers(own.enemy(), hex) > 0 {
            under_fire.push(unit);
        }
        if jams(definitions, state, own, hex) && !it.disorganised {
            jammed.push(unit);
        }
    }
    let began = Event::PhaseBegan { side, phase, adjacent, under_fire };
    [began].into_iter().chain(told([(jammed, Disorder::Jam)])).collect()
}

/// Units that have come into a traffic jam in order are so no more (3.4d).
pub fn jammed(definitions: &Definitions, state: &State) -> Option<Event> {
    if !definitions.tables.turn(state.turn).jams {
        return None;
    }
    let caught = |(unit, it): (UnitId, &crate::truth::state::UnitState)| {
        let hex = it.hex().filter(|_| !it.disorganised)?;
        jams(definitions, state, definitions.counter(unit).side, hex).then_some(unit)
    };
    let units: Vec<UnitId> = state.units.iter().filter_map(caught).collect();
    (!units.is_empty()).then_some(Event::Disorganised { units, why: Disorder::Jam })
}

/// The units that the pre-turn frees (3.4l to 3.4p): those for which nothing forbids it. Whether a unit is in supply is asked
/// of `supplied` (ruling R36).
pub fn recovering(definitions: &Definitions, state: &State, supplied: impl Fn(UnitId) -> bool) -> Vec<UnitId> {
    let free = |(unit, it): (UnitId, &crate::truth::state::UnitState)| {
        let hex = it.hex().filter(|_| it.disorganised)?;
        let stack = state.disposition(definitions).stack(hex).count();
        let kept = jams(definitions, state, definitions.counter(unit).side, hex)
            || stacking::overstacked(definitions, stack)
            || stacking::mixed_in(definitions, state, hex)
            || !supplied(unit);
        (!kept).then_some(unit)
    };
    state.units.iter().filter_map(free).collect()
}

/// The hexes with units.
fn occupied(state: &State) -> BTreeSet<HexId> {
    state.units.iter().filter_map(|(_, unit)| unit.hex()).collect()
}

/// Events for those reasons that somebody meets.
fn told<const N: usize>(reasons: [(Vec<UnitId>, Disorder); N]) -> impl Iterator<Item = Event> {
    let met = reasons.into_iter().filter(|(units, _)| !units.is_empty());
    met.map(|(units, why)| Event::Disorganised { units, why })
}
