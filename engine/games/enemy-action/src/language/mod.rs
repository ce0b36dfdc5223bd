//! Orders, questions and events in words.

mod abilities;
mod chances;
mod describe;
mod nearest;
mod parse;
mod question;
mod write;

use crate::EnemyAction;
use crate::printed::Definitions;
use crate::sight::View;
use crate::standing;
use crate::truth::event::Event;
use crate::truth::order::Step;
use crate::verbs::LANGUAGE;
use definitions::spelling::words;
use engine::contract::{Ask, Misread, Question, Seen, Speech};

impl Speech for EnemyAction {
    fn help(_: &Definitions) -> String {
        let standing = standing::WORDS.words();
        let kinds: Vec<String> =
            standing.iter().map(|(kinds, values)| format!("standing {} {}", kinds[0], values.join(" | "))).collect();
        format!(
            "Enemy Action: Ardennes: one order a line, in the order in which they are carried out. Cards are named by their titles \
             or ids.\n{}\nStanding orders:\n{}\n",
            LANGUAGE.help(),
            kinds.join("\n")
        )
    }

    fn verbs() -> Vec<&'static str> {
        LANGUAGE.opening_words().collect()
    }

    fn parse(seen: Seen<'_, EnemyAction>, line: &str) -> Result<Vec<Vec<Step>>, Misread> {
        let line = words(line);
        LANGUAGE.orders(&line, |entry, sentence| parse::orders(seen, entry.verb, sentence))
    }

    fn write(definitions: &Definitions, order: &[Step]) -> String {
        write::order(definitions, order)
    }

    fn question(seen: Seen<'_, EnemyAction>, ask: &Ask) -> Question {
        question::question(seen, ask)
    }

    fn nearest(seen: Seen<'_, EnemyAction>, partial: &[Step], refused: &Step) -> Vec<Step> {
        nearest::nearest(seen, partial, refused)
    }

    fn describe(definitions: &Definitions, event: &Event) -> Option<String> {
        describe::event(definitions, event)
    }

    fn opens(event: &Event) -> bool {
        matches!(event, Event::DayBegan { .. } | Event::ImpulseBegan { .. })
    }

    fn status(seen: Seen<'_, EnemyAction>) -> Vec<String> {
        question::status(seen)
    }

    fn prospects(before: Seen<'_, EnemyAction>, after: &View) -> Vec<String> {
        chances::prospects(before.definitions, after)
    }

    fn status_of(seen: Seen<'_, EnemyAction>, name: &str) -> Result<Vec<String>, Misread> {
        let units = parse::formation(seen.definitions, &words(name));
        if units.is_empty() {
            return Self::abilities(seen, name);
        }
        Ok(units.into_iter().map(|unit| abilities::who(seen.definitions, &seen.view.public, unit)).collect())
    }

    fn abilities(seen: Seen<'_, EnemyAction>, unit: &str) -> Result<Vec<String>, Misread> {
        let unit = seen.definitions.names.one(&words(unit), &[])?;
        Ok(abilities::abilities(seen, unit))
    }
}
