//! Orders sent ahead: a round that a player wrote while the other side acts, and what brings it back to him.

use super::Policy;
use crate::DeadlyWoods;
use crate::printed::Definitions;
use crate::sight::View;
use crate::truth::event::Event;
use crate::truth::order::{Step, Verb};
use crate::truth::state::Topic;
use crate::verbs;
use definitions::UnitId;
use engine::contract::{Ahead, Concern, Incident, Seen, SentAhead, SideId, Speech};
use engine::speech::Reliance;

impl SentAhead for DeadlyWoods {
    fn is_fresh(view: &View) -> bool {
        asked(view).is_some_and(begins)
    }

    fn ends(order: &[Step]) -> bool {
        matches!(order, [Step::Verb(Verb::End)])
    }

    fn idle(view: &View) -> Option<Vec<Step>> {
        match asked(view)? {
            Topic::Assets | Topic::Replacements | Topic::Round => Some(vec![Step::Verb(Verb::End)]),
            Topic::React | Topic::Drop => Some(vec![Step::Verb(Verb::Pass)]),
            _ => None,
        }
    }

    fn is_early(view: &View, order: &[Step]) -> bool {
        let Some(Step::Verb(verb)) = order.first() else { return false };
        verbs::entry(*verb).topics.iter().all(|topic| begins(*topic)) && asked(view).is_none_or(|topic| !begins(topic))
    }

    fn incident(Seen { definitions, view }: Seen<'_, DeadlyWoods>, event: &Event) -> Option<Incident> {
        let concern = concern(definitions, view, view.side?, event)?;
        Some(Incident { words: Self::describe(definitions, event).unwrap_or_default(), concern })
    }

    fn heed(seen: Seen<'_, DeadlyWoods>, ahead: &Ahead<'_, DeadlyWoods>, policy: &Policy) -> Option<String> {
        let (definitions, relied) = (seen.definitions, relied(seen, ahead));
        policy.ahead.heed("round", ahead.incidents, |incident, near| {
            let distance = |there, here| definitions.board.distance(there, here);
            relied.upset(incident, near, |unit| definitions.name(unit), |hex| definitions.place(hex), distance)
        })
    }
}

/// What the viewer is asked.
fn asked(view: &View) -> Option<Topic> {
    view.asked().and(view.state.asked).map(|asked| asked.topic)
}

/// Whether a phase or round is asked for, not something that came up in one.
fn begins(topic: Topic) -> bool {
    matches!(topic, Topic::Assets | Topic::Replacements | Topic::First | Topic::Drawn | Topic::Round)
}

fn concern(definitions: &Definitions, view: &View, side: SideId, event: &Event) -> Option<Concern> {
    let own = |unit: &UnitId| definitions.counter(*unit).side == side;
    Some(match event {
        // which chit comes decides what a round may do
        Event::RoundBegan { side: whose, .. } if *whose == side => Concern::All,
        Event::Moved { unit, path } if !own(unit) => Concern::Near(vec![*path.last()?]),
        Event::Advanced { unit, to } if !own(unit) => Concern::Near(vec![*to]),
        Event::Entered { unit, hex, .. } if !own(unit) => Concern::Near(vec![*hex]),
        Event::Retreated { units, .. } if units.iter().any(own) => Concern::Units(units.clone()),
        Event::LostStep { unit } | Event::Died { unit } if own(unit) => Concern::Units(vec![*unit]),
        Event::SupplyChecked { out } if out.iter().any(own) => Concern::Units(out.clone()),
        Event::Attacked { attacker, target, .. } if *attacker != side => Concern::Near(vec![*target]),
        Event::BridgeBlown { bridge, .. } if view.state.round.as_ref().is_none_or(|round| round.side != side) => {
            Concern::Near(definitions.board.bridge(*bridge).ends.to_vec())
        }
        _ => return None,
    })
}

/// What the orders for a round rely on: the units that they name, where those stand, and the hexes that they name or lead
/// through. A round that is ended at once relies on everything that the side has on the map.
fn relied(seen: Seen<'_, DeadlyWoods>, ahead: &Ahead<'_, DeadlyWoods>) -> Reliance {
    let (definitions, state) = (seen.definitions, &seen.view.state);
    let mut relied = Reliance::default();
    for step in ahead.orders.iter().flatten() {
        match step {
            Step::Unit(unit) => relied.units.push(*unit),
            Step::Hex(hex) | Step::Via(hex) => relied.hexes.push(*hex),
            _ => {}
        }
    }
    if ahead.orders.iter().all(|order| DeadlyWoods::ends(order)) {
        relied.units.extend(seen.view.side.into_iter().flat_map(|side| definitions.units_of(side)));
    }
    relied.hexes.extend(relied.units.iter().filter_map(|unit| state.unit(*unit).hex()));
    for event in ahead.events {
        if let Event::Moved { path, .. } = event {
            relied.hexes.extend(path);
        }
    }
    relied
}
