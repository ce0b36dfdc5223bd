//! Where to move.

use crate::DeadlyWoods;
use crate::chapters::movement::orders;
use crate::chapters::{stacking, supply};
use crate::printed::{Definitions, GERMAN, Kind};
use crate::truth::order::{Step, Verb};
use crate::truth::state::State;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Progress, Seen, SideId};
use engine::kernel::Lines;

/// The next move: the first unit that finds a better hex. None once nobody does.
pub fn order(seen: Seen<'_, DeadlyWoods>, side: SideId) -> Option<Vec<Step>> {
    let (definitions, state) = (seen.definitions, &seen.view.state);
    if state.round.as_ref().is_none_or(|round| round.fights) {
        return None;
    }
    let mind = Mind::new(definitions, state, side);
    for unit in definitions.units_of(side) {
        if let Some(hex) = mind.better(unit) {
            let order = vec![Step::Verb(Verb::Move), Step::Unit(unit), Step::Hex(hex)];
            if seen.progress(&order) == Ok(Progress::Complete) {
                return Some(order);
            }
        }
    }
    None
}

/// What a side thinks of hexes.
struct Mind<'a> {
    definitions: &'a Definitions,
    state: &'a State,
    side: SideId,
    /// Hexes to the nearest enemy.
    to_enemy: Lines,
    /// Hexes to the nearest VP hex that the side wants.
    to_goal: Lines,
}

impl<'a> Mind<'a> {
    fn new(definitions: &'a Definitions, state: &'a State, side: SideId) -> Mind<'a> {
        let board = &definitions.board;
        let enemies = definitions.units_of(side.enemy()).filter_map(|unit| state.unit(unit).hex());
        let around = |hex: HexId, go: &mut dyn FnMut(HexId)| board.around(hex).for_each(go);
        let plan = &definitions.plans[usize::from(state.scenario)];
        let wanted = plan.objectives.iter().copied().filter(|hex| state.german.contains(hex) != (side == GERMAN));
        Mind {
            definitions,
            state,
            side,
            to_enemy: Lines::trace(board.len(), enemies, Lines::ENDLESS, around),
            to_goal: Lines::trace(board.len(), wanted, Lines::ENDLESS, around),
        }
    }

    /// The best hex for a unit, if it is better than the one where it stands.
    fn better(&self, unit: UnitId) -> Option<HexId> {
        let from = orders::check_unit(self.definitions, self.state, self.side, unit).ok()?;
        let partial = [Step::Verb(Verb::Move), Step::Unit(unit)];
        let here = self.worth(unit, from);
        let (ends, _) = orders::ends(self.definitions, self.state, self.side, &partial);
        let best = ends.into_iter().map(|hex| (self.worth(unit, hex), hex));
        let best = best.max_by_key(|(worth, hex)| (*worth, std::cmp::Reverse(*hex)))?;
        (best.0 > here).then_some(best.1)
    }

    /// What a hex is worth to a unit.
    fn worth(&self, unit: UnitId, hex: HexId) -> i32 {
        let (definitions, state) = (self.definitions, self.state);
        if stacking::with(definitions, state, hex, &[unit]).is_some() {
            return -CROWDED;
        }
        let supplied = supply::traced(definitions, state, self.side, hex);
        let supply = if supplied { 0 } else { -UNSUPPLIED };
        let near = self.to_enemy.to(hex).map_or(FAR, i32::from);
        let goal = self.to_goal.to(hex).map_or(0, i32::from);
        let it = definitions.board.hex(hex);
        let cover = i32::from(it.town || it.village) + i32::from(it.tolls[1].is_none());
        let plan = &definitions.plans[usize::from(state.scenario)];
        let objective = plan.objectives.contains(&hex);
        if self.side == GERMAN {
            let close = if near == 1 { 3 } else { 0 };
            let armour = i32::from(state.kind(definitions, unit) == Kind::Armour);
            supply - (3 + armour) * goal + close + if objective { OBJECTIVE } else { 0 }
        } else {
            let line = if near <= 2 { 4 } else { -near };
            let held = if objective && near <= GUARDED { OBJECTIVE } else { 0 };
            supply + 2 * cover + line + held - if goal > 0 && near > 2 { goal / 2 } else { 0 }
        }
    }
}

/// What an enemy is away of whom there is none.
const FAR: i32 = 60;
/// What a hex is worth less that is overfull.
const CROWDED: i32 = 1000;
/// What it is worth less without supply.
const UNSUPPLIED: i32 = 20;
/// What a VP hex is worth.
const OBJECTIVE: i32 = 12;
/// Hexes to the enemy within which it is guarded.
const GUARDED: i32 = 8;
