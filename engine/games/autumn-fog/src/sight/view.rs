//! What a viewer may know.

use crate::AutumnFog;
use crate::chapters::fog;
use crate::printed::definitions::Definitions;
use crate::sight::glimpse;
use crate::sight::glimpse::EventView;
use crate::sight::sighted::Sighted;
use crate::truth::event::Event;
use crate::truth::order::SupportKind;
use crate::truth::state::State;
use definitions::UnitId;
use engine::contract::{Imagined, SideId, Sight, Viewer};
use serde::Serialize;

/// What a viewer may know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    /// The side that looks; none for an observer.
    pub side: Option<SideId>,
    /// The table as the viewer sees it.
    pub field: Sighted,
    /// The side's own allotments that are not turned up yet.
    pub allotted: Vec<(UnitId, SupportKind)>,
}

/// What a player sees, and what is printed.
pub type Seen<'a> = engine::contract::Seen<'a, AutumnFog>;

impl Sight for AutumnFog {
    fn view(definitions: &Definitions, state: &State, viewer: Viewer) -> View {
        let side = SideId::BOTH.into_iter().find(|side| viewer.is(*side));
        let allotted = side.map(|side| state.sealed[side.index()].clone()).unwrap_or_default();
        let mut field = Sighted::of(state);
        if fog::foggy(&field) {
            fog::hide(definitions, &mut field, viewer);
        }
        View { side, field, allotted }
    }

    fn redact(definitions: &Definitions, before: &State, event: &Event, viewer: Viewer) -> Option<EventView> {
        glimpse::redact(definitions, before, event, viewer)
    }

    fn discloses(definitions: &Definitions, state: &State, event: &Event) -> bool {
        glimpse::discloses(definitions, state, event)
    }

    fn imagine(Seen { view, .. }: Seen<'_>) -> Imagined<AutumnFog> {
        let mut sealed = [Vec::new(), Vec::new()];
        if let Some(side) = view.side {
            sealed[side.index()].clone_from(&view.allotted);
        }
        Imagined::new(State { field: view.field.imagined(), sealed, presents: [None; 2] })
    }
}

impl View {
    /// What a side would see without fog of war.
    pub(super) fn of_everything(state: &State, side: SideId) -> View {
        View { side: Some(side), field: Sighted::of(state), allotted: state.sealed[side.index()].clone() }
    }
}
