//! The units in play, by number and by hex.

use crate::printed::influence::Influence;
use crate::truth::disposition::Disposition;
use crate::truth::unit::{Location, UnitState};
use crate::truth::zones::Zones;
use definitions::UnitId;
use definitions::hex::{HexId, HexSet};
use engine::contract::SideId;
use serde::{Serialize, Serializer};
use std::fmt;
use std::ops::{Deref, DerefMut, Index, IndexMut};
use std::sync::{Arc, OnceLock};

/// The units in play, one entry a unit of the definitions. It reads and changes like a slice of them.
///
/// Which units are in a hex, and where the zones of control lie, follows from them: the [`Disposition`]. It is worked
/// out when it is first asked for, and follows each unit that changes its place or its steps from then on. It is no
/// part of the state: equality, JSON and digests do not know it.
#[derive(Clone)]
pub struct Roster {
    units: Vec<UnitState>,
    influence: Arc<Influence>,
    /// Of the units as they were before the touched one was handed out.
    disposition: OnceLock<Arc<Disposition>>,
    touched: Option<Touched>,
}

/// The unit that was last handed out to be changed, as the disposition knows it.
#[derive(Clone)]
struct Touched {
    unit: usize,
    place: Location,
    steps: u8,
    /// The disposition after the change, if it was asked for before the change was settled.
    after: OnceLock<Arc<Disposition>>,
}

impl Touched {
    fn new(unit: usize, state: &UnitState) -> Touched {
        Touched { unit, place: state.place, steps: state.steps, after: OnceLock::new() }
    }

    /// Whether the unit stands where it stood, as strong as it was.
    fn stays(&self, units: &[UnitState]) -> bool {
        let unit = &units[self.unit];
        unit.place == self.place && unit.steps == self.steps
    }
}

impl Roster {
    /// The units of a game.
    pub fn new(units: Vec<UnitState>, influence: Arc<Influence>) -> Roster {
        Roster { units, influence, disposition: OnceLock::new(), touched: None }
    }

    /// Units in a hex, in the order of the definitions.
    pub fn in_hex(&self, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
        self.disposition().stack(hex)
    }

    /// Hexes with units of a side.
    pub fn hexes_of(&self, side: SideId) -> &HexSet {
        self.disposition().hexes_of(side)
    }

    /// The zones of control as a side meets them, breakthroughs apart.
    pub fn zones(&self, side: SideId) -> &Zones {
        self.disposition().zones(side)
    }

    /// Changes every unit.
    pub fn each(&mut self, change: impl Fn(&mut UnitState)) {
        self.settle();
        for unit in 0..self.units.len() {
            let state = &mut self.units[unit];
            let (place, steps) = (state.place, state.steps);
            change(state);
            if (place, steps) != (state.place, state.steps) {
                self.touched = self.disposition.get().map(|_| Touched { unit, place, steps, after: OnceLock::new() });
                self.settle();
            }
        }
    }

    /// Lets the disposition follow the unit that was last handed out.
    pub fn settle(&mut self) {
        let Some(touched) = self.touched.take().filter(|touched| !touched.stays(&self.units)) else { return };
        if let Some(after) = touched.after.into_inner() {
            self.disposition = OnceLock::from(after);
        } else if let Some(disposition) = self.disposition.get_mut() {
            let disposition = Arc::make_mut(disposition);
            if let Location::Map(hex) = touched.place {
                disposition.take(&self.influence, touched.unit, hex, touched.steps);
            }
            let state = &self.units[touched.unit];
            if let Some(hex) = state.hex() {
                disposition.put(&self.influence, touched.unit, hex, state.steps);
            }
        }
    }

    /// Who stands where now.
    #[inline]
    pub fn disposition(&self) -> &Disposition {
        // mostly it has followed every unit
        match (&self.touched, self.disposition.get()) {
            (None, Some(disposition)) => disposition,
            _ => self.followed(),
        }
    }

    fn followed(&self) -> &Disposition {
        let changed = self.touched.as_ref().filter(|touched| !touched.stays(&self.units));
        let known = changed.map_or(&self.disposition, |touched| &touched.after);
        known.get_or_init(|| Arc::new(Disposition::of(&self.influence, &self.units)))
    }
}

impl Deref for Roster {
    type Target = [UnitState];
    fn deref(&self) -> &[UnitState] {
        &self.units
    }
}

impl DerefMut for Roster {
    fn deref_mut(&mut self) -> &mut [UnitState] {
        (self.disposition, self.touched) = (OnceLock::new(), None);
        &mut self.units
    }
}

impl Index<usize> for Roster {
    type Output = UnitState;
    fn index(&self, unit: usize) -> &UnitState {
        &self.units[unit]
    }
}

impl IndexMut<usize> for Roster {
    fn index_mut(&mut self, unit: usize) -> &mut UnitState {
        self.settle();
        let state = &mut self.units[unit];
        self.touched = self.disposition.get().map(|_| Touched::new(unit, state));
        state
    }
}

impl<'a> IntoIterator for &'a Roster {
    type Item = &'a UnitState;
    type IntoIter = std::slice::Iter<'a, UnitState>;
    fn into_iter(self) -> Self::IntoIter {
        self.units.iter()
    }
}

impl<'a> IntoIterator for &'a mut Roster {
    type Item = &'a mut UnitState;
    type IntoIter = std::slice::IterMut<'a, UnitState>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl PartialEq for Roster {
    fn eq(&self, other: &Roster) -> bool {
        self.units == other.units
    }
}

impl Eq for Roster {}

impl fmt::Debug for Roster {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.units.fmt(formatter)
    }
}

impl Serialize for Roster {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.units.serialize(serializer)
    }
}
