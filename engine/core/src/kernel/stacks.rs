//! Which pieces are in which hex.

use definitions::UnitId;
use definitions::hex::HexId;

/// The pieces in each hex, in the order of their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stacks {
    /// The first piece in each hex; [`NOBODY`] where none is.
    first: Vec<u16>,
    /// The piece after each in its hex.
    next: Vec<u16>,
}

/// No piece.
const NOBODY: u16 = u16::MAX;

impl Stacks {
    /// A board of so many hexes for so many pieces, none of which is on it.
    pub fn new(hexes: usize, pieces: usize) -> Stacks {
        Stacks { first: vec![NOBODY; hexes], next: vec![NOBODY; pieces] }
    }

    /// Puts a piece that is in no hex into one.
    pub fn put(&mut self, piece: UnitId, hex: HexId) {
        let mut before = None;
        let mut after = self.first[hex.index()];
        while after < piece.0 {
            (before, after) = (Some(after), self.next[usize::from(after)]);
        }
        self.next[piece.index()] = after;
        *self.link(hex, before) = piece.0;
    }

    /// Takes a piece out of the hex in which it is. One that is not there stays where it is.
    pub fn take(&mut self, piece: UnitId, hex: HexId) {
        let mut before = None;
        let mut at = self.first[hex.index()];
        while at < piece.0 {
            (before, at) = (Some(at), self.next[usize::from(at)]);
        }
        if at == piece.0 {
            *self.link(hex, before) = std::mem::replace(&mut self.next[piece.index()], NOBODY);
        }
    }

    /// The pieces in a hex.
    pub fn stack(&self, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
        let known = |piece: u16| (piece != NOBODY).then_some(UnitId(piece));
        let first = self.first.get(hex.index()).copied().and_then(known);
        std::iter::successors(first, move |piece| known(self.next[piece.index()]))
    }

    /// What names the piece after another in a hex, or the first one.
    fn link(&mut self, hex: HexId, before: Option<u16>) -> &mut u16 {
        match before {
            Some(before) => &mut self.next[usize::from(before)],
            None => &mut self.first[hex.index()],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn stacks_hold_what_sets_of_pieces_hold(moves in prop::collection::vec((0..12u16, 0..6u16), 0..60)) {
            let mut stacks = Stacks::new(6, 12);
            let mut places: Vec<Option<u16>> = vec![None; 12];
            for (piece, hex) in moves {
                if let Some(from) = places[usize::from(piece)].take() {
                    stacks.take(UnitId(piece), HexId(from));
                } else {
                    stacks.take(UnitId(piece), HexId(hex));
                    stacks.put(UnitId(piece), HexId(hex));
                    places[usize::from(piece)] = Some(hex);
                }
                for hex in 0..6 {
                    let there: BTreeSet<u16> = (0..12).filter(|piece| places[usize::from(*piece)] == Some(hex)).collect();
                    prop_assert_eq!(stacks.stack(HexId(hex)).map(|piece| piece.0).collect::<Vec<_>>(), Vec::from_iter(there));
                }
            }
        }
    }
}
