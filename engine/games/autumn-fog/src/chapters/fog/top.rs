//! The order of a stack (11.2): which unit lies on top.

use crate::AutumnFog;
use crate::chapters::chapter::{Asked, Chapter, Judge, misplaced};
use crate::printed::definitions::Definitions;
use crate::printed::options::Fog;
use crate::truth::event::Event;
use crate::truth::order::{Step, Verb};
use crate::truth::state::Field;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Grounds, Progress, SideId, Turn, Unworded};

/// The top unit of a stack: the one that its owner has laid there, else the weakest combat unit, a headquarters only
/// where there is no other (ruling R215).
pub fn top(definitions: &Definitions, field: &Field, hex: HexId) -> Option<UnitId> {
    let chosen = field.tops.iter().find(|(there, unit)| *there == hex && field.hex_of(*unit) == Some(hex));
    let weakest = || {
        field.in_hex(hex).min_by_key(|unit| {
            let (data, steps) = (definitions.unit(*unit), field.unit(*unit).steps);
            (data.is_hq(), data.strength(steps), steps, *unit)
        })
    };
    chosen.map(|(_, unit)| *unit).or_else(weakest)
}

/// The chapter of `top`.
pub static CHAPTER: Chapter =
    Chapter { begin: Judge(check_verb, check_verb), ..Chapter::new(candidates, Judge(check, check), perform) };

/// Units that may be laid on top.
fn candidates(asked: Asked<'_>, offer: &mut dyn FnMut(Step)) {
    let Asked { definitions, field, side, partial, .. } = asked;
    if partial.len() == 1 {
        let own = field.on_map().filter(|(unit, _)| definitions.unit(*unit).side == side);
        own.map(|(unit, _)| Step::Unit(unit)).for_each(offer);
    }
}

/// Whether there is a stack to order.
///
/// # Errors
/// The rule that gives no sense to it.
fn check_verb<R: Grounds>(asked: Asked<'_>, _: &Verb) -> Result<Progress, R> {
    let Asked { definitions, field, side, .. } = asked;
    match field.options.fog {
        Fog::Off => return Err(R::under("11.2", || "this game is played without fog of war: all units are seen")),
        Fog::Covered => return Err(R::under("11.2", || "your stacks are covered: no unit of them is seen")),
        Fog::Stacks => {}
    }
    let mut own = field.on_map().filter(|(unit, _)| definitions.unit(*unit).side == side);
    if own.any(|(unit, _)| may_lie_on_top::<Unworded>(definitions, field, side, unit).is_ok()) {
        Ok(Progress::Open)
    } else {
        Err(R::under("11.2", || "you have no stack of two or more units"))
    }
}

/// Judges the unit of `top`.
///
/// # Errors
/// The rule that forbids it.
fn check<R: Grounds>(asked: Asked<'_>, step: &Step) -> Result<Progress, R> {
    let Asked { definitions, field, side, partial, .. } = asked;
    match step {
        Step::Unit(unit) if partial.len() == 1 => {
            may_lie_on_top::<R>(definitions, field, side, *unit).map(|()| Progress::Complete)
        }
        _ => Err(misplaced("a unit")),
    }
}

fn may_lie_on_top<R: Grounds>(definitions: &Definitions, field: &Field, side: SideId, unit: UnitId) -> Result<(), R> {
    let name = definitions.name(unit);
    if definitions.unit(unit).side != side {
        return Err(R::under("11.2", || format!("{name} is not yours")));
    }
    let Some(hex) = field.hex_of(unit) else {
        return Err(R::under("11.2", || format!("{name} is not on the map")));
    };
    if field.in_hex(hex).nth(1).is_none() {
        return Err(R::under("11.2", || format!("{name} is alone in {}", definitions.place(hex))));
    }
    if top(definitions, field, hex) == Some(unit) {
        return Err(R::under("11.2", || format!("{name} lies on top in {} already", definitions.place(hex))));
    }
    Ok(())
}

/// Lays a unit on top of its stack.
fn perform(turn: &mut Turn<'_, AutumnFog>, _: SideId, order: &[Step]) {
    if let [_, Step::Unit(unit)] = order
        && let Some(hex) = turn.field.hex_of(*unit)
    {
        turn.emit(Event::TopChosen { unit: *unit, hex });
    }
}
