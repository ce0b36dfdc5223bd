//! Chance for games that programs play: tests, soaks, benches. Games between people roll `engine::chance::Keyed`.

use engine::chance::{Audience, Chance};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// One stream of random numbers, always the same for the same seed.
#[derive(Debug)]
pub struct Seeded(ChaCha8Rng);

impl Seeded {
    /// The streams of the game with a number: one for its dice, one for what its players choose, and one for anything
    /// else that must not hang on these.
    ///
    /// The seed gives the key of ChaCha with eight rounds, the place in the list its stream: no two games and no two
    /// streams of a game share their numbers, and the first are the same however many are wanted.
    pub fn streams<const N: usize>(seed: u64) -> [Seeded; N] {
        std::array::from_fn(|stream| {
            let mut numbers = ChaCha8Rng::seed_from_u64(seed);
            numbers.set_stream(stream as u64);
            Seeded(numbers)
        })
    }

    /// The next number below a bound (at least 1).
    pub fn next_below(&mut self, bound: usize) -> usize {
        self.0.random_range(0..bound.max(1))
    }
}

impl Chance for Seeded {
    fn below(&mut self, bound: u32, _label: &str, _audience: Audience) -> u32 {
        self.next_below(bound as usize) as u32
    }
}

/// Dice that count how often they are rolled.
#[derive(Debug)]
pub struct Counted<'a> {
    dice: &'a mut Seeded,
    /// How often they were rolled.
    pub rolled: usize,
}

impl<'a> Counted<'a> {
    /// Dice that have not been rolled yet.
    pub fn new(dice: &'a mut Seeded) -> Counted<'a> {
        Counted { dice, rolled: 0 }
    }
}

impl Chance for Counted<'_> {
    fn below(&mut self, bound: u32, label: &str, audience: Audience) -> u32 {
        self.rolled += 1;
        self.dice.below(bound, label, audience)
    }
}
