//! Where to move, and where reinforcements come.

use super::exodus::Exodus;
use super::march::March;
use super::raid;
use crate::ArdennesII;
use crate::chapters::movement::{self, exit};
use crate::chapters::supply::{self, Net};
use crate::chapters::{disorganized, reinforcements, setup, stacking};
use crate::printed::{ALLIED, Allowance, Definitions, GERMAN};
use crate::truth::order::{Step, Verb};
use crate::truth::state::State;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Progress, Seen, SideId};
use engine::kernel::Lines;
use std::cell::OnceCell;

/// Units that stand too many in a set-up hex go to another one of theirs.
pub fn set_up(seen: Seen<'_, ArdennesII>, side: SideId) -> Option<Vec<Step>> {
    let (definitions, state) = (seen.definitions, &seen.view.state);
    let stack = |hex: HexId| state.disposition(definitions).stack(hex).count();
    let crowded =
        |unit: &UnitId| state.unit(*unit).hex().is_some_and(|hex| stacking::overstacked(definitions, stack(hex)));
    let unit = setup::free(definitions, state, side).into_iter().find(crowded)?;
    let open = setup::hexes(definitions, state, unit).into_iter();
    let room = open.filter(|hex| !stacking::overstacked(definitions, stack(*hex) + 1));
    let hex = room.min_by_key(|hex| (stack(*hex), *hex))?;
    Some(vec![Step::Verb(Verb::Place), Step::Unit(unit), Step::Hex(hex)])
}

/// The next thing to do in the pre-turn: supply for those who are cut off, dice for guns, reinforcements.
pub fn arrival(seen: Seen<'_, ArdennesII>, side: SideId) -> Option<Vec<Step>> {
    let (definitions, state) = (seen.definitions, &seen.view.state);
    if let Some(hex) = drop_zone(definitions, state, side) {
        return Some(vec![Step::Verb(Verb::Supply), Step::Hex(hex)]);
    }
    if let Some(unit) = supply::to_roll(definitions, state, side).into_iter().next() {
        return Some(vec![Step::Verb(Verb::Roll), Step::Unit(unit)]);
    }
    placed(definitions, state, side)
}

/// The hex from which air supply would serve most units that have none.
fn drop_zone(definitions: &Definitions, state: &State, side: SideId) -> Option<HexId> {
    if side != ALLIED || state.strikes == 0 {
        return None;
    }
    let cut: Vec<HexId> =
        supply::without(definitions, state, side).into_iter().filter_map(|unit| state.unit(unit).hex()).collect();
    let within = definitions.tables.distances.supply;
    let served = |hex: &HexId| cut.iter().filter(|there| definitions.board.distance(*hex, **there) <= within).count();
    cut.iter().copied().max_by_key(|hex| (served(hex), std::cmp::Reverse(*hex)))
}

/// A reinforcement is placed where it stands in good order, nearest to the enemy.
fn placed(definitions: &Definitions, state: &State, side: SideId) -> Option<Vec<Step>> {
    let mind = Mind::new(definitions, state, side);
    for unit in reinforcements::waiting(definitions, state, side) {
        let open = reinforcements::hexes(definitions, state, unit).into_iter();
        let best =
            open.max_by_key(|hex| (mind.order(unit, *hex), -i32::from(mind.enemy(*hex)), std::cmp::Reverse(*hex)));
        if let Some(hex) = best {
            return Some(vec![Step::Verb(Verb::Place), Step::Unit(unit), Step::Hex(hex)]);
        }
    }
    None
}

/// The next move: who has left for points, then each unit that finds a better hex, in the order of the units. None once guns
/// have begun to fire, or nobody finds one.
pub fn order(seen: Seen<'_, ArdennesII>, side: SideId) -> Option<Vec<Step>> {
    let (definitions, state) = (seen.definitions, &seen.view.state);
    if let Some(order) = placed(definitions, state, side) {
        return Some(order);
    }
    if definitions.units_of(side).any(|unit| state.unit(unit).fired) {
        return None;
    }
    let mind = Mind::new(definitions, state, side);
    if !state.movers.iter().any(|unit| mind.exodus.binds(*unit))
        && let Some(order) = raid::overrun(definitions, state, side)
    {
        return Some(order);
    }
    // units before the one that led the last move have been thought of
    let last = state.movers.first().copied();
    for unit in definitions.units_of(side).filter(|unit| last.is_none_or(|last| *unit > last)) {
        if mind.exodus.has(unit) && exit::check(definitions, state, side, unit).is_ok() {
            return Some(vec![Step::Verb(Verb::Exit), Step::Unit(unit)]);
        }
        if !mind.exodus.binds(unit)
            && let Some(order) = raid::approach(seen, side, unit)
        {
            return Some(order);
        }
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
    net: Net,
    /// Hexes to the nearest enemy.
    to_enemy: Lines,
    /// Hexes with which the scenario is won, if it is won by hexes.
    winning: &'a [HexId],
    /// Hexes that the side wants, with what they are worth.
    goals: Vec<(HexId, i32)>,
    /// The worth of the best of them.
    best_goal: i32,
    /// Ways to them on foot and on wheels: one that is worth less than the best counts as so much farther.
    to_goals: [OnceCell<March>; 2],
    /// Who leaves the map.
    exodus: Exodus,
}

impl<'a> Mind<'a> {
    fn new(definitions: &'a Definitions, state: &'a State, side: SideId) -> Mind<'a> {
        let board = &definitions.board;
        let enemies = definitions.units_of(side.enemy()).filter_map(|unit| state.unit(unit).hex());
        let to_enemy = Lines::trace(board.len(), enemies, Lines::ENDLESS, |hex, go| board.around(hex).for_each(go));
        let plan = &definitions.plans[usize::from(state.scenario)];
        // where certain hexes win, those are worth alike and all others nothing
        let scenario = &definitions.published.scenarios[usize::from(state.scenario)];
        let winning = scenario.objectives.as_ref().map_or(&[][..], |objectives| &objectives.hexes);
        // one of them that nobody stands in is taken by whoever comes by
        let open = |hex: HexId| {
            let mut stack = state.disposition(definitions).stack(hex);
            side == GERMAN && winning.contains(&hex) && stack.all(|unit| definitions.counter(unit).is_gun())
        };
        let wanted = board.objectives().iter().enumerate().filter(|(at, (hex, _))| {
            let german = state.german.get(*at) == Some(&true);
            let counts = if winning.is_empty() { plan.in_play.contains(*hex) } else { winning.contains(hex) };
            counts && (german != (side == GERMAN) || open(*hex))
        });
        let worth = |points: u8| if winning.is_empty() { i32::from(points) } else { OBJECTIVE };
        let goals: Vec<(HexId, i32)> = wanted.map(|(_, (hex, points))| (*hex, worth(*points))).collect();
        let best_goal = goals.iter().map(|(_, points)| *points).max().unwrap_or(0);
        let exodus = Exodus::of(definitions, state, side);
        let net = Net::trace(definitions, state, side);
        let to_goals = Default::default();
        Mind { definitions, state, side, net, to_enemy, winning, goals, best_goal, to_goals, exodus }
    }

    /// Half points of an allowance from a hex to the goals.
    fn to_goals(&self, kind: Allowance, hex: HexId) -> Option<u16> {
        let march = self.to_goals[kind.index()].get_or_init(|| {
            let less = |points: i32| match kind {
                Allowance::Mech => GOAL * (self.best_goal - points),
                Allowance::Leg => GOAL * (self.best_goal - points) * 2 / 3,
            };
            let less = |points| less(points).unsigned_abs() as u16;
            let places = self.goals.iter().map(|(hex, points)| (*hex, less(*points)));
            March::to(self.definitions, self.state, self.side, kind, places)
        });
        march.from(hex)
    }

    /// Hexes to the nearest enemy.
    fn enemy(&self, hex: HexId) -> u16 {
        self.to_enemy.to(hex).unwrap_or(FAR).min(FAR)
    }

    /// What standing with those in a hex is worth: nothing, or less where it disorganises.
    fn order(&self, unit: UnitId, hex: HexId) -> i32 {
        let others: Vec<UnitId> =
            self.state.disposition(self.definitions).stack(hex).filter(|other| *other != unit).collect();
        let crowded = stacking::overstacked(self.definitions, others.len() + 1);
        let area = self.definitions.board.hex(hex).area.is_some();
        let mixed = !area && stacking::mixed(self.definitions, others.into_iter().chain([unit]));
        if crowded || mixed { -DISORDER } else { 0 }
    }

    /// The best hex for a unit, if it is better than the one where it stands.
    fn better(&self, unit: UnitId) -> Option<HexId> {
        let (definitions, state) = (self.definitions, self.state);
        let mover = movement::mover(definitions, state, self.side, unit).ok()?;
        let from = state.unit(unit).hex()?;
        if mover.is_stuck() || self.keeps(unit, from) {
            return None;
        }
        let here = self.worth(unit, from);
        let reached = mover.search();
        let ends = reached.hexes().map(|hex| (self.worth(unit, hex), hex));
        let best = ends.max_by_key(|(worth, hex)| (*worth, std::cmp::Reverse(*hex)))?;
        (best.0 > here).then_some(best.1)
    }

    /// Whether a unit stays without a thought: guns with targets, and whoever holds the line at an objective.
    fn keeps(&self, unit: UnitId, from: HexId) -> bool {
        let counter = self.definitions.counter(unit);
        let near = self.enemy(from);
        match counter.range {
            Some(range) if !self.exodus.binds(unit) => {
                !self.state.unit(unit).disorganised && near > 1 && near <= range.saturating_sub(1)
            }
            _ => false,
        }
    }

    /// What a hex is worth to a unit.
    fn worth(&self, unit: UnitId, hex: HexId) -> i32 {
        let (definitions, state) = (self.definitions, self.state);
        let binds = self.exodus.binds(unit);
        // who only has to leave does without
        let missed = if binds { UNSUPPLIED / 5 } else { UNSUPPLIED };
        let supply = if self.net.supplies(hex) { 0 } else { -missed };
        let jam = if disorganized::jams(definitions, state, self.side, hex) { -JAM } else { 0 };
        let fire = -10 * i32::from(state.markers(self.side.enemy(), hex).min(2));
        let counter = definitions.counter(unit);
        let of_kind = if binds {
            self.for_leavers(counter.allowance, hex)
        } else if let Some(range) = counter.range {
            self.for_guns(range, hex)
        } else if self.side == GERMAN {
            self.for_german(unit, hex)
        } else {
            self.for_ally(unit, hex)
        };
        supply + jam + fire + self.order(unit, hex) + of_kind
    }

    /// Guns stand so far from the enemy that they reach him and he does not reach them.
    fn for_guns(&self, range: u16, hex: HexId) -> i32 {
        let near = i32::from(self.enemy(hex));
        let wanted = i32::from(range.min(GUNS_REACH)) - 1;
        -3 * (near - wanted).abs() - if near <= 2 { 20 } else { 0 }
    }

    /// Who leaves for a victory goes for nothing else, and keeps away from enemies.
    fn for_leavers(&self, kind: Allowance, hex: HexId) -> i32 {
        let exit = self.exodus.far(kind, hex).map_or(-NO_WAY, |cost| -slope(kind, cost));
        exit - if self.enemy(hex) == 1 { 3 } else { 0 }
    }

    /// Germans go for points and for the enemies on the way; those on foot attack where they are.
    fn for_german(&self, unit: UnitId, hex: HexId) -> i32 {
        let kind = self.definitions.counter(unit).allowance;
        let pull = |cost: Option<u16>| cost.map_or(-NO_WAY, |cost| GOAL * self.best_goal - slope(kind, cost));
        let goals = if self.goals.is_empty() { 0 } else { pull(self.to_goals(kind, hex)) };
        let near = match self.enemy(hex) {
            1 => 8 - self.shifts(hex),
            2 => 3,
            _ => 0,
        };
        if self.exodus.has(unit) {
            let exits = self.exodus.far(kind, hex).map_or(-NO_WAY, |cost| EXIT - slope(kind, cost));
            return goals.max(exits) + near;
        }
        goals + near + if self.guards(unit, hex) { GARRISON } else { 0 }
    }

    /// Whether a unit is one of the two that keep a hex with which the scenario is won, or the only one in a VP hex to which
    /// enemies could come.
    fn guards(&self, unit: UnitId, hex: HexId) -> bool {
        let stack = self.state.disposition(self.definitions).stack(hex);
        let others = stack.filter(|other| *other != unit && !self.definitions.counter(*other).is_gun()).count();
        let counts = self.definitions.board.hex(hex).points.is_some();
        self.state.unit(unit).hex() == Some(hex)
            && (self.winning.contains(&hex) && others < 2
                || counts && others == 0 && i32::from(self.enemy(hex)) <= GUARDED)
    }

    /// Columns that an attacker out of a hex loses by the ground of the enemies beside it, at the best of them.
    fn shifts(&self, hex: HexId) -> i32 {
        let board = &self.definitions.board;
        let enemies =
            board.around(hex).filter(|there| self.state.disposition(self.definitions).holds(self.side.enemy(), *there));
        enemies.map(|there| -i32::from(board.hex(there).shift)).min().unwrap_or(0)
    }

    /// Allies stand before the enemy in good ground and in hexes that count; who has none near goes where points are in danger.
    fn for_ally(&self, unit: UnitId, hex: HexId) -> i32 {
        let it = self.definitions.board.hex(hex);
        let near = i32::from(self.enemy(hex));
        let ground = -2 * i32::from(it.shift);
        let guarded = self.state.disposition(self.definitions).stack(hex);
        let guarded = guarded.filter(|other| *other != unit).any(|other| !self.definitions.counter(other).is_gun());
        let weight = if near <= GUARDED && !guarded { 6 } else { 1 };
        let points = it.points.map_or(0, |points| i32::from(points) * weight);
        let regain =
            |(goal, points): &(HexId, i32)| 6 * points - 2 * i32::from(self.definitions.board.distance(hex, *goal));
        let regain = self.goals.iter().map(regain).max().unwrap_or(0).max(0);
        // who stands in a hex that counts stays there
        let held = if self.state.unit(unit).hex() == Some(hex) && it.points.is_some() { HELD } else { 0 };
        let line = if near == 1 { 4 } else { 3 * (near - 2).abs() };
        // who is in contact does not leave the line to stand behind it
        let in_contact = self.state.unit(unit).hex().is_some_and(|from| self.enemy(from) == 1);
        let gap = if in_contact && near > 3 { GAP } else { 0 };
        ground + points + regain + held - line - gap
    }
}

/// What half points of a way are worth: who is on foot stays nearer to where he goes.
fn slope(kind: Allowance, cost: u16) -> i32 {
    match kind {
        Allowance::Mech => i32::from(cost),
        Allowance::Leg => i32::from(cost) * 3 / 2,
    }
}

/// What a hex is worth less out of which no way leads where a unit wants to go.
const NO_WAY: i32 = 300;
/// What an enemy is away of whom there is none.
const FAR: u16 = 60;
/// What a hex is worth less to a unit that would be disorganised there.
const DISORDER: i32 = 60;
/// What it is worth less without supply.
const UNSUPPLIED: i32 = 25;
/// What it is worth less in a traffic jam.
const JAM: i32 = 12;
/// What a point is worth to Germans.
const GOAL: i32 = 5;
/// What a hex is worth, in points, with which a scenario is won.
const OBJECTIVE: i32 = 4;
/// What it is worth to Germans to keep the last unit in a VP hex.
const GARRISON: i32 = 30;
/// What leaving the map is worth to those who count.
const EXIT: i32 = 20;
/// Hexes to the enemy within which points are guarded.
const GUARDED: i32 = 8;
/// What holding a hex that counts is worth to who stands there.
const HELD: i32 = 16;
/// What leaving the line costs who is in contact with the enemy.
const GAP: i32 = 20;
/// Hexes within which guns want the enemy, whatever their range.
const GUNS_REACH: u16 = 7;
