use super::super::activation;
use super::super::british;
use super::super::definitions::Definitions;
use super::super::hexside::{EntryCost, Hexside};
use super::super::history::clearing;
use super::super::order::EventKind;
use super::super::stacking;
use super::super::state::{Field, GERMAN};
use super::super::tables::{Action, Camp, Class};
use super::super::zoc::{self, Zone, Zones};
use super::found::{Buckets, Found};
use super::kept::Searched;
use definitions::UnitId;
use definitions::hex::{Direction, HexId};
use engine::contract::{Grounds, Refusal, SideId};
use std::borrow::Cow;

/// What a unit can spend: action points, and half movement points left of the last movement action.
///
/// A budget with more AP is always worth more, because an AP buys more MP than any rest that is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Budget {
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
    pub budget: Budget,
}

/// Where a unit can go from a hex with a budget (6.1, 6.2, 4.2, 13.1). Searched when first asked for.
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
    budget: Budget,
    /// AP that a movement action costs, and the half MP that it gives.
    action: u8,
    allowance: u8,
    /// Half MP for a hex by road.
    road: u8,
    sides: &'a [[Hexside; 6]],
    /// Whether a marker bars some hex to its side, or something keeps it west of the Meuse.
    hampered: bool,
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

impl Barrier {
    /// How much stands in the way: the less, the more it tells a player who wants to go on.
    fn weight(self) -> u8 {
        match self {
            Barrier::SameController => 1,
            Barrier::NoAttack { .. } | Barrier::CannotAttack => 2,
            Barrier::Marker(_) | Barrier::StaysWest => 3,
            Barrier::Poor { .. } | Barrier::NoAction { .. } => 4,
            Barrier::Enemy => 5,
            Barrier::NoBridge => 6,
        }
    }
}

/// Hexes within which an enemy spoils the ride in trucks (16.1f).
const TRUCK_DISTANCE: u16 = 2;
/// Half MP for leaving an enemy zone of control, and for going straight into another (4.2d, 4.2e).
const LEAVE: u8 = 2;
const ZONE_TO_ZONE: u8 = 4;

impl<'a> Reach<'a> {
    /// The reach of a unit.
    pub fn new(
        definitions: &'a Definitions,
        field: &'a Field,
        unit: UnitId,
        start: HexId,
        budget: Budget,
    ) -> Reach<'a> {
        let zones = Zones::met(definitions, field, definitions.unit(unit).side);
        Reach::among(zones, definitions, field, unit, start, budget)
    }

    /// The reach of a unit among the zones of control that its side meets.
    pub(super) fn among(
        zones: Cow<'a, Zones>,
        definitions: &'a Definitions,
        field: &'a Field,
        unit: UnitId,
        start: HexId,
        budget: Budget,
    ) -> Reach<'a> {
        let (data, steps) = (definitions.unit(unit), field.unit(unit).steps);
        let stays_west = british::stays_west(definitions, field, unit);
        Reach {
            definitions,
            unit,
            side: data.side,
            class: data.class,
            steps,
            trucks: activation::in_trucks(definitions, field, unit),
            stays_west,
            covered: field.unit(unit).covered,
            start,
            budget,
            action: definitions.tables.actions.of(Action::Move),
            allowance: 2 * definitions.tables.allowances.of(data.class).movement_points,
            road: definitions.tables.terrain.road_cost(data.class),
            sides: definitions.board.hexsides(Camp::of(data.side), data.class),
            hampered: stays_west || field.markers.iter().any(|(kind, _)| kind.bars() && kind.side() != data.side),
            zones,
            at_home: field.hex_of(unit) == Some(start),
            field,
        }
    }

    /// What the unit has to spend.
    pub(super) fn budget(&self) -> Budget {
        self.budget
    }

    /// Action points that are spent where this much is left.
    pub fn paid(&self, left: Budget) -> u8 {
        self.budget.ap.saturating_sub(left.ap)
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
    #[inline]
    fn pay(&self, mut budget: Budget, half_mp: u8) -> Option<Budget> {
        while budget.half_mp < half_mp {
            budget.ap = budget.ap.checked_sub(self.action)?;
            budget.half_mp += self.allowance;
        }
        budget.half_mp -= half_mp;
        Some(budget)
    }

    /// Half MP of a hex on a road, which are as many off the road (6.2b).
    #[inline]
    fn road_cost(&self, there: HexId, zone: Zone, off_road: u8) -> u8 {
        if zone.friends() != u8::from(self.at_home && there == self.start) {
            return off_road;
        }
        if self.trucks && self.far_from_enemies(there) { self.road.min(1) } else { self.road }
    }

    fn far_from_enemies(&self, hex: HexId) -> bool {
        let board = &self.definitions.board;
        let mut enemies = zoc::enemy_hexes(self.field, self.side);
        enemies.all(|there| board.distance(hex, there) > TRUCK_DISTANCE)
    }

    /// Takes one hexside: what is left, or what bars it. A covered unit is not held by the zones that it slips
    /// through (ruling R153).
    pub(super) fn step(&self, from: HexId, towards: Direction, budget: Budget) -> Result<Budget, Barrier> {
        let zones = &*self.zones;
        self.cross(zones, (from, zones.of(from)), self.sides[from.index()][towards.index()], budget)
    }

    /// Takes one hexside: most lie far from all enemies.
    #[inline(always)]
    fn cross(&self, zones: &Zones, here: (HexId, Zone), side: Hexside, budget: Budget) -> Result<Budget, Barrier> {
        let ahead = zones.of(side.there);
        if self.hampered && !ahead.enemy() {
            self.check_open(side.there)?;
        }
        if ahead.quiet() && !here.1.controlled() {
            self.pay_toll(ahead, side, 0, budget)
        } else {
            self.cross_near_enemies(zones, here, ahead, side, budget)
        }
    }

    /// Whether the hex is open where no enemy units are.
    fn check_open(&self, there: HexId) -> Result<(), Barrier> {
        if let Some(kind) = self.field.barrier(there, self.side) {
            return Err(Barrier::Marker(kind));
        }
        if self.stays_west && !self.definitions.board.west_of_meuse(there) {
            return Err(Barrier::StaysWest);
        }
        Ok(())
    }

    fn cross_near_enemies(
        &self,
        zones: &Zones,
        (from, zone): (HexId, Zone),
        ahead: Zone,
        side: Hexside,
        budget: Budget,
    ) -> Result<Budget, Barrier> {
        if ahead.enemy() {
            return Err(Barrier::Enemy);
        }
        let held = |zone: Zone| !self.covered && zone.controlled();
        let (leaves, enters) = (held(zone), held(ahead));
        if leaves && enters && zones.same_controller(self.definitions, from, side.there) {
            return Err(Barrier::SameController);
        }
        let surcharge = match (leaves, enters) {
            (true, true) => ZONE_TO_ZONE,
            (true, false) => LEAVE,
            _ => 0,
        };
        let left = self.pay_toll(ahead, side, surcharge, budget)?;
        self.stop_there(side.there, ahead, left)
    }

    /// Pays for a hexside and the ground behind it, and what zones of control cost besides.
    #[inline(always)]
    fn pay_toll(
        &self,
        ahead: Zone,
        Hexside { there, entry }: Hexside,
        surcharge: u8,
        budget: Budget,
    ) -> Result<Budget, Barrier> {
        let cost = match entry {
            EntryCost::Edge | EntryCost::Barred => return Err(Barrier::NoBridge),
            EntryCost::Ground(half_mp) | EntryCost::River(half_mp) => half_mp,
            EntryCost::Road(half_mp) => self.road_cost(there, ahead, half_mp),
            EntryCost::Effort(_) => 0,
        } + surcharge;
        let crossed = match entry {
            // the AP is all that the hex costs; what is left of the MP stays (13.1d, rulings R33, R37)
            EntryCost::Effort(cost) => {
                Budget { ap: budget.ap.checked_sub(cost).ok_or(Barrier::NoAction { cost })?, ..budget }
            }
            _ => budget,
        };
        self.pay(crossed, cost).ok_or_else(|| Barrier::Poor { need: cost, has: self.worth(budget) })
    }

    /// An enemy zone of control ends the move and wants the AP for an attack (4.2a, 4.2c), which a covered unit needs
    /// if its cover is blown.
    fn stop_there(&self, there: HexId, zone: Zone, left: Budget) -> Result<Budget, Barrier> {
        if !zone.controlled() {
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
        Ok(if self.covered { left } else { Budget { half_mp: 0, ..left } })
    }

    /// Why a move ends in an enemy zone of control (4.2a).
    pub(super) fn must_stop<R: Grounds>(&self, hex: HexId) -> R {
        let place = self.definitions.place(hex);
        R::under("4.2a", || format!("{} must stop in the enemy zone of control in {place}", self.name()))
    }

    /// Why nobody enters a hex with enemy units. A headquarters cannot attack them either (1.3c).
    fn held_by_enemies<R: Grounds>(&self, hex: HexId) -> R {
        let refusal = R::under("4.1c", || format!("enemy units are in {}", self.definitions.place(hex)));
        if self.class == Class::Headquarters { refusal } else { refusal.remedy(|| "Attack them instead.") }
    }

    /// A barrier in words.
    pub(super) fn refusal<R: Grounds>(&self, barrier: Barrier, from: HexId, there: HexId) -> R {
        let (name, place) = (self.name(), self.definitions.place(there));
        match barrier {
            Barrier::Enemy => self.held_by_enemies::<R>(there),
            Barrier::StaysWest => {
                let kept = british::may_be_in::<R>(self.definitions, self.field, self.unit, there);
                kept.err().unwrap_or_else(|| R::under("16.2b", || format!("{name} stays west of the Meuse")))
            }
            Barrier::Marker(kind) => clearing::barred_by::<R>(self.definitions, kind, there),
            Barrier::SameController => {
                let from = self.definitions.place(from);
                R::under("4.2f", || {
                    format!("{name} cannot go from {from} straight to {place}: one enemy unit controls both")
                })
                .remedy(|| "Go round, or leave its zone of control first.")
            }
            Barrier::NoBridge => R::under("13.1a", || format!("{name} needs a bridge to cross the river to {place}")),
            Barrier::NoAction { cost } => R::under("13.1e", || {
                format!("{name} has no AP left to cross the river to {place}")
            })
            .remedy(|| {
                format!("Crossing costs {cost} AP, besides those of the moves before and after it; MP do not pay it.")
            }),
            Barrier::Poor { need, has } => {
                let (need, has) = (points(need), points(has));
                R::under("6.1a", || format!("{name} needs {need} MP to enter {place}, has {has}"))
            }
            Barrier::CannotAttack => R::under("4.2c", || {
                format!("{name} cannot attack and may not enter the enemy zone of control in {place}")
            })
            .remedy(|| format!("It may enter one in {}.", self.cover())),
            Barrier::NoAttack { left, need } => {
                R::under("4.2c", || format!("{name} would have {left} AP left in {place}, an attack needs {need}"))
                    .remedy(|| format!("Come closer first and enter with AP to spare, or enter in {}.", self.cover()))
            }
        }
    }

    /// Where nobody of its side has to attack (4.3b, T.TECd, ruling R48).
    fn cover(&self) -> &'static str {
        if self.side == GERMAN { "a city, village or forest or in the Westwall" } else { "a city, village or forest" }
    }

    /// All MP that a budget is worth, in halves.
    fn worth(&self, budget: Budget) -> u8 {
        budget.half_mp + budget.ap * self.allowance
    }

    /// The best budget with which each hex can be reached. Once `goal` is reached at its best, the search ends.
    fn search(&self, goal: Option<HexId>) -> Found {
        self.search_past(goal, |hex| self.stops(hex))
    }

    /// The same by ways that end in every hex that `stops` them. A way from which the goal is further than what is left
    /// goes by the cheapest roads is not followed.
    fn search_past(&self, goal: Option<HexId>, stops: impl Fn(HexId) -> bool) -> Found {
        let zones = &*self.zones;
        let mut found = Found::from(self.start, self.budget, self.definitions.board.len());
        // budgets only shrink, so one bucket a value, emptied from the richest down
        let value =
            |budget: Budget| usize::from(budget.ap) * (usize::from(self.allowance) + 1) + usize::from(budget.half_mp);
        let mut buckets = Buckets::new(value(self.budget));
        buckets.push(value(self.budget), self.start);
        for level in (0..=value(self.budget)).rev() {
            while let Some(hex) = buckets.pop(level) {
                let Some(budget) = found.budget(hex).filter(|budget| value(*budget) == level) else { continue };
                if goal == Some(hex) {
                    return found;
                }
                if hex != self.start && stops(hex) {
                    continue;
                }
                let here = (hex, zones.of(hex));
                for &side in &self.sides[hex.index()] {
                    if found.improves(side.there, budget)
                        && let Ok(left) = self.cross(zones, here, side, budget)
                        && found.improves(side.there, left)
                        && goal.is_none_or(|goal| self.gets_as_far_as(side.there, goal, left))
                    {
                        found.note(side.there, left, hex);
                        buckets.push(value(left), side.there);
                    }
                }
            }
        }
        found
    }

    /// Whether a budget lasts from a hex to another as the crow flies: no hex costs less than half an MP.
    fn gets_as_far_as(&self, from: HexId, to: HexId, budget: Budget) -> bool {
        let half_mp = u16::from(budget.ap) * u16::from(self.allowance) + u16::from(budget.half_mp);
        self.definitions.board.distance(from, to) <= half_mp
    }

    /// Every hex that can be reached, with what is left there.
    #[cfg(test)]
    pub fn everywhere(&self) -> Vec<(HexId, Budget)> {
        let found = self.search(None);
        found.hexes.iter().filter_map(|hex| found.budget(hex).map(|budget| (hex, budget))).collect()
    }

    /// Hexes where the move may end.
    pub fn destinations(&self) -> Vec<HexId> {
        let found = self.searched(None);
        let mut ends = Vec::with_capacity(found.hexes.count());
        ends.extend(found.hexes.iter().filter(|hex| *hex != self.start && self.fits(*hex)));
        ends
    }

    /// Whether the unit fits into a hex (5b).
    fn fits(&self, hex: HexId) -> bool {
        self.steps_with(hex) <= stacking::LIMIT
    }

    /// What a search has found, which may have been made before: in this field, for the same unit with the same budget,
    /// for all hexes or for the same goal.
    fn searched(&self, goal: Option<HexId>) -> Cow<'a, Found> {
        let asked = Searched { unit: self.unit, start: self.start, budget: self.budget, goal };
        self.field.kept.found(asked, |goal| self.search(goal))
    }

    /// Hexes with which a drawn path may begin.
    pub fn first_steps(&self) -> impl Iterator<Item = HexId> {
        let around = self.definitions.board.neighbours(self.start);
        around.filter(|(towards, _)| self.step(self.start, *towards, self.budget).is_ok()).map(|(_, hex)| hex)
    }

    /// Whether the unit can go anywhere at all.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn any<R: Grounds>(&self) -> Result<(), R> {
        let anywhere = || self.search(None).hexes.iter().any(|hex| hex != self.start && self.fits(hex));
        if self.first_steps().any(|hex| self.fits(hex)) || anywhere() {
            return Ok(());
        }
        let budget = self.budget;
        if self.worth(budget) == 0 {
            return Err(R::under("3.4.1a", || format!("{} has no AP left", self.name())));
        }
        Err(R::sought(|| self.stuck()))
    }

    /// Why a unit that has something to spend cannot go anywhere: what bars the hex next to it that is barred least.
    fn stuck(&self) -> Refusal {
        let around = self.definitions.board.neighbours(self.start);
        let barred = around.map(|(towards, there)| match self.step(self.start, towards, self.budget) {
            Err(barrier) => (barrier.weight(), self.refusal::<Refusal>(barrier, self.start, there)),
            // it could go there if somebody else were not there
            Ok(_) => (0, self.room::<Refusal>(there).err().unwrap_or_else(|| self.must_stop(there))),
        });
        let place = self.definitions.place(self.start);
        let nowhere = format!("{} cannot leave {place}", self.name());
        match barred.min_by_key(|(weight, _)| *weight) {
            Some((_, refusal)) => Refusal { message: format!("{nowhere}: {}", refusal.message), ..refusal },
            None => Refusal::new("6.1a", nowhere),
        }
    }

    /// The cheapest way to a hex. A covered unit goes round the zones of control in which it would have to roll, if
    /// it can (15.2d, ruling R152).
    ///
    /// # Errors
    /// Why there is none.
    pub fn way<R: Grounds>(&self, to: HexId) -> Result<Stop, R> {
        if to == self.start {
            let place = self.definitions.place(to);
            return Err(R::under("6.1a", || format!("{} is in {place} already", self.name())));
        }
        let unseen = || self.search_past(Some(to), |hex| self.controlled(hex));
        let round = if self.covered { Some(unseen()).filter(|found| found.budget(to).is_some()) } else { None };
        let found = round.map_or_else(|| self.searched(Some(to)), Cow::Owned);
        let Some(budget) = found.budget(to) else { return Err(R::sought(|| self.out_of_reach(to))) };
        self.room::<R>(to)?;
        Ok(Stop { path: self.path_back(&found, to), budget })
    }

    /// Why a hex cannot be reached: what the last hexside says if the unit could get next to it, else the cost.
    fn out_of_reach(&self, to: HexId) -> Refusal {
        let definitions = self.definitions;
        let (name, place) = (self.name(), definitions.place(to));
        if self.zones.enemy(to) {
            return self.held_by_enemies::<Refusal>(to);
        }
        let found = self.search(None);
        let beside = definitions.board.neighbours(to).filter_map(|(side, from)| {
            let budget = found.budget(from).filter(|_| from == self.start || !self.stops(from))?;
            self.step(from, side.opposite(), budget).err().map(|barrier| (barrier, from))
        });
        let nearest = beside.min_by_key(|(barrier, _)| matches!(barrier, Barrier::Poor { .. }));
        let nearest = nearest.map(|(barrier, from)| self.refusal(barrier, from, to));
        let half_mp = self.budget.half_mp;
        let need = (self.budget.ap + 1..=RICH).find(|ap| {
            let budget = Budget { ap: *ap, half_mp };
            let rich =
                Reach::among(Cow::Borrowed(&*self.zones), definitions, self.field, self.unit, self.start, budget);
            rich.search(Some(to)).budget(to).is_some()
        });
        match (self.in_the_way(to).or(nearest), need) {
            (Some(refusal), Some(need)) if !matches!(&*refusal.case, "6.1a" | "13.1e") => {
                let before = if refusal.remedy.is_empty() { "" } else { " " };
                let round = format!("{before}Another way needs {need} AP, it has {}.", self.budget.ap);
                Refusal { remedy: refusal.remedy + &round, ..refusal }
            }
            (Some(refusal), _) => refusal,
            (None, Some(need)) => {
                Refusal::new("6.1a", format!("{name} needs {need} AP to reach {place}, has {}", self.budget.ap))
            }
            (None, None) => Refusal::new("4.2a", format!("{name} finds no way to {place}"))
                .remedy("Enemy units, their zones of control or rivers without bridges bar it."),
        }
    }

    /// The rule that bars the way by which the unit would reach a hex if there were no enemies, as far as it could pay
    /// for that.
    fn in_the_way(&self, to: HexId) -> Option<Refusal> {
        let peace = Cow::Owned(Zones::new(self.definitions.board.len()));
        let free = Reach::among(peace, self.definitions, self.field, self.unit, self.start, self.budget);
        let found = free.search(Some(to));
        found.budget(to)?;
        let refusal = self.walk::<Refusal>(&self.path_back(&found, to)).err()?;
        let (name, place) = (self.name(), self.definitions.place(to));
        Some(match &*refusal.case {
            // they are not whom the player wants to reach
            "4.1c" => Refusal::new("4.1c", format!("{name} cannot go straight to {place}: {}", refusal.message)),
            _ if refusal.message.contains(name) => refusal,
            _ => Refusal { message: format!("{name} cannot go straight to {place}: {}", refusal.message), ..refusal },
        })
    }

    /// The path to a hex that a search has found.
    fn path_back(&self, found: &Found, to: HexId) -> Vec<HexId> {
        let mut path = vec![to];
        let mut hex = to;
        while hex != self.start {
            hex = found.before(hex);
            path.push(hex);
        }
        path.reverse();
        path
    }

    /// Steps in a hex together with the unit.
    fn steps_with(&self, hex: HexId) -> u8 {
        let own = if self.at_home && hex == self.start { 0 } else { self.steps };
        self.zones.steps(hex) + own
    }

    /// Whether the unit would fit into a hex (5b).
    pub(super) fn room<R: Grounds>(&self, hex: HexId) -> Result<(), R> {
        let steps = self.steps_with(hex);
        if steps > stacking::LIMIT {
            let place = self.definitions.place(hex);
            return Err(R::under("5b", || {
                format!("{place} would hold {steps} steps, the limit is {}", stacking::LIMIT)
            }));
        }
        Ok(())
    }

    /// Follows a drawn path.
    ///
    /// # Errors
    /// The rule that stops it.
    pub fn walk<R: Grounds>(&self, path: &[HexId]) -> Result<Budget, R> {
        let mut budget = self.budget;
        for (nth, pair) in path.windows(2).enumerate() {
            let (from, there) = (pair[0], pair[1]);
            if from == there {
                let place = self.definitions.place(from);
                return Err(R::under("6.1a", || {
                    format!("{} is in {place} then: a path names the next hex", self.name())
                }));
            }
            let Some(towards) = self.definitions.board.side(from, there) else {
                let (a, b) = (self.definitions.place(from), self.definitions.place(there));
                return Err(R::under("6.1a", || format!("{a} and {b} are not neighbours"))
                    .remedy(|| "A path names every hex on it; without one the cheapest way is taken."));
            };
            if nth > 0 && self.stops(from) {
                return Err(self.must_stop::<R>(from));
            }
            budget = self.step(from, towards, budget).map_err(|barrier| self.refusal::<R>(barrier, from, there))?;
        }
        Ok(budget)
    }

    /// Follows a drawn path and stays at its end.
    ///
    /// # Errors
    /// The rule that stops it.
    pub fn stand<R: Grounds>(&self, path: &[HexId]) -> Result<Stop, R> {
        let budget = self.walk::<R>(path)?;
        if let Some(end) = path.last() {
            self.room::<R>(*end)?;
        }
        Ok(Stop { path: path.to_vec(), budget })
    }

    /// What is left after entering the map in the hex where this reach starts, `before` units ahead (16.1b, 16.1c).
    ///
    /// # Errors
    /// When the unit cannot pay.
    pub fn enter<R: Grounds>(&self, before: u8) -> Result<Budget, R> {
        let board = &self.definitions.board;
        let off_road = board.cost(self.start, self.class);
        let zone = self.zones.of(self.start);
        let ground = if board.has_road(self.start) { self.road_cost(self.start, zone, off_road) } else { off_road };
        let cost = ground + 2 * before;
        let left = self.pay(self.budget, cost).ok_or_else(|| {
            let place = self.definitions.place(self.start);
            let has = points(self.worth(self.budget));
            R::under("16.1b", || format!("{} needs {} MP to enter in {place}, has {has}", self.name(), points(cost)))
        })?;
        self.stop_there(self.start, zone, left).map_err(|barrier| self.refusal::<R>(barrier, self.start, self.start))
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
