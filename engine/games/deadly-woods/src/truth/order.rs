//! Orders: sequences of atomic steps.

use crate::printed::{Army, Chit};
use definitions::UnitId;
use definitions::hex::HexId;
use serde::{Deserialize, Serialize};

/// What an order begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Verb {
    /// Takes one of the two Panzer Army chits for the turn.
    Take,
    /// Lets the SS go on turn 11.
    Withdraw,
    /// Keeps the SS on turn 11.
    Cancel,
    /// Lays an asset or a marker out, or moves what has just entered to another hex of its area.
    Place,
    /// Takes an asset off.
    Recall,
    /// Takes a lost step back.
    Rebuild,
    /// Chooses a chit, or what a chit is played as.
    Play,
    /// Moves a unit.
    Move,
    /// Moves the 150th Panzer Brigade through zones of control.
    Infiltrate,
    /// Puts a reinforcement off by a chit.
    Later,
    /// Blows a bridge.
    Blow,
    /// Keeps a bridge.
    Keep,
    /// Attacks.
    Attack,
    /// Supports a defence.
    Support,
    /// Takes a step from both instead of a retreat.
    Convert,
    /// Bears a result as it is; `accept` is a word of the table.
    Bear,
    /// Takes a loss.
    Lose,
    /// Stands instead of retreating.
    Stand,
    /// Retreats.
    Retreat,
    /// Advances.
    Advance,
    /// Advances no more.
    Stay,
    /// Takes off who stands too many in a hex.
    Remove,
    /// Plays the second Reaction.
    React,
    /// Makes no use of a right.
    Pass,
    /// Ends what is under way.
    End,
}

/// A marker without a counter of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Marker {
    /// Operation Greif (12.5).
    Greif,
    /// The motorized marker (12.6).
    Motorised,
    /// Allied traffic (12.8).
    Traffic,
    /// US air supply (8.6).
    AirSupply,
}

impl Marker {
    /// All of them.
    pub const ALL: [Marker; 4] = [Marker::Greif, Marker::Motorised, Marker::Traffic, Marker::AirSupply];

    /// How people write it.
    pub const fn word(self) -> &'static str {
        match self {
            Marker::Greif => "greif",
            Marker::Motorised => "trucks",
            Marker::Traffic => "traffic",
            Marker::AirSupply => "airdrop",
        }
    }
}

/// As what a chit is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Use {
    /// A move (14.4).
    Move,
    /// A combat (14.4).
    Combat,
    /// One army's area (14.6).
    Area(Army),
    /// Patton (14.9).
    Patton,
    /// Monty, to move (14.9).
    MontyMove,
    /// Monty, to attack (14.9).
    MontyAttack,
    /// As drawn, where there is no other choice.
    Drawn,
    /// The held Reinforcement chit in its place (14.8.2).
    Held,
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
    /// A hex on the way.
    Via(HexId),
    /// A marker.
    Marker(Marker),
    /// A chit.
    Chit(Chit),
    /// As what it is played.
    As(Use),
    /// An asset that supports.
    Gun(UnitId),
    /// Rockets that support with double strength (12.2).
    Double(UnitId),
    /// The asset of the option (16.1).
    Bonus,
    /// An attacker who advances if the hex is left.
    Follow(UnitId),
    /// The order is complete.
    Done,
}

impl Use {
    /// As people write it.
    pub fn word(self) -> &'static str {
        match self {
            Use::Move => "move",
            Use::Combat => "combat",
            Use::Area(Army::Sixth) => "6th",
            Use::Area(Army::Fifth) => "5th",
            Use::Area(Army::Seventh) => "7th",
            Use::Patton => "patton",
            Use::MontyMove => "monty move",
            Use::MontyAttack => "monty combat",
            Use::Drawn => "drawn",
            Use::Held => "held",
        }
    }
}
