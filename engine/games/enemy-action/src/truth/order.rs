//! Orders: sequences of atomic steps.

use crate::printed::{CardId, Deed, GroupId, Tactic};
use definitions::hex::HexId;
use definitions::{FormationId, UnitId};
use serde::{Deserialize, Serialize};

/// What an order begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Verb {
    /// Plays a card to activate a corps, a division or one unit.
    Activate,
    /// Plays a card to activate a Kampfgruppe.
    Kampfgruppe,
    /// Plays a card to deploy reserves.
    Deploy,
    /// Plays a card to give replacements.
    Replace,
    /// Plays a card as an event.
    Event,
    /// Answers a German activation with roadblocks.
    Block,
    /// Answers a German activation by taking Dispersed markers off.
    Recover,
    /// Answers a German activation by going back a hex.
    Withdraw,
    /// Blows the bridge before a German unit.
    Blow,
    /// Answers the blowing of a bridge.
    Greif,
    /// Plays Airpower for interdiction.
    Interdict,
    /// Spends a fuel depot.
    Spend,
    /// Plays Fuel Priority.
    Priority,
    /// Discards a card that nothing can be done with.
    Discard,
    /// Plays no card, or makes no use of a right.
    Pass,
    /// Puts reserves on the map.
    Place,
    /// Moves a unit.
    Move,
    /// Takes a unit off the map over an exit.
    Exit,
    /// Attacks a hex.
    Attack,
    /// Builds an improved position.
    Dig,
    /// Plays tactics for a defence.
    Support,
    /// Says how many chits are drawn in all.
    Draw,
    /// Takes a hit or a penalty by a step.
    Lose,
    /// Takes hits by retreating.
    Retreat,
    /// Takes hits by dispersing all attackers.
    Disperse,
    /// Advances after combat.
    Advance,
    /// Nobody advances any more.
    Stay,
    /// Takes a step off an overfull hex.
    Remove,
    /// Gives a step back to a unit.
    Rebuild,
    /// Ends what is under way.
    End,
}

/// An atomic step of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Step {
    /// What the order does.
    Verb(Verb),
    /// A card that is played.
    Card(CardId),
    /// A corps.
    Corps(FormationId),
    /// A division.
    Group(GroupId),
    /// A unit.
    Unit(UnitId),
    /// A hex.
    Hex(HexId),
    /// A hex on the way.
    Via(HexId),
    /// What a card is played as.
    As(Tactic),
    /// An event.
    Deed(Deed),
    /// The Allied bonus tactic (9.23).
    Bonus(Tactic),
    /// An inactive unit that joins by Reinforce Battle.
    Joins(UnitId),
    /// A number of chits.
    Number(u8),
    /// The order is complete.
    Done,
}
