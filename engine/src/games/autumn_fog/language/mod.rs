//! Orders, questions and events in words.
//!
//! [`spelling`] takes a line apart, [`names`] finds units and hexes in it, [`verbs`] holds the forms of all orders;
//! [`parse`] reads and [`write`] writes them. [`describe`] tells events, [`question`] asks, [`examples`] proposes.

mod describe;
mod examples;
mod names;
mod parse;
mod question;
mod spelling;
mod verbs;
mod write;

#[cfg(test)]
mod tests;

pub use describe::describe;
pub use examples::examples;
pub use parse::parse;
pub use question::question;
pub use verbs::help;
pub use write::write;
