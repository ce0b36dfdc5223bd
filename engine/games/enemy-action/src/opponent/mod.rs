//! A computer opponent, and what it would do as advice. It sees what its side sees, and the same view gives the same order.
//!
//! It thinks one order at a time: cards by whom they bring to life, moves by how good a hex is for its side, attacks and
//! tactics by what the chits that are left in the cup promise.

mod battle;
mod cards;
mod goals;
mod movement;
mod replies;

use crate::EnemyAction;
use crate::chapters::asking::Known;
use crate::sight::known;
use crate::standing::{Advances, Defends, Disperses, Fuel, Losses, Policy};
use crate::truth::order::{Step, Verb};
use crate::truth::state::Topic;
use engine::contract::{Advice, Ask, Seen, StandingOrders};

impl Advice for EnemyAction {
    fn advise(seen: Seen<'_, EnemyAction>) -> Option<Vec<Step>> {
        let side = seen.view.asked()?;
        let known = known(seen, side);
        let asked = known.public.asked?;
        let alone = |verb: Verb| Some(vec![Step::Verb(verb)]);
        let order = match asked.topic {
            Topic::Command => cards::command(seen, known),
            Topic::Deployment => movement::placed(known).or_else(|| alone(Verb::End)),
            Topic::Activation => active(known).or_else(|| alone(Verb::End)),
            Topic::Replacements => cards::rebuilt(known),
            Topic::Tactics => battle::support(known).or_else(|| alone(Verb::Pass)),
            Topic::Chits => battle::total(known),
            // whoever holds one of these uses it
            Topic::Greif | Topic::Interdiction => cards::answered(seen, known).or_else(|| alone(Verb::Pass)),
            Topic::React => replies::activation(known).or_else(|| alone(Verb::Pass)),
            Topic::Works => replies::mended(known).or_else(|| alone(Verb::Pass)),
            Topic::Blow => replies::demolition(known).or_else(|| alone(Verb::Pass)),
            Topic::Excess => movement::removed(known),
            Topic::Advance => movement::advanced(known).or_else(|| alone(Verb::Stay)),
            _ => {
                let policy = Policy {
                    defends: if battle::stands(known) { Defends::Stand } else { Defends::Retreat },
                    disperses: Disperses::Always,
                    losses: Losses::Spare,
                    advances: Advances::Fill,
                    fuel: Fuel::Spend,
                    ..Policy::default()
                };
                Self::answer(seen, &Ask::duty(asked.id, asked.side), &policy)
            }
        };
        seen.or_any(order)
    }
}

/// What active units do: they move one after the other, then attack, then dig in.
fn active(known: Known<'_>) -> Option<Vec<Step>> {
    movement::order(known).or_else(|| battle::order(known)).or_else(|| movement::dug(known))
}
