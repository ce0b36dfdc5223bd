//! Everything that is true.

use crate::printed::{BridgeId, Definitions, GERMAN, PlungerId};
use crate::truth::disposition::Disposition;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{AskId, Shared, SideId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Where a unit is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    /// Not in this scenario.
    #[default]
    Absent,
    /// It comes in a turn.
    Due(u8),
    /// It may be placed (2.2f), or waits by its owner's will.
    Waiting,
    /// In a hex.
    Hex(HexId),
    /// It has left the map for points, on a turn.
    Exited(u8),
    /// Dead, or removed by an order of arrival: it never returns (1.2q, 2.2g).
    Gone,
}

/// What is true of a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct UnitState {
    /// Where it is.
    pub place: Place,
    /// Steps lost.
    pub lost: u8,
    /// Whether it is disorganised (3.4).
    pub disorganised: bool,
    /// Whether it is a reinforcement that has not moved since it was placed (3.1n, 3.5e).
    pub fresh: bool,
    /// The hex in which it was placed as a reinforcement (5.1b).
    pub landed: Option<HexId>,
    /// Half points spent in this phase; none before it moves.
    pub spent: Option<u16>,
    /// Whether it moves no more in this phase: others began after it, it has spotted, or tried to blow a bridge.
    pub stays: bool,
    /// Whether it has tried to blow a bridge in this phase (3.8i).
    pub tried: bool,
    /// Whether it has fired in this phase (3.6b).
    pub fired: bool,
    /// Whether it began this phase adjacent to an enemy (1.3d).
    pub began_adjacent: bool,
    /// Whether it began this phase in a hex with an enemy barrage marker, or entered one since (3.5w).
    pub under_fire: bool,
    /// Whether it has overrun in this phase (3.3i).
    pub overran: bool,
    /// Whether it has attacked in this combat phase.
    pub attacked: bool,
}

impl UnitState {
    /// Its hex, if it is on the map.
    pub fn hex(&self) -> Option<HexId> {
        match self.place {
            Place::Hex(hex) => Some(hex),
            _ => None,
        }
    }
}

/// The units, with who stands where.
pub type Roster = engine::kernel::Roster<UnitState, Disposition>;

/// The phases of a turn (2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Phase {
    /// Weather, air strikes, air supply, reinforcements, removal of DG (2.1b).
    PreTurn,
    /// Movement and barrage.
    Movement,
    /// US barrage in the German turn.
    Barrage,
    /// Combat.
    Combat,
    /// Exploitation.
    Exploitation,
    /// Supply.
    Supply,
}

/// What became of the charges of a plunger (3.8f).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Charge {
    /// It can be blown.
    #[default]
    Primed,
    /// Its bridges are blown.
    Blown,
    /// It was tried, or Germans came to it: they never will be.
    Tested,
}

/// What a side is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Topic {
    /// Where units start whose list leaves a choice (7.4g).
    SetUp,
    /// The pre-turn: air supply, reinforcements, dice for guns without supply (2.1b).
    Arrivals,
    /// What moves, overruns and fires, in movement and in exploitation.
    Move,
    /// What fires in the US barrage phase of the German turn (3.6c).
    Barrage,
    /// What is attacked.
    Attack,
    /// Whether an attacked stack holds or retreats before combat (3.2a).
    Hold,
    /// Which unit loses a step (SCS.8).
    Losses,
    /// Where the beaten go (SCS.FIGHTc).
    Retreat,
    /// Who advances (3.2q).
    Advance,
    /// Where artillery runs (3.6d).
    BugOut,
    /// Whether bridges are blown at which Germans arrive (3.8h).
    Bridge,
}

/// An open question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// Its number.
    pub id: AskId,
    /// Who is asked.
    pub side: SideId,
    /// What about.
    pub topic: Topic,
    /// Whether it passes if the side has not ordered otherwise.
    pub passes: bool,
}

/// What is left of a move that waits for the other side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct March {
    /// The units that move together.
    pub units: Vec<UnitId>,
    /// The rest of their way, the hex where they are included.
    pub path: Vec<HexId>,
}

/// How far a combat has come (3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// Before the defender has said whether he holds.
    Announced,
    /// The dice are rolled: losses, then the retreat.
    Fought,
    /// The defender goes back before combat.
    Avoided,
    /// The retreat is done, or there is none: the step that it cost, then the advance.
    Over,
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
    /// Whether it is an overrun (3.3).
    pub overrun: bool,
    /// How far it has come.
    pub stage: Stage,
    /// Steps that each side still loses.
    pub owed: [u8; 2],
    /// Whether the strongest attacker has paid the first loss (SCS.8a).
    pub first_paid: bool,
    /// Hexes of retreat.
    pub retreat: u8,
    /// Attackers whom their order sends into the hex if it is cleared.
    pub follow: Vec<UnitId>,
    /// Where those go on who may.
    pub beyond: Option<HexId>,
    /// Units that have advanced.
    pub advanced: Vec<UnitId>,
}

/// How the game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// The winner; none for a draw.
    pub winner: Option<SideId>,
    /// How great the victory is.
    pub level: String,
    /// The most points that the Germans had at the end of a turn.
    pub points: u16,
    /// Why it is so great, with the case.
    #[serde(default)]
    pub reason: String,
}

/// The barrage markers of a side (3.5p).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Barrages {
    /// Full markers by hex.
    pub full: BTreeMap<HexId, u8>,
    /// Half markers by hex, within the phase in which they came.
    pub half: BTreeMap<HexId, u8>,
}

/// Everything that is true.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct State {
    /// Place of the scenario in the definitions.
    pub scenario: u8,
    /// Game turn.
    pub turn: u8,
    /// Whose player turn it is.
    pub side: SideId,
    /// The phase.
    pub phase: Phase,
    /// The units.
    pub units: Shared<Roster>,
    /// The units that are being moved: they go on until others begin (ruling R17).
    pub movers: Vec<UnitId>,
    /// The barrage markers of each side.
    pub barrages: [Barrages; 2],
    /// Whether it freezes this turn (2.2a).
    pub frost: bool,
    /// Air strikes that are left this turn (2.2d).
    pub strikes: u8,
    /// Hexes that an air strike without a spotter has met in this phase (3.5k).
    pub unspotted: Vec<HexId>,
    /// Hexes in which air supply lies (2.2e).
    pub air_supply: Vec<HexId>,
    /// What became of each plunger's charges.
    pub charges: Vec<Charge>,
    /// Whether the Germans control each VP hex, in the order of the board (6c).
    pub german: Vec<bool>,
    /// The most points that the Germans had at the end of a turn (6a).
    pub best: u16,
    /// Whether the phase has just begun: guns run from those who stand beside them, bridges are thought of.
    pub opening: bool,
    /// Hexes that were attacked in this combat phase (SCS.FIGHTb).
    pub targets: Vec<HexId>,
    /// Artillery for which a die was rolled in this pre-turn (3.7o).
    pub rolled: Vec<UnitId>,
    /// Primed plungers to which Germans have come so near that the US player thinks of them.
    pub threatened: Vec<PlungerId>,
    /// The move that waits for the other side.
    pub march: Option<March>,
    /// The combat under way.
    pub combat: Option<Combat>,
    /// The open question.
    pub asked: Option<Asked>,
    /// Number of the next question.
    pub next_ask: u32,
    /// The end.
    pub ending: Option<Ending>,
}

impl State {
    /// The state of a scenario before anybody is placed.
    pub fn empty(definitions: &Definitions, scenario: u8) -> State {
        let turn = definitions.plans.get(usize::from(scenario)).map_or(1, |plan| plan.turns.0);
        State {
            scenario,
            turn,
            side: GERMAN,
            phase: Phase::PreTurn,
            units: Shared::new(Roster::new(vec![UnitState::default(); definitions.counters.len()])),
            movers: Vec::new(),
            barrages: Default::default(),
            frost: false,
            strikes: 0,
            unspotted: Vec::new(),
            air_supply: Vec::new(),
            charges: vec![Charge::Primed; definitions.board.plungers().len()],
            german: vec![false; definitions.board.objectives().len()],
            best: 0,
            opening: false,
            targets: Vec::new(),
            rolled: Vec::new(),
            threatened: Vec::new(),
            march: None,
            combat: None,
            asked: None,
            next_ask: 0,
            ending: None,
        }
    }

    /// A unit.
    pub fn unit(&self, unit: UnitId) -> &UnitState {
        &self.units[unit]
    }

    /// Who stands where.
    pub fn disposition<'a>(&'a self, definitions: &Definitions) -> &'a Disposition {
        let in_play = || &definitions.plans[usize::from(self.scenario)].in_play;
        self.units.known(|units| Disposition::of(definitions, units, in_play()))
    }

    /// Full barrage markers of a side in a hex.
    pub fn markers(&self, side: SideId, hex: HexId) -> u8 {
        self.barrages[side.index()].full.get(&hex).copied().unwrap_or(0)
    }

    /// The charges of a plunger.
    pub fn charge(&self, plunger: PlungerId) -> Charge {
        self.charges.get(usize::from(plunger.0)).copied().unwrap_or_default()
    }

    /// Whether a plunger has blown a bridge.
    pub fn is_blown(&self, definitions: &Definitions, bridge: BridgeId) -> bool {
        let ends = definitions.board.bridge(bridge).ends;
        ends.iter().filter_map(|hex| definitions.board.plunger_in(*hex)).any(|it| self.charge(it) == Charge::Blown)
    }
}
