//! What each side may know: all that lies open, and its own hand.

use crate::EnemyAction;
use crate::chapters::asking::Known;
use crate::printed::{CardId, Definitions};
use crate::truth::event::Event;
use crate::truth::state::{Hidden, Public, State};
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
        let hand = side.map(|side| state.hidden[side.index()].hand.clone()).unwrap_or_default();
        View { side, public: state.public.clone(), hand }
    }

    fn redact(_: &Definitions, _: &State, event: &Event, viewer: Viewer) -> Option<Event> {
        match event {
            Event::Asked { .. } | Event::Answered | Event::FightWentOn { .. } | Event::MovesOver => None,
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
        matches!(event, Event::Drew { .. } | Event::LaidAside { .. } | Event::OpeningOver)
    }

    fn imagine(Seen { view, .. }: Seen<'_, EnemyAction>) -> Imagined<EnemyAction> {
        let mut hidden = [Hidden::default(), Hidden::default()];
        if let Some(side) = view.side {
            hidden[side.index()].hand.clone_from(&view.hand);
        }
        Imagined::new(State { public: view.public.clone(), hidden })
    }
}
