//! The removal of markers that bar a hex (15.2b, 15.3b): an adjacent unit spends 1 AP.

use crate::AutumnFog;
use crate::chapters::chapter::{Asked, Chapter, Judge, misplaced, named_unit};
use crate::chapters::historical_events::barriers::COST;
use crate::chapters::{activation, zones};
use crate::printed::definitions::Definitions;
use crate::printed::tables::Action;
use crate::truth::event::Event;
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Field, GERMAN};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Grounds, Progress, Refusal, SideId, Turn, Unworded};

/// Hexes that a marker bars to a side.
fn barred(field: &Field, side: SideId) -> impl Iterator<Item = HexId> + '_ {
    let hexes = field.markers.iter().map(|(_, hex)| *hex);
    hexes.filter(move |hex| field.barrier(*hex, side).is_some())
}

/// The case under which a side removes a marker of its enemy.
fn case(side: SideId) -> &'static str {
    if side == GERMAN { "15.3b" } else { "15.2b" }
}

/// Units of a side next to a hex.
fn beside<'a>(
    definitions: &'a Definitions,
    field: &'a Field,
    side: SideId,
    hex: HexId,
) -> impl Iterator<Item = UnitId> + 'a {
    let around = definitions.board.neighbours(hex).map(|(_, there)| there);
    around.flat_map(|there| field.in_hex(there)).filter(move |unit| definitions.unit(*unit).side == side)
}

/// The chapter of `clear`.
pub static CHAPTER: Chapter =
    Chapter { begin: Judge(check_verb, check_verb), ..Chapter::new(candidates, Judge(check, check), perform) };

/// Steps that may follow `clear`.
fn candidates(asked: Asked<'_>, offer: &mut dyn FnMut(Step)) {
    let Asked { definitions, field, side, partial, .. } = asked;
    match partial.len() {
        1 => {
            let mut units: Vec<UnitId> =
                barred(field, side).flat_map(|hex| beside(definitions, field, side, hex)).collect();
            units.sort_unstable();
            units.dedup();
            units.into_iter().map(Step::Unit).for_each(offer);
        }
        2 => barred(field, side).map(Step::Hex).for_each(offer),
        _ => {}
    }
}

/// Whether any unit can remove any marker now.
///
/// # Errors
/// When none can.
fn check_verb<R: Grounds>(asked: Asked<'_>, _: &Verb) -> Result<Progress, R> {
    let Asked { definitions, field, side, .. } = asked;
    let units = || barred(field, side).flat_map(|hex| beside(definitions, field, side, hex));
    if units().any(|unit| check_unit::<Unworded>(definitions, field, side, unit).is_ok()) {
        return Ok(Progress::Open);
    }
    Err(R::sought(|| {
        let mut unable = None;
        for unit in units() {
            match check_unit::<Refusal>(definitions, field, side, unit) {
                // what keeps an active unit from it tells the player more than that another is not active
                Err(why) if field.unit(unit).active || unable.is_none() => unable = Some(why),
                _ => {}
            }
        }
        unable.unwrap_or_else(|| Refusal::new(case(side), "no unit of yours is next to a marker that bars its way"))
    }))
}

/// Whether a unit can remove a marker (ruling R150).
fn check_unit<R: Grounds>(definitions: &Definitions, field: &Field, side: SideId, unit: UnitId) -> Result<(), R> {
    let name = definitions.name(unit);
    let near = || {
        activation::only_moves::<R>(definitions, field, unit)?;
        if barred(field, side).any(|hex| beside(definitions, field, side, hex).any(|other| other == unit)) {
            return Ok(());
        }
        Err(R::under(case(side), || format!("{name} is not next to a marker that bars its way")))
    };
    let has = activation::ready_to::<R>(definitions, field, side, unit, near)?;
    near()?;
    if has < COST {
        return Err(R::under(case(side), || format!("removing a marker costs {COST} AP, {name} has {has}")));
    }
    let attack = definitions.tables.actions.of(Action::NormalAttack);
    if has - COST < attack && !zones::owed(definitions, field, unit).is_empty() {
        return Err(R::under("4.2b", || format!("{name} must attack and would have no AP left for it"))
            .remedy(|| "Attack first."));
    }
    Ok(())
}

/// What keeps the unit that an order names from removing any marker.
pub fn unable(definitions: &Definitions, field: &Field, side: SideId, order: &[Step]) -> Option<Refusal> {
    check_unit::<Refusal>(definitions, field, side, named_unit(order)?).err()
}

/// Judges what follows `clear`.
///
/// # Errors
/// The rule that forbids it.
fn check<R: Grounds>(asked: Asked<'_>, step: &Step) -> Result<Progress, R> {
    let Asked { definitions, field, side, partial, .. } = asked;
    match (named_unit(partial), step) {
        (None, Step::Unit(unit)) => check_unit::<R>(definitions, field, side, *unit).map(|()| Progress::Open),
        (Some(unit), Step::Hex(hex)) => {
            let (name, place) = (definitions.name(unit), definitions.place(*hex));
            if field.barrier(*hex, side).is_none() {
                return Err(R::under(case(side), || format!("no marker bars {place} to you")));
            }
            if !beside(definitions, field, side, *hex).any(|other| other == unit) {
                return Err(R::under(case(side), || format!("{name} is not next to {place}")));
            }
            Ok(Progress::Complete)
        }
        (None, _) => Err(misplaced("a unit")),
        (Some(_), _) => Err(misplaced("a hex that a marker bars")),
    }
}

/// Removes a marker.
fn perform(turn: &mut Turn<'_, AutumnFog>, side: SideId, order: &[Step]) {
    let [_, Step::Unit(unit), Step::Hex(hex)] = order else { return };
    let Some(kind) = turn.field.barrier(*hex, side) else { return };
    activation::wake(turn, *unit);
    let ap = turn.field.unit(*unit).ap.saturating_sub(COST);
    turn.emit(Event::Cleared { unit: *unit, kind, hex: *hex, ap, off: activation::POINTS });
}
