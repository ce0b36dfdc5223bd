use definitions::{Counter, Place, Position, Published, Status};
use std::collections::BTreeMap;
use std::fmt;

/// The counters of one side in one place, as a line of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stack {
    /// Name of the side.
    pub side: String,
    /// Where: number and name of the hex, or the box.
    pub place: String,
    /// The counters, from the bottom.
    pub counters: Vec<String>,
}

impl fmt::Display for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}: {}", self.side, self.place, self.counters.join("; "))
    }
}

/// All stacks in one line, for readers who do not see the picture.
pub fn in_a_line(stacks: &[Stack]) -> String {
    let all: Vec<String> = stacks.iter().map(ToString::to_string).collect();
    all.join(". ")
}

/// The whole position in words: what a reader without the picture needs. Sides in their order, hexes by number,
/// boxes after them.
pub fn stacks(published: &Published, position: &Position) -> Vec<Stack> {
    let mut stacks: BTreeMap<(u8, bool, String), Vec<String>> = BTreeMap::new();
    for counter in &position.counters {
        let (boxed, place) = match &counter.place {
            Place::Hex(hex) => {
                let number = published.map.grid.number(*hex);
                let name = published.map.hexes.get(usize::from(hex.0)).and_then(|hex| hex.name.as_deref());
                (false, name.map_or(number.clone(), |name| format!("{number} {name}")))
            }
            Place::Box(name) => (true, name.clone()),
        };
        stacks.entry((counter.side, boxed, place)).or_default().push(in_words(published, counter));
    }
    let side_name = |side: u8| published.units.sides.get(usize::from(side)).map_or("", |side| side.name.as_str());
    stacks
        .into_iter()
        .map(|((side, _, place), counters)| Stack { side: side_name(side).to_owned(), place, counters })
        .collect()
}

/// A counter: name, steps left, statuses.
fn in_words(published: &Published, counter: &Counter) -> String {
    let Some(unit) = counter.unit else { return "unseen units".to_owned() };
    let unit = published.units.unit(unit);
    let mut notes: Vec<String> = Vec::new();
    if unit.steps > 1 || counter.steps_lost > 0 {
        notes.push(format!("{} of {} steps", unit.steps.saturating_sub(counter.steps_lost), unit.steps));
    }
    notes.extend(counter.statuses.iter().map(|status| status_in_words(*status)));
    if notes.is_empty() { unit.name.clone() } else { format!("{} ({})", unit.name, notes.join(", ")) }
}

/// `OutOfCommand` as `out of command`.
pub fn status_in_words(status: Status) -> String {
    let mut words = String::new();
    for sign in format!("{status:?}").chars() {
        if sign.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.extend(sign.to_lowercase());
    }
    words
}
