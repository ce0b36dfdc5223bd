use super::retreat::ways;
use crate::chapters::barrage;
use crate::printed::{Allowance, Definitions};
use crate::truth::state::State;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::Refusal;

/// Why the stack in a hex must hold when it is attacked; none if its owner may choose (3.2a, 3.2e to 3.2h, ruling R25).
pub fn must_hold(definitions: &Definitions, state: &State, hex: HexId) -> Option<Refusal> {
    let stack: Vec<UnitId> = state.disposition(definitions).stack(hex).collect();
    let place = definitions.place(hex);
    let named =
        |fits: &dyn Fn(UnitId) -> bool| stack.iter().find(|unit| fits(**unit)).map(|unit| definitions.name(*unit));
    if let Some(name) = named(&|unit| state.unit(unit).disorganised) {
        return Some(Refusal::new("3.2e", format!("{name} is disorganised, so the stack in {place} must hold")));
    }
    // a half marker is one, too (ruling R31)
    if stack.first().is_some_and(|unit| barrage::marked(state, definitions.counter(*unit).side.enemy(), hex)) {
        return Some(Refusal::new("3.2f", format!("an enemy barrage marker lies on {place}, so the stack must hold")));
    }
    if definitions.board.hex(hex).city {
        return Some(Refusal::new("3.2g", format!("{place} is a city, so the stack must hold")));
    }
    if let Some(name) = named(&|unit| definitions.counter(unit).allowance == Allowance::Leg) {
        return Some(Refusal::new("3.2h", format!("{name} is on foot, so the stack in {place} must hold")));
    }
    let length = definitions.tables.distances.retreat;
    let whole = ways(definitions, state, &stack, hex, length).into_iter().any(|way| way.is_whole(length));
    (!whole).then(|| {
        Refusal::new("3.2b", format!("no way of {length} hexes is open to the stack in {place}, so it must hold"))
    })
}
