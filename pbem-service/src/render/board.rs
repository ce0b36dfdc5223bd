use definitions::{Counter, LaidPile, Pile, PileKind, Place, Position, Published, SeenCard};
use std::collections::BTreeMap;
use std::fmt;

/// What lies in one place, as a line of text: the counters of a side, markers, a pile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stack {
    /// Name of the side; empty if it is of neither.
    pub side: String,
    /// Where: number and name of the hex, the hexside, the box, the pile, the track.
    pub place: String,
    /// What lies there, from the bottom.
    pub counters: Vec<String>,
}

impl fmt::Display for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let comma = if self.side.is_empty() { "" } else { ", " };
        write!(f, "{}{comma}{}: {}", self.side, self.place, self.counters.join("; "))
    }
}

/// The whole position in words: what a reader without the picture needs. Sides in their order, hexes by number,
/// boxes after them; then markers, piles and tracks.
pub fn stacks(published: &Published, position: &Position) -> Vec<Stack> {
    let mut stacks: BTreeMap<(u8, bool, String), Vec<String>> = BTreeMap::new();
    for counter in &position.counters {
        let boxed = matches!(counter.place, Place::Box(_));
        let place = place_in_words(published, &counter.place);
        stacks.entry((counter.side, boxed, place)).or_default().push(in_words(published, counter));
    }
    let mut markers: BTreeMap<(bool, String), Vec<String>> = BTreeMap::new();
    for marker in &position.markers {
        let boxed = matches!(marker.place, Place::Box(_));
        let place = place_in_words(published, &marker.place);
        markers.entry((boxed, place)).or_default().push(marker_title(published, &marker.kind));
    }
    let side_name = |side: u8| published.units.sides.get(usize::from(side)).map_or("", |side| side.name.as_str());
    let stacks = stacks.into_iter().map(|((side, _, place), counters)| (side_name(side), place, counters));
    let markers = markers.into_iter().map(|((_, place), markers)| ("", place, markers));
    let piles = position.piles.iter().filter_map(|laid| {
        let pile = published.cards.pile(&laid.pile)?;
        Some((pile.side.map_or("", side_name), pile.title.clone(), pile_in_words(published, pile, laid)))
    });
    let tracks = position.tracks.iter().filter_map(|at| {
        let track = published.tracks.iter().find(|track| track.id == at.track)?;
        Some(("", track.title.clone(), vec![at.value.to_string()]))
    });
    stacks
        .chain(markers)
        .chain(piles)
        .chain(tracks)
        .map(|(side, place, counters)| Stack { side: side.to_owned(), place, counters })
        .collect()
}

/// How far ahead a mail names who comes, in turns.
const AHEAD: u32 = 2;

/// The board as a mail tells it: of those who come later, those of the next turns alone.
pub(super) fn near(stacks: &[Stack], turn: u8) -> Vec<String> {
    let comes = |stack: &Stack| stack.place.strip_prefix("Turn ").and_then(|turn| turn.parse::<u32>().ok());
    let is_far = |stack: &&Stack| comes(stack).is_some_and(|comes| comes > u32::from(turn) + AHEAD);
    let (far, near): (Vec<&Stack>, Vec<&Stack>) = stacks.iter().partition(is_far);
    let units: usize = far.iter().map(|stack| stack.counters.len()).sum();
    let later = (units > 0)
        .then(|| format!("After turn {}: {units} more come; the page shows which.", u32::from(turn) + AHEAD));
    near.into_iter().map(ToString::to_string).chain(later).collect()
}

/// `1817 Bastogne`, `between 1817 and 1818`, or the name of a box.
fn place_in_words(published: &Published, place: &Place) -> String {
    let number = |hex| published.map.grid.number(hex);
    match place {
        Place::Hex(hex) => {
            let name = published.map.hexes.get(usize::from(hex.0)).and_then(|hex| hex.name.as_deref());
            name.map_or(number(*hex), |name| format!("{} {name}", number(*hex)))
        }
        Place::Hexside(one, other) => format!("between {} and {}", number(*one), number(*other)),
        Place::Box(name) => name.clone(),
    }
}

/// What is seen of a pile: of a stack the top one and how many there are, of cards side by side each.
fn pile_in_words(published: &Published, pile: &Pile, laid: &LaidPile) -> Vec<String> {
    let count = laid.cards.len();
    let shown = match (pile.kind, laid.cards.last()) {
        (_, None) => return vec!["empty".to_owned()],
        (PileKind::Deck | PileKind::Cup, _) => return vec![format!("{count} face down")],
        (PileKind::Discard, Some(top)) if count > 1 => {
            return vec![format!("{} on top of {}", card_in_words(published, top), count - 1)];
        }
        _ => laid.cards.chunk_by(|one, other| one == other),
    };
    let words = |same: &[SeenCard]| {
        let card = same.first().map(|card| card_in_words(published, card))?;
        Some(if same.len() > 1 { format!("{} {card}", same.len()) } else { card })
    };
    shown.filter_map(words).collect()
}

/// A card's title, or that it lies face down.
pub fn card_in_words(published: &Published, card: &SeenCard) -> String {
    match card {
        SeenCard::Face(id) => published.cards.card(id).map_or(String::new(), |card| card.front.title.clone()),
        SeenCard::Back(_) => "face down".to_owned(),
    }
}

/// A counter: name, steps left, markers on it.
fn in_words(published: &Published, counter: &Counter) -> String {
    let Some(unit) = counter.unit else { return "unseen units".to_owned() };
    let unit = published.units.unit(unit);
    let mut notes = Vec::from_iter(counter.steps_in_words(unit.steps));
    notes.extend(counter.statuses.iter().map(|id| marker_in_words(published, id)));
    if notes.is_empty() { unit.name.clone() } else { format!("{} ({})", unit.name, notes.join(", ")) }
}

/// What a marker is called; nothing if the game has none of this kind.
pub fn marker_title(published: &Published, id: &str) -> String {
    published.markers.iter().find(|kind| kind.id == id).map_or(String::new(), |kind| kind.title.clone())
}

/// The same within a sentence: `out of command`.
pub fn marker_in_words(published: &Published, id: &str) -> String {
    let title = marker_title(published, id);
    let mut signs = title.chars();
    signs.next().map_or(String::new(), |first| first.to_lowercase().chain(signs).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_comes_later_than_in_two_turns_is_counted_and_not_named() {
        let stack = |place: &str, counters: &[&str]| Stack {
            side: "German".to_owned(),
            place: place.to_owned(),
            counters: counters.iter().map(|name| (*name).to_owned()).collect(),
        };
        let stacks =
            [stack("0309", &["A"]), stack("Turn 5", &["B"]), stack("Turn 6", &["C", "D"]), stack("Turn 11", &["E"])];
        let board = near(&stacks, 3);
        assert_eq!(board, ["German, 0309: A", "German, Turn 5: B", "After turn 5: 3 more come; the page shows which."]);
        assert_eq!(near(&stacks, 9).len(), 4, "nobody is left to be counted");
    }
}
