use super::{Audience, Chance};
use std::collections::VecDeque;

/// Dice that were rolled beforehand: golden games and the referee. Sealed numbers count from a fixed seed.
#[derive(Clone, Debug, Default)]
pub struct Scripted {
    faces: VecDeque<u8>,
    sealed: Seeded,
    /// How many dice were asked for after the last face had been used. They came up 1, 2, 3 and so on, so that rolls
    /// that are repeated until they differ come to an end.
    pub missing: usize,
}

impl Scripted {
    /// Faces in the order in which they will be rolled, counted from 1.
    pub fn new(faces: impl IntoIterator<Item = u8>) -> Scripted {
        Scripted { faces: faces.into_iter().collect(), ..Scripted::default() }
    }

    /// Faces that nobody has rolled yet.
    pub fn left(&self) -> usize {
        self.faces.len()
    }
}

impl Chance for Scripted {
    fn below(&mut self, bound: u32, label: &str, audience: Audience) -> u32 {
        match audience {
            Audience::Sealed => self.sealed.below(bound, label, audience),
            Audience::Public => match self.faces.pop_front() {
                Some(face) => u32::from(face.saturating_sub(1)).min(bound.saturating_sub(1)),
                None => {
                    self.missing += 1;
                    (self.missing - 1) as u32 % bound.max(1)
                }
            },
        }
    }
}

/// Chance from a small seed, for tests, bots and benches. Not for games between people.
#[derive(Clone, Debug)]
pub struct Seeded(u64);

impl Default for Seeded {
    fn default() -> Seeded {
        Seeded::new(1)
    }
}

impl Seeded {
    /// A source that always gives the same numbers for the same seed.
    pub fn new(seed: u64) -> Seeded {
        Seeded(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// The next number below a bound (at least 1).
    pub fn next_below(&mut self, bound: usize) -> usize {
        // splitmix64
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % bound.max(1) as u64) as usize
    }
}

impl Chance for Seeded {
    fn below(&mut self, bound: u32, _label: &str, _audience: Audience) -> u32 {
        self.next_below(bound as usize) as u32
    }
}
