//! Movement (case 6), arrival (16.1), improved positions (12.1) and recovery (3.5.2): what a unit does by itself.

mod found;
mod kept;
mod march;
#[cfg(test)]
mod oracle;
mod reach;

pub use kept::Kept;
pub use march::march;
pub use reach::{Budget, Reach};

use super::activation;
use super::arrival;
use super::chapter::{Asked, Chapter, Judge, Steps, misplaced, named_unit};
use super::definitions::Definitions;
use super::event::Event;
use super::game::AutumnFog;
use super::history::{clearing, interrupt};
use super::marks::{Mark, Marks};
use super::order::{Step, Verb};
use super::state::{Field, Location, Pending};
use super::tables::Action;
use super::zoc::{self, Zones};
use super::{fog, sequence, stacking, victory};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Grounds, Progress, SideId, Turn, Unworded};
use std::borrow::Cow;

/// The chapter of `enter`, `move`, `dig`, `leave` and `recover`.
pub static CHAPTER: Chapter = Chapter { list: open, ..Chapter::new(candidates, Judge(check, check), perform) };

/// What a unit loses that does anything but move: the points that are left of its movement (6.1d, 6.1e).
pub const POINTS: Marks = Some(Cow::Borrowed(&[Mark::HalfMp]));

/// What a unit leaves with its place: its improved position (12.1e), and the friends that it fell back on (7.7.1k).
const PLACE: Marks = Some(Cow::Borrowed(&[Mark::Improved, Mark::FellBack]));

/// Steps that may follow the verb of a unit's action.
fn candidates(asked: Asked<'_>, offer: &mut dyn FnMut(Step)) {
    let Asked { definitions, field, side, partial, .. } = asked;
    match partial {
        [Step::Verb(verb)] => {
            let place = |unit: &UnitId| field.unit(*unit).place;
            let who = || activation::who_might_act(definitions, field, side);
            let steps = |units: &mut dyn Iterator<Item = UnitId>| units.map(Step::Unit).for_each(offer);
            match verb {
                Verb::Leave => {
                    let own = definitions.own[side.index()].iter().copied();
                    steps(&mut own.filter(|unit| field.unit(*unit).improved))
                }
                Verb::Enter => {
                    let due = |unit: &UnitId| matches!(place(unit), Location::Due(turn) if turn <= field.turn);
                    steps(&mut who().filter(due))
                }
                _ => steps(&mut who().filter(|unit| field.hex_of(*unit).is_some())),
            }
        }
        [Step::Verb(Verb::Enter), Step::Unit(unit)] => {
            arrival::entries(definitions, field, *unit).into_iter().map(Step::Hex).for_each(offer);
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

/// Judges a step of a unit's action.
fn check<R: Grounds>(asked: Asked<'_>, step: &Step) -> Result<Progress, R> {
    let Asked { definitions, field, side, partial, .. } = asked;
    let Some(Step::Verb(verb)) = partial.first() else { return Err(misplaced("a verb")) };
    let Some(unit) = named_unit(partial) else {
        let Step::Unit(unit) = step else { return Err(misplaced("a unit")) };
        return check_unit::<R>(definitions, field, side, *verb, *unit);
    };
    match (verb, step) {
        (Verb::Enter, Step::Hex(hex)) => entry::<R>(definitions, field, side, unit, *hex).map(|_| Progress::Complete),
        (Verb::Move, Step::Hex(hex)) if partial.len() == 2 => {
            reach_of::<R>(definitions, field, side, unit)?.way::<R>(*hex).map(|_| Progress::Complete)
        }
        (Verb::Move, Step::Via(_)) => {
            let path = drawn(field, unit, partial.iter().chain([step]));
            reach_of::<R>(definitions, field, side, unit)?.walk::<R>(&path).map(|_| Progress::Open)
        }
        (Verb::Move, Step::Done) if partial.len() > 2 => {
            let path = drawn(field, unit, partial.iter());
            reach_of::<R>(definitions, field, side, unit)?.stand::<R>(&path).map(|_| Progress::Complete)
        }
        (Verb::Enter, _) => Err(misplaced("an entry hex")),
        _ => Err(misplaced("a hex to move to, or a path and its end")),
    }
}

/// Whether a unit may begin this action.
fn check_unit<R: Grounds>(
    definitions: &Definitions,
    field: &Field,
    side: SideId,
    verb: Verb,
    unit: UnitId,
) -> Result<Progress, R> {
    let (state, name) = (field.unit(unit), definitions.name(unit));
    let costs = &definitions.tables.actions;
    match verb {
        Verb::Move => {
            let reach = reach_of::<R>(definitions, field, side, unit)?;
            reach.any::<R>().map(|()| Progress::Open)
        }
        Verb::Enter => {
            activation::ready::<R>(definitions, field, side, unit)?;
            match state.place {
                Location::Due(_) => Ok(Progress::Open),
                _ => Err(R::under("16.1a", || format!("{name} is on the map already")).remedy(|| "Use `move`.")),
            }
        }
        Verb::Recover => activation::after_recovery::<R>(definitions, field, side, unit).map(|_| Progress::Complete),
        Verb::Leave if state.improved && state.hex().is_some() && definitions.unit(unit).side == side => {
            Ok(Progress::Complete)
        }
        Verb::Leave if definitions.unit(unit).side != side => Err(R::under("12.1e", || format!("{name} is not yours"))),
        Verb::Leave => Err(R::under("12.1e", || format!("{name} is not in an improved position"))),
        _ => {
            let has = activation::ready::<R>(definitions, field, side, unit)?;
            activation::only_moves::<R>(definitions, field, unit)?;
            let (hex, cost) = (on_map::<R>(definitions, field, unit)?, costs.of(Action::EnterPosition));
            if state.improved {
                return Err(R::under("12.1a", || format!("{name} is in an improved position already")));
            }
            if zoc::controlled(definitions, field, hex, side) {
                return Err(R::under("12.1a", || format!("{name} is in an enemy zone of control")));
            }
            if has < cost {
                return Err(R::under("3.4.1g", || format!("an improved position costs {cost} AP, {name} has {has}")));
            }
            Ok(Progress::Complete)
        }
    }
}

fn on_map<R: Grounds>(definitions: &Definitions, field: &Field, unit: UnitId) -> Result<HexId, R> {
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
                let controlled = zoc::controlled(definitions, field, hex, side);
                if controlled { "It may attack or stay." } else { "It may attack, dig in or stay." }
            }));
    }
    let owed = zoc::owed(definitions, field, unit);
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

/// What a reinforcement has left after it has entered (16.1b, 16.1c, ruling R86), and whether it must attack.
pub fn entry<R: Grounds>(
    definitions: &Definitions,
    field: &Field,
    side: SideId,
    unit: UnitId,
    hex: HexId,
) -> Result<Budget, R> {
    let ap = activation::ready::<R>(definitions, field, side, unit)?;
    let (name, place) = (definitions.name(unit), || definitions.place(hex));
    let listed = arrival::entries(definitions, field, unit);
    if !listed.contains(&hex) {
        return Err(R::under("16.1a", || format!("{name} does not arrive in {}", place())).remedy(|| {
            let hexes: Vec<String> = listed.iter().map(|hex| definitions.place(*hex).to_string()).collect();
            format!("It may enter in {}.", hexes.join(" or "))
        }));
    }
    if zoc::enemy_in(field, hex, side) {
        return Err(R::under("16.1a", || format!("enemy units are in {}", place())));
    }
    clearing::check_open::<R>(definitions, field, hex, side)?;
    let steps = field.steps_in(hex) + field.unit(unit).steps;
    if steps > stacking::LIMIT {
        return Err(R::under("5b", || {
            format!("{} would hold {steps} steps, the limit is {}", place(), stacking::LIMIT)
        }));
    }
    let before = field.operations.entries.iter().find(|(entry, _)| *entry == hex).map_or(0, |(_, count)| *count);
    let reach = Reach::new(definitions, field, unit, hex, Budget { ap, half_mp: 0 });
    reach.enter::<R>(before)
}

/// Carries out a unit's action.
fn perform(turn: &mut Turn<'_, AutumnFog>, side: SideId, order: &[Step]) {
    let (Some(Step::Verb(verb)), Some(unit)) = (order.first(), named_unit(order)) else { return };
    let definitions = turn.definitions();
    match verb {
        Verb::Leave => turn.emit(Event::LeftPosition { unit }),
        Verb::Recover => {
            let left = activation::after_recovery::<Unworded>(definitions, &turn.field, side, unit);
            activation::wake(turn, unit);
            if let Ok(ap) = left {
                let paid = turn.field.unit(unit).ap.saturating_sub(ap);
                turn.emit(Event::Recovered { unit, ap, paid, off: POINTS });
            }
        }
        Verb::Enter => {
            activation::wake(turn, unit);
            if let [.., Step::Hex(hex)] = order
                && let Ok(budget) = entry::<Unworded>(definitions, &turn.field, side, unit, *hex)
            {
                turn.emit(Event::Entered { unit, hex: *hex, ap: budget.ap, half_mp: budget.half_mp });
                victory::note_passage(turn, unit, *hex);
                if bound(definitions, &turn.field, unit, *hex, side) {
                    let path = vec![*hex];
                    turn.emit(Event::Moved { unit, path, ap: budget.ap, half_mp: 0, bound: true, off: PLACE });
                }
            }
        }
        Verb::Move => {
            let seen = fog::seen(definitions, &turn.field, side);
            let path = reach_of::<Unworded>(definitions, &seen, side, unit).and_then(|reach| match order {
                [_, _, Step::Hex(hex)] => reach.way(*hex).map(|stop| stop.path),
                _ => Ok(drawn(&seen, unit, order.iter())),
            });
            if let Ok(path) = path {
                if interrupt::possible(definitions, &turn.field, unit, &path) {
                    turn.emit(Event::MarchBegan { unit, path });
                    sequence::ask(turn, side.enemy(), Pending::Interrupt);
                } else {
                    march(turn, unit, &path, None);
                }
            }
        }
        _ => {
            activation::wake(turn, unit);
            let left = turn.field.unit(unit).ap.saturating_sub(definitions.tables.actions.of(Action::EnterPosition));
            turn.emit(Event::DugIn { unit, ap: left, off: POINTS });
        }
    }
}

/// Whether a unit that has just entered a hex must attack (4.2b, 4.3a, 4.3b). It has left any position by moving.
pub fn bound(definitions: &Definitions, field: &Field, unit: UnitId, hex: HexId, side: SideId) -> bool {
    let cover = definitions.board.ground(hex).cover[side.index()];
    !cover && !definitions.unit(unit).is_hq() && zoc::controlled(definitions, field, hex, side)
}
