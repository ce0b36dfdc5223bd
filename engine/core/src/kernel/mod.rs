//! What games share that has no rule number: the mathematics below their rules. A game builds its state of these, and
//! none of them knows a rule.

mod asks;
mod dense;

pub use asks::innermost;
pub use dense::{Dense, Id};
