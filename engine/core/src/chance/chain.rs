use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};
use sha2::{Digest, Sha256};
use std::sync::{Arc, OnceLock};

/// Keys of a chain, unless it is told otherwise. One is used up by each order that rolls.
pub const CHAIN_LENGTH: u32 = 4096;

/// A key of a chain, or its published end.
pub type Link = [u8; 32];

/// A reverse hash chain. Key `i` is the hash of key `i + 1`; key 0 is made known before the game begins.
///
/// A key is reached by hashing from the secret down. One key in [`STRIDE`] is kept when the first is asked for, so that
/// the next ones take few hashes; copies share them.
#[derive(Clone)]
pub struct KeyChain {
    secret: Link,
    length: u32,
    kept: Arc<OnceLock<Vec<Link>>>,
}

/// Keys from one that is kept to the next.
const STRIDE: u32 = 64;

impl KeyChain {
    /// The chain of [`CHAIN_LENGTH`] keys that ends in a secret (32 random bytes, kept by the service).
    pub fn new(secret: Link) -> KeyChain {
        KeyChain::of(secret, CHAIN_LENGTH)
    }

    /// The chain of so many keys that ends in a secret.
    pub fn of(secret: Link, length: u32) -> KeyChain {
        KeyChain { secret, length, kept: Arc::default() }
    }

    /// The secret in which the chain begins.
    pub fn secret(&self) -> &Link {
        &self.secret
    }

    /// How many keys it has.
    pub fn length(&self) -> u32 {
        self.length
    }

    /// Key number `index`; 0 is the published end of the chain. Past its length the last key is returned; a table has
    /// other chains before that, see [`crate::table`].
    pub fn key(&self, index: u32) -> Link {
        let below = self.length.saturating_sub(index);
        let kept = self.kept.get_or_init(|| {
            let stride = |key: &Link| Some((0..STRIDE).fold(*key, |key, _| before(&key)));
            std::iter::successors(Some(self.secret), stride).take((self.length / STRIDE + 1) as usize).collect()
        });
        (0..below % STRIDE).fold(kept[(below / STRIDE) as usize], |key, _| before(&key))
    }

    /// Whether `key` is the one that follows the known `previous` one.
    pub fn follows(previous: &Link, key: &Link) -> bool {
        before(key) == *previous
    }
}

/// The key before one.
fn before(key: &Link) -> Link {
    hash(&[b"k", key])
}

/// SHA-256 over parts, each led by its length in four bytes, so that no two lists of parts give the same text.
pub(super) fn hash(parts: &[&[u8]]) -> Link {
    let mut sha = Sha256::new();
    for part in parts {
        sha.update((part.len() as u32).to_be_bytes());
        sha.update(part);
    }
    sha.finalize().into()
}

/// A link as 64 hex digits.
pub fn hex(link: &Link) -> String {
    HEXLOWER.encode(link)
}

/// Reads 64 hex digits.
pub fn unhex(text: &str) -> Option<Link> {
    HEXLOWER_PERMISSIVE.decode(text.as_bytes()).ok()?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_opens_the_one_before() {
        let chain = KeyChain::new([7; 32]);
        for index in [0, 1, 17, CHAIN_LENGTH - 1] {
            assert!(KeyChain::follows(&chain.key(index), &chain.key(index + 1)));
        }
        assert!(!KeyChain::follows(&chain.key(0), &chain.key(2)));
    }

    #[test]
    fn keys_are_those_that_hashing_from_the_secret_gives() {
        let chain = KeyChain::new([9; 32]);
        let mut key = [9; 32];
        for index in (0..=CHAIN_LENGTH).rev() {
            if index % 61 < 4 {
                assert_eq!(chain.key(index), key, "{index}");
            }
            key = before(&key);
        }
        assert_eq!(chain.key(CHAIN_LENGTH + 5), [9; 32]);
    }

    #[test]
    fn a_chain_of_any_length_ends_in_its_secret() {
        for length in [1, 8, 63, 64, 65, 200] {
            let chain = KeyChain::of([4; 32], length);
            assert_eq!(chain.key(length), [4; 32]);
            assert!((0..length).all(|index| KeyChain::follows(&chain.key(index), &chain.key(index + 1))), "{length}");
        }
    }

    #[test]
    fn links_survive_hex() {
        let link = KeyChain::new([3; 32]).key(5);
        assert_eq!(unhex(&hex(&link)), Some(link));
        assert_eq!(unhex("zz"), None);
    }
}
