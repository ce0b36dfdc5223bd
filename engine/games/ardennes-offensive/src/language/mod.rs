//! Orders, questions and events in words.

mod describe;
mod parse;
mod question;
mod write;

pub use describe::date;

use crate::ArdennesOffensive;
use crate::chapters::movement;
use crate::chapters::movement::road_mode;
use crate::printed::Definitions;
use crate::sight::View;
use crate::standing;
use crate::truth::event::Event;
use crate::truth::order::Step;
use crate::verbs::LANGUAGE;
use definitions::UnitId;
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

    fn describe(definitions: &Definitions, event: &Event) -> Option<String> {
        describe::event(definitions, event)
    }

    fn status(seen: Seen<'_, ArdennesOffensive>) -> Vec<String> {
        question::status(seen.definitions, &seen.view.state)
    }

    fn abilities(seen: Seen<'_, ArdennesOffensive>, unit: &str) -> Result<Vec<String>, Misread> {
        let unit = seen.definitions.names.one(&words(unit), &[])?;
        Ok(abilities(seen.definitions, seen.view, unit))
    }
}

/// What a unit can do now, a line a kind of order.
fn abilities(definitions: &Definitions, view: &View, unit: UnitId) -> Vec<String> {
    let state = &view.state;
    let (counter, name) = (definitions.counter(unit), definitions.name(unit));
    let side = counter.side;
    let kind = if counter.mechanized() { "mechanized" } else { "on foot" };
    let mut lines = vec![format!("{name}: {kind}, strength {}, allowance {}", counter.strength, counter.allowance)];
    let moves = |step: Step| {
        let partial = [Step::Verb(crate::truth::order::Verb::Move)];
        movement::check(definitions, state, side, &partial, &step).map(|_| ())
    };
    lines.push(match moves(Step::Unit(unit)) {
        Ok(()) => {
            let what = if state.unit(unit).road { "road hexes" } else { "points" };
            format!("move: yes, with {} {what}", movement::left(definitions, state, unit))
        }
        Err(refusal) => format!("move: no. {refusal}"),
    });
    let (verb, road) = if state.unit(unit).road { ("deploy", false) } else { ("march", true) };
    lines.push(match road_mode::change(definitions, state, unit, road) {
        Ok(left) => format!("{verb}: yes, and {left} would be left"),
        Err(refusal) => format!("{verb}: no. {refusal}"),
    });
    lines.push(match crate::chapters::combat::able(definitions, state, side, unit) {
        Ok(hex) => {
            let near = definitions
                .board
                .around(hex)
                .filter(|there| crate::chapters::combat::attackable(definitions, state, side, *there));
            let places: Vec<String> = near.map(|hex| definitions.place(hex)).collect();
            if places.is_empty() {
                "attack: nobody is next to it".to_owned()
            } else {
                format!("attack: {}", places.join(", "))
            }
        }
        Err(refusal) => format!("attack: no. {refusal}"),
    });
    lines
}
