//! Orders, questions and events in words.

mod abilities;
mod describe;
mod parse;
mod question;
mod write;

pub use crate::verbs::topic;
pub use describe::date;

use crate::DeadlyWoods;
use crate::printed::Definitions;
use crate::sight::View;
use crate::standing;
use crate::truth::event::Event;
use crate::truth::order::Step;
use crate::verbs::LANGUAGE;
use definitions::spelling::words;
use engine::contract::{Ask, Misread, Question, Seen, Speech};

impl Speech for DeadlyWoods {
    fn help(_: &Definitions) -> String {
        let standing = standing::WORDS.words();
        let kinds: Vec<String> =
            standing.iter().map(|(kinds, values)| format!("standing {} {}", kinds[0], values.join(" | "))).collect();
        format!(
            "The Deadly Woods: one order a line, in the order in which they are carried out. A whole round may be one mail: what \
             the chit is played as, moves, attacks, `end`.\n{}\nStanding orders:\n{}\n",
            LANGUAGE.help(),
            kinds.join("\n")
        )
    }

    fn verbs() -> Vec<&'static str> {
        LANGUAGE.opening_words().collect()
    }

    fn parse(seen: Seen<'_, DeadlyWoods>, line: &str) -> Result<Vec<Vec<Step>>, Misread> {
        let line = words(line);
        LANGUAGE.orders(&line, |entry, sentence| parse::orders(seen, entry.verb, sentence))
    }

    fn write(definitions: &Definitions, order: &[Step]) -> String {
        write::order(definitions, order)
    }

    fn question(seen: Seen<'_, DeadlyWoods>, ask: &Ask) -> Question {
        question::question(seen, ask)
    }

    fn describe(definitions: &Definitions, event: &Event) -> Option<String> {
        describe::event(definitions, event)
    }

    fn opens(event: &Event) -> bool {
        matches!(event, Event::TurnBegan { .. } | Event::RoundBegan { .. })
    }

    fn status(seen: Seen<'_, DeadlyWoods>) -> Vec<String> {
        question::status(seen.definitions, &seen.view.state)
    }

    fn prospects(before: Seen<'_, DeadlyWoods>, after: &View) -> Vec<String> {
        question::prospects(before.definitions, &after.state)
    }

    fn abilities(seen: Seen<'_, DeadlyWoods>, unit: &str) -> Result<Vec<String>, Misread> {
        let unit = seen.definitions.names.one(&words(unit), &[])?;
        Ok(abilities::abilities(seen, unit))
    }
}
