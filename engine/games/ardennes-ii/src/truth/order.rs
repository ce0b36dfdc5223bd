//! Orders: sequences of atomic steps.

use definitions::UnitId;
use definitions::hex::HexId;
use serde::{Deserialize, Serialize};

/// What an order begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Verb {
    /// Puts a unit on the map: a reinforcement, or one whose list leaves a choice.
    Place,
    /// Ends the set-up.
    Ready,
    /// Lays an air strike down as supply.
    Supply,
    /// Rolls for artillery without supply.
    Roll,
    /// Moves units that stand together.
    Move,
    /// Overruns a hex.
    Overrun,
    /// Leaves the map for points.
    Exit,
    /// Fires artillery.
    Fire,
    /// Sends an air strike.
    Strike,
    /// Attacks.
    Attack,
    /// Holds before an attack.
    Hold,
    /// Retreats, before an attack or by its result.
    Retreat,
    /// Takes a loss.
    Lose,
    /// Advances into a hex that was cleared.
    Advance,
    /// Advances no more.
    Stay,
    /// Lifts artillery out of danger.
    Run,
    /// Tries to blow bridges.
    Blow,
    /// Keeps bridges for now.
    Keep,
    /// Ends the phase.
    End,
}

/// An atomic step of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Step {
    /// What the order does.
    Verb(Verb),
    /// A unit.
    Unit(UnitId),
    /// A hex.
    Hex(HexId),
    /// The unit that spots for artillery.
    Spotter(UnitId),
    /// An attacker who advances if the hex is cleared.
    Follow(UnitId),
    /// The hex behind into which those who may advance go on.
    Beyond(HexId),
    /// The order is complete.
    Done,
}
