//! Movement (5): who may move, how far, and where to.

mod objections;
mod reach;
pub mod reinforcements;
pub mod road_mode;
mod way_in;

pub use objections::{barred, beside_a_column};
use objections::{not_here, shuts_out, stuck, why_not};
pub use reach::{Barrier, Closed, Mover};
use way_in::Due;

use crate::ArdennesOffensive;
use crate::chapters::supply;
use crate::printed::{Class, Definitions};
use crate::truth::event::Event;
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Phase, Place, State};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Progress, Refusal, SideId, Turn};

/// The allowance of a unit in points: halved without supply, the half point lost (12.6).
pub fn allowance(definitions: &Definitions, state: &State, unit: UnitId) -> u16 {
    let printed = u16::from(definitions.counter(unit).allowance);
    supply::leaves(definitions, state.unit(unit).supply).movement.of_allowance(printed)
}

/// What a unit has left in this phase, in the measure of its mode: points, or road hexes in road mode (ruling R14).
pub fn left(definitions: &Definitions, state: &State, unit: UnitId) -> u16 {
    let it = state.unit(unit);
    let rate = if it.road { definitions.tables.road_rates(definitions.counter(unit)).hexes } else { 1 };
    it.left.unwrap_or_else(|| allowance(definitions, state, unit) * rate)
}

/// What a number of the measure of a mode counts.
pub fn measure(road: bool, amount: u16) -> &'static str {
    match (road, amount) {
        (true, 1) => "road hex",
        (true, _) => "road hexes",
        (false, 1) => "point",
        (false, _) => "points",
    }
}

/// Whole points that a unit has left in this phase.
pub fn points_left(definitions: &Definitions, state: &State, unit: UnitId) -> u16 {
    let rate = if state.unit(unit).road { definitions.tables.road_rates(definitions.counter(unit)).hexes } else { 1 };
    left(definitions, state, unit) / rate
}

/// Whether a unit may act in the movement phase that is under way.
///
/// # Errors
/// The rule that forbids it.
pub fn check_unit(definitions: &Definitions, state: &State, side: SideId, unit: UnitId) -> Result<(), Refusal> {
    check_owner(definitions, side, unit)?;
    check_kind(definitions, state, unit)?;
    let (it, name) = (state.unit(unit), definitions.name(unit));
    if it.begun && state.mover != Some(unit) {
        return Err(Refusal::new("5.1e", format!("{name} has moved, and others after it"))
            .remedy("A unit moves once in a phase."));
    }
    let bound = road_mode::to_part(definitions, state, side);
    if state.phase == Phase::Movement && !bound.is_empty() && !bound.contains(&unit) {
        let names = definitions.names(&bound);
        return Err(Refusal::new("6.7n", format!("{names} must part along the road before {name} moves"))
            .remedy(parting(definitions, state, &bound)));
    }
    // who must part does so first, whoever is on the move and in the way of somebody
    if bound.contains(&unit) {
        return Ok(());
    }
    way_in::check_others(definitions, state, unit)
}

/// Whether a unit has a move in this phase that it has not begun, and can go somewhere or change its mode (5.1, 5.2k).
pub fn has_move(definitions: &Definitions, state: &State, unit: UnitId) -> bool {
    let can = |hex: HexId| {
        anywhere(definitions, state, &Mover::new(definitions, state, unit, hex))
            || road_mode::change(definitions, state, unit, !state.unit(unit).road).is_ok()
    };
    matches!(state.phase, Phase::Movement | Phase::Mechanized)
        && !state.unit(unit).begun
        && check_kind(definitions, state, unit).is_ok()
        && check_place(definitions, state, unit).is_ok_and(can)
}

/// Whether a unit is one's own.
fn check_owner(definitions: &Definitions, side: SideId, unit: UnitId) -> Result<(), Refusal> {
    let counter = definitions.counter(unit);
    if counter.side == side {
        return Ok(());
    }
    let (name, whose) = (definitions.name(unit), definitions.side_name(counter.side));
    Err(Refusal::new("5.1a", format!("{name} is {whose}; you move your own units")))
}

/// Whether a unit is of those that may move in this phase at all.
fn check_kind(definitions: &Definitions, state: &State, unit: UnitId) -> Result<(), Refusal> {
    let (counter, name) = (definitions.counter(unit), definitions.name(unit));
    if state.phase == Phase::Mechanized {
        if counter.class == Class::Foot {
            return Err(Refusal::new("5.2k", format!("{name} is not mechanized and does not move in this phase"))
                .remedy("It moves in an initial movement phase."));
        }
        if state.unit(unit).fought {
            return Err(Refusal::new(
                "5.2k",
                format!("{name} fought in this turn's combat and does not move a second time"),
            ));
        }
    }
    Ok(())
}

/// Whether a unit stands where it can move from.
fn check_place(definitions: &Definitions, state: &State, unit: UnitId) -> Result<HexId, Refusal> {
    let (it, name) = (state.unit(unit), definitions.name(unit));
    match it.place {
        Place::Hex(hex) if definitions.board.is_edge(hex) && !it.awake => {
            let message = format!("{name} sleeps in the edge hex {}", definitions.place(hex));
            Err(Refusal::new("5.3m", message)
                .remedy("Bring an Allied unit next to it by the start of a movement phase."))
        }
        Place::Hex(hex) => Ok(hex),
        _ => Err(not_here(definitions, state, unit)),
    }
}

/// A unit that may move, with the hex in which it is.
fn mover<'a>(definitions: &'a Definitions, state: &'a State, side: SideId, unit: UnitId) -> Result<Mover<'a>, Refusal> {
    check_owner(definitions, side, unit)?;
    // who and where it is tells more than what its kind may do in this phase
    let hex = check_place(definitions, state, unit)?;
    check_unit(definitions, state, side, unit)?;
    Ok(Mover::new(definitions, state, unit, hex))
}

/// Steps that may follow `move`, `march` or `deploy`.
pub fn candidates(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    partial: &[Step],
    offer: &mut dyn FnMut(Step),
) {
    match partial {
        [Step::Verb(_)] => {
            let here = |unit: &UnitId| state.unit(*unit).hex().is_some();
            definitions.units_of(side).filter(here).map(Step::Unit).for_each(offer);
        }
        [Step::Verb(Verb::Move), Step::Unit(unit)] => {
            let Ok(mover) = mover(definitions, state, side, *unit) else { return };
            let reach = mover.search(left(definitions, state, *unit));
            let due = Due::of(definitions, state);
            let ends = |hex: &HexId| reach.left(*hex).is_some() && may_end(&due, &mover, *hex);
            reach.hexes().iter().filter(ends).map(Step::Hex).for_each(offer);
        }
        _ => {}
    }
}

/// Judges a step after `move`, `march` or `deploy`.
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
        ([Step::Verb(Verb::Move)], Step::Unit(unit)) => {
            let mover = mover(definitions, state, side, *unit)?;
            if anywhere(definitions, state, &mover) {
                Ok(Progress::Open)
            } else {
                Err(stuck(definitions, state, *unit, &mover))
            }
        }
        ([Step::Verb(verb @ (Verb::March | Verb::Deploy))], Step::Unit(unit)) => {
            mover(definitions, state, side, *unit)?;
            road_mode::change(definitions, state, *unit, *verb == Verb::March)?;
            Ok(Progress::Complete)
        }
        ([Step::Verb(Verb::Move), Step::Unit(unit)], Step::Hex(to)) => {
            way(definitions, state, side, *unit, *to).map(|_| Progress::Complete)
        }
        _ => Err(Refusal::new("order", "expected a unit, and after `move UNIT to` a hex")),
    }
}

/// The way of a unit to a hex, and what is left there.
fn way(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    unit: UnitId,
    to: HexId,
) -> Result<(Vec<HexId>, u16), Refusal> {
    let mover = mover(definitions, state, side, unit)?;
    let left = left(definitions, state, unit);
    let reach = mover.search(left);
    match (reach.path(to), reach.left(to)) {
        (Some(path), Some(then)) if mover.may_end(to) => match Due::of(definitions, state).shut_out(unit, to) {
            None => Ok((path, then)),
            Some(kept) => Err(shuts_out(definitions, unit, to, kept)),
        },
        _ => Err(why_not(definitions, state, unit, &mover, left, to)),
    }
}

/// Whether a bound may end in a hex: beside nobody in road mode, and in the way of nobody who is due.
fn may_end(due: &Due<'_>, mover: &Mover<'_>, hex: HexId) -> bool {
    mover.may_end(hex) && due.shut_out(mover.unit, hex).is_none()
}

/// Whether a unit can move at all.
fn anywhere(definitions: &Definitions, state: &State, mover: &Mover<'_>) -> bool {
    let due = Due::of(definitions, state);
    mover.any(left(definitions, state, mover.unit), |hex| may_end(&due, mover, hex))
}

/// Carries out `move`, `march` or `deploy`.
pub fn perform(turn: &mut Turn<'_, ArdennesOffensive>, side: SideId, order: &[Step]) {
    let definitions = turn.definitions();
    match order {
        [Step::Verb(Verb::Move), Step::Unit(unit), Step::Hex(to)] => {
            if let Ok((path, left)) = way(definitions, turn, side, *unit, *to) {
                turn.emit(Event::Moved { unit: *unit, path, left });
            }
        }
        [Step::Verb(verb), Step::Unit(unit)] => {
            let road = *verb == Verb::March;
            if let Ok(left) = road_mode::change(definitions, turn, *unit, road) {
                turn.emit(Event::ModeChanged { unit: *unit, road, left });
            }
        }
        _ => {}
    }
}

/// Whether a side may end a movement phase: who must part is asked in the first (6.7n), who may not wait in both (ruling R46).
///
/// # Errors
/// What must be done before.
pub fn check_end(definitions: &Definitions, state: &State, side: SideId) -> Result<(), Refusal> {
    if state.phase == Phase::Movement {
        let bound = road_mode::to_part(definitions, state, side);
        if !bound.is_empty() {
            let stand = if bound.len() == 1 { "stands" } else { "stand" };
            let message = format!(
                "{} still {stand} beside another unit along the road, one of them in road mode",
                definitions.names(&bound)
            );
            return Err(Refusal::new("6.7n", message).remedy(parting(definitions, state, &bound)));
        }
    }
    reinforcements::check_end(definitions, state, side)?;
    way_in::check_end(definitions, state)
}

/// Whether anything can be done in a movement phase but end it.
pub fn anything(definitions: &Definitions, state: &State, side: SideId) -> bool {
    definitions.units_of(side).any(|unit| {
        let moves = || mover(definitions, state, side, unit).is_ok_and(|it| anywhere(definitions, state, &it));
        let changes = || {
            mover(definitions, state, side, unit).is_ok()
                && road_mode::change(definitions, state, unit, !state.unit(unit).road).is_ok()
        };
        match state.unit(unit).place {
            Place::Hex(_) => moves() || changes(),
            Place::Waiting(_) => reinforcements::can_enter(definitions, state, side, unit).is_some(),
            _ => false,
        }
    })
}

/// Whether a unit that has company along the road can end that: by moving on, or by leaving road mode (6.7n).
pub fn can_part(definitions: &Definitions, state: &State, unit: UnitId) -> bool {
    let it = state.unit(unit);
    let Some(hex) = it.hex() else { return false };
    if it.begun && state.mover != Some(unit) {
        return false;
    }
    can_leave_mode(definitions, state, unit, hex)
        || anywhere(definitions, state, &Mover::new(definitions, state, unit, hex))
}

/// Whether a unit ends it that it stands beside others along the road when it leaves road mode (6.7n).
fn can_leave_mode(definitions: &Definitions, state: &State, unit: UnitId, hex: HexId) -> bool {
    state.unit(unit).road
        && road_mode::change(definitions, state, unit, false).is_ok()
        && road_mode::disturbed(definitions, state, unit, hex).is_none()
}

/// How one of those who must part along the road does so (6.7n).
fn parting(definitions: &Definitions, state: &State, bound: &[UnitId]) -> String {
    let order = |unit: UnitId| {
        let (hex, name) = (state.unit(unit).hex()?, definitions.name(unit));
        if can_leave_mode(definitions, state, unit, hex) {
            return Some(format!("`deploy {name}`"));
        }
        let to = onward(definitions, state, unit, None, 1)?;
        Some(format!("`move {name} to {}`", definitions.published.map.grid.number(to)))
    };
    let orders: Vec<String> = bound.iter().copied().filter_map(order).collect();
    format!("Move one of them on, or take it out of road mode: {}.", orders.join(" or "))
}

/// Where a unit goes on to that came on by a gate: as near as it comes to a target; or without one no further than room for
/// so many behind it asks for, two hexes for each, as units in road mode keep apart (6.5g). None if it can go nowhere.
pub fn onward(
    definitions: &Definitions,
    state: &State,
    unit: UnitId,
    target: Option<HexId>,
    behind: usize,
) -> Option<HexId> {
    let mover = mover(definitions, state, definitions.counter(unit).side, unit).ok()?;
    let (reach, due) = (mover.search(left(definitions, state, unit)), Due::of(definitions, state));
    let ends = reach.hexes().iter().filter(|hex| may_end(&due, &mover, *hex));
    let from_gate = |hex: HexId| usize::from(definitions.board.distance(hex, mover.start));
    ends.min_by_key(|hex| match target {
        Some(target) => usize::from(definitions.board.distance(*hex, target)),
        None => from_gate(*hex).abs_diff(2 * behind),
    })
}

/// The hex nearest to a target in which a unit can end a bound, with most left; none if it comes no nearer than it is.
pub fn nearer(definitions: &Definitions, state: &State, unit: UnitId, target: HexId) -> Option<HexId> {
    let mover = mover(definitions, state, definitions.counter(unit).side, unit).ok()?;
    let (reach, due) = (mover.search(left(definitions, state, unit)), Due::of(definitions, state));
    let away = |hex: HexId| definitions.board.distance(hex, target);
    let ends = reach.hexes().iter().filter(|hex| away(*hex) < away(mover.start) && may_end(&due, &mover, *hex));
    ends.min_by_key(|hex| (away(*hex), std::cmp::Reverse(reach.left(*hex))))
}

/// The way of a unit to a hex in one bound, if there is one, and what it costs in the measure of its mode.
pub fn way_of(definitions: &Definitions, state: &State, unit: UnitId, to: HexId) -> Option<(Vec<HexId>, u16)> {
    let side = definitions.counter(unit).side;
    let (path, then) = way(definitions, state, side, unit, to).ok()?;
    Some((path, left(definitions, state, unit) - then))
}
