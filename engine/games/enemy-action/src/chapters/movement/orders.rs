//! Orders of movement: one active unit after the other, each once an activation.

use super::{Barrier, Mover, barred, bridged, march};
use crate::EnemyAction;
use crate::chapters::asking::{Known, misplaced};
use crate::printed::{Definitions, GERMAN, RiverId};
use crate::truth::order::Step;
use crate::truth::roster::Supply;
use crate::truth::state::{Bound, Errand, Public, Stage};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Progress, Refusal, Turn};
use engine::kernel::Reach;

/// Hexes that a move may be led through by name.
const WAY: usize = 8;

/// Why a unit may not move now; where it stands.
///
/// # Errors
/// The rule that forbids it.
pub fn check_unit(known: Known<'_>, unit: UnitId) -> Result<HexId, Refusal> {
    let (definitions, public) = (known.definitions, known.public);
    let (counter, it, name) = (definitions.counter(unit), public.unit(unit), definitions.name(unit));
    let Some(activation) = public.activation.as_ref().filter(|activation| activation.units.contains(&unit)) else {
        return Err(Refusal::new("6a", format!("{name} is not active")));
    };
    let Some(hex) = it.hex() else { return Err(Refusal::new("6a", format!("{name} is not on the map"))) };
    if activation.stands {
        return Err(Refusal::new("4.11c", "German units do not move in the first three impulses"));
    }
    if activation.stage != Stage::Moving {
        return Err(Refusal::new("6a", "the moving of this activation is over"));
    }
    if it.moved && public.halted.is_none_or(|halted| halted.unit != unit) {
        return Err(Refusal::new("7b", format!("{name} has moved in this activation")));
    }
    if it.dispersed {
        return Err(Refusal::new("9.9b", format!("{name} is dispersed")).remedy("It recovers as the activation ends."));
    }
    if it.no_fuel {
        return Err(Refusal::new("10.41a", format!("{name} has no fuel today")));
    }
    if it.supply == Supply::Isolated && counter.kind.mechanised() {
        return Err(Refusal::new("10.23d", format!("{name} is isolated and mechanized")));
    }
    Ok(hex)
}

/// A move as far as it is ordered: the unit and the hexes by way of which it goes.
fn draft(partial: &[Step]) -> Option<(UnitId, Vec<HexId>)> {
    let [Step::Verb(_), Step::Unit(unit), rest @ ..] = partial else { return None };
    let via = rest.iter().map(|step| if let Step::Via(hex) = step { Some(*hex) } else { None });
    Some((*unit, via.collect::<Option<Vec<_>>>()?))
}

/// The ways of moving that are open to a unit, each with what it reaches.
fn searches<'a>(known: Known<'a>, unit: UnitId, from: HexId, via: &[HexId]) -> Vec<(Mover<'a>, Vec<HexId>, Reach)> {
    let under_way = known.public.halted.filter(|halted| halted.unit == unit && !halted.fresh);
    let far = Mover::may_go_far(known.definitions, known.public, unit, from);
    // who is under way goes on as it began (7.33)
    let ways = match under_way {
        Some(halted) => vec![halted.strategic],
        None if far => vec![false, true],
        None => vec![false],
    };
    let ways = ways.into_iter();
    let movers = ways.map(|strategic| Mover::new(known.definitions, known.public, unit, from, strategic));
    movers.filter_map(|mover| mover.by_way_of(via).map(|(way, reach)| (mover, way, reach))).collect()
}

/// The hexes in which a move may end.
pub fn ends(known: Known<'_>, partial: &[Step]) -> Vec<HexId> {
    let Some((unit, via)) = draft(partial) else { return Vec::new() };
    let Ok(from) = check_unit(known, unit) else { return Vec::new() };
    let last = *via.last().unwrap_or(&from);
    let mut hexes = known.definitions.board.none();
    for (_, _, reach) in searches(known, unit, from, &via) {
        hexes.unite(reach.hexes());
    }
    hexes.remove(last);
    hexes.remove(from);
    hexes.iter().collect()
}

/// A move that was judged.
pub struct Way {
    /// Both ends included.
    pub path: Vec<HexId>,
    /// Movement points.
    pub spent: u16,
    /// Whether it is strategic movement (7.5).
    pub strategic: bool,
}

/// The way of a whole order to its last hex, by the own allowance if that is enough.
///
/// # Errors
/// The rule that forbids it.
pub fn way(known: Known<'_>, partial: &[Step], to: HexId) -> Result<Way, Refusal> {
    let (unit, via) = draft(partial).ok_or_else(|| misplaced("a unit, then a hex"))?;
    let from = check_unit(known, unit)?;
    let last = *via.last().unwrap_or(&from);
    for (mover, way, reach) in searches(known, unit, from, &via) {
        if let (Some(left), Some(rest)) = (reach.left(to), reach.path(to))
            && to != last
            && to != from
        {
            let path = way.iter().copied().chain(rest.into_iter().skip(1)).collect();
            return Ok(Way { path, spent: mover.allowance.saturating_sub(left), strategic: mover.strategic });
        }
    }
    Err(why_not(known, unit, from, &via, to))
}

/// Why no way leads to a hex by way of others: what bars the last step to the first of them that is out of reach.
fn why_not(known: Known<'_>, unit: UnitId, from: HexId, via: &[HexId], to: HexId) -> Refusal {
    let (definitions, public) = (known.definitions, known.public);
    let (name, place) = (definitions.name(unit), definitions.place(to));
    if from == to {
        return Refusal::new("7a", format!("{name} is in {place} already")).remedy("Name another hex.");
    }
    if via.last() == Some(&to) {
        return Refusal::new("7a", format!("{name} is led through {place} already")).remedy("Name each hex once.");
    }
    let enemy = definitions.counter(unit).side.enemy();
    if public.disposition(definitions).holds(enemy, to) {
        return barred(name, &place, Barrier::Enemy);
    }
    if definitions.counter(unit).side == GERMAN && public.roadblocks.contains(&to) {
        return barred(name, &place, Barrier::Roadblock);
    }
    let far = Mover::may_go_far(definitions, public, unit, from);
    let own = Mover::new(definitions, public, unit, from, false);
    let allowance = own.allowance;
    let mut reason = None;
    for mover in [Some(own), far.then(|| Mover::new(definitions, public, unit, from, true))].into_iter().flatten() {
        let reached = (0..=via.len()).rev().find_map(|many| Some((many, mover.by_way_of(&via[..many])?)));
        let Some((many, (way, reach))) = reached else { continue };
        let out = via.get(many).copied().unwrap_or(to);
        let why = last_step(known, unit, &mover, &way, &reach, out);
        // what strategic movement may not do is worth telling where nothing but the allowance bars the own way
        if reason.is_none() || mover.strategic && why.is_some() {
            reason = why;
        }
        if reason.as_ref().is_some_and(|refusal| refusal.case != "7a") {
            break;
        }
    }
    reason.unwrap_or_else(|| Refusal::new("7a", format!("no way of {name} leads to {place} with its {allowance} MP")))
}

/// What bars the last step into a hex, from where most is left; none if no hex beside it is reached.
fn last_step(
    known: Known<'_>,
    unit: UnitId,
    mover: &Mover<'_>,
    way: &[HexId],
    reach: &Reach,
    to: HexId,
) -> Option<Refusal> {
    let definitions = known.definitions;
    let (board, name, place) = (&definitions.board, definitions.name(unit), definitions.place(to));
    let beside = board.around(to).filter_map(|hex| Some((reach.left(hex)?, hex)));
    let mut beside: Vec<(u16, HexId)> = beside.collect();
    beside.sort_by_key(|(left, hex)| (std::cmp::Reverse(*left), *hex));
    let barrier = beside.iter().filter(|(left, _)| *left > 0).find_map(|(left, hex)| {
        let border = board.side(*hex, to)?;
        mover.enter(*hex, border, *left).err()
    });
    if let Some(barrier) = barrier {
        return Some(barred(name, &place, barrier));
    }
    beside.into_iter().find_map(|(_, hex)| {
        let path: Vec<HexId> = way.iter().copied().chain(reach.path(hex)?.into_iter().skip(1)).collect();
        let there = definitions.place(hex);
        if let Some((case, why)) = mover.stop(hex).filter(|_| path.len() > 1) {
            return Some(Refusal::new(case, format!("{name} comes no further than {there}: {why}")));
        }
        let last = path.windows(2).last()?;
        let river = board.side(last[0], last[1])?.river.filter(|river| !known.public.units.bridge(*river).stands);
        let message = || format!("{name} stops in {there}, beyond the river that it would cross without a bridge");
        river.map(|_| Refusal::new("7.31a", message()))
    })
}

/// Steps that may follow `move`.
pub fn candidates(known: Known<'_>, partial: &[Step], offer: &mut dyn FnMut(Step)) {
    match partial {
        [_] => {
            let Some(activation) = &known.public.activation else { return };
            let fits = |unit: &UnitId| check_unit(known, *unit).is_ok();
            activation.units.iter().copied().filter(fits).map(Step::Unit).for_each(offer);
        }
        [_, Step::Unit(_), rest @ ..] => {
            let ends = ends(known, partial);
            ends.iter().copied().map(Step::Hex).for_each(&mut *offer);
            if rest.len() < WAY {
                ends.into_iter().map(Step::Via).for_each(offer);
            }
        }
        _ => {}
    }
}

/// Judges a step after `move`.
///
/// # Errors
/// The rule that forbids it.
pub fn check(known: Known<'_>, partial: &[Step], step: &Step) -> Result<Progress, Refusal> {
    match (partial, step) {
        ([_], Step::Unit(unit)) => check_unit(known, *unit).map(|_| Progress::Open),
        ([_, Step::Unit(_), rest @ ..], Step::Via(hex)) => {
            if rest.len() >= WAY {
                return Err(Refusal::new("order", format!("a move is led through {WAY} hexes by name at most")));
            }
            way(known, partial, *hex).map(|_| Progress::Open)
        }
        ([_, Step::Unit(_), ..], Step::Hex(hex)) => way(known, partial, *hex).map(|_| Progress::Complete),
        _ => Err(misplaced("a unit, then where it goes")),
    }
}

/// Moves a unit.
pub fn perform(turn: &mut Turn<'_, EnemyAction>, known: &[crate::printed::CardId], order: &[Step]) {
    let Some((Step::Hex(to), partial)) = order.split_last() else { return };
    let definitions = turn.definitions();
    let Some(side) = turn.public.activation.as_ref().map(|activation| activation.side) else { return };
    let judge = Known { definitions, public: &turn.public, side, hand: known };
    let (Ok(way), Some((unit, _))) = (way(judge, partial, *to), draft(partial)) else { return };
    let mover = Mover::new(definitions, &turn.public, unit, way.path[0], way.strategic);
    let bound =
        Bound { strategic: way.strategic, left: mover.allowance, fresh: mover.fresh, path: way.path, exits: false };
    march::go(turn, unit, Errand::Move, bound, Vec::new());
}

/// The rivers of a path that nobody may cross after it where one alone may (7.31, 7.32), and bridges used (4.12).
pub fn rivers(
    definitions: &Definitions,
    public: &Public,
    unit: UnitId,
    path: &[HexId],
) -> (Vec<RiverId>, Vec<RiverId>) {
    let (mut crossed, mut used) = (Vec::new(), Vec::new());
    let side = definitions.counter(unit).side;
    let zones = public.disposition(definitions).zones(side.enemy());
    for pair in path.windows(2) {
        let Some(river) = definitions.board.side(pair[0], pair[1]).and_then(|border| border.river) else { continue };
        let bridged = bridged(definitions, public, unit, river);
        if !bridged || zones.contains(pair[1]) {
            crossed.push(river);
        }
        if bridged {
            used.push(river);
        }
    }
    (crossed, used)
}

/// Whether any active unit can move now.
pub fn anything(known: Known<'_>) -> bool {
    let Some(activation) = &known.public.activation else { return false };
    activation.units.iter().any(|unit| check_unit(known, *unit).is_ok())
}
