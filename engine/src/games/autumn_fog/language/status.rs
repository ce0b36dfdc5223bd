//! The situation in words: what a player may know of both sides.

use super::super::definitions::Definitions;
use super::super::order::SupportKind;
use super::super::state::{Field, Location, Supply, UnitState};
use super::super::view::View;
use super::super::{position, victory};
use super::describe::{counted, listed};
use super::names::hq_name;
use crate::contract::SideId;
use crate::definitions::{Counter, Place, Status, UnitId};

/// Objectives, supports, units: one fact a line.
pub fn status(definitions: &Definitions, view: &View) -> Vec<String> {
    let field = &view.field;
    let mut lines = objectives(definitions, field);
    lines.extend(supports(definitions, view));
    for side in SideId::BOTH {
        lines.extend(units(definitions, view, side));
    }
    lines
}

fn objectives(definitions: &Definitions, field: &Field) -> Vec<String> {
    let mut lines = Vec::new();
    let holder = |(hex, side): &(_, SideId)| format!("{} {}", definitions.place(*hex), definitions.side_name(*side));
    let holders: Vec<String> = field.holders.iter().map(holder).collect();
    if !holders.is_empty() {
        lines.push(format!("Objectives: {}.", holders.join(", ")));
    }
    let marker = |(side, hex): &(SideId, _)| format!("{} in {}", definitions.side_name(*side), definitions.place(*hex));
    let markers: Vec<String> = field.breakthroughs.iter().map(marker).collect();
    if !markers.is_empty() {
        lines.push(format!("Breakthroughs: {}.", listed(&markers)));
    }
    let at_the_end = Field { turn: field.last_turn, ..field.clone() };
    if let (None, Some((side, case, reason))) = (&field.over, victory::verdict(definitions, &at_the_end)) {
        let side = definitions.side_name(side);
        lines.push(format!(
            "If the last turn, {}, ended like this the {side} side would win: {reason} [{case}].",
            field.last_turn
        ));
    }
    lines
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
    for counter in position::position(definitions, view).counters {
        if SideId(counter.side) != side {
            continue;
        }
        match (&counter.place, counter.unit) {
            (Place::Hex(_), Some(unit)) if own => lines.push(own_unit(definitions, &view.field, unit)),
            (Place::Hex(_), _) => lines.push(seen(definitions, &counter)),
            (Place::Box(name), unit) => {
                let name = name.clone();
                let unit = unit.map_or("an unknown counter", |unit| definitions.name(unit)).to_owned();
                match boxes.iter_mut().find(|(known, _)| *known == name) {
                    Some((_, units)) => units.push(unit),
                    None => boxes.push((name, vec![unit])),
                }
            }
        }
    }
    lines.extend(boxes.into_iter().map(|(name, units)| format!("{name}: {}.", units.join(", "))));
    lines
}

/// `Peiper/1 in 3207: strength 6, quality 5, 2 steps; 3 AP left; fatigued`.
pub(super) fn own_unit(definitions: &Definitions, field: &Field, unit: UnitId) -> String {
    let state = field.unit(unit);
    let mut parts = vec![unit_values(definitions, field, unit)];
    parts.extend(condition(state));
    format!("{}.", parts.join("; "))
}

/// `Peiper/1 in 3207: strength 6, quality 5, 2 steps`.
pub(super) fn unit_values(definitions: &Definitions, field: &Field, unit: UnitId) -> String {
    let (data, state) = (definitions.unit(unit), field.unit(unit));
    let place = match state.place {
        Location::Map(hex) => format!(" in {}", definitions.place(hex)),
        Location::Due(turn) => format!(", due on turn {turn}"),
        Location::Eliminated(_) => ", eliminated".to_owned(),
        Location::Hidden => ", out of sight".to_owned(),
        Location::Absent => ", not in this game".to_owned(),
    };
    let of = state.parent.map(|parent| format!(" of {}", definitions.name(parent))).unwrap_or_default();
    let steps = if state.steps == 1 { "step" } else { "steps" };
    format!(
        "{}{of}{place}: strength {}, quality {}, {} {steps}",
        definitions.name(unit),
        data.strength(state.steps),
        data.quality,
        state.steps
    )
}

/// What holds for a unit now, its action points first.
fn condition(state: &UnitState) -> Vec<String> {
    let mut words = Vec::new();
    if state.active {
        let mp = if state.half_mp == 0 { String::new() } else { format!(" and {} MP", f32::from(state.half_mp) / 2.0) };
        words.push(format!("{} AP{mp} left", state.ap));
    }
    let flags = [
        (state.activations > 0 && !state.active, "has been activated"),
        (state.bound, "must attack"),
        (state.pinned, "surprised, cannot move"),
        (state.fatigued, "fatigued"),
        (state.improved, "in an improved position"),
        (state.out_of_command, "out of command"),
        (state.supply == Supply::Isolated, "isolated"),
        (state.supply == Supply::Unsupplied, "unsupplied"),
        (state.fell_back, "has fallen back onto friends"),
    ];
    words.extend(flags.iter().filter(|(holds, _)| *holds).map(|(_, word)| (*word).to_owned()));
    words
}

/// A counter of the other side as it lies there.
fn seen(definitions: &Definitions, counter: &Counter) -> String {
    let place = match &counter.place {
        Place::Hex(hex) => definitions.place(*hex),
        Place::Box(name) => name.clone(),
    };
    let Some(unit) = counter.unit else { return format!("An unknown counter in {place}.") };
    let data = definitions.unit(unit);
    let left = data.steps.saturating_sub(counter.steps_lost);
    let steps = if left == 1 { "step" } else { "steps" };
    let mut parts = vec![format!(
        "{} in {place}: strength {}, quality {}, {left} {steps}",
        definitions.name(unit),
        data.strength(left),
        data.quality
    )];
    parts.extend(counter.statuses.iter().map(|status| status_word(*status).to_owned()));
    format!("{}.", parts.join("; "))
}

fn status_word(status: Status) -> &'static str {
    match status {
        Status::Activated => "has been activated",
        Status::Fatigued => "fatigued",
        Status::OutOfCommand => "out of command",
        Status::Isolated => "isolated",
        Status::Unsupplied => "unsupplied",
        Status::Improved => "in an improved position",
        Status::Breakthrough => "breakthrough",
        Status::Roadblock => "roadblock",
    }
}

/// A unit as the viewer may know it.
pub(super) fn unit_as_seen(definitions: &Definitions, view: &View, unit: UnitId) -> String {
    if view.side == Some(definitions.unit(unit).side) {
        return own_unit(definitions, &view.field, unit);
    }
    let counters = position::position(definitions, view).counters;
    match counters.iter().find(|counter| counter.unit == Some(unit)) {
        Some(counter) => format!("{} It is not yours.", seen(definitions, counter)),
        None => format!("{} is not yours, and you do not see it.", definitions.name(unit)),
    }
}
