//! Facts. They say what the rules made of an order; writing them into a state derives nothing.

use crate::printed::{BridgeId, Column, Outcome, Sections};
use crate::truth::state::{Ending, Phase, Place, Supply, Topic};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::SideId;
use serde::{Deserialize, Serialize};

/// Why a unit is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Loss {
    /// By a result of combat.
    Combat,
    /// In an exchange.
    Exchange,
    /// It cannot retreat (10.2b).
    NoRetreat,
    /// It cannot pay for leaving road mode (6.7l).
    NoPoints,
    /// It did not live through its drop (15c).
    Drop,
}

/// A fact.
#[expect(missing_docs, reason = "the line over each variant says what its fields are")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// A question was put.
    Asked { side: SideId, topic: Topic },
    /// The question was settled.
    Answered,
    /// A unit stands in a hex as the game is set up.
    Placed { unit: UnitId, hex: HexId },
    /// A game turn began.
    TurnBegan { turn: u8 },
    /// The Germans rolled for their results table.
    TableRolled { face: u8, changed: bool },
    /// A player turn began.
    PlayerTurnBegan { side: SideId },
    /// A reinforcement has come and may enter by these sections.
    Came { unit: UnitId, sections: Sections },
    /// A reinforcement is delayed; it comes in that turn by one of these sections.
    Delayed { unit: UnitId, turn: u8, sections: Sections },
    /// Supply and bridges were judged for a side.
    Judged { side: SideId, unsupplied: Vec<UnitId>, isolated: Vec<UnitId>, interdicted: Vec<BridgeId> },
    /// A phase began; these sleepers woke.
    PhaseBegan { phase: Phase, woken: Vec<UnitId> },
    /// A unit went into road mode or left it, in its move; so much is left.
    ModeChanged { unit: UnitId, road: bool, left: u16 },
    /// A unit left road mode as it must; so much is left.
    MustDeploy { unit: UnitId, left: u16 },
    /// A unit moved along a path, its first hex included.
    Moved { unit: UnitId, path: Vec<HexId>, left: u16 },
    /// A reinforcement entered the map.
    Entered { unit: UnitId, hex: HexId, left: u16 },
    /// The parachutists dropped.
    Dropped { unit: UnitId, hex: HexId, face: u8, lives: bool },
    /// An attack was ordered.
    Attacked {
        attacker: SideId,
        attackers: Vec<UnitId>,
        from: Vec<HexId>,
        targets: Vec<HexId>,
        defenders: Vec<UnitId>,
        attack: u16,
        defence: u16,
        natural: Column,
        column: Column,
        waived: bool,
        must_deploy: Vec<UnitId>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        follow: Vec<UnitId>,
    },
    /// The defender gave up his immunities.
    Waived,
    /// The die of a combat: units that must retreat, how far, printed strength that attackers must lose.
    Rolled { face: u8, outcome: Outcome, retreating: Vec<UnitId>, distance: u8, losses: u16 },
    /// A unit retreated along a path, its first hex included.
    Retreated { unit: UnitId, path: Vec<HexId>, crowded: bool },
    /// A unit is lost; printed strength that counts for an exchange.
    Lost { unit: UnitId, side: SideId, why: Loss, strength: u16 },
    /// A unit advanced.
    Advanced { unit: UnitId, from: HexId, to: HexId },
    /// The combat is over.
    CombatEnded,
    /// The markers of a player turn came off.
    MarkersRemoved,
    /// The points were counted: those of the exits held, and whether the west bank is free from now on.
    Counted { exits: u16, held: Vec<HexId>, freed: bool },
    /// Both players agreed on what a unit is.
    Adjusted { unit: UnitId, place: Place, road: bool, supply: Supply, fought: bool },
    /// The game is over.
    Over { ending: Ending },
}
