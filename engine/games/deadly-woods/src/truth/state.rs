//! Everything that is true.

pub use super::roster::{Place, Roster, UnitState};
pub use super::round::{Act, Combat, Phase, Played, Round, Stage};

use crate::printed::{BridgeId, Chit, Definitions, GERMAN, Kind};
use crate::truth::disposition::Disposition;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{AskId, Shared, SideId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What a side is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Topic {
    /// Which of the two Panzer Army chits (17).
    Army,
    /// Whether the SS leaves (12.10).
    Withdrawal,
    /// Which assets are laid out (4.1).
    Assets,
    /// Which steps are taken back (13).
    Replacements,
    /// Which chit is first (5.1).
    First,
    /// As what a chit is played (14.4, 14.6, 14.8.2, 14.9).
    Drawn,
    /// What is done in a round.
    Round,
    /// Where the parachutists land (12.7).
    Drop,
    /// Whether the second Reaction is played (14.3.1).
    React,
    /// What supports a defence (11.3.1).
    Support,
    /// Whether a retreat becomes a loss of both (11.3.3).
    Convert,
    /// Which unit loses a step (11.3.3).
    Losses,
    /// Whether airborne units stand (11.4.1).
    Stand,
    /// Where the beaten go (11.4).
    Retreat,
    /// Whether a bridge is blown (10.6.1).
    Bridge,
    /// Who advances (11.5).
    Advance,
    /// Who is taken off an overfull hex (6.2).
    Excess,
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

/// Peiper's fuel (8.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fuel {
    /// It lies where it lay.
    Lies,
    /// Peiper has it.
    Captured,
    /// It is gone.
    Gone,
}

/// What became of the SS on turn 11 (12.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ss {
    /// It is not yet turn 11.
    Open,
    /// Those in supply have left.
    Left,
    /// The Germans kept them.
    Kept,
    /// They were too few to leave.
    TooFew,
}

/// How the game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// The winner.
    pub winner: SideId,
    /// Why, with the case.
    pub reason: String,
}

/// Everything that is true.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct State {
    /// Place of the scenario in the definitions.
    pub scenario: u8,
    /// Whether the option of 16 is played.
    pub option: bool,
    /// Game turn.
    pub turn: u8,
    /// Where the turn has come to.
    pub phase: Phase,
    /// Whose initiative it is.
    pub initiative: SideId,
    /// Units and bridges.
    pub units: Shared<Roster>,
    /// Villages, towns and VP hexes that the Germans control (3.5).
    pub german: BTreeSet<HexId>,
    /// What is in the cup, sorted: its content is known by the chart, and it has no order.
    pub cup: Vec<Chit>,
    /// What the Allied player holds.
    pub hand: Vec<Chit>,
    /// What has been played this turn.
    pub track: Vec<Played>,
    /// How many chits lay on the track when the second Reaction was last kept (14.3.1).
    pub reaction_kept: u8,
    /// A chit that waits to be played as something.
    pub drawn: Option<Chit>,
    /// The round under way.
    pub round: Option<Round>,
    /// The combat under way.
    pub combat: Option<Combat>,
    /// Replacement points spent this turn, by side: infantry, armour.
    pub spent: [[u8; 2]; 2],
    /// Units that were brought back or rebuilt this turn (13.2.2).
    pub rebuilt: Vec<UnitId>,
    /// Where Greif lies.
    pub greif: Option<HexId>,
    /// Where traffic lies.
    pub traffic: Option<HexId>,
    /// Where air supply lies.
    pub air: Option<HexId>,
    /// Whether air supply was used (8.6).
    pub air_used: bool,
    /// Who has the trucks (12.6).
    pub motorised: Option<UnitId>,
    /// Where rumours of parachutists slow the Allies (12.7).
    pub rumour: Option<HexId>,
    /// Peiper's fuel.
    pub fuel: Fuel,
    /// Whether the 150th Brigade has used its right (7.3).
    pub infiltrated: bool,
    /// Whether the asset of the option was used this turn (16.1).
    pub bonus_used: bool,
    /// Bridges that the Germans have rebuilt this turn, by army area (10.6.2).
    pub built: [u8; 3],
    /// The turn on which a German first entered St. Vith (9.2.1).
    pub st_vith: Option<u8>,
    /// Whether a German has moved or attacked across the Meuse (10.6.4).
    pub meuse: bool,
    /// What became of the SS.
    pub ss: Ss,
    /// VP at the end of the last turn.
    pub points: u8,
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
        let board = &definitions.board;
        let blown = board.bridges().iter().map(|bridge| bridge.blown).collect();
        let objective = |hex: &HexId| definitions.plans.iter().any(|plan| plan.objectives.contains(hex));
        let places = board.all().filter(|hex| board.hex(*hex).settled() || objective(hex));
        State {
            scenario,
            option: false,
            turn: 1,
            phase: Phase::Withdrawal,
            initiative: GERMAN,
            units: Shared::new(Roster::new(vec![UnitState::default(); definitions.counters.len()], blown)),
            german: places.filter(|hex| board.hex(*hex).german).collect(),
            cup: Vec::new(),
            hand: Vec::new(),
            track: Vec::new(),
            reaction_kept: 0,
            drawn: None,
            round: None,
            combat: None,
            spent: [[0; 2]; 2],
            rebuilt: Vec::new(),
            greif: None,
            traffic: None,
            air: None,
            air_used: false,
            motorised: None,
            rumour: None,
            fuel: Fuel::Gone,
            infiltrated: false,
            bonus_used: false,
            built: [0; 3],
            st_vith: None,
            meuse: false,
            ss: Ss::Open,
            points: 0,
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
        self.units.disposition(definitions)
    }

    /// What a unit is now.
    pub fn kind(&self, definitions: &Definitions, unit: UnitId) -> Kind {
        self.unit(unit).kind(definitions.counter(unit))
    }

    /// Whether a bridge can be crossed as one.
    pub fn stands(&self, bridge: Option<BridgeId>) -> bool {
        bridge.is_some_and(|bridge| !self.units.is_blown(bridge))
    }
}
