//! What a program would do, as advice: as yet the first orders of the list, by standing orders where there are any.

use crate::EnemyAction;
use crate::standing::{Advances, Defends, Disperses, Draws, Policy, Tactics};
use crate::truth::order::Step;
use engine::contract::{Advice, Ask, Progress, Seen, StandingOrders};

impl Advice for EnemyAction {
    fn examples(seen: Seen<'_, EnemyAction>, count: usize) -> Vec<Vec<Step>> {
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

    fn advise(seen: Seen<'_, EnemyAction>) -> Option<Vec<Step>> {
        seen.view.asked()?;
        let policy = Policy {
            tactics: Tactics::None,
            draws: Draws::Most,
            defends: Defends::Retreat,
            disperses: Disperses::Always,
            advances: Advances::Fill,
            ..Policy::default()
        };
        let asked = seen.view.public.asked?;
        let ask = Ask::duty(asked.id, asked.side);
        let order = Self::answer(seen, &ask, &policy);
        seen.or_any(order)
    }
}

/// Adds complete orders that begin with these steps until there are so many; none twice.
fn complete(
    seen: Seen<'_, EnemyAction>,
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
