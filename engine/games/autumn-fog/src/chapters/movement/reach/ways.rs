//! Ways: the cheapest one to a hex, paths that are drawn, and all hexes in reach.

use super::Reach;
use super::why::points;
use crate::chapters::activation;
use crate::chapters::stacking;
use crate::truth::search::{Budget, Found, Searched};
use definitions::hex::HexId;
use engine::contract::Grounds;
use engine::kernel::Buckets;
use std::borrow::Cow;

/// A move: the path from where the unit stood, and what is left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// All hexes, the first one included.
    pub path: Vec<HexId>,
    /// What is left.
    pub budget: Budget,
}

impl<'a> Reach<'a> {
    /// The best budget with which each hex can be reached. Once `goal` is reached at its best, the search ends.
    pub(super) fn search(&self, goal: Option<HexId>) -> Found {
        self.search_past(goal, |hex| self.stops(hex))
    }

    /// The same by ways that end in every hex that `stops` them. A way from which the goal is further than what is left
    /// goes by the cheapest roads is not followed.
    fn search_past(&self, goal: Option<HexId>, stops: impl Fn(HexId) -> bool) -> Found {
        let zones = &*self.zones;
        let mut found = Found::from(self.start, self.budget, self.definitions.board.len());
        // budgets only shrink, so one bucket a value, emptied from the richest down
        let value = |budget: Budget| u16::from(budget.ap) * (u16::from(self.allowance) + 1) + u16::from(budget.half_mp);
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
            let powerless = activation::powerless::<R>(self.definitions, self.field, self.unit);
            return Err(powerless.unwrap_or_else(|| R::under("3.4.1a", || format!("{} has no AP left", self.name()))));
        }
        Err(R::sought(|| self.stuck()))
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
        let unseen = || self.search_past(Some(to), |hex| self.controlled(hex) && !self.slipped(hex));
        let round = if self.covered { Some(unseen()).filter(|found| found.budget(to).is_some()) } else { None };
        let found = round.map_or_else(|| self.searched(Some(to)), Cow::Owned);
        let Some(budget) = found.budget(to) else { return Err(R::sought(|| self.out_of_reach(to))) };
        self.room::<R>(to)?;
        Ok(Stop { path: self.path_back(&found, to), budget })
    }

    /// The path to a hex that a search has found.
    pub(super) fn path_back(&self, found: &Found, to: HexId) -> Vec<HexId> {
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
    pub fn room<R: Grounds>(&self, hex: HexId) -> Result<(), R> {
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
