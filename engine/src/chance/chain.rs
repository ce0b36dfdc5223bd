use sha2::{Digest, Sha256};

/// Links of a chain. One is used up by each order that rolls.
pub const CHAIN_LENGTH: u32 = 4096;

/// A key of a chain, or its published end.
pub type Link = [u8; 32];

/// A reverse hash chain. Key `i` is the hash of key `i + 1`; key 0 is made known before the game begins.
#[derive(Clone, PartialEq, Eq)]
pub struct KeyChain {
    secret: Link,
}

impl KeyChain {
    /// The chain that ends in a secret (32 random bytes, kept by the service).
    pub fn new(secret: Link) -> KeyChain {
        KeyChain { secret }
    }

    /// Key number `index`; 0 is the published end of the chain.
    /// Past [`CHAIN_LENGTH`] the last key is returned; the table stops there, see [`crate::table`].
    pub fn key(&self, index: u32) -> Link {
        (index..CHAIN_LENGTH).fold(self.secret, |key, _| hash(&[b"k", &key]))
    }

    /// Whether `key` is the one that follows the known `previous` one.
    pub fn follows(previous: &Link, key: &Link) -> bool {
        hash(&[b"k", key]) == *previous
    }
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
    link.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Reads 64 hex digits.
pub fn unhex(text: &str) -> Option<Link> {
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    let mut link = [0; 32];
    for (byte, pair) in link.iter_mut().zip(text.as_bytes().chunks(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
    }
    Some(link)
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
    fn links_survive_hex() {
        let link = KeyChain::new([3; 32]).key(5);
        assert_eq!(unhex(&hex(&link)), Some(link));
        assert_eq!(unhex("zz"), None);
    }
}
