//! Movement (case 6): where a unit can go, and its march along a path.

mod march;
#[cfg(test)]
mod oracle;
mod reach;

pub use march::march;
pub use reach::Reach;

use crate::AutumnFog;
use crate::chapters::chapter::{Asked, Chapter, Judge, Steps, misplaced, named_unit};
use crate::chapters::historical_events::interrupt;
use crate::chapters::{activation, asking, fog, zones};
use crate::printed::definitions::Definitions;
use crate::truth::event::Event;
use crate::truth::marks::{Mark, Marks};
use crate::truth::order::{Step, Verb};
use crate::truth::search::Budget;
use crate::truth::state::{Field, Pending};
use crate::truth::zones::Zones;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Grounds, Progress, SideId, Turn, Unworded};
use std::borrow::Cow;

/// The chapter of `move`.
pub static CHAPTER: Chapter = Chapter { list: open, ..Chapter::new(candidates, Judge(check, check), perform) };

/// What a unit leaves with its place: its improved position (12.1e), and the friends that it fell back on (7.7.1k).
pub const PLACE: Marks = Some(Cow::Borrowed(&[Mark::Improved, Mark::FellBack]));

/// Steps that may follow `move`.
fn candidates(asked: Asked<'_>, offer: &mut dyn FnMut(Step)) {
    let Asked { definitions, field, side, partial, .. } = asked;
    match partial {
        [_] => {
            let who = activation::who_might_act(definitions, field, side);
            who.filter(|unit| field.hex_of(*unit).is_some()).map(Step::Unit).for_each(offer);
        }
        [Step::Verb(Verb::Move), Step::Unit(unit)] => {
            let Ok(reach) = reach_of::<Unworded>(definitions, field, side, *unit) else { return };
            let ends = reach.destinations().into_iter().map(Step::Hex);
            ends.chain(neighbours(definitions, field.hex_of(*unit))).for_each(offer);
        }
        [Step::Verb(Verb::Move), Step::Unit(_), .., Step::Via(hex)] => {
            neighbours(definitions, Some(*hex)).chain([Step::Done]).for_each(offer);
        }
        _ => {}
    }
}

fn neighbours(definitions: &Definitions, hex: Option<HexId>) -> impl Iterator<Item = Step> + '_ {
    hex.into_iter().flat_map(|hex| definitions.board.neighbours(hex).map(|(_, there)| Step::Via(there)))
}

/// Tells at once which units may move and where to.
fn open(asked: Asked<'_>, list: &mut Steps) -> bool {
    match asked.partial {
        [Step::Verb(Verb::Move)] => movers(asked, list),
        [Step::Verb(Verb::Move), Step::Unit(unit)] => ways(asked, *unit, list),
        _ => return false,
    }
    true
}

/// The units that may move, in the order of [`candidates`]: all go by the same zones of control.
fn movers(asked: Asked<'_>, list: &mut Steps) {
    let Asked { definitions, field, side, .. } = asked;
    let zones = Zones::met(definitions, field, side);
    let moves = |unit: &UnitId| {
        let reach = reach_in::<Unworded>(definitions, field, side, *unit, || Cow::Borrowed(&*zones));
        field.hex_of(*unit).is_some() && reach.is_ok_and(|reach| reach.any::<Unworded>().is_ok())
    };
    let who = activation::who_might_act(definitions, field, side).filter(moves);
    list.extend(who.map(|unit| (Step::Unit(unit), Progress::Open)));
}

/// Where a unit may move: every hex in reach, and every first step of a drawn path, in the order of [`candidates`].
fn ways(asked: Asked<'_>, unit: UnitId, list: &mut Steps) {
    let Asked { definitions, field, side, .. } = asked;
    let Ok(reach) = reach_of::<Unworded>(definitions, field, side, unit) else { return };
    let ends = reach.destinations().into_iter().map(|hex| (Step::Hex(hex), Progress::Complete));
    list.extend(ends);
    list.extend(reach.first_steps().map(|hex| (Step::Via(hex), Progress::Open)));
}

/// Judges a step of `move`.
fn check<R: Grounds>(asked: Asked<'_>, step: &Step) -> Result<Progress, R> {
    let Asked { definitions, field, side, partial, .. } = asked;
    let Some(unit) = named_unit(partial) else {
        let Step::Unit(unit) = step else { return Err(misplaced("a unit")) };
        return reach_of::<R>(definitions, field, side, *unit)?.any::<R>().map(|()| Progress::Open);
    };
    match step {
        Step::Hex(hex) if partial.len() == 2 => {
            reach_of::<R>(definitions, field, side, unit)?.way::<R>(*hex).map(|_| Progress::Complete)
        }
        Step::Via(_) => {
            let path = drawn(field, unit, partial.iter().chain([step]));
            reach_of::<R>(definitions, field, side, unit)?.walk::<R>(&path).map(|_| Progress::Open)
        }
        Step::Done if partial.len() > 2 => {
            let path = drawn(field, unit, partial.iter());
            reach_of::<R>(definitions, field, side, unit)?.stand::<R>(&path).map(|_| Progress::Complete)
        }
        _ => Err(misplaced("a hex to move to, or a path and its end")),
    }
}

/// The hex of a unit that is on the map.
pub fn on_map<R: Grounds>(definitions: &Definitions, field: &Field, unit: UnitId) -> Result<HexId, R> {
    let off =
        || R::under("16.1a", || format!("{} is not on the map", definitions.name(unit))).remedy(|| "Use `enter`.");
    field.hex_of(unit).ok_or_else(off)
}

/// Where a unit can go now.
pub fn reach_of<'a, R: Grounds>(
    definitions: &'a Definitions,
    field: &'a Field,
    side: SideId,
    unit: UnitId,
) -> Result<Reach<'a>, R> {
    reach_in(definitions, field, side, unit, || Zones::met(definitions, field, side))
}

/// Where a unit can go now, by the zones of control that its side meets.
fn reach_in<'a, R: Grounds>(
    definitions: &'a Definitions,
    field: &'a Field,
    side: SideId,
    unit: UnitId,
    zones: impl FnOnce() -> Cow<'a, Zones>,
) -> Result<Reach<'a>, R> {
    let ap = activation::ready::<R>(definitions, field, side, unit)?;
    let (state, name) = (field.unit(unit), definitions.name(unit));
    let hex = on_map::<R>(definitions, field, unit)?;
    if state.pinned {
        return Err(R::under("17.1g", || format!("{name} was surprised next to the enemy and cannot move this turn"))
            .remedy(|| {
                let controlled = zones::controlled(definitions, field, hex, side);
                if controlled { "It may attack or stay." } else { "It may attack, dig in or stay." }
            }));
    }
    let owed = zones::owed(definitions, field, unit);
    if !owed.is_empty() {
        return Err(R::under("4.2b", || {
            format!("{name} entered an enemy zone of control and must attack before it moves on")
        })
        .remedy(|| {
            let enemies: Vec<String> = owed.iter().map(|enemy| definitions.place(*enemy).to_string()).collect();
            format!("Attack {} first.", enemies.join(" or "))
        }));
    }
    let half_mp = if state.active { state.half_mp } else { 0 };
    Ok(Reach::among(zones(), definitions, field, unit, hex, Budget { ap, half_mp }))
}

/// The path that a drawn move describes, from the unit's hex.
pub fn drawn<'a>(field: &Field, unit: UnitId, steps: impl Iterator<Item = &'a Step>) -> Vec<HexId> {
    let via = steps.filter_map(|step| match step {
        Step::Via(hex) => Some(*hex),
        _ => None,
    });
    field.hex_of(unit).into_iter().chain(via).collect()
}

/// Lets a unit march, unless the other side may interrupt it.
fn perform(turn: &mut Turn<'_, AutumnFog>, side: SideId, order: &[Step]) {
    let Some(unit) = named_unit(order) else { return };
    let definitions = turn.definitions();
    let seen = fog::seen(definitions, &turn.field, side);
    let path = reach_of::<Unworded>(definitions, &seen, side, unit).and_then(|reach| match order {
        [_, _, Step::Hex(hex)] => reach.way(*hex).map(|stop| stop.path),
        _ => Ok(drawn(&seen, unit, order.iter())),
    });
    if let Ok(path) = path {
        if interrupt::possible(definitions, &turn.field, unit, &path[1..]) {
            turn.emit(Event::MarchBegan { unit, path });
            asking::ask(turn, side.enemy(), Pending::Interrupt);
        } else {
            march(turn, unit, &path, None);
        }
    }
}
