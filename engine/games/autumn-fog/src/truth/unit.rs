//! A unit in play: where it is, and what is true of it there.

use crate::chapters::fog::unseen::Covered;
use definitions::UnitId;
use definitions::hex::HexId;
use serde::{Deserialize, Serialize};

/// A unit in play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitState {
    /// Where it is.
    pub place: Location,
    /// Steps it has left.
    pub steps: u8,
    /// Supply as of the last check.
    pub supply: Supply,
    /// Whether it was out of command at the last check.
    pub out_of_command: bool,
    /// Whether it is fatigued.
    pub fatigued: bool,
    /// Whether it is in an improved position.
    pub improved: bool,
    /// How often it has been activated this turn.
    pub activations: u8,
    /// Whether it may act in the sequence under way.
    pub active: bool,
    /// Action points left in this sequence.
    pub ap: u8,
    /// Half movement points left of its last movement action.
    pub half_mp: u8,
    /// Whether it has done anything in this activation (recovery must come first).
    pub acted: bool,
    /// Whether it has entered an enemy zone of control and must attack (4.2b).
    pub bound: bool,
    /// Whether it came onto the map this turn.
    pub arrived: bool,
    /// Whether it ended a retreat on other units this turn (7.7.1k).
    pub fell_back: bool,
    /// Whether it may not move this turn because it was surprised (17.1g).
    pub pinned: bool,
    /// The division that a detachment was split off from (18).
    pub parent: Option<UnitId>,
    /// Whether the 150th Panzer Brigade covers it in this activation (15.2d).
    pub covered: bool,
    /// Whether a fuel dump gave it an AP in this activation (15.2e).
    pub refuelled: bool,
}

/// Where a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "Written")]
pub enum Location {
    /// Not in this game.
    Absent,
    /// A reinforcement that may come from this turn on.
    Due(u8),
    /// On the map.
    Map(HexId),
    /// On the map, where the viewer does not see it (11.1). No unit of a state is hidden, only of a view.
    #[serde(skip_deserializing)]
    Hidden(Covered),
    /// Eliminated on this turn. A headquarters comes back on the next.
    Eliminated(u8),
}

/// A [`Location`] as it is written.
#[derive(Serialize)]
#[serde(rename = "Location")]
enum Written {
    Absent,
    Due(u8),
    Map(HexId),
    Hidden,
    Eliminated(u8),
}

impl From<Location> for Written {
    fn from(place: Location) -> Written {
        match place {
            Location::Absent => Written::Absent,
            Location::Due(turn) => Written::Due(turn),
            Location::Map(hex) => Written::Map(hex),
            Location::Hidden(_) => Written::Hidden,
            Location::Eliminated(turn) => Written::Eliminated(turn),
        }
    }
}

impl UnitState {
    /// A unit as it comes out of the box, with so many steps.
    pub fn fresh(steps: u8) -> UnitState {
        UnitState {
            place: Location::Absent,
            steps,
            supply: Supply::Supplied,
            out_of_command: false,
            fatigued: false,
            improved: false,
            activations: 0,
            active: false,
            ap: 0,
            half_mp: 0,
            acted: false,
            bound: false,
            arrived: false,
            fell_back: false,
            pinned: false,
            parent: None,
            covered: false,
            refuelled: false,
        }
    }

    /// The hex, if the unit is on the map.
    pub fn hex(&self) -> Option<HexId> {
        match self.place {
            Location::Map(hex) => Some(hex),
            _ => None,
        }
    }
}

/// The supply of a unit (10.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Supply {
    /// It has a line of supply.
    #[default]
    Supplied,
    /// It had none at the last check.
    Isolated,
    /// It had none at the last two checks.
    Unsupplied,
}
