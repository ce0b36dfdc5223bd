//! Christmas presents (15.4, optional): at the start of turn 5 each side may recover a step or keep a second roll.

use crate::AutumnFog;
use crate::chapters::chapter::{Asked, Chapter, Judge, misplaced};
use crate::chapters::{asking, detachment, stacking};
use crate::printed::definitions::Definitions;
use crate::truth::event::Event;
use crate::truth::order::{Present, Step};
use crate::truth::state::{Field, Pending};
use definitions::UnitId;
use engine::contract::{Grounds, Progress, SideId, Turn, Unworded};

/// The turn of 25 December.
const CHRISTMAS: u8 = 5;

/// Asks both sides for their presents, if it is Christmas; neither sees the other's before both have chosen (ruling
/// R134). Tells whether it has asked.
pub fn offer(turn: &mut Turn<'_, AutumnFog>) -> bool {
    let now = turn.field.options.presents && turn.field.turn == CHRISTMAS;
    if now {
        for side in SideId::BOTH {
            asking::ask(turn, side, Pending::Present);
        }
    }
    now
}

/// Whether a unit may recover a step (15.4a, ruling R132).
pub fn may_recover<R: Grounds>(definitions: &Definitions, field: &Field, side: SideId, unit: UnitId) -> Result<(), R> {
    let (data, state, name) = (definitions.unit(unit), field.unit(unit), definitions.name(unit));
    if data.side != side {
        return Err(R::under("15.4a", || format!("{name} is not yours")));
    }
    let Some(hex) = state.hex() else {
        return Err(R::under("15.4a", || format!("{name} is not on the map")));
    };
    if state.steps >= data.steps {
        return Err(R::under("15.4a", || format!("{name} has all its steps, {}", data.steps)));
    }
    let (division, shared) = detachment::shared(field, unit);
    if shared >= definitions.unit(division).steps {
        let whole = definitions.name(division);
        return Err(R::under("18b", || format!("{whole} and its detachments have all their steps, {shared}")));
    }
    if field.steps_in(hex) >= stacking::LIMIT {
        let (place, steps) = (definitions.place(hex), field.steps_in(hex));
        return Err(R::under("5a", || {
            format!("{place} holds {steps} steps already, {name} finds no room for one more")
        }));
    }
    Ok(())
}

/// Units that may recover a step.
pub fn weakened<'a>(definitions: &'a Definitions, field: &'a Field, side: SideId) -> impl Iterator<Item = UnitId> + 'a {
    let units = field.on_map().map(|(unit, _)| unit);
    units.filter(move |unit| may_recover::<Unworded>(definitions, field, side, *unit).is_ok())
}

/// The chapter of `gift`.
pub static CHAPTER: Chapter = Chapter::new(candidates, Judge(check, check), perform);

/// Steps that may follow `gift`.
fn candidates(asked: Asked<'_>, offer: &mut dyn FnMut(Step)) {
    let Asked { definitions, field, side, .. } = asked;
    weakened(definitions, field, side).map(Step::Unit).chain([Step::Reroll, Step::Done]).for_each(offer);
}

/// Judges the step of `gift`.
///
/// # Errors
/// The rule that forbids it.
fn check<R: Grounds>(asked: Asked<'_>, step: &Step) -> Result<Progress, R> {
    let Asked { definitions, field, side, .. } = asked;
    match step {
        Step::Unit(unit) => may_recover::<R>(definitions, field, side, *unit)?,
        Step::Reroll | Step::Done => {}
        _ => return Err(misplaced("a unit, `reroll` or `none`")),
    }
    Ok(Progress::Complete)
}

/// Chooses a present; when both sides have, they are shown and unpacked.
fn perform(turn: &mut Turn<'_, AutumnFog>, side: SideId, order: &[Step]) {
    let present = match order {
        [_, Step::Unit(unit)] => Present::Step(*unit),
        [_, Step::Reroll] => Present::Reroll,
        _ => Present::Nothing,
    };
    asking::settle(turn, side, Pending::Present);
    turn.emit(Event::PresentChosen { side, present });
    let [Some(german), Some(allied)] = turn.presents else { return };
    let presents = [german, allied];
    let rerolls =
        SideId::BOTH.map(|side| turn.field.rerolls[side.index()] || presents[side.index()] == Present::Reroll);
    turn.emit(Event::PresentsShown { presents, rerolls: Some(rerolls) });
    for present in presents {
        if let Present::Step(unit) = present {
            let steps = turn.field.unit(unit).steps + 1;
            turn.emit(Event::StepRegained { unit, steps });
        }
    }
}
