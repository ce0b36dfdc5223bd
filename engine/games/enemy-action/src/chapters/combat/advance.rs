//! Advance after combat (9.8).

use super::hits::alive;
use crate::EnemyAction;
use crate::chapters::asking::{Known, misplaced};
use crate::chapters::movement::{bridged, march, released};
use crate::chapters::stacking;
use crate::printed::{Definitions, GERMAN, Ground, Side};
use crate::truth::event::Event;
use crate::truth::order::Step;
use crate::truth::state::{Bound, Combat, Errand, Public};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Progress, Refusal, Turn};

/// Whether the attacked hex is empty of those who fought in it (9.8).
pub fn vacated(definitions: &Definitions, public: &Public, combat: &Combat) -> bool {
    !public.disposition(definitions).holds(combat.attacker.enemy(), combat.target)
}

/// Whether units may go on a second hex: the defenders went two, or died (9.81).
fn second(public: &Public, combat: &Combat) -> bool {
    combat.retreat.len() == 3 || alive(public, &combat.defenders).is_empty()
}

/// Attackers that may still advance.
pub fn units(definitions: &Definitions, public: &Public, combat: &Combat) -> Vec<UnitId> {
    if !vacated(definitions, public, combat) {
        return Vec::new();
    }
    let fit = |unit: &UnitId| {
        let it = public.unit(*unit);
        let halted = combat.halted.is_some_and(|(halted, _)| halted == *unit);
        !it.dispersed && !it.no_fuel && (halted || !combat.advanced.contains(unit))
    };
    let all = alive(public, &combat.attackers).into_iter().filter(fit);
    all.filter(|unit| ends(definitions, public, combat, *unit).iter().any(Result::is_ok)).collect()
}

/// What an advance does with each hex that it may name: the way to it, or why it does not lead there.
fn ends(definitions: &Definitions, public: &Public, combat: &Combat, unit: UnitId) -> Vec<Result<Vec<HexId>, Refusal>> {
    let board = &definitions.board;
    let around = std::iter::once(combat.target).chain(board.around(combat.target));
    around.map(|hex| way(definitions, public, combat, unit, hex)).collect()
}

/// The way of an advance to a hex.
///
/// # Errors
/// The rule that forbids it.
pub fn way(
    definitions: &Definitions,
    public: &Public,
    combat: &Combat,
    unit: UnitId,
    to: HexId,
) -> Result<Vec<HexId>, Refusal> {
    let (board, name) = (&definitions.board, definitions.name(unit));
    let refuse = |case: &'static str, why: &str| Err(Refusal::new(case, format!("{name} does not advance: {why}")));
    let Some(from) = public.unit(unit).hex() else { return refuse("9.8", "it is not on the map") };
    if combat.halted.is_some_and(|(halted, _)| halted == unit) {
        onward(definitions, public, combat, unit, to)?;
        return Ok(vec![from, to]);
    }
    let Some(border) = board.side(from, combat.target) else {
        return refuse("9.8", "it is not beside the hex that was left");
    };
    enter(definitions, public, unit, border)?;
    let stands = |border: &Side| border.river.is_none_or(|river| bridged(definitions, public, unit, river));
    if taken(combat, border) {
        let case = if stands(border) { "9.82a" } else { "9.82b" };
        return refuse(case, "another unit has advanced over that hexside, where one may");
    }
    if to == combat.target {
        if !stacking::fits(definitions, public, to, &[unit]) {
            return refuse("9.8", "the hex is full");
        }
        return Ok(vec![from, to]);
    }
    if !definitions.counter(unit).kind.mechanised() {
        return refuse("9.81a", "units on foot advance one hex");
    }
    if !second(public, combat) {
        return refuse("9.81a", "the defenders went one hex");
    }
    if !stands(border) {
        return refuse("9.82b", "it stops behind the unbridged river");
    }
    if to == from {
        return refuse("9.81b", "it would go back to where it came from");
    }
    onward(definitions, public, combat, unit, to)?;
    Ok(vec![from, combat.target, to])
}

/// Whether an advance crosses a hexside over which another unit has gone, where one may (9.82).
fn taken(combat: &Combat, border: &Side) -> bool {
    border.river.is_some_and(|river| combat.crossed.contains(&river))
}

/// Whether a unit may go on from the hex that was left to a second one (9.81, 9.82).
fn onward(definitions: &Definitions, public: &Public, combat: &Combat, unit: UnitId, to: HexId) -> Result<(), Refusal> {
    let (board, name) = (&definitions.board, definitions.name(unit));
    let refuse = |case: &'static str, why: &str| Err(Refusal::new(case, format!("{name} does not advance: {why}")));
    let Some(on) = board.side(combat.target, to) else { return refuse("9.81b", "it goes two hexes at most") };
    let stands = |border: &Side| border.river.is_none_or(|river| bridged(definitions, public, unit, river));
    let zone = |hex: HexId| public.disposition(definitions).zones(combat.attacker.enemy()).contains(hex);
    if combat.halted.is_some_and(|(halted, river)| halted == unit && on.river == Some(river)) {
        return refuse("7.33b", "the bridge was blown before it");
    }
    enter(definitions, public, unit, on)?;
    if taken(combat, on) && (!stands(on) || zone(to)) {
        let case = if stands(on) { "9.82a" } else { "9.82b" };
        return refuse(case, "another unit has advanced over the second hexside, where one may");
    }
    let follows = combat.retreat.get(1) == Some(&to);
    let pathless = board.hex(to).ground == Ground::Forest && !(on.road && stands(on));
    if !follows && (zone(combat.target) && zone(to) || !stands(on) || pathless) {
        return refuse(
            "9.81b",
            "off the path of retreat no zone follows on another, no river is crossed, and forest is entered by road",
        );
    }
    let blocks = |side: &Side| side.road && stands(side) && public.roadblocks.contains(&side.there);
    if combat.attacker == GERMAN && board.hex(combat.target).sides.iter().any(blocks) {
        return refuse("7.9c", "a roadblock stops it in the first hex");
    }
    if !stacking::fits(definitions, public, to, &[unit]) {
        return refuse("9.81a", "the hex is full");
    }
    Ok(())
}

/// What keeps an advancing unit out of a hex whatever its way (7.61, 7.72, 7.9).
fn enter(definitions: &Definitions, public: &Public, unit: UnitId, border: &Side) -> Result<(), Refusal> {
    let (counter, to) = (definitions.counter(unit), border.there);
    let (name, place, it) = (definitions.name(unit), definitions.place(to), definitions.board.hex(to));
    if public.disposition(definitions).holds(counter.side.enemy(), to) {
        return Err(Refusal::new("7.1d", format!("{name} cannot advance into {place}: enemies are there")));
    }
    if counter.side == GERMAN && public.roadblocks.contains(&to) {
        return Err(Refusal::new("7.9b", format!("{name} cannot advance into {place}: a roadblock is there")));
    }
    let bound = counter.side == GERMAN && public.day < definitions.tables.from.free && counter.army != "okw";
    if bound && !it.areas.contains(&counter.army) {
        return Err(Refusal::new("7.61b", format!("{name} does not advance across its army's line into {place}")));
    }
    if counter.army == "xxx" && !released(definitions, public, unit) && !it.beyond_meuse {
        return Err(Refusal::new("7.72a", format!("{name} does not advance east of the Meuse into {place}")));
    }
    Ok(())
}

/// Steps that may follow `advance`.
pub fn candidates(known: Known<'_>, partial: &[Step], offer: &mut dyn FnMut(Step)) {
    let Some(combat) = &known.public.combat else { return };
    match partial {
        [_] => units(known.definitions, known.public, combat).into_iter().map(Step::Unit).for_each(offer),
        [_, Step::Unit(unit)] => {
            let ways = ends(known.definitions, known.public, combat, *unit).into_iter().flatten();
            ways.filter_map(|way| way.last().copied()).map(Step::Hex).for_each(offer);
        }
        _ => {}
    }
}

/// Judges `advance UNIT to HEX`.
///
/// # Errors
/// The rule that forbids it.
pub fn check(known: Known<'_>, partial: &[Step], step: &Step) -> Result<Progress, Refusal> {
    let Some(combat) = &known.public.combat else { return Err(Refusal::new("9.8", "no combat is fought")) };
    match (partial, step) {
        ([_], Step::Unit(unit)) => {
            let open = units(known.definitions, known.public, combat);
            if open.contains(unit) {
                return Ok(Progress::Open);
            }
            let it = known.public.unit(*unit);
            let (case, why) = match () {
                () if !combat.attackers.contains(unit) => ("9.8", "it did not attack"),
                () if it.hex().is_none() => ("9.8", "it is eliminated"),
                () if combat.advanced.contains(unit) => ("9.8", "it has advanced"),
                () if it.dispersed => ("9.9b", "it is dispersed"),
                () if it.no_fuel => ("10.41a", "it is out of fuel"),
                () => {
                    way(known.definitions, known.public, combat, *unit, combat.target)?;
                    ("9.8", "no hex is open to it")
                }
            };
            let message = format!("{} does not advance: {why}", known.definitions.name(*unit));
            Err(Refusal::new(case, message).remedy(format!("Open: {}.", known.definitions.names(&open))))
        }
        ([_, Step::Unit(unit)], Step::Hex(hex)) => {
            way(known.definitions, known.public, combat, *unit, *hex).map(|_| Progress::Complete)
        }
        _ => Err(misplaced("a unit, then the hex in which it ends")),
    }
}

/// A unit advances.
pub fn perform(turn: &mut Turn<'_, EnemyAction>, order: &[Step]) {
    let [_, Step::Unit(unit), Step::Hex(hex)] = order else { return };
    let definitions = turn.definitions();
    let Some(combat) = turn.public.combat.clone() else { return };
    let Ok(path) = way(definitions, &turn.public, &combat, *unit, *hex) else { return };
    turn.emit(Event::Answered);
    let bound = Bound { path, exits: false, strategic: false, left: 0, fresh: true };
    march::go(turn, *unit, Errand::Advance, bound, Vec::new());
}
