//! Orders, questions and events in words.
//!
//! [`engine::speech`] has what any game needs. Of this one, [`names`] has the names that are its own, [`verbs`] the words of
//! its orders; [`parse`] reads and [`write`] writes them. [`describe`] tells events, [`question`] asks, [`examples`] proposes.
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

#[cfg(test)]
mod help_examples;
#[cfg(test)]
pub mod situations;
#[cfg(test)]
mod tests;

pub use describe::describe;
pub use examples::examples;
pub use write::write;

use super::definitions::Definitions;
use super::order::Step;
use super::view::{Seen, View};
use crate::AutumnFog;
use crate::sight::glimpse::EventView;
use engine::contract::{Ask, Misread, Question, Speech};

impl Speech for AutumnFog {
    fn help(definitions: &Definitions) -> String {
        verbs::help(definitions)
    }

    fn verbs() -> Vec<&'static str> {
        verbs::opening_words()
    }

    fn parse(seen: Seen<'_>, line: &str) -> Result<Vec<Vec<Step>>, Misread> {
        parse::parse(seen, line)
    }

    fn write(definitions: &Definitions, order: &[Step]) -> String {
        write(definitions, order)
    }

    fn question(seen: Seen<'_>, ask: &Ask) -> Question {
        question::question(seen, ask)
    }

    fn describe(definitions: &Definitions, event: &EventView) -> Option<String> {
        describe(definitions, event)
    }

    fn opens(event: &EventView) -> bool {
        describe::opens(event)
    }

    fn goes_without_saying(event: &EventView) -> bool {
        describe::goes_without_saying(event)
    }

    fn status(seen: Seen<'_>) -> Vec<String> {
        status::status(seen)
    }

    fn status_of(seen: Seen<'_>, name: &str) -> Result<Vec<String>, Misread> {
        status::of(seen, name)
    }

    fn abilities(seen: Seen<'_>, unit: &str) -> Result<Vec<String>, Misread> {
        abilities::abilities(seen, unit)
    }

    fn nearest(seen: Seen<'_>, partial: &[Step], refused: &Step) -> Vec<Step> {
        abilities::nearest(seen, partial, refused)
    }

    fn prospects(before: Seen<'_>, after: &View) -> Vec<String> {
        prospects::prospects(before, after)
    }
}
