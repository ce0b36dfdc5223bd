use super::super::activation;
use super::super::british;
use super::super::definitions::Definitions;
use super::super::history::clearing;
use super::super::order::EventKind;
use super::super::stacking;
use super::super::state::Field;
use super::super::tables::{Action, Camp, Class, CrossingCost};
use super::super::zoc::{self, Zones};
use crate::contract::{Refusal, SideId};
use crate::definitions::UnitId;
use crate::hex::{Direction, HexId};
use std::borrow::Cow;

/// What a unit can spend: action points, and half movement points left of the last movement action.
///
/// A purse with more AP is always worth more, because an AP buys more MP than any rest that is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Purse {
    /// Action points.
    pub ap: u8,
    /// Half movement points.
    pub half_mp: u8,
}

/// A move: the path from where the unit stood, and what is left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// All hexes, the first one included.
    pub path: Vec<HexId>,
    /// What is left.
    pub purse: Purse,
}

/// Where a unit can go from a hex with a purse (6.1, 6.2, 4.2, 13.1). Searched when first asked for.
pub struct Reach<'a> {
    definitions: &'a Definitions,
    unit: UnitId,
    side: SideId,
    class: Class,
    steps: u8,
    trucks: bool,
    stays_west: bool,
    /// Whether the 150th Panzer Brigade covers it (15.2d).
    covered: bool,
    start: HexId,
    purse: Purse,
    /// AP that a movement action costs, and the half MP that it gives.
    action: u8,
    allowance: u8,
    zones: Cow<'a, Zones>,
    /// Whether the unit stands where it starts: it is not in its own way.
    at_home: bool,
    field: &'a Field,
}

/// What bars the way across a hexside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Barrier {
    /// Enemy units are there.
    Enemy,
    /// An event marker of the other side bars the hex (15.2a, 15.3a).
    Marker(EventKind),
    /// One enemy unit controls both hexes (4.2f).
    SameController,
    /// A river without a bridge (13.1a).
    NoBridge,
    /// No AP to cross a river (13.1e).
    NoAction { cost: u8 },
    /// Too few half MP (6.1a).
    Poor { need: u8, has: u8 },
    /// The British stay west of the Meuse (16.2b).
    StaysWest,
    /// An HQ may not be bound to attack (ruling R4).
    CannotAttack,
    /// No AP would be left for the attack (4.2c).
    NoAttack { left: u8, need: u8 },
}

/// Hexes within which an enemy spoils the ride in trucks (16.1f).
const TRUCK_DISTANCE: u16 = 2;
/// Half MP for leaving an enemy zone of control, and for going straight into another (4.2d, 4.2e).
const LEAVE: u8 = 2;
const ZONE_TO_ZONE: u8 = 4;

impl<'a> Reach<'a> {
    /// The reach of a unit.
    pub fn new(definitions: &'a Definitions, field: &'a Field, unit: UnitId, start: HexId, purse: Purse) -> Reach<'a> {
        let (data, steps) = (definitions.unit(unit), field.unit(unit).steps);
        Reach {
            definitions,
            unit,
            side: data.side,
            class: data.class,
            steps,
            trucks: activation::in_trucks(definitions, field, unit),
            stays_west: british::stays_west(definitions, field, unit),
            covered: field.unit(unit).covered,
            start,
            purse,
            action: definitions.tables.actions.of(Action::Move),
            allowance: 2 * definitions.tables.allowances.of(data.class).movement_points,
            zones: Zones::met(definitions, field, data.side),
            at_home: field.hex_of(unit) == Some(start),
            field,
        }
    }

    /// What the unit has to spend.
    pub(super) fn purse(&self) -> Purse {
        self.purse
    }

    fn name(&self) -> &str {
        self.definitions.name(self.unit)
    }

    /// Whether an enemy zone of control ends a move in a hex (4.2a), unless it is slipped through (15.2d).
    fn stops(&self, hex: HexId) -> bool {
        !self.covered && self.zones.controlled(hex)
    }

    /// Whether a hex is in an enemy zone of control.
    pub(super) fn controlled(&self, hex: HexId) -> bool {
        self.zones.controlled(hex)
    }

    /// Pays half MP, beginning new movement actions as needed (6.1e, ruling R39).
    fn pay(&self, mut purse: Purse, half_mp: u8) -> Option<Purse> {
        while purse.half_mp < half_mp {
            purse.ap = purse.ap.checked_sub(self.action)?;
            purse.half_mp += self.allowance;
        }
        purse.half_mp -= half_mp;
        Some(purse)
    }

    /// Half MP of the ground or the road behind a side, rivers apart.
    fn ground_cost(&self, from: HexId, towards: Direction, there: HexId) -> u8 {
        self.hex_cost(there, self.definitions.board.road(from, towards))
    }

    fn hex_cost(&self, there: HexId, by_road: bool) -> u8 {
        let alone = self.zones.friends(there) == u8::from(self.at_home && there == self.start);
        if by_road && alone {
            let road = self.definitions.tables.terrain.road_cost(self.class);
            return if self.trucks && self.far_from_enemies(there) { road.min(1) } else { road };
        }
        self.definitions.board.cost(there, self.class)
    }

    fn far_from_enemies(&self, hex: HexId) -> bool {
        let board = &self.definitions.board;
        let mut enemies = zoc::enemy_hexes(self.definitions, self.field, self.side);
        enemies.all(|there| board.distance(hex, there) > TRUCK_DISTANCE)
    }

    /// Takes one hexside: what is left, or what bars it. A covered unit is not held by the zones that it slips
    /// through (ruling R153).
    pub(super) fn step(&self, from: HexId, towards: Direction, there: HexId, purse: Purse) -> Result<Purse, Barrier> {
        let board = &self.definitions.board;
        if self.zones.enemy(there) {
            return Err(Barrier::Enemy);
        }
        if let Some(kind) = self.field.barrier(there, self.side) {
            return Err(Barrier::Marker(kind));
        }
        if self.stays_west && !board.west_of_meuse(there) {
            return Err(Barrier::StaysWest);
        }
        let held = |hex| !self.covered && self.zones.controlled(hex);
        let (leaves, enters) = (held(from), held(there));
        if leaves && enters && self.zones.same_controller(self.definitions, from, there) {
            return Err(Barrier::SameController);
        }
        let surcharge = match (leaves, enters) {
            (true, true) => ZONE_TO_ZONE,
            (true, false) => LEAVE,
            _ => 0,
        };
        let poor = |need| Barrier::Poor { need, has: self.worth(purse) };
        let left = if board.river(from, towards) {
            let bridge = board.bridge(from, towards);
            match self.definitions.tables.terrain.crossing_cost(Camp::of(self.side), self.class, bridge) {
                None => return Err(Barrier::NoBridge),
                // the AP is all that the hex costs; what is left of the MP stays (13.1d, rulings R33, R37)
                Some(CrossingCost::Action(cost)) => {
                    let ap = purse.ap.checked_sub(cost).ok_or(Barrier::NoAction { cost })?;
                    let crossed = Purse { ap, ..purse };
                    self.pay(crossed, surcharge).ok_or(poor(surcharge))?
                }
                Some(CrossingCost::Movement(cost)) => {
                    self.pay(purse, cost + surcharge).ok_or(poor(cost + surcharge))?
                }
            }
        } else {
            let cost = self.ground_cost(from, towards, there) + surcharge;
            self.pay(purse, cost).ok_or(poor(cost))?
        };
        self.stop_there(there, left)
    }

    /// An enemy zone of control ends the move and wants the AP for an attack (4.2a, 4.2c), which a covered unit needs
    /// if its cover is blown.
    fn stop_there(&self, there: HexId, left: Purse) -> Result<Purse, Barrier> {
        if !self.zones.controlled(there) {
            return Ok(left);
        }
        if !self.definitions.board.ground(there).cover[self.side.index()] {
            let need = self.definitions.tables.actions.of(Action::NormalAttack);
            if self.class == Class::Headquarters {
                return Err(Barrier::CannotAttack);
            }
            if left.ap < need {
                return Err(Barrier::NoAttack { left: left.ap, need });
            }
        }
        Ok(if self.covered { left } else { Purse { half_mp: 0, ..left } })
    }

    /// Why a move ends in an enemy zone of control (4.2a).
    pub(super) fn must_stop(&self, hex: HexId) -> Refusal {
        let place = self.definitions.place(hex);
        Refusal::new("4.2a", format!("{} must stop in the enemy zone of control in {place}", self.name()))
    }

    /// A barrier in words.
    pub(super) fn refusal(&self, barrier: Barrier, from: HexId, there: HexId) -> Refusal {
        let (name, place) = (self.name(), self.definitions.place(there));
        match barrier {
            Barrier::Enemy => {
                Refusal::new("4.1c", format!("enemy units are in {place}")).remedy("Attack them instead.")
            }
            Barrier::StaysWest => {
                let kept = british::may_be_in(self.definitions, self.field, self.unit, there);
                kept.err().unwrap_or_else(|| Refusal::new("16.2b", format!("{name} stays west of the Meuse")))
            }
            Barrier::Marker(kind) => clearing::barred_by(self.definitions, kind, there),
            Barrier::SameController => {
                let from = self.definitions.place(from);
                Refusal::new("4.2f", format!("the same enemy unit controls {from} and {place}"))
                    .remedy("Go round, or leave its zone of control first.")
            }
            Barrier::NoBridge => Refusal::new("13.1a", format!("{name} needs a bridge to cross the river to {place}")),
            Barrier::NoAction { cost } => {
                Refusal::new("13.1e", format!("{name} has no AP left to cross the river to {place}"))
                    .remedy(format!("Crossing costs {cost} AP, besides those of the moves before and after it."))
            }
            Barrier::Poor { need, has } => {
                let (need, has) = (points(need), points(has));
                Refusal::new("6.1a", format!("{name} needs {need} MP to enter {place}, has {has}"))
            }
            Barrier::CannotAttack => Refusal::new(
                "4.2c",
                format!("{name} cannot attack and may not enter the enemy zone of control in {place}"),
            )
            .remedy("It may enter one in a city, village or forest."),
            Barrier::NoAttack { left, need } => {
                Refusal::new("4.2c", format!("{name} would have {left} AP left in {place}, an attack needs {need}"))
                    .remedy("Come closer first and enter with AP to spare, or enter in a city, village or forest.")
            }
        }
    }

    /// All MP that a purse is worth, in halves.
    fn worth(&self, purse: Purse) -> u8 {
        purse.half_mp + purse.ap * self.allowance
    }

    /// The best purse with which each hex can be reached, and the hex before it. Once `goal` is reached at its best,
    /// the search ends.
    fn search(&self, goal: Option<HexId>) -> Vec<Option<(Purse, HexId)>> {
        self.search_past(goal, |hex| self.stops(hex))
    }

    /// The same by ways that end in every hex that `stops` them.
    fn search_past(&self, goal: Option<HexId>, stops: impl Fn(HexId) -> bool) -> Vec<Option<(Purse, HexId)>> {
        let board = &self.definitions.board;
        let mut best: Vec<Option<(Purse, HexId)>> = vec![None; board.len()];
        best[self.start.index()] = Some((self.purse, self.start));
        // purses only shrink, so one bucket a value, emptied from the richest down
        let value =
            |purse: Purse| usize::from(purse.ap) * (usize::from(self.allowance) + 1) + usize::from(purse.half_mp);
        let mut buckets = Buckets::new(value(self.purse));
        buckets.push(value(self.purse), self.start);
        for level in (0..=value(self.purse)).rev() {
            while let Some(hex) = buckets.pop(level) {
                let Some((purse, _)) = best[hex.index()].filter(|(purse, _)| value(*purse) == level) else { continue };
                if goal == Some(hex) {
                    return best;
                }
                if hex != self.start && stops(hex) {
                    continue;
                }
                for (towards, there) in board.neighbours(hex) {
                    let improves = |left: Purse| best[there.index()].is_none_or(|(known, _)| known < left);
                    if improves(purse)
                        && let Ok(left) = self.step(hex, towards, there, purse)
                        && improves(left)
                    {
                        best[there.index()] = Some((left, hex));
                        buckets.push(value(left), there);
                    }
                }
            }
        }
        best
    }

    /// Every hex that can be reached, with what is left there.
    #[cfg(test)]
    pub fn everywhere(&self) -> Vec<(HexId, Purse)> {
        let found = self.search(None).into_iter().enumerate();
        found.filter_map(|(hex, best)| best.map(|(purse, _)| (HexId(hex as u16), purse))).collect()
    }

    /// Hexes where the move may end.
    pub fn destinations(&self) -> impl Iterator<Item = HexId> {
        let found = self.search(None);
        let ends = (0..found.len() as u16).map(HexId).filter(move |hex| found[hex.index()].is_some());
        ends.filter(|hex| *hex != self.start && self.steps_with(*hex) <= stacking::LIMIT)
    }

    /// Hexes with which a drawn path may begin.
    pub fn first_steps(&self) -> impl Iterator<Item = HexId> {
        let around = self.definitions.board.neighbours(self.start);
        around
            .filter(|(towards, there)| self.step(self.start, *towards, *there, self.purse).is_ok())
            .map(|(_, hex)| hex)
    }

    /// Whether the unit can go anywhere at all.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn any(&self) -> Result<(), Refusal> {
        let fits = |hex| self.steps_with(hex) <= stacking::LIMIT;
        if self.first_steps().any(fits) || self.destinations().next().is_some() {
            return Ok(());
        }
        let purse = self.purse;
        if self.worth(purse) == 0 {
            return Err(Refusal::new("3.4.1a", format!("{} has no AP left", self.name())));
        }
        Err(Refusal::new("6.1a", format!("{} cannot reach any hex with {} AP", self.name(), purse.ap)))
    }

    /// The cheapest way to a hex. A covered unit goes round the zones of control in which it would have to roll, if
    /// it can (15.2d, ruling R152).
    ///
    /// # Errors
    /// Why there is none.
    pub fn way(&self, to: HexId) -> Result<Stop, Refusal> {
        if to == self.start {
            let place = self.definitions.place(to);
            return Err(Refusal::new("6.1a", format!("{} is in {place} already", self.name())));
        }
        let mut found = self.search_past(Some(to), |hex| self.controlled(hex));
        if self.covered && found.get(to.index()).copied().flatten().is_none() {
            found = self.search(Some(to));
        }
        let Some((purse, _)) = found.get(to.index()).copied().flatten() else { return Err(self.out_of_reach(to)) };
        self.room(to)?;
        let mut path = vec![to];
        let mut hex = to;
        while hex != self.start {
            let Some((_, before)) = found[hex.index()] else { break };
            hex = before;
            path.push(hex);
        }
        path.reverse();
        Ok(Stop { path, purse })
    }

    /// Why a hex cannot be reached: what the last hexside says if the unit could get next to it, else the cost.
    fn out_of_reach(&self, to: HexId) -> Refusal {
        let definitions = self.definitions;
        let (name, place) = (self.name(), definitions.place(to));
        if self.zones.enemy(to) {
            return Refusal::new("4.1c", format!("enemy units are in {place}")).remedy("Attack them instead.");
        }
        let purse = Purse { ap: RICH, half_mp: self.purse.half_mp };
        let rich = Reach::new(definitions, self.field, self.unit, self.start, purse);
        let found = self.search(None);
        let beside = definitions.board.neighbours(to).filter_map(|(side, from)| {
            let (purse, _) = found[from.index()].filter(|_| from == self.start || !self.stops(from))?;
            self.step(from, side.opposite(), to, purse).err().map(|barrier| (barrier, from))
        });
        let nearest = beside.min_by_key(|(barrier, _)| matches!(barrier, Barrier::Poor { .. }));
        let nearest = nearest.map(|(barrier, from)| self.refusal(barrier, from, to));
        match rich.search(Some(to))[to.index()] {
            Some((left, _)) => {
                let need = RICH - left.ap;
                nearest.unwrap_or_else(|| {
                    Refusal::new("6.1a", format!("{name} needs {need} AP to reach {place}, has {}", self.purse.ap))
                })
            }
            None => nearest.unwrap_or_else(|| {
                Refusal::new("4.2a", format!("{name} finds no way to {place}"))
                    .remedy("Enemy units, their zones of control or rivers without bridges bar it.")
            }),
        }
    }

    /// Steps in a hex together with the unit.
    fn steps_with(&self, hex: HexId) -> u8 {
        let own = if self.at_home && hex == self.start { 0 } else { self.steps };
        self.zones.steps(hex) + own
    }

    /// Whether the unit would fit into a hex (5b).
    pub(super) fn room(&self, hex: HexId) -> Result<(), Refusal> {
        let steps = self.steps_with(hex);
        if steps > stacking::LIMIT {
            let place = self.definitions.place(hex);
            return Err(Refusal::new(
                "5b",
                format!("{place} would hold {steps} steps, the limit is {}", stacking::LIMIT),
            ));
        }
        Ok(())
    }

    /// Follows a drawn path.
    ///
    /// # Errors
    /// The rule that stops it.
    pub fn walk(&self, path: &[HexId]) -> Result<Purse, Refusal> {
        let mut purse = self.purse;
        for (nth, pair) in path.windows(2).enumerate() {
            let (from, there) = (pair[0], pair[1]);
            let Some(towards) = self.definitions.board.side(from, there) else {
                let (a, b) = (self.definitions.place(from), self.definitions.place(there));
                return Err(Refusal::new("6.1a", format!("{a} and {b} are not neighbours")));
            };
            if nth > 0 && self.stops(from) {
                return Err(self.must_stop(from));
            }
            purse = self.step(from, towards, there, purse).map_err(|barrier| self.refusal(barrier, from, there))?;
        }
        Ok(purse)
    }

    /// Follows a drawn path and stays at its end.
    ///
    /// # Errors
    /// The rule that stops it.
    pub fn stand(&self, path: &[HexId]) -> Result<Stop, Refusal> {
        let purse = self.walk(path)?;
        if let Some(end) = path.last() {
            self.room(*end)?;
        }
        Ok(Stop { path: path.to_vec(), purse })
    }

    /// What is left after entering the map in the hex where this reach starts, `before` units ahead (16.1b, 16.1c).
    ///
    /// # Errors
    /// When the unit cannot pay.
    pub fn enter(&self, before: u8) -> Result<Purse, Refusal> {
        let cost = self.hex_cost(self.start, self.definitions.board.has_road(self.start)) + 2 * before;
        let left = self.pay(self.purse, cost).ok_or_else(|| {
            let place = self.definitions.place(self.start);
            let has = points(self.worth(self.purse));
            Refusal::new("16.1b", format!("{} needs {} MP to enter in {place}, has {has}", self.name(), points(cost)))
        })?;
        self.stop_there(self.start, left).map_err(|barrier| self.refusal(barrier, self.start, self.start))
    }
}

/// Hexes by a value, the last one in a bucket first out.
struct Buckets {
    /// The last entry of each bucket, counted from 1.
    last: Vec<u16>,
    /// Each hex with the entry before it in its bucket.
    entries: Vec<(HexId, u16)>,
}

impl Buckets {
    fn new(most: usize) -> Buckets {
        Buckets { last: vec![0; most + 1], entries: Vec::with_capacity(128) }
    }

    fn push(&mut self, value: usize, hex: HexId) {
        self.entries.push((hex, self.last[value]));
        self.last[value] = self.entries.len() as u16;
    }

    fn pop(&mut self, value: usize) -> Option<HexId> {
        let (hex, before) = *self.entries.get(usize::from(self.last[value]).checked_sub(1)?)?;
        self.last[value] = before;
        Some(hex)
    }
}

/// AP enough for any way, to tell what it would cost.
const RICH: u8 = 12;

/// Half MP in words: `2`, `1/2`, `2 1/2`.
fn points(half_mp: u8) -> String {
    match (half_mp / 2, half_mp % 2) {
        (whole, 0) => whole.to_string(),
        (0, _) => "1/2".to_owned(),
        (whole, _) => format!("{whole} 1/2"),
    }
}
