//! What each side may know: all that lies open, and its own hand.

use crate::EnemyAction;
use crate::chapters::asking::Known;
use crate::printed::{ALLIED, CardId, Definitions, GERMAN};
use crate::truth::event::Event;
use crate::truth::state::{Bound, Hidden, Public, State};
use definitions::hex::HexId;
use engine::contract::{Imagined, Seen, SideId, Sight, Viewer};
use serde::Serialize;

/// What a viewer knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    /// The side of the viewer; none for those who only watch.
    pub side: Option<SideId>,
    /// All that lies open.
    pub public: Public,
    /// His hand.
    pub hand: Vec<CardId>,
    /// Depots of which he knows that they hold fuel.
    pub depots: Vec<HexId>,
    /// Where his unit that has come to a bridge is bound.
    pub bound: Option<Bound>,
}

impl View {
    /// The viewer's side, if he is asked something.
    pub fn asked(&self) -> Option<SideId> {
        self.side.filter(|side| self.public.asked.is_some_and(|asked| asked.side == *side))
    }
}

/// What the side of a viewer knows that orders something.
pub fn known<'a>(seen: Seen<'a, EnemyAction>, side: SideId) -> Known<'a> {
    Known { definitions: seen.definitions, public: &seen.view.public, side, hand: &seen.view.hand }
}

impl Sight for EnemyAction {
    fn view(_: &Definitions, state: &State, viewer: Viewer) -> View {
        let side = SideId::BOTH.into_iter().find(|side| viewer.is(*side));
        let own = side.map(|side| &state.hidden[side.index()]);
        let hand = own.map(|own| own.hand.clone()).unwrap_or_default();
        let depots = own.map(|own| own.depots.clone()).unwrap_or_default();
        let bound = own.and_then(|own| own.bound.clone());
        View { side, public: state.public.clone(), hand, depots, bound }
    }

    fn redact(_: &Definitions, _: &State, event: &Event, viewer: Viewer) -> Option<Event> {
        match event {
            Event::Asked { .. } | Event::Answered | Event::FightWentOn { .. } => None,
            Event::CameToBridge { march, .. } if !viewer.is(GERMAN) => {
                Some(Event::CameToBridge { march: march.clone(), bound: None })
            }
            Event::DepotsLaid { hexes, .. } if !viewer.is(ALLIED) => {
                Some(Event::DepotsLaid { hexes: hexes.clone(), real: Vec::new() })
            }
            Event::Supplemented { side, count, .. } => {
                Some(Event::Supplemented { side: *side, cards: Vec::new(), count: *count })
            }
            Event::Drew { side, count, .. } if !viewer.is(*side) => {
                Some(Event::Drew { side: *side, cards: Vec::new(), count: *count })
            }
            _ => Some(event.clone()),
        }
    }

    fn discloses(_: &Definitions, _: &State, event: &Event) -> bool {
        matches!(
            event,
            Event::Drew { .. }
                | Event::LaidAside { .. }
                | Event::OpeningOver
                | Event::DepotFound { .. }
                | Event::CardLost { .. }
        )
    }

    fn imagine(Seen { view, .. }: Seen<'_, EnemyAction>) -> Imagined<EnemyAction> {
        let mut hidden = SideId::BOTH.map(|side| Hidden { unknown: view.side != Some(side), ..Hidden::default() });
        if let Some(side) = view.side {
            hidden[side.index()].hand.clone_from(&view.hand);
            hidden[side.index()].depots.clone_from(&view.depots);
            hidden[side.index()].bound.clone_from(&view.bound);
        }
        Imagined::new(State { public: view.public.clone(), hidden })
    }
}
