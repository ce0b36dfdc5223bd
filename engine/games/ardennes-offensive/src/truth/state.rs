//! Everything that is true.

use crate::printed::{BridgeId, Column, Definitions, GERMAN, Outcome, Sections};
use crate::truth::disposition::Disposition;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{AskId, Shared, SideId};
use serde::{Deserialize, Serialize};

/// Where a unit is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    /// Not in this scenario.
    #[default]
    Absent,
    /// It comes at the start of its side's part of a turn, by one of these sections; Germans by the east edge, with none.
    Due {
        /// The turn.
        turn: u8,
        /// The sections.
        sections: Sections,
    },
    /// It has come and waits beside the map to be brought on by one of these sections.
    Waiting(Sections),
    /// In a hex. Allies in an edge hex are out of play there.
    Hex(HexId),
    /// Lost: a point for the other side.
    Lost,
}

/// What supply gives a unit (12.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Supply {
    /// All it needs.
    #[default]
    Supplied,
    /// No path.
    Unsupplied,
    /// No path, and closed in.
    Isolated,
}

/// What is true of a unit. What is as usual is not written: most is so of most units, and each digest is made of all of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct UnitState {
    /// Where it is.
    pub place: Place,
    /// Whether it is in road mode.
    #[serde(skip_serializing_if = "is_usual")]
    pub road: bool,
    /// As judged for its side's player turn (12.4k).
    #[serde(skip_serializing_if = "is_usual")]
    pub supply: Supply,
    /// Whether its move of this phase has begun.
    #[serde(skip_serializing_if = "is_usual")]
    pub begun: bool,
    /// What is left of its points in this phase, in road hexes while it is in road mode; none while it has all of them.
    #[serde(skip_serializing_if = "is_usual")]
    pub left: Option<u16>,
    /// Whether it took part in an attack of this player turn.
    #[serde(skip_serializing_if = "is_usual")]
    pub fought: bool,
    /// Whether it was attacked in this combat phase.
    #[serde(skip_serializing_if = "is_usual")]
    pub attacked: bool,
    /// Whether it retreated to where it is in this combat phase (E.9.1).
    #[serde(skip_serializing_if = "is_usual")]
    pub newcomer: bool,
    /// Whether it must leave road mode when its side's next initial movement phase begins (6.7l).
    #[serde(skip_serializing_if = "is_usual")]
    pub must_deploy: bool,
    /// Whether it retreated in road mode and came to stand beside another unit along the road, as its record tells. Who must
    /// part is judged by where units stand (6.7n).
    #[serde(skip_serializing_if = "is_usual")]
    pub crowded: bool,
    /// Whether it may leave its edge hex in this phase (5.3m).
    #[serde(skip_serializing_if = "is_usual")]
    pub awake: bool,
    /// Whether it is bound to the west bank of the Meuse (14.3c).
    #[serde(skip_serializing_if = "is_usual")]
    pub west_bank: bool,
}

/// Whether something is as it is of a unit that does nothing.
fn is_usual<T: Default + PartialEq>(it: &T) -> bool {
    *it == T::default()
}

impl UnitState {
    /// Its hex, if it is on the map or in an edge hex.
    pub fn hex(&self) -> Option<HexId> {
        match self.place {
            Place::Hex(hex) => Some(hex),
            _ => None,
        }
    }
}

/// The units, with who stands where.
pub type Roster = engine::kernel::Roster<UnitState, Disposition>;

/// The phases in which somebody decides (4.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// Free set-up (17).
    SetUp,
    /// Initial movement.
    Movement,
    /// Combat.
    Combat,
    /// Mechanized movement.
    Mechanized,
}

/// What a side is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Topic {
    /// Where its units start (17a).
    SetUp,
    /// Which units move, in either movement phase.
    Move,
    /// What is attacked.
    Attack,
    /// Whether its units in a town or in the West Wall give up their immunity (E.11).
    Waive,
    /// Which attackers are lost in an exchange (10.1b).
    Losses,
    /// Where the beaten go (10.2a).
    Retreat,
    /// Who advances (9.6n).
    Advance,
}

/// An open question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// Its number.
    pub id: AskId,
    /// Who is asked.
    pub side: SideId,
    /// What about.
    pub topic: Topic,
}

/// A combat under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Combat {
    /// Whose attack it is.
    pub attacker: SideId,
    /// The attacking units.
    pub attackers: Vec<UnitId>,
    /// The hexes out of which they attack.
    pub from: Vec<HexId>,
    /// The attacked hexes.
    pub targets: Vec<HexId>,
    /// All units in them.
    pub defenders: Vec<UnitId>,
    /// Strengths after all effects.
    pub attack: u16,
    /// The defenders' strength after all effects.
    pub defence: u16,
    /// The column of the odds, and the one that the attacker chose.
    pub natural: Column,
    /// The column that counts.
    pub column: Column,
    /// Whether attacker and defender have waived their immunities.
    pub waived: [bool; 2],
    /// What the die brought.
    pub outcome: Option<Outcome>,
    /// Units that are still to retreat, and how far.
    pub retreating: Vec<UnitId>,
    /// Hexes of retreat.
    pub distance: u8,
    /// Printed strength that attackers must still lose.
    pub losses: u16,
    /// Units that have advanced.
    pub advanced: Vec<UnitId>,
    /// Attackers whom their order sends into what is cleared.
    #[serde(default)]
    pub follow: Vec<UnitId>,
}

impl Combat {
    /// Who won, once the die has been rolled: he leads retreats and advances (ruling R32).
    pub fn victor(&self) -> SideId {
        match self.outcome {
            Some(Outcome::AttackerRetreats(_)) => self.attacker.enemy(),
            _ => self.attacker,
        }
    }

    /// The hexes that the losing side stood in.
    pub fn contested(&self) -> &[HexId] {
        if self.victor() == self.attacker { &self.targets } else { &self.from }
    }
}

/// How the game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// The winner; none for a draw.
    pub winner: Option<SideId>,
    /// The case under which it ended.
    pub case: String,
    /// Points of both sides.
    pub points: [u16; 2],
}

/// Everything that is true.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct State {
    /// Place of the scenario in the definitions.
    pub scenario: u8,
    /// Game turn; 0 during set-up.
    pub turn: u8,
    /// Whose player turn it is.
    pub side: SideId,
    /// The phase.
    pub phase: Phase,
    /// The units.
    pub units: Shared<Roster>,
    /// The unit that is being moved, in one bound or several (ruling R6).
    pub mover: Option<UnitId>,
    /// The hexes by which units came in this phase, once for each (14.2b).
    pub entered: Vec<HexId>,
    /// Bridges that are interdicted for the side whose turn it is, in order.
    pub interdicted: Vec<BridgeId>,
    /// Whether the Germans have changed to the standard results table (10.3).
    pub table_changed: bool,
    /// Units that each side has lost.
    pub lost: [u16; 2],
    /// German points for exits, as last counted.
    pub exits: u16,
    /// Whether the west bank units are free (14.3c).
    pub freed: bool,
    /// The combat under way.
    pub combat: Option<Combat>,
    /// The open question.
    pub asked: Option<Asked>,
    /// Number of the next question.
    pub next_ask: u32,
    /// The end.
    pub ending: Option<Ending>,
}

impl State {
    /// The state before anything is placed.
    pub fn empty(scenario: u8, units: usize) -> State {
        State {
            scenario,
            turn: 0,
            side: GERMAN,
            phase: Phase::SetUp,
            units: Shared::new(Roster::new(vec![UnitState::default(); units])),
            mover: None,
            entered: Vec::new(),
            interdicted: Vec::new(),
            table_changed: false,
            lost: [0, 0],
            exits: 0,
            freed: false,
            combat: None,
            asked: None,
            next_ask: 0,
            ending: None,
        }
    }

    /// A unit.
    pub fn unit(&self, unit: UnitId) -> &UnitState {
        &self.units[unit]
    }

    /// Who stands where.
    pub fn disposition<'a>(&'a self, definitions: &Definitions) -> &'a Disposition {
        self.units.known(|units| Disposition::of(definitions, units))
    }

    /// Whether a bridge is interdicted for the side whose turn it is, by the judgment of this player turn (13.1a).
    pub fn is_interdicted(&self, bridge: BridgeId) -> bool {
        self.interdicted.binary_search(&bridge).is_ok()
    }
}
