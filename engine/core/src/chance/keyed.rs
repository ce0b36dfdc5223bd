use super::chain::{KeyChain, Link, hash};
use super::{Audience, Chance, Transcript};
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

/// One random number with what is needed to recompute it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roll {
    /// What it was for.
    pub label: String,
    /// It is below this.
    pub bound: u32,
    /// The number itself, from 0.
    pub value: u32,
}

/// Chance from the next key of each chain and the transcript.
pub struct Keyed<'a> {
    transcript: Transcript,
    /// Drawn from the public chain.
    pub public: Draws<'a>,
    /// Drawn from the sealed chain.
    pub sealed: Draws<'a>,
}

/// Numbers drawn with one key of a chain.
pub struct Draws<'a> {
    chain: &'a KeyChain,
    index: u32,
    /// The key, once a number was drawn with it.
    pub key: Option<Link>,
    /// The numbers.
    pub rolls: Vec<Roll>,
}

impl<'a> Keyed<'a> {
    /// A source for one order: chains with the numbers of their next keys.
    pub fn new(public: (&'a KeyChain, u32), sealed: (&'a KeyChain, u32), transcript: Transcript) -> Keyed<'a> {
        let draws = |(chain, index)| Draws { chain, index, key: None, rolls: Vec::new() };
        Keyed { transcript, public: draws(public), sealed: draws(sealed) }
    }
}

impl Chance for Keyed<'_> {
    fn below(&mut self, bound: u32, label: &str, audience: Audience) -> u32 {
        let Draws { chain, index, key, rolls } = match audience {
            Audience::Public => &mut self.public,
            Audience::Sealed => &mut self.sealed,
        };
        let key = key.get_or_insert_with(|| chain.key(*index));
        let value = draw(key, &self.transcript, label, rolls.len() as u32, bound);
        rolls.push(Roll { label: label.to_owned(), bound, value });
        value
    }
}

/// The number that a key gives for the `nth` roll of an order: `HMAC-SHA-256(key, transcript, label, nth, block)`,
/// read two bytes at a time, the first that is below the largest multiple of `bound`, modulo `bound`.
/// A bound of 0 or 1 gives 0.
pub fn draw(key: &Link, transcript: &Transcript, label: &str, nth: u32, bound: u32) -> u32 {
    let bound = bound.clamp(1, 1 << 16);
    let limit = (1 << 16) - (1 << 16) % bound;
    for block in 0u32.. {
        let message = hash(&[transcript.link(), label.as_bytes(), &nth.to_be_bytes(), &block.to_be_bytes()]);
        let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes a key of any length");
        mac.update(&message);
        for pair in mac.finalize().into_bytes().chunks(2) {
            let number = u32::from(pair[0]) << 8 | u32::from(pair[1]);
            if number < limit {
                return number % bound;
            }
        }
    }
    unreachable!("a block of sixteen numbers is below the limit sooner or later")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_faces_come_equally_often() {
        let transcript = Transcript::new("test", &[1; 32], &[2; 32]);
        let mut counts = [0f64; 6];
        for nth in 0..12_000 {
            counts[draw(&[9; 32], &transcript, "combat", nth, 6) as usize] += 1.0;
        }
        let chi_square: f64 = counts.iter().map(|n| (n - 2000.0).powi(2) / 2000.0).sum();
        assert!(chi_square < 20.5, "chi square {chi_square} with five degrees of freedom"); // 0.1 %
    }

    #[test]
    fn another_key_transcript_label_or_place_gives_other_numbers() {
        let transcript = Transcript::new("test", &[1; 32], &[2; 32]);
        let bound = 1 << 16;
        let base = draw(&[9; 32], &transcript, "a", 0, bound);
        assert_eq!(base, draw(&[9; 32], &transcript, "a", 0, bound));
        assert_ne!(base, draw(&[8; 32], &transcript, "a", 0, bound));
        assert_ne!(base, draw(&[9; 32], &transcript.join(0, "word"), "a", 0, bound));
        assert_ne!(base, draw(&[9; 32], &transcript, "b", 0, bound));
        assert_ne!(base, draw(&[9; 32], &transcript, "a", 1, bound));
    }
}
