//! What a viewer may know.

use super::event::Event;
use super::order::SupportKind;
use super::state::{Field, State};
use crate::contract::{Shared, SideId, Viewer};
use crate::definitions::UnitId;
use serde::Serialize;

/// What a viewer may know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    /// The side that looks; none for an observer.
    pub side: Option<SideId>,
    /// What lies open.
    pub field: Shared<Field>,
    /// The side's own allotments that are not turned up yet.
    pub allotted: Vec<(UnitId, SupportKind)>,
}

impl View {
    /// The view of a state.
    pub fn new(state: &State, viewer: Viewer) -> View {
        let side = SideId::BOTH.into_iter().find(|side| viewer.is(*side));
        let allotted = side.map(|side| state.sealed[side.index()].clone()).unwrap_or_default();
        View { side, field: state.field.clone(), allotted }
    }
}

/// What a viewer may know of an event: everything but what the other side chooses before both have chosen.
pub fn redact(event: &Event, viewer: Viewer) -> Option<Event> {
    match event {
        Event::Allotted { side, .. } | Event::PresentChosen { side, .. } if !viewer.is(*side) => None,
        _ => Some(event.clone()),
    }
}
