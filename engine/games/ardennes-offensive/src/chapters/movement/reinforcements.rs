//! Reinforcements (14).

use super::objections::not_here;
use crate::ArdennesOffensive;
use crate::chapters::bridges;
use crate::chapters::movement::road_mode;
use crate::chapters::movement::{self, Barrier};
use crate::chapters::stacking;
use crate::chapters::victory;
use crate::chapters::zones;
use crate::printed::{BridgeId, Definitions, GERMAN, Section, Sections};
use crate::truth::event::Event;
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Phase, Place, State};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Progress, Refusal, SideId, Turn};

/// Lets come what is due at the start of a player turn, by sections that are open to it, or later (14.1a).
pub fn come(turn: &mut Turn<'_, ArdennesOffensive>, side: SideId) {
    let definitions = turn.definitions();
    let all_closed = |sections: Sections| sections.iter().all(|section| is_closed(definitions, turn, section));
    let due: Vec<(UnitId, Sections)> = definitions
        .units_of(side)
        .filter_map(|unit| match turn.unit(unit).place {
            Place::Due { turn: when, sections } if when <= turn.turn => Some((unit, sections)),
            // who could not enter, and whose section has been closed since, goes on to the next as well
            Place::Waiting(sections) if side != GERMAN && all_closed(sections) => Some((unit, sections)),
            _ => None,
        })
        .collect();
    for (unit, sections) in due {
        // the east edge is nobody else's
        if side == GERMAN {
            turn.emit(Event::Came { unit, sections });
            continue;
        }
        let open = sections.filter(|section| !is_closed(definitions, turn, section));
        if !open.is_empty() {
            turn.emit(Event::Came { unit, sections: open });
            continue;
        }
        let then = turn.turn + definitions.tables.delay;
        // who is bound to the west bank waits for its section (ruling R61)
        let bound = turn.unit(unit).west_bank && !turn.freed;
        let sections = if bound { sections } else { next_sections(definitions, turn, unit, sections) };
        turn.emit(Event::Delayed { unit, turn: then, sections });
    }
}

/// Whether a section is German: all its exits are held (14.1a, ruling R48).
pub fn is_closed(definitions: &Definitions, state: &State, section: Section) -> bool {
    let mut exits = definitions.board.exits().iter().filter(|exit| exit.section == section);
    exits.all(|exit| victory::holds(definitions, state, exit.hex, |_| true))
}

/// By which sections a unit comes that none of its sections lets in: those beside the one of its schedule, and after
/// that the nearest that is open (14.1a, ruling R47).
fn next_sections(definitions: &Definitions, state: &State, unit: UnitId, tried: Sections) -> Sections {
    let named = definitions.plans[usize::from(state.scenario)].coming.iter().find(|coming| coming.unit == unit);
    let named = named.map_or(tried, |coming| coming.section);
    let all = definitions.tables.sections.len();
    if tried == named {
        return named
            .iter()
            .flat_map(|section| definitions.board.beside(section, all).iter().collect::<Vec<_>>())
            .collect();
    }
    let from = |section: Section| named.iter().map(|named| named.0.abs_diff(section.0)).min().unwrap_or(0);
    let open: Vec<Section> =
        (0..all as u8).map(Section).filter(|section| !is_closed(definitions, state, *section)).collect();
    let nearest = open.iter().map(|section| from(*section)).min();
    let near: Sections = open.into_iter().filter(|section| Some(from(*section)) == nearest).collect();
    // with every section closed, the unit tries again wherever it was to come
    if near.is_empty() { tried } else { near }
}

/// The hexes by which a unit that waits could come on, whatever stands there and whatever bridge is cut.
pub fn gates(definitions: &Definitions, state: &State, unit: UnitId) -> Vec<HexId> {
    let Place::Waiting(sections) = state.unit(unit).place else { return Vec::new() };
    if unit == definitions.paratroops {
        return Vec::new();
    }
    if definitions.counter(unit).side == GERMAN {
        return definitions.board.sources(GERMAN).to_vec();
    }
    let of_section = definitions.board.entries().iter().filter(|(.., section)| sections.has(*section));
    let mut gates: Vec<HexId> = of_section.map(|(_, inside, _)| *inside).collect();
    gates.dedup();
    gates
}

/// Road hexes that are left to a unit when it has come on by a hex (14.2b, rulings R45 and R49).
///
/// # Errors
/// The rule that forbids it.
pub fn entry(definitions: &Definitions, state: &State, side: SideId, unit: UnitId, hex: HexId) -> Result<u16, Refusal> {
    let (name, place) = (definitions.name(unit), definitions.place(hex));
    let sections = waits(definitions, state, unit)?;
    movement::check_unit(definitions, state, side, unit)?;
    if !gates(definitions, state, unit).contains(&hex) {
        let message = format!(
            "{place} is not where a road comes in from {}, where {name} waits",
            edge(definitions, side, sections)
        );
        return Err(Refusal::new("14.1a", message));
    }
    if let Some(bridge) = cut(definitions, state, unit, hex) {
        let bridge = bridges::spoken(definitions, bridge);
        let message = format!("{bridge}, by which the road comes in at {place}, is interdicted in this player turn");
        return Err(Refusal::new("13.2b", message));
    }
    if !zones::open(definitions, state, side, hex) {
        return Err(Refusal::new(
            "14.1a",
            format!("{place} is occupied or controlled by the enemy; {name} cannot enter there"),
        ));
    }
    stacking::fits(definitions, state, unit, hex, true)
        .map_err(|crowd| movement::barred(definitions, state, unit, Barrier::Crowd(crowd), &place))?;
    if let Some(other) = road_mode::beside(definitions, state, unit, hex).next() {
        return Err(movement::barred(definitions, state, unit, Barrier::OnRoad(other), &place));
    }
    let (cost, has) = (cost(definitions, state, side, hex), movement::left(definitions, state, unit));
    has.checked_sub(cost).ok_or_else(|| {
        let before = before(state, hex);
        let came = if before == 1 { "unit" } else { "units" };
        let message = format!(
            "{before} {came} came by {place} before in this phase: {name} has {has} {} and needs {cost}",
            movement::measure(true, has)
        );
        Refusal::new("14.2b", message)
    })
}

/// The sections by which a unit that waits may come.
///
/// # Errors
/// Where it is instead, or that it drops from the air.
fn waits(definitions: &Definitions, state: &State, unit: UnitId) -> Result<Sections, Refusal> {
    match state.unit(unit).place {
        Place::Waiting(sections) if unit != definitions.paratroops => Ok(sections),
        _ => Err(not_here(definitions, state, unit)),
    }
}

/// The bridge on the hexside to the edge that keeps a unit which waits out of a gate: it is interdicted, and no other road
/// of its sections leads in there (13.2b, ruling R64).
pub fn cut(definitions: &Definitions, state: &State, unit: UnitId, gate: HexId) -> Option<BridgeId> {
    let Place::Waiting(sections) = state.unit(unit).place else { return None };
    bridges::cut_off(definitions, gate, |section| sections.has(section), |bridge| state.is_interdicted(bridge))
}

/// The refusal of an entry with the hexes by which the unit may come on instead.
fn with_open_roads(definitions: &Definitions, state: &State, side: SideId, unit: UnitId, refusal: Refusal) -> Refusal {
    let open = gates(definitions, state, unit).into_iter();
    let open: Vec<String> = open
        .filter(|gate| entry(definitions, state, side, unit, *gate).is_ok())
        .map(|gate| definitions.place(gate))
        .collect();
    let of_a_gate = refusal.remedy.is_empty() && matches!(state.unit(unit).place, Place::Waiting(_));
    match &open[..] {
        _ if !of_a_gate => refusal,
        [] => refusal.remedy("No road there is open to it now."),
        open => refusal.remedy(format!("It may enter at {}.", open.join(", "))),
    }
}

/// Units that came by a hex before in this phase.
fn before(state: &State, hex: HexId) -> u16 {
    state.entered.iter().filter(|entered| **entered == hex).count() as u16
}

/// Road hexes that it costs to come on by a hex: two for each unit before, and for Allies the hex itself (14.2b).
pub fn cost(definitions: &Definitions, state: &State, side: SideId, hex: HexId) -> u16 {
    u16::from(side != GERMAN) + before(state, hex) * definitions.tables.staging
}

/// The edge by which a unit comes, in words.
pub(super) fn edge(definitions: &Definitions, side: SideId, sections: Sections) -> String {
    let names: Vec<&str> = sections.iter().map(|section| definitions.tables.section_name(section)).collect();
    if side == GERMAN { "the east edge".to_owned() } else { format!("section {}", names.join(" or ")) }
}

/// Why a unit that waits can come on nowhere: each of its roads with its reason.
fn nowhere(definitions: &Definitions, state: &State, side: SideId, unit: UnitId) -> Refusal {
    let name = definitions.name(unit);
    let sections = match waits(definitions, state, unit) {
        Ok(sections) => sections,
        Err(refusal) => return refusal,
    };
    let reason = |gate: HexId| Some((gate, entry(definitions, state, side, unit, gate).err()?));
    let reasons: Vec<(HexId, Refusal)> = gates(definitions, state, unit).into_iter().filter_map(reason).collect();
    match &reasons[..] {
        // what keeps the unit itself from moving is the same everywhere
        [(_, first), rest @ ..] if rest.iter().all(|(_, other)| other.message == first.message) => first.clone(),
        reasons => {
            let edge = edge(definitions, side, sections);
            let told: Vec<String> =
                reasons.iter().map(|(gate, why)| format!("{}: {}", definitions.place(*gate), why.message)).collect();
            let case = reasons.first().map_or("14.1a".into(), |(_, first)| first.case.clone());
            let message = format!("no road of {edge} lets {name} in now");
            Refusal { case, message, remedy: format!("{}.", told.join("; ")) }
        }
    }
}

/// The first hex by which a unit that waits can come on now.
pub fn can_enter(definitions: &Definitions, state: &State, side: SideId, unit: UnitId) -> Option<HexId> {
    gates(definitions, state, unit).into_iter().find(|hex| entry(definitions, state, side, unit, *hex).is_ok())
}

/// Who waits beside the map and can come on now, each with the hexes by which he can.
pub fn who_can_enter<'a>(
    definitions: &'a Definitions,
    state: &'a State,
    side: SideId,
) -> impl Iterator<Item = (UnitId, Vec<HexId>)> + 'a {
    let waits = |unit: &UnitId| matches!(state.unit(*unit).place, Place::Waiting(_));
    let by = move |unit: UnitId| {
        let open = |hex: &HexId| entry(definitions, state, side, unit, *hex).is_ok();
        (unit, gates(definitions, state, unit).into_iter().filter(open).collect())
    };
    definitions.units_of(side).filter(waits).map(by).filter(|(_, open): &(UnitId, Vec<HexId>)| !open.is_empty())
}

/// That no Allied unit waits which can enter (14.1a, ruling R46).
///
/// # Errors
/// All who may not wait.
pub fn check_end(definitions: &Definitions, state: &State, side: SideId) -> Result<(), Refusal> {
    if side == GERMAN || !matches!(state.phase, Phase::Movement | Phase::Mechanized) {
        return Ok(());
    }
    let due: Vec<(UnitId, Vec<HexId>)> = who_can_enter(definitions, state, side).collect();
    let Some((first, by)) = due.first() else { return Ok(()) };
    let (place, number) = (definitions.place(by[0]), definitions.published.map.grid.number(by[0]));
    let units: Vec<UnitId> = due.iter().map(|(unit, _)| *unit).collect();
    let message = match &units[..] {
        [_] => format!("{} may not wait: it can enter at {place}", definitions.names(&units)),
        _ => format!("{} may not wait: they can enter, the first at {place}", definitions.names(&units)),
    };
    let name = definitions.name(*first);
    Err(Refusal::new("14.1a", message)
        .remedy(format!("Write `enter all`, which brings on everybody who is due, or `enter {name} at {number}`.")))
}

/// Steps that may follow `enter`.
pub fn candidates(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    partial: &[Step],
    offer: &mut dyn FnMut(Step),
) {
    match partial {
        [Step::Verb(Verb::Enter)] => {
            let waits = |unit: &UnitId| matches!(state.unit(*unit).place, Place::Waiting(_));
            definitions.units_of(side).filter(waits).map(Step::Unit).for_each(offer);
        }
        [Step::Verb(Verb::Enter), Step::Unit(unit)] => {
            gates(definitions, state, *unit).into_iter().map(Step::Hex).for_each(offer);
        }
        _ => {}
    }
}

/// Judges a step after `enter`.
///
/// # Errors
/// The rule that forbids it.
pub fn check(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    partial: &[Step],
    step: &Step,
) -> Result<Progress, Refusal> {
    match (partial, step) {
        ([_], Step::Unit(unit)) => {
            let open = can_enter(definitions, state, side, *unit).map(|_| Progress::Open);
            open.ok_or_else(|| nowhere(definitions, state, side, *unit))
        }
        ([_, Step::Unit(unit)], Step::Hex(hex)) => {
            let entry = entry(definitions, state, side, *unit, *hex).map(|_| Progress::Complete);
            entry.map_err(|refusal| with_open_roads(definitions, state, side, *unit, refusal))
        }
        _ => Err(Refusal::new("order", "expected a unit that waits, and the hex by which it enters")),
    }
}

/// Carries out `enter`.
pub fn perform(turn: &mut Turn<'_, ArdennesOffensive>, side: SideId, order: &[Step]) {
    if let [_, Step::Unit(unit), Step::Hex(hex)] = order
        && let Ok(left) = entry(turn.definitions(), turn, side, *unit, *hex)
    {
        turn.emit(Event::Entered { unit: *unit, hex: *hex, left });
    }
}
