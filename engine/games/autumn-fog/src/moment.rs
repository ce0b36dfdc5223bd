//! Moments: what is decided now, each with the case that says so.

use super::state::{Field, Pending};

/// What a side decides now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Its next activation.
    Choosing,
    /// What its activation does that is under way.
    Acting,
    /// Something else that it is asked.
    Asked(Pending),
}

impl Moment {
    /// The moment of a side that is asked.
    pub fn new(field: &Field, pending: Pending) -> Moment {
        match pending {
            Pending::Operate if field.operations.activation.is_some() => Moment::Acting,
            Pending::Operate => Moment::Choosing,
            _ => Moment::Asked(pending),
        }
    }

    /// The case whose moment it is, and what is decided, in words.
    pub fn words(self) -> (&'static str, &'static str) {
        match self {
            Moment::Choosing | Moment::Asked(Pending::Operate) => ("2.1i", "you choose your next activation now"),
            Moment::Acting => ("2.1e", "your activation is under way"),
            Moment::Asked(Pending::Return) => ("1.3j", "your destroyed headquarters come back now"),
            Moment::Asked(Pending::Present) => ("15.4", "you choose your Christmas present now"),
            Moment::Asked(Pending::Allot) => ("2.1c", "supports are given out now, until you write `allot done`"),
            Moment::Asked(Pending::Defend) => ("7.5c", "you answer an attack now"),
            Moment::Asked(Pending::Snafu) => ("9.5a", "you choose the attacker that a snafu strikes now"),
            Moment::Asked(Pending::Reroll) => ("15.4b", "you keep the die of your attack now, or roll again"),
            Moment::Asked(Pending::Lose) => ("7.6b", "you name your losses now"),
            Moment::Asked(Pending::Retreat) => ("7.7.1a", "you retreat now"),
            Moment::Asked(Pending::Mark) => ("7.8a", "you lay the breakthrough marker now"),
            Moment::Asked(Pending::Advance) => {
                ("7.7.2b", "your attackers may advance now, until you write `advance done`")
            }
            Moment::Asked(Pending::Overstack) => ("5d", "you remove units from a hex with too many steps now"),
            Moment::Asked(Pending::Interrupt) => ("15.1b", "you may play an event on a march now"),
            Moment::Asked(Pending::AirSupply) => ("15.3d", "you say where aircraft drop supplies now"),
        }
    }
}

#[cfg(test)]
mod tests;
