//! Finds what a player names: units, formations, support markers, events.

use super::super::definitions::Definitions;
use super::super::order::{EventKind, SupportKind};
use super::super::state::Location;
use super::super::view::View;
use definitions::spelling::{Word, folded, spoken};
use definitions::{FormationId, UnitId};
use engine::contract::Misread;
use engine::speech::{Unclear, Vocabulary, listed};

/// Words that name a support marker; the first of each kind is how it is written.
pub(super) const SUPPORTS: Vocabulary<SupportKind> = Vocabulary(&[
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
]);

/// Words that name an event.
const EVENTS: Vocabulary<EventKind> = Vocabulary(&[
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
]);

/// How an event is written.
pub fn event_name(kind: EventKind) -> String {
    kind.name().replace('-', " ")
}

/// The event that words begin with, and how many of them name it.
pub fn event(words: &[Word]) -> Result<(EventKind, usize), Misread> {
    EVENTS.leading(words).ok_or_else(|| {
        let names = EventKind::ALL.map(event_name).join(", ");
        // the event comes first, then its hex
        let near = EVENTS.near(&words[..words.len().min(1)]);
        Misread::new(format!("`{}` does not begin with an event; there are {names}{near}", spoken(words)))
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
    SUPPORTS.named(words).ok_or_else(|| {
        Misread::new(format!(
            "`{}` is no support marker; there are nebelwerfer, artillery, heavy artillery and tank{}",
            spoken(words),
            SUPPORTS.near(words)
        ))
    })
}

/// The unit that words name; the viewer's own units go first, those in play before the others.
pub fn unit(definitions: &Definitions, view: &View, words: &[Word]) -> Result<UnitId, Misread> {
    rather(definitions, view, |rather| definitions.unit_names.one(words, rather))
}

/// The units of a list.
pub fn units(definitions: &Definitions, view: &View, words: &[Word]) -> Result<Vec<UnitId>, Misread> {
    rather(definitions, view, |rather| definitions.unit_names.each(words, rather))
}

/// The unit that words name where an order can only take some: those go first, unless the words are another's whole name.
pub fn unit_among(
    definitions: &Definitions,
    view: &View,
    words: &[Word],
    among: impl Fn(UnitId) -> bool,
) -> Result<UnitId, Misread> {
    let any = unit(definitions, view, words);
    let named =
        |unit: UnitId| folded(definitions.name(unit)).into_iter().eq(words.iter().map(|word| word.folded.clone()));
    if any.as_ref().is_ok_and(|unit| named(*unit)) {
        return any;
    }
    let own = |unit: UnitId| view.side.is_none_or(|side| definitions.unit(unit).side == side);
    let taken = |unit: UnitId| own(unit) && among(unit) && view.field.unit(unit).place != Location::Absent;
    definitions.unit_names.one(words, &[&taken]).ok().filter(|unit| taken(*unit)).map_or(any, Ok)
}

/// Which units are meant rather than others.
fn rather<T>(definitions: &Definitions, view: &View, find: impl FnOnce(&[&dyn Fn(UnitId) -> bool]) -> T) -> T {
    let own = |unit: UnitId| view.side.is_none_or(|side| definitions.unit(unit).side == side);
    let in_play = |unit: UnitId| own(unit) && view.field.unit(unit).place != Location::Absent;
    find(&[&in_play, &own])
}

/// The units that words name as well as a formation, by the number of their division (`2nd Panzer`), if the formation is
/// not theirs: a corps that is meant is called one.
fn units_rather(definitions: &Definitions, view: &View, words: &[Word], formation: FormationId) -> Option<Vec<UnitId>> {
    let counted = words.iter().any(|word| word.folded.bytes().all(|sign| sign.is_ascii_digit()));
    let panzer = words.iter().any(|word| matches!(word.folded.as_str(), "pz" | "panzer"));
    let found = (counted && panzer && words.len() > 1)
        .then(|| rather(definitions, view, |rather| definitions.unit_names.find(words, rather)))?;
    let units = match found {
        Ok(unit) => vec![unit],
        Err(Unclear::Several(units)) => units,
        Err(_) => return None,
    };
    units.iter().all(|unit| definitions.unit(*unit).formation != Some(formation)).then_some(units)
}

/// The formation that words name; the viewer's own go first.
pub fn formation(definitions: &Definitions, view: &View, words: &[Word]) -> Result<FormationId, Misread> {
    let own = |formation: FormationId| view.side.is_none_or(|side| definitions.side_of(formation) == side);
    let names = &definitions.formation_names;
    let found = names.find(words, &[&own]);
    if let Ok(formation) = found
        && let Some(units) = units_rather(definitions, view, words, formation)
    {
        let name = &definitions.published.units.formation(formation).name;
        let units: Vec<&str> = units.iter().map(|unit| definitions.name(*unit)).collect();
        let message = format!("`{}` may be {name}, or the division of {}", spoken(words), listed(&units));
        return Err(Misread::new(message));
    }
    found.map_err(|unclear| match unclear {
        Unclear::Several(formations) => names.which(words, &formations),
        Unclear::Nothing | Unclear::Unknown => {
            let all = (0..).map(FormationId).zip(&definitions.published.units.formations);
            let shorts: Vec<&str> =
                all.filter(|(id, _)| own(*id)).map(|(_, formation)| formation.short.as_str()).collect();
            let near = names.near(words, &[&own]);
            Misread::of_nothing(format!(
                "there is no formation `{}`; yours are {}{near}",
                spoken(words),
                shorts.join(", ")
            ))
        }
    })
}
