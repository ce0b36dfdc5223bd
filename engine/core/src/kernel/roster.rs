//! Pieces by their number, with what follows from them.

use crate::contract::Forgetful;
use definitions::UnitId;
use serde::{Serialize, Serializer};
use std::ops::Index;
use std::sync::OnceLock;

/// The pieces of a game, one entry `U` a unit of the definitions, with what follows from all of them, `K` (who stands where),
/// once somebody has asked for it. What follows is no part of the pieces: equality, JSON and digests do not know it. Held by
/// a [`Shared`](crate::contract::Shared) it is forgotten whenever a piece may change.
#[derive(Debug, Default)]
pub struct Roster<U, K> {
    pieces: Vec<U>,
    known: OnceLock<K>,
}

impl<U, K> Roster<U, K> {
    /// The pieces of a game.
    pub const fn new(pieces: Vec<U>) -> Roster<U, K> {
        Roster { pieces, known: OnceLock::new() }
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = (UnitId, &U)> {
        self.pieces.iter().enumerate().map(|(at, piece)| (UnitId(at as u16), piece))
    }

    /// One of them, to be changed.
    ///
    /// # Panics
    /// If the definitions have no such unit.
    pub fn get_mut(&mut self, piece: UnitId) -> &mut U {
        &mut self.pieces[piece.index()]
    }

    /// All of them, to be changed.
    pub fn each(&mut self, change: impl FnMut(&mut U)) {
        self.pieces.iter_mut().for_each(change);
    }

    /// What follows from them: worked out when it is first asked for.
    pub fn known(&self, work: impl FnOnce(&[U]) -> K) -> &K {
        self.known.get_or_init(|| work(&self.pieces))
    }
}

impl<U: Clone, K> Clone for Roster<U, K> {
    /// Copies the pieces alone: a copy that is shared is made only when it is about to be changed.
    fn clone(&self) -> Roster<U, K> {
        Roster::new(self.pieces.clone())
    }
}

impl<U, K> Forgetful for Roster<U, K> {
    fn forget(&mut self) {
        self.known.take();
    }
}

impl<U, K> Index<UnitId> for Roster<U, K> {
    type Output = U;
    fn index(&self, piece: UnitId) -> &U {
        &self.pieces[piece.index()]
    }
}

impl<U: PartialEq, K> PartialEq for Roster<U, K> {
    fn eq(&self, other: &Roster<U, K>) -> bool {
        self.pieces == other.pieces
    }
}

impl<U: Eq, K> Eq for Roster<U, K> {}

impl<U: Serialize, K> Serialize for Roster<U, K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.pieces.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::Shared;

    #[test]
    fn what_follows_from_the_pieces_is_worked_out_once_and_anew_after_a_change() {
        let mut roster: Shared<Roster<u8, u32>> = Shared::new(Roster::new(vec![1, 2, 3]));
        let sum = |pieces: &[u8]| pieces.iter().copied().map(u32::from).sum();
        assert_eq!((*roster.known(sum), *roster.known(|_| 99)), (6, 6));
        *roster.get_mut(UnitId(2)) = 5;
        assert_eq!((roster[UnitId(2)], *roster.known(sum)), (5, 8));
        roster.each(|piece| *piece += 1);
        assert_eq!(*roster.known(sum), 11);
        assert_eq!(roster.iter().map(|(piece, it)| (piece.0, *it)).collect::<Vec<_>>(), [(0, 2), (1, 3), (2, 6)]);
    }

    #[test]
    fn what_follows_is_no_part_of_what_the_pieces_equal_and_tell() {
        let (asked, fresh) = (Roster::<u8, u32>::new(vec![1]), Roster::new(vec![1]));
        asked.known(|_| 7);
        assert_eq!(asked, fresh);
        assert_eq!(serde_json::to_string(&asked).expect("JSON"), "[1]");
    }
}
