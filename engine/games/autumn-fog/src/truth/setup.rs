//! The state before the first turn of a scenario.

use crate::printed::definitions::Definitions;
use crate::printed::options::Options;
use crate::truth::order::EventKind;
use crate::truth::roster::Roster;
use crate::truth::search::Kept;
use crate::truth::state::{ALLIED, Field, Location, Operations, State, UnitState};
use definitions::hex::HexId;
use definitions::{Feature, Scenario};
use engine::contract::Shared;

impl State {
    /// The state before the first turn of a scenario: what its definitions say, and nothing that a rule makes of it.
    pub fn initial(definitions: &Definitions, index: u8, scenario: &Scenario, options: Options) -> State {
        let mut units: Vec<UnitState> = definitions.units.iter().map(|unit| UnitState::fresh(unit.steps)).collect();
        for placement in &scenario.placements {
            let unit = &mut units[placement.unit.index()];
            unit.place = Location::Map(placement.hex);
            unit.improved = placement.improved;
            unit.steps = unit.steps.saturating_sub(placement.steps_lost).max(1);
        }
        for arrival in &scenario.arrivals {
            let unit = &mut units[arrival.unit.index()];
            unit.place = Location::Due(arrival.turn);
            unit.steps = unit.steps.saturating_sub(arrival.steps_lost).max(1);
        }
        let objective = |hex: &HexId| {
            definitions.published.map.hex(*hex).features.iter().any(|feature| matches!(feature, Feature::Objective(_)))
        };
        let holders = definitions.published.map.on_map().filter(objective).map(|hex| (hex, ALLIED)).collect();
        let armies = definitions.armies.len();
        let field = Field {
            scenario: index,
            options,
            last_turn: scenario.turns.1,
            turn: 0,
            supports: vec![[0; 4]; units.len()],
            units: Roster::new(units, definitions.influence.clone()),
            pools: vec![[0; 4]; armies],
            used: vec![[0; 4]; armies],
            air: [0; 2],
            grounded: [0; 2],
            rerolls: [false; 2],
            tops: Vec::new(),
            met: Vec::new(),
            slipped: Vec::new(),
            unseen: Default::default(),
            last_allotment: Vec::new(),
            breakthroughs: Vec::new(),
            events: EventKind::COUNTS,
            markers: Vec::new(),
            march: None,
            holders,
            meuse_crossed: false,
            crossed_in_supply: false,
            operations: Operations::default(),
            combat: None,
            asks: Vec::new(),
            next_ask: 0,
            over: None,
            kept: Kept::default(),
        };
        State { field: Shared::new(field), sealed: [Vec::new(), Vec::new()], presents: [None, None] }
    }
}
