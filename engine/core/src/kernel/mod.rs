//! What games share that has no rule number: the mathematics below their rules. A game builds its state of these, and
//! none of them knows a rule.
//!
//! - [`Dense`]: one entry for each of what is numbered from 0;
//! - [`innermost`]: of nested questions those that are open;
//! - [`Reach`]: where something can go with what it has to spend;
//! - [`Buckets`]: what a search looks at next, where a game searches by itself;
//! - [`Lines`]: where lines lead, and how long they are;
//! - [`Stacks`]: which pieces are in which hex;
//! - [`Roster`]: pieces by their number, with what follows from them;
//! - [`piles`]: cups, hands and piles without an order.

mod asks;
mod buckets;
mod dense;
mod lines;
pub mod piles;
mod reach;
mod roster;
mod stacks;

pub use asks::innermost;
pub use buckets::Buckets;
pub use dense::{Dense, Id};
pub use lines::Lines;
pub use reach::Reach;
pub use roster::Roster;
pub use stacks::Stacks;
