//! The Allied plan: to stand where the German must pass, above all at the bridges of the Meuse and in the towns.
//!
//! The danger is what the German can come near to: every bridge and town, the less the longer his tanks need to get
//! there past those who are in their way. A move is worth the danger that it takes away.

use crate::opponent::STEP;
use crate::opponent::lifeline::Lifeline;
use crate::opponent::plan::{german_has, objectives, strength};
use crate::opponent::routes::{Barrier, NEVER, Routes};
use crate::printed::definitions::Definitions;
use crate::printed::tables::Class;
use crate::truth::state::{ALLIED, Field, GERMAN, Location};
use definitions::UnitId;
use definitions::hex::HexId;
use std::cell::OnceCell;

/// Worth of a bridge over the Meuse, and of a town that decides the game.
const BRIDGE: i32 = 15 * STEP;
const TOWN: i32 = 6 * STEP;
/// Worth of a German beyond the Meuse being driven off.
const INTRUDER: i32 = 30 * STEP;
/// Half movement points at which a danger has halved.
const HALF: i64 = 30;
/// Head start of German tanks over infantry and over those who are still to come, in half movement points.
const ON_FOOT: u32 = 24;
const TO_COME: u32 = 24;
/// Hundredths of a step for each half movement point that a full unit comes nearer to a danger.
const RATE: i32 = 2;

/// Half movement points that a roadblock costs.
const BLOCKED: u32 = 12;
/// Strength of a step.
const TOKEN: i32 = 3;

/// Strength of a unit that is put into the way to see what that is worth, and what being there is worth by itself.
const STANDARD: i32 = 6;
const PRESENCE: i32 = 8;

/// What the Allies must guard.
pub struct Guard<'a> {
    definitions: &'a Definitions,
    field: &'a Field,
    routes: Routes,
    barrier: Barrier,
    /// Where the German comes from, each with his distance.
    starts: Vec<(HexId, u32)>,
    goals: Vec<Goal>,
    /// How far the German has to everywhere.
    reached: Vec<(u32, HexId)>,
    danger: i32,
    /// Hexes by which the German would come.
    path: Vec<bool>,
    /// Distance of every hex to where help is wanted, for units on wheels and on foot.
    call: [Vec<u32>; 2],
    lifeline: Lifeline<'a>,
    /// What has been worked out of [`Guard::block`] and [`Guard::leave`].
    blocks: Vec<OnceCell<i32>>,
    leaves: Vec<OnceCell<i32>>,
}

/// Something that the German must not reach.
struct Goal {
    hex: HexId,
    worth: i32,
}

impl<'a> Guard<'a> {
    /// The plan as things stand.
    pub fn new(definitions: &'a Definitions, field: &'a Field) -> Guard<'a> {
        let board = &definitions.board;
        let mut goals: Vec<Goal> = objectives(definitions, field)
            .iter()
            .filter(|hex| !german_has(definitions, field, **hex))
            .map(|hex| Goal { hex: *hex, worth: TOWN })
            .collect();
        for hex in (0..board.len() as u16).map(HexId).filter(|hex| board.west_of_meuse(*hex)) {
            let bridged = |(towards, there): (_, HexId)| board.bridge(hex, towards) && !board.west_of_meuse(there);
            if board.neighbours(hex).any(bridged) {
                goals.push(Goal { hex, worth: BRIDGE });
            }
        }
        let routes = Routes::new(definitions, GERMAN, Class::Mechanized);
        let barrier = Barrier::of(definitions, field, ALLIED);
        let mut guard = Guard {
            definitions,
            field,
            routes,
            barrier,
            starts: starts(definitions, field),
            goals,
            reached: Vec::new(),
            danger: 0,
            path: vec![false; board.len()],
            call: [Vec::new(), Vec::new()],
            lifeline: Lifeline::new(definitions, field),
            blocks: vec![OnceCell::new(); board.len()],
            leaves: vec![OnceCell::new(); field.units.len()],
        };
        guard.look();
        guard
    }

    /// Works out the danger, the ways by which it comes, and where help is wanted.
    fn look(&mut self) {
        let reached = self.routes.from(&self.starts, &self.barrier);
        self.danger = self.sum(&reached);
        let mut calls = Vec::new();
        for goal in &self.goals {
            let (distance, mut at) = (reached[goal.hex.index()].0, goal.hex);
            if distance >= NEVER {
                continue;
            }
            calls.push((goal.hex, 100u32.saturating_sub(threat(goal.worth, distance) as u32 / 10)));
            while !std::mem::replace(&mut self.path[at.index()], true) {
                at = reached[at.index()].1;
            }
        }
        calls.extend(self.lost().map(|hex| (hex, 0)));
        calls.extend(self.intruders().map(|(_, hex)| (hex, 0)));
        let nobody = Barrier::none(self.definitions);
        self.call = [Class::Mechanized, Class::Infantry]
            .map(|class| Routes::new(self.definitions, ALLIED, class).to(&calls, &nobody));
        self.reached = reached;
    }

    /// Towns that the German has.
    fn lost(&self) -> impl Iterator<Item = HexId> + '_ {
        let towns = objectives(self.definitions, self.field).iter().copied();
        towns.filter(|hex| german_has(self.definitions, self.field, *hex))
    }

    /// Germans beyond the Meuse.
    fn intruders(&self) -> impl Iterator<Item = (UnitId, HexId)> + '_ {
        self.field.on_map().filter(|(unit, hex)| {
            self.definitions.unit(*unit).side == GERMAN && self.definitions.board.west_of_meuse(*hex)
        })
    }

    fn sum(&self, reached: &[(u32, HexId)]) -> i32 {
        self.goals.iter().map(|goal| threat(goal.worth, reached[goal.hex.index()].0)).sum()
    }

    /// The danger if the units stood otherwise.
    fn danger_with(&self, change: impl FnOnce(&mut Barrier)) -> i32 {
        let mut barrier = self.barrier.clone();
        change(&mut barrier);
        self.sum(&self.routes.from(&self.starts, &barrier))
    }

    /// Whether it could matter at all that a unit stands in a hex or leaves it.
    fn matters(&self, hex: HexId) -> bool {
        self.path[hex.index()] || self.definitions.board.neighbours(hex).any(|(_, there)| self.path[there.index()])
    }

    /// What it is worth that a unit stands in a hex instead of where it is.
    pub fn gain(&self, unit: UnitId, to: HexId) -> i32 {
        let (definitions, field) = (self.definitions, self.field);
        let from = field.hex_of(unit);
        let strength = strength(definitions, field, unit);
        let foot = usize::from(definitions.unit(unit).class == Class::Infantry);
        let call = |hex: HexId| self.call[foot][hex.index()].min(200) as i32;
        let nearer = from.map_or(100, &call) - call(to);
        let cut = if strength > 1 { self.lifeline.cut(to) } else { 0 };
        let town = if self.lost().any(|hex| hex == to) { TOWN } else { 0 };
        let blocked = self.block(to) * (PRESENCE + strength.min(STANDARD)) / (PRESENCE + STANDARD);
        town + cut + RATE * strength / 6 * nearer + blocked - from.map_or(0, |hex| self.leave(unit, hex))
    }

    /// The danger that a unit of usual strength would take away in a hex.
    fn block(&self, hex: HexId) -> i32 {
        if !self.path[hex.index()] {
            return 0;
        }
        let worth = || self.danger - self.sum(&self.routes.past(&self.reached, &self.barrier, hex, STANDARD));
        *self.blocks[hex.index()].get_or_init(worth)
    }

    /// The danger that comes when a unit leaves its hex.
    fn leave(&self, unit: UnitId, hex: HexId) -> i32 {
        *self.leaves[unit.index()].get_or_init(|| {
            let way = |barrier: &mut Barrier| barrier.put(self.definitions, self.field, unit, hex, -1);
            let passed = if self.matters(hex) { self.danger_with(way) - self.danger } else { 0 };
            passed + self.lifeline.opened([unit].into_iter())
        })
    }

    /// What it is worth that a step of a unit stays where it stands when the rest goes.
    pub fn stay_behind(&self, unit: UnitId) -> i32 {
        let Some(hex) = self.field.hex_of(unit).filter(|hex| self.matters(*hex)) else { return 0 };
        let left = self.danger_with(|barrier| {
            barrier.put(self.definitions, self.field, unit, hex, -1);
            barrier.add(hex, TOKEN);
        });
        self.leave(unit, hex) - (left - self.danger)
    }

    /// What it is worth that a German march ends in a hex instead of another.
    pub fn halt(&self, end: HexId, before: HexId) -> i32 {
        let from = |hex: HexId, delay: u32| self.sum(&self.routes.from(&[(hex, delay)], &self.barrier));
        from(end, 0) - from(before, BLOCKED)
    }

    /// What it is worth that a roadblock stands in a hex.
    pub fn bar(&self, hex: HexId) -> i32 {
        self.lifeline.block(hex)
    }

    /// Hexes in which a roadblock would do most.
    pub fn roads(&self) -> Vec<HexId> {
        self.lifeline.roads()
    }

    /// What it is worth to dig in.
    pub fn dig(&self, unit: UnitId, hex: HexId) -> i32 {
        if self.definitions.unit(unit).is_hq() || !self.matters(hex) {
            return 0;
        }
        STEP / 4 + self.danger - self.danger_with(|barrier| barrier.dig(hex))
    }

    /// What it is worth to throw the Germans out of a hex.
    pub fn ground(&self, target: HexId) -> i32 {
        let intruder = self.intruders().any(|(_, hex)| hex == target);
        let town = self.lost().any(|hex| hex == target);
        (if intruder { INTRUDER } else { 0 }) + (if town { TOWN } else { 0 })
    }

    /// What it is worth that units stay in their hex.
    pub fn hold(&self, hex: HexId, units: &[UnitId]) -> i32 {
        let town = self.goals.iter().filter(|goal| goal.hex == hex).map(|goal| goal.worth / 2).sum::<i32>();
        let after = self.danger_with(|barrier| {
            units.iter().for_each(|unit| barrier.put(self.definitions, self.field, *unit, hex, -1));
        });
        (after - self.danger).clamp(0, BRIDGE) + town + self.lifeline.opened(units.iter().copied())
    }
}

/// What is left of a worth that the German needs so long to reach.
fn threat(worth: i32, distance: u32) -> i32 {
    let (distance, half) = (i64::from(distance), HALF * HALF);
    (i64::from(worth) * half / (half + distance * distance)) as i32
}

/// Where the German comes from: his fighting units, and the edge where others will enter soon.
fn starts(definitions: &Definitions, field: &Field) -> Vec<(HexId, u32)> {
    let unseen = field.unseen.stacks().iter().filter(|stack| stack.side == GERMAN);
    let mut starts: Vec<(HexId, u32)> = unseen.map(|stack| (stack.hex, 0)).collect();
    for (index, state) in field.units.iter().enumerate() {
        let unit = UnitId(index as u16);
        let data = definitions.unit(unit);
        if data.side != GERMAN || data.is_hq() {
            continue;
        }
        let slow = if data.is_mobile() { 0 } else { ON_FOOT };
        match state.place {
            Location::Map(hex) => starts.push((hex, slow)),
            Location::Due(turn) if turn <= field.turn + 1 => {
                let arrival = definitions.arrival(field, unit);
                let hexes = arrival.into_iter().flat_map(|arrival| arrival.hexes.iter());
                starts.extend(hexes.map(|hex| (*hex, slow + TO_COME)));
            }
            _ => {}
        }
    }
    starts
}
