//! A search for hexes in reach, and the one that is kept beside the position that it was made in: who lists where a unit
//! can go, and then judges and carries out a move to one of those hexes, asks for the same search again.

use definitions::UnitId;
use definitions::hex::{HexId, HexSet};
use std::borrow::Cow;
use std::sync::OnceLock;

/// What a unit can spend: action points, and half movement points left of the last movement action.
///
/// A budget with more AP is always worth more, because an AP buys more MP than any rest that is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Budget {
    /// Action points.
    pub ap: u8,
    /// Half movement points.
    pub half_mp: u8,
}

/// The best budget with which each hex can be reached, and the hex before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// One entry a hex: the place of the budget in the order of budgets above the hex before; 0 where it is not reached.
    best: Vec<u32>,
    /// Those that can be reached.
    pub hexes: HexSet,
}

/// The place of a budget in the order of budgets, from 1, above an empty place for the hex before.
const fn rank(budget: Budget) -> u32 {
    (1 + ((budget.ap as u32) << u8::BITS | budget.half_mp as u32)) << u16::BITS
}

impl Found {
    /// A search that begins in a hex with a budget.
    pub fn from(start: HexId, budget: Budget, hexes: usize) -> Found {
        let mut found = Found { best: vec![0; hexes], hexes: HexSet::new(hexes) };
        found.note(start, budget, start);
        found
    }

    /// What is left in a hex; none where it is not reached.
    #[inline]
    pub fn budget(&self, hex: HexId) -> Option<Budget> {
        let rank = (self.best[hex.index()] >> u16::BITS).checked_sub(1)?;
        Some(Budget { ap: (rank >> u8::BITS) as u8, half_mp: rank as u8 })
    }

    /// The hex before one that is reached.
    pub fn before(&self, hex: HexId) -> HexId {
        HexId(self.best[hex.index()] as u16)
    }

    /// Whether a budget is better than what is left in a hex so far.
    #[inline]
    pub fn improves(&self, hex: HexId, budget: Budget) -> bool {
        self.best[hex.index()] < rank(budget)
    }

    /// Notes that a hex is reached with a budget from the one before it.
    #[inline]
    pub fn note(&mut self, hex: HexId, budget: Budget, before: HexId) {
        self.best[hex.index()] = rank(budget) | u32::from(before.0);
        self.hexes.insert(hex);
    }
}

/// The first search that was made in a field. It is no part of what is true: copies begin without it, and it is
/// forgotten when the field changes.
#[derive(Debug, Default)]
pub struct Kept(OnceLock<Box<(Searched, Found)>>);

/// What a search was for, beside the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searched {
    /// Who goes.
    pub unit: UnitId,
    /// Where from.
    pub start: HexId,
    /// With what to spend.
    pub budget: Budget,
    /// Where to; none if to all hexes.
    pub goal: Option<HexId>,
}

impl Searched {
    /// Whether what this search found answers another one: all ways end before their goal as the one to it does.
    fn answers(&self, asked: &Searched) -> bool {
        *self == *asked || *self == Searched { goal: None, ..*asked }
    }
}

impl Kept {
    /// Drops the search.
    pub fn forget(&mut self) {
        if self.0.get().is_some() {
            self.0 = OnceLock::new();
        }
    }

    /// What a search finds, which is made unless its answer is kept.
    pub fn found(&self, asked: Searched, search: impl Fn(Option<HexId>) -> Found) -> Cow<'_, Found> {
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
