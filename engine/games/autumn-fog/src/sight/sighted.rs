//! The table as somebody sees it: never the truth, however much it looks like it.
//!
//! It is read like the table, and whoever thinks ahead may change his copy; but nothing gives the table inside away, so
//! that none comes into a [`State`](crate::truth::state::State).
//!
//! ```compile_fail,E0308
//! use autumn_fog::State;
//! use autumn_fog::view::View;
//!
//! fn believe(state: &mut State, view: &View) {
//!     state.field = view.field.clone();
//! }
//! ```

use crate::truth::event::Event;
use crate::truth::evolve::lay;
use crate::truth::state::{Field, State};
use engine::contract::Shared;
use serde::Serialize;
use std::ops::{Deref, DerefMut};

/// The table as somebody sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Sighted(Shared<Field>);

impl Sighted {
    /// All that lies on the table.
    pub(super) fn of(state: &State) -> Sighted {
        Sighted(state.field.clone())
    }

    /// The table as it would be after an event.
    pub fn after(&self, event: &Event) -> Sighted {
        let mut then = self.clone();
        lay(&mut then, event);
        then
    }

    /// The table of a state that is imagined from it.
    pub(super) fn imagined(&self) -> Shared<Field> {
        self.0.clone()
    }
}

impl Deref for Sighted {
    type Target = Field;
    fn deref(&self) -> &Field {
        &self.0
    }
}

impl DerefMut for Sighted {
    /// Parts from the other copies.
    fn deref_mut(&mut self) -> &mut Field {
        &mut self.0
    }
}
