//! Where units should go: marches, entries, headquarters, and what a unit does where it stands.

use crate::chapters::movement;
use crate::chapters::supply::SupplyNet;
use crate::chapters::{activation, zones};
use crate::opponent::plan::Plan;
use crate::opponent::{Proposal, STEP};
use crate::printed::tables::Action;
use crate::sight::view::{Seen, View};
use crate::truth::order::{Step, Verb};
use crate::truth::state::Location;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::Unworded;

/// What a march must bring at least, so that nobody wanders.
const EFFORT: i32 = 6;
/// What an entry is worth by itself, and for a headquarters, which must come first (9.2c).
const ENTRY: i32 = 3 * STEP;
const HQ_FIRST: i32 = STEP;
/// What it costs to be out of command at the next check, and to stop on a road that others need.
const LOST: i32 = STEP / 2;
const TRAFFIC: i32 = 15;
/// What it costs to stand where no supply comes at the next check.
const HUNGRY: i32 = STEP;
/// What a detachment costs: two weak units for a strong one.
const SPLIT: i32 = STEP / 2;
/// Hexes between a headquarters and the enemy that it should keep.
const SAFE: u16 = 3;
/// Places that are proposed for each unit, should the best not be allowed.
const PLACES: usize = 2;

/// What each unit that may act can do by itself.
pub fn marches(plan: &Plan, view: &View) -> Vec<Proposal> {
    let mut proposals = Vec::new();
    for unit in plan.actors() {
        let fatigue = plan.fatigue(unit);
        let begun = proposals.len();
        match plan.field.unit(unit).place {
            Location::Due(_) => entries(plan, view, unit, &mut proposals),
            Location::Map(hex) => {
                moves(plan, view, unit, &mut proposals);
                stays(plan, unit, hex, &mut proposals);
                clears(plan, view, unit, hex, &mut proposals);
            }
            _ => {}
        }
        proposals[begun..].iter_mut().for_each(|proposal| proposal.worth -= fatigue);
    }
    proposals
}

/// Where a reinforcement enters.
fn entries(plan: &Plan, view: &View, unit: UnitId, proposals: &mut Vec<Proposal>) {
    let begun = [Step::Verb(Verb::Enter), Step::Unit(unit)];
    for (step, _) in Seen::new(plan.definitions, view).legal(&begun) {
        let Step::Hex(hex) = step else { continue };
        let first =
            if plan.definitions.unit(unit).is_hq() { HQ_FIRST } else { plan.gain(unit, hex).clamp(-STEP, STEP) };
        proposals.push(Proposal { worth: ENTRY + first, order: [&begun[..], &[step]].concat() });
    }
}

/// The best places in a unit's reach.
fn moves(plan: &Plan, view: &View, unit: UnitId, proposals: &mut Vec<Proposal>) {
    let (definitions, field) = (plan.definitions, plan.field);
    let Ok(reach) = movement::reach_of::<Unworded>(definitions, field, plan.side, unit) else { return };
    let hq = definitions.unit(unit).is_hq();
    let headquarters = if hq { Some(Headquarters::new(plan, unit)) } else { None };
    let worth = |hex: HexId| match &headquarters {
        Some(headquarters) => headquarters.gain(plan, hex),
        None => plan.gain(unit, hex) + contact(plan, unit, hex) + comfort(plan, unit, hex),
    };
    let mut places: Vec<(i32, HexId)> =
        reach.destinations().into_iter().map(|hex| (worth(hex) - EFFORT, hex)).collect();
    places.sort_by_key(|(worth, hex)| (std::cmp::Reverse(*worth), *hex));
    let best = places.first().map_or(0, |(worth, _)| *worth);
    proposals.extend(detach(plan, view, unit, best));
    for (worth, hex) in places.into_iter().take(PLACES) {
        proposals.push(Proposal { worth, order: vec![Step::Verb(Verb::Move), Step::Unit(unit), Step::Hex(hex)] });
    }
}

/// A step that is left behind where somebody must stay, so that the rest can go where it is wanted.
fn detach(plan: &Plan, view: &View, unit: UnitId, best: i32) -> Option<Proposal> {
    let order = [Step::Verb(Verb::Detach), Step::Unit(unit), Step::Steps(1)];
    let divides = plan.definitions.unit(unit).divides && plan.field.unit(unit).steps > 2;
    let stays = if divides { plan.stay_behind(unit) } else { 0 };
    let worth = best + stays - SPLIT;
    let pays = stays > 0 && worth > best.max(0);
    let legal = || (0..order.len()).all(|at| Seen::new(plan.definitions, view).check(&order[..at], &order[at]).is_ok());
    (pays && legal()).then(|| Proposal { worth, order: order.to_vec() })
}

/// Removing a marker from the way of a unit that wants to go there.
fn clears(plan: &Plan, view: &View, unit: UnitId, hex: HexId, proposals: &mut Vec<Proposal>) {
    let barred = plan.definitions.board.neighbours(hex).map(|(_, there)| there);
    for there in barred.filter(|there| plan.field.barrier(*there, plan.side).is_some()) {
        let order = vec![Step::Verb(Verb::Clear), Step::Unit(unit), Step::Hex(there)];
        let worth = plan.gain(unit, there) / 2;
        if worth > 0 && Seen::new(plan.definitions, view).accept(&order).is_ok() {
            proposals.push(Proposal { worth, order });
        }
    }
}

/// What it means to end a march next to the enemy: an attack that must be made, or could be (4.2b, 4.3b).
fn contact(plan: &Plan, unit: UnitId, hex: HexId) -> i32 {
    let (definitions, field) = (plan.definitions, plan.field);
    if !zones::controlled(definitions, field, hex, plan.side) {
        return 0;
    }
    let prospects = |(_, there): (_, HexId)| {
        let defenders: Vec<UnitId> = field.in_hex(there).filter(|other| !plan.own(*other)).collect();
        if defenders.is_empty() { None } else { Some(prospect(plan, unit, hex, there, &defenders)) }
    };
    let best = definitions.board.neighbours(hex).filter_map(prospects).max().unwrap_or(0);
    if definitions.board.ground(hex).cover[plan.side.index()] { best.max(0) / 2 } else { best }
}

/// What an attack of a unit from a hex on another promises, by the odds alone.
fn prospect(plan: &Plan, unit: UnitId, from: HexId, target: HexId, defenders: &[UnitId]) -> i32 {
    let (definitions, field, board) = (plan.definitions, plan.field, &plan.definitions.board);
    let ready = |mate: &UnitId| {
        *mate != unit && activation::ready::<Unworded>(definitions, field, plan.side, *mate).is_ok_and(|ap| ap > 0)
    };
    let near = board.neighbours(target).flat_map(|(_, hex)| field.in_hex(hex)).filter(|mate| plan.own(*mate));
    let river = board.side(from, target).is_some_and(|side| board.river(from, side));
    let mine = plan.strength(unit) / if river { 2 } else { 1 };
    let together = mine + near.filter(ready).map(|mate| plan.strength(mate)).sum::<i32>() / 2;
    let defence = defenders.iter().map(|other| plan.strength(*other)).sum::<i32>().max(1);
    let columns = board.ground(target).shift[plan.side.enemy().index()];
    // in halves, so that 3:2 counts for something
    let odds = 2 * together / defence + 2 * columns;
    let ground = plan.ground(target, &[unit]) / 2;
    match odds {
        ..=1 => -3 * STEP / 2,
        2 => -STEP / 2 + ground / 3,
        3..=4 => ground / 2,
        5..=6 => STEP / 2 + ground / 2,
        _ => STEP + ground,
    }
}

/// Command and traffic where a unit would stand.
fn comfort(plan: &Plan, unit: UnitId, hex: HexId) -> i32 {
    let (definitions, field) = (plan.definitions, plan.field);
    let range = u16::from(definitions.tables.doctrine(plan.side).command_range);
    let leader = definitions.hq_of(unit).and_then(|hq| field.hex_of(hq));
    let beyond = |hex: HexId| leader.is_some_and(|leader| definitions.board.grid().distance(leader, hex) > range);
    let lost = match (field.hex_of(unit).is_some_and(beyond), beyond(hex)) {
        (false, true) => LOST,
        (true, false) => -LOST / 2,
        _ => 0,
    };
    let traffic = if definitions.board.has_road(hex) { TRAFFIC } else { 0 };
    let hungry = |hex: HexId| !plan.fed(hex) && leader.is_none_or(|leader| beyond(hex) || !plan.fed(leader));
    let supply = match field.hex_of(unit).map(hungry) {
        _ if field.turn == field.last_turn => 0,
        Some(false) if hungry(hex) => HUNGRY,
        Some(true) if !hungry(hex) => -HUNGRY,
        _ => 0,
    };
    -lost - traffic - supply
}

/// Where a headquarters serves its formation best.
struct Headquarters<'a> {
    unit: UnitId,
    units: Vec<HexId>,
    net: SupplyNet<'a>,
}

impl<'a> Headquarters<'a> {
    fn new(plan: &Plan<'a>, unit: UnitId) -> Headquarters<'a> {
        let (definitions, field) = (plan.definitions, plan.field);
        let formation = definitions.unit(unit).formation;
        let serves = |(other, _): &(UnitId, HexId)| *other != unit && definitions.unit(*other).formation == formation;
        let units = field.on_map().filter(serves).map(|(_, hex)| hex).collect();
        Headquarters { unit, units, net: SupplyNet::new(definitions, field, plan.side) }
    }

    fn gain(&self, plan: &Plan, to: HexId) -> i32 {
        plan.field.hex_of(self.unit).map_or(0, |here| self.place(plan, to) - self.place(plan, here))
    }

    /// Few units out of range, on a road that brings supply, away from the enemy.
    fn place(&self, plan: &Plan, hex: HexId) -> i32 {
        let (definitions, grid) = (plan.definitions, plan.definitions.board.grid());
        let range = definitions.tables.doctrine(plan.side).command_range;
        let far = |unit: &HexId| {
            let hexes = i32::from(grid.distance(hex, *unit));
            4 * hexes + if hexes > i32::from(range) { LOST } else { 0 }
        };
        let command: i32 = self.units.iter().map(far).sum();
        let supply = if self.net.at_road(hex) { 2 * STEP } else { 0 };
        let near = SAFE.saturating_sub(plan.enemy_distance(hex).saturating_sub(1));
        supply - command - i32::from(near) * STEP / 2
    }
}

/// What a unit can do where it stands: dig in, recover.
fn stays(plan: &Plan, unit: UnitId, hex: HexId, proposals: &mut Vec<Proposal>) {
    let (definitions, field) = (plan.definitions, plan.field);
    let state = field.unit(unit);
    let Ok(ap) = activation::ready::<Unworded>(definitions, field, plan.side, unit) else { return };
    if !state.improved && ap >= definitions.tables.actions.of(Action::EnterPosition) {
        let worth = plan.dig(unit, hex) - EFFORT;
        proposals.push(Proposal { worth, order: vec![Step::Verb(Verb::Dig), Step::Unit(unit)] });
    }
    if state.fatigued && field.turn < field.last_turn {
        let worth = 20 * plan.strength(unit);
        proposals.push(Proposal { worth, order: vec![Step::Verb(Verb::Recover), Step::Unit(unit)] });
    }
}
