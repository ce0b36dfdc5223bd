//! How far it is: travel in half movement points, and past those who stand in the way.

use crate::chapters::zones;
use crate::printed::definitions::Definitions;
use crate::printed::tables::{Class, CrossingCost};
use crate::truth::state::Field;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::SideId;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A distance that nobody travels.
pub const NEVER: u32 = 10_000;
/// Half movement points of an action, for crossings that cost one.
const ACTION: u32 = 12;
/// Half movement points that a stack in the way is worth, whoever it is, and for each point of strength.
const STACK: u32 = 24;
const STRENGTH: u32 = 3;
/// Strength that is expected where a stack is not seen.
const UNSEEN: i32 = 6;
/// Strength beyond which a stack delays no longer.
const STRONG: i32 = 12;
/// Half movement points that a marker costs which bars a hex: an action.
const MARKER: u32 = ACTION;
/// The same for a column that the ground gives its defender, and for an enemy zone of control.
const COLUMN: u32 = 8;
const ZONE: u32 = 8;

/// What a class of units of one side pays to enter each hex over each of its sides.
pub struct Routes {
    /// By hex: where its sides lead, and what it costs to go there.
    out: Vec<Vec<(HexId, u32)>>,
    /// By hex: where its sides come from, and what it costs to come from there.
    into: Vec<Vec<(HexId, u32)>>,
}

impl Routes {
    /// The routes of a class of a side's units, each alone on its road.
    pub fn new(definitions: &Definitions, side: SideId, class: Class) -> Routes {
        let (board, chart) = (&definitions.board, &definitions.tables.terrain);
        let mut routes = Routes { out: vec![Vec::new(); board.len()], into: vec![Vec::new(); board.len()] };
        for hex in (0..board.len() as u16).map(HexId) {
            for (towards, there) in board.neighbours(hex) {
                let cost = if board.river(hex, towards) {
                    match chart.crossing_cost(side, class, board.bridge(hex, towards)) {
                        Some(CrossingCost::Action(actions)) => ACTION * u32::from(actions),
                        Some(CrossingCost::Movement(half_mp)) => u32::from(half_mp),
                        None => continue,
                    }
                } else if board.road(hex, towards) {
                    u32::from(chart.road_cost(class))
                } else {
                    u32::from(board.ground(there).cost[usize::from(class != Class::Infantry)])
                };
                routes.out[hex.index()].push((there, cost));
                routes.into[there.index()].push((hex, cost));
            }
        }
        routes
    }

    /// The distance of every hex from the nearest start, each of which begins with a distance of its own, and the hex
    /// before it on the way.
    pub fn from(&self, starts: &[(HexId, u32)], barrier: &Barrier) -> Vec<(u32, HexId)> {
        let delays = barrier.delays();
        search(&self.out, starts, |_, there| delays[there.index()])
    }

    /// The distances of [`Routes::from`] if one stack more stood in a hex, its zone of control apart. Only what lies
    /// beyond that hex on the way is searched anew.
    pub fn past(&self, found: &[(u32, HexId)], barrier: &Barrier, at: HexId, strength: i32) -> Vec<(u32, HexId)> {
        let delay = |hex: HexId| {
            let stack = &barrier.stacks[hex.index()];
            if hex == at { stack.with(strength).delay() } else { stack.delay() }
        };
        let mut best = found.to_vec();
        let mut beyond = vec![at];
        best[at.index()].0 = NEVER;
        let mut done = 0;
        while let Some(hex) = beyond.get(done).copied() {
            done += 1;
            for (there, _) in &self.out[hex.index()] {
                if found[there.index()].1 == hex && *there != at && best[there.index()].0 != NEVER {
                    best[there.index()].0 = NEVER;
                    beyond.push(*there);
                }
            }
        }
        // who is not beyond it is as far away as before, and the others are reached from there
        let mut open = BinaryHeap::new();
        for hex in &beyond {
            let links = self.into[hex.index()].iter().filter(|(before, _)| best[before.index()].0 != NEVER);
            if let Some((distance, before)) = links.map(|(hex, cost)| (best[hex.index()].0 + cost, *hex)).min() {
                open.push(Reverse((distance + delay(*hex), *hex, before)));
            }
        }
        while let Some(Reverse((distance, hex, before))) = open.pop() {
            if distance >= best[hex.index()].0 {
                continue;
            }
            best[hex.index()] = (distance, before);
            for (there, cost) in &self.out[hex.index()] {
                let next = distance + cost + delay(*there);
                if next < best[there.index()].0 {
                    open.push(Reverse((next, *there, hex)));
                }
            }
        }
        best
    }

    /// The distance of every hex to the nearest goal, each of which adds a distance of its own.
    pub fn to(&self, goals: &[(HexId, u32)], barrier: &Barrier) -> Vec<u32> {
        let delays = barrier.delays();
        let found = search(&self.into, goals, |hex, _| delays[hex.index()]);
        found.into_iter().map(|(distance, _)| distance).collect()
    }
}

/// The least distance of every hex over links from the starts, and the hex before it; `delay` adds to a link.
fn search(
    links: &[Vec<(HexId, u32)>],
    starts: &[(HexId, u32)],
    delay: impl Fn(HexId, HexId) -> u32,
) -> Vec<(u32, HexId)> {
    let mut best = vec![(NEVER, HexId(0)); links.len()];
    let mut open = BinaryHeap::with_capacity(links.len());
    for (hex, distance) in starts {
        if *distance < best[hex.index()].0 {
            best[hex.index()] = (*distance, *hex);
            open.push(Reverse((*distance, *hex)));
        }
    }
    while let Some(Reverse((distance, hex))) = open.pop() {
        if distance > best[hex.index()].0 {
            continue;
        }
        for (there, cost) in &links[hex.index()] {
            let next = distance + cost + delay(hex, *there);
            if next < best[there.index()].0 {
                best[there.index()] = (next, hex);
                open.push(Reverse((next, *there)));
            }
        }
    }
    best
}

/// What the units of a side put into the way of the other.
#[derive(Clone)]
pub struct Barrier {
    stacks: Vec<Stack>,
}

#[derive(Clone, Copy, Default)]
struct Stack {
    units: i32,
    strength: i32,
    improved: i32,
    /// Units beside it whose zone of control covers the hex.
    zones: i32,
    /// Columns that the ground gives.
    columns: u32,
    /// Whether an event's marker bars the hex.
    barred: bool,
}

impl Barrier {
    /// Nobody is in the way.
    pub fn none(definitions: &Definitions) -> Barrier {
        Barrier { stacks: vec![Stack::default(); definitions.board.len()] }
    }

    /// All units of a side that are on the map are in the way.
    pub fn of(definitions: &Definitions, field: &Field, side: SideId) -> Barrier {
        let mut barrier = Barrier::none(definitions);
        for (hex, stack) in barrier.stacks.iter_mut().enumerate() {
            stack.columns = definitions.board.ground(HexId(hex as u16)).shift[side.index()].unsigned_abs();
        }
        for (unit, hex) in field.on_map().filter(|(unit, _)| definitions.unit(*unit).side == side) {
            barrier.put(definitions, field, unit, hex, 1);
        }
        for stack in field.unseen.stacks().iter().filter(|stack| stack.side == side) {
            barrier.add(stack.hex, UNSEEN);
        }
        for (_, hex) in field.markers.iter().filter(|(kind, _)| kind.bars() && kind.side() == side) {
            barrier.stacks[hex.index()].barred = true;
        }
        barrier
    }

    /// Puts a unit into a hex (`sign` 1) or takes it away (-1).
    pub fn put(&mut self, definitions: &Definitions, field: &Field, unit: UnitId, hex: HexId, sign: i32) {
        let state = field.unit(unit);
        let stack = &mut self.stacks[hex.index()];
        stack.units += sign;
        stack.strength += sign * i32::from(definitions.unit(unit).strength(state.steps));
        stack.improved += sign * i32::from(state.improved && state.hex() == Some(hex));
        if zones::exerts(definitions, unit, state) {
            for (towards, there) in definitions.board.neighbours(hex) {
                if !definitions.board.river(hex, towards) {
                    self.stacks[there.index()].zones += sign;
                }
            }
        }
    }

    /// Adds a stack of so much strength to a hex.
    pub fn add(&mut self, hex: HexId, strength: i32) {
        let stack = &mut self.stacks[hex.index()];
        *stack = stack.with(strength);
    }

    /// Lets a unit in a hex count as dug in.
    pub fn dig(&mut self, hex: HexId) {
        self.stacks[hex.index()].improved += 1;
    }

    /// Half movement points that entering each hex costs because of those who are there or next to it.
    fn delays(&self) -> Vec<u32> {
        self.stacks.iter().map(Stack::delay).collect()
    }
}

impl Stack {
    fn with(&self, strength: i32) -> Stack {
        Stack { units: self.units + 1, strength: self.strength + strength, ..*self }
    }

    fn delay(&self) -> u32 {
        let marker = if self.barred { MARKER } else { 0 };
        if self.units > 0 {
            let dug = u32::from(self.improved >= self.units);
            STACK + STRENGTH * self.strength.clamp(0, STRONG) as u32 + COLUMN * (self.columns + dug)
        } else if self.zones > 0 {
            ZONE + marker
        } else {
            marker
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::state::{ALLIED, GERMAN};
    use super::*;
    use crate::AutumnFog;
    use engine::contract::{Foundation, Rules, Setup, begin};
    use testing::Seeded;

    #[test]
    fn a_search_beyond_one_stack_finds_what_a_whole_search_finds() {
        let definitions = AutumnFog::definitions(&AutumnFog::files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
        let setup = Setup { scenario: "initial-assault".to_owned(), ..Setup::default() };
        let first = AutumnFog::initial(&definitions, &setup).expect("the scenario exists");
        let [mut dice] = Seeded::streams(1);
        let (_, state) = begin::<AutumnFog>(&definitions, &first, &mut dice);
        let routes = Routes::new(&definitions, GERMAN, Class::Mechanized);
        let barrier = Barrier::of(&definitions, &state.field, ALLIED);
        let start = definitions.board.grid().find("3015").expect("a hex");
        let found = routes.from(&[(start, 0)], &barrier);
        let mut longer = 0;
        for at in (0..definitions.board.len() as u16).map(HexId).filter(|hex| *hex != start) {
            let mut blocked = barrier.clone();
            blocked.add(at, 6);
            let distances =
                |found: Vec<(u32, HexId)>| found.into_iter().map(|(distance, _)| distance).collect::<Vec<_>>();
            let whole = distances(routes.from(&[(start, 0)], &blocked));
            assert_eq!(distances(routes.past(&found, &barrier, at, 6)), whole, "{}", definitions.place(at));
            longer += whole.iter().zip(&found).filter(|(now, before)| **now > before.0).count();
        }
        assert!(longer > 0);
    }
}
