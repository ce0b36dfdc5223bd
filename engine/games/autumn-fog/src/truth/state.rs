//! What is true.

pub use crate::chapters::fog::unseen::{Coverable, Covered, UnseenStack, UnseenStacks};
use crate::printed::options::Options;
pub use crate::printed::sides::{ALLIED, GERMAN};
use crate::printed::tables::SnafuKind;
use crate::truth::fight::Fight;
pub use crate::truth::fight::{ATTACKER, DEFENDER};
use crate::truth::order::{EventKind, Present, SupportKind};
use crate::truth::roster::Roster;
use crate::truth::search::Kept;
pub use crate::truth::unit::{Location, Supply, UnitState};
use definitions::hex::HexId;
use definitions::{FormationId, UnitId};
use engine::contract::{Ask, AskId, Forgetful, Shared, SideId};
use engine::kernel::innermost;
use serde::{Deserialize, Serialize};

/// Everything that is true.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct State {
    /// What both sides may see.
    pub field: Shared<Field>,
    /// Markers allotted to headquarters in this support phase, by side, not yet turned up.
    pub sealed: [Vec<(UnitId, SupportKind)>; 2],
    /// Christmas presents chosen by side, not yet shown.
    pub presents: [Option<Present>; 2],
}

/// What lies open on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Field {
    /// Index of the scenario in the definitions.
    pub scenario: u8,
    /// The optional rules that are played.
    pub options: Options,
    /// Last turn of the scenario.
    pub last_turn: u8,
    /// Game turn, from 1; 0 before the first.
    pub turn: u8,
    /// One entry a unit of the definitions.
    pub units: Roster,
    /// Support markers of the armies' pools that no headquarters holds: `[army][kind]`.
    pub pools: Vec<[u8; 4]>,
    /// Support markers at headquarters: `[unit][kind]` (zero for all but HQs).
    pub supports: Vec<[u8; 4]>,
    /// Used markers that come back to the pool next turn: `[army][kind]`.
    pub used: Vec<[u8; 4]>,
    /// Air support missions by side that are left this turn.
    pub air: [u8; 2],
    /// Missions by side that a snafu cancelled and that fly next turn.
    pub grounded: [u8; 2],
    /// Whether a side may roll again for an attack (15.4b).
    pub rerolls: [bool; 2],
    /// Units that their owner has laid on top of the stack in a hex (11.2).
    pub tops: Vec<(HexId, UnitId)>,
    /// Stacks of the enemy of a side that have stopped it by a zone of control that it could not see, since the last
    /// sequence: who met it, and where it lies.
    pub met: Vec<(SideId, HexId)>,
    /// Stacks of which the viewer does not see all (11.1). Nothing is unseen in a [`State`], only in a view: the fog alone
    /// adds to them.
    pub unseen: UnseenStacks,
    /// Hexes whose enemy zones of control the covered stack ignores in this sequence (15.2d).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub slipped: Vec<HexId>,
    /// The markers that were allotted last: headquarters and kind.
    pub last_allotment: Vec<(UnitId, SupportKind)>,
    /// Breakthrough markers with the side that placed them.
    pub breakthroughs: Vec<(SideId, HexId)>,
    /// Event markers that can still be played, by kind: open to both sides (ruling R140).
    pub events: [u8; 7],
    /// Event markers that lie on the map.
    pub markers: Vec<(EventKind, HexId)>,
    /// A move that waits for the other side's events (15.2c, 15.3a).
    pub march: Option<March>,
    /// Who holds each objective.
    pub holders: Vec<(HexId, SideId)>,
    /// Whether a German unit has ever been beyond the Meuse (16.2b).
    pub meuse_crossed: bool,
    /// Whether a German unit has crossed the Meuse in supply, in a scenario that this decides (17.1b).
    pub crossed_in_supply: bool,
    /// Who acts, and what he has done so far.
    pub operations: Operations,
    /// The combat that is being fought.
    pub combat: Option<Combat>,
    /// Open asks, the innermost last.
    pub asks: Vec<OpenAsk>,
    /// Number of the next ask.
    pub next_ask: u32,
    /// The end: winner, case and reason.
    pub over: Option<(SideId, String, String)>,
    /// A search for hexes in reach that was made here.
    #[serde(skip)]
    pub kept: Kept,
}

impl Forgetful for Field {
    fn forget(&mut self) {
        self.kept.forget();
    }
}

/// The operations phase.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Operations {
    /// Whose sequence is next or under way; none outside the phase.
    pub side: Option<SideId>,
    /// The sequence under way.
    pub activation: Option<Activation>,
    /// Units activated in this sequence, headquarters of a formation activation not counted.
    pub count: u8,
    /// Reinforcements that entered in this sequence, by hex.
    pub entries: Vec<(HexId, u8)>,
    /// Passes in a row.
    pub passes: u8,
    /// Armies of the formations activated in the German opening row (17.1f); none once it is over.
    pub opening: Option<Vec<u8>>,
    /// A side that goes on alone because the other has activated all its units, and its sequences since then (2.2b).
    pub lone: Option<(SideId, u8)>,
}

/// What a sequence activates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Activation {
    /// The units of one formation.
    Formation(FormationId),
    /// Up to so many units of the player's choice.
    General {
        /// The limit.
        limit: u8,
    },
}

/// An ask that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct OpenAsk {
    /// Its number.
    pub id: AskId,
    /// Who decides.
    pub side: SideId,
    /// What about.
    pub pending: Pending,
}

/// What an ask is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Pending {
    /// Where destroyed headquarters come back.
    Return,
    /// Which Christmas present is chosen.
    Present,
    /// Which headquarters get which supports.
    Allot,
    /// What to do in the operations phase.
    Operate,
    /// The defender's quality unit and supports.
    Defend,
    /// Which attacker a snafu strikes.
    Snafu,
    /// Whether the attacker rolls again.
    Reroll,
    /// Which steps are lost.
    Lose,
    /// Where to retreat.
    Retreat,
    /// Where the breakthrough marker lies.
    Mark,
    /// Who advances where.
    Advance,
    /// What is eliminated in a hex with too many steps. Which hex that is follows from the units.
    Overstack,
    /// Whether an event interrupts the other side's march.
    Interrupt,
    /// Whether and where aircraft drop supplies.
    AirSupply,
}

impl Pending {
    /// An ask about it, as its side has to take it. Of a side's rights only that to stop a march passes unless its player
    /// wants to be asked: it comes up too often. What a side does in a phase of its own is no right that it has in passing,
    /// so that a clock gives it the time of a move, though it may do nothing there.
    pub fn asked(self, id: AskId, side: SideId) -> Ask {
        match self {
            Pending::Interrupt => Ask::right(id, side).passing(),
            Pending::Reroll | Pending::Advance | Pending::AirSupply => Ask::right(id, side),
            Pending::Return
            | Pending::Present
            | Pending::Allot
            | Pending::Operate
            | Pending::Defend
            | Pending::Snafu
            | Pending::Lose
            | Pending::Retreat
            | Pending::Mark
            | Pending::Overstack => Ask::duty(id, side),
        }
    }
}

/// A move that has been ordered and not begun.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct March {
    /// Who moves.
    pub unit: Coverable<UnitId>,
    /// All hexes, the one where it stands first; of a unit that comes onto the map its entry hex alone.
    pub path: Vec<HexId>,
}

impl March {
    /// The hexes that the unit enters.
    pub fn entered(&self) -> &[HexId] {
        match &self.path[..] {
            [_, on @ ..] if !on.is_empty() => on,
            entry => entry,
        }
    }
}

/// The combat that is being fought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Combat {
    /// The attacker.
    pub side: SideId,
    /// Whether the attack is a prepared one.
    pub prepared: bool,
    /// The attacked hexes.
    pub targets: Vec<HexId>,
    /// The hexes from which they are attacked.
    pub from: Vec<HexId>,
    /// Units of the attacker and of the defender, in this order; eliminated ones stay listed.
    pub units: [Vec<UnitId>; 2],
    /// Quality units of attacker and defender.
    pub leads: [Option<UnitId>; 2],
    /// Supports of attacker and defender; those removed as losses are gone from here.
    pub supports: [Vec<(UnitId, SupportKind)>; 2],
    /// Air supports of attacker and defender.
    pub air: [u8; 2],
    /// What has gone wrong with the attack (9.5).
    pub snafu: Option<SnafuKind>,
    /// The attacker that the snafu strikes; several until the defender has chosen.
    pub struck: Vec<UnitId>,
    /// A roll that the attacker may make again.
    pub die: Option<u8>,
    /// How the combat was worked out, once the die has been cast.
    pub fight: Option<Fight>,
    /// Hexes that attacker and defender still have to retreat.
    pub retreat: [u8; 2],
    /// Units of the side that retreats that have still to go.
    pub to_retreat: Vec<UnitId>,
    /// Points of the defender's number that nobody was left to meet (7.7.2j).
    pub unmet: u8,
    /// Paths of retreat of the defenders, each from the hex where they stood.
    pub paths: Vec<Vec<HexId>>,
    /// Attackers that have advanced.
    pub advanced: Vec<UnitId>,
}

impl Field {
    /// The unit's state.
    pub fn unit(&self, unit: UnitId) -> &UnitState {
        &self.units[unit.index()]
    }

    /// The hex of a unit, if it is on the map.
    pub fn hex_of(&self, unit: UnitId) -> Option<HexId> {
        self.unit(unit).hex()
    }

    /// Units in a hex, in the order of the definitions.
    pub fn in_hex(&self, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
        self.units.in_hex(hex)
    }

    /// Units on the map, in the order of the definitions.
    pub fn on_map(&self) -> impl Iterator<Item = (UnitId, HexId)> + '_ {
        let placed = |(index, unit): (usize, &UnitState)| unit.hex().map(|hex| (UnitId(index as u16), hex));
        self.units.iter().enumerate().filter_map(placed)
    }

    /// Steps in a hex (5f).
    pub fn steps_in(&self, hex: HexId) -> u8 {
        self.in_hex(hex).map(|unit| self.unit(unit).steps).sum()
    }

    /// The asks that can be answered now: the innermost one, or both sides' if they choose without seeing each other.
    pub fn open_asks(&self) -> impl Iterator<Item = &OpenAsk> {
        let unseen = |pending: Pending| matches!(pending, Pending::Allot | Pending::Present);
        innermost(&self.asks, |ask, last| ask.pending == last.pending && unseen(last.pending)).iter()
    }

    /// The ask that a side can answer now.
    pub fn ask(&self, side: SideId) -> Option<&OpenAsk> {
        self.open_asks().find(|ask| ask.side == side)
    }
}

impl Combat {
    /// Place of a side in the pairs of this combat: [`ATTACKER`] or [`DEFENDER`].
    pub fn role(&self, side: SideId) -> usize {
        if side == self.side { ATTACKER } else { DEFENDER }
    }
}

impl Activation {
    /// The formation, if it is a formation activation.
    pub fn formation(&self) -> Option<FormationId> {
        match self {
            Activation::Formation(formation) => Some(*formation),
            Activation::General { .. } => None,
        }
    }
}
