//! What a player can order.

use definitions::hex::HexId;
use definitions::{FormationId, UnitId};
use engine::contract::SideId;
use serde::{Deserialize, Serialize};

/// An atomic step of an order. Orders begin with a [`Verb`]:
///
/// ```text
/// gift Unit · gift Reroll · gift Done
/// deploy Unit Hex
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
/// play Event Hex                         clear Unit Hex
/// let
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
    /// A historical event (15).
    Event(EventKind),
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
    /// Puts a destroyed headquarters back on the map (1.3j).
    Return,
    /// Gives a support marker of the army's pool to a headquarters (1.6c).
    Allot,
    /// Puts a unit into the other of the two hexes that the set-up list gives its division (S.GE).
    Deploy,
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
    /// Removes a marker that bars a hex (15.2b, 15.3b).
    Clear,
    /// Plays an event (15.1).
    Play,
    /// Lets go on what an event could interrupt, or waits with an event (15.1b).
    Let,
    /// Ends the activation sequence.
    End,
    /// Lays a unit on top of its stack (11.2).
    Top,
}

impl Verb {
    /// All verbs.
    pub const ALL: [Verb; 29] = [
        Verb::Gift,
        Verb::Return,
        Verb::Allot,
        Verb::Deploy,
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
        Verb::Defend,
        Verb::Snafu,
        Verb::Reroll,
        Verb::Keep,
        Verb::Lose,
        Verb::Retreat,
        Verb::Mark,
        Verb::Advance,
        Verb::Eliminate,
        Verb::Clear,
        Verb::Play,
        Verb::Let,
        Verb::End,
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

/// A historical event: a marker that its side may play (15).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum EventKind {
    /// Paratroopers bar a hex; German (15.2a).
    Stoesser,
    /// Commandos stop a moving enemy; German (15.2c).
    Greif,
    /// The 150th Panzer Brigade covers a stack; German (15.2d).
    Skorzeny,
    /// Captured fuel gives a stack 1 AP; German (15.2e).
    FuelDump,
    /// Bars a hex; Allied (15.3a).
    Roadblock,
    /// Raises the quality of a stack and of those around it; Allied (15.3c).
    Nuts,
    /// Supplies a stack and those near it; Allied (15.3d).
    AirSupply,
}

impl EventKind {
    /// All kinds.
    pub const ALL: [EventKind; 7] = [
        EventKind::Stoesser,
        EventKind::Greif,
        EventKind::Skorzeny,
        EventKind::FuelDump,
        EventKind::Roadblock,
        EventKind::Nuts,
        EventKind::AirSupply,
    ];
    /// Markers of each kind at the start of a game (15.2, 15.3).
    pub const COUNTS: [u8; 7] = [1, 1, 1, 2, 2, 1, 1];

    /// Position in arrays that hold one entry a kind.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The side that plays it.
    pub const fn side(self) -> SideId {
        match self {
            EventKind::Stoesser | EventKind::Greif | EventKind::Skorzeny | EventKind::FuelDump => SideId(0),
            EventKind::Roadblock | EventKind::Nuts | EventKind::AirSupply => SideId(1),
        }
    }

    /// The case that describes it.
    pub const fn case(self) -> &'static str {
        match self {
            EventKind::Stoesser => "15.2a",
            EventKind::Greif => "15.2c",
            EventKind::Skorzeny => "15.2d",
            EventKind::FuelDump => "15.2e",
            EventKind::Roadblock => "15.3a",
            EventKind::Nuts => "15.3c",
            EventKind::AirSupply => "15.3d",
        }
    }

    /// Its name in orders and position files.
    pub const fn name(self) -> &'static str {
        match self {
            EventKind::Stoesser => "stoesser",
            EventKind::Greif => "greif",
            EventKind::Skorzeny => "skorzeny",
            EventKind::FuelDump => "fuel-dump",
            EventKind::Roadblock => "roadblock",
            EventKind::Nuts => "nuts",
            EventKind::AirSupply => "air-supply",
        }
    }

    /// How it is spoken of.
    pub const fn title(self) -> &'static str {
        match self {
            EventKind::Stoesser => "Operation Stoesser",
            EventKind::Greif => "Greif commandos",
            EventKind::Skorzeny => "the 150th Panzer Brigade",
            EventKind::FuelDump => "an American fuel dump",
            EventKind::Roadblock => "a roadblock",
            EventKind::Nuts => "Nuts!",
            EventKind::AirSupply => "air supply",
        }
    }

    /// Whether its marker bars its hex to the other side (15.2a, 15.3a).
    pub const fn bars(self) -> bool {
        matches!(self, EventKind::Stoesser | EventKind::Roadblock)
    }
}
