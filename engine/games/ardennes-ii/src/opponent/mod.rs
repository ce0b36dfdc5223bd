//! A computer opponent, and what it would do as advice. It sees what its side sees, and the same view gives the same order.
//!
//! It thinks one order at a time: attacks by what the results table promises, moves by how good a hex is for its side, fire
//! where it helps attacks.

mod attack;
mod exodus;
mod fire;
mod march;
mod movement;
mod raid;

use crate::ArdennesII;
use crate::standing::{Advances, Guns, Holds, Policy};
use crate::truth::order::{Step, Verb};
use crate::truth::state::Topic;
use engine::contract::{Advice, Rules, Seen, StandingOrders};

impl Advice for ArdennesII {
    fn advise(seen: Seen<'_, ArdennesII>) -> Option<Vec<Step>> {
        let side = seen.view.asked()?;
        let asked = seen.view.state.asked?;
        let end = || Some(vec![Step::Verb(Verb::End)]);
        let order = match asked.topic {
            Topic::SetUp => movement::set_up(seen, side).or_else(|| Some(vec![Step::Verb(Verb::Ready)])),
            Topic::Arrivals => movement::arrival(seen, side).or_else(end),
            Topic::Move => movement::order(seen, side).or_else(|| fire::order(seen, side)).or_else(end),
            Topic::Barrage => fire::order(seen, side).or_else(end),
            Topic::Attack => attack::order(seen, side).or_else(end),
            Topic::Hold | Topic::Losses | Topic::Retreat | Topic::Advance | Topic::BugOut | Topic::Bridge => {
                let ask = ArdennesII::asks(&seen.view.state).into_iter().next()?;
                let holds =
                    if raid::gives_way(seen.definitions, &seen.view.state) { Holds::Retreat } else { Holds::Hold };
                let policy = Policy { holds, advances: Advances::Fill, guns: Guns::Near, ..Policy::default() };
                ArdennesII::answer(seen, &ask, &policy)
            }
        };
        seen.or_any(order)
    }
}
