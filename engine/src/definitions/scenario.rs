use super::{Provenance, UnitId};
use crate::hex::HexId;

/// A scenario: what stands where, what comes when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// Stable id: `initial-assault`.
    pub id: String,
    /// Title: `The Initial Assault`.
    pub title: String,
    /// The case of the rulebook that describes it: `17.1`; empty if none.
    pub case: String,
    /// First and last game turn.
    pub turns: (u8, u8),
    /// Dates of the game turns in order, as shown on the turn track: `16-17 December`.
    pub dates: Vec<String>,
    /// Units on the map at the start.
    pub placements: Vec<Placement>,
    /// Units that come later.
    pub arrivals: Vec<Arrival>,
    /// Markers that a pool receives at the start of a turn (turn 1: at the start of the game).
    pub grants: Vec<Grant>,
    /// Places that decide the game when it ends, if any do.
    pub objectives: Option<Objectives>,
}

/// Places that decide the game when it ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objectives {
    /// How many of them a side must have.
    pub needed: u8,
    /// The hexes.
    pub hexes: Vec<HexId>,
    /// What having one means.
    pub by: Tenure,
    /// Where they come from.
    pub provenance: Provenance,
}

/// What it means to have a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tenure {
    /// To have been there last.
    Holding,
    /// To be there, in supply.
    Occupying,
}

/// A unit on the map at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The unit.
    pub unit: UnitId,
    /// Where it stands.
    pub hex: HexId,
    /// Whether it starts in an improved position.
    pub improved: bool,
    /// Steps lost at the start.
    pub steps_lost: u8,
    /// Where the hex comes from.
    pub provenance: Provenance,
}

/// A unit that comes as a reinforcement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// The unit.
    pub unit: UnitId,
    /// Game turn.
    pub turn: u8,
    /// Hexes where it may enter; the owner chooses.
    pub hexes: Vec<HexId>,
    /// Whether it comes by truck.
    pub trucks: bool,
    /// Where it comes from.
    pub provenance: Provenance,
}

/// Markers that a pool receives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grant {
    /// Game turn.
    pub turn: u8,
    /// Pool: an army id.
    pub pool: String,
    /// Kind of marker: `artillery`, `nebelwerfer`, `tank`.
    pub kind: String,
    /// How many.
    pub count: u8,
    /// Where it comes from.
    pub provenance: Provenance,
}
