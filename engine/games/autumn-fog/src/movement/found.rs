//! What a search for hexes in reach has found, and which hexes it looks at next.

use super::reach::Budget;
use definitions::hex::{HexId, HexSet};

/// The best budget with which each hex can be reached, and the hex before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// One entry a hex: the place of the budget in the order of budgets above the hex before; 0 where it is not reached.
    best: Vec<u32>,
    /// Those that can be reached.
    pub(super) hexes: HexSet,
}

/// The place of a budget in the order of budgets, from 1, above an empty place for the hex before.
const fn rank(budget: Budget) -> u32 {
    (1 + ((budget.ap as u32) << u8::BITS | budget.half_mp as u32)) << u16::BITS
}

impl Found {
    /// A search that begins in a hex with a budget.
    pub(super) fn from(start: HexId, budget: Budget, hexes: usize) -> Found {
        let mut found = Found { best: vec![0; hexes], hexes: HexSet::new(hexes) };
        found.note(start, budget, start);
        found
    }

    /// What is left in a hex; none where it is not reached.
    #[inline]
    pub(super) fn budget(&self, hex: HexId) -> Option<Budget> {
        let rank = (self.best[hex.index()] >> u16::BITS).checked_sub(1)?;
        Some(Budget { ap: (rank >> u8::BITS) as u8, half_mp: rank as u8 })
    }

    /// The hex before one that is reached.
    pub(super) fn before(&self, hex: HexId) -> HexId {
        HexId(self.best[hex.index()] as u16)
    }

    /// Whether a budget is better than what is left in a hex so far.
    #[inline]
    pub(super) fn improves(&self, hex: HexId, budget: Budget) -> bool {
        self.best[hex.index()] < rank(budget)
    }

    /// Notes that a hex is reached with a budget from the one before it.
    #[inline]
    pub(super) fn note(&mut self, hex: HexId, budget: Budget, before: HexId) {
        self.best[hex.index()] = rank(budget) | u32::from(before.0);
        self.hexes.insert(hex);
    }
}

/// Hexes by a value, the last one in a bucket first out.
pub(super) struct Buckets {
    /// The last entry of each bucket, counted from 1.
    last: Vec<u16>,
    /// Each hex with the entry before it in its bucket.
    entries: Vec<(HexId, u16)>,
}

impl Buckets {
    /// Buckets for values up to the most.
    pub(super) fn new(most: usize) -> Buckets {
        Buckets { last: vec![0; most + 1], entries: Vec::with_capacity(512) }
    }

    /// Puts a hex into the bucket of a value.
    pub(super) fn push(&mut self, value: usize, hex: HexId) {
        self.entries.push((hex, self.last[value]));
        self.last[value] = self.entries.len() as u16;
    }

    /// Takes the last hex out of the bucket of a value.
    pub(super) fn pop(&mut self, value: usize) -> Option<HexId> {
        let (hex, before) = *self.entries.get(usize::from(self.last[value]).checked_sub(1)?)?;
        self.last[value] = before;
        Some(hex)
    }
}
