use super::chain::{Link, hash};

/// The running hash over everything that has been ordered so far. It contains nothing that the host could choose
/// after the fact: no time, no number of a database row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transcript(Link);

impl Transcript {
    /// The transcript of a game that nobody has joined yet.
    pub fn new(game: &str, public_end: &Link, sealed_end: &Link) -> Transcript {
        Transcript(hash(&[b"g", game.as_bytes(), public_end, sealed_end]))
    }

    /// Adds a word of a player's own choice.
    pub fn join(self, side: u8, word: &str) -> Transcript {
        Transcript(hash(&[b"j", &self.0, &[side], word.as_bytes()]))
    }

    /// Adds the published ends of chains that are to follow those in use.
    pub fn renew(self, public_end: &Link, sealed_end: &Link) -> Transcript {
        Transcript(hash(&[b"r", &self.0, public_end, sealed_end]))
    }

    /// Adds an order by its commitment.
    pub fn order(self, side: u8, commitment: &Link) -> Transcript {
        Transcript(hash(&[b"h", &self.0, &[side], commitment]))
    }

    /// The commitment to an order's text. The salt keeps a hidden order from being guessed.
    pub fn commitment(salt: &Link, text: &str) -> Link {
        hash(&[b"o", salt, text.as_bytes()])
    }

    /// The salt of order number `number`, derived from the secret of the sealed chain.
    pub fn salt(sealed_secret: &Link, number: u64) -> Link {
        hash(&[b"s", sealed_secret, &number.to_be_bytes()])
    }

    /// The secret of a chain that follows the first one: it is fixed by the secret of the first sealed chain, which the
    /// invitation commits to, by its number among the chains of the game, and by a nonce where a host has one.
    pub fn following(sealed_secret: &Link, chain: &str, number: u32, nonce: &[u8]) -> Link {
        hash(&[b"c", sealed_secret, chain.as_bytes(), &number.to_be_bytes(), nonce])
    }

    /// The hash so far.
    pub fn link(&self) -> &Link {
        &self.0
    }
}
