//! Orders sent ahead: phases of the player's next turn, which he wrote while the other side moves, and what brings them back
//! to him.

use super::Policy;
use crate::ArdennesOffensive;
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

impl SentAhead for ArdennesOffensive {
    fn is_fresh(view: &View) -> bool {
        asked(view).is_some_and(begins)
    }

    fn ends(order: &[Step]) -> bool {
        matches!(order, [Step::Verb(Verb::End | Verb::Ready)])
    }

    fn idle(view: &View) -> Option<Vec<Step>> {
        match asked(view)? {
            Topic::SetUp => Some(vec![Step::Verb(Verb::Ready)]),
            Topic::Move | Topic::Attack => Some(vec![Step::Verb(Verb::End)]),
            Topic::Waive | Topic::Losses | Topic::Retreat | Topic::Advance => None,
        }
    }

    /// Whether an order goes on with a phase while something about the combat under way is asked, or nothing of this side.
    fn is_early(view: &View, order: &[Step]) -> bool {
        let Some(Step::Verb(verb)) = order.first() else { return false };
        begins(verbs::entry(*verb).topic) && asked(view).is_none_or(|topic| !begins(topic))
    }

    /// What an event may mean for orders sent ahead: what the other side does concerns those about places near it, what it
    /// does to units, and what supply does to them, those that name them.
    fn incident(Seen { definitions, view }: Seen<'_, ArdennesOffensive>, event: &Event) -> Option<Incident> {
        let concern = concern(definitions, &view.state, view.side?, event)?;
        Some(Incident { words: Self::describe(definitions, event).unwrap_or_default(), concern })
    }

    fn heed(
        seen: Seen<'_, ArdennesOffensive>,
        ahead: &Ahead<'_, ArdennesOffensive>,
        policy: &Policy,
    ) -> Option<String> {
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

/// Whether a phase is asked for, not something about a combat.
fn begins(topic: Topic) -> bool {
    matches!(topic, Topic::SetUp | Topic::Move | Topic::Attack)
}

fn concern(definitions: &Definitions, before: &State, side: SideId, event: &Event) -> Option<Concern> {
    let own = |unit: &UnitId| definitions.counter(*unit).side == side;
    let hit =
        |unit: UnitId, hexes: Vec<HexId>| if own(&unit) { Concern::Units(vec![unit]) } else { Concern::Near(hexes) };
    let here = |unit: UnitId| before.unit(unit).hex().into_iter().collect::<Vec<HexId>>();
    let attacks = before.combat.as_ref().is_some_and(|combat| combat.attacker == side);
    Some(match event {
        // what becomes of those whom he attacks is what he attacks them for, and often he says where they go
        Event::Lost { unit, .. } | Event::Retreated { unit, .. } if attacks && !own(unit) => return None,
        // his own units go where he sends them
        Event::Moved { unit, .. } | Event::Entered { unit, .. } | Event::Dropped { unit, .. } if own(unit) => {
            return None;
        }
        Event::Moved { path, .. } => Concern::Near(vec![*path.last()?]),
        Event::Entered { hex, .. } | Event::Dropped { hex, .. } => Concern::Near(vec![*hex]),
        Event::ModeChanged { unit, .. } if !own(unit) => Concern::Near(here(*unit)),
        Event::MustDeploy { unit, .. } if own(unit) => Concern::Units(vec![*unit]),
        Event::Lost { unit, .. } => hit(*unit, here(*unit)),
        Event::Retreated { unit, path, .. } => hit(*unit, vec![*path.last()?]),
        Event::Advanced { unit, to, .. } if !own(unit) => Concern::Near(vec![*to]),
        Event::Attacked { attacker, targets, .. } if *attacker != side => Concern::Near(targets.clone()),
        Event::Judged { side: whose, unsupplied, isolated, interdicted } if *whose == side => {
            let units = unsupplied.iter().chain(isolated).copied().collect::<Vec<UnitId>>();
            let ends = interdicted.iter().flat_map(|bridge| definitions.board.bridge(*bridge));
            // supply speaks of units, bridges of places; a unit without supply is told first
            if units.is_empty() { Concern::Near(ends.collect()) } else { Concern::Units(units) }
        }
        Event::Delayed { unit, .. } if own(unit) => Concern::Units(vec![*unit]),
        _ => return None,
    })
}

/// What the orders for a phase rely on: the units that they name, where those stand, and the hexes that they name or lead
/// through. A phase that is ended at once relies on everything that the side has on the map.
fn relied(seen: Seen<'_, ArdennesOffensive>, ahead: &Ahead<'_, ArdennesOffensive>) -> Reliance {
    let (definitions, state) = (seen.definitions, &seen.view.state);
    let mut relied = Reliance::default();
    for step in ahead.orders.iter().flatten() {
        match step {
            Step::Unit(unit) => relied.units.push(*unit),
            Step::Hex(hex) => relied.hexes.push(*hex),
            _ => {}
        }
    }
    if ahead.orders.iter().all(|order| ArdennesOffensive::ends(order)) {
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
