//! What a player can order.

use crate::definitions::{FormationId, UnitId};
use crate::hex::HexId;
use serde::{Deserialize, Serialize};

/// An atomic step of an order. Orders begin with a [`Verb`]:
///
/// ```text
/// gift Unit · gift Reroll · gift Done
/// allot HQ KIND · allot Done              return HQ Hex · return HQ Done
/// activate Formation · activate General   pass · end
/// enter Unit Hex                          move Unit Hex · move Unit Via… Done
/// dig Unit · leave Unit · recover Unit
/// detach Unit Steps                       rejoin Unit
/// attack|prepare Target… With… Lead Support… Air… Done
/// defend Lead Support… Air… Done
/// snafu Unit                              reroll · keep
/// lose (Loss|SupportLoss)… Done           retreat Unit… Via… (as many as must be retreated)
/// mark Hex                                advance Unit Via… Done · advance Done
/// eliminate Unit                          top Unit
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    /// Begins the order.
    Verb(Verb),
    /// The formation that is activated.
    Formation(FormationId),
    /// Units of the player's choice are activated.
    General,
    /// The unit that acts.
    Unit(UnitId),
    /// Where to: a destination (by the cheapest path), an entry hex, a place.
    Hex(HexId),
    /// The next hex of a path.
    Via(HexId),
    /// A hex that is attacked.
    Target(HexId),
    /// A unit that attacks.
    With(UnitId),
    /// The unit whose quality counts (7.4b) and which takes the first loss (7.4c).
    Lead(UnitId),
    /// A support marker and the headquarters that lends it.
    Support(UnitId, SupportKind),
    /// An air support mission.
    Air,
    /// A second roll for an attack, kept for later.
    Reroll,
    /// A kind of support marker.
    Kind(SupportKind),
    /// A unit that loses a step.
    Loss(UnitId),
    /// An armour support that is removed for good as a step loss (1.6.1f).
    SupportLoss(UnitId, SupportKind),
    /// How many steps are split off (18a).
    Steps(u8),
    /// Ends the order.
    Done,
}

/// What an order is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Verb {
    /// Chooses a Christmas present (15.4).
    Gift,
    /// Gives a support marker of the army's pool to a headquarters (1.6c).
    Allot,
    /// Puts a destroyed headquarters back on the map (1.3j).
    Return,
    /// Begins an activation sequence (2.1e).
    Activate,
    /// Passes (2.1g).
    Pass,
    /// Brings a reinforcement onto the map (16.1).
    Enter,
    /// Moves a unit (6).
    Move,
    /// Makes a normal attack (7.3.1).
    Attack,
    /// Makes a prepared attack (7.3.2).
    Prepare,
    /// Takes up an improved position (12.1).
    Dig,
    /// Leaves an improved position (12.1e).
    Leave,
    /// Recovers from fatigue (3.5.2).
    Recover,
    /// Splits a detachment off a division (18a).
    Detach,
    /// Lets a detachment rejoin its division (18d).
    Rejoin,
    /// Ends the activation sequence.
    End,
    /// Names the defender's quality unit and supports (7.5c).
    Defend,
    /// Chooses the attacker that a snafu strikes (9.5).
    Snafu,
    /// Rolls again for the attack (15.4b).
    Reroll,
    /// Keeps the roll of the attack (15.4b).
    Keep,
    /// Names the steps that are lost (7.6).
    Lose,
    /// Retreats units (7.7.1).
    Retreat,
    /// Chooses the hex of the breakthrough marker (7.8a).
    Mark,
    /// Advances a unit after combat (7.7.2).
    Advance,
    /// Removes a unit from a hex with too many steps (5d).
    Eliminate,
    /// Lays a unit on top of its stack (11.2).
    Top,
}

impl Verb {
    /// All verbs.
    pub const ALL: [Verb; 25] = [
        Verb::Gift,
        Verb::Allot,
        Verb::Return,
        Verb::Activate,
        Verb::Pass,
        Verb::Enter,
        Verb::Move,
        Verb::Attack,
        Verb::Prepare,
        Verb::Dig,
        Verb::Leave,
        Verb::Recover,
        Verb::Detach,
        Verb::Rejoin,
        Verb::End,
        Verb::Defend,
        Verb::Snafu,
        Verb::Reroll,
        Verb::Keep,
        Verb::Lose,
        Verb::Retreat,
        Verb::Mark,
        Verb::Advance,
        Verb::Eliminate,
        Verb::Top,
    ];
}

/// A Christmas present (15.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Present {
    /// A unit recovers a step (15.4a).
    Step(UnitId),
    /// A second roll for an attack (15.4b).
    Reroll,
    /// None.
    Nothing,
}

/// A kind of support marker (1.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum SupportKind {
    /// Two columns; German (1.6.1a).
    Nebelwerfer,
    /// One column (1.6.1c, 1.6.2b).
    Artillery,
    /// Two columns; Allied (1.6.2a).
    HeavyArtillery,
    /// One on the die: StuG, Hetzer, Tiger, tanks (1.6.1e, 1.6.2c).
    Armour,
}

impl SupportKind {
    /// All kinds.
    pub const ALL: [SupportKind; 4] =
        [SupportKind::Nebelwerfer, SupportKind::Artillery, SupportKind::HeavyArtillery, SupportKind::Armour];

    /// Position in arrays that hold one entry a kind.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The kind with a name of a scenario's list: every armour support counts as a tank.
    pub fn named(name: &str) -> Option<SupportKind> {
        let name = if matches!(name, "stug" | "hetzer" | "tiger") { "tank" } else { name };
        SupportKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Its name in tables, scenarios and orders.
    pub const fn name(self) -> &'static str {
        match self {
            SupportKind::Nebelwerfer => "nebelwerfer",
            SupportKind::Artillery => "artillery",
            SupportKind::HeavyArtillery => "heavy-artillery",
            SupportKind::Armour => "tank",
        }
    }
}
