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
use engine::contract::{Advice, Progress, Rules, Seen, StandingOrders};

impl Advice for ArdennesOffensive {
    fn examples(seen: Seen<'_, ArdennesOffensive>, count: usize) -> Vec<Vec<Step>> {
        let mut found: Vec<Vec<Step>> = Self::advise(seen).into_iter().take(count).collect();
        let begun = || seen.legal(&[]).into_iter().map(|(first, progress)| (vec![first], progress));
        // one for each way to begin, one for each that goes on from there, then as many as are wanted
        for (mut order, progress) in begun() {
            let most = (found.len() + 1).min(count);
            complete(seen, &mut order, progress, most, &mut found);
        }
        for (order, _) in begun().filter(|(_, progress)| *progress == Progress::Open) {
            if found.len() >= count {
                return found;
            }
            for (second, progress) in seen.legal(&order) {
                let most = (found.len() + 1).min(count);
                complete(seen, &mut [&order[..], &[second]].concat(), progress, most, &mut found);
            }
        }
        for (mut order, progress) in begun() {
            complete(seen, &mut order, progress, count, &mut found);
        }
        found
    }

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
        let legal = order.filter(|order| seen.progress(order) == Ok(Progress::Complete));
        legal.or_else(|| seen.random_order(&mut |steps| steps - 1))
    }
}

/// Adds complete orders that begin with these steps until there are so many; none twice.
fn complete(
    seen: Seen<'_, ArdennesOffensive>,
    order: &mut Vec<Step>,
    progress: Progress,
    most: usize,
    found: &mut Vec<Vec<Step>>,
) {
    if found.len() >= most {
        return;
    }
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
