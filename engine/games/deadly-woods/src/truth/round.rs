//! How far a turn, its round and the combat in it have come.

use crate::printed::{Army, BridgeId, Chit, CombatResult, Draw, GroupId};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::SideId;
use serde::{Deserialize, Serialize};

/// Where a turn has come to (4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Phase {
    /// Whether the SS leaves (12.10).
    Withdrawal,
    /// Allied engineers (4.1).
    AlliedAssets,
    /// Greif and the motorized marker (4.1).
    GermanAssets,
    /// Allied traffic, then Delay (4.1, 12.1, R13).
    Traffic,
    /// Replacements of the side without the initiative (13.2).
    Replacements,
    /// Replacements of the side with it.
    MoreReplacements,
    /// Which Panzer Army chit the Germans have (17, R20).
    Chits,
    /// The first round of turn 1: German combat (14.3).
    OpeningCombat,
    /// German move.
    OpeningMove,
    /// Traffic of turn 1.
    OpeningTraffic,
    /// The first Reaction.
    OpeningReaction,
    /// The parachutists.
    OpeningDrop,
    /// The first chit of other turns (5.1).
    First,
    /// Chits from the cup (14).
    Rounds,
    /// The second Reaction, as the last chit of turn 1 (14.3.1).
    LastReaction,
}

/// What a round lets its side do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Act {
    /// All move, armour that stayed may attack (14.4).
    Move,
    /// All attack, armour may go a hex before it (14.4).
    Combat,
    /// All in an area move, armour that started there attacks (14.5).
    PanzerArmy(Army),
    /// All move, then attack (14.6).
    AllGerman,
    /// All in an area move, then attack (14.6).
    OneArmy(Army),
    /// Three formations move, then attack (14.7).
    Formations,
    /// Reinforcements enter and move, their armour attacks (14.8).
    Enter(Draw),
    /// III Corps moves, then attacks (14.9).
    Patton,
    /// British and VII Corps move (14.9).
    MontyMove,
    /// British and VII Corps attack (14.9).
    MontyAttack,
    /// Three units move (14.3.1).
    FirstReaction,
    /// Three units move, their armour that stayed may attack (14.3.1).
    SecondReaction,
}

/// A round under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    /// Whose it is.
    pub side: SideId,
    /// What it lets do.
    pub act: Act,
    /// Those whom it concerns, where that is decided as it begins.
    pub units: Vec<UnitId>,
    /// Formations that have been chosen by acting: armoured, mechanised, infantry (14.7).
    pub formations: [Option<GroupId>; 3],
    /// Units that have been chosen by acting (14.3.1).
    pub chosen: Vec<UnitId>,
    /// Engineers that have blown a bridge in this round (10.6.1).
    pub blew: Vec<UnitId>,
    /// Whether the moving is over and the fighting has begun.
    pub fights: bool,
    /// Whether it is being closed: stacks are judged (6.2).
    pub closing: bool,
}

/// A chit on the Action Round Track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played {
    /// The chit.
    pub chit: Chit,
    /// As what it was played.
    pub act: Option<Act>,
}

/// How far a combat has come (11.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// The attack is declared: the defender supports.
    Declared,
    /// Supports are known: the die.
    Supported,
    /// The die is rolled: the Germans of turn 1 may take another result.
    Rolled,
    /// Losses are taken, then the airborne may stand.
    Losses,
    /// The beaten go.
    Retreating,
    /// What a retreat cost, then the bridges over which it led.
    Retreated,
    /// The bridges before a hex that was held.
    Holding,
    /// Bridges are done: the advance.
    Advancing,
}

/// A combat under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Combat {
    /// Whose attack it is.
    pub attacker: SideId,
    /// The attacking units.
    pub attackers: Vec<UnitId>,
    /// The attacked hex.
    pub target: HexId,
    /// The units in it.
    pub defenders: Vec<UnitId>,
    /// Assets of the attacker.
    pub guns: Vec<UnitId>,
    /// Whether his rockets are doubled (12.2).
    pub doubled: bool,
    /// Whether the asset of the option helps (16.1).
    pub bonus: bool,
    /// Assets of the defender, engineers included.
    pub support: Vec<UnitId>,
    /// Attackers who advance by their order.
    pub follow: Vec<UnitId>,
    /// How far it has come.
    pub stage: Stage,
    /// The result.
    pub result: CombatResult,
    /// Steps that each side still loses.
    pub owed: [u8; 2],
    /// Whether the defender has said that nobody stands.
    pub goes: bool,
    /// Defenders who have still to retreat.
    pub retreating: Vec<UnitId>,
    /// Bridges that stood and over which it was attacked (10.6.1).
    pub over: Vec<BridgeId>,
    /// Bridges about which the defender is asked.
    pub bridges: Vec<BridgeId>,
    /// Those of the beaten who went through enemy zones (11.4).
    pub harried: Vec<UnitId>,
    /// Those of the defenders who pay what is owed now; all of them where nobody is named (R106).
    pub payers: Vec<UnitId>,
}
