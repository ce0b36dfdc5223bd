use super::chain::{Link, hash};
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
pub struct Keyed {
    public: Link,
    sealed: Link,
    transcript: Transcript,
    /// Public numbers drawn so far.
    pub public_rolls: Vec<Roll>,
    /// Sealed numbers drawn so far.
    pub sealed_rolls: Vec<Roll>,
}

impl Keyed {
    /// A source for one order.
    pub fn new(public: Link, sealed: Link, transcript: Transcript) -> Keyed {
        Keyed { public, sealed, transcript, public_rolls: Vec::new(), sealed_rolls: Vec::new() }
    }

    /// The public key with what it gave, and what the sealed key gave.
    pub fn into_parts(self) -> (Link, Vec<Roll>, Vec<Roll>) {
        (self.public, self.public_rolls, self.sealed_rolls)
    }
}

impl Chance for Keyed {
    fn below(&mut self, bound: u32, label: &str, audience: Audience) -> u32 {
        let (key, rolls) = match audience {
            Audience::Public => (&self.public, &mut self.public_rolls),
            Audience::Sealed => (&self.sealed, &mut self.sealed_rolls),
        };
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
