//! Marches: a unit goes its path hex by hex on the true position, until something stops it.

use crate::AutumnFog;
use crate::chapters::historical_events::interrupt;
use crate::chapters::movement::reach::{Barrier, Reach};
use crate::chapters::movement::{PLACE, reach_of};
use crate::chapters::zones::bound;
use crate::chapters::{activation, fog, victory};
use crate::printed::definitions::Definitions;
use crate::printed::tables::Action;
use crate::truth::event::Event;
use crate::truth::marks::Mark;
use crate::truth::order::EventKind;
use crate::truth::search::Budget;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Refusal, Turn, Unworded};

/// Face of a die from which a covered unit slips through an enemy zone of control (15.2d).
const UNSEEN: u8 = 5;

/// What stops a march.
enum Halt {
    /// Greif commandos wait in the hex that it has reached (15.2c).
    Ambush,
    /// The hex that it has reached is in an enemy zone of control (4.2a).
    Zone(Refusal),
    /// An event marker bars this hex, the next one (15.2a, 15.3a).
    Marker(EventKind, HexId),
    /// It cannot enter this hex, the next one.
    Shut(HexId, Refusal),
}

/// How far a unit has come on its path.
struct March<'a> {
    definitions: &'a Definitions,
    unit: UnitId,
    path: &'a [HexId],
    /// What was left in each hex that it has reached, the one where it stood first.
    budgets: Vec<Budget>,
}

impl March<'_> {
    /// The hex that it has reached.
    fn at(&self) -> HexId {
        self.path[self.budgets.len() - 1]
    }

    /// The hex that comes next.
    fn next(&self) -> Option<HexId> {
        self.path.get(self.budgets.len()).copied()
    }

    /// Goes on until the path ends or something must be looked at.
    fn go_on(&mut self, reach: &Reach<'_>, ambush: Option<HexId>) -> Option<Halt> {
        while let Some(there) = self.next() {
            let from = self.at();
            let (towards, budget) = (self.definitions.board.side(from, there)?, self.budgets.last().copied()?);
            match reach.step(from, towards, budget) {
                Ok(left) => self.budgets.push(left),
                Err(Barrier::Marker(kind)) => return Some(Halt::Marker(kind, there)),
                Err(barrier) => return Some(Halt::Shut(there, reach.refusal(barrier, from, there))),
            }
            if ambush == Some(there) {
                return Some(Halt::Ambush);
            }
            if reach.controlled(there) {
                return Some(Halt::Zone(reach.must_stop(there)));
            }
        }
        None
    }

    /// Whether the unit slips through the zone that it has entered, if it is covered (15.2d): as one of its stack has done
    /// there, or by the die of the stack (ruling R152). Where it ends its way without owing an attack it does not try, and
    /// has stopped like any other unit (ruling R154).
    fn slips(&self, turn: &mut Turn<'_, AutumnFog>) -> bool {
        let (definitions, unit, hex) = (self.definitions, self.unit, self.at());
        if !turn.field.unit(unit).covered {
            return false;
        }
        if turn.field.slipped.contains(&hex) {
            return true;
        }
        if self.next().is_none() && !bound(definitions, &turn.field, unit, hex, definitions.unit(unit).side) {
            return false;
        }
        activation::wake(turn, unit);
        let die = turn.die("150th Panzer Brigade", 6);
        let unseen = die >= UNSEEN;
        let off = if unseen { &[][..] } else { &[Mark::Covered] };
        turn.emit(Event::Slipped { unit, hex, die, unseen, off: Some(off.into()), all: unseen });
        unseen
    }

    /// Goes back to the last hex where the unit may stay (5b).
    fn make_room(&mut self, reach: &Reach<'_>) {
        while self.budgets.len() > 1 && reach.room::<Unworded>(self.at()).is_err() {
            self.budgets.pop();
        }
    }
}

/// Lets a unit march along a path that begins where it stands, `ambush` being the hex where Greif commandos wait for
/// it. It pays for the hexes that it enters; stopped where it may not stay (5b), it stays in the last hex before
/// where it may (rulings R146, R219).
pub fn march(turn: &mut Turn<'_, AutumnFog>, unit: UnitId, path: &[HexId], ambush: Option<HexId>) {
    let definitions = turn.definitions();
    let side = definitions.unit(unit).side;
    let Ok(start) = reach_of::<Unworded>(definitions, &turn.field, side, unit).map(|reach| reach.budget()) else {
        return;
    };
    let covered = turn.field.unit(unit).covered;
    let mut march = March { definitions, unit, path, budgets: vec![start] };
    // the hex whose zone it has slipped through last
    let mut unseen_in = None;
    let (halt, slipped, reached) = loop {
        let Ok(reach) = reach_of::<Unworded>(definitions, &turn.field, side, unit) else { return };
        let halt = march.go_on(&reach, ambush);
        let reached = march.budgets.len();
        let slipped = matches!(halt, Some(Halt::Zone(_))) && march.slips(turn);
        unseen_in = if slipped { Some(march.at()) } else { unseen_in };
        if !slipped || march.next().is_none() {
            if let Ok(reach) = reach_of::<Unworded>(definitions, &turn.field, side, unit) {
                march.make_room(&reach);
            }
            break (halt, slipped, reached);
        }
    };
    let thwart = |turn: &mut Turn<'_, AutumnFog>, hex, refusal: &Refusal| {
        let stacks = fog::unknown_controllers(definitions, &turn.field, side, hex);
        turn.emit(fog::thwarted(side, stacks, refusal));
    };
    let (end, gone) = (march.at(), march.budgets.len());
    let mut left = march.budgets[gone - 1];
    if matches!(halt, Some(Halt::Zone(_))) && !slipped {
        left.half_mp = 0;
    }
    let after = interrupt::ambushed(left);
    if gone > 1 {
        activation::wake(turn, unit);
        let able = if matches!(halt, Some(Halt::Ambush)) { after.ap } else { left.ap };
        let able = able >= definitions.tables.actions.of(Action::NormalAttack);
        let owes = unseen_in != Some(end) && bound(definitions, &turn.field, unit, end, side);
        let bound = able && gone == reached && owes;
        let path = path[..gone].to_vec();
        let (ap, half_mp) = (left.ap, left.half_mp);
        turn.emit(Event::Moved { unit, path: path.clone(), ap, half_mp, bound, off: PLACE });
        path.into_iter().skip(1).for_each(|hex| victory::note_passage(turn, unit, hex));
    }
    match halt {
        Some(Halt::Ambush) => {
            activation::wake(turn, unit);
            turn.emit(Event::Ambushed { unit, hex: end, ap: after.ap, half_mp: after.half_mp });
        }
        Some(Halt::Marker(kind, next)) => turn.emit(Event::Halted { unit, hex: end, kind, next }),
        // a covered unit has been told by its die
        Some(Halt::Zone(_)) if covered || reached == path.len() => {}
        Some(Halt::Zone(refusal)) => thwart(turn, path[reached - 1], &refusal),
        Some(Halt::Shut(next, refusal)) => thwart(turn, next, &refusal),
        None => {}
    }
}
