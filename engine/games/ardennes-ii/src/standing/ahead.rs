//! Orders sent ahead: phases of the player's next turn, which he wrote while the other side moves, and what brings them back
//! to him.

use super::Policy;
use crate::ArdennesII;
use crate::printed::Definitions;
use crate::sight::View;
use crate::truth::event::Event;
use crate::truth::order::{Step, Verb};
use crate::truth::state::{State, Topic};
use crate::verbs;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Ahead, Concern, Incident, Seen, SentAhead, SideId, Speech};
use engine::speech::Reliance;

impl SentAhead for ArdennesII {
    fn is_fresh(view: &View) -> bool {
        asked(view).is_some_and(begins)
    }

    fn ends(order: &[Step]) -> bool {
        matches!(order, [Step::Verb(Verb::End | Verb::Ready)])
    }

    fn idle(view: &View) -> Option<Vec<Step>> {
        match asked(view)? {
            Topic::SetUp => Some(vec![Step::Verb(Verb::Ready)]),
            Topic::Arrivals | Topic::Move | Topic::Barrage | Topic::Attack => Some(vec![Step::Verb(Verb::End)]),
            Topic::Hold | Topic::Losses | Topic::Retreat | Topic::Advance | Topic::BugOut | Topic::Bridge => None,
        }
    }

    /// Whether an order goes on with a phase while something else is asked, or nothing of this side.
    fn is_early(view: &View, order: &[Step]) -> bool {
        let Some(Step::Verb(verb)) = order.first() else { return false };
        verbs::entry(*verb).topics.iter().all(|topic| begins(*topic)) && asked(view).is_none_or(|topic| !begins(topic))
    }

    /// What an event may mean for orders sent ahead: what the other side does concerns those about places near it, what it
    /// does to units those that name them.
    fn incident(Seen { definitions, view }: Seen<'_, ArdennesII>, event: &Event) -> Option<Incident> {
        let concern = concern(definitions, &view.state, view.side?, event)?;
        Some(Incident { words: Self::describe(definitions, event).unwrap_or_default(), concern })
    }

    fn heed(seen: Seen<'_, ArdennesII>, ahead: &Ahead<'_, ArdennesII>, policy: &Policy) -> Option<String> {
        let (definitions, relied) = (seen.definitions, relied(seen, ahead));
        policy.ahead.heed("phase", ahead.incidents, |incident, near| {
            let distance = |there, here| definitions.board.distance(there, here);
            relied.upset(incident, near, |unit| definitions.name(unit), |hex| definitions.place(hex), distance)
        })
    }
}

/// What the viewer is asked.
fn asked(view: &View) -> Option<Topic> {
    view.asked().and(view.state.asked).map(|asked| asked.topic)
}

/// Whether a phase is asked for, not something that came up in one.
fn begins(topic: Topic) -> bool {
    matches!(topic, Topic::SetUp | Topic::Arrivals | Topic::Move | Topic::Barrage | Topic::Attack)
}

fn concern(definitions: &Definitions, before: &State, side: SideId, event: &Event) -> Option<Concern> {
    let own = |unit: &UnitId| definitions.counter(*unit).side == side;
    let hit = |units: &[UnitId], hexes: Vec<HexId>| match units.first() {
        Some(unit) if own(unit) => Concern::Units(units.to_vec()),
        _ => Concern::Near(hexes),
    };
    let here = |unit: &UnitId| before.unit(*unit).hex().into_iter().collect::<Vec<HexId>>();
    let attacks = before.combat.as_ref().is_some_and(|combat| combat.attacker == side);
    Some(match event {
        // what becomes of those whom he attacks is what he attacks them for
        Event::Retreated { units, .. } if attacks && !units.iter().any(own) => return None,
        Event::LostStep { unit } | Event::Gone { unit } if attacks && !own(unit) => return None,
        // his own units go where he sends them
        Event::Moved { units, .. } | Event::Advanced { units, .. } if units.iter().all(own) => return None,
        Event::Arrived { unit, .. } if own(unit) => return None,
        Event::Moved { path, .. } => Concern::Near(vec![*path.last()?]),
        Event::Advanced { to, .. } => Concern::Near(vec![*to]),
        Event::Arrived { hex, .. } => Concern::Near(vec![*hex]),
        Event::Retreated { units, path } => hit(units, vec![*path.last()?]),
        Event::BuggedOut { unit, from, .. } => hit(&[*unit], vec![*from]),
        Event::LostStep { unit } | Event::Gone { unit } => hit(&[*unit], here(unit)),
        Event::Disorganised { units, .. } if units.iter().any(own) => {
            Concern::Units(units.iter().copied().filter(own).collect())
        }
        Event::Attacked { attacker, target, .. } if *attacker != side => Concern::Near(vec![*target]),
        Event::Fired { side: whose, hex, half, full, .. } if *whose != side && half + full > 0 => {
            Concern::Near(vec![*hex])
        }
        _ => return None,
    })
}

/// What the orders for a phase rely on: the units that they name, where those stand, and the hexes that they name or lead
/// through. A phase that is ended at once relies on everything that the side has on the map.
fn relied(seen: Seen<'_, ArdennesII>, ahead: &Ahead<'_, ArdennesII>) -> Reliance {
    let (definitions, state) = (seen.definitions, &seen.view.state);
    let mut relied = Reliance::default();
    for step in ahead.orders.iter().flatten() {
        match step {
            Step::Unit(unit) => relied.units.push(*unit),
            Step::Hex(hex) => relied.hexes.push(*hex),
            _ => {}
        }
    }
    if ahead.orders.iter().all(|order| ArdennesII::ends(order)) {
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
