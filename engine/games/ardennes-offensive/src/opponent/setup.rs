//! Where to set up.

use crate::chapters::setup;
use crate::printed::{Definitions, GERMAN, Ground};
use crate::truth::order::{Step, Verb};
use crate::truth::state::State;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::SideId;

/// The next unit that stands better elsewhere, in exchange for who stands there; the end of the set-up when there is none.
/// Each exchange is worth something, so that it ends.
pub fn order(definitions: &Definitions, state: &State, side: SideId) -> Vec<Step> {
    let mut units: Vec<(UnitId, HexId)> =
        definitions.units_of(side).filter_map(|unit| Some((unit, state.unit(unit).hex()?))).collect();
    units.sort_by_key(|(unit, _)| (std::cmp::Reverse(definitions.counter(*unit).strength), *unit));
    let worth = |unit, hex| worth(definitions, state, side, unit, hex);
    for (unit, from) in units {
        let gain = |to: HexId| {
            let other = state.disposition(definitions).stack(to).next();
            let exchanged = other.map_or(0, |other| worth(other, from) - worth(other, to));
            worth(unit, to) - worth(unit, from) + exchanged
        };
        let pool = setup::pool(definitions, state, unit);
        // who would come here in exchange must belong here
        let fits = |to: &HexId| {
            let mut stack = state.disposition(definitions).stack(*to);
            *to != from && stack.all(|other| setup::pool(definitions, state, other).contains(from))
        };
        let best =
            pool.iter().filter(fits).map(|to| (gain(to), to)).max_by_key(|(gain, to)| (*gain, std::cmp::Reverse(*to)));
        if let Some((gain, to)) = best
            && gain > 0
        {
            return vec![Step::Verb(Verb::Place), Step::Unit(unit), Step::Hex(to)];
        }
    }
    vec![Step::Verb(Verb::Ready)]
}

/// What a hex is worth to a unit that starts there: near the enemy, strong units where they can attack or where they are
/// hard to drive out, tanks at roads.
fn worth(definitions: &Definitions, state: &State, side: SideId, unit: UnitId, hex: HexId) -> i32 {
    let (board, counter) = (&definitions.board, definitions.counter(unit));
    let strength = i32::from(counter.strength);
    let enemies = || definitions.units_of(side.enemy()).filter_map(|enemy| state.unit(enemy).hex());
    let near = i32::from(enemies().map(|enemy| board.distance(enemy, hex)).min().unwrap_or(0));
    let road = i32::from(counter.mechanized() && board.hex(hex).sides.iter().any(|side| side.road));
    let place = if side == GERMAN {
        i32::from(near == 1) * 2 + road * 2
    } else {
        match (board.hex(hex).town, board.hex(hex).ground) {
            (true, _) => 4,
            (false, Ground::Rough) => 2,
            (false, Ground::Clear) => 0,
        }
    };
    strength * place - 2 * near.max(1)
}
