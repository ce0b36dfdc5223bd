use super::{Audience, Chance};
use std::collections::VecDeque;

/// Dice that were rolled beforehand: golden games and the referee. Sealed numbers count up from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scripted {
    faces: VecDeque<u8>,
    sealed: u32,
    /// How many dice were asked for after the last face had been used. They came up 1, 2, 3 and so on, so that rolls
    /// that are repeated until they differ come to an end.
    pub missing: usize,
    /// Faces that the die lacks with which they were rolled, and how many it has. Each counted as its highest.
    pub too_high: Vec<(u8, u32)>,
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
    fn below(&mut self, bound: u32, _label: &str, audience: Audience) -> u32 {
        let bound = bound.max(1);
        match audience {
            Audience::Sealed => {
                self.sealed = self.sealed.wrapping_add(1);
                self.sealed.wrapping_sub(1) % bound
            }
            Audience::Public => match self.faces.pop_front() {
                Some(face) => {
                    if u32::from(face) > bound {
                        self.too_high.push((face, bound));
                    }
                    u32::from(face.saturating_sub(1)).min(bound - 1)
                }
                None => {
                    self.missing += 1;
                    (self.missing - 1) as u32 % bound
                }
            },
        }
    }
}
