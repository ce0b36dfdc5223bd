//! Orders, questions and events in words.
//!
//! [`definitions::spelling`] takes a line apart, [`names`] finds units and hexes in it, [`verbs`] holds the forms of all orders;
//! [`parse`] reads and [`write`] writes them. [`describe`] tells events, [`question`] asks, [`examples`] proposes.
//! [`mod@status`] and [`mod@abilities`] answer questions, [`mod@prospects`] tells what an order would lead to.

mod abilities;
mod describe;
mod examples;
#[cfg(test)]
mod grammar;
mod names;
mod parse;
mod prospects;
mod question;
mod status;
mod verbs;
mod write;

use definitions::spelling;

#[cfg(test)]
mod help_examples;
#[cfg(test)]
mod tests;

pub use abilities::{abilities, nearest};
pub use describe::describe;
pub use examples::examples;
pub use parse::parse;
pub use prospects::prospects;
pub use question::question;
pub use status::status;
pub use verbs::{help, opening_words};
pub use write::write;
