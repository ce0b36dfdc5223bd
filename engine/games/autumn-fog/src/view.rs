//! What a viewer may know.

use super::definitions::Definitions;
use super::fog;
use super::order::SupportKind;
use super::state::{Field, State};
use definitions::UnitId;
use engine::contract::{Shared, SideId, Viewer};
use serde::Serialize;

/// What a viewer may know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    /// The side that looks; none for an observer.
    pub side: Option<SideId>,
    /// The table as the viewer sees it.
    pub field: Shared<Field>,
    /// The side's own allotments that are not turned up yet.
    pub allotted: Vec<(UnitId, SupportKind)>,
}

impl View {
    /// The view of a state.
    pub fn new(definitions: &Definitions, state: &State, viewer: Viewer) -> View {
        let side = SideId::BOTH.into_iter().find(|side| viewer.is(*side));
        let allotted = side.map(|side| state.sealed[side.index()].clone()).unwrap_or_default();
        let mut field = state.field.clone();
        if fog::foggy(&field) {
            fog::hide(definitions, &mut field, viewer);
        }
        View { side, field, allotted }
    }

    /// The state as the viewer has to imagine it: nothing is there but what he sees.
    pub fn imagined(&self) -> State {
        let mut sealed = [Vec::new(), Vec::new()];
        if let Some(side) = self.side {
            sealed[side.index()].clone_from(&self.allotted);
        }
        State { field: self.field.clone(), sealed, presents: [None; 2] }
    }

    /// What a side would see without fog of war.
    pub(super) fn of_everything(state: &State, side: SideId) -> View {
        View { side: Some(side), field: state.field.clone(), allotted: state.sealed[side.index()].clone() }
    }
}
