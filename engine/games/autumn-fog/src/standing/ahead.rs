//! Orders for sequences to come: what a player sends ahead while the other side acts, and what brings it back to him.

use super::super::definitions::Definitions;
use super::super::event::Event;
use super::super::language;
use super::super::moment::Moment;
use super::super::order::{Step, Verb};
use super::super::state::Pending;
use super::super::verbs::entry;
use super::super::view::{Seen, View};
use super::Standing;
use crate::AutumnFog;
use crate::sight::glimpse::EventView;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Ahead, Concern, Incident, SentAhead, SideId};
use engine::speech::{Caution, Reliance};

impl SentAhead for AutumnFog {
    /// Whether the viewer may begin a sequence.
    fn is_fresh(view: &View) -> bool {
        pending(view) == Some(Pending::Operate) && view.field.operations.activation.is_none()
    }

    /// Whether an order ends a sequence, or stands for one.
    fn ends(order: &[Step]) -> bool {
        matches!(order, [Step::Verb(Verb::End | Verb::Pass)])
    }

    /// The order with which the viewer lets the other side go on.
    fn idle(view: &View) -> Option<Vec<Step>> {
        let verb = if Self::is_fresh(view) { Verb::Pass } else { Verb::End };
        (pending(view) == Some(Pending::Operate)).then(|| vec![Step::Verb(verb)])
    }

    /// Whether an order belongs to a sequence, and something else is asked: the defence against an attack, losses, supports;
    /// or nothing of this side, as the other one decides.
    fn is_early(view: &View, order: &[Step]) -> bool {
        let Some(Step::Verb(verb)) = order.first() else { return false };
        let moments = entry(*verb).moments;
        let acts = [Moment::Acting, Moment::Choosing].iter().any(|moment| moments.contains(moment));
        let another = |pending| pending != Pending::Operate && !moments.contains(&Moment::Asked(pending));
        acts && pending(view).is_none_or(another)
    }

    /// What an event that the viewer learns of may mean for his orders: a new turn concerns all of them, a hit on his units
    /// those that name them, and what the other side does those about places near it. Where a unit goes away from, or only
    /// comes by, concerns none: an order that this makes impossible is refused.
    fn incident(Seen { definitions, view: before }: Seen<'_>, event: &EventView) -> Option<Incident> {
        let side = before.side?;
        let concern = match event {
            EventView::Seen(event) => concern(definitions, before, side, event)?,
            EventView::Glimpse { side: mover, .. } if *mover == side => return None,
            EventView::Glimpse { to, .. } => Concern::Near(vec![*to]),
            EventView::Detached { division, .. } => Concern::Near(before.field.hex_of(*division).into_iter().collect()),
            EventView::Presents(_) => return None,
        };
        Some(Incident { words: language::describe(definitions, event).unwrap_or_default(), concern })
    }

    /// Why orders for a sequence come back to their player, if they do.
    fn heed(seen: Seen<'_>, ahead: &Ahead<'_, AutumnFog>, standing: &Standing) -> Option<String> {
        if matches!(standing.ahead, Caution::Quiet { .. })
            && seen.view.field.operations.passes > 0
            && ahead.orders.iter().any(|order| order[..] == [Step::Verb(Verb::Pass)])
        {
            return Some(
                "the other side has passed, so that your pass would end the operations phase [2.1g]".to_owned(),
            );
        }
        let (definitions, relied) = (seen.definitions, relied(seen, ahead));
        standing.ahead.heed("sequence", ahead.incidents, |incident, near| {
            let distance = |there, here| definitions.board.grid().distance(there, here);
            relied.upset(incident, near, |unit| definitions.name(unit), |hex| definitions.place(hex), distance)
        })
    }
}

fn pending(view: &View) -> Option<Pending> {
    view.field.ask(view.side?).map(|ask| ask.pending)
}

fn concern(definitions: &Definitions, before: &View, side: SideId, event: &Event) -> Option<Concern> {
    let own = |unit: &UnitId| definitions.unit(*unit).side == side;
    let attacks = before.field.combat.as_ref().is_some_and(|combat| combat.side == side);
    let of = |units: &[UnitId], hexes: &[HexId]| {
        if units.iter().any(own) { Concern::Units(units.to_vec()) } else { Concern::Near(hexes.to_vec()) }
    };
    let here = |unit: UnitId| before.field.hex_of(unit).into_iter().collect::<Vec<HexId>>();
    Some(match event {
        Event::TurnBegan { .. } => Concern::All,
        // his own units go where he sends them
        Event::Moved { unit, .. }
        | Event::Entered { unit, .. }
        | Event::HqReturned { unit, .. }
        | Event::Deployed { unit, .. }
        | Event::Advanced { unit, .. }
            if own(unit) =>
        {
            return None;
        }
        Event::Covered { units } if units.iter().any(own) => return None,
        // so do those whom he has attacked suffer
        Event::StepLost { unit, .. } | Event::Eliminated { unit } if attacks && !own(unit) => return None,
        Event::DugIn { unit, .. } | Event::LeftPosition { unit } if own(unit) => return None,
        Event::Detached { division, .. } | Event::Rejoined { division, .. } if own(division) => return None,
        Event::Moved { path, .. } => Concern::Near(vec![*path.last()?]),
        Event::Entered { hex, .. } | Event::HqReturned { hex, .. } | Event::Deployed { hex, .. } => {
            Concern::Near(vec![*hex])
        }
        Event::Detached { division: unit, .. }
        | Event::Rejoined { division: unit, .. }
        | Event::DugIn { unit, .. }
        | Event::LeftPosition { unit }
        | Event::StepLost { unit, .. }
        | Event::Eliminated { unit }
        | Event::SnafuStruck { unit, .. } => of(&[*unit], &here(*unit)),
        Event::Halted { unit, hex, .. } | Event::Ambushed { unit, hex, .. } => of(&[*unit], &[*hex]),
        Event::Advanced { unit, path, .. } => of(&[*unit], &path[path.len().saturating_sub(1)..]),
        Event::Retreated { units, path, .. } => of(units, &path[path.len().saturating_sub(1)..]),
        Event::SupportsFreed { hq, .. } => of(&[*hq], &here(*hq)),
        Event::AttackDeclared { side: attacker, targets, from, .. } if *attacker != side => {
            Concern::Near([&targets[..], from].concat())
        }
        Event::Covered { units } => Concern::Near(units.iter().flat_map(|unit| here(*unit)).collect()),
        Event::Breakthrough { side: whose, hex } | Event::Held { side: whose, hex } if *whose != side => {
            Concern::Near(vec![*hex])
        }
        Event::EventPlayed { kind, hex } | Event::MarkerLaid { kind, hex } if kind.side() != side => {
            Concern::Near(vec![*hex])
        }
        Event::Jumped { hex, .. } | Event::MarkerRemoved { hex, .. } => Concern::Near(vec![*hex]),
        Event::Thwarted { stacks, .. } => Concern::Near(stacks.clone()),
        _ => return None,
    })
}

/// What the orders for a sequence rely on: the units that they name, with the headquarters of an activated formation, where
/// those stand, and the hexes that they name or lead through. A pass relies on everything that the side has on the map.
fn relied(Seen { definitions, view }: Seen<'_>, ahead: &Ahead<'_, AutumnFog>) -> Reliance {
    let mut relied = Reliance::default();
    for step in ahead.orders.iter().flatten() {
        match step {
            Step::Unit(unit) | Step::With(unit) | Step::Lead(unit) | Step::Support(unit, _) => {
                relied.units.push(*unit);
            }
            Step::Formation(formation) => relied.units.extend(definitions.headquarters[formation.index()]),
            Step::Hex(hex) | Step::Via(hex) | Step::Target(hex) => relied.hexes.push(*hex),
            Step::Verb(Verb::Pass) => {
                let own = |(unit, _): &(UnitId, HexId)| Some(definitions.unit(*unit).side) == view.side;
                relied.units.extend(view.field.on_map().filter(own).map(|(unit, _)| unit));
            }
            _ => {}
        }
    }
    relied.hexes.extend(relied.units.iter().filter_map(|unit| view.field.hex_of(*unit)));
    for event in ahead.events {
        match event {
            Event::Moved { unit, path, .. } if relied.units.contains(unit) => relied.hexes.extend(path),
            _ => {}
        }
    }
    relied
}
