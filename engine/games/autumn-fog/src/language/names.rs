//! Finds what a player names: units, formations, hexes, support markers.

use super::super::definitions::Definitions;
use super::super::order::{EventKind, SupportKind};
use super::super::state::Location;
use super::super::view::View;
use super::spelling::{COMMA, Word, distance, folded, spoken};
use definitions::hex::HexId;
use definitions::{FormationId, UnitId};
use engine::contract::{Misread, SideId};

/// Words that name a support marker; the first of each kind is how it is written.
pub(super) const SUPPORTS: [(&str, SupportKind); 16] = [
    ("nebelwerfer", SupportKind::Nebelwerfer),
    ("rockets", SupportKind::Nebelwerfer),
    ("rocket", SupportKind::Nebelwerfer),
    ("artillery", SupportKind::Artillery),
    ("arty", SupportKind::Artillery),
    ("guns", SupportKind::Artillery),
    ("heavy artillery", SupportKind::HeavyArtillery),
    ("heavy arty", SupportKind::HeavyArtillery),
    ("heavy", SupportKind::HeavyArtillery),
    ("tank", SupportKind::Armour),
    ("armour", SupportKind::Armour),
    ("armor", SupportKind::Armour),
    ("stug", SupportKind::Armour),
    ("hetzer", SupportKind::Armour),
    ("tiger", SupportKind::Armour),
    ("sherman", SupportKind::Armour),
];

/// Words that name an event.
const EVENTS: [(&str, EventKind); 20] = [
    ("stoesser", EventKind::Stoesser),
    ("operation stoesser", EventKind::Stoesser),
    ("paratroopers", EventKind::Stoesser),
    ("greif", EventKind::Greif),
    ("greif commandos", EventKind::Greif),
    ("commandos", EventKind::Greif),
    ("skorzeny", EventKind::Skorzeny),
    ("brigade", EventKind::Skorzeny),
    ("150 th", EventKind::Skorzeny),
    ("150 pz", EventKind::Skorzeny),
    ("150", EventKind::Skorzeny),
    ("fuel dump", EventKind::FuelDump),
    ("fuel", EventKind::FuelDump),
    ("dump", EventKind::FuelDump),
    ("roadblock", EventKind::Roadblock),
    ("road block", EventKind::Roadblock),
    ("nuts", EventKind::Nuts),
    ("air supply", EventKind::AirSupply),
    ("airdrop", EventKind::AirSupply),
    ("air", EventKind::AirSupply),
];

/// How an event is written.
pub fn event_name(kind: EventKind) -> String {
    kind.name().replace('-', " ")
}

/// The event that words begin with, and how many of them name it.
pub fn event(words: &[Word]) -> Result<(EventKind, usize), Misread> {
    let named = |count: &usize| {
        let name = joined(&words[..*count], " ");
        let known = || EVENTS.iter().map(|(known, kind)| (folded(known).join(" "), *kind));
        let whole = known().find(|(known, _)| *known == name);
        let begun = || known().find(|(known, _)| name.len() >= 3 && known.starts_with(&name));
        whole.or_else(begun).map(|(_, kind)| (kind, *count))
    };
    (1..=words.len().min(2)).rev().find_map(|count| named(&count)).ok_or_else(|| {
        let names = EventKind::ALL.map(event_name).join(", ");
        Misread::new(format!("`{}` does not begin with an event; there are {names}", spoken(words)))
    })
}

/// How a support marker is written.
pub fn support_name(kind: SupportKind) -> String {
    kind.name().replace('-', " ")
}

/// How a headquarters is written where only one can be meant: by its corps.
pub fn hq_name(definitions: &Definitions, hq: UnitId) -> &str {
    match definitions.unit(hq).formation {
        Some(formation) if definitions.unit(hq).is_hq() => &definitions.published.units.formation(formation).short,
        _ => definitions.name(hq),
    }
}

/// The kind of support marker that words name.
pub fn support(words: &[Word]) -> Result<SupportKind, Misread> {
    let name = joined(words, " ");
    let singular = name.strip_suffix('s').unwrap_or(&name);
    let known = |written: &str| SUPPORTS.iter().find(|(known, _)| *known == written).map(|(_, kind)| *kind);
    let begun = || {
        let mut kinds: Vec<SupportKind> = SUPPORTS
            .iter()
            .filter(|(known, _)| singular.len() >= 3 && known.starts_with(singular))
            .map(|(_, kind)| *kind)
            .collect();
        kinds.dedup();
        if let [kind] = kinds[..] { Some(kind) } else { None }
    };
    known(&name).or_else(|| known(singular)).or_else(begun).ok_or_else(|| {
        Misread::new(format!(
            "`{}` is no support marker; there are nebelwerfer, artillery, heavy artillery and tank",
            spoken(words)
        ))
    })
}

/// How well a name fits, the better the earlier.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Whole,
    Id,
    Words,
    Beginnings,
}

/// The unit that words name: by its whole name or id, a headquarters by its corps, or by as many words or their
/// beginnings as tell it from the others. The viewer's own units go first.
pub fn unit(definitions: &Definitions, view: &View, words: &[Word]) -> Result<UnitId, Misread> {
    if words.is_empty() {
        return Err(Misread::new("expected the name of a unit"));
    }
    // counters shorten `von`
    let short = |word: &'_ Word| if word.folded == "von" { "v".to_owned() } else { word.folded.clone() };
    let query: Vec<String> = words.iter().map(short).collect();
    let query: Vec<&str> = query.iter().map(String::as_str).collect();
    let mut found: Vec<(Fit, UnitId)> = definitions
        .published
        .units
        .iter()
        .filter_map(|(id, _)| unit_fit(definitions, id, &query).map(|fit| (fit, id)))
        .collect();
    found.sort();
    let best = found.first().map(|(fit, _)| *fit);
    let best: Vec<UnitId> = found.iter().filter(|(fit, _)| Some(*fit) == best).map(|(_, id)| *id).collect();
    let own = |unit: &UnitId| view.side.is_none_or(|side| definitions.unit(*unit).side == side);
    let in_play = |unit: &UnitId| view.field.unit(*unit).place != Location::Absent;
    let narrowed = [
        best.iter().copied().filter(|unit| own(unit) && in_play(unit)).collect::<Vec<_>>(),
        best.iter().copied().filter(own).collect(),
        best,
    ];
    match narrowed.iter().find(|units| !units.is_empty()).map(Vec::as_slice) {
        Some([unit]) => Ok(*unit),
        Some(several) => {
            let names: Vec<&str> = several.iter().take(8).map(|unit| definitions.name(*unit)).collect();
            Err(Misread::new(format!("`{}` may be {}", spoken(words), either(&names))))
        }
        None => Err(unknown_unit(definitions, view.side, words)),
    }
}

fn unit_fit(definitions: &Definitions, id: UnitId, query: &[&str]) -> Option<Fit> {
    let unit = definitions.published.units.unit(id);
    let (name, ident) = (folded(&unit.name), folded(&unit.id));
    let formation = unit.formation.map(|formation| definitions.published.units.formation(formation));
    let corps = formation.filter(|_| definitions.unit(id).is_hq());
    let corps_names: Vec<Vec<String>> =
        corps.map(|corps| vec![folded(&corps.short), folded(&corps.name), folded(&corps.id)]).unwrap_or_default();
    if name == query {
        return Some(Fit::Whole);
    }
    if ident == query || corps_names.iter().any(|corps| corps == query) {
        return Some(Fit::Id);
    }
    let mut bag = name;
    let more = ident.into_iter().chain(folded(&unit.division)).chain(corps_names.into_iter().flatten());
    let short = more.chain(corps.map(|_| "corps".to_owned()));
    short.for_each(|word| add_once(&mut bag, word));
    fit_of_bag(&bag, query)
}

/// Adds a word that the bag does not hold; words that a name repeats (`9/9 Pz`) stay in it twice.
fn add_once(bag: &mut Vec<String>, word: String) {
    if !bag.contains(&word) {
        bag.push(word);
    }
}

/// Whether each word of a query is another word of the bag, or begins one.
fn fit_of_bag(bag: &[String], query: &[&str]) -> Option<Fit> {
    let fits = |same: fn(&str, &str) -> bool| {
        let mut left: Vec<&String> = bag.iter().collect();
        query.iter().all(|word| match left.iter().position(|known| same(known, word)) {
            Some(place) => {
                left.remove(place);
                true
            }
            None => false,
        })
    };
    if fits(|known, word| known == word) {
        Some(Fit::Words)
    } else if fits(|known, word| known.starts_with(word)) {
        Some(Fit::Beginnings)
    } else {
        None
    }
}

fn unknown_unit(definitions: &Definitions, side: Option<SideId>, words: &[Word]) -> Misread {
    let names =
        definitions.published.units.iter().filter(|(id, _)| side.is_none_or(|side| definitions.unit(*id).side == side));
    let near = nearest(words, names.map(|(_, unit)| unit.name.as_str()));
    Misread::new(format!("there is no unit `{}`{near}", spoken(words)))
}

/// The formation that words name.
pub fn formation(definitions: &Definitions, view: &View, words: &[Word]) -> Result<FormationId, Misread> {
    let query: Vec<&str> = words.iter().map(|word| word.folded.as_str()).collect();
    let mut found: Vec<(Fit, FormationId)> = Vec::new();
    for (index, formation) in definitions.published.units.formations.iter().enumerate() {
        let id = FormationId(index as u16);
        let (short, name, ident) = (folded(&formation.short), folded(&formation.name), folded(&formation.id));
        let hq = definitions.headquarters[index].map(|hq| folded(definitions.name(hq))).unwrap_or_default();
        let fit = if short == query || name == query || ident == query || hq == query {
            Some(Fit::Whole)
        } else {
            let mut bag = name;
            short.into_iter().chain(ident).chain(hq).for_each(|word| add_once(&mut bag, word));
            roman(&bag).into_iter().for_each(|number| add_once(&mut bag, number));
            ["corps", "hq"].into_iter().for_each(|word| add_once(&mut bag, word.to_owned()));
            fit_of_bag(&bag, &query).filter(|_| !query.is_empty())
        };
        found.extend(fit.map(|fit| (fit, id)));
    }
    found.sort();
    let best = found.first().map(|(fit, _)| *fit);
    let best: Vec<FormationId> = found.iter().filter(|(fit, _)| Some(*fit) == best).map(|(_, id)| *id).collect();
    let own: Vec<FormationId> = best
        .iter()
        .copied()
        .filter(|formation| view.side.is_none_or(|side| definitions.side_of(*formation) == side))
        .collect();
    let name = |formation: &FormationId| definitions.published.units.formation(*formation).name.as_str();
    match if own.is_empty() { &best[..] } else { &own[..] } {
        [formation] => Ok(*formation),
        [] => {
            let all = definitions.published.units.formations.iter();
            let sides = all.filter(|formation| view.side.is_none_or(|side| formation.side == side.0));
            let shorts: Vec<&str> = sides.map(|formation| formation.short.as_str()).collect();
            Err(Misread::new(format!("there is no formation `{}`; yours are {}", spoken(words), shorts.join(", "))))
        }
        several => {
            let names: Vec<&str> = several.iter().map(name).collect();
            Err(Misread::new(format!("`{}` may be {}", spoken(words), either(&names))))
        }
    }
}

/// The numbers among words that are written in Roman letters, in digits: `xlvii` is 47.
fn roman(words: &[String]) -> Vec<String> {
    let digit = |letter: char| match letter {
        'i' => Some(1),
        'v' => Some(5),
        'x' => Some(10),
        'l' => Some(50),
        _ => None,
    };
    let number = |word: &String| {
        let digits: Vec<i32> = word.chars().map(digit).collect::<Option<_>>()?;
        let next = digits.iter().skip(1).chain(&[0]);
        let sum: i32 = digits.iter().zip(next).map(|(digit, next)| if digit < next { -digit } else { *digit }).sum();
        (!digits.is_empty()).then(|| sum.to_string())
    };
    words.iter().filter_map(number).collect()
}

/// The hexes that words name one after the other, by number or by the name of a place.
pub fn hexes(definitions: &Definitions, words: &[Word]) -> Result<Vec<HexId>, Misread> {
    let mut hexes = Vec::new();
    let mut rest = words;
    while let Some(first) = rest.first() {
        if matches!(first.folded.as_str(), COMMA | "hex" | "hexes") {
            rest = &rest[1..];
            continue;
        }
        let (hex, used) = next_hex(definitions, rest)?;
        hexes.push(hex);
        rest = &rest[used..];
    }
    Ok(hexes)
}

/// The one hex that words name.
pub fn hex(definitions: &Definitions, words: &[Word]) -> Result<HexId, Misread> {
    match hexes(definitions, words)?[..] {
        [hex] => Ok(hex),
        [] => Err(Misread::new("expected a hex, as in 2711 or Bastogne")),
        _ => Err(Misread::new(format!("expected one hex, found `{}`", spoken(words)))),
    }
}

/// The hex at the beginning of the words, and how many of them name it.
fn next_hex(definitions: &Definitions, words: &[Word]) -> Result<(HexId, usize), Misread> {
    let digits = |word: &Word| !word.folded.is_empty() && word.folded.bytes().all(|byte| byte.is_ascii_digit());
    let first = &words[0];
    if digits(first) {
        let halves =
            first.folded.len() == 2 && words.get(1).is_some_and(|second| digits(second) && second.folded.len() == 2);
        let used = if halves { 2 } else { 1 };
        let number = joined(&words[..used], "");
        if number.len() != 4 {
            let end = words.iter().position(|word| word.folded == COMMA).unwrap_or(words.len());
            return Err(Misread::new(format!(
                "`{}` is no hex; a hex is a number of four digits, as in 1817, or the name of a place",
                spoken(&words[..end])
            )));
        }
        let hex = definitions.board.grid().find(&number).ok_or_else(|| off_the_map(definitions, &number))?;
        // `1817 Bastogne` is one hex
        let name = definitions.published.map.hex(hex).name.as_deref().map(folded).unwrap_or_default();
        let same = |length: &usize| {
            let after = words[used..].iter().take(*length);
            *length > 0 && after.map(|word| &word.folded).eq(name.iter())
        };
        return Ok((hex, used + Some(name.len()).filter(same).unwrap_or(0)));
    }
    let places: Vec<(HexId, Vec<String>)> = definitions
        .published
        .map
        .on_map()
        .filter_map(|hex| definitions.published.map.hex(hex).name.as_deref().map(|name| (hex, folded(name))))
        .collect();
    let end = words.iter().position(|word| word.folded == COMMA).unwrap_or(words.len());
    for used in (1..=end.min(4)).rev() {
        let query: Vec<&str> = words[..used].iter().map(|word| word.folded.as_str()).collect();
        if let Some((hex, _)) = places.iter().find(|(_, name)| *name == query) {
            return Ok((*hex, used));
        }
        let begun = |name: &[String]| {
            name.len() >= used
                && query.concat().len() >= 3
                && query.iter().zip(name).all(|(word, known)| known.starts_with(word))
        };
        match places.iter().filter(|(_, name)| begun(name)).collect::<Vec<_>>()[..] {
            [(hex, _)] => return Ok((*hex, used)),
            [] => {}
            ref several => {
                let names: Vec<String> =
                    several.iter().take(6).map(|(hex, _)| definitions.place(*hex).to_string()).collect();
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                return Err(Misread::new(format!("`{}` may be {}", spoken(&words[..used]), either(&names))));
            }
        }
    }
    let names: Vec<&str> = definitions.published.map.hexes.iter().filter_map(|hex| hex.name.as_deref()).collect();
    let near = nearest(&words[..end], names.into_iter());
    Err(Misread::new(format!("there is no place `{}`{near}; a hex is a number of four digits", spoken(&words[..end]))))
}

fn off_the_map(definitions: &Definitions, number: &str) -> Misread {
    let grid = definitions.board.grid();
    Misread::new(format!(
        "hex {number} is not on the map, which has columns 01 to {:02} and rows 01 to {:02} ({:02} in odd columns), as in 1817",
        grid.columns(),
        grid.rows(),
        grid.shifted_length()
    ))
}

/// `; do you mean A or B?` for the names that differ least from the words, or nothing.
pub fn nearest<'a>(words: &[Word], names: impl Iterator<Item = &'a str>) -> String {
    let query = joined(words, "");
    let limit = (query.chars().count() / 3).clamp(1, 3);
    let mut near: Vec<(usize, &str)> = names
        .filter_map(|name| {
            let known = folded(name);
            let whole = distance(&query, &known.concat(), limit);
            let parts = known.iter().filter(|part| part.len() > 2).filter_map(|part| distance(&query, part, limit));
            whole.into_iter().chain(parts).min().map(|distance| (distance, name))
        })
        .collect();
    near.sort();
    near.dedup();
    let names: Vec<&str> = near.into_iter().take(3).map(|(_, name)| name).collect();
    if names.is_empty() { String::new() } else { format!("; do you mean {}?", either(&names)) }
}

/// `A, B or C`.
fn either(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

fn joined(words: &[Word], between: &str) -> String {
    words.iter().map(|word| word.folded.as_str()).collect::<Vec<_>>().join(between)
}
