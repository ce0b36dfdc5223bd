//! The slots of a form: what may stand there, and how it is read.

use super::{Argument, Scope};
use crate::declaration::{number, plain};
use crate::hex::HexId;
use crate::map_file::find_hex;
use crate::{Feature, UnitId, Units};

/// A slot: what may stand in it, once or several times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Slot {
    kinds: Vec<Kind>,
    several: bool,
}

/// What may stand in a slot.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Word(String),
    Number(i32, i32),
    Span(i32, i32),
    Named(Named),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Named {
    Odds,
    Turn,
    Hex,
    Place,
    Area,
    Side,
    Army,
    Formation,
    Division,
    Unit,
    Marker,
    Name,
    Case,
    Text,
}

const NAMED: [(&str, Named, &str); 14] = [
    ("odds", Named::Odds, "odds as in 3:1"),
    ("turn", Named::Turn, "a turn"),
    ("hex", Named::Hex, "the number of a hex on the map"),
    ("place", Named::Place, "a place or the number of a hex on the map"),
    ("area", Named::Area, "the letter of an entry area of the map"),
    ("side", Named::Side, "a side of units.txt"),
    ("army", Named::Army, "an army of units.txt"),
    ("formation", Named::Formation, "a formation of units.txt"),
    ("division", Named::Division, "a division of units.txt, by its name or id"),
    ("unit", Named::Unit, "the id of a unit in the list of units"),
    ("marker", Named::Marker, "a marker that game.txt declares"),
    ("name", Named::Name, "a word of lower case letters, digits and `-`"),
    ("case", Named::Case, "the numbers of cases as in 3.1"),
    ("text", Named::Text, "a text"),
];

impl Slot {
    /// Reads what stands between the braces.
    pub(super) fn parse(inner: &str) -> Result<Slot, String> {
        let (inner, several) = inner.strip_suffix(',').map_or((inner, false), |inner| (inner, true));
        let kinds = inner.split('|').map(kind).collect::<Result<Vec<_>, String>>()?;
        if let [Kind::Word(word)] = kinds.as_slice() {
            let names: Vec<&str> = NAMED.iter().map(|(name, ..)| *name).collect();
            return Err(format!(
                "expected a slot 1..6, span 1..6, {} or words with | between, found `{word}`",
                names.join(", ")
            ));
        }
        Ok(Slot { kinds, several })
    }

    /// Whether anything fits it.
    pub(super) fn is_free(&self) -> bool {
        self.kinds.contains(&Kind::Named(Named::Text))
    }

    /// The bounds of a slot that holds one number: `{1..6}`, `{span 1..6}`, `{turn}`.
    pub(super) fn bounds(&self, turns: (u8, u8)) -> Option<(i32, i32)> {
        match self.kinds.as_slice() {
            _ if self.several => None,
            [Kind::Number(from, to) | Kind::Span(from, to)] => Some((*from, *to)),
            [Kind::Named(Named::Turn)] if turns.1 < u8::MAX => Some((i32::from(turns.0), i32::from(turns.1))),
            _ => None,
        }
    }

    /// What stands in it, or what was expected there.
    pub(super) fn fill(&self, text: &str, scope: &Scope<'_>) -> Result<Argument, String> {
        if self.several {
            let parts = text.split(',').map(|part| one(&self.kinds, part.trim(), scope));
            return parts.collect::<Result<_, _>>().map(Argument::Several);
        }
        one(&self.kinds, text, scope)
    }
}

/// A text read as one of several kinds.
fn one(kinds: &[Kind], text: &str, scope: &Scope<'_>) -> Result<Argument, String> {
    let mut expected = Vec::new();
    for kind in kinds {
        match kind.read(text, scope) {
            Some(argument) => return Ok(argument),
            None => expected.push(kind.expected(scope)),
        }
    }
    Err(expected.join(" or "))
}

fn kind(text: &str) -> Result<Kind, String> {
    let (bounds, span) = text.strip_prefix("span ").map_or((text, false), |bounds| (bounds, true));
    if let Some((from, to)) = bounds.split_once("..") {
        let (from, to) = self::bounds(from, to, text)?;
        return Ok(if span { Kind::Span(from, to) } else { Kind::Number(from, to) });
    }
    match NAMED.iter().find(|(name, ..)| *name == text) {
        Some((_, named, _)) => Ok(Kind::Named(*named)),
        None if text.is_empty() => Err("expected a word, a kind or bounds in each slot, found nothing".to_owned()),
        None => Ok(Kind::Word(text.to_owned())),
    }
}

/// Bounds as in `1..6`.
pub(crate) fn bounds(from: &str, to: &str, text: &str) -> Result<(i32, i32), String> {
    let (from, to): (i32, i32) = (number(from, "the lower bound")?, number(to, "the upper bound")?);
    let sound = from <= to && from.abs() <= 10_000 && to.abs() <= 10_000;
    sound.then_some((from, to)).ok_or_else(|| format!("expected bounds as in 1..6, found `{text}`"))
}

impl Kind {
    fn read(&self, text: &str, scope: &Scope<'_>) -> Option<Argument> {
        let within = |from: i32, to: i32| move |number: &i32| (from..=to).contains(number);
        match self {
            Kind::Word(word) => (word == text).then(|| Argument::Word(word.clone())),
            Kind::Number(from, to) => {
                let number = text.parse().ok().filter(|_| !text.starts_with('+'));
                number.filter(within(*from, *to)).map(Argument::Number)
            }
            Kind::Span(from, to) => {
                let (first, last) = span(text, *to)?;
                ((*from..=*to).contains(&first) && first <= last && last <= *to).then_some(Argument::Span(first, last))
            }
            Kind::Named(named) => named.read(text, scope),
        }
    }

    fn expected(&self, scope: &Scope<'_>) -> String {
        match self {
            Kind::Word(word) => format!("`{word}`"),
            Kind::Number(from, to) => format!("a number from {from} to {to}"),
            Kind::Span(from, to) => format!("numbers from {from} to {to} as in {from}-{to}"),
            Kind::Named(Named::Turn) => format!("a turn from {} to {}", scope.turns.0, scope.turns.1),
            Kind::Named(named) => {
                NAMED.iter().find(|(_, known, _)| known == named).map_or("", |(.., what)| what).to_owned()
            }
        }
    }
}

impl Named {
    fn read(self, text: &str, scope: &Scope<'_>) -> Option<Argument> {
        let (map, units) = (scope.map, scope.units);
        let word = || Argument::Word(text.to_owned());
        match self {
            Named::Odds => {
                let (attacker, defender) = text.split_once(':')?;
                let (attacker, defender) = (tenths(attacker)?, tenths(defender)?);
                (attacker == 10 || defender == 10).then_some(Argument::Odds(attacker, defender))
            }
            Named::Turn => {
                let turn: u8 = text.parse().ok()?;
                (scope.turns.0..=scope.turns.1).contains(&turn).then_some(Argument::Number(i32::from(turn)))
            }
            Named::Hex => find_hex(&map.grid, text).ok().map(Argument::Hex),
            Named::Place => {
                let named = || map.on_map().find(|hex| map.hex(*hex).name.as_deref() == Some(text));
                find_hex(&map.grid, text).ok().or_else(named).map(Argument::Hex)
            }
            Named::Area => {
                let marks = |hex: HexId| map.hex(hex).features.iter();
                let is = |mark: &Feature| matches!(mark, Feature::EntryArea(letter) if letter == text);
                map.on_map().any(|hex| marks(hex).any(is)).then(word)
            }
            Named::Side => units.sides.iter().position(|side| side.id == text).map(|at| Argument::Side(at as u8)),
            Named::Army => units.armies.iter().any(|army| army.id == text).then(word),
            Named::Formation => units.find_formation(text).map(Argument::Formation),
            Named::Division => {
                let id = units.find_division(text).map_or(text, |division| &division.id);
                let known = !id.is_empty() && units.units.iter().any(|unit| unit.division == id);
                known.then(|| Argument::Word(id.to_owned()))
            }
            Named::Unit => units.find(text).or_else(|| only_named(units, text)).map(Argument::Unit),
            Named::Marker => scope.markers.iter().any(|kind| kind.id == text).then(word),
            Named::Name => plain(text, "a name").ok().map(Argument::Word),
            Named::Case => {
                let numbers = text.split(", ").flat_map(|part| part.split(" to "));
                numbers.into_iter().all(is_case).then(word)
            }
            Named::Text => Some(word()),
        }
    }
}

/// The unit of a name that no other has.
fn only_named(units: &Units, name: &str) -> Option<UnitId> {
    let mut named = units.units.iter().filter(|unit| unit.name == name);
    let only = named.next().filter(|_| named.next().is_none())?;
    units.find(&only.id)
}

/// First and last of `3`, `1-3` or `5+`.
fn span(text: &str, last: i32) -> Option<(i32, i32)> {
    let read = |text: &str| if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None };
    if let Some(from) = text.strip_suffix('+') {
        return Some((read(from)?, last));
    }
    match text.split_once('-') {
        Some((from, to)) => Some((read(from)?, read(to)?)),
        None => read(text).map(|only| (only, only)),
    }
}

/// Whether a text is the number of a case, as `7.6` or `15.2a`.
fn is_case(text: &str) -> bool {
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_lowercase());
    digits.split('.').all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
}

/// `1.5` as 15.
fn tenths(text: &str) -> Option<u16> {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(part) || whole.len() > 2 || part.len() > 1 {
        return None;
    }
    let tenths = whole.parse::<u16>().ok()? * 10 + part.parse::<u16>().ok()?;
    (tenths > 0).then_some(tenths)
}
