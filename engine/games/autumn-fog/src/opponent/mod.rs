//! The computer opponent: the order that a sensible player gives, found from what his side may see.
//!
//! It looks anew before each order: where the roads lead and who stands in the way ([`routes`]), what the German
//! drives at ([`drive`]) or the Allies must guard ([`guard`]), and what each order would bring. Worth is counted in
//! hundredths of a step, the same for blood and for ground, so that an attack can be held against a march.

mod activation;
mod allotment;
mod answer;
mod attack;
mod drive;
mod event;
mod guard;
mod lifeline;
mod march;
mod odds;
mod plan;
mod routes;

use crate::AutumnFog;
use crate::language;
use crate::sight::view::Seen;
use crate::truth::order::{Step, Verb};
use crate::truth::state::Pending;
use engine::contract::Advice;
use plan::Plan;

/// What a step is worth.
const STEP: i32 = 100;

/// An order and what it is expected to bring.
#[derive(Clone, Debug)]
struct Proposal {
    worth: i32,
    order: Vec<Step>,
}

impl Advice for AutumnFog {
    fn closes(order: &[Step]) -> bool {
        matches!(
            order,
            [Step::Verb(Verb::Allot | Verb::Advance | Verb::Gift), Step::Done]
                | [Step::Verb(Verb::Return), Step::Unit(_), Step::Done]
        )
    }

    fn examples(seen: Seen<'_>, count: usize) -> Vec<Vec<Step>> {
        language::examples(seen, count)
    }

    fn advise(seen: Seen<'_>) -> Option<Vec<Step>> {
        let Seen { definitions, view } = seen;
        let side = view.side?;
        let pending = view.field.ask(side)?.pending;
        let plan = || Plan::new(definitions, &view.field, side);
        let mut proposals = match pending {
            Pending::Operate if view.field.operations.activation.is_some() => activation::sequence(&plan(), view),
            Pending::Operate => activation::choose(&plan(), view),
            Pending::Allot => allotment::markers(definitions, view, side),
            Pending::Return => allotment::returns(definitions, view, side),
            Pending::Defend => answer::defences(&plan(), view),
            Pending::Lose => answer::losses(&plan(), view),
            Pending::Retreat => answer::retreats(&plan(), view),
            Pending::Mark | Pending::Advance => answer::advances(&plan(), view),
            Pending::Reroll => answer::rerolls(&plan()),
            Pending::Overstack => answer::eliminations(&plan(), view),
            Pending::Interrupt => event::interrupts(&plan(), view),
            Pending::AirSupply => event::drops(&plan(), view),
            Pending::Snafu => answer::snafus(&plan()),
            Pending::Present => answer::presents(&plan(), view),
        };
        proposals.sort_by_key(|proposal| std::cmp::Reverse(proposal.worth));
        let legal = |proposal: &Proposal| seen.accept(&proposal.order).is_ok();
        let best = proposals.into_iter().find(legal).map(|proposal| proposal.order);
        best.or_else(|| language::examples(seen, 1).into_iter().next())
    }
}
