//! The situation in words: what a player may know of both sides.

use super::super::definitions::Definitions;
use super::super::order::{EventKind, SupportKind};
use super::super::state::{Field, Location, Supply};
use super::super::view::{Seen, View};
use super::describe::counted;
use super::names::hq_name;
use crate::AutumnFog;
use crate::chapters::historical_events::nuts;
use crate::chapters::{command, victory, zones};
use definitions::spelling::words;
use definitions::{FormationId, Place, UnitId};
use engine::contract::{Drawing, Misread, SideId};
use engine::speech::{Unclear, capital, listed};

/// Objectives, supports, units: one fact a line.
pub fn status(seen: Seen<'_>) -> Vec<String> {
    let Seen { definitions, view } = seen;
    let field = &view.field;
    let mut lines = reached(definitions, field, view.side);
    lines.extend(supports(definitions, view));
    for side in SideId::BOTH {
        lines.extend(units(definitions, view, side));
    }
    lines
}

/// Units that a division has at most.
const DIVISION: usize = 4;

/// One formation, unit by unit, one unit, or those of a division.
///
/// # Errors
/// When the words name neither.
pub fn of(seen: Seen<'_>, name: &str) -> Result<Vec<String>, Misread> {
    let Seen { definitions, view } = seen;
    let words = words(name);
    let unit = super::names::unit(definitions, view, &words);
    // a headquarters that is named like its corps stands for all of it
    let alone = unit.as_ref().is_ok_and(|unit| !definitions.unit(*unit).is_hq());
    match super::names::formation(definitions, view, &words) {
        Ok(formation) if !alone => Ok(formation_now(definitions, view, formation)),
        _ => match (unit, definitions.unit_names.find(&words, &[])) {
            (Ok(unit), _) => Ok(vec![unit_as_seen(definitions, view, unit)]),
            // the units of a division, whoever asks
            (Err(misread), Err(Unclear::Several(mut units))) => {
                // a detachment that has not been made is none of them
                let here = |unit: &UnitId| view.field.unit(*unit).place != Location::Absent;
                if units.iter().any(here) {
                    units.retain(here);
                }
                if units.len() > DIVISION {
                    return Err(misread);
                }
                Ok(units.into_iter().map(|unit| unit_as_seen(definitions, view, unit)).collect())
            }
            (Err(misread), _) => Err(misread),
        },
    }
}

/// A formation by its name, and its units that are in the game, one a line.
fn formation_now(definitions: &Definitions, view: &View, formation: FormationId) -> Vec<String> {
    let mut lines = vec![format!("{}:", definitions.published.units.formation(formation).name)];
    let units = (0..view.field.units.len() as u16).map(UnitId);
    let units = units.filter(|unit| definitions.unit(*unit).formation == Some(formation));
    let units = units.filter(|unit| view.field.unit(*unit).place != Location::Absent);
    lines.extend(units.map(|unit| unit_now(definitions, &view.field, unit)));
    if view.side != Some(definitions.side_of(formation)) {
        lines.push("They are not yours.".to_owned());
    }
    lines
}

/// The objectives that count in the scenario, each with its holder.
pub(super) fn objectives(definitions: &Definitions, field: &Field) -> Option<String> {
    let holder = |(hex, side)| format!("{} ({})", definitions.place(hex), definitions.side_name(side));
    let holders: Vec<String> = definitions.objectives(field).map(holder).collect();
    (!holders.is_empty()).then(|| format!("Objectives: {}.", holders.join(", ")))
}

/// That a side holds events that can stop marches of the other, and what decides whether it is asked about these.
pub(super) fn unasked(field: &Field, side: SideId) -> Option<String> {
    let stops = |kind: &EventKind| kind.side() == side && field.events[kind.index()] > 0;
    let kind = [EventKind::Greif, EventKind::Roadblock].into_iter().find(stops)?;
    let (title, case) = (capital(kind.title()), kind.case());
    Some(format!(
        "{title} can stop marches of the other side [{case}]. You are asked about each march while `standing interrupt \
         ask` holds; else they pass."
    ))
}

fn reached(definitions: &Definitions, field: &Field, viewer: Option<SideId>) -> Vec<String> {
    let mut lines: Vec<String> = objectives(definitions, field).into_iter().collect();
    let marker = |(side, hex): &(SideId, _)| format!("{} in {}", definitions.side_name(*side), definitions.place(*hex));
    let markers: Vec<String> = field.breakthroughs.iter().map(marker).collect();
    if !markers.is_empty() {
        lines.push(format!("Breakthroughs: {}.", listed(&markers)));
    }
    for side in SideId::BOTH {
        let left = |kind: &EventKind| kind.side() == side && field.events[kind.index()] > 0;
        let kind = |kind: EventKind| match field.events[kind.index()] {
            1 => kind.title().to_owned(),
            count => format!("{} ({count} times)", kind.title()),
        };
        let kinds: Vec<String> = EventKind::ALL.into_iter().filter(left).map(kind).collect();
        if !kinds.is_empty() {
            lines.push(format!("{} events still to come: {}.", definitions.side_name(side), listed(&kinds)));
        }
        lines.extend(Some(side).filter(|side| viewer == Some(*side)).and_then(|side| unasked(field, side)));
    }
    let on_map = |(kind, hex): &(EventKind, _)| format!("{} in {}", kind.title(), definitions.place(*hex));
    let on_map: Vec<String> = field.markers.iter().map(on_map).collect();
    if !on_map.is_empty() {
        lines.push(format!("Markers: {}.", listed(&on_map)));
    }
    if field.over.is_none() {
        lines.extend(ending(definitions, field));
    }
    lines
}

/// Who wins when this turn ends, or would if the last one ended like this.
fn ending(definitions: &Definitions, field: &Field) -> Option<String> {
    let told = |side, what: &str, reason: &str, case: &str| {
        format!("{what} the {} side {reason} [{case}].", definitions.side_name(side))
    };
    if field.crossed_in_supply {
        let (side, case, reason) = victory::verdict(definitions, field)?;
        return Some(told(side, "The game is decided: when this turn ends", &format!("has won, {reason}"), &case));
    }
    let at_the_end = Field { turn: field.last_turn, ..field.clone() };
    let (side, case, reason) = victory::verdict(definitions, &at_the_end)?;
    let when = format!("If the last turn, {}, ended like this", field.last_turn);
    Some(told(side, &when, &format!("would win: {reason}"), &case))
}

/// Markers in the armies' pools and at headquarters.
fn supports(definitions: &Definitions, view: &View) -> Vec<String> {
    let field = &view.field;
    let held = |markers: &[u8; 4]| {
        let kinds = SupportKind::ALL.iter().filter(|kind| markers[kind.index()] > 0);
        listed(&kinds.map(|kind| counted(markers[kind.index()], *kind)).collect::<Vec<_>>())
    };
    let mut lines = Vec::new();
    for (army, id) in definitions.armies.iter().enumerate() {
        let pool = held(&field.pools[army]);
        let hqs = field.on_map().filter(|(hq, _)| definitions.unit(*hq).army == Some(army as u8));
        let hqs = hqs.map(|(hq, _)| (hq, held(&field.supports[hq.index()])));
        let hqs: Vec<String> = hqs
            .filter(|(_, markers)| !markers.is_empty())
            .map(|(hq, markers)| format!("{} {markers}", hq_name(definitions, hq)))
            .collect();
        if !pool.is_empty() || !hqs.is_empty() {
            let pool = if pool.is_empty() { "nothing".to_owned() } else { pool };
            let hqs = if hqs.is_empty() { String::new() } else { format!("; at headquarters: {}", hqs.join("; ")) };
            lines.push(format!("Supports of {}: {pool} in the pool{hqs}.", definitions.army_name(id)));
        }
    }
    for (hq, kind) in &view.allotted {
        lines.push(format!(
            "You have allotted {} to {}.",
            super::names::support_name(*kind),
            hq_name(definitions, *hq)
        ));
    }
    lines
}

/// The units of a side that lie on the map, one a line, and those beside it.
fn units(definitions: &Definitions, view: &View, side: SideId) -> Vec<String> {
    let own = view.side == Some(side);
    let mut lines =
        vec![if own { "Your units:".to_owned() } else { format!("{} units:", definitions.side_name(side)) }];
    let mut boxes: Vec<(String, Vec<String>)> = Vec::new();
    for counter in AutumnFog::position(Seen::new(definitions, view)).counters {
        if SideId(counter.side) != side {
            continue;
        }
        match (&counter.place, counter.unit) {
            (Place::Hex(_), Some(unit)) => lines.push(unit_now(definitions, &view.field, unit)),
            (Place::Hex(hex), None) => lines.push(format!("An unknown counter in {}.", definitions.place(*hex))),
            (Place::Box(name), unit) => {
                let name = name.clone();
                let unit = unit.map_or("an unknown counter", |unit| definitions.name(unit)).to_owned();
                match boxes.iter_mut().find(|(known, _)| *known == name) {
                    Some((_, units)) => units.push(unit),
                    None => boxes.push((name, vec![unit])),
                }
            }
            // no unit of this game stands there
            (Place::Hexside(..), _) => {}
        }
    }
    lines.extend(boxes.into_iter().map(|(name, units)| format!("{name}: {}.", units.join(", "))));
    lines
}

/// `Peiper/1 in 3207: strength 6, quality 5, 2 steps; 3 AP left; fatigued`.
pub(super) fn unit_now(definitions: &Definitions, field: &Field, unit: UnitId) -> String {
    let mut parts = vec![unit_values(definitions, field, unit)];
    parts.extend(condition(definitions, field, unit));
    format!("{}.", parts.join("; "))
}

/// `Peiper/1 in 3207: strength 6, quality 5, 2 steps`.
pub(super) fn unit_values(definitions: &Definitions, field: &Field, unit: UnitId) -> String {
    let (data, state) = (definitions.unit(unit), field.unit(unit));
    if matches!(state.place, Location::Hidden(_)) {
        return format!("{} is out of sight", definitions.name(unit));
    }
    let place = match state.place {
        Location::Map(hex) => format!(" in {}", definitions.place(hex)),
        Location::Due(turn) => format!(", due on turn {turn}"),
        Location::Eliminated(_) => ", eliminated".to_owned(),
        Location::Hidden(_) | Location::Absent => ", not in this game".to_owned(),
    };
    let of = state.parent.map(|parent| format!(" of {}", definitions.name(parent))).unwrap_or_default();
    let steps = if state.steps == 1 { "step" } else { "steps" };
    format!(
        "{}{of}{place}: strength {}, quality {}, {} {steps}",
        definitions.name(unit),
        data.strength(state.steps),
        nuts::quality(definitions, field, unit),
        state.steps
    )
}

/// What holds for a unit now, its action points first.
fn condition(definitions: &Definitions, field: &Field, unit: UnitId) -> Vec<String> {
    let (state, mut words) = (field.unit(unit), Vec::new());
    if state.active {
        let mp = if state.half_mp == 0 { String::new() } else { format!(" and {} MP", f32::from(state.half_mp) / 2.0) };
        words.push(format!("{} AP{mp} left", state.ap));
    }
    let flags = [
        (state.activations > 0 && !state.active, "has been activated"),
        (!zones::owed(definitions, field, unit).is_empty(), "must attack"),
        (state.pinned, "surprised, cannot move"),
        (state.fatigued, "fatigued"),
        (state.improved, "in an improved position"),
        (command::lacks_command(definitions, field, unit), "out of command"),
        (state.supply == Supply::Isolated, "isolated"),
        (state.supply == Supply::Unsupplied, "unsupplied"),
        (state.fell_back, "has fallen back onto friends"),
        (state.covered, "covered by the 150th Panzer Brigade"),
        (state.refuelled, "has had captured fuel"),
    ];
    words.extend(flags.iter().filter(|(holds, _)| *holds).map(|(_, word)| (*word).to_owned()));
    words
}

/// A unit as the viewer may know it.
pub(super) fn unit_as_seen(definitions: &Definitions, view: &View, unit: UnitId) -> String {
    let now = unit_now(definitions, &view.field, unit);
    if view.side == Some(definitions.unit(unit).side) { now } else { format!("{now} It is not yours.") }
}
