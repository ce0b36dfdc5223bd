//! Hexes that a search looks at next.

use definitions::hex::HexId;

/// Hexes by a value, the last one in a bucket first out.
pub struct Buckets {
    /// The last entry of each bucket, counted from 1.
    last: Vec<u16>,
    /// Each hex with the entry before it in its bucket.
    entries: Vec<(HexId, u16)>,
}

impl Buckets {
    /// Buckets for values up to the most.
    pub fn new(most: usize) -> Buckets {
        Buckets { last: vec![0; most + 1], entries: Vec::with_capacity(512) }
    }

    /// Puts a hex into the bucket of a value.
    pub fn push(&mut self, value: usize, hex: HexId) {
        self.entries.push((hex, self.last[value]));
        self.last[value] = self.entries.len() as u16;
    }

    /// Takes the last hex out of the bucket of a value.
    pub fn pop(&mut self, value: usize) -> Option<HexId> {
        let (hex, before) = *self.entries.get(usize::from(self.last[value]).checked_sub(1)?)?;
        self.last[value] = before;
        Some(hex)
    }
}
