//! Orders, questions and events in words.

mod abilities;
mod describe;
mod nearest;
mod parse;
mod question;
mod reckoning;
mod write;

pub use describe::date;

use crate::ArdennesOffensive;
use crate::printed::Definitions;
use crate::sight::View;
use crate::standing;
use crate::truth::event::Event;
use crate::truth::order::Step;
use crate::verbs::LANGUAGE;
use definitions::spelling::words;
use engine::contract::{Ask, Misread, Question, Seen, Speech};

impl Speech for ArdennesOffensive {
    fn help(_: &Definitions) -> String {
        let standing = standing::WORDS.words();
        let kinds: Vec<String> =
            standing.iter().map(|(kinds, values)| format!("standing {} {}", kinds[0], values.join(" | "))).collect();
        format!(
            "The Ardennes Offensive: one order a line, in the order in which they are carried out. A whole player turn may be \
             one mail: movements, `end`, attacks, `end`, second movements, `end`.\n{}\nStanding orders:\n{}\n",
            LANGUAGE.help(),
            kinds.join("\n")
        )
    }

    fn verbs() -> Vec<&'static str> {
        LANGUAGE.opening_words().collect()
    }

    fn parse(seen: Seen<'_, ArdennesOffensive>, line: &str) -> Result<Vec<Vec<Step>>, Misread> {
        let line = words(line);
        LANGUAGE.orders(&line, |entry, sentence| parse::orders(seen, entry.verb, sentence))
    }

    fn write(definitions: &Definitions, order: &[Step]) -> String {
        write::order(definitions, order)
    }

    fn question(seen: Seen<'_, ArdennesOffensive>, ask: &Ask) -> Question {
        question::question(seen, ask)
    }

    fn nearest(seen: Seen<'_, ArdennesOffensive>, partial: &[Step], refused: &Step) -> Vec<Step> {
        nearest::nearest(seen, partial, refused)
    }

    fn describe(definitions: &Definitions, event: &Event) -> Option<String> {
        describe::event(definitions, event)
    }

    fn opens(event: &Event) -> bool {
        matches!(event, Event::TurnBegan { .. } | Event::PlayerTurnBegan { .. } | Event::PhaseBegan { .. })
    }

    fn prospects(before: Seen<'_, ArdennesOffensive>, after: &View) -> Vec<String> {
        let combat = after.state.combat.as_ref().filter(|combat| combat.outcome.is_none());
        combat.map(|combat| reckoning::reckoning(before.definitions, &after.state, combat)).unwrap_or_default()
    }

    fn status(seen: Seen<'_, ArdennesOffensive>) -> Vec<String> {
        question::status(seen.definitions, &seen.view.state)
    }

    fn abilities(seen: Seen<'_, ArdennesOffensive>, unit: &str) -> Result<Vec<String>, Misread> {
        let unit = seen.definitions.names.one(&words(unit), &[])?;
        Ok(abilities::abilities(seen, unit))
    }
}
