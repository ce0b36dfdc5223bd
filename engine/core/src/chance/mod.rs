//! Fair dice: where chance comes from, and how anybody checks it.
//!
//! Every game has two reverse hash chains whose ends are made known in the invitation. The *public* chain gives
//! the dice; each of its keys is made known with the result it gave. The *sealed* chain gives hidden draws and is
//! opened when the game is over. Neither player can foresee or repeat a roll, because the key is secret until his
//! order is bound into the transcript; the host cannot steer it, because the keys were fixed before the orders.

mod chain;
mod keyed;
mod scripted;
mod transcript;

pub use chain::{CHAIN_LENGTH, KeyChain, Link, hex, unhex};
pub use keyed::{Draws, Keyed, Roll, draw};
pub use scripted::Scripted;
pub use transcript::Transcript;

use serde::{Deserialize, Serialize};

/// Who may know a random number at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Audience {
    /// Everybody: dice.
    Public,
    /// Nobody but the rules until the game is over: shuffles, hidden draws.
    Sealed,
}

/// A source of chance.
pub trait Chance {
    /// A number from 0 to `bound - 1`, all equally likely. The label says what it is for.
    fn below(&mut self, bound: u32, label: &str, audience: Audience) -> u32;
}
