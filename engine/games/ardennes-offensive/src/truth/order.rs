//! Orders: sequences of atomic steps.

use crate::printed::Column;
use definitions::UnitId;
use definitions::hex::HexId;
use serde::{Deserialize, Serialize};

/// What an order begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Verb {
    /// Puts a unit elsewhere in a free set-up, in exchange for who stands there.
    Place,
    /// Ends the set-up.
    Ready,
    /// Brings a reinforcement on.
    Enter,
    /// Drops the parachutists.
    Drop,
    /// Moves a unit.
    Move,
    /// Goes into road mode.
    March,
    /// Leaves road mode.
    Deploy,
    /// Attacks.
    Attack,
    /// Gives up an immunity before the die is rolled.
    Waive,
    /// Keeps it.
    Keep,
    /// Takes the losses of an exchange.
    Lose,
    /// Leads a retreat.
    Retreat,
    /// Advances into a hex that was cleared.
    Advance,
    /// Advances no more.
    Hold,
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
    /// Lower odds.
    Odds(Column),
    /// The attacker gives up the immunities of his units.
    Waive,
    /// An attacker who advances if a hex is cleared.
    Follow(UnitId),
    /// The attack is complete.
    Done,
}
