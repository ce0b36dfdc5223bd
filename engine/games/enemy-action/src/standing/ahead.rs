//! Orders sent ahead: impulses that a player wrote while the other side acts, and what brings them back to him.

use super::Policy;
use crate::EnemyAction;
use crate::printed::Definitions;
use crate::sight::View;
use crate::truth::event::Event;
use crate::truth::order::{Step, Verb};
use crate::truth::state::Topic;
use crate::verbs;
use definitions::UnitId;
use engine::contract::{Ahead, Concern, Incident, Seen, SentAhead, SideId, Speech};
use engine::speech::Reliance;

impl SentAhead for EnemyAction {
    fn is_fresh(view: &View) -> bool {
        asked(view) == Some(Topic::Command)
    }

    fn ends(order: &[Step]) -> bool {
        matches!(order, [Step::Verb(Verb::End | Verb::Pass)] | [Step::Verb(Verb::Discard | Verb::Event), ..])
    }

    fn is_early(view: &View, order: &[Step]) -> bool {
        let Some(Step::Verb(verb)) = order.first() else { return false };
        verbs::entry(*verb).topics.iter().all(|topic| begins(*topic)) && asked(view).is_none_or(|topic| !begins(topic))
    }

    fn incident(Seen { definitions, view }: Seen<'_, EnemyAction>, event: &Event) -> Option<Incident> {
        let concern = concern(definitions, view.side?, event)?;
        Some(Incident { words: Self::describe(definitions, event).unwrap_or_default(), concern })
    }

    fn heed(seen: Seen<'_, EnemyAction>, ahead: &Ahead<'_, EnemyAction>, policy: &Policy) -> Option<String> {
        let (definitions, relied) = (seen.definitions, relied(seen, ahead));
        policy.ahead.heed("impulse", ahead.incidents, |incident, near| {
            let distance = |there, here| definitions.board.distance(there, here);
            relied.upset(incident, near, |unit| definitions.name(unit), |hex| definitions.place(hex), distance)
        })
    }
}

/// What the viewer is asked.
fn asked(view: &View) -> Option<Topic> {
    view.asked().and(view.public.asked).map(|asked| asked.topic)
}

/// Whether that is part of an impulse of the own side, not something that came up in one.
fn begins(topic: Topic) -> bool {
    matches!(topic, Topic::Command | Topic::Activation | Topic::Deployment | Topic::Replacements)
}

fn concern(definitions: &Definitions, side: SideId, event: &Event) -> Option<Concern> {
    let own = |unit: &UnitId| definitions.counter(*unit).side == side;
    Some(match event {
        // other cards, other supply: what was written for another day is for its writer to read again
        Event::DayBegan { .. } => Concern::All,
        Event::Moved { unit, path, .. } | Event::Advanced { unit, path, .. } if !own(unit) => {
            Concern::Near(vec![*path.last()?])
        }
        Event::Deployed { unit, hex, .. } if !own(unit) => Concern::Near(vec![*hex]),
        Event::Blocked { hexes } => Concern::Near(hexes.clone()),
        Event::Retreated { units, .. } if units.iter().any(own) => Concern::Units(units.clone()),
        Event::LostStep { unit, .. } | Event::Died { unit, .. } if own(unit) => Concern::Units(vec![*unit]),
        Event::Attacked { attacker, target, .. } if *attacker != side => Concern::Near(vec![*target]),
        Event::DemolitionOver { river, blown: true } => Concern::Near(definitions.board.river(*river).ends.to_vec()),
        _ => return None,
    })
}

/// What the orders for an impulse rely on: the units that they name, where those stand, and the hexes that they name or lead
/// through.
fn relied(seen: Seen<'_, EnemyAction>, ahead: &Ahead<'_, EnemyAction>) -> Reliance {
    let public = &seen.view.public;
    let mut relied = Reliance::default();
    for step in ahead.orders.iter().flatten() {
        match step {
            Step::Unit(unit) | Step::Joins(unit) => relied.units.push(*unit),
            Step::Hex(hex) | Step::Via(hex) => relied.hexes.push(*hex),
            _ => {}
        }
    }
    relied.hexes.extend(relied.units.iter().filter_map(|unit| public.unit(*unit).hex()));
    for event in ahead.events {
        if let Event::Moved { path, .. } = event {
            relied.hexes.extend(path);
        }
    }
    relied
}
