//! Recovery from fatigue (3.5.2).

use crate::AutumnFog;
use crate::chapters::activation;
use crate::chapters::chapter::{Asked, Chapter, Judge, misplaced, named_unit};
use crate::printed::definitions::Definitions;
use crate::printed::tables::Action;
use crate::truth::event::Event;
use crate::truth::order::Step;
use crate::truth::state::Field;
use definitions::UnitId;
use engine::contract::{Grounds, Progress, SideId, Turn, Unworded};

/// The chapter of `recover`.
pub static CHAPTER: Chapter = Chapter::new(candidates, Judge(check, check), perform);

/// Units that may follow `recover`.
fn candidates(asked: Asked<'_>, offer: &mut dyn FnMut(Step)) {
    let Asked { definitions, field, side, partial, .. } = asked;
    if partial.len() == 1 {
        let who = activation::who_might_act(definitions, field, side);
        who.filter(|unit| field.hex_of(*unit).is_some()).map(Step::Unit).for_each(offer);
    }
}

/// Judges the unit of `recover`.
fn check<R: Grounds>(asked: Asked<'_>, step: &Step) -> Result<Progress, R> {
    let Asked { definitions, field, side, partial, .. } = asked;
    match step {
        Step::Unit(unit) if partial.len() == 1 => {
            after_recovery::<R>(definitions, field, side, *unit).map(|_| Progress::Complete)
        }
        _ if partial.len() == 1 => Err(misplaced("a unit")),
        _ => Err(misplaced("the end of the order")),
    }
}

/// Action points left after a unit has recovered from fatigue: it pays those that fatigue has left it, and need not pay
/// the one that fatigue has taken (3.5.2a, ruling R21).
///
/// # Errors
/// The rule that forbids it.
pub fn after_recovery<R: Grounds>(
    definitions: &Definitions,
    field: &Field,
    side: SideId,
    unit: UnitId,
) -> Result<u8, R> {
    let (state, name) = (field.unit(unit), definitions.name(unit));
    let in_time = || {
        activation::only_moves::<R>(definitions, field, unit)?;
        if state.hex().is_none() {
            // an HQ that commands before it has entered may tire of it
            return Err(R::under("16.1a", || format!("{name} is not on the map")).remedy(|| "Use `enter` first."));
        }
        if !state.fatigued {
            return Err(R::under("3.5.2a", || format!("{name} is not fatigued")));
        }
        let first = if state.active { state.activations == 1 } else { state.activations == 0 };
        if !first || state.acted {
            return Err(R::under("3.5.2a", || format!("{name} has already acted this turn; recovery comes first")));
        }
        Ok(())
    };
    let has = activation::ready_to::<R>(definitions, field, side, unit, in_time)?;
    in_time()?;
    // what fatigue takes may be missing, and no more
    let (cost, waived) = (definitions.tables.actions.of(Action::Recover), activation::fatigue_penalty(definitions));
    if has + waived < cost {
        return Err(R::under("3.4.1f", || {
            format!("recovering costs {cost} AP; {name} has {has}, and only the {waived} that fatigue takes is waived")
        }));
    }
    Ok(has.saturating_sub(cost))
}

/// Lets a unit recover.
fn perform(turn: &mut Turn<'_, AutumnFog>, side: SideId, order: &[Step]) {
    let Some(unit) = named_unit(order) else { return };
    let left = after_recovery::<Unworded>(turn.definitions(), &turn.field, side, unit);
    activation::wake(turn, unit);
    if let Ok(ap) = left {
        let paid = turn.field.unit(unit).ap.saturating_sub(ap);
        turn.emit(Event::Recovered { unit, ap, paid, off: activation::POINTS });
    }
}
