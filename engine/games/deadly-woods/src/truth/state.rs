//! Everything that is true.

use crate::printed::{Army, BridgeId, Chit, CombatResult, Counter, Definitions, Draw, GERMAN, GroupId, Kind};
use crate::truth::disposition::Disposition;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{AskId, Forgetful, Shared, SideId};
use serde::{Deserialize, Serialize, Serializer};
use std::collections::BTreeSet;
use std::ops::Index;
use std::sync::OnceLock;

/// Where a unit is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    /// Not in this scenario.
    #[default]
    Absent,
    /// It comes with a reinforcement chit of a turn.
    Due(u8, Draw),
    /// An asset that comes to its box at the start of a turn.
    Track(u8),
    /// An asset in its box.
    Box,
    /// In a hex.
    Hex(HexId),
    /// Eliminated.
    Dead,
    /// Withdrawn, surrendered, or never to come.
    Gone,
}

/// What is true of a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct UnitState {
    /// Where it is.
    pub place: Place,
    /// Steps lost.
    pub lost: u8,
    /// Whether it is a German unit that the last check found out of supply (8.1).
    pub out: bool,
    /// Whether it is an asset that has been used: a German one in this turn, an Allied one in this round (12.2, 12.3).
    pub used: bool,
    /// Whether it is bound to its entry area (10.6.4).
    pub bound: bool,
    /// Whether it comes later at the alternative area (14.8.1).
    pub put_off: bool,
    /// Whether it entered in this round.
    pub entered: bool,
    /// Whether it has moved in this round.
    pub moved: bool,
    /// Whether it may not move in this round: it held the door open for another (10.3).
    pub stays: bool,
    /// Whether it has attacked in this round (11.2).
    pub attacked: bool,
    /// Whether it was attacked in this round (11.2).
    pub defended: bool,
}

impl UnitState {
    /// Its hex, if it is on the map.
    pub fn hex(&self) -> Option<HexId> {
        match self.place {
            Place::Hex(hex) => Some(hex),
            _ => None,
        }
    }

    /// What it is now: the third step of a German unit is mechanised (2.3.1.1, 8.3).
    pub fn kind(&self, counter: &Counter) -> Kind {
        counter.last.filter(|_| self.third(counter)).map_or(counter.kind, |(_, kind)| kind)
    }

    /// Whether it is down to its third step.
    pub fn third(&self, counter: &Counter) -> bool {
        counter.last.is_some_and(|(lost, _)| self.lost >= lost)
    }

    /// Steps that are left.
    pub fn steps(&self, counter: &Counter) -> u8 {
        counter.steps.saturating_sub(self.lost)
    }
}

/// The units, one entry a unit of the definitions, and the bridges, one entry a bridge: with what follows from them once
/// somebody has asked for it.
#[derive(Clone, Debug, Default)]
pub struct Roster {
    units: Vec<UnitState>,
    blown: Vec<bool>,
    disposition: OnceLock<Disposition>,
}

impl Roster {
    /// The units and bridges of a game.
    pub fn new(units: Vec<UnitState>, blown: Vec<bool>) -> Roster {
        Roster { units, blown, disposition: OnceLock::new() }
    }

    /// All units.
    pub fn iter(&self) -> impl Iterator<Item = (UnitId, &UnitState)> {
        self.units.iter().enumerate().map(|(at, unit)| (UnitId(at as u16), unit))
    }

    /// One of them, to be changed.
    pub fn get_mut(&mut self, unit: UnitId) -> &mut UnitState {
        &mut self.units[unit.index()]
    }

    /// All of them, to be changed.
    pub fn each(&mut self, change: impl FnMut(&mut UnitState)) {
        self.units.iter_mut().for_each(change);
    }

    /// Whether a bridge is blown.
    pub fn is_blown(&self, bridge: BridgeId) -> bool {
        self.blown.get(usize::from(bridge.0)) == Some(&true)
    }

    /// Which bridges are blown.
    pub fn blown(&self) -> impl Iterator<Item = BridgeId> + '_ {
        (0..self.blown.len() as u16).map(BridgeId).filter(|bridge| self.is_blown(*bridge))
    }

    /// Blows a bridge, or mends it.
    pub fn blow(&mut self, bridge: BridgeId, blown: bool) {
        if let Some(known) = self.blown.get_mut(usize::from(bridge.0)) {
            *known = blown;
        }
    }

    /// Who stands where.
    pub fn disposition(&self, definitions: &Definitions) -> &Disposition {
        self.disposition.get_or_init(|| Disposition::of(definitions, &self.units, &self.blown))
    }
}

impl Forgetful for Roster {
    fn forget(&mut self) {
        self.disposition.take();
    }
}

impl Index<UnitId> for Roster {
    type Output = UnitState;
    fn index(&self, unit: UnitId) -> &UnitState {
        &self.units[unit.index()]
    }
}

impl PartialEq for Roster {
    fn eq(&self, other: &Roster) -> bool {
        (&self.units, &self.blown) == (&other.units, &other.blown)
    }
}

impl Eq for Roster {}

impl Serialize for Roster {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (&self.units, &self.blown).serialize(serializer)
    }
}

/// Where a turn has come to (4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Phase {
    /// Whether the SS leaves (12.10).
    Withdrawal,
    /// Allied engineers (4.1).
    AlliedAssets,
    /// Greif and the motorized marker (4.1).
    GermanAssets,
    /// Allied traffic, then Delay (4.1, 12.1, R13).
    Traffic,
    /// Replacements of the side without the initiative (13.2).
    Replacements,
    /// Replacements of the side with it.
    MoreReplacements,
    /// Which Panzer Army chit the Germans have (17, R20).
    Chits,
    /// The first round of turn 1: German combat (14.3).
    OpeningCombat,
    /// German move.
    OpeningMove,
    /// Traffic of turn 1.
    OpeningTraffic,
    /// The first Reaction.
    OpeningReaction,
    /// The parachutists.
    OpeningDrop,
    /// The first chit of other turns (5.1).
    First,
    /// Chits from the cup (14).
    Rounds,
    /// The second Reaction, as the last chit of turn 1 (14.3.1).
    LastReaction,
}

/// What a round lets its side do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Act {
    /// All move, armour that stayed may attack (14.4).
    Move,
    /// All attack, armour may go a hex before it (14.4).
    Combat,
    /// All in an area move, armour that started there attacks (14.5).
    PanzerArmy(Army),
    /// All move, then attack (14.6).
    AllGerman,
    /// All in an area move, then attack (14.6).
    OneArmy(Army),
    /// Three formations move, then attack (14.7).
    Formations,
    /// Reinforcements enter and move, their armour attacks (14.8).
    Enter(Draw),
    /// III Corps moves, then attacks (14.9).
    Patton,
    /// British and VII Corps move (14.9).
    MontyMove,
    /// British and VII Corps attack (14.9).
    MontyAttack,
    /// Three units move (14.3.1).
    FirstReaction,
    /// Three units move, their armour that stayed may attack (14.3.1).
    SecondReaction,
}

/// A round under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    /// Whose it is.
    pub side: SideId,
    /// What it lets do.
    pub act: Act,
    /// Those whom it concerns, where that is decided as it begins.
    pub units: Vec<UnitId>,
    /// Formations that have been chosen by acting: armoured, mechanised, infantry (14.7).
    pub formations: [Option<GroupId>; 3],
    /// Units that have been chosen by acting (14.3.1).
    pub chosen: Vec<UnitId>,
    /// Engineers that have blown a bridge in this round (10.6.1).
    pub blew: Vec<UnitId>,
    /// Whether the moving is over and the fighting has begun.
    pub fights: bool,
    /// Whether it is being closed: stacks are judged (6.2).
    pub closing: bool,
}

/// A chit on the Action Round Track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played {
    /// The chit.
    pub chit: Chit,
    /// As what it was played.
    pub act: Option<Act>,
}

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

/// How far a combat has come (11.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// The attack is declared: the defender supports.
    Declared,
    /// Supports are known: the die.
    Supported,
    /// The die is rolled: the Germans of turn 1 may take another result.
    Rolled,
    /// Losses are taken, then the airborne may stand.
    Losses,
    /// The beaten go.
    Retreating,
    /// What a retreat cost, then bridges.
    Retreated,
    /// Bridges are done: the advance.
    Advancing,
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
    /// Assets of the attacker.
    pub guns: Vec<UnitId>,
    /// Whether his rockets are doubled (12.2).
    pub doubled: bool,
    /// Whether the asset of the option helps (16.1).
    pub bonus: bool,
    /// Assets of the defender, engineers included.
    pub support: Vec<UnitId>,
    /// Attackers who advance by their order.
    pub follow: Vec<UnitId>,
    /// How far it has come.
    pub stage: Stage,
    /// The result.
    pub result: CombatResult,
    /// Steps that each side still loses.
    pub owed: [u8; 2],
    /// Whether the defender has said that nobody stands.
    pub goes: bool,
    /// Defenders who have still to retreat.
    pub retreating: Vec<UnitId>,
    /// Bridges about which the defender is asked.
    pub bridges: Vec<BridgeId>,
    /// Whether those are blown by a die: after a retreat (10.6.1).
    pub by_die: bool,
    /// Whether any of the beaten went through enemy zones (11.4).
    pub through_zones: bool,
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
