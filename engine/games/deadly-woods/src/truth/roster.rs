//! Units and bridges: where each is, and what has become of it.

use crate::printed::{BridgeId, Counter, Definitions, Draw, Kind};
use crate::truth::disposition::Disposition;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::Forgetful;
use serde::{Deserialize, Serialize, Serializer};
use std::ops::Index;
use std::sync::OnceLock;

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

/// The units, one entry a unit of the definitions, and the bridges, one entry a bridge: with what follows from them once
/// somebody has asked for it.
#[derive(Clone, Debug, Default)]
pub struct Roster {
    units: Vec<UnitState>,
    blown: Vec<bool>,
    disposition: OnceLock<Disposition>,
}

impl Roster {
    /// The units and bridges of a game.
    pub fn new(units: Vec<UnitState>, blown: Vec<bool>) -> Roster {
        Roster { units, blown, disposition: OnceLock::new() }
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
        if let Some(known) = self.blown.get_mut(usize::from(bridge.0)) {
            *known = blown;
        }
    }

    /// Who stands where.
    pub fn disposition(&self, definitions: &Definitions) -> &Disposition {
        self.disposition.get_or_init(|| Disposition::of(definitions, &self.units, &self.blown))
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
        (&self.units, &self.blown) == (&other.units, &other.blown)
    }
}

impl Eq for Roster {}

impl Serialize for Roster {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (&self.units, &self.blown).serialize(serializer)
    }
}
