//! What lies on units and on the table for a while, until a rule takes it away. The rule names it in its event: which
//! marks go, not whose, so that an event tells nothing of a unit that nobody sees.

use crate::truth::order::EventKind;
use crate::truth::state::{Field, UnitState};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// What can lie on a unit, as in [`UnitState`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Mark {
    /// How often it has been activated.
    Activations,
    /// That it may act.
    Active,
    /// Action points.
    Ap,
    /// Half movement points.
    HalfMp,
    /// That it has done something.
    Acted,
    /// That it must attack.
    Bound,
    /// That it has come onto the map.
    Arrived,
    /// That it ended a retreat on other units.
    FellBack,
    /// That it was surprised.
    Pinned,
    /// Fatigue.
    Fatigued,
    /// An improved position.
    Improved,
    /// The cover of the 150th Panzer Brigade.
    Covered,
    /// That it has had captured fuel.
    Refuelled,
}

/// What can lie on the table, as in [`Field`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Lapse {
    /// The row of formations that opens the game.
    Opening,
    /// What each side has met of stacks that it does not see.
    Met,
    /// Where the covered stack has slipped through.
    Slipped,
    /// Breakthrough markers.
    Breakthroughs,
    /// Air support missions that are left.
    Missions,
    /// The markers of an event.
    Markers(EventKind),
}

/// Marks that are taken off units; none in an event of before, which did not say.
pub type Marks = Option<Cow<'static, [Mark]>>;

/// What is taken from the table; none in an event of before, which did not say.
pub type Lapses = Option<Cow<'static, [Lapse]>>;

impl UnitState {
    /// Takes marks off the unit, as far as they lie on it.
    pub fn take_off(&mut self, marks: &Marks) {
        for mark in marks.iter().flat_map(|marks| marks.iter()) {
            match mark {
                Mark::Activations => self.activations = 0,
                Mark::Active => self.active = false,
                Mark::Ap => self.ap = 0,
                Mark::HalfMp => self.half_mp = 0,
                Mark::Acted => self.acted = false,
                Mark::Bound => self.bound = false,
                Mark::Arrived => self.arrived = false,
                Mark::FellBack => self.fell_back = false,
                Mark::Pinned => self.pinned = false,
                Mark::Fatigued => self.fatigued = false,
                Mark::Improved => self.improved = false,
                Mark::Covered => self.covered = false,
                Mark::Refuelled => self.refuelled = false,
            }
        }
    }
}

impl Field {
    /// Takes things from the table, as far as they lie on it.
    pub fn lapse(&mut self, lapses: &Lapses) {
        for lapse in lapses.iter().flat_map(|lapses| lapses.iter()) {
            match lapse {
                Lapse::Opening => self.operations.opening = None,
                Lapse::Met => self.met.clear(),
                Lapse::Slipped => self.slipped.clear(),
                Lapse::Breakthroughs => self.breakthroughs.clear(),
                Lapse::Missions => self.air = [0; 2],
                Lapse::Markers(kind) => self.markers.retain(|(other, _)| other != kind),
            }
        }
    }
}
