//! Headquarters that were destroyed and come back (1.3j).

use crate::AutumnFog;
use crate::chapters::chapter::{Asked, Chapter, Judge, Steps, misplaced, named_unit};
use crate::chapters::historical_events::barriers;
use crate::chapters::supply::SupplyNet;
use crate::chapters::{asking, british, stacking, victory, zones};
use crate::printed::definitions::Definitions;
use crate::truth::event::Event;
use crate::truth::marks::{Mark, Marks};
use crate::truth::order::Step;
use crate::truth::state::{Field, Location, Pending};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Grounds, Progress, SideId, Turn, Unworded};
use std::borrow::Cow;

/// What is forgotten of a headquarters that was destroyed, when it comes back (1.3j).
const DESTROYED: Marks = Some(Cow::Borrowed(&[Mark::Fatigued, Mark::Improved]));

/// The headquarters of a side.
pub fn of(definitions: &Definitions, side: SideId) -> impl Iterator<Item = UnitId> + '_ {
    definitions.headquarters.iter().flatten().copied().filter(move |hq| definitions.unit(*hq).side == side)
}

/// Destroyed HQs of a side that may come back this turn (1.3j).
fn returning<'a>(definitions: &'a Definitions, field: &'a Field, side: SideId) -> impl Iterator<Item = UnitId> + 'a {
    let gone = |hq: &UnitId| matches!(field.unit(*hq).place, Location::Eliminated(turn) if turn < field.turn);
    of(definitions, side).filter(gone)
}

/// Whether an HQ of a side comes back and finds a hex.
pub fn someone_returns(definitions: &Definitions, field: &Field, side: SideId) -> bool {
    let mut returning = returning(definitions, field, side).peekable();
    returning.peek().is_some() && {
        let net = SupplyNet::new(definitions, field, side);
        returning.any(|hq| places(definitions, field, &net, hq).next().is_some())
    }
}

/// Hexes where a returning HQ may be placed.
fn places<'a>(
    definitions: &'a Definitions,
    field: &'a Field,
    net: &'a SupplyNet<'_>,
    hq: UnitId,
) -> impl Iterator<Item = HexId> + 'a {
    let hexes = (0..definitions.board.len() as u16).map(HexId);
    hexes.filter(move |hex| {
        fed(definitions, net, hq, *hex) && may_stand::<Unworded>(definitions, field, net, hq, *hex).is_ok()
    })
}

/// Whether an HQ would be supplied in a hex (10.2b, 16.2a).
fn fed(definitions: &Definitions, net: &SupplyNet<'_>, hq: UnitId, hex: HexId) -> bool {
    net.at_road(hex) || british::is_home(definitions, hq, hex)
}

/// What may follow a returning HQ: every hex where it may be placed, or none yet, in the order of
/// [`return_candidates`].
fn returns(asked: Asked<'_>, list: &mut Steps) -> bool {
    let Asked { definitions, field, side, partial, .. } = asked;
    let [_, Step::Unit(hq)] = partial else { return false };
    let net = SupplyNet::new(definitions, field, side);
    let steps = places(definitions, field, &net, *hq).map(Step::Hex).chain([Step::Done]);
    list.extend(steps.map(|step| (step, Progress::Complete)));
    true
}

/// Whether a returning HQ may be placed in a hex (ruling R7).
fn may_stand<R: Grounds>(
    definitions: &Definitions,
    field: &Field,
    net: &SupplyNet<'_>,
    hq: UnitId,
    hex: HexId,
) -> Result<(), R> {
    let (side, place) = (definitions.unit(hq).side, || definitions.place(hex));
    if definitions.board.around(hex).next().is_none() {
        return Err(R::under("1.3j", || format!("{} is not on the map", place())));
    }
    if zones::enemy_in(field, hex, side) {
        return Err(R::under("1.3j", || format!("enemy units are in {}", place())));
    }
    barriers::check_open::<R>(definitions, field, hex, side)?;
    if zones::controlled(definitions, field, hex, side) {
        return Err(R::under("1.3j", || format!("{} is in an enemy zone of control", place())));
    }
    if field.steps_in(hex) >= stacking::LIMIT {
        return Err(R::under("5a", || format!("{} holds {} steps already", place(), field.steps_in(hex))));
    }
    british::may_be_in::<R>(definitions, field, hq, hex)?;
    if !fed(definitions, net, hq, hex) {
        let name = definitions.name(hq);
        return Err(R::under("1.3j", || format!("{name} would have no line of supply in {}", place())));
    }
    Ok(())
}

/// The chapter of `return`.
pub static COMING_BACK: Chapter =
    Chapter { list: returns, ..Chapter::new(return_candidates, Judge(check_return, check_return), come_back) };

/// Steps that may follow `return`.
fn return_candidates(asked: Asked<'_>, offer: &mut dyn FnMut(Step)) {
    let Asked { definitions, field, side, partial, .. } = asked;
    match (partial.len(), named_unit(partial)) {
        (1, _) => returning(definitions, field, side).map(Step::Unit).for_each(offer),
        (2, Some(_)) => {
            let mut open = Vec::new();
            returns(asked, &mut open);
            open.into_iter().for_each(|(step, _)| offer(step));
        }
        _ => {}
    }
}

/// Judges a step of `return`.
fn check_return<R: Grounds>(asked: Asked<'_>, step: &Step) -> Result<Progress, R> {
    let Asked { definitions, field, side, partial, .. } = asked;
    match (named_unit(partial), step) {
        (None, Step::Unit(hq)) if returning(definitions, field, side).any(|gone| gone == *hq) => Ok(Progress::Open),
        (None, Step::Unit(hq)) => {
            Err(R::under("1.3j", || format!("{} does not come back this turn", definitions.name(*hq))))
        }
        (Some(hq), Step::Hex(hex)) => {
            let net = SupplyNet::new(definitions, field, side);
            may_stand::<R>(definitions, field, &net, hq, *hex).map(|()| Progress::Complete)
        }
        (Some(_), Step::Done) => Ok(Progress::Complete),
        _ => Err(misplaced("a destroyed headquarters and a hex, or `later`")),
    }
}

/// Brings a destroyed HQ back, or lets it wait a turn.
fn come_back(turn: &mut Turn<'_, AutumnFog>, side: SideId, order: &[Step]) {
    match order {
        [_, Step::Unit(unit), Step::Hex(hex)] => {
            turn.emit(Event::HqReturned { unit: *unit, hex: *hex, steps: Some(1), off: DESTROYED });
            victory::note_passage(turn, *unit, *hex);
        }
        [_, Step::Unit(unit), _] => turn.emit(Event::HqWaits { unit: *unit }),
        _ => {}
    }
    if !someone_returns(turn.definitions(), &turn.field, side) {
        asking::settle(turn, side, Pending::Return);
    }
}
