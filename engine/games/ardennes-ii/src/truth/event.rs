//! Facts. They say what the rules made of an order; writing them into a state derives nothing.

use crate::printed::PlungerId;
use crate::truth::state::{Charge, Phase};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::SideId;
use serde::{Deserialize, Serialize};

/// Why a unit becomes disorganised (3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Disorder {
    /// It ended a phase overstacked.
    Overstacked,
    /// It ended a phase with units of another division.
    Mixed,
    /// It was out of supply in its own supply phase.
    NoSupply,
    /// It entered a traffic jam, or began a phase in one.
    Jam,
    /// It is artillery that bugged out.
    BuggedOut,
    /// It is artillery that retreated.
    Retreated,
    /// It is artillery that fired without supply.
    FiredUnsupplied,
}

/// A fact.
#[expect(missing_docs, reason = "the line over each variant says what its fields are")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// A phase of a side began; these began it adjacent to enemies, these under enemy barrage markers.
    PhaseBegan { side: SideId, phase: Phase, adjacent: Vec<UnitId>, under_fire: Vec<UnitId> },
    /// Units became disorganised.
    Disorganised { units: Vec<UnitId>, why: Disorder },
    /// Units were freed of it.
    Recovered { units: Vec<UnitId> },
    /// Units moved together along a path, its first hex included; what each has spent since; whether they came into a hex with
    /// enemy barrage markers.
    Moved { units: Vec<UnitId>, path: Vec<HexId>, spent: Vec<u16>, under_fire: bool },
    /// Units move no more in this phase.
    Stayed { units: Vec<UnitId> },
    /// Artillery fired, or an air strike if none: half and full markers that are new in the hex.
    Fired { side: SideId, gun: Option<UnitId>, spotter: Option<UnitId>, hex: HexId, face: u8, half: u8, full: u8 },
    /// The half markers of a hex were settled; so many became one full marker, or none.
    Reconciled { side: SideId, hex: HexId, full: u8 },
    /// A side took its barrage markers off.
    BarragesRemoved { side: SideId },
    /// A plunger's charges were tried, or Germans came to it.
    Tried { plunger: PlungerId, charge: Charge },
    /// A unit lost a step.
    LostStep { unit: UnitId },
    /// A unit is dead or removed.
    Gone { unit: UnitId },
    /// Control of a VP hex, by its place on the board.
    Controlled { objective: u8, german: bool },
    /// The points at the end of a turn.
    Counted { points: u16 },
}
