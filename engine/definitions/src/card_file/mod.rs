//! The text of the cards and chits of a game, `cards.txt`: piles, sets, cards.
//!
//! ```text
//! origin rules rulebook "3"
//! deck draw "Draw pile" side=red @rules                # face down, shuffled: who draws looks alone
//! cup chits "Cup" @rules                               # unseen, mixed: what is drawn is shown
//! hand red-hand "Red's hand" side=red holds=4 @rules   # seen by its side alone
//! discard used "Discards" side=red into=draw @rules    # face up; goes back into the draw pile at once
//! row played "Chits played" holds=9 @rules             # face up, side by side
//! set red-cards "Red card" form=card side=red colour=8c1c13 count=12 home=draw discard=used @rules
//! wording orders "activate a corps; or deploy it"
//! card van "The Van" set=red-cards wording=orders says="draw one" @rules
//! card spies "Spies" set=red-cards copies=2 number=7 head="Night" corner=3 says="look at a stack; draw one" @rules
//! card march "March" set=red-chits says="all move" other="Fight" other-says="all attack" @rules
//! ```
//!
//! Piles stand above the sets that name them (`into=` may name any), sets above their cards. `says=` holds lines of our
//! own, parted by semicolons, after those of a `wording` that several cards share: a rulebook's or card's sentences are never copied. `count=` is what the set must come to.

use super::record::{Reader, Record, choice, colour, number, plain};
use super::{Card, CardFace, CardForm, CardSet, Cards, DefinitionError, Pile, PileKind, Units};
use std::collections::{BTreeMap, BTreeSet};

/// Lines that several cards share, by name.
type Wordings = BTreeMap<String, Vec<String>>;

const CARD_KEYS: [&str; 10] =
    ["set", "copies", "number", "head", "corner", "colour", "wording", "says", "other", "other-says"];
const FORMS: [(&str, CardForm); 2] = [("card", CardForm::Card), ("chit", CardForm::Chit)];
const PILES: [(&str, PileKind); 5] = [
    ("deck", PileKind::Deck),
    ("cup", PileKind::Cup),
    ("hand", PileKind::Hand),
    ("discard", PileKind::Discard),
    ("row", PileKind::Row),
];
/// Piles that a game may have.
const MOST_PILES: usize = 40;
/// Cards and chits that a game may have, all copies counted.
const MOST_CARDS: u32 = 1000;
/// Letters of a title or line, and lines of a side: more would not be legible.
const MOST_LETTERS: usize = 60;
const MOST_LINES: usize = 9;

impl Cards {
    /// Reads the text of the cards. `file` is the name that errors mention, `units` tells the sides.
    ///
    /// # Errors
    /// Every fault of the text at once.
    pub fn parse(file: &str, text: &str, units: &Units) -> Result<Cards, Vec<DefinitionError>> {
        let mut reader = Reader::new(file);
        let mut cards = Cards::default();
        let mut wordings = Wordings::new();
        let mut pointers: Vec<(usize, String)> = Vec::new();
        for record in reader.records(text) {
            let read = match record.kind.as_str() {
                "set" => {
                    reader.expect(&record, 2..=2, &["form", "side", "colour", "count", "home", "discard"]);
                    set(&cards, units, &mut reader, &record).map(|set| cards.sets.push(set))
                }
                "wording" => {
                    reader.expect(&record, 2..=2, &[]);
                    wording(&record).map(|(id, lines)| drop(wordings.insert(id, lines)))
                }
                "card" => {
                    reader.expect(&record, 2..=2, &CARD_KEYS);
                    card(&cards, &wordings, &mut reader, &record).map(|card| cards.cards.push(card))
                }
                kind => choice(kind, "a line", &PILES).map_err(|_| unknown(kind)).and_then(|kind| {
                    reader.expect(&record, 2..=2, &["side", "holds", "into"]);
                    pointers.extend(record.get("into").map(|into| (record.line, into.to_owned())));
                    pile(&cards, units, kind, &mut reader, &record).map(|pile| cards.piles.push(pile))
                }),
            };
            reader.value(record.line, read);
        }
        for (line, into) in pointers {
            reader.value(line, known_pile(&cards, &into));
        }
        totals(&cards, &mut reader);
        if reader.errors.is_empty() { Ok(cards) } else { Err(reader.errors) }
    }
}

fn unknown(kind: &str) -> String {
    format!("expected origin, deck, cup, hand, discard, row, set, wording or card, found `{kind}`")
}

/// Checks that every set has as many cards as it says, and that all together are not too many.
fn totals(cards: &Cards, reader: &mut Reader) {
    for set in &cards.sets {
        let found: u32 = cards.of_set(&set.id).map(|card| u32::from(card.copies)).sum();
        if found != u32::from(set.count) && reader.errors.is_empty() {
            reader.fault(0, format!("expected {} cards of the set `{}`, found {found}", set.count, set.id));
        }
    }
    let all: u32 = cards.cards.iter().map(|card| u32::from(card.copies)).sum();
    if all > MOST_CARDS || cards.piles.len() > MOST_PILES {
        let piles = cards.piles.len();
        reader.fault(0, format!("expected at most {MOST_CARDS} cards and {MOST_PILES} piles, found {all} and {piles}"));
    }
}

/// An id that no pile, set or card has yet: lines of scenarios name all three.
fn fresh(cards: &Cards, record: &Record) -> Result<String, String> {
    let id = plain(record.word(0, "an id")?, "an id")?;
    let taken: BTreeSet<&str> = cards.piles.iter().map(|it| it.id.as_str()).collect();
    let taken_too = cards.set(&id).is_some() || cards.card(&id).is_some();
    if taken.contains(id.as_str()) || taken_too { Err(format!("`{id}` is declared twice")) } else { Ok(id) }
}

/// A text that fits on a card.
fn short(text: &str, what: &str) -> Result<String, String> {
    let letters = text.chars().count();
    if (1..=MOST_LETTERS).contains(&letters) {
        Ok(text.to_owned())
    } else {
        Err(format!("expected {what} of 1 to {MOST_LETTERS} letters, found {letters}"))
    }
}

fn title(record: &Record) -> Result<String, String> {
    short(record.word(1, "a title")?, "a title")
}

fn side(units: &Units, record: &Record) -> Result<Option<u8>, String> {
    let Some(id) = record.get("side") else { return Ok(None) };
    let found = units.sides.iter().position(|side| side.id == id);
    let ids = || units.sides.iter().map(|side| side.id.as_str()).collect::<Vec<_>>().join(", ");
    found.map(|side| Some(side as u8)).ok_or_else(|| format!("expected a side ({}), found `{id}`", ids()))
}

fn known_pile(cards: &Cards, id: &str) -> Result<String, String> {
    let ids = || cards.piles.iter().map(|pile| pile.id.as_str()).collect::<Vec<_>>().join(", ");
    let found = cards.pile(id).map(|pile| pile.id.clone());
    found.ok_or_else(|| format!("expected a pile ({}), found `{id}`", ids()))
}

fn pile(cards: &Cards, units: &Units, kind: PileKind, reader: &mut Reader, record: &Record) -> Result<Pile, String> {
    let side = side(units, record)?;
    if kind == PileKind::Hand && side.is_none() {
        return Err("expected `side=`: a hand is seen by one side alone".to_owned());
    }
    let holds: Option<u8> = record.get("holds").map(|text| number(text, "how many it holds")).transpose()?;
    if holds == Some(0) || (kind == PileKind::Row && holds.is_none()) {
        return Err("expected `holds=` to say how many lie there, at least 1".to_owned());
    }
    Ok(Pile {
        id: fresh(cards, record)?,
        title: title(record)?,
        kind,
        side,
        holds,
        into: record.get("into").map(str::to_owned),
        provenance: reader.origin(record),
    })
}

fn set(cards: &Cards, units: &Units, reader: &mut Reader, record: &Record) -> Result<CardSet, String> {
    Ok(CardSet {
        id: fresh(cards, record)?,
        title: title(record)?,
        form: choice(record.need("form")?, "form", &FORMS)?,
        side: side(units, record)?,
        colour: colour(record)?,
        count: number(record.need("count")?, "the count")?,
        home: known_pile(cards, record.need("home")?)?,
        discard: record.get("discard").map(|id| known_pile(cards, id)).transpose()?,
        provenance: reader.origin(record),
    })
}

fn card(cards: &Cards, wordings: &Wordings, reader: &mut Reader, record: &Record) -> Result<Card, String> {
    let set = record.need("set")?;
    let ids = || cards.sets.iter().map(|set| set.id.as_str()).collect::<Vec<_>>().join(", ");
    let set = cards.set(set).ok_or_else(|| format!("expected a set declared above ({}), found `{set}`", ids()))?;
    let copies: u8 = record.get("copies").map_or(Ok(1), |text| number(text, "the copies"))?;
    if copies == 0 {
        return Err("expected at least one copy".to_owned());
    }
    let mut says = match record.get("wording") {
        Some(name) => wordings.get(name).cloned().ok_or_else(|| {
            let known: Vec<&str> = wordings.keys().map(String::as_str).collect();
            format!("expected a wording declared above ({}), found `{name}`", known.join(", "))
        })?,
        None => Vec::new(),
    };
    says.extend(lines(record, "says")?);
    if says.len() > MOST_LINES {
        return Err(format!("expected at most {MOST_LINES} lines on a card, found {}", says.len()));
    }
    let front = CardFace { title: title(record)?, says };
    let other = match (record.get("other"), record.get("other-says")) {
        (Some(title), _) => {
            Some(CardFace { title: short(title, "the other title")?, says: lines(record, "other-says")? })
        }
        (None, Some(_)) => return Err("expected `other=`, the title of the other side, beside `other-says=`".into()),
        (None, None) => None,
    };
    let some = |key: &str| record.get(key).map_or(Ok(String::new()), |text| short(text, key));
    Ok(Card {
        id: fresh(cards, record)?,
        set: set.id.clone(),
        copies,
        number: record.get("number").map(|text| number(text, "the printed number")).transpose()?,
        head: some("head")?,
        corner: some("corner")?,
        colour: record.get("colour").map(|_| colour(record)).transpose()?,
        front,
        other,
        provenance: reader.origin(record),
    })
}

/// The lines of a key, parted by semicolons.
fn lines(record: &Record, key: &str) -> Result<Vec<String>, String> {
    record.get(key).map_or(Ok(Vec::new()), parted)
}

fn parted(text: &str) -> Result<Vec<String>, String> {
    text.split(';').map(|line| short(line.trim(), "a line")).collect()
}

fn wording(record: &Record) -> Result<(String, Vec<String>), String> {
    Ok((plain(record.word(0, "an id")?, "an id")?, parted(record.word(1, "lines")?)?))
}

#[cfg(test)]
mod tests;
