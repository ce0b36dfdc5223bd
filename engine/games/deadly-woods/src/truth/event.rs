//! Facts. They say what the rules made of an order; writing them into a state derives nothing.

use crate::printed::{Army, BridgeId, Chit, CombatResult, GroupId, Odds};
use crate::truth::order::Marker;
use crate::truth::state::{Act, Ending, Phase, Place, Ss, Topic};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::SideId;
use serde::{Deserialize, Serialize};

/// A reason why the column of a combat is moved, and by how much to the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Shift {
    /// Infantry in woods, forest or a town (11.3.2).
    Cover(i16),
    /// Rough ground (11.3.2).
    Rough(i16),
    /// All attack over a river (11.3.2).
    River(i16),
    /// Armour defends clear ground against none (11.3.2).
    ArmourDefends(i16),
    /// Armour attacks clear ground without any (11.3.2).
    ArmourAttacks(i16),
    /// The defender is out of supply (11.3.2).
    Unsupplied(i16),
    /// A defender is away from his division (11.2.1).
    DefenderAway(i16),
    /// An attacker is away from his division (11.2.1).
    AttackerAway(i16),
    /// Engineers help the defence (12.4.2).
    Engineers(i16),
}

impl Shift {
    /// Columns to the right.
    pub fn columns(self) -> i16 {
        match self {
            Shift::Cover(columns)
            | Shift::Rough(columns)
            | Shift::River(columns)
            | Shift::ArmourDefends(columns)
            | Shift::ArmourAttacks(columns)
            | Shift::Unsupplied(columns)
            | Shift::DefenderAway(columns)
            | Shift::AttackerAway(columns)
            | Shift::Engineers(columns) => columns,
        }
    }
}

/// Why a unit has left the map for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Departure {
    /// It surrendered (8.3).
    Surrendered,
    /// It was withdrawn (12.10).
    Withdrawn,
    /// Its entry is blocked (14.8f). Earlier versions told of those, too, whose condition was not met.
    NeverComes,
    /// The town for which it waits is not German (14.8.3).
    Missed,
}

/// A fact.
#[expect(missing_docs, reason = "the line over each variant says what its fields are")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// A question was put; whether it passes if the side has not ordered otherwise.
    Asked { side: SideId, topic: Topic, passes: bool },
    /// The question was settled.
    Answered,
    /// A turn began; these assets have come to their boxes.
    TurnBegan { turn: u8, came: Vec<UnitId> },
    /// Whose initiative it is.
    Initiative { side: SideId },
    /// A phase began.
    PhaseBegan { phase: Phase },
    /// Cup and hand were filled.
    CupFilled { cup: Vec<Chit>, hand: Vec<Chit> },
    /// The second Reaction is kept for now.
    ReactionKept,
    /// The Germans took one of the Panzer Army chits, or both.
    ArmiesTaken { chits: Vec<Chit> },
    /// What becomes of the SS; so many steps were counted.
    SsDecided { ss: Ss, steps: u16 },
    /// An asset or reinforcement was laid into a hex.
    Placed { unit: UnitId, hex: HexId },
    /// An asset went to a place beside the map.
    SetAside { unit: UnitId, place: Place },
    /// A marker was laid into a hex, or taken off.
    Marked { marker: Marker, hex: Option<HexId> },
    /// A unit has the trucks, or nobody.
    Motorised { unit: Option<UnitId> },
    /// The parachutists' die.
    Dropped { hex: HexId, face: u8, lands: bool },
    /// A step was taken back for a point: where the unit is and steps lost then.
    Rebuilt { side: SideId, unit: UnitId, place: Place, lost: u8, armour: bool },
    /// The side with the initiative chose its first chit.
    Chosen { chit: Chit },
    /// A chit was drawn; those before it were not allowed and went back.
    Drawn { chit: Chit, aside: Vec<Chit> },
    /// The held Reinforcement chit is played; what was drawn went back into the cup.
    HeldPlayed { returned: Option<Chit> },
    /// The held Reinforcement chit went into the cup.
    HeldReturned,
    /// A chit was laid on the track, and what it lets do began.
    RoundBegan { side: SideId, chit: Chit, act: Act, units: Vec<UnitId> },
    /// A round of the opening of turn 1 began, without a chit.
    OpeningBegan { side: SideId, act: Act },
    /// Reinforcements came to a hex.
    Entered { unit: UnitId, hex: HexId, bound: bool },
    /// A reinforcement comes a chit later.
    PutOff { unit: UnitId, place: Place },
    /// A formation was chosen by acting, of which kind.
    FormationChosen { group: GroupId, slot: u8 },
    /// A unit was chosen by acting.
    UnitChosen { unit: UnitId },
    /// A unit moved along a path, its first hex included.
    Moved { unit: UnitId, path: Vec<HexId> },
    /// A unit held the door open for another and may not move (10.3).
    HeldDoor { unit: UnitId },
    /// The 150th Brigade used its right (7.3).
    Infiltrated,
    /// A German armoured unit gave up its tanks (8.3).
    GaveUpTanks { unit: UnitId, lost: u8 },
    /// The moving of a round is over.
    FightBegan,
    /// A round is being closed.
    RoundClosing,
    /// A round is over; this artillery may be used again.
    RoundEnded { fresh: Vec<UnitId> },
    /// A bridge was blown; by engineers if they are named.
    BridgeBlown { bridge: BridgeId, by: Option<UnitId> },
    /// A bridge was rebuilt; in which army's area, if by Germans.
    BridgeBuilt { bridge: BridgeId, army: Option<Army> },
    /// Villages, towns and VP hexes changed hands.
    Controlled { hexes: Vec<HexId>, german: bool },
    /// A German entered St. Vith for the first time.
    StVithEntered,
    /// A German moved or attacked across the Meuse for the first time.
    MeuseCrossed,
    /// What became of Peiper's fuel.
    FuelDecided { captured: bool },
    /// German supply was checked: these are without.
    SupplyChecked { out: Vec<UnitId> },
    /// A hex is attacked; over which bridges that stand.
    Attacked {
        attacker: SideId,
        attackers: Vec<UnitId>,
        target: HexId,
        defenders: Vec<UnitId>,
        guns: Vec<UnitId>,
        doubled: bool,
        bonus: bool,
        follow: Vec<UnitId>,
        #[serde(default)]
        over: Vec<BridgeId>,
    },
    /// The defender has said what supports him.
    Supported { support: Vec<UnitId> },
    /// What a combat is worth.
    Weighed { attack: u32, defence: u32, odds: Odds, shifts: Vec<Shift>, column: Option<Odds> },
    /// The die of a combat, what was added to it, and what it brings.
    Fought { face: Option<u8>, added: u8, column: Option<Odds>, result: CombatResult },
    /// The Germans took the loss of both instead of a retreat, or did not.
    Converted { taken: bool },
    /// So many steps are to be lost more by a side, by these; by any who fight if nobody is named.
    Owes {
        side: SideId,
        steps: u8,
        #[serde(default)]
        units: Vec<UnitId>,
    },
    /// A unit lost a step.
    LostStep { unit: UnitId },
    /// A unit is dead.
    Died { unit: UnitId },
    /// Airborne units stand, or do not.
    Stood { unit: Option<UnitId> },
    /// These retreat, if any.
    RetreatBegan { units: Vec<UnitId> },
    /// Units retreated along a path, its first hex included; whether through zones of control; over which intact bridges.
    Retreated { units: Vec<UnitId>, path: Vec<HexId>, zones: bool, bridges: Vec<BridgeId> },
    /// Units could not retreat.
    Trapped { units: Vec<UnitId> },
    /// The retreat is done. About these bridges the defender is asked, by a die or not; whether it cost a step, and whom of his.
    RetreatOver {
        bridges: Vec<BridgeId>,
        by_die: bool,
        costs_step: bool,
        #[serde(default)]
        payers: Vec<UnitId>,
    },
    /// The hex is held, over bridges that stand: about these the defender is asked.
    HexHeld { bridges: Vec<BridgeId> },
    /// A die was rolled for a bridge.
    BridgeRolled { bridge: BridgeId, face: u8 },
    /// The defender spares a bridge.
    BridgeSpared { bridge: BridgeId },
    /// The bridges are done with.
    BridgesOver,
    /// A unit advanced.
    Advanced { unit: UnitId, to: HexId },
    /// The combat is over.
    CombatEnded,
    /// A unit was taken off an overfull hex.
    Removed { unit: UnitId },
    /// Units are out of the game.
    Left { units: Vec<UnitId>, why: Departure },
    /// Points and steps over the Meuse at the end of a turn (3.4).
    Counted { points: u8, steps: u16 },
    /// Assets and markers are as a new turn finds them; whether the marker of the parachutists goes with them.
    CleanedUp { rumour_over: bool },
    /// Both players agreed on what a unit is.
    Adjusted { unit: UnitId, place: Place, lost: u8 },
    /// The game is over.
    Over { ending: Ending },
}
