//! Orders to retreat (7.7.1): groups of units, each along its path.

use crate::AutumnFog;
use crate::chapters::chapter::{Asked, Chapter, Judge, Steps, misplaced};
use crate::chapters::combat::retreat_path;
use crate::chapters::combat::retreat_path::Group;
use crate::chapters::steps;
use crate::chapters::{asking, fog, stacking, victory};
use crate::printed::definitions::Definitions;
use crate::truth::event::Event;
use crate::truth::marks::{Mark, Marks};
use crate::truth::order::Step;
use crate::truth::state::{Field, Pending};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Grounds, Progress, Refusal, SideId, Turn, Unworded};
use std::borrow::Cow;

/// What a unit loses that retreats: its improved position (12.1e), an attack that it owes (4.2b), points of its movement.
const PLACE: Marks = Some(Cow::Borrowed(&[Mark::Improved, Mark::Bound, Mark::HalfMp]));

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
            go(turn, units, &path);
            finish(turn, side);
        }
        None if !stuck(definitions, &seen) => asking::ask(turn, side, Pending::Retreat),
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
    let why = retreat_path::no_way(definitions, &fog::seen(definitions, &turn.field, side), left, &units);
    turn.emit(fog::thwarted(side, Vec::new(), &why));
    for unit in units {
        while left > 0 && turn.field.hex_of(unit).is_some() {
            steps::lose_step(turn, unit);
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

/// The chapter of `retreat`.
pub static CHAPTER: Chapter = Chapter { list: open, ..Chapter::new(candidates, Judge(check, check), perform) };

/// Steps that may follow `retreat`: the rest of the stack first.
fn candidates(asked: Asked<'_>, offer: &mut dyn FnMut(Step)) {
    let Asked { definitions, field, partial, .. } = asked;
    let (units, path) = read(field, partial);
    rest(field, &units, &path).map(Step::Unit).for_each(&mut *offer);
    if let Some(group) = Group::new(definitions, field, units) {
        group.next(&path).into_iter().map(Step::Via).for_each(offer);
    }
}

/// Units that may still join those that an order names, as long as these have not begun their path.
fn rest<'a>(field: &'a Field, units: &'a [UnitId], path: &[HexId]) -> impl Iterator<Item = UnitId> + 'a {
    let waiting = if path.len() < 2 { waiting(field) } else { &[] };
    waiting.iter().copied().filter(|unit| !units.contains(unit))
}

/// The candidates that are legal: the hexes that may come next are looked for once.
fn open(asked: Asked<'_>, list: &mut Steps) -> bool {
    let Asked { definitions, field, partial, .. } = asked;
    let (units, mut path) = read(field, partial);
    for unit in rest(field, &units, &path) {
        if join::<Unworded>(definitions, field, (&units, &path), unit).is_ok() {
            list.push((Step::Unit(unit), Progress::Open));
        }
    }
    let Some(group) = Group::new(definitions, field, units) else { return true };
    for hex in group.next(&path) {
        path.push(hex);
        if let Ok(progress) = go_by::<Unworded>(definitions, &group, &path) {
            list.push((Step::Via(hex), progress));
        }
        path.pop();
    }
    true
}

/// Judges a step of `retreat`.
///
/// # Errors
/// The rule that forbids it.
fn check<R: Grounds>(asked: Asked<'_>, step: &Step) -> Result<Progress, R> {
    let Asked { definitions, field, partial, .. } = asked;
    let (units, mut path) = read(field, partial);
    match step {
        Step::Unit(unit) if path.len() < 2 => {
            join::<R>(definitions, field, (&units, &path), *unit).map(|()| Progress::Open)
        }
        Step::Via(hex) => {
            let Some(group) = Group::new(definitions, field, units) else {
                return Err(misplaced("a unit that retreats"));
            };
            group.check_next::<R>(&path, *hex)?;
            path.push(*hex);
            go_by::<R>(definitions, &group, &path)
        }
        _ => Err(misplaced("a unit that retreats or the next hex of its path")),
    }
}

/// Whether a unit can retreat together with those that an order names.
fn join<R: Grounds>(
    definitions: &Definitions,
    field: &Field,
    (units, path): (&[UnitId], &[HexId]),
    unit: UnitId,
) -> Result<(), R> {
    let name = definitions.name(unit);
    if !waiting(field).contains(&unit) {
        return Err(R::under("7.7.1a", || format!("{name} does not have to retreat")));
    }
    if units.contains(&unit) {
        return Err(R::under("7.7.1j", || format!("{name} is named already")));
    }
    let Some(hex) = field.hex_of(unit) else { return Err(misplaced("a unit on the map")) };
    if path.first().is_some_and(|origin| *origin != hex) {
        return Err(R::under("7.7.1j", || format!("{name} is in another hex")).remedy(|| "Retreat it by itself."));
    }
    let together = [units, &[unit]].concat();
    if !Group::new(definitions, field, together.clone()).is_some_and(|group| group.leaves_room(&[hex])) {
        return Err(R::under("7.7.1i", || {
            let steps: u8 = together.iter().map(|unit| field.unit(*unit).steps).sum();
            let names: Vec<&str> = together.iter().map(|unit| definitions.name(*unit)).collect();
            let (names, most) = (names.join(" and "), stacking::LIMIT);
            format!("{names} are {steps} steps together, and nowhere is room for them: {most} steps may be in a hex")
        })
        .remedy(|| format!("Retreat {name} by itself.")));
    }
    Ok(())
}

/// What keeps all units that an order names from retreating together on its path.
pub fn unable(definitions: &Definitions, field: &Field, order: &[Step]) -> Option<Refusal> {
    let (units, path) = read(field, order);
    let group = Group::new(definitions, field, units)?;
    (1..path.len()).find_map(|gone| group.check_next::<Refusal>(&path[..gone], path[gone]).err())
}

/// What it does to an order that its path goes on by a hex through which the retreat leads.
fn go_by<R: Grounds>(definitions: &Definitions, group: &Group<'_>, path: &[HexId]) -> Result<Progress, R> {
    if !group.leaves_room(path) {
        return Err(R::under("7.7.1i", || {
            let place = path.last().map(|hex| definitions.place(*hex).to_string()).unwrap_or_default();
            format!("by {place} no room would be left for the others to retreat")
        }));
    }
    Ok(if group.arrived(path) { Progress::Complete } else { Progress::Open })
}

/// Units that lose a step each by the next hex of a retreat.
pub fn losses_by(definitions: &Definitions, field: &Field, partial: &[Step], hex: HexId) -> Vec<UnitId> {
    let (units, mut path) = read(field, partial);
    let Some(group) = Group::new(definitions, field, units) else { return Vec::new() };
    let before = group.losses(&path).len();
    path.push(hex);
    group.losses(&path).split_off(before).into_iter().map(|(unit, _)| unit).collect()
}

/// Carries out a retreat.
fn perform(turn: &mut Turn<'_, AutumnFog>, side: SideId, order: &[Step]) {
    let (units, path) = read(&turn.field, order);
    go(turn, units, &path);
    let done = waiting(&turn.field).is_empty();
    if done || stuck(turn.definitions(), &fog::seen(turn.definitions(), &turn.field, side)) {
        if !done {
            stand(turn, side);
        }
        asking::settle(turn, side, Pending::Retreat);
        finish(turn, side);
    }
}

fn go(turn: &mut Turn<'_, AutumnFog>, units: Vec<UnitId>, path: &[HexId]) {
    let definitions = turn.definitions();
    let Some(group) = Group::new(definitions, &turn.field, units.clone()) else { return };
    let (losses, onto_friends) = (group.losses(path), group.onto_friends(path));
    let controlled = losses.iter().map(|(_, hex)| *hex).collect();
    let path = path.to_vec();
    turn.emit(Event::Retreated { units: units.clone(), path: path.clone(), onto_friends, off: PLACE, controlled });
    for hex in path.iter().skip(1) {
        for unit in &units {
            victory::note_passage(turn, *unit, *hex);
        }
    }
    for (unit, _) in losses {
        steps::lose_step(turn, unit);
    }
}

fn finish(turn: &mut Turn<'_, AutumnFog>, side: SideId) {
    if let Some(role) = turn.field.combat.as_ref().map(|combat| combat.role(side)) {
        super::met(turn, role);
    }
}
