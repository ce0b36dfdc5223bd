//! Assets and markers that are laid onto the map (12.4 to 12.9, 8.6).

use crate::DeadlyWoods;
use crate::chapters::asking::{misplaced, not_yet, whereabouts};
use crate::chapters::rounds::reinforcements;
use crate::chapters::{stacking, supply};
use crate::printed::{ALLIED, Army, Definitions, Draw, GERMAN, Ground, Kind, during};
use crate::truth::event::Event;
use crate::truth::order::{Marker, Step, Verb};
use crate::truth::state::{Act, Phase, Place, State};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Progress, Refusal, SideId, Turn};

/// Where a unit beside the map, or one that has just entered, may be laid now.
pub fn hexes(definitions: &Definitions, state: &State, side: SideId, unit: UnitId) -> Vec<HexId> {
    if reinforcements_move(state) {
        return reinforcements::others(definitions, state, side, unit);
    }
    if check_unit(definitions, state, side, unit).is_err() {
        return Vec::new();
    }
    definitions.board.all().filter(|hex| check_hex(definitions, state, unit, *hex).is_ok()).collect()
}

fn reinforcements_move(state: &State) -> bool {
    state.round.as_ref().is_some_and(|round| matches!(round.act, Act::Enter(_)))
}

/// Why an asset may not be laid out at all now.
fn check_unit(definitions: &Definitions, state: &State, side: SideId, unit: UnitId) -> Result<(), Refusal> {
    let (counter, name) = (definitions.counter(unit), definitions.name(unit));
    let special = &definitions.special;
    let refuse = |case: &'static str, message: String| Err(Refusal::new(case, message));
    if counter.side != side {
        return refuse("4.1f", format!("{name} is not yours"));
    }
    if let Some(refusal) = not_yet(definitions, state, unit) {
        return Err(refusal);
    }
    let right = match state.phase {
        Phase::OpeningDrop => unit == special.parachutists,
        Phase::AlliedAssets => counter.kind == Kind::Engineers,
        // Delay is laid last (12.1f, R13)
        Phase::Traffic => unit == special.delay,
        _ => false,
    };
    if !right {
        return Err(not_now(definitions, state, unit));
    }
    if state.unit(unit).place != Place::Box {
        let at = whereabouts(definitions, state.unit(unit).place);
        return refuse("12.1a", format!("{name} is not in its Asset Box: {at}"));
    }
    if unit == special.delay && !(state.initiative == GERMAN && during(definitions.tables.assets.delay, state.turn)) {
        return refuse(
            "12.9.1b",
            "the Delay asset is there on turns with German initiative, from turn 2 on".to_owned(),
        );
    }
    if counter.kind == Kind::Engineers && state.turn == 1 {
        return refuse("4.1b", "engineers are not moved on turn 1".to_owned());
    }
    Ok(())
}

/// When a unit is laid out that is not laid out now.
fn not_now(definitions: &Definitions, state: &State, unit: UnitId) -> Refusal {
    let (kind, name, special) = (definitions.counter(unit).kind, definitions.name(unit), &definitions.special);
    let dropped = definitions.name(special.parachutists);
    let (case, why) = match kind {
        _ if state.phase == Phase::OpeningDrop => ("12.7a", format!("is not laid out now, when {dropped} is dropped")),
        _ if unit == special.parachutists => ("12.7a", "is dropped after the first Reaction of turn 1".to_owned()),
        _ if unit == special.delay => ("12.1f", "is laid out in the asset phase, last of all, with traffic".to_owned()),
        Kind::Engineers => ("12.1f", "is laid out in the asset phase, first of all".to_owned()),
        kind if kind.fights() => ("12.1f", "is no asset, so it is not laid out".to_owned()),
        _ => ("12.1a", "supports combats from its Asset Box and is not laid out".to_owned()),
    };
    Refusal::new(case, format!("{name} {why}"))
}

/// Why an asset may not lie in a hex.
fn check_hex(definitions: &Definitions, state: &State, unit: UnitId, hex: HexId) -> Result<(), Refusal> {
    let (counter, name, place) = (definitions.counter(unit), definitions.name(unit), definitions.place(hex));
    let it = definitions.board.hex(hex);
    let disposition = state.disposition(definitions);
    let refuse =
        |case: &'static str, why: &str| Err(Refusal::new(case, format!("{name} cannot be laid in {place}: {why}")));
    if unit == definitions.special.parachutists {
        if it.army != Some(Army::Sixth) {
            return refuse("12.7b", "it is not in the 6th Panzer Army's area");
        }
        if it.settled() || !matches!(it.ground, Ground::Clear | Ground::Woods) {
            return refuse("12.7b", "it is not clear or woods without a village or town");
        }
        if disposition.holds(ALLIED, hex) || disposition.zones(ALLIED).contains(hex) {
            return refuse("12.7b", "an Allied unit is in it or has it in its zone");
        }
        let crowd = stacking::with(definitions, state, hex, &[unit]);
        return if crowd.is_some() { refuse("6b", "too many are in it") } else { Ok(()) };
    }
    let case = if unit == definitions.special.delay { "12.9.1c" } else { "12.4.1c" };
    if !it.settled() || state.german.contains(&hex) {
        return refuse(case, "it is no village or town that the Allies control");
    }
    if disposition.holds(GERMAN, hex) || !supply::traced(definitions, state, ALLIED, hex) {
        return refuse(case, "it is not in supply");
    }
    if unit == definitions.special.delay {
        return if disposition.holds(ALLIED, hex) { refuse("6.3.1a", "an Allied unit is in it") } else { Ok(()) };
    }
    if disposition.engineers(hex).is_some() {
        return refuse("6.3b", "engineers are in it");
    }
    let near = |other: UnitId| {
        let at = state.unit(other).hex();
        definitions.counter(other).corps == counter.corps
            && definitions.counter(other).kind.fights()
            && at.is_some_and(|at| definitions.board.distance(at, hex) <= definitions.tables.limits.corps_near)
            && supply::supplied(definitions, state, other)
    };
    if !definitions.units_of(ALLIED).any(near) {
        return refuse("12.4.1c", "no supplied unit of its corps is within 3 hexes");
    }
    let crowd = stacking::with(definitions, state, hex, &[unit]);
    if crowd.is_some() { refuse("6.1b", "units of another corps are in it") } else { Ok(()) }
}

/// Why a marker may not be laid at all now.
pub fn check_marker(definitions: &Definitions, state: &State, side: SideId, marker: Marker) -> Result<(), Refusal> {
    let turns = definitions.tables.assets;
    let refuse = |case: &'static str, message: &str| Err(Refusal::new(case, message.to_owned()));
    match marker {
        Marker::Greif if side != GERMAN || state.phase != Phase::GermanAssets => {
            refuse("12.5b", "Greif is laid in the German asset phase")
        }
        Marker::Greif if !during(turns.greif, state.turn) => refuse("12.5b", "Greif is there on turns 2 to 4"),
        Marker::Greif if state.greif.is_some() => refuse("12.5b", "Greif has been laid"),
        Marker::Motorised if side != GERMAN || state.phase != Phase::GermanAssets => {
            refuse("12.6a", "trucks are given in the German asset phase")
        }
        Marker::Motorised if !during(turns.motorised, state.turn) => refuse("4.1d", "trucks are given from turn 2 on"),
        Marker::Motorised if state.motorised.is_some() => {
            refuse("12.6a", "the trucks have been given, to one unit a turn")
        }
        Marker::Traffic if side != ALLIED || !matches!(state.phase, Phase::Traffic | Phase::OpeningTraffic) => {
            refuse("12.8a", "traffic is laid after the German assets, on turn 1 after the German move")
        }
        Marker::Traffic if !during(turns.traffic, state.turn) => refuse("12.8a", "traffic is there on turns 1 to 3"),
        Marker::Traffic if state.traffic.is_some() => refuse("12.8a", "traffic has been laid"),
        Marker::AirSupply => {
            let act = state.round.as_ref().filter(|round| round.side == side && !round.fights).map(|round| round.act);
            let time = side == ALLIED
                && state.turn == definitions.tables.limits.air_supply
                && act == Some(Act::Enter(Draw::Second));
            match (time, state.air_used) {
                (true, false) => Ok(()),
                (true, true) => refuse("8.6a", "air supply comes once"),
                (false, _) => refuse("8.6a", "air supply comes with the second Allied Reinforcement chit of turn 5"),
            }
        }
        _ => Ok(()),
    }
}

/// Why a marker may not lie in a hex.
fn check_marked(definitions: &Definitions, state: &State, marker: Marker, hex: HexId) -> Result<(), Refusal> {
    let place = definitions.place(hex);
    let it = definitions.board.hex(hex);
    let disposition = state.disposition(definitions);
    let refuse = |case: &'static str, why: &str| {
        Err(Refusal::new(case, format!("{} cannot lie in {place}: {why}", marker.word())))
    };
    match marker {
        Marker::Greif => {
            let near = |hex: HexId| disposition.holds(ALLIED, hex) || disposition.engineers(hex).is_some();
            if near(hex) || definitions.board.around(hex).any(near) {
                return refuse("12.5a", "Allies are in it or next to it");
            }
            if state.turn == 2 && it.army != Some(Army::Sixth) {
                return refuse("12.5b", "on turn 2 it lies in the 6th Panzer Army's area");
            }
            Ok(())
        }
        Marker::Traffic if !it.road => refuse("12.8a", "no road runs through it"),
        Marker::AirSupply if !(it.settled() && it.ground == Ground::Clear) => {
            refuse("8.6b", "it is no village or town in the clear")
        }
        Marker::AirSupply if state.german.contains(&hex) || disposition.holds(GERMAN, hex) => {
            refuse("8.6b", "the Allies do not control it")
        }
        Marker::Motorised => Err(misplaced("a unit for the trucks")),
        Marker::Traffic | Marker::AirSupply => Ok(()),
    }
}

/// Why a unit may not have the trucks (12.6).
fn check_rider(definitions: &Definitions, state: &State, unit: UnitId) -> Result<(), Refusal> {
    let (counter, name) = (definitions.counter(unit), definitions.name(unit));
    let refuse = |case: &'static str, why: &str| Err(Refusal::new(case, format!("{name} {why}")));
    if counter.side != GERMAN || counter.kind != Kind::Infantry || counter.movement == 0 {
        return refuse("12.6a", "is no German infantry that moves");
    }
    let Some(hex) = state.unit(unit).hex() else { return refuse("12.6a", "is not on the map") };
    if !definitions.board.hex(hex).road {
        return refuse("12.6b", "is not on a road");
    }
    if !supply::supplied(definitions, state, unit) || !supply::by_road(definitions, state, unit) {
        return refuse("12.6b", "is not in supply");
    }
    if state.disposition(definitions).beside(definitions, ALLIED, hex) {
        return refuse("12.6c", "is next to an Allied unit");
    }
    Ok(())
}

/// Engineers that may be taken off (12.4.1).
fn check_recall(definitions: &Definitions, state: &State, side: SideId, unit: UnitId) -> Result<(), Refusal> {
    let (counter, name) = (definitions.counter(unit), definitions.name(unit));
    if counter.side != side || counter.kind != Kind::Engineers {
        return Err(Refusal::new("12.4.1f", format!("{name} is no engineers of yours, which alone are taken off")));
    }
    if state.unit(unit).hex().is_none() {
        let at = whereabouts(definitions, state.unit(unit).place);
        return Err(Refusal::new("12.4.1f", format!("{name} is not on the map: {at}")));
    }
    if state.phase != Phase::AlliedAssets || state.turn == 1 {
        return Err(Refusal::new("12.4.1b", "engineers are taken off in the Allied asset phase, not on turn 1"));
    }
    if state.unit(unit).laid == Some(state.turn) {
        let message = format!("{name} has been laid out on this turn; it may be taken off on a later one");
        return Err(Refusal::new("12.4.1d", message));
    }
    Ok(())
}

/// The units that can be laid out now.
pub fn layable(definitions: &Definitions, state: &State, side: SideId) -> Vec<UnitId> {
    definitions.units_of(side).filter(|unit| !hexes(definitions, state, side, *unit).is_empty()).collect()
}

/// The markers that can be laid now.
pub fn markers(definitions: &Definitions, state: &State, side: SideId) -> Vec<Marker> {
    let open = |marker: &Marker| {
        check_marker(definitions, state, side, *marker).is_ok()
            && (*marker != Marker::Motorised || !riders(definitions, state).is_empty())
    };
    Marker::ALL.into_iter().filter(open).collect()
}

/// The units that may have the trucks.
fn riders(definitions: &Definitions, state: &State) -> Vec<UnitId> {
    definitions.units_of(GERMAN).filter(|unit| check_rider(definitions, state, *unit).is_ok()).collect()
}

/// Whether a side has something to lay out now.
pub fn lays(definitions: &Definitions, state: &State, side: SideId) -> bool {
    !markers(definitions, state, side).is_empty() || !layable(definitions, state, side).is_empty()
}

/// Whether a side has something to do with assets now.
pub fn anything(definitions: &Definitions, state: &State, side: SideId) -> bool {
    !markers(definitions, state, side).is_empty()
        || definitions.units_of(side).any(|unit| {
            check_recall(definitions, state, side, unit).is_ok() || !hexes(definitions, state, side, unit).is_empty()
        })
}

/// Steps that may follow `place` or `recall`.
pub fn candidates(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    partial: &[Step],
    offer: &mut dyn FnMut(Step),
) {
    match partial {
        [Step::Verb(Verb::Place)] => {
            markers(definitions, state, side).into_iter().map(Step::Marker).for_each(&mut *offer);
            layable(definitions, state, side).into_iter().map(Step::Unit).for_each(offer);
        }
        [Step::Verb(Verb::Place), Step::Unit(unit)] => {
            hexes(definitions, state, side, *unit).into_iter().map(Step::Hex).for_each(offer);
        }
        [Step::Verb(Verb::Place), Step::Marker(Marker::Motorised)] => {
            riders(definitions, state).into_iter().map(Step::Unit).for_each(offer);
        }
        [Step::Verb(Verb::Place), Step::Marker(_)] => definitions.board.all().map(Step::Hex).for_each(offer),
        [Step::Verb(Verb::Recall)] => definitions.units_of(side).map(Step::Unit).for_each(offer),
        _ => {}
    }
}

/// Judges a step after `place` or `recall`.
///
/// # Errors
/// The rule that forbids it.
pub fn check(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    partial: &[Step],
    step: &Step,
) -> Result<Progress, Refusal> {
    match (partial, step) {
        ([Step::Verb(Verb::Place)], Step::Marker(marker)) => {
            check_marker(definitions, state, side, *marker)?;
            if *marker == Marker::Motorised && riders(definitions, state).is_empty() {
                return Err(Refusal::new("12.6a", "no infantry in supply stands on a road away from the Allies"));
            }
            Ok(Progress::Open)
        }
        ([Step::Verb(Verb::Place)], Step::Unit(unit)) => {
            if reinforcements_move(state) {
                let none = reinforcements::others(definitions, state, side, *unit).is_empty();
                let refusal = || reinforcements::not_over(definitions, state, *unit, None);
                return if none { Err(refusal()) } else { Ok(Progress::Open) };
            }
            check_unit(definitions, state, side, *unit)?;
            if hexes(definitions, state, side, *unit).is_empty() {
                return Err(Refusal::new("4.1f", format!("no hex is open to {}", definitions.name(*unit))));
            }
            Ok(Progress::Open)
        }
        ([Step::Verb(Verb::Place), Step::Unit(unit)], Step::Hex(hex)) => {
            if reinforcements_move(state) {
                let others = reinforcements::others(definitions, state, side, *unit);
                let refusal = || reinforcements::not_over(definitions, state, *unit, Some(*hex));
                return if others.contains(hex) { Ok(Progress::Complete) } else { Err(refusal()) };
            }
            check_hex(definitions, state, *unit, *hex).map(|()| Progress::Complete)
        }
        ([Step::Verb(Verb::Place), Step::Marker(Marker::Motorised)], Step::Unit(unit)) => {
            check_rider(definitions, state, *unit).map(|()| Progress::Complete)
        }
        ([Step::Verb(Verb::Place), Step::Marker(marker)], Step::Hex(hex)) => {
            check_marked(definitions, state, *marker, *hex).map(|()| Progress::Complete)
        }
        ([Step::Verb(Verb::Recall)], Step::Unit(unit)) => {
            check_recall(definitions, state, side, *unit).map(|()| Progress::Complete)
        }
        _ => Err(misplaced("an asset, then where it lies")),
    }
}

/// Lays an asset out, or takes it off.
pub fn perform(turn: &mut Turn<'_, DeadlyWoods>, order: &[Step]) {
    match order {
        [_, Step::Unit(unit), Step::Hex(hex)] if reinforcements_move(turn) => reinforcements::over(turn, *unit, *hex),
        [_, Step::Unit(unit), Step::Hex(hex)] if *unit == turn.definitions().special.parachutists => {
            turn.emit(Event::Answered);
            let face = turn.die("parachutists", 6);
            let lands = during(turn.definitions().tables.limits.drop, face);
            turn.emit(Event::Dropped { hex: *hex, face, lands });
            turn.emit(if lands {
                Event::Placed { unit: *unit, hex: *hex }
            } else {
                Event::SetAside { unit: *unit, place: Place::Gone }
            });
            turn.emit(Event::PhaseBegan { phase: Phase::Rounds });
        }
        [_, Step::Unit(unit), Step::Hex(hex)] => turn.emit(Event::Placed { unit: *unit, hex: *hex }),
        [_, Step::Marker(_), Step::Unit(unit)] => turn.emit(Event::Motorised { unit: Some(*unit) }),
        [_, Step::Marker(marker), Step::Hex(hex)] => turn.emit(Event::Marked { marker: *marker, hex: Some(*hex) }),
        [Step::Verb(Verb::Recall), Step::Unit(unit)] => {
            let place = Place::Track(turn.turn + turn.definitions().tables.limits.taken_off);
            turn.emit(Event::SetAside { unit: *unit, place });
        }
        _ => {}
    }
}
