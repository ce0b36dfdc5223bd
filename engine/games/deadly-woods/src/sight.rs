//! What each side may know: everything, for this game hides nothing.

use crate::DeadlyWoods;
use crate::printed::Definitions;
use crate::truth::event::Event;
use crate::truth::state::State;
use engine::contract::{Imagined, Seen, SideId, Sight, Viewer};
use serde::Serialize;

/// What a viewer knows: the state, and who he is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    /// The side of the viewer; none for those who only watch.
    pub side: Option<SideId>,
    /// All that is true.
    pub state: State,
}

impl View {
    /// The viewer's side, if he is asked something.
    pub fn asked(&self) -> Option<SideId> {
        self.side.filter(|side| self.state.asked.is_some_and(|asked| asked.side == *side))
    }
}

impl Sight for DeadlyWoods {
    fn view(_: &Definitions, state: &State, viewer: Viewer) -> View {
        let side = SideId::BOTH.into_iter().find(|side| viewer.is(*side));
        View { side, state: state.clone() }
    }

    fn redact(_: &Definitions, _: &State, event: &Event, _: Viewer) -> Option<Event> {
        match event {
            Event::Answered | Event::RoundClosing | Event::BridgesOver => None,
            _ => Some(event.clone()),
        }
    }

    fn imagine(Seen { view, .. }: Seen<'_, DeadlyWoods>) -> Imagined<DeadlyWoods> {
        Imagined::new(view.state.clone())
    }
}
