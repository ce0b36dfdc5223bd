//! Bridges (10.6): what engineers blow, and what crossing rebuilds.

use crate::DeadlyWoods;
use crate::chapters::asking::{misplaced, whereabouts};
use crate::printed::{ALLIED, BridgeId, Definitions, GERMAN, Kind};
use crate::truth::event::Event;
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Act, State};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Progress, Refusal, Turn};

/// What units rebuild that go along a path (10.6.2).
pub fn rebuilt(definitions: &Definitions, state: &State, unit: UnitId, path: &[HexId]) -> Vec<Event> {
    let german = definitions.counter(unit).side == GERMAN;
    let mut built = state.built;
    let mut events = Vec::new();
    for pair in path.windows(2) {
        let Some(bridge) = definitions.board.bridge_between(pair[0], pair[1]) else { continue };
        if !state.units.is_blown(bridge) {
            continue;
        }
        // the area of the hex that is entered
        let army = definitions.board.hex(pair[1]).army.filter(|_| german);
        if let Some(army) = army {
            if built[army as usize] >= definitions.tables.rebuilt {
                continue;
            }
            built[army as usize] += 1;
        }
        events.push(Event::BridgeBuilt { bridge, army });
    }
    events
}

/// Whether the round lets engineers blow bridges: Allied Move rounds alone (10.6.1).
pub fn is_time(state: &State) -> bool {
    state.round.as_ref().is_some_and(|round| round.act == Act::Move && round.side == ALLIED && !round.fights)
}

/// Why engineers may not blow a bridge (10.6.1, 12.4.3).
fn check(definitions: &Definitions, state: &State, bridge: BridgeId, unit: UnitId) -> Result<(), Refusal> {
    let name = definitions.name(unit);
    let [one, other] = definitions.board.bridge(bridge).ends;
    let place = format!("{}/{}", definitions.place(one), definitions.place(other));
    let at = state.disposition(definitions).all_engineers().find(|(_, known)| *known == unit);
    let Some((hex, _)) = at else {
        let why = match definitions.counter(unit).kind {
            Kind::Engineers => format!("is not on the map: {}", whereabouts(definitions, state.unit(unit).place)),
            _ => "is no engineers".to_owned(),
        };
        return Err(Refusal::new("12.4.3", format!("{name} {why}")));
    };
    if state.units.is_blown(bridge) {
        return Err(Refusal::new("10.6.1a", format!("the bridge {place} is blown")));
    }
    if state.round.as_ref().is_some_and(|round| round.blew.contains(&unit)) {
        return Err(Refusal::new("10.6.1a", format!("{name} has blown a bridge in this round")));
    }
    let reach = definitions.tables.engineers_reach;
    let far = definitions.board.distance(hex, one).min(definitions.board.distance(hex, other));
    if far > reach {
        let message = format!("{name} is {far} hexes from the bridge {place}, {reach} are allowed");
        return Err(Refusal::new("10.6.1a", message));
    }
    let disposition = state.disposition(definitions);
    if !disposition.holds(ALLIED, one) && !disposition.holds(ALLIED, other) {
        let message = format!("no Allied combat unit stands at the bridge {place}");
        return Err(Refusal::new("10.6.1a", message).remedy("One must stand on either side of it."));
    }
    Ok(())
}

/// Why engineers that are named do not blow a bridge where nobody can; none where they could.
pub fn refused(definitions: &Definitions, state: &State, [one, other]: [HexId; 2], unit: UnitId) -> Option<Refusal> {
    if !is_time(state) {
        return Some(Refusal::new(
            "10.6.1b",
            "engineers blow bridges in Allied Move rounds alone, before the first attack",
        ));
    }
    match definitions.board.bridge_between(one, other) {
        None => Some(no_bridge(definitions, one, other)),
        Some(bridge) => check(definitions, state, bridge, unit).err(),
    }
}

fn no_bridge(definitions: &Definitions, one: HexId, other: HexId) -> Refusal {
    let places = format!("{} and {}", definitions.place(one), definitions.place(other));
    Refusal::new("10.6.1a", format!("no bridge lies between {places}"))
}

/// The engineers that are meant for a bridge where none are named: the first that can blow it, else the nearest.
pub fn meant(definitions: &Definitions, state: &State, bridge: BridgeId) -> Option<UnitId> {
    let ends = definitions.board.bridge(bridge).ends;
    let worth = |(hex, unit): &(HexId, UnitId)| {
        let far = ends.map(|end| definitions.board.distance(*hex, end)).into_iter().min();
        (check(definitions, state, bridge, *unit).is_err(), far, *unit)
    };
    state.disposition(definitions).all_engineers().min_by_key(worth).map(|(_, unit)| unit)
}

/// What may be blown, each bridge by the first engineers that can.
pub fn possible(definitions: &Definitions, state: &State) -> Vec<(BridgeId, UnitId)> {
    if !is_time(state) {
        return Vec::new();
    }
    let engineers: Vec<UnitId> = state.disposition(definitions).all_engineers().map(|(_, unit)| unit).collect();
    let bridges = (0..definitions.board.bridges().len() as u16).map(BridgeId);
    let of = |bridge| engineers.iter().map(move |unit| (bridge, *unit));
    bridges.flat_map(of).filter(|(bridge, unit)| check(definitions, state, *bridge, *unit).is_ok()).collect()
}

/// Steps after `blow` in a round: the two hexes that the bridge joins, and who blows it.
pub fn candidates(definitions: &Definitions, state: &State, partial: &[Step], offer: &mut dyn FnMut(Step)) {
    let possible = possible(definitions, state);
    let ends = |bridge: BridgeId| definitions.board.bridge(bridge).ends;
    let mut steps: Vec<Step> = match partial {
        [_] => possible.iter().map(|(bridge, _)| Step::Hex(ends(*bridge)[0])).collect(),
        [_, Step::Hex(one)] => possible
            .iter()
            .filter(|(bridge, _)| ends(*bridge)[0] == *one)
            .map(|(it, _)| Step::Hex(ends(*it)[1]))
            .collect(),
        [_, Step::Hex(one), Step::Hex(other)] => {
            let of = possible.iter().filter(|(bridge, _)| ends(*bridge) == [*one, *other]);
            of.map(|(_, unit)| Step::Unit(*unit)).collect()
        }
        _ => Vec::new(),
    };
    let mut seen: Vec<Step> = Vec::new();
    steps.retain(|step| {
        let new = !seen.contains(step);
        seen.push(*step);
        new
    });
    steps.into_iter().for_each(offer);
}

/// Judges a step after `blow` in a round.
///
/// # Errors
/// The rule that forbids it.
pub fn check_step(
    definitions: &Definitions,
    state: &State,
    partial: &[Step],
    step: &Step,
) -> Result<Progress, Refusal> {
    let between = |one: HexId, other: HexId| {
        definitions.board.bridge_between(one, other).ok_or_else(|| no_bridge(definitions, one, other))
    };
    let ends = |one: HexId, other: HexId| between(one, other).map(|bridge| definitions.board.bridge(bridge).ends);
    match (partial, step) {
        ([Step::Verb(Verb::Blow)], Step::Hex(one)) => {
            let first = |bridge: &crate::printed::Bridge| bridge.ends[0] == *one;
            if !definitions.board.bridges().iter().any(first) {
                return Err(Refusal::new(
                    "10.6.1a",
                    format!("no bridge is named by {} first", definitions.place(*one)),
                ));
            }
            let possible = possible(definitions, state);
            if possible.iter().any(|(bridge, _)| definitions.board.bridge(*bridge).ends[0] == *one) {
                return Ok(Progress::Open);
            }
            let message = format!("none of your engineers can blow a bridge at {}", definitions.place(*one));
            Err(Refusal::new("10.6.1a", message)
                .remedy("They must be within 3 hexes, with a combat unit at the bridge."))
        }
        ([Step::Verb(Verb::Blow), Step::Hex(one)], Step::Hex(other)) => {
            let bridge = between(*one, *other)?;
            if ends(*one, *other)? != [*one, *other] {
                return Err(misplaced("the hexes of the bridge in the order of the map"));
            }
            match possible(definitions, state).iter().any(|(known, _)| *known == bridge) {
                true => Ok(Progress::Open),
                false => Err(Refusal::new("10.6.1a", "none of your engineers can blow this bridge")),
            }
        }
        ([Step::Verb(Verb::Blow), Step::Hex(one), Step::Hex(other)], Step::Unit(unit)) => {
            check(definitions, state, between(*one, *other)?, *unit)?;
            Ok(Progress::Complete)
        }
        _ => Err(misplaced("the two hexes that the bridge joins, then the engineers")),
    }
}

/// Blows a bridge.
pub fn perform(turn: &mut Turn<'_, DeadlyWoods>, order: &[Step]) {
    let [_, Step::Hex(one), Step::Hex(other), Step::Unit(unit)] = order else { return };
    if let Some(bridge) = turn.definitions().board.bridge_between(*one, *other) {
        turn.emit(Event::BridgeBlown { bridge, by: Some(*unit) });
    }
}
