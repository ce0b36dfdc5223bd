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
//! set red-days "Red day" form=card side=red colour=8c1c13 count=1 home=draw titles=result lines=function corners=day @rules
//! card first "D1" set=red-days corner=16 of=1-corps,2-di says="activate the corps; or one unit" @rules
//! ```
//!
//! Piles stand above the sets that name them (`into=` may name any), sets above their cards. `says=` holds lines of our
//! own, parted by semicolons, after those of a `wording` that several cards share: a rulebook's or card's sentences are never copied; they may
//! have an origin of their own: `says="draw one"@house`. `count=` is what the set must come to.
//! `titles=`, `lines=` and `corners=` of a set name the kinds of `words.txt` of which the texts of its cards are, so that rules
//! read phrases; `of=` names the armies, formations, divisions or units of which a card speaks.

use super::declaration::{Declaration, LineIndex, Reader, choice, colour, number, plain};
use super::words::{Scope, WordKind, Words};
use super::{
    Card, CardFace, CardForm, CardSet, CardWords, Cards, DefinitionError, Force, Phrase, Pile, PileKind, Units,
};
use std::collections::BTreeSet;

const SET_KEYS: [&str; 9] = ["form", "side", "colour", "count", "home", "discard", "titles", "lines", "corners"];
const CARD_KEYS: [&str; 11] =
    ["set", "copies", "number", "head", "corner", "colour", "wording", "says", "other", "other-says", "of"];
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
        let mut pointers: Vec<(usize, String)> = Vec::new();
        for declaration in reader.declarations(text) {
            if reader.leans_on_faulty(&declaration, &["home", "discard", "set", "wording"]) {
                continue;
            }
            let read = match declaration.kind.as_str() {
                "set" => {
                    reader.expect(&declaration, 2..=2, &SET_KEYS);
                    set(&cards, units, &mut reader, &declaration).map(|set| cards.sets.push(set))
                }
                "wording" => {
                    reader.expect(&declaration, 2..=2, &[]);
                    wording(&cards, &declaration).map(|wording| cards.wordings.push(wording))
                }
                "card" => {
                    reader.expect(&declaration, 2..=2, &CARD_KEYS);
                    card(&cards, units, &mut reader, &declaration).map(|card| cards.cards.push(card))
                }
                kind => choice(kind, "a line", &PILES).map_err(|_| unknown(kind)).and_then(|kind| {
                    reader.expect(&declaration, 2..=2, &["side", "holds", "into"]);
                    pointers.extend(declaration.get("into").map(|into| (declaration.line, into.to_owned())));
                    pile(&cards, units, kind, &mut reader, &declaration).map(|pile| cards.piles.push(pile))
                }),
            };
            reader.settle(&declaration, read);
        }
        for (line, into) in pointers {
            if !reader.is_faulty(&into) {
                reader.value(line, known_pile(&cards, &into));
            }
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
fn fresh(cards: &Cards, declaration: &Declaration) -> Result<String, String> {
    let id = plain(declaration.word(0, "an id")?, "an id")?;
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

fn title(declaration: &Declaration) -> Result<String, String> {
    short(declaration.word(1, "a title")?, "a title")
}

fn side(units: &Units, declaration: &Declaration) -> Result<Option<u8>, String> {
    let Some(id) = declaration.get("side") else { return Ok(None) };
    let found = units.sides.iter().position(|side| side.id == id);
    let ids = || units.sides.iter().map(|side| side.id.as_str()).collect::<Vec<_>>().join(", ");
    found.map(|side| Some(side as u8)).ok_or_else(|| format!("expected a side ({}), found `{id}`", ids()))
}

fn known_pile(cards: &Cards, id: &str) -> Result<String, String> {
    let ids = || cards.piles.iter().map(|pile| pile.id.as_str()).collect::<Vec<_>>().join(", ");
    let found = cards.pile(id).map(|pile| pile.id.clone());
    found.ok_or_else(|| format!("expected a pile ({}), found `{id}`", ids()))
}

fn pile(
    cards: &Cards,
    units: &Units,
    kind: PileKind,
    reader: &mut Reader,
    declaration: &Declaration,
) -> Result<Pile, String> {
    let side = side(units, declaration)?;
    if kind == PileKind::Hand && side.is_none() {
        return Err("expected `side=`: a hand is seen by one side alone".to_owned());
    }
    let holds: Option<u8> = declaration.get("holds").map(|text| number(text, "how many it holds")).transpose()?;
    if holds == Some(0) || (kind == PileKind::Row && holds.is_none()) {
        return Err("expected `holds=` to say how many lie there, at least 1".to_owned());
    }
    Ok(Pile {
        id: fresh(cards, declaration)?,
        title: title(declaration)?,
        kind,
        side,
        holds,
        into: declaration.get("into").map(str::to_owned),
        provenance: reader.origin(declaration),
    })
}

fn set(cards: &Cards, units: &Units, reader: &mut Reader, declaration: &Declaration) -> Result<CardSet, String> {
    Ok(CardSet {
        id: fresh(cards, declaration)?,
        title: title(declaration)?,
        form: choice(declaration.need("form")?, "form", &FORMS)?,
        side: side(units, declaration)?,
        colour: colour(declaration)?,
        count: number(declaration.need("count")?, "the count")?,
        home: known_pile(cards, declaration.need("home")?)?,
        discard: declaration.get("discard").map(|id| known_pile(cards, id)).transpose()?,
        reads: CardWords {
            titles: declaration.get("titles").map(str::to_owned),
            lines: declaration.get("lines").map(str::to_owned),
            corners: declaration.get("corners").map(str::to_owned),
        },
        provenance: reader.origin(declaration),
    })
}

fn card(cards: &Cards, units: &Units, reader: &mut Reader, declaration: &Declaration) -> Result<Card, String> {
    let set = declaration.need("set")?;
    let ids = || cards.sets.iter().map(|set| set.id.as_str()).collect::<Vec<_>>().join(", ");
    let set = cards.set(set).ok_or_else(|| format!("expected a set declared above ({}), found `{set}`", ids()))?;
    let copies: u8 = declaration.get("copies").map_or(Ok(1), |text| number(text, "the copies"))?;
    if copies == 0 {
        return Err("expected at least one copy".to_owned());
    }
    let mut says = match declaration.get("wording") {
        Some(name) => cards.wording(name).map(<[String]>::to_vec).ok_or_else(|| {
            let known: Vec<&str> = cards.wordings.iter().map(|(id, _)| id.as_str()).collect();
            format!("expected a wording declared above ({}), found `{name}`", known.join(", "))
        })?,
        None => Vec::new(),
    };
    says.extend(lines(declaration, "says")?);
    if says.len() > MOST_LINES {
        return Err(format!("expected at most {MOST_LINES} lines on a card, found {}", says.len()));
    }
    let front = CardFace { title: title(declaration)?, says, ..CardFace::default() };
    let other = match (declaration.get("other"), declaration.get("other-says")) {
        (Some(title), _) => {
            let (title, says) = (short(title, "the other title")?, lines(declaration, "other-says")?);
            Some(CardFace { title, says, ..CardFace::default() })
        }
        (None, Some(_)) => return Err("expected `other=`, the title of the other side, beside `other-says=`".into()),
        (None, None) => None,
    };
    let some = |key: &str| declaration.get(key).map_or(Ok(String::new()), |text| short(text, key));
    Ok(Card {
        id: fresh(cards, declaration)?,
        set: set.id.clone(),
        copies,
        number: declaration.get("number").map(|text| number(text, "the printed number")).transpose()?,
        head: some("head")?,
        corner: some("corner")?,
        corner_word: None,
        forces: forces(units, declaration)?,
        wording: declaration.get("wording").map(str::to_owned),
        colour: declaration.get("colour").map(|_| colour(declaration)).transpose()?,
        front,
        other,
        provenance: reader.origin(declaration),
        functions: declaration.pairs.iter().find(|pair| pair.key == "says").and_then(|pair| pair.origin.clone()),
    })
}

/// The lines of a key, parted by semicolons.
fn lines(declaration: &Declaration, key: &str) -> Result<Vec<String>, String> {
    declaration.get(key).map_or(Ok(Vec::new()), parted)
}

fn parted(text: &str) -> Result<Vec<String>, String> {
    text.split(';').map(|line| short(line.trim(), "a line")).collect()
}

fn wording(cards: &Cards, declaration: &Declaration) -> Result<(String, Vec<String>), String> {
    let id = plain(declaration.word(0, "an id")?, "an id")?;
    if cards.wording(&id).is_some() {
        return Err(format!("wording `{id}` is declared twice"));
    }
    Ok((id, parted(declaration.word(1, "lines")?)?))
}

/// Whom a card speaks of.
fn forces(units: &Units, declaration: &Declaration) -> Result<Vec<Force>, String> {
    let Some(ids) = declaration.get("of") else { return Ok(Vec::new()) };
    let force = |id: &str| {
        let army = || units.armies.iter().find(|army| army.id == id).map(|army| Force::Army(army.id.clone()));
        let division = || units.units.iter().find(|unit| unit.division == id).map(|_| Force::Division(id.to_owned()));
        let unit = || units.find(id).map(Force::Unit);
        let found = units.find_formation(id).map(Force::Formation).or_else(army).or_else(division).or_else(unit);
        found.ok_or_else(|| format!("expected an army, formation, division or unit of units.txt, found `{id}`"))
    };
    ids.split(',').map(force).collect()
}

impl Cards {
    /// Reads the texts of cards whose sets say of what kinds they are, and tells what is of none.
    pub(super) fn read_words(&mut self, words: &Words, text: &str, scope: &Scope<'_>) -> Vec<DefinitionError> {
        let (lines, wordings) = (LineIndex::of(text), self.wordings.clone());
        let mut faults = Vec::new();
        for set in &self.sets {
            let kind = |id: &Option<String>| id.as_deref().map(|id| words.kind(id)).transpose();
            let kinds = kind(&set.reads.titles)
                .and_then(|titles| Ok((titles, kind(&set.reads.lines)?, kind(&set.reads.corners)?)));
            let (titles, says, corners) = match kinds {
                Ok(kinds) => kinds,
                Err(told) => {
                    faults.push(DefinitionError::new("cards.txt", lines.line("set", &set.id), told));
                    continue;
                }
            };
            for card in self.cards.iter_mut().filter(|card| card.set == set.id) {
                let shared = card.wording.as_ref().and_then(|id| wordings.iter().find(|(known, _)| known == id));
                let shared = shared.map_or(0, |(_, lines)| lines.len());
                let at = lines.line("card", &card.id);
                let mut note = |line: usize, told: String| faults.push(DefinitionError::new("cards.txt", line, told));
                if let (Some(kind), false) = (corners, card.corner.is_empty()) {
                    match kind.read(&card.corner, scope) {
                        Ok(word) => card.corner_word = Some(word),
                        Err(told) => note(at, told),
                    }
                }
                let faces = std::iter::once((&mut card.front, shared)).chain(card.other.as_mut().map(|face| (face, 0)));
                for (face, shared) in faces {
                    for told in read_face(face, titles, says, scope) {
                        // what several cards share is told once, where it stands
                        match (told.0 < shared, &card.wording) {
                            (true, Some(wording)) => note(lines.line("wording", wording), told.1),
                            _ => note(at, told.1),
                        }
                    }
                }
            }
        }
        faults
    }
}

/// Reads the texts of one side of a card; tells what is of none of the forms, with the place of the line.
fn read_face(
    face: &mut CardFace,
    titles: Option<&WordKind>,
    says: Option<&WordKind>,
    scope: &Scope<'_>,
) -> Vec<(usize, String)> {
    let mut faults = Vec::new();
    match titles.map(|kind| kind.read(&face.title, scope)).transpose() {
        Ok(word) => face.title_word = word,
        Err(told) => faults.push((usize::MAX, told)),
    }
    let Some(kind) = says else { return faults };
    let read = |(place, line): (usize, &String)| kind.read(line, scope).map_err(|told| (place, told));
    let (words, missed): (Vec<_>, Vec<_>) = face.says.iter().enumerate().map(read).partition(Result::is_ok);
    face.words = words.into_iter().flatten().collect::<Vec<Phrase>>();
    faults.extend(missed.into_iter().filter_map(Result::err));
    faults
}

#[cfg(test)]
mod tests;
