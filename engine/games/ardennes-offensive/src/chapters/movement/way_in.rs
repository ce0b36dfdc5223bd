//! The roads by which reinforcements come are kept free for them: no Allied unit is delayed at will (14.1a, ruling R46).

use super::{Mover, left};
use crate::chapters::movement::{reinforcements, road_mode};
use crate::chapters::zones;
use crate::printed::{ALLIED, Definitions};
use crate::truth::state::{Phase, Place, State};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::Refusal;

/// Allied units that are due and beside the map.
fn waiting<'a>(definitions: &'a Definitions, state: &'a State) -> impl Iterator<Item = UnitId> + 'a {
    let due = (state.side == ALLIED && state.phase == Phase::Movement).then(|| definitions.units_of(ALLIED));
    due.into_iter().flatten().filter(move |unit| matches!(state.unit(*unit).place, Place::Waiting(_)))
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

/// The hexes to which a unit could still go in this phase, with what it would have left there.
fn ends(definitions: &Definitions, state: &State, unit: UnitId) -> Vec<(HexId, u16)> {
    let it = state.unit(unit);
    let here = it.hex().filter(|_| definitions.counter(unit).side == ALLIED);
    let Some(hex) = here.filter(|hex| definitions.board.is_live(*hex) && (!it.begun || state.mover == Some(unit)))
    else {
        return Vec::new();
    };
    let mover = Mover::new(definitions, state, unit, hex);
    let reach = mover.search(left(definitions, state, unit));
    let open = reach.hexes().iter().filter(|hex| mover.may_end(*hex));
    open.filter_map(|hex| Some((hex, reach.left(hex)?))).collect()
}

/// The friends who keep a unit out of a gate by which it could come if they made way, as each of them can; none where the
/// gate is barred by anything else.
fn who_can_make_way(definitions: &Definitions, state: &State, unit: UnitId, gate: HexId) -> Option<Vec<UnitId>> {
    let clear = zones::open(definitions, state, ALLIED, gate)
        && reinforcements::cost(definitions, state, ALLIED, gate) <= left(definitions, state, unit);
    let friends = in_the_way(definitions, state, unit, gate);
    let yields =
        |friend: &UnitId| ends(definitions, state, *friend).iter().any(|(hex, _)| !bars(definitions, *hex, gate));
    (clear && friends.iter().all(yields)).then_some(friends)
}

/// Whether a unit that waits can still come on in this phase, if its friends let it.
fn can_come(definitions: &Definitions, state: &State, unit: UnitId) -> bool {
    let mut gates = reinforcements::gates(definitions, state, unit).into_iter();
    gates.any(|gate| who_can_make_way(definitions, state, unit, gate).is_some())
}

/// The unit that waits and that could come now, but not any more afterwards.
fn shut_out(definitions: &Definitions, before: &State, after: &State) -> Option<UnitId> {
    waiting(definitions, before)
        .find(|unit| can_come(definitions, before, *unit) && !can_come(definitions, after, *unit))
}

/// The hexes by which those could come who wait: nobody else is kept off the map by anything.
pub struct Gates(Vec<HexId>);

impl Gates {
    /// The gates of all who wait now.
    pub fn of(definitions: &Definitions, state: &State) -> Gates {
        let mut gates: Vec<HexId> =
            waiting(definitions, state).flat_map(|unit| reinforcements::gates(definitions, state, unit)).collect();
        gates.sort_unstable();
        gates.dedup();
        Gates(gates)
    }

    fn barred(&self, definitions: &Definitions, hex: HexId) -> bool {
        self.0.iter().any(|gate| bars(definitions, hex, *gate))
    }

    /// The unit that a bound would keep off the map: it ends in a hex with so much left (14.1a).
    pub fn shut_for(
        &self,
        definitions: &Definitions,
        state: &State,
        unit: UnitId,
        to: HexId,
        then: u16,
    ) -> Option<UnitId> {
        if !self.barred(definitions, to) {
            return None;
        }
        let mut after = state.clone();
        after.mover = Some(unit);
        let it = after.units.get_mut(unit);
        (it.place, it.begun, it.left) = (Place::Hex(to), true, Some(then));
        shut_out(definitions, state, &after)
    }
}

/// The first hex to which a unit may go so that it bars a gate no longer, and shuts nobody out.
fn way_out(definitions: &Definitions, state: &State, unit: UnitId, gate: HexId) -> Option<HexId> {
    let gates = Gates::of(definitions, state);
    let mut ends = ends(definitions, state, unit).into_iter();
    let fits = |(hex, then): &(HexId, u16)| {
        !bars(definitions, *hex, gate) && gates.shut_for(definitions, state, unit, *hex, *then).is_none()
    };
    ends.find(fits).map(|(hex, _)| hex)
}

/// That nobody who is on the move stops in the way of who waits because another unit moves now (14.1a).
///
/// # Errors
/// Who must go on first.
pub fn check_others(definitions: &Definitions, state: &State, unit: UnitId) -> Result<(), Refusal> {
    let Some(mover) = state.mover.filter(|mover| *mover != unit) else { return Ok(()) };
    let Some(hex) = state.unit(mover).hex().filter(|hex| Gates::of(definitions, state).barred(definitions, *hex))
    else {
        return Ok(());
    };
    let mut after = state.clone();
    after.mover = Some(unit);
    let Some(kept) = shut_out(definitions, state, &after) else { return Ok(()) };
    let gates = reinforcements::gates(definitions, state, kept).into_iter();
    let Some(on) =
        gates.filter(|gate| bars(definitions, hex, *gate)).find_map(|gate| way_out(definitions, state, mover, gate))
    else {
        return Ok(());
    };
    let (mover, kept) = (definitions.name(mover), definitions.name(kept));
    let message = format!("{mover} in {} keeps {kept} off the map, which may not wait", definitions.place(hex));
    Err(Refusal::new("14.1a", message)
        .remedy(format!("Move {mover} on, as far as {} or elsewhere.", definitions.place(on))))
}

/// That nobody who is due is left waiting though friends can make way (14.1a, ruling R46).
///
/// # Errors
/// Who must make way for whom.
pub fn check_end(definitions: &Definitions, state: &State) -> Result<(), Refusal> {
    for unit in waiting(definitions, state) {
        for gate in reinforcements::gates(definitions, state, unit) {
            let friends = who_can_make_way(definitions, state, unit, gate).unwrap_or_default();
            let mut free =
                friends.iter().filter_map(|friend| Some((*friend, way_out(definitions, state, *friend, gate)?)));
            let Some((friend, on)) = free.next() else { continue };
            let (name, friend) = (definitions.name(unit), definitions.name(friend));
            let message =
                format!("{name} may not wait, and {friend} keeps it from entering at {}", definitions.place(gate));
            return Err(Refusal::new("14.1a", message)
                .remedy(format!("Move {friend} out of the way, as far as {} or elsewhere.", definitions.place(on))));
        }
    }
    Ok(())
}
