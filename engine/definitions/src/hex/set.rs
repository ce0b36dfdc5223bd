use super::HexId;

/// A set of hexes of one board, a bit each: what is asked of many hexes at once is asked of sixty-four at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HexSet(Vec<u64>);

/// Hexes in a word.
const WORD: usize = u64::BITS as usize;

impl HexSet {
    /// No hex of a board with so many.
    pub fn new(hexes: usize) -> HexSet {
        HexSet(vec![0; hexes.div_ceil(WORD)])
    }

    /// Takes a hex in. One beyond the board is left out.
    pub fn insert(&mut self, hex: HexId) {
        if let Some(word) = self.0.get_mut(hex.index() / WORD) {
            *word |= 1 << (hex.index() % WORD);
        }
    }

    /// Takes a hex out.
    pub fn remove(&mut self, hex: HexId) {
        if let Some(word) = self.0.get_mut(hex.index() / WORD) {
            *word &= !(1 << (hex.index() % WORD));
        }
    }

    /// Whether a hex is in it.
    pub fn contains(&self, hex: HexId) -> bool {
        self.0.get(hex.index() / WORD).is_some_and(|word| word & 1 << (hex.index() % WORD) != 0)
    }

    /// Takes in all hexes of another set.
    pub fn unite(&mut self, other: &HexSet) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word |= other);
    }

    /// Takes out all hexes of another set.
    pub fn subtract(&mut self, other: &HexSet) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word &= !other);
    }

    /// Whether two sets have a hex in common.
    pub fn meets(&self, other: &HexSet) -> bool {
        self.0.iter().zip(&other.0).any(|(word, other)| word & other != 0)
    }

    /// Whether no hex is in it.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// Its hexes in order of their ids.
    pub fn iter(&self) -> Hexes<'_> {
        Hexes { words: &self.0, place: 0, left: self.0.first().copied().unwrap_or(0) }
    }

    /// How many hexes are in it.
    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }
}

/// The hexes of a set in order of their ids.
#[derive(Clone, Debug)]
pub struct Hexes<'a> {
    words: &'a [u64],
    /// The word that is gone through.
    place: usize,
    /// What is left of it.
    left: u64,
}

impl Iterator for Hexes<'_> {
    type Item = HexId;

    fn next(&mut self) -> Option<HexId> {
        while self.left == 0 {
            self.place += 1;
            self.left = *self.words.get(self.place)?;
        }
        let bit = self.left.trailing_zeros();
        self.left &= self.left - 1;
        Some(HexId((self.place * WORD) as u16 + bit as u16))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn set(hexes: &BTreeSet<u16>) -> HexSet {
        let mut set = HexSet::new(748);
        hexes.iter().for_each(|hex| set.insert(HexId(*hex)));
        set
    }

    fn ids(set: &HexSet) -> BTreeSet<u16> {
        set.iter().map(|hex| hex.0).collect()
    }

    #[test]
    fn a_set_holds_unites_and_subtracts_as_a_tree_of_the_same_hexes() {
        let sevenths: BTreeSet<u16> = (0..748).step_by(7).collect();
        let elevenths: BTreeSet<u16> = (0..748).step_by(11).chain([63, 64, 747]).collect();
        let (a, b) = (set(&sevenths), set(&elevenths));
        assert_eq!((ids(&a), ids(&b)), (sevenths.clone(), elevenths.clone()));
        let (mut both, mut rest) = (a.clone(), a.clone());
        both.unite(&b);
        rest.subtract(&b);
        assert_eq!(ids(&both), &sevenths | &elevenths);
        assert_eq!(ids(&rest), &sevenths - &elevenths);
        assert_eq!(a.count(), sevenths.len());
        assert!(HexSet::new(0).iter().next().is_none());
        assert!(a.meets(&b) && !rest.meets(&b) && HexSet::new(748).is_empty() && !b.is_empty());
        both.remove(HexId(64));
        assert!(!both.contains(HexId(64)) && both.contains(HexId(63)) && !both.contains(HexId(60_000)));
    }
}
