//! What is true of units and bridges.

use crate::printed::{Counter, Definitions, Face, RiverId};
use crate::truth::disposition::Disposition;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Forgetful, SideId};
use serde::{Deserialize, Serialize, Serializer};
use std::ops::Index;
use std::sync::OnceLock;

/// Where a unit is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    /// Not in this scenario.
    #[default]
    Absent,
    /// On a day of the calendar, as a strategic reserve or not.
    Due(u8, bool),
    /// In the OKW Reserve box.
    Okw,
    /// In the box of von der Heydte.
    Heydte,
    /// In its side's reserve box, with its printed date, as a strategic reserve or not (11).
    Reserve(u8, bool),
    /// In a hex.
    Hex(HexId),
    /// It has left the map (7.8).
    Exited,
    /// Eliminated.
    Dead,
    /// Von der Heydte was relieved (14.1).
    Relieved,
}

/// States of supply (10.2), from good to bad.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Supply {
    /// In supply.
    #[default]
    Full,
    /// Low supply.
    Low,
    /// Out of supply.
    Out,
    /// Isolated.
    Isolated,
}

/// What is true of a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct UnitState {
    /// Where it is.
    pub place: Place,
    /// Steps lost.
    pub lost: u8,
    /// Its supply.
    pub supply: Supply,
    /// Whether it is dispersed (9.9).
    pub dispersed: bool,
    /// Whether it became so in the activation under way.
    pub just_dispersed: bool,
    /// Whether it is out of fuel (10.4).
    pub no_fuel: bool,
    /// Whether it has moved in this activation.
    pub moved: bool,
    /// Whether it has attacked in this activation.
    pub attacked: bool,
    /// Whether it was attacked in this activation.
    pub defended: bool,
    /// Whether it has retreated in this activation (9.74).
    pub retreated: bool,
}

impl UnitState {
    /// Its hex, if it is on the map.
    pub fn hex(&self) -> Option<HexId> {
        match self.place {
            Place::Hex(hex) => Some(hex),
            _ => None,
        }
    }

    /// Steps that are left.
    pub fn steps(&self, counter: &Counter) -> u8 {
        counter.steps.saturating_sub(self.lost)
    }

    /// What its counter shows now.
    pub fn face<'a>(&self, counter: &'a Counter) -> &'a Face {
        counter.face(self.lost)
    }

    /// Whether it is in supply and not dispersed, so that tactics may be played for it (9.2).
    pub fn fit(&self) -> bool {
        self.supply == Supply::Full && !self.dispersed
    }
}

/// What is true of a river hexside (12.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct BridgeState {
    /// Whether a bridge stands.
    pub stands: bool,
    /// Whose it is.
    pub owner: SideId,
}

/// The units, one entry a unit of the definitions, and the bridges, one entry a river hexside: with what follows from the
/// units once somebody has asked for it.
#[derive(Clone, Debug, Default)]
pub struct Roster {
    units: Vec<UnitState>,
    bridges: Vec<BridgeState>,
    disposition: OnceLock<Disposition>,
}

impl Roster {
    /// The units and bridges of a game.
    pub fn new(units: Vec<UnitState>, bridges: Vec<BridgeState>) -> Roster {
        Roster { units, bridges, disposition: OnceLock::new() }
    }

    /// All units.
    pub fn iter(&self) -> impl Iterator<Item = (UnitId, &UnitState)> {
        self.units.iter().enumerate().map(|(at, unit)| (UnitId(at as u16), unit))
    }

    /// One of them, to be changed.
    pub fn get_mut(&mut self, unit: UnitId) -> &mut UnitState {
        &mut self.units[unit.index()]
    }

    /// All of them, to be changed.
    pub fn each(&mut self, change: impl FnMut(&mut UnitState)) {
        self.units.iter_mut().for_each(change);
    }

    /// What is true of a river hexside.
    pub fn bridge(&self, river: RiverId) -> BridgeState {
        self.bridges[usize::from(river.0)]
    }

    /// Changes what is true of one.
    pub fn set_bridge(&mut self, river: RiverId, bridge: BridgeState) {
        if let Some(known) = self.bridges.get_mut(usize::from(river.0)) {
            *known = bridge;
        }
    }

    /// Who stands where.
    pub fn disposition(&self, definitions: &Definitions) -> &Disposition {
        self.disposition.get_or_init(|| Disposition::of(definitions, &self.units))
    }
}

impl Forgetful for Roster {
    fn forget(&mut self) {
        self.disposition.take();
    }
}

impl Index<UnitId> for Roster {
    type Output = UnitState;
    fn index(&self, unit: UnitId) -> &UnitState {
        &self.units[unit.index()]
    }
}

impl PartialEq for Roster {
    fn eq(&self, other: &Roster) -> bool {
        (&self.units, &self.bridges) == (&other.units, &other.bridges)
    }
}

impl Eq for Roster {}

impl Serialize for Roster {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (&self.units, &self.bridges).serialize(serializer)
    }
}
