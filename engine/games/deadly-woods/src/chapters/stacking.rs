//! Stacking (6): who may stand together when a round, a retreat or an advance is over.

use crate::printed::{ALLIED, CorpsId, Definitions, GERMAN, GroupId};
use crate::truth::state::State;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::SideId;
use std::collections::BTreeSet;

/// What is wrong with a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crowd {
    /// More than a division and one unit (6).
    Many,
    /// British with Americans (6.1).
    Allies,
    /// Units of two US corps, engineers included (6.1).
    Corps,
}

impl Crowd {
    /// The case and the words.
    pub fn words(self) -> (&'static str, &'static str) {
        match self {
            Crowd::Many => ("6b", "a hex holds one division of up to four units and one unit more"),
            Crowd::Allies => ("6.1a", "British and US units do not stack"),
            Crowd::Corps => ("6.1b", "units of two US corps do not stack"),
        }
    }
}

/// What is wrong with units that stand together, engineers among them.
pub fn crowd(definitions: &Definitions, units: &[UnitId]) -> Option<Crowd> {
    let counters = || units.iter().map(|unit| definitions.counter(*unit));
    let fighters: Vec<GroupId> = counters().filter(|it| it.kind.fights()).map(|it| it.group).collect();
    let of = |group: &GroupId| fighters.iter().filter(|other| *other == group).count();
    let limits = definitions.tables.limits;
    let fits = |group: &GroupId| of(group) <= limits.division && fighters.len() - of(group) <= limits.one_more;
    if !fighters.is_empty() && !fighters.iter().any(fits) {
        return Some(Crowd::Many);
    }
    if counters().any(|it| it.british) && counters().any(|it| it.american) {
        return Some(Crowd::Allies);
    }
    let corps: BTreeSet<CorpsId> = counters().filter(|it| it.american).filter_map(|it| it.corps).collect();
    (corps.len() > 1).then_some(Crowd::Corps)
}

/// Who stands in a hex, engineers included.
pub fn everybody(definitions: &Definitions, state: &State, hex: HexId) -> Vec<UnitId> {
    let disposition = state.disposition(definitions);
    disposition.stack(hex).chain(disposition.engineers(hex)).collect()
}

/// What would be wrong with a hex if units came to it. The Delay asset goes home before them (6.3.1).
pub fn with(definitions: &Definitions, state: &State, hex: HexId, units: &[UnitId]) -> Option<Crowd> {
    let mut all = everybody(definitions, state, hex);
    all.retain(|unit| *unit != definitions.special.delay);
    all.extend(units.iter().filter(|unit| !all.contains(unit)).copied().collect::<Vec<_>>());
    crowd(definitions, &all)
}

/// The overfull hexes of a side, in the order of the map.
pub fn overfull(definitions: &Definitions, state: &State, side: SideId) -> Vec<(HexId, Crowd)> {
    let hexes: BTreeSet<HexId> = definitions.units_of(side).filter_map(|unit| state.unit(unit).hex()).collect();
    let judged = hexes.into_iter().map(|hex| (hex, crowd(definitions, &everybody(definitions, state, hex))));
    judged.filter_map(|(hex, crowd)| Some((hex, crowd?))).collect()
}

/// Which side has an overfull hex, the Germans first, and where.
pub fn any(definitions: &Definitions, state: &State) -> Option<(SideId, HexId, Crowd)> {
    [GERMAN, ALLIED]
        .into_iter()
        .find_map(|side| overfull(definitions, state, side).first().map(|(hex, crowd)| (side, *hex, *crowd)))
}
