use super::attack::{Draft, able, attackable, neighbours};
use crate::printed::{Definitions, GERMAN};
use crate::truth::state::State;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Refusal, SideId};

/// Whether attacks are a duty now: for the Germans in turn 1 (E.4).
fn binds(state: &State, side: SideId) -> bool {
    side == GERMAN && state.turn == 1
}

/// The hexes of the other side beside units that can attack, each once, which were not attacked yet.
fn owed(definitions: &Definitions, state: &State, side: SideId) -> Vec<HexId> {
    let mut hexes: Vec<HexId> = definitions
        .units_of(side)
        .filter_map(|unit| able(definitions, state, side, unit).ok())
        .flat_map(|hex| definitions.board.around(hex))
        .filter(|hex| attackable(definitions, state, side, *hex))
        .collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

/// Whether an attack leaves the duties of the first turn such that they can be met (E.4, ruling R1).
///
/// # Errors
/// The enemy whom nobody could attack any more, or the unit that would have nobody left to attack.
pub fn check_attack(definitions: &Definitions, state: &State, side: SideId, draft: &Draft) -> Result<(), Refusal> {
    if !binds(state, side) {
        return Ok(());
    }
    let left: Vec<HexId> =
        owed(definitions, state, side).into_iter().filter(|hex| !draft.targets.contains(hex)).collect();
    let free = |hex: &HexId| {
        let mut near = neighbours(definitions, state, side, std::slice::from_ref(hex));
        near.any(|unit| !draft.units.contains(&unit))
    };
    if let Some(stranded) = left.iter().find(|hex| !free(hex)) {
        let last: Vec<UnitId> = neighbours(definitions, state, side, std::slice::from_ref(stranded)).collect();
        let (names, place) = (definitions.names(&last), definitions.place(*stranded));
        let message = format!("after this attack nobody could attack {place}, which must be attacked in turn 1");
        let spare = if last.len() == 1 { names } else { format!("one of {names}") };
        return Err(Refusal::new("E.4", message).remedy(format!("Attack {place} as well, or spare {spare} for it.")));
    }
    let beside = |unit: UnitId, there: HexId| {
        let hex = state.unit(unit).hex();
        hex.is_some_and(|hex| definitions.board.side(hex, there).is_some())
    };
    let idle = |unit: &UnitId| {
        able(definitions, state, side, *unit).is_ok()
            && !draft.units.contains(unit)
            && draft.targets.iter().any(|target| beside(*unit, *target))
            && !left.iter().any(|hex| beside(*unit, *hex))
    };
    let Some(unit) = definitions.units_of(side).find(idle) else { return Ok(()) };
    let name = definitions.name(unit);
    let message = format!("{name} must take part in an attack in turn 1, and would have nobody left to attack");
    let remedy = match draft.targets.iter().find(|target| !beside(unit, **target)) {
        None => format!("Add {name}."),
        Some(far) => {
            let far = definitions.place(*far);
            format!("{name} is not next to {far}: attack {far} apart from the hexes that {name} is next to.")
        }
    };
    Err(Refusal::new("E.4", message).remedy(remedy))
}

/// Whether the duties of the first turn are done (E.4).
///
/// # Errors
/// An enemy that must still be attacked, and by whom he can be.
pub fn check_end(definitions: &Definitions, state: &State, side: SideId) -> Result<(), Refusal> {
    if !binds(state, side) {
        return Ok(());
    }
    let Some(hex) = owed(definitions, state, side).into_iter().next() else { return Ok(()) };
    let near: Vec<UnitId> = neighbours(definitions, state, side, std::slice::from_ref(&hex)).collect();
    let message = format!("the units in {} must be attacked in turn 1", definitions.place(hex));
    Err(Refusal::new("E.4", message).remedy(format!("Next to them: {}.", definitions.names(&near))))
}
