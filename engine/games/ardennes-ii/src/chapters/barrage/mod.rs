//! Barrage (3.5, 3.6b, 3.6c): who fires where, what a die does, what markers do.

mod orders;

pub use orders::{any_fire, any_gun, barrage, candidates, check, has_strike, legal, perform};

use crate::chapters::asking::{by_scenario, several};
use crate::chapters::supply::Net;
use crate::chapters::terrain;
use crate::printed::{ALLIED, Definitions, Part};
use crate::truth::event::{Disorder, Event};
use crate::truth::state::{Phase, State};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Refusal, SideId};

/// What fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shot {
    /// Artillery.
    Gun(UnitId),
    /// An air strike.
    Strike,
}

/// A barrage that may be fired: what fires, where, and who spots for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Barrage {
    /// What fires.
    pub shot: Shot,
    /// The target.
    pub hex: HexId,
    /// The spotter; none for an air strike without one.
    pub spotter: Option<UnitId>,
}

/// Whether a side fires barrages in the phase that is under way (3.5a, 3.5i, 3.6c).
pub fn fires(state: &State, side: SideId) -> bool {
    match state.phase {
        Phase::Movement => state.side == side,
        Phase::Barrage => side == ALLIED,
        _ => false,
    }
}

/// Judges the fire of artillery on a hex.
///
/// # Errors
/// The rule that forbids it.
pub fn gun(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    gun: UnitId,
    hex: HexId,
) -> Result<Barrage, Refusal> {
    let (counter, it, name) = (definitions.counter(gun), state.unit(gun), definitions.name(gun));
    let Some(range) = counter.range.filter(|_| counter.side == side) else {
        return Err(Refusal::new("3.5a", format!("{name} is no artillery of yours")));
    };
    let Some(from) = it.hex() else { return Err(Refusal::new("3.5a", format!("{name} is not on the map"))) };
    in_phase(state, side)?;
    if it.disorganised {
        return Err(Refusal::new("3.5d", format!("{name} is disorganised, so it does not fire")));
    }
    if it.fired {
        return Err(Refusal::new("3.6b", format!("{name} has fired in this phase")));
    }
    if it.spent.is_some() {
        return Err(Refusal::new("3.5e", format!("{name} has moved in this phase, so it does not fire")));
    }
    let distance = definitions.board.distance(from, hex);
    let place = definitions.place(hex);
    if !definitions.plans[usize::from(state.scenario)].in_play.contains(hex) {
        return Err(by_scenario(definitions, state, 'a', format!("{place} is not in play")));
    }
    if distance > range {
        return Err(Refusal::new("3.5f", format!("{place} is {distance} hexes from {name}, its range is {range}")));
    }
    let spotters = spotters(definitions, state, Shot::Gun(gun), side, hex);
    let Some(spotter) = spotters.first() else {
        let within = definitions.tables.distances.spotter;
        // artillery spots for itself, so that a nearest unit there is
        let fits =
            |unit: &UnitId| counter.division.is_none() || definitions.counter(*unit).division == counter.division;
        let away = |unit: UnitId| Some((definitions.board.distance(state.unit(unit).hex()?, hex), unit));
        let nearest = definitions.units_of(side).filter(fits).filter_map(away).min();
        let near = nearest.map_or_else(String::new, |(far, unit)| {
            format!("; the nearest, {}, is {} away", definitions.name(unit), several(far.into(), "hex"))
        });
        return Err(match counter.division {
            Some(_) => {
                let who = format!("no unit of the division of {name} is within {within} hexes of {place}");
                Refusal::new("3.1j", who + &near)
            }
            None => {
                let who = format!("none of your units is within {within} hexes of {place} to spot for {name}");
                Refusal::new("3.5g", who + &near)
            }
        });
    };
    Ok(Barrage { shot: Shot::Gun(gun), hex, spotter: Some(*spotter) })
}

/// Judges an air strike on a hex: anywhere in play, with a spotter if there is one who loses nothing by it (2.2c, 3.5b, 3.5k).
///
/// # Errors
/// The rule that forbids it.
pub fn strike(definitions: &Definitions, state: &State, side: SideId, hex: HexId) -> Result<Barrage, Refusal> {
    has_strike(state, side)?;
    in_phase(state, side)?;
    let place = definitions.place(hex);
    if !definitions.plans[usize::from(state.scenario)].in_play.contains(hex) {
        return Err(Refusal::new("2.2c", format!("{place} is not in play")));
    }
    let spotter = spotters(definitions, state, Shot::Strike, side, hex).into_iter().next();
    let free = spotter.filter(|unit| burden(definitions, state, *unit) == 0);
    let second = state.unspotted.contains(&hex);
    if second && spotter.is_none() {
        return Err(Refusal::new("3.5k", format!("an air strike has met {place} without a spotter in this phase"))
            .remedy("With one of your units within two hexes any number may."));
    }
    Ok(Barrage { shot: Shot::Strike, hex, spotter: if second { spotter } else { free } })
}

fn in_phase(state: &State, side: SideId) -> Result<(), Refusal> {
    if fires(state, side) {
        return Ok(());
    }
    let case = if state.phase == Phase::Exploitation { "3.5i" } else { "3.5a" };
    Err(Refusal::new(case, "you fire no barrages in this phase"))
}

/// The units that can spot for a shot, those first that lose least by moving no more (3.5g, 3.5h, 3.1j).
pub fn spotters(definitions: &Definitions, state: &State, shot: Shot, side: SideId, hex: HexId) -> Vec<UnitId> {
    let division = match shot {
        Shot::Gun(gun) => definitions.counter(gun).division,
        Shot::Strike => None,
    };
    let fits = |unit: &UnitId| {
        let counter = definitions.counter(*unit);
        counter.side == side && (division.is_none() || counter.division == division)
    };
    let disposition = state.disposition(definitions);
    let near = definitions.board.within(hex, definitions.tables.distances.spotter);
    let mut units: Vec<UnitId> = near.flat_map(|there| disposition.stack(there)).filter(fits).collect();
    let itself = |unit: &UnitId| shot == Shot::Gun(*unit);
    units.sort_by_key(|unit| (!itself(unit), burden(definitions, state, *unit), *unit));
    units
}

/// What a unit loses by moving no more in this phase, in half points; nothing where it could not move anyway.
pub fn burden(definitions: &Definitions, state: &State, unit: UnitId) -> u16 {
    let it = state.unit(unit);
    let moves = state.phase == Phase::Movement && !it.stays && !it.fired;
    if moves { definitions.counter(unit).movement.saturating_sub(it.spent.unwrap_or(0)) } else { 0 }
}

/// What is added to the die: for the units in the target hex but the first, and for guns under enemy fire (3.5l, 3.5m).
pub fn modifier(definitions: &Definitions, state: &State, barrage: &Barrage) -> i8 {
    let die = definitions.tables.barrage;
    let units = state.disposition(definitions).stack(barrage.hex).count();
    let crowded = units.saturating_sub(1).min(9) as i8 * die.each_unit;
    let under = match barrage.shot {
        Shot::Gun(gun) if under_fire(definitions, state, gun) > 0 => die.under_fire,
        _ => 0,
    };
    crowded + under
}

/// What a die makes of a barrage (3.5n, 3.5o, ruling R29).
pub fn fired(definitions: &Definitions, state: &State, side: SideId, barrage: &Barrage, face: u8) -> Event {
    let die = definitions.tables.barrage;
    let counts = (face as i8 + modifier(definitions, state, barrage)).clamp(die.least, die.most) as u8;
    let roll = terrain::barrage_roll(definitions, state, barrage.hex);
    let full = roll.is_some_and(|roll| roll.full.has(counts));
    let half = !full && roll.is_some_and(|roll| roll.half.has(counts));
    let gun = match barrage.shot {
        Shot::Gun(gun) => Some(gun),
        Shot::Strike => None,
    };
    Event::Fired { side, gun, spotter: barrage.spotter, hex: barrage.hex, face, half: half.into(), full: full.into() }
}

/// Whether artillery is disorganised by having fired: it could not trace supply, to air supply neither (3.4e, 3.7d, ruling R34).
pub fn strained(definitions: &Definitions, state: &State, gun: UnitId) -> Option<Event> {
    let net = Net::trace(definitions, state, definitions.counter(gun).side);
    let traces = state.unit(gun).hex().is_some_and(|hex| net.supplies(hex));
    (!traces).then_some(Event::Disorganised { units: vec![gun], why: Disorder::FiredUnsupplied })
}

/// The hexes with half markers of a side, each with whether a die decides: two or more make one full marker without (3.5q to
/// 3.5s).
pub fn halves(state: &State, side: SideId) -> Vec<(HexId, bool)> {
    state.barrages[side.index()].half.iter().map(|(hex, count)| (*hex, *count == 1)).collect()
}

/// What becomes of the half markers in a hex; a face where a die decides.
pub fn reconciled(definitions: &Definitions, side: SideId, hex: HexId, face: Option<u8>) -> Event {
    let full = face.is_none_or(|face| definitions.tables.half_to_full.has(face));
    Event::Reconciled { side, hex, face, full: full.into() }
}

/// Whether a barrage marker of a side lies in a hex, half ones included (3.2f, ruling R31).
pub fn marked(state: &State, side: SideId, hex: HexId) -> bool {
    state.markers(side, hex) > 0 || state.barrages[side.index()].half.contains_key(&hex)
}

/// Full enemy markers in the hex of a unit.
pub fn under_fire(definitions: &Definitions, state: &State, unit: UnitId) -> u8 {
    let enemy = definitions.counter(unit).side.enemy();
    state.unit(unit).hex().map_or(0, |hex| state.markers(enemy, hex))
}

/// What enemy markers leave of the strengths of a unit (3.5t, 3.5u); none where none lies.
pub fn part(definitions: &Definitions, state: &State, unit: UnitId) -> Option<Part> {
    match under_fire(definitions, state, unit) {
        0 => None,
        1 => Some(definitions.tables.one_barrage),
        _ => Some(definitions.tables.more_barrages),
    }
}
