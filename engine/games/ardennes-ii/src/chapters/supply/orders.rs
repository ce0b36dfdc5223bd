use super::{gun_rolled, lay_down, stranded_guns};
use crate::ArdennesII;
use crate::chapters::asking::misplaced;
use crate::printed::{ALLIED, Definitions};
use crate::truth::event::Event;
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Phase, State};
use definitions::UnitId;
use engine::contract::{Progress, Refusal, SideId, Turn};

/// The guns of a side for which a die may be rolled in this pre-turn (3.7o): each once.
pub fn to_roll(definitions: &Definitions, state: &State, side: SideId) -> Vec<UnitId> {
    if state.phase != Phase::PreTurn {
        return Vec::new();
    }
    stranded_guns(definitions, state, side).into_iter().filter(|unit| !state.rolled.contains(unit)).collect()
}

/// Whether a side has an air strike to lay down as supply (3.7d, 3.7f).
///
/// # Errors
/// Why not.
pub fn has_supply(state: &State, side: SideId) -> Result<(), Refusal> {
    if side != ALLIED {
        return Err(Refusal::new("3.7d", "only the US player has air supply"));
    }
    if state.strikes == 0 { Err(Refusal::new("3.7f", "no air strike is left this turn")) } else { Ok(()) }
}

/// Steps that may follow `supply` or `roll`.
pub fn candidates(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    partial: &[Step],
    offer: &mut dyn FnMut(Step),
) {
    match partial {
        [Step::Verb(Verb::Supply)] => {
            definitions.plans[usize::from(state.scenario)].in_play.iter().map(Step::Hex).for_each(offer);
        }
        [Step::Verb(Verb::Roll)] => to_roll(definitions, state, side).into_iter().map(Step::Unit).for_each(offer),
        _ => {}
    }
}

/// Judges a step after `supply` or `roll`.
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
        ([Step::Verb(Verb::Supply)], Step::Hex(hex)) => {
            lay_down(definitions, state, side, *hex).map(|_| Progress::Complete)
        }
        ([Step::Verb(Verb::Roll)], Step::Unit(unit)) => {
            let name = definitions.name(*unit);
            if to_roll(definitions, state, side).contains(unit) {
                return Ok(Progress::Complete);
            }
            if state.rolled.contains(unit) {
                return Err(Refusal::new("3.7o", format!("a die was rolled for {name} in this turn")));
            }
            Err(Refusal::new("3.7o", format!("{name} is no disorganised artillery of yours without supply")))
        }
        _ => Err(misplaced("a hex or guns, as in `supply HEX` or `roll UNIT`")),
    }
}

/// Carries out `supply` or `roll`.
pub fn perform(turn: &mut Turn<'_, ArdennesII>, order: &[Step]) {
    let definitions = turn.definitions();
    match order {
        [Step::Verb(Verb::Supply), Step::Hex(hex)] => {
            if let Ok(event) = lay_down(definitions, turn, ALLIED, *hex) {
                turn.emit(event);
            }
        }
        [Step::Verb(Verb::Roll), Step::Unit(unit)] => {
            let face = turn.die("guns without supply", 6);
            turn.emit(Event::GunsRolled { unit: *unit, face });
            if let Some(event) = gun_rolled(definitions, *unit, face) {
                turn.emit(event);
            }
        }
        _ => {}
    }
}
