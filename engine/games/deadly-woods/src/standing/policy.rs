//! What may be decided beforehand.

use engine::speech::Caution;
use serde::{Deserialize, Serialize};

/// What supports defences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Supports {
    /// Guns where they make the result worse for the attacker.
    #[default]
    Best,
    /// All that may.
    All,
    /// Engineers alone, who cost nothing.
    Engineers,
    /// The player is asked.
    Ask,
}

/// Whether retreats become losses of both in the first combat round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Converts {
    /// The player is asked: the choice is his and no default is sound.
    #[default]
    Ask,
    /// Never.
    Never,
    /// Where it eliminates the last defender.
    Kills,
}

/// Which unit loses a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Losses {
    /// One that lives on, the weakest of them.
    #[default]
    Spare,
    /// The weakest.
    Weakest,
    /// The player is asked.
    Ask,
}

/// Whether airborne units stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stands {
    /// In towns, with one that lives on.
    #[default]
    Towns,
    /// Always.
    Always,
    /// Never.
    Never,
    /// The player is asked.
    Ask,
}

/// Where the beaten go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Retreats {
    /// Where they are in supply and farthest from the enemy.
    #[default]
    Far,
    /// The player is asked.
    Ask,
}

/// What becomes of bridges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Bridges {
    /// Before a hex that was held they are blown (10.6.1e); behind a retreat the Allies roll, the Germans do not (10.6.1c).
    #[default]
    Usual,
    /// They are blown.
    Blow,
    /// They are kept.
    Keep,
    /// The player is asked.
    Ask,
}

/// Who advances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Advances {
    /// As many as may stand there, the strongest first.
    #[default]
    Fill,
    /// The strongest alone.
    Strongest,
    /// Nobody.
    Hold,
    /// The player is asked.
    Ask,
}

/// With which chit he begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Firsts {
    /// The player is asked.
    #[default]
    Ask,
    /// All German, One Army, Patton/Monty, Move/Combat: the first of these that he has.
    Usual,
}

/// As what Move/Combat chits are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Plays {
    /// The player is asked.
    #[default]
    Ask,
    /// As a move, if that is open.
    Move,
    /// As a combat, if that is open.
    Combat,
}

/// When the held Reinforcement chit is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Holds {
    /// The player is asked at each Allied chit.
    #[default]
    Ask,
    /// In place of a Move/Combat chit.
    Move,
    /// Never of his own accord.
    Never,
}

/// What becomes of a right that one may use or leave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rights {
    /// The player is asked.
    #[default]
    Ask,
    /// It is left.
    Never,
}

/// Whether assets are laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lays {
    /// The player is asked where he has something to lay out.
    #[default]
    Ask,
    /// He is asked where he could only take engineers off as well.
    Always,
    /// None are.
    Never,
}

/// Which steps are taken back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rebuilds {
    /// The player is asked.
    #[default]
    Ask,
    /// Those of the strongest units on the map.
    Strongest,
    /// None.
    Never,
}

/// When the second Reaction is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reacts {
    /// The player is asked after each Panzer Army chit, and at the end.
    #[default]
    Ask,
    /// As the last chit of the turn.
    Last,
    /// Never.
    Never,
}

/// Which of the two Panzer Army chits is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Takes {
    /// The player is asked.
    #[default]
    Ask,
    /// That of the 5th.
    Fifth,
    /// That of the 6th.
    Sixth,
}

/// Whether the SS leaves on turn 11.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Withdrawals {
    /// The player is asked.
    #[default]
    Ask,
    /// It leaves.
    Withdraw,
    /// It stays.
    Cancel,
}

/// A player's standing orders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Policy {
    /// Supports of his defences.
    pub supports: Supports,
    /// Retreats of the enemy in the first combat round.
    pub converts: Converts,
    /// Steps that his units lose.
    pub losses: Losses,
    /// His airborne units.
    pub stands: Stands,
    /// Retreats of his units.
    pub retreats: Retreats,
    /// Bridges.
    pub bridges: Bridges,
    /// Advances of his units.
    pub advances: Advances,
    /// His first chit of a turn.
    pub first: Firsts,
    /// His Move/Combat chits.
    pub chits: Plays,
    /// The Reinforcement chit that he holds.
    pub hold: Holds,
    /// His assets.
    pub assets: Lays,
    /// His replacements.
    pub replacements: Rebuilds,
    /// His second Reaction.
    pub reaction: Reacts,
    /// His parachutists.
    pub drop: Rights,
    /// His Panzer Army chit.
    pub army: Takes,
    /// His SS on turn 11.
    pub withdrawal: Withdrawals,
    /// His rounds.
    pub rounds: Rights,
    /// How careful orders are that he has sent ahead.
    pub ahead: Caution,
}
