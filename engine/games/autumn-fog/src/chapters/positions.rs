//! Improved positions (case 12).

use crate::AutumnFog;
use crate::chapters::chapter::{Asked, Chapter, Judge, misplaced, named_unit};
use crate::chapters::{activation, movement, zones};
use crate::printed::definitions::Definitions;
use crate::printed::tables::Action;
use crate::truth::event::Event;
use crate::truth::order::{Step, Verb};
use crate::truth::state::Field;
use definitions::UnitId;
use engine::contract::{Grounds, Progress, SideId, Turn};

/// The chapter of `dig` and `leave`.
pub static CHAPTER: Chapter = Chapter::new(candidates, Judge(check, check), perform);

/// Units that may follow `dig` and `leave`.
fn candidates(asked: Asked<'_>, offer: &mut dyn FnMut(Step)) {
    let Asked { definitions, field, side, partial, .. } = asked;
    match partial {
        [Step::Verb(Verb::Leave)] => {
            let own = definitions.own[side.index()].iter().copied();
            own.filter(|unit| field.unit(*unit).improved).map(Step::Unit).for_each(offer);
        }
        [_] => {
            let who = activation::who_might_act(definitions, field, side);
            who.filter(|unit| field.hex_of(*unit).is_some()).map(Step::Unit).for_each(offer);
        }
        _ => {}
    }
}

/// Judges the unit of `dig` and `leave`.
fn check<R: Grounds>(asked: Asked<'_>, step: &Step) -> Result<Progress, R> {
    let Asked { definitions, field, side, partial, .. } = asked;
    match (partial, step) {
        ([Step::Verb(Verb::Leave)], Step::Unit(unit)) => may_leave::<R>(definitions, field, side, *unit)?,
        ([_], Step::Unit(unit)) => may_dig::<R>(definitions, field, side, *unit)?,
        ([_], _) => return Err(misplaced("a unit")),
        _ => return Err(misplaced("the end of the order")),
    }
    Ok(Progress::Complete)
}

/// Whether a unit may leave its improved position (12.1e).
fn may_leave<R: Grounds>(definitions: &Definitions, field: &Field, side: SideId, unit: UnitId) -> Result<(), R> {
    let (state, name) = (field.unit(unit), definitions.name(unit));
    if definitions.unit(unit).side != side {
        return Err(R::under("12.1e", || format!("{name} is not yours")));
    }
    if !state.improved || state.hex().is_none() {
        return Err(R::under("12.1e", || format!("{name} is not in an improved position")));
    }
    Ok(())
}

/// Whether a unit may take up an improved position (12.1a).
fn may_dig<R: Grounds>(definitions: &Definitions, field: &Field, side: SideId, unit: UnitId) -> Result<(), R> {
    let name = definitions.name(unit);
    let here = || {
        activation::only_moves::<R>(definitions, field, unit)?;
        let hex = movement::on_map::<R>(definitions, field, unit)?;
        if field.unit(unit).improved {
            return Err(R::under("12.1a", || format!("{name} is in an improved position already")));
        }
        if zones::controlled(definitions, field, hex, side) {
            return Err(R::under("12.1a", || format!("{name} is in an enemy zone of control")));
        }
        Ok(())
    };
    let has = activation::ready_to::<R>(definitions, field, side, unit, here)?;
    here()?;
    let cost = definitions.tables.actions.of(Action::EnterPosition);
    if has < cost {
        return Err(R::under("3.4.1g", || format!("an improved position costs {cost} AP, {name} has {has}")));
    }
    Ok(())
}

/// Puts a unit into an improved position, or out of it.
fn perform(turn: &mut Turn<'_, AutumnFog>, _: SideId, order: &[Step]) {
    let Some(unit) = named_unit(order) else { return };
    if order.first() == Some(&Step::Verb(Verb::Leave)) {
        return turn.emit(Event::LeftPosition { unit });
    }
    activation::wake(turn, unit);
    let cost = turn.definitions().tables.actions.of(Action::EnterPosition);
    let ap = turn.field.unit(unit).ap.saturating_sub(cost);
    turn.emit(Event::DugIn { unit, ap, off: activation::POINTS });
}
