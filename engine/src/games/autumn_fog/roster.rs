//! The units in play, by number and by hex.

use super::definitions::Definitions;
use super::state::{Location, UnitState};
use super::zoc::Zones;
use crate::contract::SideId;
use crate::definitions::UnitId;
use crate::hex::HexId;
use serde::{Serialize, Serializer};
use std::fmt;
use std::ops::{Deref, DerefMut, Index, IndexMut};
use std::sync::{Arc, OnceLock};

/// The units in play, one entry a unit of the definitions. It reads and changes like a slice of them.
///
/// Which units are in a hex, and where the zones of control lie, follows from them: the [`Disposition`]. It is worked
/// out when it is first asked for and kept until a unit changes its place or its steps. It is no part of the state:
/// equality, JSON and digests do not know it.
#[derive(Clone)]
pub struct Roster {
    units: Vec<UnitState>,
    disposition: OnceLock<Arc<Disposition>>,
    touched: Option<Touched>,
}

/// The unit that was last handed out to be changed, as a disposition knows it.
#[derive(Clone)]
struct Touched {
    unit: usize,
    place: Location,
    steps: u8,
    disposition: Arc<Disposition>,
}

impl Touched {
    /// The disposition, if the unit stands where it stood, as strong as it was.
    fn known(&self, units: &[UnitState]) -> Option<&Arc<Disposition>> {
        let unit = &units[self.unit];
        (unit.place == self.place && unit.steps == self.steps).then_some(&self.disposition)
    }
}

impl Roster {
    /// The units of a game.
    pub fn new(units: Vec<UnitState>) -> Roster {
        Roster { units, disposition: OnceLock::new(), touched: None }
    }

    /// Units in a hex, in the order of the definitions.
    pub fn in_hex(&self, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
        self.disposition().stack(hex)
    }

    /// The zones of control as a side meets them, breakthroughs apart.
    pub fn zones(&self, definitions: &Definitions, side: SideId) -> &Zones {
        &self.disposition().zones.get_or_init(|| Zones::of_both(definitions, &self.units))[side.index()]
    }

    fn disposition(&self) -> &Disposition {
        let known = || self.touched.as_ref().and_then(|touched| touched.known(&self.units)).cloned();
        self.disposition.get_or_init(|| known().unwrap_or_else(|| Arc::new(Disposition::of(&self.units))))
    }

    /// Takes out the disposition that the units have now, if it is known.
    fn take_known(&mut self) -> Option<Arc<Disposition>> {
        let touched = self.touched.take();
        self.disposition.take().or_else(|| touched.and_then(|touched| touched.known(&self.units).cloned()))
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
        self.take_known();
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
        let known = self.take_known();
        let state = &mut self.units[unit];
        self.touched = known.map(|disposition| Touched { unit, place: state.place, steps: state.steps, disposition });
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

/// Which units are in which hex, and whose zones of control lie where.
struct Disposition {
    /// The first unit in each hex, up to the last hex that holds any; [`NOBODY`] where none is.
    first: Vec<u16>,
    /// The unit after each in its hex, in the order of the definitions.
    next: Vec<u16>,
    zones: OnceLock<[Zones; 2]>,
}

/// No unit.
const NOBODY: u16 = u16::MAX;

impl Disposition {
    fn of(units: &[UnitState]) -> Disposition {
        let hexes = units.iter().filter_map(UnitState::hex).map(|hex| hex.index() + 1).max().unwrap_or(0);
        let (mut first, mut next) = (vec![NOBODY; hexes], vec![NOBODY; units.len()]);
        // from the last unit to the first, each lies before those that are in its hex already
        for (unit, state) in units.iter().enumerate().rev() {
            if let Some(hex) = state.hex() {
                next[unit] = std::mem::replace(&mut first[hex.index()], unit as u16);
            }
        }
        Disposition { first, next, zones: OnceLock::new() }
    }

    fn stack(&self, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
        let known = |unit: u16| (unit != NOBODY).then_some(UnitId(unit));
        let first = self.first.get(hex.index()).copied().and_then(known);
        std::iter::successors(first, move |unit| known(self.next[unit.index()]))
    }
}
