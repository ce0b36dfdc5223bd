//! Hexes that a search looks at next.

use definitions::hex::HexId;

/// Hexes by a value, the last one in a bucket first out. A search whose values only shrink empties them from the highest
/// down.
#[derive(Clone, Debug)]
pub struct Buckets {
    /// The last entry of each bucket, counted from 1.
    last: Vec<u32>,
    /// Each hex with the entry before it in its bucket.
    entries: Vec<(HexId, u32)>,
}

/// Entries of most searches.
const ROOM: usize = 512;

impl Buckets {
    /// Empty buckets for values up to the most.
    pub fn new(most: u16) -> Buckets {
        Buckets { last: vec![0; usize::from(most) + 1], entries: Vec::with_capacity(ROOM) }
    }

    /// Puts a hex into the bucket of a value.
    pub fn push(&mut self, value: u16, hex: HexId) {
        self.entries.push((hex, self.last[usize::from(value)]));
        self.last[usize::from(value)] = self.entries.len() as u32;
    }

    /// Takes the last hex out of the bucket of a value; none where it is empty.
    pub fn pop(&mut self, value: u16) -> Option<HexId> {
        let last = &mut self.last[usize::from(value)];
        let (hex, before) = *self.entries.get((*last as usize).checked_sub(1)?)?;
        *last = before;
        Some(hex)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_hex_of_a_bucket_comes_out_first_and_others_stay() {
        let mut buckets = Buckets::new(2);
        for (value, hex) in [(2, 7), (0, 1), (2, 8)] {
            buckets.push(value, HexId(hex));
        }
        assert_eq!(
            [2, 2, 2, 1, 0].map(|value| buckets.pop(value)),
            [Some(8), Some(7), None, None, Some(1)].map(|hex| hex.map(HexId))
        );
    }
}
