//! A unit on its way, which the Allied player may interrupt at bridges (7.33).

use super::Mover;
use super::exits;
use super::orders::rivers;
use crate::EnemyAction;
use crate::chapters::engineers::{Work, work};
use crate::chapters::{fuel, ownership, supply};
use crate::printed::{ALLIED, Definitions, GERMAN, RiverId};
use crate::truth::event::Event;
use crate::truth::state::{Bound, Errand, Halted, March, Public};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::Turn;

/// The first place of a path from which a bridge is crossed that the Allied player may blow now, and the bridge: he is asked
/// whatever he holds, as long as he holds anything (R26).
fn bridge(
    definitions: &Definitions,
    public: &Public,
    unit: UnitId,
    path: &[HexId],
    passed: &[RiverId],
) -> Option<(usize, RiverId)> {
    let german = definitions.counter(unit).side == GERMAN;
    if !german || public.opens() || public.piles[ALLIED.index()].hand == 0 {
        return None;
    }
    let crossed = |pair: &[HexId]| definitions.board.side(pair[0], pair[1]).and_then(|border| border.river);
    let rivers = path.windows(2).enumerate().filter_map(|(at, pair)| Some((at, crossed(pair)?)));
    let mut stands =
        rivers.filter(|(_, river)| public.units.bridge(*river).stands && !passed.contains(river)).peekable();
    stands.peek()?;
    let traced = supply::trace(definitions, public, ALLIED);
    stands.find(|(_, river)| work(definitions, public, ALLIED, &traced, *river) == Ok(Work::Blow))
}

/// A unit goes where it is bound, or as far as a bridge that may be blown.
pub fn go(turn: &mut Turn<'_, EnemyAction>, unit: UnitId, errand: Errand, bound: Bound, passed: Vec<RiverId>) {
    let definitions = turn.definitions();
    let stop = bridge(definitions, &turn.public, unit, &bound.path, &passed);
    let end = stop.map_or(bound.path.len().saturating_sub(1), |(at, _)| at);
    let mut left = bound.left;
    if errand != Errand::Advance
        && let Some(from) = bound.path.first()
    {
        let mover = Mover::new(definitions, &turn.public, unit, *from, bound.strategic);
        let spent = mover.under_way(bound.left, bound.fresh).left_along(&bound.path[..=end]);
        left = spent.last().copied().unwrap_or(0);
    }
    if stop.is_none() && bound.exits {
        exits::leave(turn, unit, &bound.path);
    } else if end > 0 {
        step(turn, unit, &bound.path[..=end], errand);
    }
    match stop {
        Some((at, bridge)) => {
            let march = March { unit, errand, bridge, passed };
            let bound = Bound { path: bound.path[at..].to_vec(), left, fresh: bound.fresh && at == 0, ..bound };
            turn.emit(Event::CameToBridge { march, bound: Some(bound) });
        }
        None if turn.public.march.is_some() => turn.emit(Event::MarchOver),
        None => {}
    }
}

/// A unit moves or advances along a path.
fn step(turn: &mut Turn<'_, EnemyAction>, unit: UnitId, path: &[HexId], errand: Errand) {
    let definitions = turn.definitions();
    let (crossed, used) = rivers(definitions, &turn.public, unit, path);
    let wake = ownership::wake(definitions, &turn.public, &[unit], path, true);
    let entered = &path[1..];
    let path = path.to_vec();
    turn.emit(if errand == Errand::Advance {
        Event::Advanced { unit, path, crossed, used, wake }
    } else {
        Event::Moved { unit, path, crossed, used, wake }
    });
    fuel::find(turn, unit, entered);
}

/// The bridge before a unit is not blown: it goes on. Whoever does not know where it is bound waits.
pub fn go_on(turn: &mut Turn<'_, EnemyAction>) {
    let Some((mut march, bound)) = turn.public.march.clone().zip(turn.hidden[GERMAN.index()].bound.clone()) else {
        return;
    };
    march.passed.push(march.bridge);
    go(turn, march.unit, march.errand, bound, march.passed);
}

/// The blowing of the bridge before a unit is settled: it goes on, or another way, or advances no more (7.33).
pub fn settle(turn: &mut Turn<'_, EnemyAction>) {
    let Some((march, bound)) = turn.public.march.clone().zip(turn.hidden[GERMAN.index()].bound.clone()) else {
        return;
    };
    if turn.public.units.bridge(march.bridge).stands {
        return go_on(turn);
    }
    let March { unit, errand, bridge: barred, .. } = march;
    let Bound { strategic, left, fresh, .. } = bound;
    turn.emit(match errand {
        Errand::Move => Event::Halted { halted: Halted { unit, barred, strategic, left, fresh } },
        // from the hex that was left it may go another way (R73)
        Errand::Advance => {
            let there = turn.public.combat.as_ref().map(|combat| combat.target);
            let left = turn.public.unit(unit).hex().filter(|hex| Some(*hex) == there);
            Event::AdvanceHalted { unit, barred: left.map(|_| barred) }
        }
        // it does not come (R79)
        Errand::Join => Event::MarchOver,
    });
}
