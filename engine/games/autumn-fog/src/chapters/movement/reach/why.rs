//! Why a unit cannot go somewhere, in words.

use super::{Barrier, Reach};
use crate::chapters::historical_events::barriers;
use crate::chapters::{british, zones};
use crate::printed::tables::Class;
use crate::truth::search::Budget;
use crate::truth::state::GERMAN;
use crate::truth::zones::Zones;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Grounds, Refusal};
use std::borrow::Cow;

impl Reach<'_> {
    /// Why a move ends in an enemy zone of control (4.2a).
    pub fn must_stop<R: Grounds>(&self, hex: HexId) -> R {
        let place = self.definitions.place(hex);
        R::under("4.2a", || format!("{} must stop in the enemy zone of control in {place}", self.name()))
    }

    /// Why nobody enters a hex with enemy units (ruling R234). A headquarters cannot attack them either (1.3c).
    pub(super) fn held_by_enemies<R: Grounds>(&self, hex: HexId) -> R {
        let weak = |unit: UnitId| !zones::exerts(self.definitions, unit, self.field.unit(unit));
        let mut enemies = self.field.in_hex(hex).peekable();
        let case = if enemies.peek().is_some() && enemies.all(weak) { "4.1c" } else { "4.1a" };
        let refusal = R::under(case, || format!("enemy units are in {}", self.definitions.place(hex)));
        if self.class == Class::Headquarters { refusal } else { refusal.remedy(|| "Attack them instead.") }
    }

    /// A barrier in words.
    pub fn refusal<R: Grounds>(&self, barrier: Barrier, from: HexId, there: HexId) -> R {
        let (name, place) = (self.name(), self.definitions.place(there));
        match barrier {
            Barrier::Enemy => self.held_by_enemies::<R>(there),
            Barrier::StaysWest => {
                let kept = british::may_be_in::<R>(self.definitions, self.field, self.unit, there);
                kept.err().unwrap_or_else(|| R::under("16.2b", || format!("{name} stays west of the Meuse")))
            }
            Barrier::Marker(kind) => barriers::barred_by::<R>(self.definitions, kind, there),
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
                format!(
                    "Crossing costs {cost} AP, besides those of the moves before and after it; MP do not pay it, and a \
                     refused crossing takes none (ruling R233)."
                )
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

    /// Why a unit that has something to spend cannot go anywhere: what bars the hex next to it that is barred least.
    pub(super) fn stuck(&self) -> Refusal {
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

    /// Why a hex cannot be reached: what the last hexside says if the unit could get next to it, else the cost.
    pub(super) fn out_of_reach(&self, to: HexId) -> Refusal {
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

    /// The rule that bars the way by which the unit would reach a hex if enemies controlled no hex but their own, or else if
    /// there were none, as far as it could pay for that.
    fn in_the_way(&self, to: HexId) -> Option<Refusal> {
        let mut zones = Zones::new(self.definitions.board.len());
        let peace = Cow::Owned(zones.clone());
        zones::enemy_hexes(self.field, self.side).for_each(|hex| zones.mark_enemy(hex));
        let barred = |zones| {
            let free = Reach::among(zones, self.definitions, self.field, self.unit, self.start, self.budget);
            let found = free.search(Some(to));
            found.budget(to)?;
            self.walk::<Refusal>(&self.path_back(&found, to)).err()
        };
        // a way round them that their zones bar tells more than that they are in the straight one
        let refusal = barred(Cow::Owned(zones)).or_else(|| barred(peace))?;
        let (name, place) = (self.name(), self.definitions.place(to));
        Some(match &*refusal.case {
            "4.1a" | "4.1c" => {
                // they are not whom the player wants to reach
                let message = format!("{name} cannot go straight to {place}: {}", refusal.message);
                Refusal { message, remedy: String::new(), ..refusal }
            }
            _ if refusal.message.contains(name) => refusal,
            _ => Refusal { message: format!("{name} cannot go straight to {place}: {}", refusal.message), ..refusal },
        })
    }
}

/// AP enough for any way, to tell what it would cost.
const RICH: u8 = 12;

/// Half MP in words: `2`, `1/2`, `2 1/2`.
pub fn points(half_mp: u8) -> String {
    match (half_mp / 2, half_mp % 2) {
        (whole, 0) => whole.to_string(),
        (0, _) => "1/2".to_owned(),
        (whole, _) => format!("{whole} 1/2"),
    }
}
