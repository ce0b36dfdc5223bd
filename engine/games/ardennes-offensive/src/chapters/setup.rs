//! Set-up (17): as printed, or freely from there.

use crate::ArdennesOffensive;
use crate::printed::{Definitions, Plan};
use crate::truth::event::Event;
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Place, State};
use definitions::UnitId;
use definitions::hex::{HexId, HexSet};
use engine::contract::{OptionRule, Progress, Refusal, Setup, SideId, Turn};

/// The state of a scenario before the first question: everybody where the historical set-up has him.
///
/// # Errors
/// When the scenario or an option does not exist.
pub fn initial(definitions: &Definitions, setup: &Setup) -> Result<State, String> {
    OptionRule::known(&[], setup)?;
    let place = definitions.published.place_of_scenario(&setup.scenario)?;
    let mut state = State::empty(place as u8, definitions.counters.len());
    let plan = &definitions.plans[place];
    for (unit, hex) in &plan.placed {
        state.units.get_mut(*unit).place = Place::Hex(*hex);
    }
    for coming in &plan.coming {
        let unit = state.units.get_mut(coming.unit);
        unit.place = Place::Due { turn: coming.turn, sections: coming.section };
        unit.west_bank = coming.west_bank;
    }
    Ok(state)
}

/// The scenario of a state.
pub fn plan<'a>(definitions: &'a Definitions, state: &State) -> &'a Plan {
    &definitions.plans[usize::from(state.scenario)]
}

/// The hexes to which a unit may go in a free set-up: the front line for those that stand there, for the others the rest of
/// their side of the map (17a, ruling R59).
pub fn pool(definitions: &Definitions, state: &State, unit: UnitId) -> HexSet {
    let side = definitions.counter(unit).side;
    let front = definitions.board.front(side);
    let in_line = state.unit(unit).hex().is_some_and(|hex| front.contains(hex));
    if in_line {
        return front.clone();
    }
    let mut pool = HexSet::new(definitions.board.hex_count());
    let own = |hex: &HexId| definitions.board.german_side(*hex) == (side == crate::printed::GERMAN);
    definitions.board.live().filter(own).for_each(|hex| pool.insert(hex));
    pool.subtract(front);
    pool
}

/// Steps that may follow `place`.
pub fn candidates(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    partial: &[Step],
    offer: &mut dyn FnMut(Step),
) {
    match partial {
        [Step::Verb(Verb::Place)] => {
            let here = |unit: &UnitId| state.unit(*unit).hex().is_some();
            definitions.units_of(side).filter(here).map(Step::Unit).for_each(offer);
        }
        [Step::Verb(Verb::Place), Step::Unit(unit)] => {
            pool(definitions, state, *unit).iter().map(Step::Hex).for_each(offer);
        }
        _ => {}
    }
}

/// Judges a step after `place` (17a).
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
        ([_], Step::Unit(unit)) => {
            let name = definitions.name(*unit);
            if definitions.counter(*unit).side != side {
                return Err(Refusal::new("17a", format!("{name} is not yours to set up")));
            }
            match state.unit(*unit).place {
                Place::Hex(_) => Ok(Progress::Open),
                _ => Err(Refusal::new("17a", format!("{name} does not start on the map"))),
            }
        }
        ([_, Step::Unit(unit)], Step::Hex(hex)) => {
            let (name, place) = (definitions.name(*unit), definitions.place(*hex));
            if !pool(definitions, state, *unit).contains(*hex) {
                let front = definitions.board.front(side);
                let in_line = state.unit(*unit).hex().is_some_and(|hex| front.contains(hex));
                let where_ =
                    if in_line { "stays on the front line" } else { "stays behind the front line, on its own side" };
                return Err(Refusal::new("17a", format!("{name} {where_}, and {place} is not there")));
            }
            if state.unit(*unit).hex() == Some(*hex) {
                return Err(Refusal::new("17a", format!("{name} stands in {place}")));
            }
            Ok(Progress::Complete)
        }
        _ => Err(Refusal::new("order", "expected a unit and a hex, as in `place UNIT at HEX`")),
    }
}

/// Carries out `place`: whoever stands there changes places with the unit, so that nobody stacks.
pub fn perform(turn: &mut Turn<'_, ArdennesOffensive>, order: &[Step]) {
    let definitions = turn.definitions();
    if let [_, Step::Unit(unit), Step::Hex(hex)] = order
        && let Some(from) = turn.unit(*unit).hex()
    {
        let other = turn.disposition(definitions).stack(*hex).next();
        turn.emit(Event::Placed { unit: *unit, hex: *hex });
        if let Some(other) = other {
            turn.emit(Event::Placed { unit: other, hex: from });
        }
    }
}
