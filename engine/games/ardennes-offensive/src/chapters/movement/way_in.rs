//! The roads by which reinforcements come are kept free for them: no Allied unit is delayed at will (14.1a, ruling R46).

use super::{Mover, check_kind, left};
use crate::chapters::movement::{reinforcements, road_mode};
use crate::chapters::zones;
use crate::printed::{ALLIED, Definitions};
use crate::truth::state::{Phase, Place, State};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::Refusal;
use std::cell::OnceCell;

/// Allied units that are due and beside the map, and of those that may move in this phase.
fn waiting<'a>(definitions: &'a Definitions, state: &'a State) -> impl Iterator<Item = UnitId> + 'a {
    let moves = matches!(state.phase, Phase::Movement | Phase::Mechanized);
    let due = (state.side == ALLIED && moves).then(|| definitions.units_of(ALLIED));
    let waits = |unit: &UnitId| matches!(state.unit(*unit).place, Place::Waiting(_));
    due.into_iter().flatten().filter(waits).filter(|unit| check_kind(definitions, state, *unit).is_ok())
}

/// Whether somebody in a hex keeps units in road mode out of a gate: in it, or next to it along the road (6.5g).
fn bars(definitions: &Definitions, hex: HexId, gate: HexId) -> bool {
    hex == gate || definitions.board.side(hex, gate).is_some_and(|side| side.road)
}

/// Who keeps a unit that waits out of a gate.
fn in_the_way(definitions: &Definitions, state: &State, unit: UnitId, gate: HexId) -> Vec<UnitId> {
    let inside = state.disposition(definitions).stack(gate);
    inside.chain(road_mode::beside(definitions, state, unit, gate)).collect()
}

/// Gates that the enemy and his interdiction leave open to a unit, and for which its points suffice.
fn open<'a>(definitions: &'a Definitions, state: &'a State, unit: UnitId) -> impl Iterator<Item = HexId> + 'a {
    let has = left(definitions, state, unit);
    reinforcements::gates(definitions, state, unit).into_iter().filter(move |gate| {
        zones::open(definitions, state, ALLIED, *gate)
            && reinforcements::cut(definitions, state, unit, *gate).is_none()
            && reinforcements::cost(definitions, state, ALLIED, *gate) <= has
    })
}

/// Of the gates that the enemy leaves open to a unit those in whose way nobody is.
fn free<'a>(definitions: &'a Definitions, state: &'a State, unit: UnitId) -> impl Iterator<Item = HexId> + 'a {
    open(definitions, state, unit).filter(move |gate| in_the_way(definitions, state, unit, *gate).is_empty())
}

/// Whether a unit that waits finds a road that nobody bars.
fn can_come(definitions: &Definitions, state: &State, unit: UnitId) -> bool {
    free(definitions, state, unit).next().is_some()
}

/// Who waits at a moment and finds a road that nobody bars, with all such roads: looked for once a bound might matter to them.
pub struct Due<'a> {
    definitions: &'a Definitions,
    state: &'a State,
    found: OnceCell<Vec<(UnitId, Vec<HexId>)>>,
}

impl<'a> Due<'a> {
    /// Those of a moment.
    pub fn of(definitions: &'a Definitions, state: &'a State) -> Due<'a> {
        Due { definitions, state, found: OnceCell::new() }
    }

    fn find(&self) -> Vec<(UnitId, Vec<HexId>)> {
        let with_roads = |unit: UnitId| (unit, free(self.definitions, self.state, unit).collect::<Vec<HexId>>());
        waiting(self.definitions, self.state).map(with_roads).filter(|(_, roads)| !roads.is_empty()).collect()
    }

    /// The unit that a bound would keep off the map: it ends where it takes the last free road (14.1a).
    pub fn shut_out(&self, unit: UnitId, to: HexId) -> Option<UnitId> {
        if !self.definitions.board.is_by_gate(to) {
            return None;
        }
        // a road that is free now stays so if the bound does not end in its way
        let barred = |roads: &[HexId]| roads.iter().all(|gate| bars(self.definitions, to, *gate));
        let found = self.found.get_or_init(|| self.find());
        let mut pressed = found.iter().filter(|(_, roads)| barred(roads)).map(|(due, _)| *due).peekable();
        pressed.peek()?;
        let mut after = self.state.clone();
        after.units.get_mut(unit).place = Place::Hex(to);
        pressed.find(|due| !can_come(self.definitions, &after, *due))
    }
}

/// The nearest hex to which an Allied unit that has not ended its move may go so that it bars a gate no longer, and shuts nobody
/// out; none if it cannot.
fn way_out(definitions: &Definitions, state: &State, unit: UnitId, gate: HexId) -> Option<HexId> {
    let it = state.unit(unit);
    let free = definitions.counter(unit).side == ALLIED
        && (!it.begun || state.mover == Some(unit))
        && check_kind(definitions, state, unit).is_ok();
    let hex = it.hex().filter(|hex| free && definitions.board.is_live(*hex))?;
    let mover = Mover::new(definitions, state, unit, hex);
    let reach = mover.search(left(definitions, state, unit));
    let due = Due::of(definitions, state);
    let mut ends: Vec<HexId> = reach.hexes().iter().filter(|hex| mover.may_end(*hex)).collect();
    ends.sort_by_key(|end| definitions.board.distance(*end, hex));
    ends.into_iter().find(|end| !bars(definitions, *end, gate) && due.shut_out(unit, *end).is_none())
}

/// That nobody who is on the move stops in the way of who waits because another unit moves now (14.1a).
///
/// # Errors
/// Who must go on first.
pub fn check_others(definitions: &Definitions, state: &State, unit: UnitId) -> Result<(), Refusal> {
    let Some(mover) = state.mover.filter(|mover| *mover != unit) else { return Ok(()) };
    let search = || {
        state.unit(mover).hex().filter(|hex| definitions.board.is_by_gate(*hex))?;
        let alone = |kept: &UnitId, gate: &HexId| in_the_way(definitions, state, *kept, *gate) == [mover];
        waiting(definitions, state).filter(|kept| !can_come(definitions, state, *kept)).find_map(|kept| {
            let gate = open(definitions, state, kept).find(|gate| alone(&kept, gate))?;
            Some((kept, way_out(definitions, state, mover, gate)?))
        })
    };
    let found = state.disposition(definitions).must_go_on.get(mover, search).into_owned();
    let Some(((kept, on), hex)) = found.zip(state.unit(mover).hex()) else { return Ok(()) };
    let (mover, kept) = (definitions.name(mover), definitions.name(kept));
    let message = format!("{mover} in {} keeps {kept} off the map, which may not wait", definitions.place(hex));
    let on = definitions.published.map.grid.number(on);
    Err(Refusal::new("14.1a", message).remedy(format!("Move it on first: `move {mover} to {on}`, or elsewhere.")))
}

/// That nobody who is due is left waiting though friends who have not moved can make way (14.1a, ruling R46).
///
/// # Errors
/// Who must make way for whom.
pub fn check_end(definitions: &Definitions, state: &State) -> Result<(), Refusal> {
    for unit in waiting(definitions, state) {
        for gate in open(definitions, state, unit) {
            let friends = in_the_way(definitions, state, unit, gate);
            let ways: Option<Vec<HexId>> =
                friends.iter().map(|friend| way_out(definitions, state, *friend, gate)).collect();
            let Some((friend, on)) = ways.and_then(|ways| Some((*friends.first()?, *ways.first()?))) else { continue };
            // who is on the move and in somebody's way goes on before anybody else moves
            check_others(definitions, state, friend)?;
            let (name, friend) = (definitions.name(unit), definitions.name(friend));
            let message =
                format!("{name} may not wait, and {friend} keeps it from entering at {}", definitions.place(gate));
            let on = definitions.published.map.grid.number(on);
            return Err(Refusal::new("14.1a", message)
                .remedy(format!("Make way first: `move {friend} to {on}`, or elsewhere.")));
        }
    }
    Ok(())
}
