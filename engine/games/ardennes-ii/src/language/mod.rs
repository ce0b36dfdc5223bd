//! Orders, questions and events in words.

mod abilities;
mod describe;
mod parse;
mod question;
mod write;

pub use describe::date;

use crate::ArdennesII;
use crate::printed::Definitions;
use crate::sight::View;
use crate::standing;
use crate::truth::event::Event;
use crate::truth::order::Step;
use crate::verbs::LANGUAGE;
use definitions::UnitId;
use definitions::spelling::words;
use engine::contract::{Ask, Misread, Question, Seen, Speech};

impl Speech for ArdennesII {
    fn help(_: &Definitions) -> String {
        let standing = standing::WORDS.words();
        let kinds: Vec<String> =
            standing.iter().map(|(kinds, values)| format!("standing {} {}", kinds[0], values.join(" | "))).collect();
        format!(
            "Ardennes II: one order a line, in the order in which they are carried out. A whole player turn may be one mail: \
             movements, overruns and barrages, `end`, attacks, `end`, exploitation, `end`.\n{}\nStanding orders:\n{}\n",
            LANGUAGE.help(),
            kinds.join("\n")
        )
    }

    fn verbs() -> Vec<&'static str> {
        LANGUAGE.opening_words().collect()
    }

    fn parse(seen: Seen<'_, ArdennesII>, line: &str) -> Result<Vec<Vec<Step>>, Misread> {
        let line = words(line);
        LANGUAGE.orders(&line, |entry, sentence| parse::orders(seen, entry.verb, sentence))
    }

    fn write(definitions: &Definitions, order: &[Step]) -> String {
        write::order(definitions, order)
    }

    fn question(seen: Seen<'_, ArdennesII>, ask: &Ask) -> Question {
        question::question(seen, ask)
    }

    fn describe(definitions: &Definitions, event: &Event) -> Option<String> {
        describe::event(definitions, event)
    }

    fn opens(event: &Event) -> bool {
        matches!(event, Event::TurnBegan { .. } | Event::PhaseBegan { .. })
    }

    fn status(seen: Seen<'_, ArdennesII>) -> Vec<String> {
        question::status(seen.definitions, &seen.view.state)
    }

    fn prospects(before: Seen<'_, ArdennesII>, after: &View) -> Vec<String> {
        question::prospects(before.definitions, &before.view.state, &after.state)
    }

    fn abilities(seen: Seen<'_, ArdennesII>, unit: &str) -> Result<Vec<String>, Misread> {
        // of several that are called alike one's own on the map, then anybody's there
        let here = |unit: UnitId| seen.view.state.unit(unit).hex().is_some();
        let own =
            |unit: UnitId| here(unit) && seen.view.side.is_none_or(|side| seen.definitions.counter(unit).side == side);
        let unit = seen.definitions.names.one(&words(unit), &[&own, &here])?;
        Ok(abilities::abilities(seen, unit))
    }
}
