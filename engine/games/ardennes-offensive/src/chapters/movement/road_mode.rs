//! Road mode (6): changing it, being alone on the road, and having to leave it.

use crate::ArdennesOffensive;
use crate::chapters::movement;
use crate::printed::{Class, Definitions};
use crate::truth::event::{Event, Loss};
use crate::truth::state::{Phase, State};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Refusal, SideId, Turn};

/// The other units that a unit in a hex stands next to along a road, seen from one of them (6.5g).
pub fn beside<'a>(
    definitions: &'a Definitions,
    state: &'a State,
    unit: UnitId,
    hex: HexId,
) -> impl Iterator<Item = UnitId> + 'a {
    let joined = definitions.board.hex(hex).sides.iter().filter(|side| side.road).map(|side| side.there);
    joined
        .filter(|there| definitions.board.is_live(*there))
        .flat_map(|there| state.disposition(definitions).stack(there))
        .filter(move |other| *other != unit)
}

/// A friend in road mode next to whom, along a road, a unit may not end its move (6.5g, ruling R13).
pub fn disturbed(definitions: &Definitions, state: &State, unit: UnitId, hex: HexId) -> Option<UnitId> {
    let side = definitions.counter(unit).side;
    beside(definitions, state, unit, hex)
        .find(|other| definitions.counter(*other).side == side && state.unit(*other).road)
}

/// Whether a hex lies on a road.
pub fn on_road(definitions: &Definitions, hex: HexId) -> bool {
    definitions.board.hex(hex).sides.iter().any(|side| side.road)
}

/// Points that are left after a unit has changed its mode, in the measure of its new mode.
///
/// # Errors
/// The rule that forbids the change.
pub fn change(definitions: &Definitions, state: &State, unit: UnitId, road: bool) -> Result<u16, Refusal> {
    let (counter, it, name) = (definitions.counter(unit), state.unit(unit), definitions.name(unit));
    // who woke in an edge hex acts as any unit does (ruling R12)
    let Some(hex) = it.hex().filter(|hex| definitions.board.is_live(*hex) || it.awake) else {
        return Err(Refusal::new("6.3c", format!("{name} is not on the map")));
    };
    if it.road == road {
        let mode = if road { "is in road mode already" } else { "is not in road mode" };
        return Err(Refusal::new("6.4d", format!("{name} {mode}")));
    }
    if state.phase == Phase::Mechanized && counter.class == Class::Foot {
        return Err(Refusal::new(
            "6.2a",
            format!("{name} goes on foot and changes its mode in the initial movement phase only"),
        ));
    }
    let place = || definitions.place(hex);
    if road {
        if !on_road(definitions, hex) {
            return Err(Refusal::new("6.3c", format!("no road leads through {}, where {name} stands", place()))
                .remedy("Move it to a road first."));
        }
        if !definitions.tables.west_wall[counter.side.index()].road_mode && definitions.board.hex(hex).west_wall {
            return Err(Refusal::new(
                "11h",
                format!("{} belongs to the West Wall, where {name} may not be in road mode", place()),
            ));
        }
        // an edge hex is a larger area (8.3f)
        let mut company = state.disposition(definitions).stack(hex).filter(|_| definitions.board.is_live(hex));
        if let Some(other) = company.find(|other| *other != unit) {
            return Err(Refusal::new("6.5g", format!("{} stands in the same hex as {name}", definitions.name(other)))
                .remedy(apart(definitions, counter.side, name, other)));
        }
        if let Some(other) = beside(definitions, state, unit, hex).next() {
            return Err(Refusal::new(
                "6.5g",
                format!("{} stands next to {name} along the road", definitions.name(other)),
            )
            .remedy(apart(definitions, counter.side, name, other)));
        }
    }
    let rates = definitions.tables.road_rates(counter);
    let points = movement::points_left(definitions, state, unit);
    let Some(left) = points.checked_sub(rates.change) else {
        let what = movement::measure(false, points);
        let message = format!("{name} has {points} {what} left and a change of mode takes {}", rates.change);
        return Err(Refusal::new("6.3c", message));
    };
    Ok(if road { left * rates.hexes } else { left })
}

/// How a unit comes to be alone on the road, beside another one.
fn apart(definitions: &Definitions, side: SideId, name: &str, other: UnitId) -> String {
    if definitions.counter(other).side == side {
        format!("Move {} on first, or {name} to a road where it is alone.", definitions.name(other))
    } else {
        format!("Move {name} to a road where it is alone.")
    }
}

/// Takes units out of road mode that fought in it, sleepers as well (ruling R66), or out of play if they cannot pay (6.7l, E.6).
pub fn leave_by_duty(turn: &mut Turn<'_, ArdennesOffensive>, side: SideId) {
    let definitions = turn.definitions();
    let bound = |unit: &UnitId| turn.unit(*unit).must_deploy;
    let bound: Vec<UnitId> = definitions.units_of(side).filter(bound).collect();
    for unit in bound {
        if turn.unit(unit).hex().is_none() {
            continue;
        }
        let points = movement::points_left(definitions, turn, unit);
        match points.checked_sub(definitions.tables.road_rates(definitions.counter(unit)).change) {
            Some(left) => turn.emit(Event::MustDeploy { unit, left }),
            None => turn.emit(Event::Lost { unit, side, why: Loss::NoPoints, strength: 0 }),
        }
    }
}

/// Units that must part before anything else moves: one of two that stand side by side along the road is in road mode, as
/// retreats and advances may leave them, and at least one of the two can end that (6.5g, 6.7n, ruling R17).
pub fn to_part(definitions: &Definitions, state: &State, side: SideId) -> Vec<UnitId> {
    let key = (side, state.phase, state.mover);
    state.disposition(definitions).to_part.get(key, || search_to_part(definitions, state, side)).into_owned()
}

fn search_to_part(definitions: &Definitions, state: &State, side: SideId) -> Vec<UnitId> {
    let mut bound = Vec::new();
    for unit in definitions.units_of(side).filter(|unit| state.unit(*unit).road) {
        let Some(hex) = state.unit(unit).hex().filter(|hex| definitions.board.is_live(*hex)) else { continue };
        let friends = beside(definitions, state, unit, hex).filter(|other| definitions.counter(*other).side == side);
        let pair: Vec<UnitId> = friends.chain([unit]).collect();
        if pair.len() > 1 {
            bound.extend(pair.into_iter().filter(|unit| movement::can_part(definitions, state, *unit)));
        }
    }
    bound.sort_unstable();
    bound.dedup();
    bound
}
