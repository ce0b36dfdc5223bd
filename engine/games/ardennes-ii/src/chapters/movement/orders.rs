//! Orders of movement: units that stand together move, overrun or leave the map.

use super::{Mover, Reached, along, check_unit, exit, mover, overrun, why_not};
use crate::ArdennesII;
use crate::chapters::asking::misplaced;
use crate::chapters::{artillery, barrage, bridges, combat, terrain, victory};
use crate::printed::{Definitions, GERMAN};
use crate::truth::event::Event;
use crate::truth::order::{Step, Verb};
use crate::truth::state::State;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Progress, Refusal, SideId, Turn};

/// The units that an order names.
pub fn units_of(order: &[Step]) -> Vec<UnitId> {
    let unit = |step: &Step| if let Step::Unit(unit) = step { Some(*unit) } else { None };
    order.iter().filter_map(unit).collect()
}

/// Steps that may follow `move`, `overrun` or `exit`.
pub fn candidates(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    partial: &[Step],
    offer: &mut dyn FnMut(Step),
) {
    let on_map = |unit: &UnitId| state.unit(*unit).hex().is_some();
    match partial {
        [Step::Verb(Verb::Move | Verb::Exit)] => {
            definitions.units_of(side).filter(on_map).map(Step::Unit).for_each(offer);
        }
        [Step::Verb(Verb::Move), units @ ..] => {
            let units = units_of(units);
            ends(definitions, state, side, &units).into_iter().map(Step::Hex).for_each(&mut *offer);
            companions(definitions, state, &units).into_iter().map(Step::Unit).for_each(offer);
        }
        [Step::Verb(Verb::Overrun)] => {
            let mut targets: Vec<HexId> = definitions
                .units_of(side)
                .filter(|unit| check_unit(definitions, state, side, *unit).is_ok())
                .filter_map(|unit| state.unit(unit).hex())
                .flat_map(|hex| definitions.board.around(hex))
                .filter(|hex| state.disposition(definitions).holds(side.enemy(), *hex))
                .collect();
            targets.sort_unstable();
            targets.dedup();
            targets.into_iter().map(Step::Hex).for_each(offer);
        }
        [Step::Verb(Verb::Overrun), Step::Hex(target), units @ ..] => {
            let named = units_of(units);
            let near = definitions.board.around(*target).flat_map(|hex| state.disposition(definitions).stack(hex));
            near.filter(|unit| !named.contains(unit)).map(Step::Unit).for_each(&mut *offer);
            if !named.is_empty() {
                offer(Step::Done);
            }
        }
        _ => {}
    }
}

/// The other units that stand where some stand.
fn companions(definitions: &Definitions, state: &State, units: &[UnitId]) -> Vec<UnitId> {
    let Some(hex) = units.first().and_then(|unit| state.unit(*unit).hex()) else { return Vec::new() };
    state.disposition(definitions).stack(hex).filter(|unit| !units.contains(unit)).collect()
}

/// All that units can reach, each by its own search.
fn searched(definitions: &Definitions, state: &State, side: SideId, units: &[UnitId]) -> Result<Vec<Reached>, Refusal> {
    units.iter().map(|unit| Ok(mover(definitions, state, side, *unit)?.search())).collect()
}

/// Whether units pay the same for every way, and have the same left.
fn alike(definitions: &Definitions, state: &State, units: &[UnitId]) -> bool {
    let kind = |unit: &UnitId| {
        let (counter, it) = (definitions.counter(*unit), state.unit(*unit));
        (counter.allowance, counter.movement, counter.is_gun(), counter.boats, it.spent, it.disorganised)
    };
    units.windows(2).all(|pair| kind(&pair[0]) == kind(&pair[1]))
}

/// The hexes to which units that stand together can go together.
pub fn ends(definitions: &Definitions, state: &State, side: SideId, units: &[UnitId]) -> Vec<HexId> {
    let Ok(reached) = searched(definitions, state, side, units) else { return Vec::new() };
    let Some((first, others)) = reached.split_first() else { return Vec::new() };
    if others.is_empty() || alike(definitions, state, units) {
        return first.hexes().collect();
    }
    let common = first.hexes().filter(|hex| others.iter().all(|it| it.left(*hex).is_some()));
    common.filter(|hex| common_way(definitions, state, side, units, &reached, *hex).is_ok()).collect()
}

/// The way of one of the units that all of them can go.
fn common_way(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    units: &[UnitId],
    reached: &[Reached],
    to: HexId,
) -> Result<Vec<HexId>, Refusal> {
    let mut refused = None;
    for path in reached.iter().filter_map(|it| it.path(to)).filter(|path| path.len() > 1) {
        match along(definitions, state, side, units, &path) {
            Ok(_) => return Ok(path),
            Err(refusal) => refused = refused.or(Some(refusal)),
        }
    }
    Err(refused.unwrap_or_else(|| misplaced("a hex that the units can reach")))
}

/// The way of units to a hex: the cheapest of one of them that all can go.
///
/// # Errors
/// The rule that forbids it to one of them.
pub fn way(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    units: &[UnitId],
    to: HexId,
) -> Result<Vec<HexId>, Refusal> {
    let reached = searched(definitions, state, side, units)?;
    for (unit, it) in units.iter().zip(&reached) {
        if it.path(to).is_none_or(|path| path.len() < 2) {
            return Err(why_not(definitions, state, *unit, &mover(definitions, state, side, *unit)?, to));
        }
    }
    common_way(definitions, state, side, units, &reached, to)
}

/// Judges a step after `move`, `overrun` or `exit`.
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
        ([Step::Verb(Verb::Exit)], Step::Unit(unit)) => {
            exit::check(definitions, state, side, *unit).map(|_| Progress::Complete)
        }
        ([Step::Verb(Verb::Move), units @ ..], Step::Unit(unit)) if units.len() == units_of(units).len() => {
            check_joins(definitions, state, side, &units_of(units), *unit)?;
            Ok(Progress::Open)
        }
        ([Step::Verb(Verb::Move), units @ ..], Step::Hex(to))
            if !units.is_empty() && units.len() == units_of(units).len() =>
        {
            way(definitions, state, side, &units_of(units), *to).map(|_| Progress::Complete)
        }
        ([Step::Verb(Verb::Overrun)], Step::Hex(target)) => check_target(definitions, state, side, *target),
        ([Step::Verb(Verb::Overrun), Step::Hex(target), units @ ..], Step::Unit(unit)) => {
            let named = units_of(units);
            not_twice(definitions, &named, *unit)?;
            overrun::check(definitions, state, side, &[&named[..], &[*unit]].concat(), *target)?;
            Ok(Progress::Open)
        }
        ([Step::Verb(Verb::Overrun), Step::Hex(_), units @ ..], Step::Done) if !units.is_empty() => {
            Ok(Progress::Complete)
        }
        _ => Err(misplaced("units and a hex, as in `move UNIT, ... to HEX` or `overrun HEX with UNIT, ...`")),
    }
}

fn not_twice(definitions: &Definitions, named: &[UnitId], unit: UnitId) -> Result<(), Refusal> {
    let twice = || Refusal::new("order", format!("{} is named twice", definitions.name(unit)));
    if named.contains(&unit) { Err(twice()) } else { Ok(()) }
}

/// Whether a unit moves together with others: it stands with them, and may move.
fn check_joins(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    named: &[UnitId],
    unit: UnitId,
) -> Result<(), Refusal> {
    not_twice(definitions, named, unit)?;
    let (hex, name) = (check_unit(definitions, state, side, unit)?, definitions.name(unit));
    if let Some(first) = named.first().filter(|first| state.unit(**first).hex() != Some(hex)) {
        let message = format!("{name} does not stand with {}", definitions.name(*first));
        return Err(
            Refusal::new("SCS.MOVEe", message).remedy("Who moves together starts in one hex; order each stack.")
        );
    }
    let left = super::left(definitions, state, unit);
    if Mover::new(definitions, state, unit, hex).is_stuck() {
        let message = format!("{name} has {} left, too few for any hex around, or all are barred", super::points(left));
        return Err(Refusal::new("1.3i", message));
    }
    Ok(())
}

/// Whether anybody could overrun a hex.
fn check_target(definitions: &Definitions, state: &State, side: SideId, target: HexId) -> Result<Progress, Refusal> {
    let place = definitions.place(target);
    if !state.disposition(definitions).holds(side.enemy(), target) {
        return Err(Refusal::new("3.2i", format!("no enemy unit is in {place} to be overrun")));
    }
    let near = definitions.board.around(target).flat_map(|hex| state.disposition(definitions).stack(hex));
    let mut refused = None;
    for unit in near.filter(|unit| definitions.counter(*unit).side == side) {
        match overrun::check(definitions, state, side, &[unit], target) {
            Ok(_) => return Ok(Progress::Open),
            Err(refusal) => refused = refused.or(Some(refusal)),
        }
    }
    let nobody = || {
        Refusal::new("3.3e", format!("none of your units stands next to {place}")).remedy(overrun::roads_into(
            definitions,
            state,
            target,
        ))
    };
    Err(refused.unwrap_or_else(nobody))
}

/// Carries out `move`, `overrun` or `exit`.
pub fn perform(turn: &mut Turn<'_, ArdennesII>, side: SideId, order: &[Step]) {
    let definitions = turn.definitions();
    let units = units_of(order);
    match order {
        [Step::Verb(Verb::Exit), Step::Unit(unit)] => {
            if let Ok(left) = exit::check(definitions, turn, side, *unit) {
                turn.emit(left);
            }
        }
        [Step::Verb(Verb::Move), .., Step::Hex(to)] => {
            if let Ok(path) = way(definitions, turn, side, &units, *to) {
                march(turn, side, &units, &path);
            }
        }
        [Step::Verb(Verb::Overrun), Step::Hex(target), ..] => {
            if let Ok(overran) = overrun::check(definitions, turn, side, &units, *target) {
                turn.emit(overran);
                combat::announce(turn, side, units, *target, true);
            }
        }
        _ => {}
    }
}

/// Units go along a way as far as nothing halts them that the other side decides (3.6d, 3.8h, ruling R32).
fn march(turn: &mut Turn<'_, ArdennesII>, side: SideId, units: &[UnitId], path: &[HexId]) {
    let definitions = turn.definitions();
    let last = path.len() - 1;
    let halt = (1..last).find(|at| alarms(definitions, turn, side, units, path[*at])).unwrap_or(last);
    let Ok(events) = along(definitions, turn, side, units, &path[..=halt]) else { return };
    events.into_iter().for_each(|event| turn.emit(event));
    passed(turn, side, &path[1..=halt]);
    if halt < last {
        turn.emit(Event::Waits { units: units.to_vec(), path: path[halt..].to_vec() });
    }
    threaten(turn, side, path[halt]);
}

/// Goes on with a move that waited; it ends where the way is no longer open.
pub fn go_on(turn: &mut Turn<'_, ArdennesII>) {
    let Some(waiting) = turn.march.clone() else { return };
    let (Some(unit), Some(hex)) = (waiting.units.first(), waiting.path.first()) else { return };
    let (definitions, hex) = (turn.definitions(), *hex);
    let side = definitions.counter(*unit).side;
    turn.emit(Event::WentOn);
    match along(definitions, turn, side, &waiting.units, &waiting.path) {
        Ok(_) => march(turn, side, &waiting.units, &waiting.path),
        Err(_) => turn.emit(Event::Halted { units: waiting.units, hex }),
    }
}

/// What passing through hexes does: Germans spoil charges (3.8m), and VP hexes change hands (6c).
fn passed(turn: &mut Turn<'_, ArdennesII>, side: SideId, hexes: &[HexId]) {
    let definitions = turn.definitions();
    if side == GERMAN {
        bridges::spoiled(definitions, turn, hexes).into_iter().for_each(|event| turn.emit(event));
    }
    victory::passed(definitions, turn, side, hexes).into_iter().for_each(|event| turn.emit(event));
}

/// Lets the US player think of bridges to which Germans have come (3.8h).
pub fn threaten(turn: &mut Turn<'_, ArdennesII>, side: SideId, hex: HexId) {
    if side == GERMAN {
        let plungers = bridges::near(turn.definitions(), turn, hex);
        if !plungers.is_empty() {
            turn.emit(Event::Threatened { plungers });
        }
    }
}

/// Whether units that come into a hex make the other side act: guns next to it run, or bridges may be blown.
fn alarms(definitions: &Definitions, state: &State, side: SideId, units: &[UnitId], hex: HexId) -> bool {
    let feared = |unit: &UnitId| artillery::is_feared(definitions, state, *unit);
    let disposition = state.disposition(definitions);
    let runs = |there: HexId| {
        let mut stack = disposition.stack(there);
        let gun = stack.any(|unit| {
            definitions.counter(unit).side != side
                && definitions.counter(unit).is_gun()
                && !state.unit(unit).disorganised
        });
        let reaches = |unit: &UnitId| {
            feared(unit) && terrain::may_attack(definitions, state, definitions.counter(*unit).allowance, hex, there)
        };
        gun && units.iter().any(reaches)
    };
    definitions.board.around(hex).any(runs) || side == GERMAN && !bridges::near(definitions, state, hex).is_empty()
}

/// Whether any unit of a side can move or overrun now.
pub fn anything(definitions: &Definitions, state: &State, side: SideId) -> bool {
    definitions.units_of(side).any(|unit| check_joins(definitions, state, side, &[], unit).is_ok())
        || overruns(definitions, state, side)
        || definitions.units_of(side).any(|unit| exit::check(definitions, state, side, unit).is_ok())
}

/// Whether any unit of a side can overrun somebody from where it stands.
pub fn overruns(definitions: &Definitions, state: &State, side: SideId) -> bool {
    let mut found = false;
    candidates(definitions, state, side, &[Step::Verb(Verb::Overrun)], &mut |step| {
        if let Step::Hex(target) = step {
            found |= check_target(definitions, state, side, target).is_ok();
        }
    });
    found
}

/// What follows on an overrun that was fought (3.3k, 3.3l).
pub fn overran(turn: &mut Turn<'_, ArdennesII>) {
    let definitions = turn.definitions();
    let Some(combat) = turn.combat.clone() else { return };
    if let Some(Event::Advanced { units, to }) = overrun::fought(definitions, turn, &combat.attackers, combat.target) {
        turn.emit(Event::Advanced { units: units.clone(), to });
        if units.iter().any(|unit| barrage::under_fire(definitions, turn, *unit) > 0) {
            turn.emit(Event::UnderFire { units });
        }
        threaten(turn, combat.attacker, to);
    }
}
