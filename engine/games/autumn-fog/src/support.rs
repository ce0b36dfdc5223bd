//! Support markers before they are used (1.6), and headquarters that come back (1.3j).

use super::british;
use super::chapter::{Asked, Chapter, Judge, Steps, misplaced, named_unit};
use super::command::SupplyNet;
use super::definitions::Definitions;
use super::event::Event;
use super::game::AutumnFog;
use super::history::clearing;
use super::marks::{Mark, Marks};
use super::order::{Step, SupportKind};
use super::state::{Field, Location, Pending, Supply};
use super::{sequence, stacking, victory, zoc};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Grounds, Progress, SideId, Turn, Unworded};
use std::borrow::Cow;

/// What is forgotten of a headquarters that was destroyed, when it comes back (1.3j).
const DESTROYED: Marks = Some(Cow::Borrowed(&[Mark::Fatigued, Mark::Improved]));

/// The headquarters of a side.
fn headquarters(definitions: &Definitions, side: SideId) -> impl Iterator<Item = UnitId> + '_ {
    definitions.headquarters.iter().flatten().copied().filter(move |hq| definitions.unit(*hq).side == side)
}

/// Whether an HQ may be given a marker of a kind, beside those allotted already.
fn may_hold<R: Grounds>(
    definitions: &Definitions,
    field: &Field,
    allotted: &[(UnitId, SupportKind)],
    side: SideId,
    hq: UnitId,
    kind: SupportKind,
) -> Result<(), R> {
    receives::<R>(definitions, field, allotted, side, hq)?;
    let (data, name) = (definitions.unit(hq), definitions.name(hq));
    let Some(army) = data.army else { return Err(R::under("1.6a", || format!("{name} belongs to no army"))) };
    if left_in_pool(definitions, field, allotted, army, kind) == 0 {
        let kind = kind.name().replace('-', " ");
        return Err(R::under("1.6a", || format!("the pool of the army of {name} has no {kind} left")));
    }
    Ok(())
}

/// Markers of a kind that an army's pool still has, beside those allotted already.
fn left_in_pool(
    definitions: &Definitions,
    field: &Field,
    allotted: &[(UnitId, SupportKind)],
    army: u8,
    kind: SupportKind,
) -> usize {
    let given = allotted.iter().filter(|(hq, what)| *what == kind && definitions.unit(*hq).army == Some(army));
    usize::from(field.pools[usize::from(army)][kind.index()]).saturating_sub(given.count())
}

/// Whether the pool of an HQ's army has any marker left.
fn any_left(definitions: &Definitions, field: &Field, allotted: &[(UnitId, SupportKind)], hq: UnitId) -> bool {
    let left = |army, kind| left_in_pool(definitions, field, allotted, army, kind) > 0;
    definitions.unit(hq).army.is_some_and(|army| SupportKind::ALL.into_iter().any(|kind| left(army, kind)))
}

/// The headquarters of a side that are on the map or come this turn.
fn present<'a>(definitions: &'a Definitions, field: &'a Field, side: SideId) -> impl Iterator<Item = UnitId> + 'a {
    let here = |place| match place {
        Location::Map(_) => true,
        Location::Due(turn) => turn <= field.turn,
        _ => false,
    };
    headquarters(definitions, side).filter(move |hq| here(field.unit(*hq).place))
}

/// Whether an HQ may be given any marker: it is there or comes this turn (1.6c), is not unsupplied (10.3i) and has room (1.6d).
fn receives<R: Grounds>(
    definitions: &Definitions,
    field: &Field,
    allotted: &[(UnitId, SupportKind)],
    side: SideId,
    hq: UnitId,
) -> Result<(), R> {
    let (data, name) = (definitions.unit(hq), definitions.name(hq));
    if data.side != side || !data.is_hq() {
        return Err(R::under("1.6c", || format!("{name} is not one of your headquarters")));
    }
    match field.unit(hq).place {
        Location::Map(_) => {}
        Location::Due(turn) if turn <= field.turn => {}
        _ => return Err(R::under("1.6c", || format!("{name} is not on the map and does not come this turn"))),
    }
    if field.unit(hq).supply == Supply::Unsupplied {
        return Err(R::under("10.3i", || format!("{name} is unsupplied")));
    }
    let holds = allotted.iter().filter(|(other, _)| *other == hq).count() + count(&field.supports[hq.index()]);
    if holds >= usize::from(data.support) {
        return Err(R::under("1.6d", || format!("{name} holds {holds} supports, its rating is {}", data.support)));
    }
    Ok(())
}

fn count(held: &[u8; 4]) -> usize {
    held.iter().map(|n| usize::from(*n)).sum()
}

/// Whether a side can give any marker to any HQ.
pub fn can_allot(definitions: &Definitions, field: &Field, allotted: &[(UnitId, SupportKind)], side: SideId) -> bool {
    let mut open = present(definitions, field, side).filter(|hq| any_left(definitions, field, allotted, *hq));
    open.any(|hq| receives::<Unworded>(definitions, field, allotted, side, hq).is_ok())
}

/// The chapter of `allot`.
pub static ALLOTMENT: Chapter = Chapter::new(allot_candidates, Judge(check_allot, check_allot), allot);

/// Steps that may follow `allot`.
fn allot_candidates(asked: Asked<'_>, offer: &mut dyn FnMut(Step)) {
    let Asked { definitions, field, side, partial, .. } = asked;
    match partial.len() {
        1 => present(definitions, field, side).map(Step::Unit).chain([Step::Done]).for_each(offer),
        2 => SupportKind::ALL.into_iter().map(Step::Kind).for_each(offer),
        _ => {}
    }
}

/// Judges a step of `allot`.
fn check_allot<R: Grounds>(asked: Asked<'_>, step: &Step) -> Result<Progress, R> {
    let Asked { definitions, field, allotted, side, partial } = asked;
    match (named_unit(partial), step) {
        (None, Step::Done) => Ok(Progress::Complete),
        (None, Step::Unit(hq)) => {
            receives::<R>(definitions, field, allotted, side, *hq)?;
            if any_left(definitions, field, allotted, *hq) {
                Ok(Progress::Open)
            } else {
                Err(R::under("1.6a", || format!("the pool of the army of {} is empty", definitions.name(*hq))))
            }
        }
        (Some(hq), Step::Kind(kind)) => {
            may_hold::<R>(definitions, field, allotted, side, hq, *kind)?;
            Ok(Progress::Complete)
        }
        _ => Err(misplaced("a headquarters and a kind of support, or `done`")),
    }
}

/// Allots a marker, or ends a side's allotment; shows both when both are done (ruling R12).
fn allot(turn: &mut Turn<'_, AutumnFog>, side: SideId, order: &[Step]) {
    let definitions = turn.definitions();
    if let [_, Step::Unit(hq), Step::Kind(kind)] = order {
        turn.emit(Event::Allotted { side, hq: *hq, kind: *kind });
        if can_allot(definitions, &turn.field, &turn.sealed[side.index()], side) {
            return;
        }
    }
    sequence::settle(turn, side, Pending::Allot);
    if turn.field.asks.iter().any(|ask| ask.pending == Pending::Allot) {
        return;
    }
    let all = turn.sealed.iter().flatten();
    let markers = all.filter_map(|(hq, kind)| definitions.unit(*hq).army.map(|army| (army, *hq, *kind))).collect();
    turn.emit(Event::AllotmentsShown { markers });
    sequence::determine_initiative(turn);
}

/// Destroyed HQs of a side that may come back this turn (1.3j).
fn returning<'a>(definitions: &'a Definitions, field: &'a Field, side: SideId) -> impl Iterator<Item = UnitId> + 'a {
    let gone = |hq: &UnitId| matches!(field.unit(*hq).place, Location::Eliminated(turn) if turn < field.turn);
    headquarters(definitions, side).filter(gone)
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
    if zoc::enemy_in(field, hex, side) {
        return Err(R::under("1.3j", || format!("enemy units are in {}", place())));
    }
    clearing::check_open::<R>(definitions, field, hex, side)?;
    if zoc::controlled(definitions, field, hex, side) {
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
        sequence::settle(turn, side, Pending::Return);
        sequence::return_headquarters(turn);
    }
}
