//! What a search for hexes in reach has found, and which hexes it looks at next.

use super::reach::Purse;
use crate::hex::{HexId, HexSet};

/// The best purse with which each hex can be reached, and the hex before it.
pub(super) struct Found {
    /// One entry a hex.
    best: Vec<Best>,
    /// Those that can be reached.
    pub(super) hexes: HexSet,
}

/// How a hex is reached best.
#[derive(Clone, Copy)]
struct Best {
    /// The purse, in the order of purses; nothing where the hex is not reached.
    rank: u16,
    before: HexId,
}

/// A hex that is not reached.
const NOWHERE: Best = Best { rank: 0, before: HexId(0) };

/// The place of a purse in the order of purses, from 1.
const fn rank(purse: Purse) -> u16 {
    1 + ((purse.ap as u16) << u8::BITS | purse.half_mp as u16)
}

impl Found {
    /// A search that begins in a hex with a purse.
    pub(super) fn from(start: HexId, purse: Purse, hexes: usize) -> Found {
        let mut found = Found { best: vec![NOWHERE; hexes], hexes: HexSet::new(hexes) };
        found.note(start, purse, start);
        found
    }

    /// What is left in a hex; none where it is not reached.
    pub(super) fn purse(&self, hex: HexId) -> Option<Purse> {
        let rank = self.best[hex.index()].rank.checked_sub(1)?;
        Some(Purse { ap: (rank >> u8::BITS) as u8, half_mp: rank as u8 })
    }

    /// The hex before one that is reached.
    pub(super) fn before(&self, hex: HexId) -> HexId {
        self.best[hex.index()].before
    }

    /// Whether a purse is better than what is left in a hex so far.
    pub(super) fn improves(&self, hex: HexId, purse: Purse) -> bool {
        self.best[hex.index()].rank < rank(purse)
    }

    /// Notes that a hex is reached with a purse from the one before it.
    pub(super) fn note(&mut self, hex: HexId, purse: Purse, before: HexId) {
        self.best[hex.index()] = Best { rank: rank(purse), before };
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
        Buckets { last: vec![0; most + 1], entries: Vec::with_capacity(128) }
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
