//! Orders to retreat (7.7.1): groups of units, each along its path.

use super::super::definitions::Definitions;
use super::super::event::Event;
use super::super::game::AutumnFog;
use super::super::legal::misplaced;
use super::super::order::Step;
use super::super::state::{Field, Pending};
use super::super::{fog, sequence, victory};
use super::retreat_path::{self, Group};
use crate::contract::{Grounds, Progress, SideId, Turn};
use crate::definitions::UnitId;
use crate::hex::HexId;

/// Lets a side retreat: at once if its only stack has only one way to go.
pub fn demand(turn: &mut Turn<'_, AutumnFog>, side: SideId) {
    let definitions = turn.definitions();
    let seen = fog::seen(definitions, &turn.field, side);
    let units = waiting(&seen).to_vec();
    let hex = units.first().and_then(|unit| seen.hex_of(*unit));
    let together = units.iter().all(|unit| seen.hex_of(*unit) == hex);
    let path =
        if together { Group::new(definitions, &seen, units.clone()).and_then(|group| group.only_path()) } else { None };
    match path {
        Some(path) => {
            go(turn, side, units, &path);
            finish(turn, side);
        }
        None if !stuck(definitions, &seen) => sequence::ask(turn, side, Pending::Retreat),
        None => {
            stand(turn, side);
            finish(turn, side);
        }
    }
}

/// Whether units find no room any more once they have decided to retreat: this happens in the fog of war only.
fn stuck(definitions: &Definitions, seen: &Field) -> bool {
    fog::foggy(seen) && !retreat_path::feasible(definitions, seen)
}

/// Takes the hexes that units cannot retreat as losses (7.7.1i, ruling R220).
fn stand(turn: &mut Turn<'_, AutumnFog>, side: SideId) {
    let definitions = turn.definitions();
    let Some(combat) = turn.field.combat.clone() else { return };
    let mut units = combat.to_retreat.clone();
    units.sort_by_key(|unit| definitions.unit(*unit).is_hq());
    let mut left = combat.retreat[combat.role(side)];
    for unit in units {
        while left > 0 && turn.field.hex_of(unit).is_some() {
            super::lose_step(turn, unit);
            left -= 1;
        }
    }
}

/// Units that have still to go.
fn waiting(field: &Field) -> &[UnitId] {
    field.combat.as_ref().map_or(&[], |combat| &combat.to_retreat)
}

/// Units and path of an order, the path from where the units stand.
fn read(field: &Field, partial: &[Step]) -> (Vec<UnitId>, Vec<HexId>) {
    let units: Vec<UnitId> =
        partial.iter().filter_map(|step| if let Step::Unit(unit) = step { Some(*unit) } else { None }).collect();
    let origin = units.first().and_then(|unit| field.hex_of(*unit));
    let vias = partial.iter().filter_map(|step| if let Step::Via(hex) = step { Some(*hex) } else { None });
    let path = origin.into_iter().chain(vias).collect();
    (units, path)
}

/// Steps that may follow `retreat`: the rest of the stack first.
pub fn candidates(definitions: &Definitions, field: &Field, _: SideId, partial: &[Step], offer: &mut dyn FnMut(Step)) {
    let (units, path) = read(field, partial);
    if path.len() < 2 {
        let rest = waiting(field).iter().filter(|unit| !units.contains(unit));
        rest.map(|unit| Step::Unit(*unit)).for_each(&mut *offer);
    }
    if let Some(group) = Group::new(definitions, field, units) {
        group.next(&path).into_iter().map(Step::Via).for_each(offer);
    }
}

/// Judges a step of `retreat`.
///
/// # Errors
/// The rule that forbids it.
pub fn check<R: Grounds>(
    definitions: &Definitions,
    field: &Field,
    _: SideId,
    partial: &[Step],
    step: &Step,
) -> Result<Progress, R> {
    let (mut units, mut path) = read(field, partial);
    match step {
        Step::Unit(unit) if path.len() < 2 => {
            let name = definitions.name(*unit);
            if !waiting(field).contains(unit) {
                return Err(R::under("7.7.1a", || format!("{name} does not have to retreat")));
            }
            if units.contains(unit) {
                return Err(R::under("7.7.1j", || format!("{name} is named already")));
            }
            let Some(hex) = field.hex_of(*unit) else { return Err(misplaced("a unit on the map")) };
            if path.first().is_some_and(|origin| *origin != hex) {
                return Err(
                    R::under("7.7.1j", || format!("{name} is in another hex")).remedy(|| "Retreat it by itself.")
                );
            }
            units.push(*unit);
            if !Group::new(definitions, field, units).is_some_and(|group| group.leaves_room(&[hex])) {
                return Err(R::under("7.7.1j", || format!("{name} cannot retreat together with the others"))
                    .remedy(|| "Retreat it by itself."));
            }
            Ok(Progress::Open)
        }
        Step::Via(hex) => {
            let Some(group) = Group::new(definitions, field, units) else {
                return Err(misplaced("a unit that retreats"));
            };
            group.check_next::<R>(&path, *hex)?;
            path.push(*hex);
            if !group.leaves_room(&path) {
                let message =
                    || format!("by {} no room would be left for the others to retreat", definitions.place(*hex));
                return Err(R::under("7.7.1i", message));
            }
            Ok(if group.arrived(&path) { Progress::Complete } else { Progress::Open })
        }
        _ => Err(misplaced("a unit that retreats or the next hex of its path")),
    }
}

/// Carries out a retreat.
pub fn perform(turn: &mut Turn<'_, AutumnFog>, side: SideId, order: &[Step]) {
    let (units, path) = read(&turn.field, order);
    go(turn, side, units, &path);
    let done = waiting(&turn.field).is_empty();
    if done || stuck(turn.definitions(), &fog::seen(turn.definitions(), &turn.field, side)) {
        if !done {
            stand(turn, side);
        }
        sequence::settle(turn, side, Pending::Retreat);
        finish(turn, side);
    }
}

fn go(turn: &mut Turn<'_, AutumnFog>, side: SideId, units: Vec<UnitId>, path: &[HexId]) {
    let definitions = turn.definitions();
    let Some(group) = Group::new(definitions, &turn.field, units.clone()) else { return };
    let (losses, onto_friends) = (group.losses(path), group.onto_friends(path));
    turn.emit(Event::Retreated { units, path: path.to_vec(), onto_friends });
    for hex in path {
        victory::note_holder(turn, *hex, side);
    }
    for unit in losses {
        super::lose_step(turn, unit);
    }
}

fn finish(turn: &mut Turn<'_, AutumnFog>, side: SideId) {
    if let Some(role) = turn.field.combat.as_ref().map(|combat| combat.role(side)) {
        super::met(turn, role);
    }
}
