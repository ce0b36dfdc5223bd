//! The choice that the set-up leaves: a division of three battle groups starts in two hexes (S.GE, ruling R92).

use crate::AutumnFog;
use crate::chapters::chapter::{Asked, Chapter, Judge, misplaced, named_unit};
use crate::chapters::stacking::LIMIT;
use crate::printed::definitions::Definitions;
use crate::truth::event::Event;
use crate::truth::order::{Step, Verb};
use crate::truth::state::Field;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Grounds, Progress, SideId, Turn};

/// A side's units that stand in one of two hexes to start in, on the first turn, and these two.
pub fn choices<'a>(
    definitions: &'a Definitions,
    field: &'a Field,
    side: SideId,
) -> impl Iterator<Item = (UnitId, [HexId; 2])> + 'a {
    let scenario = definitions.scenario(field);
    let first = field.turn == scenario.turns.0;
    let own = scenario.placements.iter().filter(move |it| first && definitions.unit(it.unit).side == side);
    let pairs = own.filter_map(|it| Some((it.unit, [it.hex, it.or?])));
    pairs.filter(|(unit, pair)| field.hex_of(*unit).is_some_and(|hex| pair.contains(&hex)))
}

/// Whether a side has a choice.
///
/// # Errors
/// That there is none, or that its time is over.
fn check_verb<R: Grounds>(asked: Asked<'_>, _: &Verb) -> Result<Progress, R> {
    let Asked { definitions, field, side, .. } = asked;
    if choices(definitions, field, side).next().is_some() {
        return Ok(Progress::Open);
    }
    let first = definitions.scenario(field).turns.0;
    Err(if field.turn > first {
        R::under("S.GE", || format!("units are deployed on turn {first} only, and this is turn {}", field.turn))
    } else {
        R::under("S.US", || "the set-up list leaves you no choice")
    })
}

/// The chapter of `deploy`.
pub static CHAPTER: Chapter =
    Chapter { begin: Judge(check_verb, check_verb), ..Chapter::new(candidates, Judge(check, check), perform) };

/// Steps that may follow `deploy`.
fn candidates(asked: Asked<'_>, offer: &mut dyn FnMut(Step)) {
    let Asked { definitions, field, side, partial, .. } = asked;
    let mut open = choices(definitions, field, side);
    match named_unit(partial) {
        None => open.map(|(unit, _)| Step::Unit(unit)).for_each(offer),
        Some(named) => {
            let hexes = open.find(|(unit, _)| *unit == named).map(|(_, hexes)| hexes);
            hexes.into_iter().flatten().map(Step::Hex).for_each(offer);
        }
    }
}

/// Judges a step of `deploy`.
///
/// # Errors
/// The rule that forbids it.
fn check<R: Grounds>(asked: Asked<'_>, step: &Step) -> Result<Progress, R> {
    let Asked { definitions, field, side, partial, .. } = asked;
    match (named_unit(partial), step) {
        (None, Step::Unit(unit)) => {
            let [hex, or] = hexes::<R>(definitions, field, side, *unit)?;
            let other = if field.hex_of(*unit) == Some(hex) { or } else { hex };
            may_stand::<R>(definitions, field, side, *unit, other).map(|()| Progress::Open)
        }
        (Some(unit), Step::Hex(hex)) => {
            may_stand::<R>(definitions, field, side, unit, *hex).map(|()| Progress::Complete)
        }
        _ => Err(misplaced("a unit of a division that starts in two hexes, and one of these")),
    }
}

/// The two hexes of a unit's division.
fn hexes<R: Grounds>(definitions: &Definitions, field: &Field, side: SideId, unit: UnitId) -> Result<[HexId; 2], R> {
    let found = choices(definitions, field, side).find(|(known, _)| *known == unit);
    found
        .map(|(_, hexes)| hexes)
        .ok_or_else(|| R::under("S.GE", || format!("{} has no second hex to start in", definitions.name(unit))))
}

/// Whether a unit may start in a hex: there must be room, and somebody else must stay where it leaves.
fn may_stand<R: Grounds>(
    definitions: &Definitions,
    field: &Field,
    side: SideId,
    unit: UnitId,
    hex: HexId,
) -> Result<(), R> {
    let pair = hexes::<R>(definitions, field, side, unit)?;
    let (name, place) = (|| definitions.name(unit), |hex| definitions.place(hex));
    let here = field.hex_of(unit);
    if !pair.contains(&hex) {
        let of = || format!("{} starts in {} or {}, not in {}", name(), place(pair[0]), place(pair[1]), place(hex));
        return Err(R::under("S.GE", of));
    }
    if here == Some(hex) {
        return Err(R::under("S.GE", || format!("{} stands in {} already", name(), place(hex))));
    }
    let mates = choices(definitions, field, side).filter(|(mate, of)| *mate != unit && of.contains(&hex));
    if !mates.into_iter().any(|(mate, _)| field.hex_of(mate) == here) {
        let here = here.map_or(String::new(), |here| place(here).to_string());
        return Err(R::under("S.GE", || format!("{} is the only unit of its division in {here}", name()))
            .remedy(|| "The division holds both hexes: put another of its units there first.".to_owned()));
    }
    let steps = field.steps_in(hex) + field.unit(unit).steps;
    if steps > LIMIT {
        return Err(R::under("5a", || format!("{} would hold {steps} steps of at most {LIMIT}", place(hex)))
            .remedy(|| "Put another unit of it elsewhere first.".to_owned()));
    }
    Ok(())
}

/// Puts a unit into the other hex.
fn perform(turn: &mut Turn<'_, AutumnFog>, _: SideId, order: &[Step]) {
    if let [_, Step::Unit(unit), Step::Hex(hex)] = order {
        turn.emit(Event::Deployed { unit: *unit, hex: *hex });
    }
}
