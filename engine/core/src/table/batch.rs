use crate::contract::{AskId, Game, Misread, Seen};
use crate::speech::Inquiry;
use definitions::spelling::words;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a player hands in at one time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Batch {
    /// The ask that the player's mail or page showed; none if he did not say.
    pub ask: Option<AskId>,
    /// The orders in the order in which they are to be carried out.
    pub lines: Vec<Line>,
}

/// One line of a batch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Line {
    /// A line of text.
    Text(String),
    /// The steps of one order as the page sends them.
    Steps(Vec<Value>),
}

/// Lines that are read at one time: more than anybody needs for a game turn.
pub const MOST_LINES: usize = 300;
/// Letters and signs of them: a whole army moves in some 10,000, and what is read takes its time.
const LONGEST_BATCH: usize = 40_000;
/// Lines behind a refused one in which it is looked for what nobody can read.
pub(super) const MOST_BEHIND: usize = 20;
/// Questions among them: some take as long to answer as many orders to carry out.
const MOST_QUESTIONS: usize = 40;
/// Orders of a side that wait for the other one, at most.
pub(super) const MOST_WAITING: usize = 300;
/// Letters and signs of them: each that is carried out leaves a record of all that still wait.
pub(super) const LONGEST_WAITING: usize = 30_000;
/// Letters and signs of a line: enough for an attack of all units that can stand around a hex.
const LONGEST_LINE: usize = 1_000;
/// Things that a line may list: each is looked for among all names of the game.
const MOST_LISTED: usize = 100;
/// Orders that one line may stand for.
pub const MOST_ORDERS: usize = 40;
/// Steps of each.
const MOST_STEPS: usize = 128;
/// Signs that are repeated of a line that is too long to be read.
const REPEATED: usize = 80;

impl Line {
    /// What is wrong with the size of a line.
    ///
    /// # Errors
    /// What it holds and what may be.
    pub(super) fn check_size(&self) -> Result<(), Misread> {
        let too_many = |found: usize, what: &str, most: usize| {
            (found > most).then(|| Misread::new(format!("this line has {found} {what}; at most {most} are read")))
        };
        let fault = match self {
            Line::Text(text) => too_many(self.length(), "letters and signs", LONGEST_LINE)
                .or_else(|| too_many(text.matches(',').count(), "commas", MOST_LISTED)),
            Line::Steps(steps) => too_many(steps.len(), "steps", MOST_STEPS),
        };
        fault.map_or(Ok(()), Err)
    }

    /// Letters and signs of a text.
    pub(super) fn length(&self) -> usize {
        match self {
            Line::Text(text) => text.chars().count(),
            Line::Steps(_) => 0,
        }
    }

    /// The beginning of a line that is too long to be repeated.
    pub(super) fn beginning(&self) -> String {
        let text = match self {
            Line::Text(text) => text.clone(),
            Line::Steps(steps) => steps.iter().take(REPEATED).map(Value::to_string).collect(),
        };
        format!("{}…", text.chars().take(REPEATED).collect::<String>())
    }

    /// Whether a line can be orders of a game at all, whatever is asked.
    pub(super) fn is_readable<G: Game>(&self, definitions: &G::Definitions) -> bool {
        match self {
            Line::Text(_) => self.check_size().is_ok(),
            Line::Steps(steps) => read_steps::<G>(definitions, steps).is_ok(),
        }
    }

    /// The orders of a line. Everything that orders name exists.
    ///
    /// # Errors
    /// What was not understood and what was expected.
    pub(super) fn orders<G: Game>(
        &self,
        definitions: &G::Definitions,
        view: &G::View,
    ) -> Result<Vec<Vec<G::Step>>, Misread> {
        self.check_size()?;
        match self {
            Line::Text(text) => read_text::<G>(definitions, view, text),
            Line::Steps(steps) => Ok(vec![read_steps::<G>(definitions, steps)?]),
        }
    }
}

/// The orders of a line of text that is not too long.
///
/// # Errors
/// What was not understood and what was expected, or that they are too many.
pub(super) fn read_text<G: Game>(
    definitions: &G::Definitions,
    view: &G::View,
    text: &str,
) -> Result<Vec<Vec<G::Step>>, Misread> {
    let orders = G::parse(Seen::new(definitions, view), text)?;
    if orders.len() > MOST_ORDERS {
        return Err(Misread::new(format!("this line holds {} orders; at most {MOST_ORDERS} are read", orders.len())));
    }
    if let Some(order) = orders.iter().find(|order| order.len() > MOST_STEPS) {
        return Err(Misread::new(format!("this order has {} parts; at most {MOST_STEPS} are read", order.len())));
    }
    Ok(orders)
}

/// The steps of an order, or of the beginning of one, as they come from outside.
///
/// # Errors
/// When they are too many, are no steps of this game, or name what does not exist.
pub(super) fn read_steps<G: Game>(definitions: &G::Definitions, steps: &[Value]) -> Result<Vec<G::Step>, Misread> {
    if steps.len() > MOST_STEPS {
        return Err(Misread::new(format!("this order has {} steps; at most {MOST_STEPS} are read", steps.len())));
    }
    let read = |step: &Value| {
        let step = G::Step::deserialize(step).map_err(|_| {
            let found: String = step.to_string().chars().take(REPEATED).collect();
            Misread::new(format!("`{found}` is no step of this game; send steps as the list of legal ones has them"))
        })?;
        G::recognise(definitions, &step).map(|()| step)
    };
    steps.iter().map(read).collect()
}

/// Why a batch is not read at all, if it holds more than anybody needs.
pub(super) fn too_much(lines: &[&Line]) -> Option<String> {
    let limit = |found: usize, what: &str, most: usize| {
        let refusal =
            || format!("There are {found} {what}; at most {most} are read at a time. Nothing was carried out.");
        (found > most).then(refusal)
    };
    let questions = || lines.iter().filter(|line| !acts(line)).count();
    let signs = || lines.iter().map(|line| line.length()).sum();
    limit(lines.len(), "lines", MOST_LINES)
        .or_else(|| limit(signs(), "letters and signs", LONGEST_BATCH))
        .or_else(|| limit(questions(), "questions", MOST_QUESTIONS))
}

/// What a line asks, if it is no order. One that is too long to be read is refused as an order is.
pub(super) fn inquiry(line: &Line) -> Option<Inquiry> {
    match line {
        Line::Text(text) if line.check_size().is_ok() => Inquiry::read(text),
        _ => None,
    }
}

/// Whether a line is an order of the game, not something that is asked of the table.
pub(super) fn is_order(line: &Line) -> bool {
    inquiry(line).is_none()
}

/// Whether a line is an order, or changes the game like one.
pub(super) fn acts(line: &Line) -> bool {
    inquiry(line).is_none_or(|inquiry| inquiry.acts())
}

/// Whether a line holds nothing, or only a comment.
pub(super) fn is_empty(line: &Line) -> bool {
    matches!(line, Line::Text(text) if line.check_size().is_ok() && words(text).is_empty())
}
