//! Where to move.

use crate::ArdennesOffensive;
use crate::chapters::movement::reinforcements;
use crate::chapters::movement::road_mode;
use crate::chapters::movement::{self, Mover};
use crate::chapters::paradrop;
use crate::chapters::supply::Net;
use crate::printed::{Definitions, Exit, GERMAN, Ground};
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Place, State};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Progress, Seen, SideId};
use engine::kernel::Lines;

/// The next move: parachutists first, then who waits, then each unit that finds a better hex; the end of the phase after
/// them.
pub fn order(seen: Seen<'_, ArdennesOffensive>, side: SideId) -> Option<Vec<Step>> {
    let (definitions, state) = (seen.definitions, &seen.view.state);
    let legal = |order: &Vec<Step>| seen.progress(order) == Ok(Progress::Complete);
    let mind = Mind::new(definitions, state, side);
    if paradrop::is_due(definitions, state) {
        let near = |hex: &HexId| definitions.board.distance(*hex, definitions.bastogne);
        let mut hexes: Vec<HexId> = definitions.board.live().collect();
        hexes.sort_by_key(|hex| (near(hex), *hex));
        return hexes.into_iter().map(|hex| vec![Step::Verb(Verb::Drop), Step::Hex(hex)]).find(legal);
    }
    for unit in definitions.units_of(side) {
        let it = state.unit(unit);
        let order = match it.place {
            Place::Waiting(_) => {
                mind.entry(unit).map(|hex| vec![Step::Verb(Verb::Enter), Step::Unit(unit), Step::Hex(hex)])
            }
            Place::Hex(hex) if !it.begun || state.mover == Some(unit) => mind.better(unit, hex),
            _ => None,
        };
        if let Some(order) = order.filter(legal) {
            return Some(order);
        }
    }
    Some(vec![Step::Verb(Verb::End)])
}

/// What a side thinks of hexes.
struct Mind<'a> {
    definitions: &'a Definitions,
    state: &'a State,
    side: SideId,
    net: Net<'a>,
    /// Hexes from each hex to the nearest enemy.
    to_enemy: Lines,
    /// What it is worth to stand next to the enemies in each hex: more, the stronger those are who can gather there.
    prey: Vec<i32>,
    goals: Vec<Goal>,
}

/// A hex that the Germans want: an exit that counts, and the town that makes the southern ones count.
struct Goal {
    hex: HexId,
    worth: i32,
    /// Own units that hold it already.
    holders: Vec<UnitId>,
}

impl<'a> Mind<'a> {
    fn new(definitions: &'a Definitions, state: &'a State, side: SideId) -> Mind<'a> {
        let net = Net::of_defenders(definitions, state, side);
        let enemies = definitions.units_of(side.enemy()).filter_map(|unit| state.unit(unit).hex());
        let mut enemies: Vec<HexId> = enemies.filter(|hex| definitions.board.is_live(*hex)).collect();
        enemies.sort_unstable();
        enemies.dedup();
        let board = &definitions.board;
        let mut preys = vec![0; board.hex_count()];
        enemies.iter().for_each(|hex| preys[usize::from(hex.0)] = prey(definitions, state, side, *hex));
        let to_enemy =
            Lines::trace(board.hex_count(), enemies, Lines::ENDLESS, |hex, go| board.around(hex).for_each(go));
        let goals = goals(definitions, state, side);
        Mind { definitions, state, side, net, to_enemy, prey: preys, goals }
    }

    /// The gate nearest to the enemy.
    fn entry(&self, unit: UnitId) -> Option<HexId> {
        let gates = reinforcements::gates(self.definitions, self.state, unit);
        let open = |hex: &HexId| reinforcements::entry(self.definitions, self.state, self.side, unit, *hex).is_ok();
        gates.into_iter().filter(open).min_by_key(|hex| self.to_enemy(*hex))
    }

    /// A move to a better hex than the one where a unit stands; into road mode for a long way, and out of it near the
    /// enemy.
    fn better(&self, unit: UnitId, from: HexId) -> Option<Vec<Step>> {
        let (definitions, state) = (self.definitions, self.state);
        let it = state.unit(unit);
        let here = self.worth(unit, from, it.road);
        let best = self.best(state, unit, from, movement::left(definitions, state, unit));
        let on_foot = best.map_or(here, |(worth, _)| worth.max(here));
        if !it.road
            && it.left.is_none()
            && self.to_enemy(from) > NEAR
            && let Ok(left) = road_mode::change(definitions, state, unit, true)
        {
            let mut marching = state.clone();
            marching.units.get_mut(unit).road = true;
            let by_road = self.best(&marching, unit, from, left);
            if by_road.is_some_and(|(worth, _)| worth >= on_foot + LONG) {
                return Some(vec![Step::Verb(Verb::March), Step::Unit(unit)]);
            }
        }
        match best {
            Some((worth, hex)) if worth > here => Some(vec![Step::Verb(Verb::Move), Step::Unit(unit), Step::Hex(hex)]),
            _ if it.road && self.to_enemy(from) <= NEAR => Some(vec![Step::Verb(Verb::Deploy), Step::Unit(unit)]),
            _ => None,
        }
    }

    /// The best hex that a unit can come to in the mode that a state says, and what it is worth.
    fn best(&self, state: &State, unit: UnitId, from: HexId, left: u16) -> Option<(i32, HexId)> {
        let mover = Mover::new(self.definitions, state, unit, from);
        let reach = mover.search(left);
        let ends = reach.hexes().iter().filter(|hex| mover.may_end(*hex));
        let worths = ends.map(|hex| (self.worth(unit, hex, state.unit(unit).road), hex));
        worths.max_by_key(|(worth, hex)| (*worth, std::cmp::Reverse(*hex)))
    }

    /// Hexes to the nearest enemy.
    fn to_enemy(&self, hex: HexId) -> u16 {
        self.to_enemy.to(hex).unwrap_or(FAR)
    }

    /// What a hex is worth to a unit, on the march or not.
    fn worth(&self, unit: UnitId, hex: HexId, road: bool) -> i32 {
        let supply = if self.net.reaches(hex) { 0 } else { -UNSUPPLIED[self.side.index()] };
        // in road mode a unit fights at half its strength and bars nobody's way
        let exposed = if road && self.to_enemy(hex) <= EXPOSED { -CAUGHT } else { 0 };
        supply + exposed + if self.side == GERMAN { self.for_german(unit, hex) } else { self.for_ally(unit, hex) }
    }

    /// Germans go for enemies that they can beat, and for exits.
    fn for_german(&self, unit: UnitId, hex: HexId) -> i32 {
        let board = &self.definitions.board;
        let free = |goal: &&Goal| goal.holders.iter().all(|holder| *holder == unit);
        let pull = |goal: &Goal| goal.worth - 2 * i32::from(board.distance(hex, goal.hex));
        let goals = self.goals.iter().filter(free).map(pull).max().unwrap_or(0);
        let prey = match self.to_enemy(hex) {
            1 => board.around(hex).map(|there| self.prey[usize::from(there.0)]).max().unwrap_or(0),
            2 => 4,
            _ => 0,
        };
        // who is alone before the enemy waits for others
        let company = board.around(hex).filter(|there| self.own(unit, *there)).count() as i32;
        goals + prey + 2 * company.min(2)
    }

    /// Allies stand before the enemy in towns and rough ground, and in the exits that he comes near.
    fn for_ally(&self, unit: UnitId, hex: HexId) -> i32 {
        let board = &self.definitions.board;
        let it = board.hex(hex);
        let distance = i32::from(self.to_enemy(hex));
        let ground = if it.town { TOWN } else { i32::from(it.ground == Ground::Rough) * 2 };
        let exit = board.exits().iter().find(|exit| exit.hex == hex).map_or(0, |exit| i32::from(exit.points));
        let guard = if distance <= i32::from(GUARDED) { 5 * exit } else { 0 };
        let alone = board.around(hex).filter(|there| self.own(unit, *there)).count() as i32;
        // who stands in a town before the enemy stays
        let held = it.town && distance <= i32::from(NEAR) && self.state.unit(unit).hex() == Some(hex);
        let hold = if held { HOLD } else { 0 };
        ground + hold + guard + alone.min(2) - 4 * (distance - 2).abs()
    }

    /// Whether another unit of the side stands in a hex.
    fn own(&self, unit: UnitId, hex: HexId) -> bool {
        let counter = |other: &UnitId| self.definitions.counter(*other).side == self.side && *other != unit;
        self.state.disposition(self.definitions).stack(hex).any(|other| counter(&other))
    }
}

/// What the enemies in a hex are worth.
fn prey(definitions: &Definitions, state: &State, side: SideId, hex: HexId) -> i32 {
    let strength = |unit: UnitId| i32::from(definitions.counter(unit).strength);
    let defence: i32 = state.disposition(definitions).stack(hex).map(strength).sum();
    let near = |unit: &UnitId| {
        let there = state.unit(*unit).hex();
        there.is_some_and(|there| definitions.board.distance(there, hex) <= GATHERED)
    };
    let gathered: i32 = definitions.units_of(side).filter(near).map(strength).sum();
    match gathered / defence.max(1) {
        0 => 0,
        1 => 6,
        2 => 10,
        _ => 14,
    }
}

/// What the Germans want now.
fn goals(definitions: &Definitions, state: &State, side: SideId) -> Vec<Goal> {
    let board = &definitions.board;
    let own = |hex: HexId| {
        let stack = state.disposition(definitions).stack(hex);
        stack.filter(|unit| definitions.counter(*unit).side == side).collect::<Vec<UnitId>>()
    };
    let garrison = own(definitions.bastogne);
    let counts = |exit: &&Exit| !garrison.is_empty() || !definitions.tables.with_garrison.has(exit.section);
    let exits = board.exits().iter().filter(counts).map(|exit| Goal {
        hex: exit.hex,
        worth: 4 * i32::from(exit.points),
        holders: board.around(exit.hex).chain([exit.hex]).flat_map(own).collect(),
    });
    let town = Goal { hex: definitions.bastogne, worth: GARRISON, holders: garrison.clone() };
    exits.chain([town]).collect()
}

/// What the garrison that opens the south is worth.
const GARRISON: i32 = 20;
/// Hexes to the enemy within which nobody stays in road mode.
const NEAR: u16 = 4;
/// Hexes to the enemy within which nobody wants to be caught in road mode.
const EXPOSED: u16 = 2;
/// How much better a hex at the end of a road must be for a march.
const LONG: i32 = 6;
/// What a town is worth to those who hold it: no retreat drives them out.
const TOWN: i32 = 6;
/// What it is worth besides to who stands there already.
const HOLD: i32 = 14;
/// Hexes to the enemy within which an exit is guarded.
const GUARDED: u16 = 6;
/// What an enemy is away of whom there is none.
const FAR: u16 = 60;
/// What a hex without supply is worth less to each side: who attacks outruns his supply for a turn.
const UNSUPPLIED: [i32; 2] = [6, 12];
/// What a hex is worth less to a unit that could be caught there in road mode.
const CAUGHT: i32 = 12;
/// Hexes within which units can come together for an attack.
const GATHERED: u16 = 3;
