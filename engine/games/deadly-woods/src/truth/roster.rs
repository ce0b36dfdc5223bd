//! Units and bridges: where each is, and what has become of it.

use crate::printed::{BridgeId, Counter, Definitions, Draw, Kind};
use crate::truth::disposition::Disposition;
use definitions::hex::HexId;
use engine::contract::Forgetful;
use engine::kernel;
use serde::{Deserialize, Serialize, Serializer};
use std::ops::{Deref, DerefMut};

/// Where a unit is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    /// Not in this scenario.
    #[default]
    Absent,
    /// It comes with a reinforcement chit of a turn.
    Due(u8, Draw),
    /// An asset that comes to its box at the start of a turn.
    Track(u8),
    /// An asset in its box.
    Box,
    /// In a hex.
    Hex(HexId),
    /// Eliminated.
    Dead,
    /// Withdrawn, surrendered, or never to come.
    Gone,
}

/// What is true of a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct UnitState {
    /// Where it is.
    pub place: Place,
    /// Steps lost.
    pub lost: u8,
    /// Whether it is a German unit that the last check found out of supply (8.1).
    pub out: bool,
    /// Whether it is an asset that has been used: a German one in this turn, an Allied one in this round (12.2, 12.3).
    pub used: bool,
    /// Whether it is bound to its entry area (10.6.4).
    pub bound: bool,
    /// The turn on which it was laid out, an asset that lies on the map (12.4.1).
    pub laid: Option<u8>,
    /// Whether it comes later at the alternative area (14.8.1).
    pub put_off: bool,
    /// Whether it entered in this round.
    pub entered: bool,
    /// Whether it has moved in this round.
    pub moved: bool,
    /// Whether it may not move in this round: it held the door open for another (10.3).
    pub stays: bool,
    /// Whether it has attacked in this round (11.2).
    pub attacked: bool,
    /// Whether it was attacked in this round (11.2).
    pub defended: bool,
}

impl UnitState {
    /// Its hex, if it is on the map.
    pub fn hex(&self) -> Option<HexId> {
        match self.place {
            Place::Hex(hex) => Some(hex),
            _ => None,
        }
    }

    /// What it is now: the third step of a German unit is mechanised (2.3.1.1, 8.3).
    pub fn kind(&self, counter: &Counter) -> Kind {
        counter.last.filter(|_| self.third(counter)).map_or(counter.kind, |(_, kind)| kind)
    }

    /// Whether it is down to its third step.
    pub fn third(&self, counter: &Counter) -> bool {
        counter.last.is_some_and(|(lost, _)| self.lost >= lost)
    }

    /// Steps that are left.
    pub fn steps(&self, counter: &Counter) -> u8 {
        counter.steps.saturating_sub(self.lost)
    }
}

/// The units, and the bridges, one entry a bridge. Who stands where follows from both: zones of control do not go over a river
/// whose bridge is blown (7.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roster {
    units: kernel::Roster<UnitState, Disposition>,
    blown: Vec<bool>,
}

impl Roster {
    /// The units and bridges of a game.
    pub fn new(units: Vec<UnitState>, blown: Vec<bool>) -> Roster {
        Roster { units: kernel::Roster::new(units), blown }
    }

    /// Whether a bridge is blown.
    pub fn is_blown(&self, bridge: BridgeId) -> bool {
        self.blown.get(usize::from(bridge.0)) == Some(&true)
    }

    /// Which bridges are blown.
    pub fn blown(&self) -> impl Iterator<Item = BridgeId> + '_ {
        (0..self.blown.len() as u16).map(BridgeId).filter(|bridge| self.is_blown(*bridge))
    }

    /// Blows a bridge, or mends it.
    pub fn blow(&mut self, bridge: BridgeId, blown: bool) {
        self.units.forget();
        if let Some(known) = self.blown.get_mut(usize::from(bridge.0)) {
            *known = blown;
        }
    }

    /// Who stands where.
    pub fn disposition(&self, definitions: &Definitions) -> &Disposition {
        self.units.known(|units| Disposition::of(definitions, units, &self.blown))
    }
}

impl Deref for Roster {
    type Target = kernel::Roster<UnitState, Disposition>;
    fn deref(&self) -> &Self::Target {
        &self.units
    }
}

impl DerefMut for Roster {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.units
    }
}

impl Forgetful for Roster {
    fn forget(&mut self) {
        self.units.forget();
    }
}

impl Serialize for Roster {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (&self.units, &self.blown).serialize(serializer)
    }
}
