//! Orders sent ahead.

use crate::ArdennesOffensive;
use crate::sight::View;
use crate::truth::order::{Step, Verb};
use crate::truth::state::Topic;
use engine::contract::SentAhead;

impl SentAhead for ArdennesOffensive {
    fn is_fresh(view: &View) -> bool {
        let begins = |topic| matches!(topic, Topic::SetUp | Topic::Move | Topic::Attack);
        view.asked().is_some() && view.state.asked.is_some_and(|asked| begins(asked.topic))
    }

    fn ends(order: &[Step]) -> bool {
        matches!(order, [Step::Verb(Verb::End | Verb::Ready)])
    }

    fn idle(view: &View) -> Option<Vec<Step>> {
        let asked = view.state.asked.filter(|_| view.asked().is_some())?;
        match asked.topic {
            Topic::SetUp => Some(vec![Step::Verb(Verb::Ready)]),
            Topic::Move | Topic::Attack => Some(vec![Step::Verb(Verb::End)]),
            _ => None,
        }
    }
}
