//! The key chains of a table, and how they are renewed before they are used up.
//!
//! A renewal has two moments, and nobody chooses either. When [`FEW_KEYS`] are left, the next chains are committed to:
//! their ends enter the transcript, and both players are asked for a fresh word. When [`LAST_KEYS`] are left, they come
//! into use, whether or not the words have come. What their keys give hangs on the words and on all that was ordered in
//! between, which nobody knew when they were committed to; and they follow from the secret of the first sealed chain, so
//! that whoever knows it when the game is over can check that the host never had a choice.
//!
//! After a restore the keys in use may be known. Nothing is ordered then until both words have come, or until whoever
//! hosts the game has waited long enough for them.

use super::Chain;
use crate::chance::{CHAIN_LENGTH, KeyChain, Link, Transcript, hex, unhex};
use crate::contract::SideId;
use std::sync::{Arc, Mutex, PoisonError};

/// Keys that are left of a chain when the next ones are committed to.
pub const FEW_KEYS: u32 = 64;
/// Keys that are left of a chain when the next ones come into use.
pub const LAST_KEYS: u32 = 8;

/// A game's two first chains with their secrets. Whoever knows them knows all dice to come.
#[derive(Clone)]
pub struct Secrets {
    /// The public chain.
    pub public: KeyChain,
    /// The sealed chain.
    pub sealed: KeyChain,
    /// Chains that followed them and were asked for last: their first key costs thousands of hashes.
    later: Arc<Mutex<Vec<Later>>>,
}

/// Chains that were made from a seed, the public one first.
type Later = (Seed, [KeyChain; 2]);

/// Which chains of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Seed {
    pub number: u32,
    pub nonce: String,
}

impl Secrets {
    /// The chains that begin in these secrets, the public one first.
    pub fn new(public: Link, sealed: Link) -> Secrets {
        Secrets::of(public, sealed, CHAIN_LENGTH)
    }

    /// The chains of so many keys that begin in these secrets.
    pub fn of(public: Link, sealed: Link, keys: u32) -> Secrets {
        let (public, sealed) = (KeyChain::of(public, keys), KeyChain::of(sealed, keys));
        Secrets { public, sealed, later: Arc::default() }
    }

    /// The public and the sealed chain of a seed.
    pub(super) fn chains(&self, seed: &Seed) -> [KeyChain; 2] {
        if seed.number == 0 {
            return [self.public.clone(), self.sealed.clone()];
        }
        let mut later = self.later.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, chains)) = later.iter().find(|(known, _)| known == seed) {
            return chains.clone();
        }
        let chains = following(self.sealed.secret(), seed, self.sealed.length());
        // those in use and those that follow them
        later.truncate(1);
        later.insert(0, (seed.clone(), chains.clone()));
        chains
    }
}

/// The chains of a seed that follow from the secret of the first sealed chain.
pub(super) fn following(sealed_secret: &Link, seed: &Seed, keys: u32) -> [KeyChain; 2] {
    let nonce = seed.nonce.as_bytes();
    ["public", "sealed"]
        .map(|chain| KeyChain::of(Transcript::following(sealed_secret, chain, seed.number, nonce), keys))
}

/// What a table knows of its chains: how many keys are used up, and which chains are to follow. Indices of keys count on
/// from one chain to the next.
#[derive(Clone, Debug)]
pub(super) struct Keys {
    length: u32,
    /// Those in use.
    pub seed: Seed,
    /// Index of the last key of the chains before them, and of the last that is used up; the public chain first.
    before: [u32; 2],
    used: [u32; 2],
    /// Those that were committed to.
    pub next: Option<Renewal>,
}

/// Chains that were committed to and are not in use yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Renewal {
    pub seed: Seed,
    /// Published ends, the public one first.
    pub ends: [Link; 2],
    /// Who has given a fresh word since.
    pub words: [bool; 2],
}

/// What is to be done about the chains now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Due {
    Commit,
    Begin,
}

impl Keys {
    /// Those of a game whose first record has this number of keys.
    pub fn new(recorded: u32) -> Keys {
        let length = if recorded == 0 { CHAIN_LENGTH } else { recorded };
        Keys { length, seed: Seed::default(), before: [0; 2], used: [0; 2], next: None }
    }

    pub fn length(&self) -> u32 {
        self.length
    }

    /// The keys that come next, counted in the game and in their chains.
    pub fn indices(&self, chain: Chain) -> (u32, u32) {
        let place = chain as usize;
        let index = self.used[place] + 1;
        (index, index - self.before[place])
    }

    /// Notes that a key is used up; an index never goes back.
    pub fn draw(&mut self, chain: Chain, index: u32) {
        let used = &mut self.used[chain as usize];
        *used = index.max(*used);
    }

    pub fn join(&mut self, side: SideId) {
        if let Some(next) = &mut self.next {
            next.words[side.index()] = true;
        }
    }

    pub fn commit(&mut self, seed: Seed, ends: [Link; 2]) {
        self.next = Some(Renewal { seed, ends, words: [false; 2] });
    }

    pub fn begin(&mut self) {
        if let Some(next) = self.next.take() {
            (self.seed, self.before) = (next.seed, self.used);
        }
    }

    /// The chains that follow those in use, or those that are committed to already.
    pub fn following(&self, nonce: String) -> Seed {
        let last = self.next.as_ref().map_or(&self.seed, |next| &next.seed);
        Seed { number: last.number + 1, nonce }
    }

    /// Keys that are left of the chain of which fewer are.
    pub fn left(&self) -> u32 {
        let used = (0..2).map(|place| self.used[place] - self.before[place]).max().unwrap_or(0);
        self.length.saturating_sub(used)
    }

    /// What is due by the keys that are left, or because both words have come after a restore.
    pub fn due(&self) -> Option<Due> {
        match &self.next {
            None => (self.left() <= FEW_KEYS.min(self.length / 2)).then_some(Due::Commit),
            Some(next) if next.is_after_restore() => next.words.iter().all(|word| *word).then_some(Due::Begin),
            Some(_) => (self.left() <= LAST_KEYS.min(self.length / 8)).then_some(Due::Begin),
        }
    }

    /// Whether something about the chains may be done now, as far as somebody can tell who may not know how many hidden
    /// numbers were drawn.
    pub fn may_be(&self, due: Due, knows_all: bool) -> bool {
        self.due() == Some(due) || !knows_all && self.next.is_some() == (due == Due::Begin)
    }

    /// Whether nothing may be ordered until fresh words have come.
    pub fn wait(&self) -> bool {
        self.next.as_ref().is_some_and(Renewal::is_after_restore)
    }
}

impl Renewal {
    pub fn is_after_restore(&self) -> bool {
        !self.seed.nonce.is_empty()
    }

    /// Sides that have given no fresh word.
    pub fn without(&self) -> Vec<SideId> {
        SideId::BOTH.into_iter().filter(|side| !self.words[side.index()]).collect()
    }
}

/// The published ends in a record.
pub(super) fn ends(public: &str, sealed: &str) -> Option<[Link; 2]> {
    Some([unhex(public)?, unhex(sealed)?])
}

/// The published ends of chains, as records hold them.
pub(super) fn published(chains: &[KeyChain; 2]) -> [String; 2] {
    [hex(&chains[0].key(0)), hex(&chains[1].key(0))]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_chooses_when_chains_are_committed_to_and_when_they_come_into_use() {
        let mut keys = Keys::new(CHAIN_LENGTH);
        let seed = keys.following(String::new());
        keys.draw(Chain::Public, CHAIN_LENGTH - FEW_KEYS - 1);
        assert_eq!(keys.due(), None);
        keys.draw(Chain::Sealed, CHAIN_LENGTH - FEW_KEYS);
        assert_eq!(keys.due(), Some(Due::Commit), "whichever chain it is");
        keys.commit(seed, [[1; 32], [2; 32]]);
        SideId::BOTH.into_iter().for_each(|side| keys.join(side));
        assert_eq!(keys.due(), None, "words make it no earlier");
        keys.draw(Chain::Public, CHAIN_LENGTH - LAST_KEYS);
        assert_eq!(keys.due(), Some(Due::Begin));
        keys.begin();
        assert_eq!((keys.due(), keys.left()), (None, CHAIN_LENGTH));
        assert_eq!(keys.indices(Chain::Public), (CHAIN_LENGTH - LAST_KEYS + 1, 1), "indices count on");
    }

    #[test]
    fn after_a_restore_nothing_is_drawn_until_both_words_have_come() {
        let mut keys = Keys::new(CHAIN_LENGTH);
        keys.commit(keys.following("07".to_owned()), [[1; 32], [2; 32]]);
        assert!(keys.wait() && keys.due().is_none());
        keys.join(SideId(0));
        assert_eq!(keys.due(), None);
        keys.join(SideId(1));
        assert_eq!(keys.due(), Some(Due::Begin));
    }

    #[test]
    fn chains_that_follow_are_others_for_each_number_and_nonce() {
        let secrets = Secrets::of([1; 32], [2; 32], 16);
        let end = |number, nonce: &str| {
            let chains = secrets.chains(&Seed { number, nonce: nonce.to_owned() });
            assert_eq!(chains.clone().map(|chain| chain.length()), [16, 16]);
            published(&chains)
        };
        let all = [end(0, ""), end(1, ""), end(2, ""), end(1, "07")];
        let mut ends: Vec<&String> = all.iter().flatten().collect();
        ends.sort();
        ends.dedup();
        assert_eq!(ends.len(), 8);
        assert_eq!(end(1, ""), all[1], "what was kept is what is made anew");
    }
}
