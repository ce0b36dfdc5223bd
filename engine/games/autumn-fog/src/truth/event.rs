//! What happens.

use crate::printed::tables::{Rating, SnafuKind};
pub use crate::truth::fight::Fight;
use crate::truth::marks::{Lapses, Marks};
use crate::truth::order::{EventKind, Present, SupportKind};
use crate::truth::state::{Activation, Pending};
use crate::truth::unit::{Supply, UnitState};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{AskId, SideId};
use serde::{Deserialize, Serialize};

/// A fact. Everything that a later reading needs stands in it; nothing is worked out again from the rules.
///
/// What the rules made of it stands in it, too: `off` are the marks that it takes from its units, `lapsed` what goes
/// from the table. Where what follows is none (an `Option`), an earlier version stored the event, and `Game::upgrade` adds
/// it.
#[expect(missing_docs, reason = "the line over each variant says what its fields are")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// A question was put.
    Asked { id: AskId, side: SideId, pending: Pending },
    /// A question was settled.
    Settled { id: AskId },

    /// A game turn began. `surprised` are units that may not move in it (17.1g).
    TurnBegan {
        turn: u8,
        off: Marks,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        surprised: Vec<UnitId>,
    },
    /// Both sides rolled for air support; their missions, with those of `back` that a snafu cancelled last turn.
    AirRolled { dice: [u8; 2], missions: [u8; 2], back: [u8; 2] },
    /// A side chose a Christmas present, unseen by the other.
    PresentChosen { side: SideId, present: Present },
    /// Both sides have chosen; the presents are shown. `rerolls` tells who may roll again from now on.
    PresentsShown { presents: [Present; 2], rerolls: Option<[bool; 2]> },
    /// A unit recovered a step; `steps` are what it has now.
    StepRegained { unit: UnitId, steps: u8 },
    /// A pool received markers, so many of each kind; `army` is an index into the definitions' armies.
    Granted { army: u8, markers: [u8; 4] },
    /// Germans in an entry hex on the southern edge hold up reinforcements until a turn (16.1g).
    HeldUp { hex: HexId, units: Vec<UnitId>, until: Option<u8> },
    /// A destroyed headquarters came back, with `steps`.
    HqReturned { unit: UnitId, hex: HexId, steps: Option<u8>, off: Marks },
    /// A destroyed headquarters stays away for this turn.
    HqWaits { unit: UnitId },
    /// A unit was put into the other hex of its division's set-up.
    Deployed { unit: UnitId, hex: HexId },
    /// Supply and command were checked: for each unit on the map, whether it is out of command, and its supply.
    Checked { units: Vec<(UnitId, bool, Supply)> },
    /// The German rolled for fuel: the dice, and the new supply of each unit that they stop. Doubles stop none and are
    /// rolled again.
    FuelRolled { dice: Vec<u8>, units: Vec<(UnitId, Supply)> },
    /// A marker was given to a headquarters, unseen by the other side.
    Allotted { side: SideId, hq: UnitId, kind: SupportKind },
    /// Both sides have allotted; the markers are turned up: army, headquarters, kind.
    AllotmentsShown { markers: Vec<(u8, UnitId, SupportKind)> },
    /// Both sides rolled for initiative.
    InitiativeRolled { dice: [u8; 2] },
    /// A side has the initiative; `opening` is as in [`super::state::Operations`].
    Initiative { side: SideId, opening: Option<Vec<u8>>, lapsed: Lapses },

    /// A side is alone from the first sequence on, because the other has nothing to activate (2.2b).
    Alone { side: SideId },
    /// A side passed; `next` acts next.
    Passed { side: SideId, next: Option<SideId>, lapsed: Lapses },
    /// A side began an activation sequence.
    SequenceBegan { side: SideId, activation: Activation },
    /// A unit was activated: its action points, whether this made it fatigued, the die of its C3I check, and
    /// whether it is one of the units that the sequence may activate.
    Activated { unit: UnitId, ap: u8, fatigued: bool, check: Option<u8>, counts: Option<bool> },
    /// A sequence ended. `next` acts next; `opening` and `lone` are as in [`super::state::Operations`].
    SequenceEnded {
        side: SideId,
        next: SideId,
        opening: Option<Vec<u8>>,
        lone: Option<(SideId, u8)>,
        off: Marks,
        lapsed: Lapses,
    },
    /// The late turn roll.
    LateRoll { dice: [u8; 2] },
    /// The operations phase ended. Supports that headquarters still hold go back (army, kind, number), and used ones,
    /// `returned` by army and kind.
    OperationsEnded { gathered: Vec<(u8, SupportKind, u8)>, returned: Option<Vec<[u8; 4]>>, lapsed: Lapses },

    /// A reinforcement came onto the map. MP are counted in halves.
    Entered { unit: UnitId, hex: HexId, ap: u8, half_mp: u8 },
    /// A unit moved along a path (the first hex is where it stood). AP and half MP are what is left; `bound` tells
    /// whether it must attack now.
    Moved { unit: UnitId, path: Vec<HexId>, ap: u8, half_mp: u8, bound: bool, off: Marks },
    /// A unit was ordered along a path; the other side may interrupt it.
    MarchBegan { unit: UnitId, path: Vec<HexId> },
    /// The other side has answered; the march is carried out now.
    MarchResumed,
    /// A march ended in a hex before the end of its path, because a marker bars the next one.
    Halted { unit: UnitId, hex: HexId, kind: EventKind, next: HexId },
    /// Greif commandos stopped a march in a hex. AP and half MP are what they left.
    Ambushed { unit: UnitId, hex: HexId, ap: u8, half_mp: u8 },
    /// A unit took up an improved position.
    DugIn { unit: UnitId, ap: u8, off: Marks },
    /// A unit left its improved position.
    LeftPosition { unit: UnitId },
    /// A unit recovered from fatigue: the AP that it has left, and those that it paid (0 in games of before, which did
    /// not say).
    Recovered {
        unit: UnitId,
        ap: u8,
        #[serde(default)]
        paid: u8,
        off: Marks,
    },
    /// A division split off steps as a detachment; `left` are those that it keeps, `apart` is what the detachment is now.
    Detached { division: UnitId, detachment: UnitId, steps: u8, left: u8, apart: Option<UnitState> },
    /// A detachment rejoined its division, which has `steps` now; the counter is out of the game. `apart` and `whole` are
    /// what the two are now.
    Rejoined { detachment: UnitId, division: UnitId, steps: u8, apart: Option<UnitState>, whole: Option<UnitState> },
    /// A side took an objective.
    Held { hex: HexId, side: SideId },
    /// A German unit is beyond the Meuse for the first time (16.2b).
    MeuseCrossed { hex: HexId },
    /// A German unit has crossed the Meuse in supply, which decides The Initial Assault (17.1b).
    CrossedInSupply { hex: HexId },

    /// An event was played on a hex.
    EventPlayed { kind: EventKind, hex: HexId },
    /// An event's marker lies in a hex.
    MarkerLaid { kind: EventKind, hex: HexId },
    /// An event's marker was taken from a hex, because what held it there is over.
    MarkerRemoved { kind: EventKind, hex: HexId },
    /// The paratroopers jumped: whether they gather in the hex.
    Jumped { hex: HexId, die: u8, gathered: bool },
    /// A unit removed a marker that barred a hex; `ap` is what the unit has left.
    Cleared { unit: UnitId, kind: EventKind, hex: HexId, ap: u8, off: Marks },
    /// The 150th Panzer Brigade covers units.
    Covered { units: Vec<UnitId> },
    /// A covered unit met an enemy zone of control: whether it ignores it. If not, the cover of all is blown: `off` is
    /// taken from all units. `all` tells whether its whole stack ignores the zones in this hex from now on; in games of
    /// before each unit rolled for itself.
    Slipped {
        unit: UnitId,
        hex: HexId,
        die: u8,
        unseen: bool,
        off: Marks,
        #[serde(default)]
        all: bool,
    },
    /// A unit received an AP of captured fuel; `ap` is what it has now.
    Refuelled { unit: UnitId, ap: u8 },
    /// Aircraft dropped supplies: whether the marker comes back.
    Supplied { die: u8, back: bool },

    /// An attack was declared; each attacker has paid `cost` action points, and some have met their obligation.
    /// `air` are the missions that fly for it.
    AttackDeclared {
        side: SideId,
        prepared: bool,
        targets: Vec<HexId>,
        attackers: Vec<UnitId>,
        lead: UnitId,
        cost: u8,
        supports: Vec<(UnitId, SupportKind)>,
        air: u8,
        defenders: Vec<UnitId>,
        freed: Vec<UnitId>,
        from: Vec<HexId>,
        off: Marks,
    },
    /// The defender named his quality unit, his supports and his missions.
    DefenceNamed { lead: UnitId, supports: Vec<(UnitId, SupportKind)>, air: u8 },
    /// The attacker rolled on the C3I table for the worst rating among his units, that of `unit`.
    C3iRolled { unit: UnitId, rating: Rating, die: u8, snafu: bool },
    /// The attacker rolled on the snafu table: what goes wrong; his supports that are cancelled (army, headquarters,
    /// kind), and whether they stay with the army; his missions that are cancelled, and how many of them fly next turn;
    /// his units that lose action points, with those that are left and whether they still owe an attack; his units of
    /// which one is struck.
    SnafuRolled {
        dice: [u8; 2],
        kind: Option<SnafuKind>,
        cancelled: Vec<(u8, UnitId, SupportKind)>,
        stays: Option<bool>,
        air: u8,
        grounded: u8,
        slowed: Vec<(UnitId, u8, bool)>,
        exposed: Vec<UnitId>,
    },
    /// A snafu struck this attacker.
    SnafuStruck { unit: UnitId, kind: SnafuKind },
    /// The attacker rolled a die that he may roll again.
    DieShown { side: SideId, die: u8 },
    /// The attacker rolled again: the second roll counts.
    Rerolled { side: SideId, first: u8, second: u8 },
    /// The die was rolled.
    Fought(Fight),
    /// A unit lost a step; `left` are the steps that remain.
    StepLost { unit: UnitId, left: u8 },
    /// An armour support was removed for good as a step loss.
    SupportSpent { hq: UnitId, kind: SupportKind },
    /// A unit was eliminated.
    Eliminated { unit: UnitId },
    /// What a side still has to retreat after its losses, what of the number nobody was left to meet, and who has to go;
    /// why none of its units could retreat, if none could.
    LossesTaken {
        side: SideId,
        retreat: u8,
        unmet: u8,
        going: Option<Vec<UnitId>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        shut: Option<String>,
    },
    /// Units retreated together along a path (the first hex is where they stood); `controlled` are its hexes in enemy zones
    /// of control that cost them a step.
    Retreated {
        units: Vec<UnitId>,
        path: Vec<HexId>,
        onto_friends: bool,
        off: Marks,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        controlled: Vec<HexId>,
    },
    /// Supports of a lost headquarters went back to the pool.
    SupportsFreed { hq: UnitId, army: u8 },
    /// A breakthrough marker was placed.
    Breakthrough { side: SideId, hex: HexId },
    /// A unit advanced along a path (the first hex is where it stood).
    Advanced { unit: UnitId, path: Vec<HexId>, off: Marks },
    /// A used support was rolled for (or needs no roll) and stays with its army or is gone.
    SupportUsed { army: u8, hq: UnitId, kind: SupportKind, die: Option<u8>, stays: bool },
    /// The combat is over.
    CombatEnded,

    /// A unit was laid on top of the stack in a hex.
    TopChosen { unit: UnitId, hex: HexId },
    /// An order of a side was not carried out, or not to its end, because of what the side could not see: stacks whose
    /// zones of control it has met, the case and the reason.
    Thwarted { side: SideId, stacks: Vec<HexId>, case: String, reason: String },

    /// The players have agreed that a unit is in another state.
    Adjusted { unit: UnitId, was: UnitState, now: UnitState },

    /// The game ended.
    Over { winner: SideId, case: String, reason: String },
}
