//! A search for hexes in reach that is kept beside the position that it was made in: who lists where a unit can go, and
//! then judges and carries out a move to one of those hexes, asks for the same search again.

use super::found::Found;
use super::reach::Budget;
use definitions::UnitId;
use definitions::hex::HexId;
use std::borrow::Cow;
use std::sync::OnceLock;

/// The first search that was made in a field. It is no part of what is true: copies begin without it, and it is
/// forgotten when the field changes.
#[derive(Debug, Default)]
pub struct Kept(OnceLock<Box<(Searched, Found)>>);

/// What a search was for, beside the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Searched {
    /// Who goes.
    pub(super) unit: UnitId,
    /// Where from.
    pub(super) start: HexId,
    /// With what to spend.
    pub(super) budget: Budget,
    /// Where to; none if to all hexes.
    pub(super) goal: Option<HexId>,
}

impl Searched {
    /// Whether what this search found answers another one: all ways end before their goal as the one to it does.
    fn answers(&self, asked: &Searched) -> bool {
        *self == *asked || *self == Searched { goal: None, ..*asked }
    }
}

impl Kept {
    /// Drops the search.
    pub(in super::super) fn forget(&mut self) {
        if self.0.get().is_some() {
            self.0 = OnceLock::new();
        }
    }

    /// What a search finds, which is made unless its answer is kept.
    pub(super) fn found(&self, asked: Searched, search: impl Fn(Option<HexId>) -> Found) -> Cow<'_, Found> {
        let (kept, found) = &**self.0.get_or_init(|| Box::new((asked, search(asked.goal))));
        if !kept.answers(&asked) {
            return Cow::Owned(search(asked.goal));
        }
        debug_assert_eq!(*found, search(kept.goal), "the field has changed behind the search");
        Cow::Borrowed(found)
    }
}

impl Clone for Kept {
    fn clone(&self) -> Kept {
        Kept::default()
    }
}

impl PartialEq for Kept {
    fn eq(&self, _: &Kept) -> bool {
        true
    }
}

impl Eq for Kept {}
