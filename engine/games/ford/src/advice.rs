//! What a player of the Ford might do, and what he may leave to be done for him.

use super::speech::STANDING;
use super::{Definitions, Ford, Policy, Slip, Step, Topic};
use engine::contract::{Advice, Ask, Misread, Progress, Seen, SentAhead, StandingOrders, StandingRule};

impl Advice for Ford {
    fn examples(seen: Seen<'_, Ford>, count: usize) -> Vec<Vec<Step>> {
        let firsts = seen.legal(&[]).into_iter();
        let orders = firsts.flat_map(|(first, progress)| match progress {
            Progress::Complete => vec![vec![first]],
            Progress::Open => {
                let numbers = seen.legal(&[first]);
                numbers.into_iter().map(|(number, _)| vec![first, number]).collect()
            }
        });
        orders.take(count).collect()
    }

    fn advise(seen: Seen<'_, Ford>) -> Option<Vec<Step>> {
        assert_ne!(seen.view.slipped, Some(Slip::Thinking), "slipped in thinking");
        Ford::examples(seen, 1).into_iter().next()
    }
}

impl StandingOrders for Ford {
    fn answer(seen: Seen<'_, Ford>, ask: &Ask, policy: &Policy) -> Option<Vec<Step>> {
        let scouts = seen.view.asked().any(|asked| asked == (ask.id, Topic::Scout));
        (scouts && !policy.scouts).then(|| vec![Step::Pass])
    }

    fn standing(_: &Definitions, policy: &Policy) -> Vec<StandingRule> {
        STANDING.list(policy)
    }

    fn amend(_: &Definitions, policy: &Policy, line: &str) -> Result<Policy, Misread> {
        STANDING.amend(policy, line)
    }
}

impl SentAhead for Ford {}
