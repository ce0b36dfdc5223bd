use super::UnitId;
use crate::hex::HexId;
use serde::{Deserialize, Serialize};

/// Everything that a drawing of a game in progress needs, as one viewer may see it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// Headline: turn, phase, whose decision.
    pub caption: String,
    /// The same for a turn record.
    pub stage: Stage,
    /// Counters; those in one hex lie in this order, bottom first.
    pub counters: Vec<Counter>,
    /// Markers that lie in a hex without a unit: kind and hex.
    pub markers: Vec<(Status, HexId)>,
    /// Support markers beside the map.
    pub supports: Vec<SupportMarkers>,
    /// What moved or fought since the viewer last looked.
    pub arrows: Vec<Arrow>,
    /// Hexes to draw attention to (the target of a pending decision).
    pub highlights: Vec<HexId>,
}

/// When a position is, as a turn record shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stage {
    /// Game turn.
    pub turn: u8,
    /// Row of the game's table `phases`, from 0.
    pub phase: u8,
    /// Indices of the sides that have to act.
    pub acting: Vec<u8>,
}

/// A counter in play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counter {
    /// The unit; none when the viewer only sees that a counter of a side lies there.
    pub unit: Option<UnitId>,
    /// Index of the side.
    pub side: u8,
    /// Where it is.
    pub place: Place,
    /// Steps lost so far.
    pub steps_lost: u8,
    /// Status markers on it.
    pub statuses: Vec<Status>,
}

/// Support markers of one kind that lie together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SupportMarkers {
    /// Where they lie.
    pub at: SupportPlace,
    /// Their kind, as in the grants of a scenario: `artillery`.
    pub kind: String,
    /// How many; at least one.
    pub count: u8,
}

/// Where support markers lie.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum SupportPlace {
    /// In an army's pool, free to be given out.
    Pool(String),
    /// At a headquarters.
    Headquarters(UnitId),
    /// Used, until they come back to an army's pool.
    Spent(String),
}

/// Where a counter is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    /// In a hex.
    Hex(HexId),
    /// In a named box beside the map: `Turn 2`, `Eliminated`, `Your hand`.
    Box(String),
}

/// A marker that lies on a unit or in a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Status {
    /// Has been activated this turn.
    Activated,
    /// Is fatigued.
    Fatigued,
    /// Has no line of command.
    OutOfCommand,
    /// Has no line of supply for the first turn.
    Isolated,
    /// Has no line of supply for longer.
    Unsupplied,
    /// Is in an improved position.
    Improved,
    /// A breakthrough was made here.
    Breakthrough,
    /// A roadblock stands here.
    Roadblock,
    /// Paratroopers bar the hex.
    Stoesser,
    /// Commandos in enemy uniform.
    Greif,
    /// Moves under cover through enemy zones of control.
    Skorzeny,
    /// Captured fuel.
    FuelDump,
    /// Quality is raised around the hex.
    Nuts,
    /// Supplies are dropped here.
    AirSupply,
}

impl Status {
    /// All statuses with the ids of their markers in `game.txt`.
    pub const NAMED: [(&str, Status); 14] = [
        ("activated", Status::Activated),
        ("fatigued", Status::Fatigued),
        ("out-of-command", Status::OutOfCommand),
        ("isolated", Status::Isolated),
        ("unsupplied", Status::Unsupplied),
        ("improved", Status::Improved),
        ("breakthrough", Status::Breakthrough),
        ("roadblock", Status::Roadblock),
        ("stoesser", Status::Stoesser),
        ("greif", Status::Greif),
        ("skorzeny", Status::Skorzeny),
        ("fuel-dump", Status::FuelDump),
        ("nuts", Status::Nuts),
        ("air-supply", Status::AirSupply),
    ];

    /// The status whose marker has this id.
    pub fn named(id: &str) -> Option<Status> {
        Status::NAMED.iter().find(|(name, _)| *name == id).map(|(_, status)| *status)
    }

    /// The id of its marker.
    pub fn id(self) -> &'static str {
        Status::NAMED.iter().find(|(_, status)| *status == self).map_or("", |(name, _)| *name)
    }
}

/// A movement or an attack to show on the picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Arrow {
    /// A move along a path.
    Move(Vec<HexId>),
    /// An attack from a hex into another.
    Attack(HexId, HexId),
    /// A retreat along a path.
    Retreat(Vec<HexId>),
}
