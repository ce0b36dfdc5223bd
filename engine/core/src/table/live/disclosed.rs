//! Keys that events use up, and chains that follow them.

use super::{Records, Table, state_hash};
use crate::chance::{KeyChain, Keyed, Roll, hex};
use crate::contract::Game;
use crate::table::keys::{Due, published};
use crate::table::{Chain, Record, Secrets};

impl<G: Game> Table<G> {
    /// Chance for the order that was just added to the transcript.
    pub(super) fn keyed<'a>(&self, chains: &'a [KeyChain; 2]) -> Keyed<'a> {
        let [public, sealed] = [Chain::Public, Chain::Sealed].map(|chain| self.keys.indices(chain).1);
        Keyed::new((&chains[0], public), (&chains[1], sealed), self.transcript)
    }

    /// Adds the keys that events used up, a digest when a new game turn began with them, and what is due about the keys.
    pub(super) fn record(&mut self, records: &mut Records<G>, turn: u8, keyed: Keyed<'_>, secrets: &Secrets) {
        let disclosed = keyed.public.key.as_ref().map(hex).unwrap_or_default();
        self.drawn(records, Chain::Public, disclosed, keyed.public.rolls);
        self.drawn(records, Chain::Sealed, String::new(), keyed.sealed.rolls);
        if G::game_turn(&self.state) != turn {
            let hash = state_hash::<G>(&self.state);
            self.push(records, Record::Digest { turn: G::game_turn(&self.state), hash, version: G::STATE });
        }
        self.renew(records, secrets);
    }

    /// Commits to new chains and lets them come into use, when either is due.
    pub(in crate::table) fn renew(&mut self, records: &mut Records<G>, secrets: &Secrets) {
        while let Some(due) = self.keys.due() {
            match due {
                Due::Commit => self.commit(String::new(), records, secrets),
                Due::Begin => self.begin_new_keys(records),
            }
        }
    }

    /// Commits to the chains that follow.
    pub(in crate::table) fn commit(&mut self, nonce: String, records: &mut Records<G>, secrets: &Secrets) {
        let seed = self.keys.following(nonce);
        let [public, sealed] = published(&secrets.chains(&seed));
        self.push(records, Record::Renewing { number: seed.number, nonce: seed.nonce, public, sealed });
    }

    /// Lets the chains that were committed to come into use.
    pub(in crate::table) fn begin_new_keys(&mut self, records: &mut Records<G>) {
        let without = self.keys.next.as_ref().map(|next| next.without()).unwrap_or_default();
        self.push(records, Record::Renewed { without });
    }

    fn drawn(&mut self, records: &mut Records<G>, chain: Chain, key: String, rolls: Vec<Roll>) {
        if !rolls.is_empty() {
            let (index, _) = self.keys.indices(chain);
            self.push(records, Record::Drawn { chain, index, key, rolls });
        }
    }
}
