//! Leaving the map (7.8), Germans only.

use super::orders::check_unit;
use crate::EnemyAction;
use crate::chapters::asking::{Known, misplaced};
use crate::chapters::movement::{Mover, march};
use crate::chapters::{fuel, ownership};
use crate::printed::{CardId, Definitions, Edge, GERMAN, during};
use crate::truth::event::Event;
use crate::truth::order::Step;
use crate::truth::roster::Supply;
use crate::truth::state::{Bound, Errand, Public};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Progress, Refusal, Turn};

/// Why a unit may not leave the map from a hex, whatever its way there.
fn open(definitions: &Definitions, public: &Public, unit: UnitId, hex: HexId) -> Result<Edge, Refusal> {
    let name = definitions.name(unit);
    if definitions.counter(unit).side == GERMAN && public.unit(unit).supply != Supply::Full {
        return Err(Refusal::new("7.8c", format!("{name} is not in supply")));
    }
    let edge = gate(definitions, public, unit, hex)?;
    if public.disposition(definitions).zones(GERMAN.enemy()).contains(hex) {
        return Err(Refusal::new("7.8b", format!("the enemy controls {}", definitions.place(hex))));
    }
    Ok(edge)
}

/// The edge over which a unit leaves the map from a hex, if its army does, whoever is in the way.
///
/// # Errors
/// The rule that forbids it.
pub fn gate(definitions: &Definitions, public: &Public, unit: UnitId, hex: HexId) -> Result<Edge, Refusal> {
    let (board, counter, name) = (&definitions.board, definitions.counter(unit), definitions.name(unit));
    let place = definitions.place(hex);
    if counter.side != GERMAN {
        return Err(Refusal::new("2.1f", "Allied units do not leave the map"));
    }
    let it = board.hex(hex);
    let Some((edge, last)) = it.exit else { return Err(Refusal::new("7.8a", format!("{place} is no exit hex"))) };
    if last.is_some_and(|last| !during((0, last), public.day)) {
        return Err(Refusal::new("2.1e", format!("{place} is no exit hex any more")));
    }
    let beyond = it.beyond_meuse;
    let may = match (&counter.army[..], edge) {
        ("6pz", Edge::North | Edge::West) | ("5pz" | "okw", Edge::West) | ("7", Edge::South) => true,
        ("okw", Edge::North) => beyond,
        _ => false,
    };
    if !may {
        return Err(Refusal::new("7.8d", format!("{name} does not leave by that edge")));
    }
    if edge == Edge::South && public.gains.left_north {
        return Err(Refusal::new("7.81a", "units have left by the north edge, which closes the south one"));
    }
    if edge == Edge::North && !beyond && public.gains.left_south {
        return Err(Refusal::new(
            "7.81b",
            "units have left by the south edge, which closes the north one east of the Meuse",
        ));
    }
    Ok(edge)
}

/// Judges `exit UNIT at HEX`.
///
/// # Errors
/// The rule that forbids it.
pub fn check(known: Known<'_>, partial: &[Step], step: &Step) -> Result<Progress, Refusal> {
    match (partial, step) {
        ([_], Step::Unit(unit)) => {
            let from = check_unit(known, *unit)?;
            let any = exits(known, *unit, from);
            if any.is_empty() {
                let (definitions, public) = (known.definitions, known.public);
                // where it stands is judged only if it could leave there
                let bound = known.side != GERMAN || public.unit(*unit).supply != Supply::Full;
                if bound || definitions.board.hex(from).exit.is_some() {
                    open(definitions, public, *unit, from)?;
                }
                let name = definitions.name(*unit);
                let message = format!("{name} reaches no exit hex that is open to it with a point left");
                return Err(Refusal::new("7.8a", message));
            }
            Ok(Progress::Open)
        }
        ([_, Step::Unit(unit)], Step::Hex(hex)) => {
            let from = check_unit(known, *unit)?;
            open(known.definitions, known.public, *unit, *hex)?;
            if exits(known, *unit, from).contains(hex) {
                return Ok(Progress::Complete);
            }
            let name = known.definitions.name(*unit);
            Err(Refusal::new("7.8a", format!("{name} has no point left in {}", known.definitions.place(*hex))))
        }
        _ => Err(misplaced("a unit, then the exit hex")),
    }
}

/// The exits that a unit reaches with a point left, not by strategic movement.
fn exits(known: Known<'_>, unit: UnitId, from: HexId) -> Vec<HexId> {
    let (definitions, public) = (known.definitions, known.public);
    let may = |hex: &HexId| open(definitions, public, unit, *hex).is_ok();
    let hexes: Vec<HexId> =
        definitions.board.all().filter(|hex| definitions.board.hex(*hex).exit.is_some()).filter(may).collect();
    // who is under way by strategic movement does not leave the map by it (7.5)
    let far = public.halted.is_some_and(|halted| halted.unit == unit && !halted.fresh && halted.strategic);
    if hexes.is_empty() || far {
        return Vec::new();
    }
    let mover = Mover::new(definitions, public, unit, from, false);
    let Some((_, reach)) = mover.by_way_of(&[]) else { return Vec::new() };
    hexes.into_iter().filter(|hex| reach.left(*hex).is_some_and(|left| left >= 1)).collect()
}

/// Steps that may follow `exit`.
pub fn candidates(known: Known<'_>, partial: &[Step], offer: &mut dyn FnMut(Step)) {
    match partial {
        [_] if known.side == GERMAN => {
            let Some(activation) = &known.public.activation else { return };
            activation.units.iter().copied().map(Step::Unit).for_each(offer);
        }
        [_, Step::Unit(unit)] => {
            if let Ok(from) = check_unit(known, *unit) {
                exits(known, *unit, from).into_iter().map(Step::Hex).for_each(offer);
            }
        }
        _ => {}
    }
}

/// A unit goes to an exit to leave the map there.
pub fn perform(turn: &mut Turn<'_, EnemyAction>, hand: &[CardId], order: &[Step]) {
    let [_, Step::Unit(unit), Step::Hex(hex)] = order else { return };
    let definitions = turn.definitions();
    let known = Known { definitions, public: &turn.public, side: GERMAN, hand };
    let Ok(from) = check_unit(known, *unit) else { return };
    let mover = Mover::new(definitions, &turn.public, *unit, from, false);
    let path = mover.by_way_of(&[]).and_then(|(_, reach)| reach.path(*hex)).unwrap_or_default();
    let bound = Bound { left: mover.allowance, fresh: mover.fresh, path, exits: true, strategic: false };
    march::go(turn, *unit, Errand::Move, bound, Vec::new());
}

/// A unit goes the last of its way and leaves the map (7.82, 14.1).
pub fn leave(turn: &mut Turn<'_, EnemyAction>, unit: UnitId, path: &[HexId]) {
    let definitions = turn.definitions();
    let Some(hex) = path.last() else { return };
    let (counter, it, place) = (definitions.counter(unit), turn.public.unit(unit), definitions.board.hex(*hex));
    let each = if counter.kind.mechanised() { 2 } else { 1 };
    let worth = if place.beyond_meuse { it.face(counter).strength } else { it.steps(counter) };
    let edge = place.exit.map(|(edge, _)| edge);
    // 0116 counts for points and closes nothing (R31)
    let north = edge == Some(Edge::North) && !place.beyond_meuse && place.column < 16;
    let wake = ownership::wake(definitions, &turn.public, &[unit], path, true);
    let (points, south) = (each * i16::from(worth), edge == Some(Edge::South));
    turn.emit(Event::Exited { unit, points, north, south, wake });
    fuel::find(turn, unit, &path[1..]);
}
