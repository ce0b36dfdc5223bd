use super::board::Board;
use super::chits::{TurnChits, turns};
use super::counters::Counter;
use definitions::hex::HexId;
use definitions::{Argument, DefinitionError, Published, Scenario, UnitId};
use serde::{Deserialize, Serialize};

/// The reinforcement chit of a turn with which something comes (14.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Draw {
    /// The side's first.
    First,
    /// The side's second.
    Second,
}

/// A unit that comes with a reinforcement chit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coming {
    /// The unit.
    pub unit: UnitId,
    /// Game turn.
    pub turn: u8,
    /// With which chit.
    pub draw: Draw,
    /// Its entry hexes.
    pub hexes: Vec<HexId>,
    /// The entry area by which it may come a chit later (14.8.1).
    pub later: Option<String>,
    /// The place that the Germans must hold (14.8.3).
    pub held: Option<HexId>,
}

/// A scenario as the rules read it.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Last game turn; the first is 1.
    pub last: u8,
    /// Who stands where.
    pub placed: Vec<(UnitId, HexId)>,
    /// Assets that lie in their box from the start.
    pub boxed: Vec<UnitId>,
    /// Special reinforcements: to the box at the start of a turn (12.9).
    pub special: Vec<(UnitId, u8)>,
    /// Who comes.
    pub coming: Vec<Coming>,
    /// The chits, by turn from 1.
    pub chits: Vec<TurnChits>,
    /// The VP hexes (3.4).
    pub objectives: Vec<HexId>,
    /// Whether it goes on beyond the attack (3.4).
    pub campaign: bool,
}

/// How a box of the turn record track is called in a scenario.
const TRACK: &str = "Turn Record Track, turn ";

impl Plan {
    pub(super) fn read(
        scenario: &Scenario,
        published: &Published,
        board: &Board,
        counters: &[Counter],
    ) -> Result<Plan, DefinitionError> {
        let fault = |message: String| DefinitionError::new(&format!("scenario-{}.txt", scenario.id), 0, message);
        if scenario.turns.0 != 1 {
            return Err(fault("expected the scenario to begin with turn 1".to_owned()));
        }
        let (mut boxed, mut special) = (Vec::new(), Vec::new());
        for it in &scenario.boxed {
            match it.name.strip_prefix(TRACK) {
                Some(turn) => {
                    let turn = turn.parse::<u8>().map_err(|_| fault(format!("expected a turn, found `{turn}`")))?;
                    special.push((it.unit, turn));
                }
                None => boxed.push(it.unit),
            }
        }
        let mut coming = Vec::new();
        for arrival in &scenario.arrivals {
            let mut it = Coming {
                unit: arrival.unit,
                turn: arrival.turn,
                draw: Draw::First,
                hexes: arrival.hexes.clone(),
                later: None,
                held: None,
            };
            for phrase in &arrival.conditions {
                match (phrase.word.as_str(), &phrase.arguments[..]) {
                    ("with-chit", [Argument::Word(which)]) => {
                        it.draw = if which == "second" { Draw::Second } else { Draw::First };
                    }
                    ("or-later", [Argument::Word(area)]) => it.later = Some(area.clone()),
                    ("if-held", [Argument::Hex(hex)]) => it.held = Some(*hex),
                    ("if-held", [Argument::Word(name)]) => {
                        it.held =
                            Some(named(published, name).ok_or_else(|| fault(format!("there is no place `{name}`")))?)
                    }
                    (other, _) => return Err(fault(format!("no rule reads the condition `{other}` of an arrival"))),
                }
            }
            let side = counters[it.unit.index()].side;
            let entry = |hex: &HexId| board.hex(*hex).entry.as_ref().is_some_and(|(whose, _)| *whose == side);
            if it.hexes.is_empty() || !it.hexes.iter().all(entry) {
                let name = &published.units.unit(it.unit).name;
                return Err(fault(format!("expected {name} to come by an entry area of its side")));
            }
            coming.push(it);
        }
        let objectives = scenario.objectives.as_ref();
        let objectives = objectives.ok_or_else(|| fault("expected a line `objectives` (3.4)".to_owned()))?;
        Ok(Plan {
            last: scenario.turns.1,
            placed: scenario.placements.iter().map(|it| (it.unit, it.hex)).collect(),
            boxed,
            special,
            coming,
            chits: turns(scenario, published)?,
            objectives: objectives.hexes.clone(),
            campaign: !scenario.departures.is_empty(),
        })
    }
}

/// The hex of a place.
fn named(published: &Published, name: &str) -> Option<HexId> {
    published.map.on_map().find(|hex| published.map.hex(*hex).name.as_deref() == Some(name))
}
