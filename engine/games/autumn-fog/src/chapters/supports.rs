//! Support markers before they are used (1.6).

use crate::AutumnFog;
use crate::chapters::chapter::{Asked, Chapter, Judge, misplaced, named_unit};
use crate::chapters::{asking, headquarters};
use crate::printed::definitions::Definitions;
use crate::truth::event::Event;
use crate::truth::order::{Step, SupportKind};
use crate::truth::state::{Field, Location, Pending, Supply};
use definitions::UnitId;
use engine::contract::{Grounds, Progress, SideId, Turn, Unworded};
use engine::speech::listed;

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
        let all = field.pools[usize::from(army)][kind.index()];
        let message = || {
            let kind = kind.name().replace('-', " ");
            match all {
                0 => format!("the pool of the army of {name} holds no {kind}"),
                _ => format!("the pool of the army of {name} holds {all} {kind}, and this would be one more"),
            }
        };
        return Err(R::under("1.6a", message).remedy(|| match all {
            0 => "Another kind may be left: `status` tells the pools.".to_owned(),
            _ => format!("Allot {all} of them in all."),
        }));
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
    headquarters::of(definitions, side).filter(move |hq| here(field.unit(*hq).place))
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
        return Err(R::under("1.6c", || format!("{name} is not one of your headquarters")).remedy(|| {
            let yours: Vec<&str> = present(definitions, field, side).map(|hq| definitions.name(hq)).collect();
            format!("Yours are {}.", listed(&yours))
        }));
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
        let message = || format!("{name} would have {} supports, its rating is {}", holds + 1, data.support);
        return Err(R::under("1.6d", message).remedy(|| match count(&field.supports[hq.index()]) {
            0 => format!("Allot it {} at most.", data.support),
            kept => format!(
                "It holds {kept} of earlier turns; allot it {} at most.",
                usize::from(data.support).saturating_sub(kept)
            ),
        }));
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
    asking::settle(turn, side, Pending::Allot);
    if turn.field.asks.iter().any(|ask| ask.pending == Pending::Allot) {
        return;
    }
    let all = turn.sealed.iter().flatten();
    let markers = all.filter_map(|(hq, kind)| definitions.unit(*hq).army.map(|army| (army, *hq, *kind))).collect();
    turn.emit(Event::AllotmentsShown { markers });
}
