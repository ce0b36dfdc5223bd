//! A computer opponent, and what it would do as advice. It sees what its side sees, and the same view gives the same order.
//!
//! It thinks one order at a time: attacks by what the results table promises, moves by how good a hex is for its side, fire
//! where it helps attacks.

mod attack;
mod fire;
mod movement;
mod raid;

use crate::ArdennesII;
use crate::standing::{Advances, Guns, Holds, Policy};
use crate::truth::order::{Step, Verb};
use crate::truth::state::Topic;
use engine::contract::{Advice, Progress, Rules, Seen, StandingOrders};

impl Advice for ArdennesII {
    fn examples(seen: Seen<'_, ArdennesII>, count: usize) -> Vec<Vec<Step>> {
        let mut found: Vec<Vec<Step>> = Self::advise(seen).into_iter().take(count).collect();
        // one for each way to begin, then as many as are wanted
        for each in [1, count] {
            for (first, progress) in seen.legal(&[]) {
                if found.len() >= count {
                    return found;
                }
                let most = (found.len() + each).min(count);
                complete(seen, &mut vec![first], progress, most, &mut found);
            }
        }
        found
    }

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
        let legal = order.filter(|order| seen.progress(order) == Ok(Progress::Complete));
        legal.or_else(|| seen.random_order(&mut |steps| steps - 1))
    }
}

/// Adds complete orders that begin with these steps until there are so many; none twice.
fn complete(
    seen: Seen<'_, ArdennesII>,
    order: &mut Vec<Step>,
    progress: Progress,
    most: usize,
    found: &mut Vec<Vec<Step>>,
) {
    if progress == Progress::Complete {
        if !found.contains(order) {
            found.push(order.clone());
        }
        return;
    }
    for (step, progress) in seen.legal(order) {
        if found.len() >= most {
            return;
        }
        order.push(step);
        complete(seen, order, progress, most, found);
        order.pop();
    }
}
