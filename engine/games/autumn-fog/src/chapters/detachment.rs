//! Detachments (18): steps that an infantry division splits off as a unit of their own.

use crate::AutumnFog;
use crate::chapters::activation;
use crate::chapters::chapter::{Asked, Chapter, Judge, misplaced, named_unit};
use crate::printed::definitions::Definitions;
use crate::printed::tables::Action;
use crate::truth::event::Event;
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Activation, Field, Location, UnitState};
use definitions::UnitId;
use engine::contract::{Grounds, Progress, SideId, Turn};

/// The chapter of `detach` and `rejoin`.
pub static CHAPTER: Chapter = Chapter::new(candidates, Judge(check, check), perform);

/// Steps that may follow `detach` and `rejoin`.
fn candidates(asked: Asked<'_>, offer: &mut dyn FnMut(Step)) {
    let Asked { definitions, field, side, partial, .. } = asked;
    match partial {
        [Step::Verb(verb)] => {
            let fits = |unit: &UnitId| match verb {
                Verb::Detach => definitions.unit(*unit).divides,
                _ => field.unit(*unit).parent.is_some(),
            };
            activation::who_might_act(definitions, field, side).filter(fits).map(Step::Unit).for_each(offer);
        }
        [Step::Verb(Verb::Detach), Step::Unit(division)] => {
            let most = counter(definitions, field, *division).map_or(0, |counter| definitions.unit(counter).steps);
            (1..=most).map(Step::Steps).for_each(offer);
        }
        _ => {}
    }
}

/// Judges a step of `detach` and `rejoin`.
///
/// # Errors
/// The rule that forbids it.
fn check<R: Grounds>(asked: Asked<'_>, step: &Step) -> Result<Progress, R> {
    let Asked { definitions, field, side, partial, .. } = asked;
    match (partial, named_unit(partial), step) {
        ([Step::Verb(Verb::Detach)], None, Step::Unit(division)) => {
            divisible::<R>(definitions, field, side, *division).map(|_| Progress::Open)
        }
        ([Step::Verb(Verb::Detach), ..], Some(division), Step::Steps(steps)) => {
            let most = divisible::<R>(definitions, field, side, division)?;
            if (1..=most).contains(steps) {
                return Ok(Progress::Complete);
            }
            let (name, has) = (definitions.name(division), field.unit(division).steps);
            let refusal = if (most + 1..has).contains(steps) {
                // the counter of a detachment has so many steps (ruling R180)
                R::under("18a", || {
                    let most = if most == 1 { "1 step".to_owned() } else { format!("{most} steps") };
                    format!("a detachment of the corps of {name} has {most} at most, not {steps}")
                })
            } else {
                R::under("18b", || format!("{name} has {has} steps and cannot detach {steps}"))
            };
            let range = if most == 1 { "1".to_owned() } else { format!("1 to {most}") };
            Err(refusal.remedy(|| format!("It can detach {range}.")))
        }
        ([Step::Verb(Verb::Rejoin)], None, Step::Unit(unit)) => {
            reunion::<R>(definitions, field, side, *unit).map(|_| Progress::Complete)
        }
        ([Step::Verb(Verb::Detach), ..], ..) => Err(misplaced("a division and a number of steps")),
        _ => Err(misplaced("a detachment")),
    }
}

/// The first counter of a division's corps that has not been used (18e, ruling R182).
fn counter(definitions: &Definitions, field: &Field, division: UnitId) -> Option<UnitId> {
    let corps = definitions.unit(division).formation;
    let mut units = (0..field.units.len() as u16).map(UnitId);
    units.find(|unit| {
        let (data, state) = (definitions.unit(*unit), field.unit(*unit));
        data.detachment && data.formation == corps && state.place == Location::Absent && state.steps > 0
    })
}

/// The division that a unit is or was split off from, and the steps that it shares with all its detachments (18b).
pub fn shared(field: &Field, unit: UnitId) -> (UnitId, u8) {
    let division = field.unit(unit).parent.unwrap_or(unit);
    let apart = field.units.iter().filter(|other| other.parent == Some(division)).map(|other| other.steps);
    (division, field.unit(division).steps + apart.sum::<u8>())
}

/// The most steps that a division may detach now: it keeps one (18a, 18b, ruling R180).
fn divisible<R: Grounds>(definitions: &Definitions, field: &Field, side: SideId, division: UnitId) -> Result<u8, R> {
    let (data, state, name) = (definitions.unit(division), field.unit(division), definitions.name(division));
    if data.side == side && !data.divides {
        return Err(R::under("18a", || format!("{name} is no infantry division")));
    }
    let counter = || {
        if state.hex().is_none() {
            return Err(R::under("18a", || format!("{name} is not on the map")).remedy(|| "Use `enter` first."));
        }
        if state.steps < 2 {
            return Err(R::under("18b", || format!("{name} has only one step left")));
        }
        counter(definitions, field, division).ok_or_else(|| {
            let corps = data.formation.map_or("its corps", |it| &definitions.published.units.formation(it).name);
            R::under("18e", || format!("{name} cannot detach: all detachments of {corps} have been made"))
                .remedy(|| "Those that are on the map act as units of their own; one that rejoins is not made again.")
        })
    };
    activation::ready_to::<R>(definitions, field, side, division, || counter().map(|_| ()))?;
    let counter = counter()?;
    Ok(definitions.unit(counter).steps.min(state.steps - 1))
}

/// The division that a detachment may rejoin now (18d, ruling R183).
fn reunion<R: Grounds>(definitions: &Definitions, field: &Field, side: SideId, unit: UnitId) -> Result<UnitId, R> {
    let (state, name) = (field.unit(unit), definitions.name(unit));
    let beside_it = || {
        let Some(division) = state.parent else {
            return Err(R::under("18d", || format!("{name} is no detachment of a division")));
        };
        let whole = definitions.name(division);
        match field.hex_of(division) {
            None => Err(R::under("18d", || format!("{whole} is not on the map any more"))),
            Some(hex) if state.hex() != Some(hex) => {
                Err(R::under("18d", || format!("{name} and {whole} are not in the same hex"))
                    .remedy(|| format!("{whole} is in {}.", definitions.place(hex))))
            }
            Some(_) => Ok(division),
        }
    };
    let has = activation::ready_to::<R>(definitions, field, side, unit, || beside_it().map(|_| ()))?;
    let division = beside_it()?;
    let whole = definitions.name(division);
    let left = has.min(activation::ready::<R>(definitions, field, side, division)?);
    let owes = state.bound || field.unit(division).bound;
    if owes && left < definitions.tables.actions.of(Action::NormalAttack) {
        return Err(R::under("4.2b", || format!("{name} and {whole} would have {left} AP left, and one must attack"))
            .remedy(|| "Attack first."));
    }
    if let Some(Activation::General { limit }) = field.operations.activation {
        let fresh = [unit, division].iter().filter(|unit| !field.unit(**unit).active).count();
        if usize::from(field.operations.count) + fresh > usize::from(limit) {
            return Err(R::under("3.3a", || format!("{name} and {whole} cannot both be among the {limit} units")));
        }
    }
    Ok(division)
}

/// Splits off a detachment, or lets one rejoin.
fn perform(turn: &mut Turn<'_, AutumnFog>, _: SideId, order: &[Step]) {
    let definitions = turn.definitions();
    match order {
        [_, Step::Unit(division), Step::Steps(steps)] => {
            activation::wake(turn, *division);
            if let Some(detachment) = counter(definitions, &turn.field, *division) {
                let (whole, steps) = (turn.field.unit(*division).clone(), *steps);
                let left = whole.steps.saturating_sub(steps);
                let apart = Some(UnitState { steps, parent: Some(*division), ..whole });
                turn.emit(Event::Detached { division: *division, detachment, steps, left, apart });
            }
        }
        [_, Step::Unit(unit)] => {
            let Some(division) = turn.field.unit(*unit).parent else { return };
            activation::wake(turn, division);
            activation::wake(turn, *unit);
            let (apart, mut whole) = (turn.field.unit(*unit), turn.field.unit(division).clone());
            let steps = (whole.steps + apart.steps).min(definitions.unit(division).steps);
            absorb(&mut whole, apart);
            whole.steps = steps;
            let gone = UnitState { place: Location::Absent, steps: 0, parent: None, ..apart.clone() };
            let gone = UnitState { active: false, bound: false, improved: false, ..gone };
            turn.emit(Event::Rejoined { detachment: *unit, division, steps, apart: Some(gone), whole: Some(whole) });
        }
        _ => {}
    }
}

/// Takes a detachment in again: what both had left is what the less able one has, and each burden of either stays
/// (ruling R184).
fn absorb(division: &mut UnitState, detachment: &UnitState) {
    (division.ap, division.half_mp) = (division.ap.min(detachment.ap), division.half_mp.min(detachment.half_mp));
    division.activations = division.activations.max(detachment.activations);
    division.supply = division.supply.max(detachment.supply);
    division.out_of_command |= detachment.out_of_command;
    division.fatigued |= detachment.fatigued;
    division.improved &= detachment.improved;
    division.acted |= detachment.acted;
    division.bound |= detachment.bound;
    division.fell_back |= detachment.fell_back;
    division.pinned |= detachment.pinned;
    division.covered &= detachment.covered;
    division.refuelled |= detachment.refuelled;
}
