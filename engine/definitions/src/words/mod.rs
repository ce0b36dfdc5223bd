//! Words that rules read: forms that a game declares, and the phrases that fit them.
//!
//! A form is a text with slots in braces: `Dr{1..3}`, `{odds} or more`, `only if the Germans hold {place}`. A text of the
//! data that fits a form is read as a [`Phrase`], the id of the form with what stands in its slots, so that no rule takes
//! a printed sentence apart, and `check` tells what fits none.
//!
//! | slot | what stands there |
//! |---|---|
//! | `{1..6}`, `{-3..3}` | a number within bounds; a `+` before it belongs to the form: `+{1..4}` |
//! | `{span 1..6}` | a number, a range `2-4`, or `5+` for all from 5 on |
//! | `{odds}` | `3:1`, `1:2`, `1.5:1` |
//! | `{turn}` | a turn of the scenario, or of any where no scenario is meant |
//! | `{hex}`, `{place}`, `{area}` | a hex by its number; by that or its printed name; the letter of an entry area |
//! | `{side}`, `{army}`, `{formation}`, `{division}`, `{unit}`, `{marker}` | an id of units.txt or game.txt; divisions and units by their names, too |
//! | `{name}` | a plain word: lower case letters, digits, `-` |
//! | `{case}` | numbers of cases: `3.1`, `10.2 to 10.4` |
//! | `{text}` | anything: what people alone read |
//! | `{any\|1..3}` | one of several of these, or of words |
//! | `{turn,}` | one or several, parted by commas |

mod slot;

use super::declaration::{Reader, plain};
use super::{DefinitionError, FormationId, Map, MarkerKind, UnitId, Units};
use crate::hex::HexId;
use crate::spelling::distance;
use slot::Slot;
pub(crate) use slot::bounds;
use std::cmp::Ordering;

/// The words that a game declares in `words.txt`, by kind: functions of cards, situations of chits, conditions.
///
/// ```text
/// kind condition "What decides whether a unit comes"
/// word condition held "only if the Germans hold {place}" means="a German unit was the last in the hex"
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    kinds: Vec<WordKind>,
}

/// Words that stand in the same place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordKind {
    /// Stable id: `condition`.
    pub id: String,
    /// What words of this kind say.
    pub title: String,
    /// The forms in the order of the file.
    pub forms: Vec<Form>,
}

/// A form that texts may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// Stable id, by which rules know it: the text of the form itself in tables.
    pub id: String,
    /// What it means, in our own words; empty if it speaks for itself.
    pub meaning: String,
    text: String,
    pieces: Vec<Piece>,
}

/// A text that was read by a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    /// Id of the form.
    pub word: String,
    /// What stands in its slots, in order.
    pub arguments: Vec<Argument>,
}

/// What stands in a slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// One of the words of the slot, a name, or a text that people alone read.
    Word(String),
    /// A number or turn.
    Number(i32),
    /// A range of numbers, first and last.
    Span(i32, i32),
    /// Odds, either side in tenths: 1.5:1 is (15, 10).
    Odds(u16, u16),
    /// A hex, by its number or by the name of its place.
    Hex(HexId),
    /// A side, by its index.
    Side(u8),
    /// A formation.
    Formation(FormationId),
    /// A unit.
    Unit(UnitId),
    /// Several, of a slot that takes a list.
    Several(Vec<Argument>),
}

/// What the slots of a text may name.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    /// The map.
    pub map: &'a Map,
    /// The units.
    pub units: &'a Units,
    /// The kinds of markers.
    pub markers: &'a [MarkerKind],
    /// First and last turn.
    pub turns: (u8, u8),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Slot(Slot),
}

/// Pieces of a form, and forms of a refusal, at most.
const MOST_PIECES: usize = 24;
const MOST_TOLD: usize = 8;
/// Forms among which one that is nothing but slots is likely meant.
const FEW: usize = 2;

impl Form {
    /// Reads a form. The id is the text itself unless another is given.
    pub(crate) fn parse(id: Option<&str>, text: &str, meaning: &str) -> Result<Form, String> {
        let mut pieces = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let (before, after) = rest.split_once('{').unwrap_or((rest, ""));
            if before.contains('}') {
                return Err(format!("expected a {{ before each }}, found `{text}`"));
            }
            if !before.is_empty() {
                pieces.push(Piece::Text(before.to_owned()));
            }
            if before.len() == rest.len() {
                break;
            }
            let (inner, after) = after
                .split_once('}')
                .ok_or_else(|| format!("expected each {{ to be closed by a }}, found `{text}`"))?;
            if matches!(pieces.last(), Some(Piece::Slot(_))) {
                return Err(format!("expected something between two slots, found `{text}`"));
            }
            pieces.push(Piece::Slot(Slot::parse(inner)?));
            rest = after;
        }
        if pieces.is_empty() || pieces.len() > MOST_PIECES {
            return Err(format!("expected a form of 1 to {MOST_PIECES} texts and slots, found `{text}`"));
        }
        Ok(Form { id: id.unwrap_or(text).to_owned(), meaning: meaning.to_owned(), text: text.to_owned(), pieces })
    }

    /// The form as it is declared: `Dr{1..3}`.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether anything fits it, so that it tells the rules nothing.
    pub fn is_free(&self) -> bool {
        self.pieces.iter().any(|piece| matches!(piece, Piece::Slot(slot) if slot.is_free()))
    }

    /// The bounds of the only slot of a form that is nothing else: `{1..6}`, `{span 1..6}`, `{turn}`.
    pub(crate) fn bounds(&self, turns: (u8, u8)) -> Option<(i32, i32)> {
        match self.pieces.as_slice() {
            [Piece::Slot(slot)] => slot.bounds(turns),
            _ => None,
        }
    }

    /// How many letters stand between its slots.
    fn letters(&self) -> usize {
        let texts =
            self.pieces.iter().filter_map(|piece| if let Piece::Text(text) = piece { Some(text) } else { None });
        texts.flat_map(|text| text.chars()).filter(|letter| !letter.is_whitespace()).count()
    }

    /// What stands in the slots of a text; none if it is of another form, else what a slot expected.
    fn fit(&self, text: &str, scope: &Scope<'_>) -> Option<Result<Vec<Argument>, String>> {
        let mut arguments = Vec::new();
        let mut missed = None;
        let mut rest = text;
        for (at, piece) in self.pieces.iter().enumerate() {
            match piece {
                Piece::Text(text) => rest = rest.strip_prefix(text.as_str())?,
                Piece::Slot(slot) => {
                    let end = match self.pieces.get(at + 1) {
                        Some(Piece::Text(next)) => rest.find(next.as_str())?,
                        _ => rest.len(),
                    };
                    let (found, after) = rest.split_at(end);
                    match slot.fill(found, scope) {
                        Ok(argument) => arguments.push(argument),
                        Err(expected) => {
                            missed.get_or_insert_with(|| {
                                format!("expected {expected} in `{}`, found `{found}`", self.text)
                            });
                        }
                    }
                    rest = after;
                }
            }
        }
        if !rest.is_empty() {
            return None;
        }
        Some(missed.map_or(Ok(arguments), Err))
    }
}

/// Reads a text by the first of several forms that it fits.
pub(crate) fn read(forms: &[Form], text: &str, scope: &Scope<'_>) -> Result<Phrase, String> {
    let mut missed: Option<(&Form, String)> = None;
    for form in forms {
        match form.fit(text, scope) {
            Some(Ok(arguments)) => return Ok(Phrase { word: form.id.clone(), arguments }),
            // the form of which most fits is the one that was meant
            Some(Err(told)) if missed.as_ref().is_none_or(|(other, _)| other.letters() < form.letters()) => {
                missed = Some((form, told));
            }
            _ => {}
        }
    }
    // any text has the shape of a form that is nothing but slots: among many that tells nothing
    if let Some((_, told)) = missed.filter(|(form, _)| form.letters() > 0 || forms.len() <= FEW) {
        return Err(told);
    }
    let mut known: Vec<&Form> = forms.iter().collect();
    let farthest = text.chars().count().max(8);
    if known.len() > MOST_TOLD {
        known.sort_by_key(|form| distance(&form.text, text, farthest).unwrap_or(usize::MAX));
    }
    let told: Vec<String> = known.iter().take(MOST_TOLD).map(|form| format!("`{}`", form.text)).collect();
    let more = if known.len() > MOST_TOLD { ", …" } else { "" };
    Err(format!("expected one of {}{more}, found `{text}`", told.join(", ")))
}

impl Argument {
    /// How two numbers, ranges or odds follow each other; none for anything else.
    pub(crate) fn order(&self, other: &Argument) -> Option<Ordering> {
        match (self, other) {
            (Argument::Number(one), Argument::Number(two)) => Some(one.cmp(two)),
            (Argument::Span(one, _), Argument::Span(two, _)) => Some(one.cmp(two)),
            (Argument::Odds(a, b), Argument::Odds(c, d)) => {
                Some((u32::from(*a) * u32::from(*d)).cmp(&(u32::from(*c) * u32::from(*b))))
            }
            _ => None,
        }
    }

    /// The first and last number that it stands for.
    pub(crate) fn ends(&self) -> Option<(i32, i32)> {
        match self {
            Argument::Number(number) => Some((*number, *number)),
            Argument::Span(first, last) => Some((*first, *last)),
            _ => None,
        }
    }
}

impl Words {
    /// Reads `kind ID "title"` and `word KIND ID "form" means="…"`.
    ///
    /// # Errors
    /// Every fault of the text at once.
    pub fn parse(file: &str, text: &str) -> Result<Words, Vec<DefinitionError>> {
        let mut reader = Reader::new(file);
        let mut words = Words::default();
        for declaration in reader.declarations(text) {
            let read = match declaration.kind.as_str() {
                "kind" => {
                    reader.expect(&declaration, 2..=2, &[]);
                    declaration.word(0, "an id").and_then(|id| words.declare(id, declaration.word(1, "a title")?))
                }
                "word" => {
                    reader.expect(&declaration, 3..=3, &["means"]);
                    declaration.word(0, "a kind").and_then(|kind| {
                        let id = plain(declaration.word(1, "an id")?, "an id")?;
                        let meaning = declaration.get("means").unwrap_or_default();
                        words.add(kind, Form::parse(Some(&id), declaration.word(2, "a form")?, meaning)?)
                    })
                }
                other => Err(format!("expected kind or word, found `{other}`")),
            };
            reader.value(declaration.line, read);
        }
        if reader.errors.is_empty() { Ok(words) } else { Err(reader.errors) }
    }

    fn declare(&mut self, id: &str, title: &str) -> Result<(), String> {
        let id = plain(id, "an id")?;
        if self.kinds.iter().any(|kind| kind.id == id) {
            return Err(format!("kind `{id}` is declared twice"));
        }
        self.kinds.push(WordKind { id, title: title.to_owned(), forms: Vec::new() });
        Ok(())
    }

    fn add(&mut self, kind: &str, form: Form) -> Result<(), String> {
        let ids = self.ids();
        let known = self.kinds.iter_mut().find(|known| known.id == kind);
        let known = known.ok_or_else(|| format!("expected a kind declared above ({ids}), found `{kind}`"))?;
        if let Some(twice) = known.forms.iter().find(|other| other.id == form.id || other.text == form.text) {
            return Err(format!("`{}` of the kind `{kind}` is declared twice", twice.id));
        }
        known.forms.push(form);
        Ok(())
    }

    fn ids(&self) -> String {
        self.kinds.iter().map(|kind| kind.id.as_str()).collect::<Vec<_>>().join(", ")
    }

    /// The kinds in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = &WordKind> {
        self.kinds.iter()
    }

    /// The kind with an id.
    ///
    /// # Errors
    /// When `words.txt` declares no such kind.
    pub fn kind(&self, id: &str) -> Result<&WordKind, String> {
        let found = self.kinds.iter().find(|kind| kind.id == id);
        found.ok_or_else(|| format!("expected a kind that words.txt declares ({}), found `{id}`", self.ids()))
    }
}

impl WordKind {
    /// Reads a text that is of one of these forms.
    ///
    /// # Errors
    /// When it is of none, with what was expected.
    pub fn read(&self, text: &str, scope: &Scope<'_>) -> Result<Phrase, String> {
        read(&self.forms, text, scope).map_err(|told| format!("{}: {told}", self.id))
    }

    /// Reads texts that are parted by semicolons.
    ///
    /// # Errors
    /// That of the first which is of none of these forms.
    pub fn read_all(&self, text: &str, scope: &Scope<'_>) -> Result<Vec<Phrase>, String> {
        text.split(';').map(|part| self.read(part.trim(), scope)).collect()
    }
}
