//! A computer opponent, and what it would do as advice. It sees what its side sees, and the same view gives the same order.
//!
//! It thinks one order at a time: attacks by what the results table promises, moves by how good a hex is for its side.

mod attack;
mod movement;
mod setup;

use crate::ArdennesOffensive;
use crate::standing::{Advances, Policy};
use crate::truth::order::Step;
use crate::truth::state::Topic;
use engine::contract::{Advice, Rules, Seen, StandingOrders};

impl Advice for ArdennesOffensive {
    fn advise(seen: Seen<'_, ArdennesOffensive>) -> Option<Vec<Step>> {
        let side = seen.view.asked()?;
        let asked = seen.view.state.asked?;
        let order = match asked.topic {
            Topic::SetUp => Some(setup::order(seen.definitions, &seen.view.state, side)),
            Topic::Move => movement::order(seen, side),
            Topic::Attack => attack::order(seen, side),
            Topic::Waive | Topic::Losses | Topic::Retreat | Topic::Advance => {
                let ask = ArdennesOffensive::asks(&seen.view.state).into_iter().next()?;
                // whoever attacks goes on, whoever defends stays where he is
                let advances = if side == seen.view.state.side { Advances::Strongest } else { Advances::Hold };
                ArdennesOffensive::answer(seen, &ask, &Policy { advances, ..Policy::default() })
            }
        };
        seen.or_any(order)
    }
}
