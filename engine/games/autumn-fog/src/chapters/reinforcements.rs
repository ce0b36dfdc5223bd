//! Reinforcements that come onto the map (16.1).

use crate::AutumnFog;
use crate::chapters::chapter::{Asked, Chapter, Judge, misplaced, named_unit};
use crate::chapters::historical_events::{barriers, interrupt};
use crate::chapters::movement::Reach;
use crate::chapters::{activation, arrival, asking, movement, stacking, victory, zones};
use crate::printed::definitions::Definitions;
use crate::printed::tables::Action;
use crate::truth::event::Event;
use crate::truth::order::Step;
use crate::truth::search::Budget;
use crate::truth::state::{Field, Location, Pending};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Grounds, Progress, SideId, Turn, Unworded};

/// The chapter of `enter`.
pub static CHAPTER: Chapter = Chapter::new(candidates, Judge(check, check), perform);

/// Steps that may follow `enter`.
fn candidates(asked: Asked<'_>, offer: &mut dyn FnMut(Step)) {
    let Asked { definitions, field, side, partial, .. } = asked;
    match partial {
        [_] => {
            let due = |unit: &UnitId| matches!(field.unit(*unit).place, Location::Due(turn) if turn <= field.turn);
            activation::who_might_act(definitions, field, side).filter(due).map(Step::Unit).for_each(offer);
        }
        [_, Step::Unit(unit)] => {
            arrival::entries(definitions, field, *unit).into_iter().map(Step::Hex).for_each(offer);
        }
        _ => {}
    }
}

/// Judges a step of `enter`.
fn check<R: Grounds>(asked: Asked<'_>, step: &Step) -> Result<Progress, R> {
    let Asked { definitions, field, side, partial, .. } = asked;
    match (named_unit(partial), step) {
        (None, Step::Unit(unit)) => {
            let outside = || match field.unit(*unit).place {
                Location::Due(_) => Ok(()),
                _ => Err(R::under("16.1a", || format!("{} is on the map already", definitions.name(*unit)))
                    .remedy(|| "Use `move`.")),
            };
            activation::ready_to::<R>(definitions, field, side, *unit, outside)?;
            outside().map(|()| Progress::Open)
        }
        (None, _) => Err(misplaced("a unit")),
        (Some(unit), Step::Hex(hex)) => entry::<R>(definitions, field, side, unit, *hex).map(|_| Progress::Complete),
        (Some(_), _) => Err(misplaced("an entry hex")),
    }
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
    if zones::enemy_in(field, hex, side) {
        return Err(R::under("16.1a", || format!("enemy units are in {}", place()))
            .remedy(|| elsewhere(definitions, field, &listed, hex, side)));
    }
    barriers::check_open::<R>(definitions, field, hex, side)?;
    let steps = field.steps_in(hex) + field.unit(unit).steps;
    if steps > stacking::LIMIT {
        return Err(R::under("5b", || {
            format!("{} would hold {steps} steps, the limit is {}", place(), stacking::LIMIT)
        })
        .remedy(|| {
            let others = elsewhere(definitions, field, &listed, hex, side);
            format!("An entry ends in its hex (ruling R35): let units there move on first. {others}")
        }));
    }
    let before = field.operations.entries.iter().find(|(entry, _)| *entry == hex).map_or(0, |(_, count)| *count);
    let reach = Reach::new(definitions, field, unit, hex, Budget { ap, half_mp: 0 });
    reach.enter::<R>(before)
}

/// Where a reinforcement may enter that cannot in one of its hexes: in another one without enemies, or later (ruling R85).
fn elsewhere(definitions: &Definitions, field: &Field, listed: &[HexId], barred: HexId, side: SideId) -> String {
    let open = listed.iter().filter(|hex| **hex != barred && !zones::enemy_in(field, **hex, side));
    let places: Vec<String> = open.map(|hex| definitions.place(*hex).to_string()).collect();
    if places.is_empty() {
        return "It can enter on a later turn too.".to_owned();
    }
    format!("It may enter in {} too, or on a later turn.", places.join(" or "))
}

/// Lets a unit come onto the map, unless the other side may interrupt it: entering is a movement action (16.1b, ruling
/// R147).
fn perform(turn: &mut Turn<'_, AutumnFog>, side: SideId, order: &[Step]) {
    let (Some(unit), [.., Step::Hex(hex)]) = (named_unit(order), order) else { return };
    if interrupt::possible(turn.definitions(), &turn.field, unit, &[*hex]) {
        turn.emit(Event::MarchBegan { unit, path: vec![*hex] });
        asking::ask(turn, side.enemy(), Pending::Interrupt);
    } else {
        come(turn, unit, *hex, None);
    }
}

/// Brings a unit onto the map, into Greif commandos perhaps (15.2c). A marker that has been laid in its hex keeps it off
/// the map, and takes nothing (15.3a, ruling R146).
pub fn come(turn: &mut Turn<'_, AutumnFog>, unit: UnitId, hex: HexId, ambush: Option<HexId>) {
    let definitions = turn.definitions();
    let side = definitions.unit(unit).side;
    if let Some(kind) = turn.field.barrier(hex, side) {
        return turn.emit(Event::Halted { unit, hex, kind, next: hex });
    }
    activation::wake(turn, unit);
    let Ok(budget) = entry::<Unworded>(definitions, &turn.field, side, unit, hex) else { return };
    turn.emit(Event::Entered { unit, hex, ap: budget.ap, half_mp: budget.half_mp });
    victory::note_passage(turn, unit, hex);
    let held = ambush.map(|_| interrupt::ambushed(budget));
    let able = held.unwrap_or(budget).ap >= definitions.tables.actions.of(Action::NormalAttack);
    if able && zones::bound(definitions, &turn.field, unit, hex, side) {
        let path = vec![hex];
        turn.emit(Event::Moved { unit, path, ap: budget.ap, half_mp: 0, bound: true, off: movement::PLACE });
    }
    if let Some(Budget { ap, half_mp }) = held {
        turn.emit(Event::Ambushed { unit, hex, ap, half_mp });
    }
}
