//! Combat (9, 10): what is attacked with what, what the die brings, and what follows.

mod advance;
mod attack;
mod duty;
mod exchange;
mod result;
mod retreat;
mod strength;

pub use advance::choices as advances;
pub use attack::{Draft, able, attackable, fighters, neighbours};
pub use exchange::too_few;
pub use retreat::ways;
pub use strength::{Share, Strengths, immune, shares, strengths};

use crate::ArdennesOffensive;
use crate::printed::Definitions;
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Combat, State};
use engine::contract::{Progress, Refusal, SideId, Turn};

/// Steps that may follow one of combat's verbs.
pub fn candidates(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    partial: &[Step],
    offer: &mut dyn FnMut(Step),
) {
    match partial.first() {
        Some(Step::Verb(Verb::Attack)) => attack::candidates(definitions, state, side, partial, offer),
        Some(Step::Verb(Verb::Lose)) => exchange::candidates(state, partial, offer),
        Some(Step::Verb(Verb::Retreat)) => retreat::candidates(definitions, state, partial, offer),
        Some(Step::Verb(Verb::Advance)) => advance::candidates(definitions, state, partial, offer),
        _ => {}
    }
}

/// Judges a step after one of combat's verbs.
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
    match partial.first() {
        Some(Step::Verb(Verb::Attack)) => attack::check(definitions, state, side, partial, step),
        Some(Step::Verb(Verb::Lose)) => exchange::check(definitions, state, partial, step),
        Some(Step::Verb(Verb::Retreat)) => retreat::check(definitions, state, partial, step),
        Some(Step::Verb(Verb::Advance)) => advance::check(definitions, state, partial, step),
        _ => Err(Refusal::new("order", "expected attack, lose, retreat or advance")),
    }
}

/// Carries out an order of combat.
pub fn perform(turn: &mut Turn<'_, ArdennesOffensive>, side: SideId, order: &[Step]) {
    match order.first() {
        Some(Step::Verb(Verb::Attack)) => attack::perform(turn, side, order),
        Some(Step::Verb(Verb::Waive)) => result::waived(turn, true),
        Some(Step::Verb(Verb::Keep)) => result::waived(turn, false),
        Some(Step::Verb(Verb::Lose)) => exchange::perform(turn, side, order),
        Some(Step::Verb(Verb::Retreat)) => retreat::perform(turn, order),
        Some(Step::Verb(Verb::Advance)) => advance::perform(turn, order),
        Some(Step::Verb(Verb::Hold)) => advance::hold(turn),
        _ => {}
    }
}

/// Whether a side may end its combat phase.
///
/// # Errors
/// What must be attacked before (E.4).
pub fn check_end(definitions: &Definitions, state: &State, side: SideId) -> Result<(), Refusal> {
    duty::check_end(definitions, state, side)
}

/// The combat that a question is about.
fn under_way(state: &State) -> Result<&Combat, Refusal> {
    state.combat.as_ref().ok_or_else(|| Refusal::new("9", "no combat is under way"))
}
