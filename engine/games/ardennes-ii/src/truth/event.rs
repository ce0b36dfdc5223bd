//! Facts. They say what the rules made of an order; writing them into a state derives nothing.

use crate::printed::{CombatResult, Odds, PlungerId, Strength};
use crate::truth::state::{Charge, Ending, Phase, Place, Topic};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::SideId;
use serde::{Deserialize, Serialize};

/// Why a unit becomes disorganised (3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Disorder {
    /// It ended a phase overstacked.
    Overstacked,
    /// It ended a phase with units of another division.
    Mixed,
    /// It was out of supply in its own supply phase.
    NoSupply,
    /// It entered a traffic jam, or began a phase in one.
    Jam,
    /// It is artillery that bugged out.
    BuggedOut,
    /// It is artillery that retreated.
    Retreated,
    /// It is artillery that fired without supply.
    FiredUnsupplied,
}

/// A fact.
#[expect(missing_docs, reason = "the line over each variant says what its fields are")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// A question was put; whether it passes if the side has not ordered otherwise.
    Asked { side: SideId, topic: Topic, passes: bool },
    /// The question was settled.
    Answered,
    /// A unit stands in a hex as the game is set up.
    SetUp { unit: UnitId, hex: HexId },
    /// In the pre-turn: it is for a side to place what comes.
    Places { side: SideId },
    /// What follows on the beginning of a phase is done.
    Opened,
    /// A phase of a side began; these began it adjacent to enemies, these under enemy barrage markers.
    PhaseBegan { side: SideId, phase: Phase, adjacent: Vec<UnitId>, under_fire: Vec<UnitId> },
    /// Units became disorganised.
    Disorganised { units: Vec<UnitId>, why: Disorder },
    /// Units were freed of it.
    Recovered { units: Vec<UnitId> },
    /// Units moved together along a path, its first hex included; what each has spent since; whether they came into a hex with
    /// enemy barrage markers.
    Moved { units: Vec<UnitId>, path: Vec<HexId>, spent: Vec<u16>, under_fire: bool },
    /// The rest of a move waits for the other side.
    Waits { units: Vec<UnitId>, path: Vec<HexId> },
    /// It goes on.
    WentOn,
    /// It cannot go on as it was ordered: the units stay in a hex.
    Halted { units: Vec<UnitId>, hex: HexId },
    /// Units have come into a hex with enemy barrage markers at no cost.
    UnderFire { units: Vec<UnitId> },
    /// Germans have come near these plungers; none when that was thought of.
    Threatened { plungers: Vec<PlungerId> },
    /// Units overrun a hex together; what each has spent since.
    Overran { units: Vec<UnitId>, target: HexId, spent: Vec<u16> },
    /// Units were placed in a hex at no cost: after an overrun that was won, or in an advance.
    Advanced { units: Vec<UnitId>, to: HexId },
    /// Artillery was lifted to another hex.
    BuggedOut { unit: UnitId, from: HexId, to: HexId },
    /// A stack retreated along a path, its first hex included.
    Retreated { units: Vec<UnitId>, path: Vec<HexId> },
    /// A unit left the map for points on a turn; what it had spent by then.
    Left { unit: UnitId, turn: u8, spent: u16 },
    /// An air strike was laid down as supply.
    Supplied { hex: HexId },
    /// Air supply was taken off.
    AirSupplyRemoved,
    /// Air supply in these hexes has freed units of DG, and was taken off.
    AirSupplyUsed { hexes: Vec<HexId> },
    /// A reinforcement was placed.
    Arrived { unit: UnitId, hex: HexId },
    /// Reinforcements of a turn may be placed from now on.
    Came { units: Vec<UnitId> },
    /// A die was rolled for frost.
    WeatherRolled { face: u8, frost: bool },
    /// A die was rolled for air strikes; so many come.
    StrikesRolled { face: u8, strikes: u8 },
    /// A turn began.
    TurnBegan { turn: u8 },
    /// Units move no more in this phase.
    Stayed { units: Vec<UnitId> },
    /// Artillery fired, or an air strike if none: half and full markers that are new in the hex.
    Fired { side: SideId, gun: Option<UnitId>, spotter: Option<UnitId>, hex: HexId, face: u8, half: u8, full: u8 },
    /// The half markers of a hex were settled; so many became one full marker, or none.
    Reconciled { side: SideId, hex: HexId, face: Option<u8>, full: u8 },
    /// A side took its barrage markers off.
    BarragesRemoved { side: SideId },
    /// A plunger's charges were tried, or Germans came to it.
    Tried { plunger: PlungerId, charge: Charge },
    /// A die was rolled for the charges of a plunger.
    ChargeRolled { plunger: PlungerId, unit: UnitId, face: u8 },
    /// A die was rolled for a unit that comes by one.
    ArrivalRolled { unit: UnitId, face: u8 },
    /// A die was rolled for a unit that drops into a hex.
    DropRolled { unit: UnitId, hex: HexId, face: u8, lands: bool },
    /// A die was rolled for artillery without supply.
    GunsRolled { unit: UnitId, face: u8 },
    /// A stack is attacked; these follow if the hex is cleared, and go on to that one if they may.
    Attacked {
        attacker: SideId,
        attackers: Vec<UnitId>,
        target: HexId,
        defenders: Vec<UnitId>,
        overrun: bool,
        follow: Vec<UnitId>,
        beyond: Option<HexId>,
    },
    /// The defender goes back before combat, so many hexes.
    Avoided { hexes: u8 },
    /// What a combat is worth, unit by unit; columns to the right by the defender's hex, and by the attackers' hexsides.
    Weighed {
        attackers: Vec<(UnitId, Strength)>,
        defenders: Vec<(UnitId, Strength)>,
        attack: Strength,
        defence: Strength,
        starting: Odds,
        ground: i16,
        hexsides: i16,
        column: Odds,
    },
    /// The dice of a combat, and what they bring in a column.
    Fought { dice: [u8; 2], column: Odds, result: CombatResult },
    /// The retreat is done, or there is none; whether it costs a step.
    RetreatOver { costs_step: bool },
    /// The combat is over.
    CombatEnded,
    /// A unit lost a step.
    LostStep { unit: UnitId },
    /// A unit is dead or removed.
    Gone { unit: UnitId },
    /// Control of a VP hex, by its place on the board.
    Controlled { objective: u8, german: bool },
    /// The points at the end of a turn.
    Counted { points: u16 },
    /// Both players agreed on what a unit is.
    Adjusted { unit: UnitId, place: Place, lost: u8, disorganised: bool },
    /// The game is over.
    Over { ending: Ending },
}
