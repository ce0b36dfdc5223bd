//! Orders of movement: one unit after the other, each once a round.

use super::{Barrier, Mover, Reached, barred, exits, movers, points, without_tanks};
use crate::DeadlyWoods;
use crate::chapters::asking::{counted, misplaced, not_yet, whereabouts};
use crate::chapters::{areas, control, rounds};
use crate::printed::{Definitions, Kind, during};
use crate::truth::event::Event;
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Act, State};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Progress, Refusal, SideId, Turn};

/// A move as far as it is ordered.
struct Draft {
    unit: UnitId,
    via: Vec<HexId>,
    infiltrates: bool,
}

fn draft(partial: &[Step]) -> Option<Draft> {
    let [Step::Verb(verb @ (Verb::Move | Verb::Infiltrate)), Step::Unit(unit), rest @ ..] = partial else {
        return None;
    };
    // a hex that is not on the way is its end, after which nothing comes
    let via: Option<Vec<HexId>> =
        rest.iter().map(|step| if let Step::Via(hex) = step { Some(*hex) } else { None }).collect();
    Some(Draft { unit: *unit, via: via?, infiltrates: *verb == Verb::Infiltrate })
}

/// Why a unit may not move now; where it stands.
///
/// # Errors
/// The rule that forbids it.
pub fn check_unit(definitions: &Definitions, state: &State, side: SideId, unit: UnitId) -> Result<HexId, Refusal> {
    let (counter, it, name) = (definitions.counter(unit), state.unit(unit), definitions.name(unit));
    if counter.side != side {
        return Err(Refusal::new("14.1a", format!("{name} is not yours to move")));
    }
    if let Some(refusal) = not_yet(definitions, state, unit) {
        return Err(refusal);
    }
    if !counter.kind.fights() {
        return Err(match counter.kind {
            Kind::Engineers => Refusal::new(
                "12.4.1d",
                format!("{name} are engineers, who are laid out and taken off in the asset phase"),
            ),
            _ => Refusal::new("10.1a", format!("{name} is no combat unit: it supports combats from its Asset Box")),
        });
    }
    let Some(hex) = it.hex() else {
        let message = format!("{name} is not on the map: {}", whereabouts(definitions, it.place));
        return Err(Refusal::new("10.1a", message));
    };
    if counter.movement == 0 {
        return Err(Refusal::new("10.1a", format!("{name} has no movement allowance")));
    }
    if it.moved {
        return Err(Refusal::new("10.2.1d", format!("{name} has moved in this round")));
    }
    if it.stays {
        return Err(Refusal::new("10.3e", format!("{name} holds the door open for another unit and stays")));
    }
    rounds::may_move(definitions, state, unit)?;
    if without_tanks(definitions, state, unit).is_none() {
        let message = format!("{name} is out of supply and has no third step to which it could go");
        return Err(Refusal::new("8.3g", message));
    }
    Ok(hex)
}

/// Where a draft leads with one gait: half points that the unit has, the way so far, and what can be reached from its end.
type Search = (u16, Vec<HexId>, Reached);

/// The ways to hexes that a draft leaves, a search for each gait, on foot first.
fn searches(definitions: &Definitions, state: &State, draft: &Draft, from: HexId) -> Vec<Search> {
    let movers = movers(definitions, state, draft.unit, from, draft.infiltrates);
    let search = |mover: &Mover<'_>| {
        let (way, reached) = mover.by_way_of(&draft.via)?;
        Some((mover.allowance, way, reached))
    };
    movers.iter().filter_map(search).collect()
}

/// The ways out of an emergency, where a unit could not move otherwise (10.3).
fn emergency(definitions: &Definitions, state: &State, unit: UnitId, from: HexId) -> Vec<(Vec<HexId>, UnitId)> {
    let disposition = state.disposition(definitions);
    let enemy = definitions.counter(unit).side.enemy();
    let act = state.round.as_ref().map(|round| round.act);
    if !disposition.zones(enemy).contains(from) || act == Some(Act::Combat) {
        return Vec::new();
    }
    let movers = movers(definitions, state, unit, from, false);
    let stuck = movers.iter().all(|mover| mover.search().hexes().next().is_none())
        && movers.iter().any(Mover::is_held_by_zones);
    if stuck { exits(definitions, state, unit, from) } else { Vec::new() }
}

/// The hexes in which a move may end, or by which it may go on.
pub fn ends(definitions: &Definitions, state: &State, side: SideId, partial: &[Step]) -> (Vec<HexId>, Vec<HexId>) {
    let Some(draft) = draft(partial) else { return Default::default() };
    let Ok(from) = check_unit(definitions, state, side, draft.unit) else { return Default::default() };
    let last = *draft.via.last().unwrap_or(&from);
    let mut hexes = definitions.board.none();
    for (.., reached) in searches(definitions, state, &draft, from) {
        reached.hexes().filter(|hex| *hex != last).for_each(|hex| hexes.insert(hex));
    }
    let through: Vec<HexId> = if draft.via.len() < WAY { hexes.iter().collect() } else { Vec::new() };
    if draft.via.is_empty() && !draft.infiltrates {
        for (path, _) in emergency(definitions, state, draft.unit, from) {
            hexes.insert(path[2]);
        }
    }
    (hexes.iter().collect(), through)
}

/// Hexes that a move may be led through by name.
const WAY: usize = 8;

/// A move that was judged: its way, half points spent, and who holds the door open.
pub struct Way {
    /// Both ends included.
    pub path: Vec<HexId>,
    /// Half points.
    pub spent: u16,
    /// Who holds the door open, in an emergency (10.3).
    pub door: Option<UnitId>,
}

/// The way of a whole order to its last hex.
///
/// # Errors
/// The rule that forbids it.
pub fn way(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    partial: &[Step],
    to: HexId,
) -> Result<Way, Refusal> {
    let draft = draft(partial).ok_or_else(|| misplaced("a unit, then a hex"))?;
    let from = check_unit(definitions, state, side, draft.unit)?;
    let searches = searches(definitions, state, &draft, from);
    let last = *draft.via.last().unwrap_or(&from);
    let spent = |(allowance, _, reached): &Search| reached.left(to).map(|left| allowance.saturating_sub(left));
    let best = searches.iter().filter(|_| to != last).filter_map(|search| Some((spent(search)?, search)));
    if let Some((spent, (_, path, reached))) = best.min_by_key(|(spent, _)| *spent) {
        let rest = reached.path(to).unwrap_or_default();
        let path: Vec<HexId> = path.iter().copied().chain(rest.into_iter().skip(1)).collect();
        return Ok(Way { path, spent, door: None });
    }
    if draft.via.is_empty() && !draft.infiltrates {
        let out = emergency(definitions, state, draft.unit, from).into_iter().find(|(path, _)| path[2] == to);
        if let Some((path, door)) = out {
            return Ok(Way { path, spent: 0, door: Some(door) });
        }
    }
    Err(why_not(definitions, state, &draft, from, to))
}

/// Why a unit cannot come to a hex.
fn why_not(definitions: &Definitions, state: &State, draft: &Draft, from: HexId, to: HexId) -> Refusal {
    let (name, place) = (definitions.name(draft.unit), definitions.place(to));
    if to == *draft.via.last().unwrap_or(&from) {
        return Refusal::new("10.2", format!("{name} is in {place}"));
    }
    let far = definitions.board.distance(from, to);
    if state.round.as_ref().is_some_and(|round| round.act == Act::Combat) && far > 1 {
        let message = format!("before combat {name} goes 1 hex, and {place} is {far} hexes away");
        return Refusal::new("14.4h", message);
    }
    let movers = || movers(definitions, state, draft.unit, from, draft.infiltrates);
    let enemy = definitions.counter(draft.unit).side.enemy();
    if state.disposition(definitions).holds(enemy, to) {
        return barred(name, &place, Barrier::Enemy);
    }
    let direct = movers().first().filter(|_| draft.via.is_empty()).and_then(|mover| mover.barrier(to));
    if let Some(barrier) = direct {
        return barred(name, &place, barrier);
    }
    if let Some(bar) = areas::bar(definitions, state, draft.unit, from, to) {
        return barred(name, &place, Barrier::Bar(bar));
    }
    // a way that zones alone are in
    let way = movers().into_iter().find_map(|mover| {
        let (mut way, reached) = mover.heedless().by_way_of(&draft.via)?;
        way.extend(reached.path(to)?.into_iter().skip(1));
        Some(way)
    });
    let zones = state.disposition(definitions).zones(enemy);
    let stop = way.iter().flatten().skip(1).position(|hex| zones.contains(*hex));
    if let Some((way, at)) = way.as_ref().zip(stop) {
        if at == 0 && zones.contains(from) && !draft.infiltrates {
            return barred(name, &place, Barrier::Zone);
        }
        let at = definitions.place(way[at + 1]);
        return Refusal::new(
            "7.3a",
            format!("{name} stops in the enemy zone of control at {at} on its way to {place}"),
        );
    }
    let reach = movers().iter().map(|mover| mover.search().hexes().count()).max().unwrap_or(0);
    let has = movers().iter().map(|mover| mover.allowance).max().unwrap_or(0);
    let message = format!("no way of {name} leads to {place} with its {}", points(has));
    let hexes = counted(reach as u16, "hex", "hexes");
    Refusal::new("10.2", message).remedy(format!("It reaches {hexes} from {}.", definitions.place(from)))
}

/// Steps that may follow `move`, `infiltrate` or `later`.
pub fn candidates(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    partial: &[Step],
    offer: &mut dyn FnMut(Step),
) {
    match partial {
        [Step::Verb(Verb::Move)] => {
            let fits = |unit: &UnitId| check_unit(definitions, state, side, *unit).is_ok();
            definitions.units_of(side).filter(fits).map(Step::Unit).for_each(offer);
        }
        [Step::Verb(Verb::Infiltrate)] => offer(Step::Unit(definitions.special.brigade)),
        [Step::Verb(Verb::Move | Verb::Infiltrate), Step::Unit(_), ..] => {
            let (ends, through) = ends(definitions, state, side, partial);
            ends.into_iter().map(Step::Hex).for_each(&mut *offer);
            through.into_iter().map(Step::Via).for_each(offer);
        }
        _ => {}
    }
}

/// Judges a step after `move` or `infiltrate`.
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
            check_unit(definitions, state, side, *unit).map(|_| Progress::Open)
        }
        ([Step::Verb(Verb::Infiltrate)], Step::Unit(unit)) => {
            if *unit != definitions.special.brigade {
                let brigade = definitions.name(definitions.special.brigade);
                let message = format!("{} is not {brigade}, which alone may infiltrate", definitions.name(*unit));
                return Err(Refusal::new("7.3c", message));
            }
            check_unit(definitions, state, side, *unit).map(|_| Progress::Open)
        }
        ([_, Step::Unit(_), ..], Step::Via(hex)) => {
            let vias = partial.iter().filter(|step| matches!(step, Step::Via(_))).count();
            if vias >= WAY {
                return Err(Refusal::new("order", format!("a move is led through {WAY} hexes by name at most")));
            }
            let way = way(definitions, state, side, partial, *hex)?;
            match way.door {
                None => Ok(Progress::Open),
                Some(_) => Err(Refusal::new("10.3a", "an emergency withdrawal ends after its second hex")),
            }
        }
        ([_, Step::Unit(_), ..], Step::Hex(hex)) => {
            way(definitions, state, side, partial, *hex).map(|_| Progress::Complete)
        }
        _ => Err(misplaced("a unit, then where it goes")),
    }
}

/// Whether the brigade may still infiltrate (7.3).
///
/// # Errors
/// The rule that forbids it.
pub fn may_infiltrate(definitions: &Definitions, state: &State) -> Result<(), Refusal> {
    let (first, last) = definitions.tables.limits.infiltration;
    if !during((first, last), state.turn) {
        return Err(Refusal::new("7.3c", format!("the 150th Brigade infiltrates on turns {first} to {last} alone")));
    }
    if state.infiltrated {
        return Err(Refusal::new("7.3c", "the 150th Brigade has used its right, which it has once"));
    }
    Ok(())
}

/// Whether a way leads where zones of control let nobody go without a right: from one into the next, or on from one (7.3).
fn needs_right(definitions: &Definitions, state: &State, unit: UnitId, path: &[HexId]) -> bool {
    let zones = state.disposition(definitions).zones(definitions.counter(unit).side.enemy());
    let within = path.windows(2).any(|pair| zones.contains(pair[0]) && zones.contains(pair[1]));
    within || path.iter().skip(1).rev().skip(1).any(|hex| zones.contains(*hex))
}

/// Moves a unit.
pub fn perform(turn: &mut Turn<'_, DeadlyWoods>, side: SideId, order: &[Step]) {
    let Some((Step::Hex(to), partial)) = order.split_last() else { return };
    let definitions = turn.definitions();
    let Ok(way) = way(definitions, turn, side, partial, *to) else { return };
    let Some(draft) = draft(partial) else { return };
    let unit = draft.unit;
    rounds::choose(turn, unit);
    if let Some(lost) = without_tanks(definitions, turn, unit).flatten() {
        turn.emit(Event::GaveUpTanks { unit, lost });
    }
    if draft.infiltrates && needs_right(definitions, turn, unit, &way.path) {
        turn.emit(Event::Infiltrated);
    }
    if let Some(door) = way.door {
        turn.emit(Event::HeldDoor { unit: door });
    }
    turn.emit(Event::Moved { unit, path: way.path.clone() });
    control::went(turn, unit, &way.path);
}

/// Whether any unit of a side can move now.
pub fn anything(definitions: &Definitions, state: &State, side: SideId) -> bool {
    definitions.units_of(side).any(|unit| {
        check_unit(definitions, state, side, unit).is_ok()
            && !ends(definitions, state, side, &[Step::Verb(Verb::Move), Step::Unit(unit)]).0.is_empty()
    })
}
