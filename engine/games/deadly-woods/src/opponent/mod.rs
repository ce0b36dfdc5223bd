//! A computer opponent, and what it would do as advice. It sees what its side sees, and the same view gives the same order.
//!
//! It thinks one order at a time: attacks by what the results table promises, moves by how good a hex is for its side.

mod attack;
mod chits;
mod movement;

use crate::DeadlyWoods;
use crate::standing::{Converts, Policy};
use crate::truth::order::{Step, Verb};
use crate::truth::state::Topic;
use engine::contract::{Advice, Rules, Seen, StandingOrders};

impl Advice for DeadlyWoods {
    fn advise(seen: Seen<'_, DeadlyWoods>) -> Option<Vec<Step>> {
        let side = seen.view.asked()?;
        let state = &seen.view.state;
        let asked = state.asked?;
        let end = || Some(vec![Step::Verb(Verb::End)]);
        let order = match asked.topic {
            Topic::Army | Topic::First | Topic::Drawn | Topic::Withdrawal | Topic::React => {
                chits::order(seen, side, asked.topic)
            }
            Topic::Assets => chits::assets(seen, side).or_else(end),
            Topic::Replacements => chits::rebuilt(seen, side).or_else(end),
            Topic::Drop => Some(vec![Step::Verb(Verb::Pass)]),
            Topic::Round => movement::order(seen, side).or_else(|| attack::order(seen, side)).or_else(end),
            _ => {
                let ask = DeadlyWoods::asks(state).into_iter().next()?;
                let policy = Policy { converts: Converts::Kills, ..Policy::default() };
                DeadlyWoods::answer(seen, &ask, &policy)
            }
        };
        seen.or_any(order)
    }
}
