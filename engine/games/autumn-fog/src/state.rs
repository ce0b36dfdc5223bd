//! What is true.

use super::event::Fight;
use super::movement::Kept;
use super::options::Options;
use super::order::{EventKind, Present, SupportKind};
use super::roster::Roster;
use super::tables::SnafuKind;
use definitions::hex::HexId;
use definitions::{FormationId, UnitId};
use engine::contract::{Ask, AskId, Forgetful, Shared, SideId};
use serde::{Deserialize, Serialize};

/// The German side.
pub const GERMAN: SideId = SideId(0);
/// The Allied side.
pub const ALLIED: SideId = SideId(1);

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
    /// Stacks of which the viewer does not see all (11.1). Nothing is unseen in a [`State`], only in a view.
    pub unseen: Vec<UnseenStack>,
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

/// A stack of which a viewer does not see all units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnseenStack {
    /// Whose it is.
    pub side: SideId,
    /// Where it lies.
    pub hex: HexId,
    /// Whether the viewer knows that units in it that he does not see exert a zone of control.
    pub exerts: bool,
}

/// A unit in play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitState {
    /// Where it is.
    pub place: Location,
    /// Steps it has left.
    pub steps: u8,
    /// Supply as of the last check.
    pub supply: Supply,
    /// Whether it was out of command at the last check.
    pub out_of_command: bool,
    /// Whether it is fatigued.
    pub fatigued: bool,
    /// Whether it is in an improved position.
    pub improved: bool,
    /// How often it has been activated this turn.
    pub activations: u8,
    /// Whether it may act in the sequence under way.
    pub active: bool,
    /// Action points left in this sequence.
    pub ap: u8,
    /// Half movement points left of its last movement action.
    pub half_mp: u8,
    /// Whether it has done anything in this activation (recovery must come first).
    pub acted: bool,
    /// Whether it has entered an enemy zone of control and must attack (4.2b).
    pub bound: bool,
    /// Whether it came onto the map this turn.
    pub arrived: bool,
    /// Whether it ended a retreat on other units this turn (7.7.1k).
    pub fell_back: bool,
    /// Whether it may not move this turn because it was surprised (17.1g).
    pub pinned: bool,
    /// The division that a detachment was split off from (18).
    pub parent: Option<UnitId>,
    /// Whether the 150th Panzer Brigade covers it in this activation (15.2d).
    pub covered: bool,
    /// Whether a fuel dump gave it an AP in this activation (15.2e).
    pub refuelled: bool,
}

/// Where a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Location {
    /// Not in this game.
    Absent,
    /// A reinforcement that may come from this turn on.
    Due(u8),
    /// On the map.
    Map(HexId),
    /// On the map, where the viewer does not see it (11.1). No unit of a [`State`] is hidden, only of a view.
    Hidden,
    /// Eliminated on this turn. A headquarters comes back on the next.
    Eliminated(u8),
}

impl UnitState {
    /// A unit as it comes out of the box, with so many steps.
    pub fn fresh(steps: u8) -> UnitState {
        UnitState {
            place: Location::Absent,
            steps,
            supply: Supply::Supplied,
            out_of_command: false,
            fatigued: false,
            improved: false,
            activations: 0,
            active: false,
            ap: 0,
            half_mp: 0,
            acted: false,
            bound: false,
            arrived: false,
            fell_back: false,
            pinned: false,
            parent: None,
            covered: false,
            refuelled: false,
        }
    }

    /// The hex, if the unit is on the map.
    pub fn hex(&self) -> Option<HexId> {
        match self.place {
            Location::Map(hex) => Some(hex),
            _ => None,
        }
    }
}

/// The supply of a unit (10.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Supply {
    /// It has a line of supply.
    #[default]
    Supplied,
    /// It had none at the last check.
    Isolated,
    /// It had none at the last two checks.
    Unsupplied,
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
    /// wants to be asked: it comes up too often.
    pub fn asked(self, id: AskId, side: SideId) -> Ask {
        match self {
            Pending::Interrupt => Ask::right(id, side).passing(),
            Pending::Return
            | Pending::Present
            | Pending::Allot
            | Pending::Reroll
            | Pending::Advance
            | Pending::AirSupply => Ask::right(id, side),
            Pending::Operate
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
    /// Who moves; none to a viewer who does not see the unit.
    pub unit: Option<UnitId>,
    /// All hexes, the one where it stands first.
    pub path: Vec<HexId>,
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

/// Attacker's place in the pairs of a [`Combat`].
pub const ATTACKER: usize = 0;
/// Defender's place in the pairs of a [`Combat`].
pub const DEFENDER: usize = 1;

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

    /// The event marker that bars a hex to a side (15.2a, 15.3a).
    pub fn barrier(&self, hex: HexId, side: SideId) -> Option<EventKind> {
        let bars = |(kind, at): &&(EventKind, HexId)| *at == hex && kind.bars() && kind.side() != side;
        self.markers.iter().find(bars).map(|(kind, _)| *kind)
    }

    /// The asks that can be answered now: the innermost one, or both sides' if they choose without seeing each other.
    pub fn open_asks(&self) -> impl Iterator<Item = &OpenAsk> {
        let innermost = self.asks.last().map(|ask| ask.pending);
        let together = innermost.filter(|pending| matches!(pending, Pending::Allot | Pending::Present));
        let last = self.asks.len().saturating_sub(1);
        let open =
            move |(place, ask): &(usize, &OpenAsk)| *place == last || together.is_some_and(|it| ask.pending == it);
        self.asks.iter().enumerate().filter(open).map(|(_, ask)| ask)
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
