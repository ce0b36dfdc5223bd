use super::{bug_out, must_run, refuges};
use crate::ArdennesII;
use crate::chapters::asking::{misplaced, several};
use crate::printed::Definitions;
use crate::truth::order::{Step, Verb};
use crate::truth::state::State;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Progress, Refusal, SideId, Turn};

/// Steps that may follow `run`.
pub fn candidates(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    partial: &[Step],
    offer: &mut dyn FnMut(Step),
) {
    match partial {
        [Step::Verb(Verb::Run)] => must_run(definitions, state, side).into_iter().map(Step::Unit).for_each(offer),
        [Step::Verb(Verb::Run), Step::Unit(unit)] => {
            if let Some(from) = state.unit(*unit).hex() {
                refuges(definitions, state, side, from).into_iter().map(Step::Hex).for_each(offer);
            }
        }
        _ => {}
    }
}

/// Judges a step after `run`.
///
/// # Errors
/// The rule that forbids it.
pub fn check(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    partial: &[Step],
    step: &Step,
) -> Result<Progress, Refusal> {
    match (partial, step) {
        ([_], Step::Unit(unit)) => check_unit(definitions, state, side, *unit).map(|()| Progress::Open),
        ([_, Step::Unit(unit)], Step::Hex(to)) => bug_out(definitions, state, *unit, *to).map(|_| Progress::Complete),
        _ => Err(misplaced("guns and their refuge, as in `run UNIT to HEX`")),
    }
}

fn check_unit(definitions: &Definitions, state: &State, side: SideId, unit: UnitId) -> Result<(), Refusal> {
    let running = must_run(definitions, state, side);
    if running.contains(&unit) {
        return Ok(());
    }
    let message = format!("{} has nothing to run from", definitions.name(unit));
    Err(Refusal::new("3.6d", message).remedy(format!("These run: {}.", definitions.names(&running))))
}

/// What belongs to an order that does not say who runs, or where to.
pub fn unfinished(definitions: &Definitions, state: &State, side: SideId, order: &[Step]) -> Option<Refusal> {
    let running = must_run(definitions, state, side);
    let unit = match order {
        [_, Step::Unit(unit)] => *unit,
        _ => *running.first()?,
    };
    let open = refuges(definitions, state, side, state.unit(unit).hex()?);
    let number = |hex: &HexId| definitions.published.map.grid.number(*hex);
    let orders: Vec<String> = open
        .iter()
        .take(MOST_NAMED)
        .map(|hex| format!("`run {} to {}`", definitions.name(unit), number(hex)))
        .collect();
    let message = format!("{} must run to one of {}", definitions.name(unit), several(open.len(), "refuge"));
    Some(Refusal::new("3.6d", message).remedy(format!("Write {}.", orders.join(" or "))))
}

/// Hexes that an answer names.
const MOST_NAMED: usize = 6;

/// Carries out `run`.
pub fn perform(turn: &mut Turn<'_, ArdennesII>, order: &[Step]) {
    if let [_, Step::Unit(unit), Step::Hex(to)] = order
        && let Ok(events) = bug_out(turn.definitions(), turn, *unit, *to)
    {
        events.into_iter().for_each(|event| turn.emit(event));
    }
}
