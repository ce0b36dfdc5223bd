use super::{by_die, coming, due, hexes, in_time};
use crate::ArdennesII;
use crate::chapters::asking::{by_scenario, misplaced};
use crate::printed::{Condition, Definitions};
use crate::truth::event::Event;
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Place, State};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Progress, Refusal, SideId, Turn};

/// Reinforcements come that are due in the phase that is under way, some by a die (2.2f, S.GEa, 5.1a).
pub fn come(turn: &mut Turn<'_, ArdennesII>) {
    let definitions = turn.definitions();
    let (units, rolled) = due(definitions, turn);
    if !units.is_empty() {
        turn.emit(Event::Came { units });
    }
    for unit in rolled {
        let face = turn.die("arrival", 6);
        turn.emit(Event::ArrivalRolled { unit, face });
        let event = by_die(definitions, turn, unit, face);
        turn.emit(event);
    }
}

/// The units of a side that wait to be placed, in the phase in which they are (2.2f, 4.1a, 5.1a).
pub fn waiting(definitions: &Definitions, state: &State, side: SideId) -> Vec<UnitId> {
    let now = |unit: &UnitId| {
        state.unit(*unit).place == Place::Waiting
            && coming(definitions, state, *unit).is_some_and(|coming| in_time(state, coming).is_ok())
    };
    definitions.units_of(side).filter(now).collect()
}

/// Why a side has nobody to place now.
pub fn nobody(definitions: &Definitions, state: &State, side: SideId) -> Refusal {
    let mut waits = definitions.units_of(side).filter(|unit| state.unit(*unit).place == Place::Waiting);
    let late = |unit: UnitId| Some((unit, in_time(state, coming(definitions, state, unit)?).err()?));
    match waits.find_map(late) {
        Some((unit, (case, moment))) => Refusal::new(case, format!("{} is placed in {moment}", definitions.name(unit))),
        None => Refusal::new("2.2f", "none of your reinforcements waits to be placed"),
    }
}

/// Steps that may follow `place`.
pub fn candidates(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    partial: &[Step],
    offer: &mut dyn FnMut(Step),
) {
    match partial {
        [Step::Verb(Verb::Place)] => waiting(definitions, state, side).into_iter().map(Step::Unit).for_each(offer),
        [Step::Verb(Verb::Place), Step::Unit(unit)] => {
            hexes(definitions, state, *unit).into_iter().map(Step::Hex).for_each(offer);
        }
        _ => {}
    }
}

/// Judges a step after `place`.
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
        ([_], Step::Unit(unit)) => check_unit(definitions, state, side, *unit).map(|()| Progress::Open),
        ([_, Step::Unit(unit)], Step::Hex(hex)) => {
            let open = hexes(definitions, state, *unit);
            if open.contains(hex) {
                return Ok(Progress::Complete);
            }
            let places: Vec<String> = open.iter().take(MOST_NAMED).map(|hex| definitions.place(*hex)).collect();
            let refusal = closed(definitions, state, *unit, *hex);
            Err(refusal.remedy(format!("It may be placed in {}.", places.join(" or "))))
        }
        _ => Err(misplaced("a unit and a hex, as in `place UNIT, ... at HEX`")),
    }
}

/// Hexes that an answer names.
const MOST_NAMED: usize = 6;

/// Why a unit that waits is not placed in a hex.
fn closed(definitions: &Definitions, state: &State, unit: UnitId, hex: HexId) -> Refusal {
    let (name, place) = (definitions.name(unit), definitions.place(hex));
    if !definitions.plans[usize::from(state.scenario)].in_play.contains(hex) {
        return by_scenario(definitions, state, 'a', format!("{place} is not in play"));
    }
    let case = match coming(definitions, state, unit).map(|coming| coming.condition) {
        Some(Condition::Airborne { .. }) => "5.1b",
        Some(Condition::Drops) => "4.1a",
        _ => "SCS.15a",
    };
    let by = by_where(definitions, state, unit);
    if state.disposition(definitions).holds(definitions.counter(unit).side.enemy(), hex) {
        let case = if case == "5.1b" { "SCS.15a" } else { case };
        return Refusal::new(case, format!("enemy units are in {place}; {name} comes {by}"));
    }
    Refusal::new(case, format!("{name} comes {by}, and not in {place}"))
}

/// Where a unit comes: `by area B`, `in B17.49 or B17.50`.
fn by_where(definitions: &Definitions, state: &State, unit: UnitId) -> String {
    let Some(coming) = coming(definitions, state, unit) else { return "nowhere".to_owned() };
    if let Condition::Airborne { within, .. } = coming.condition {
        let which = if hexes(definitions, state, unit).is_empty() { "" } else { ", as all of its division" };
        return format!("within {within} hexes of one group{which}");
    }
    let areas: Option<Vec<&str>> = coming.hexes.iter().map(|hex| definitions.board.hex(*hex).area.as_deref()).collect();
    if let Some(mut areas) = areas {
        areas.sort_unstable();
        areas.dedup();
        return format!("by area {}", areas.join(" or "));
    }
    let places: Vec<String> = coming.hexes.iter().take(MOST_NAMED).map(|hex| definitions.place(*hex)).collect();
    format!("in {}", places.join(" or "))
}

/// Why a unit is not on the map that comes later or waits: when, where, and how it is placed if it may be now.
pub fn not_here(definitions: &Definitions, state: &State, unit: UnitId) -> Refusal {
    let name = definitions.name(unit);
    if let Place::Due(turn) = state.unit(unit).place {
        let by = by_where(definitions, state, unit);
        return Refusal::new("2.2f", format!("{name} comes in turn {turn}, {by}"));
    }
    match coming(definitions, state, unit).and_then(|coming| in_time(state, coming).err()) {
        Some((case, moment)) => Refusal::new(case, format!("{name} waits; it is placed in {moment}")),
        None => {
            let remedy = hexes(definitions, state, unit).first().map_or_else(String::new, |hex| {
                format!("Place it first: `place {name} at {}`.", definitions.published.map.grid.number(*hex))
            });
            Refusal::new("2.2f", format!("{name} waits to be placed")).remedy(remedy)
        }
    }
}

fn check_unit(definitions: &Definitions, state: &State, side: SideId, unit: UnitId) -> Result<(), Refusal> {
    let name = definitions.name(unit);
    if definitions.counter(unit).side != side {
        return Err(Refusal::new("2.1a", format!("{name} is not yours to place")));
    }
    let late = coming(definitions, state, unit).and_then(|coming| in_time(state, coming).err());
    if let (Place::Waiting, Some((case, moment))) = (state.unit(unit).place, late) {
        return Err(Refusal::new(case, format!("{name} is placed in {moment}")));
    }
    match state.unit(unit).place {
        Place::Waiting if hexes(definitions, state, unit).is_empty() => {
            Err(Refusal::new("SCS.15a", format!("enemy units are in all hexes by which {name} comes"))
                .remedy("It waits for a later turn."))
        }
        Place::Waiting => Ok(()),
        Place::Due(_) => Err(not_here(definitions, state, unit)),
        Place::Hex(hex) => Err(Refusal::new("2.2f", format!("{name} stands in {} already", definitions.place(hex)))),
        Place::Absent => Err(by_scenario(definitions, state, 'c', format!("{name} is not in this scenario"))),
        Place::Exited(_) | Place::Gone => Err(Refusal::new("1.2q", format!("{name} never returns"))),
    }
}

/// Carries out `place`: who drops may be lost (4.1b).
pub fn perform(turn: &mut Turn<'_, ArdennesII>, order: &[Step]) {
    let [_, Step::Unit(unit), Step::Hex(hex)] = order else { return };
    let definitions = turn.definitions();
    let (unit, hex): (UnitId, HexId) = (*unit, *hex);
    if coming(definitions, turn, unit).is_some_and(|it| it.condition == Condition::Drops) {
        let face = turn.die("drop", 6);
        let lands = definitions.tables.drop_lands.has(face);
        turn.emit(Event::DropRolled { unit, hex, face, lands });
        turn.emit(if lands { Event::Arrived { unit, hex } } else { Event::Gone { unit } });
    } else {
        turn.emit(Event::Arrived { unit, hex });
    }
}
