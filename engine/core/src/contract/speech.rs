use super::{Ask, Misread, Question, Rules, Seen};

/// Orders, questions and events in words. [`crate::speech`] has what reading and writing orders takes in any game.
pub trait Speech: Rules {
    /// One page that explains the orders, with an example of each.
    fn help(definitions: &Self::Definitions) -> String;
    /// The words with which its orders begin. Where a game names none, every line of a mail counts as an order.
    fn verbs() -> Vec<&'static str> {
        Vec::new()
    }
    /// Reads a line of text as one or more orders (`move A, B to 1817` is two).
    ///
    /// # Errors
    /// What was not understood and what was expected.
    fn parse(seen: Seen<'_, Self>, line: &str) -> Result<Vec<Vec<Self::Step>>, Misread>;
    /// Writes an order, complete or not, as text that [`Speech::parse`] reads back.
    fn write(definitions: &Self::Definitions, order: &[Self::Step]) -> String;
    /// An ask in words.
    fn question(seen: Seen<'_, Self>, ask: &Ask) -> Question;
    /// An event in words; none when it is not worth a line.
    fn describe(definitions: &Self::Definitions, event: &Self::EventView) -> Option<String>;
    /// Whether an event opens a part of the story, such as a turn or what a side does in one go: its words stand as a
    /// heading above those of what follows.
    fn opens(_event: &Self::EventView) -> bool {
        false
    }
    /// Whether the words of an event are the first to go where a story is long, since what follows tells as much.
    fn goes_without_saying(_event: &Self::EventView) -> bool {
        false
    }
    /// What a player sees of the game besides his question, one fact a line.
    fn status(_seen: Seen<'_, Self>) -> Vec<String> {
        Vec::new()
    }
    /// What he sees of one thing that has a name: of a unit, unless the game has more to name.
    ///
    /// # Errors
    /// When the words name nothing, or more than one thing.
    fn status_of(seen: Seen<'_, Self>, name: &str) -> Result<Vec<String>, Misread> {
        Self::abilities(seen, name)
    }
    /// What a unit can do now, one line a kind of order: the nearest of its possibilities, or why there is none. Where a game has
    /// no words of its own it is told what pointing at the unit would list.
    ///
    /// # Errors
    /// When the words name no unit, or more than one.
    fn abilities(_seen: Seen<'_, Self>, _unit: &str) -> Result<Vec<String>, Misread> {
        Ok(Vec::new())
    }
    /// Steps that are legal in the place of one that is refused, the most similar first.
    fn nearest(seen: Seen<'_, Self>, partial: &[Self::Step], _refused: &Self::Step) -> Vec<Self::Step> {
        seen.legal(partial).into_iter().map(|(step, _)| step).collect()
    }
    /// What an order that was tried out leads to, beside its events: what is left to units, what dice could bring.
    fn prospects(_before: Seen<'_, Self>, _after: &Self::View) -> Vec<String> {
        Vec::new()
    }
}
