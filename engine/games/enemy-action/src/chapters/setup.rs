//! Set-up (3): a scenario before its first day.

use crate::printed::{ALLIED, Definitions, GERMAN, Starts};
use crate::truth::roster::{BridgeState, Place, Roster, UnitState};
use crate::truth::state::{Gains, Hidden, Phase, Piles, Public, State};
use engine::contract::Shared;
use std::collections::BTreeSet;

/// The state of a scenario before its first day.
///
/// # Errors
/// When the scenario does not exist; the message lists those that do.
pub fn initial(definitions: &Definitions, scenario: &str) -> Result<State, String> {
    let scenarios = &definitions.published.scenarios;
    let at = scenarios.iter().position(|known| known.id == scenario).ok_or_else(|| {
        let known: Vec<&str> = scenarios.iter().map(|scenario| scenario.id.as_str()).collect();
        format!("there is no scenario `{scenario}`; there are: {}", known.join(", "))
    })?;
    let (plan, board) = (&definitions.plans[at], &definitions.board);
    let mut units = vec![UnitState::default(); definitions.units()];
    let mut positions = BTreeSet::new();
    let mut wall = BTreeSet::new();
    for starter in &plan.starters {
        let unit = &mut units[starter.unit.index()];
        unit.lost = starter.lost;
        unit.place = match starter.starts {
            Starts::At(hex, improved) => {
                positions.extend(improved.then_some(hex));
                let allied = definitions.counter(starter.unit).side == ALLIED;
                wall.extend((allied && board.hex(hex).westwall).then_some(hex));
                Place::Hex(hex)
            }
            Starts::Due(day, strategic) => Place::Due(day, strategic),
            Starts::Okw => Place::Okw,
            Starts::Heydte => Place::Heydte,
            Starts::Dead => Place::Dead,
        };
    }
    let bridge = |river: &crate::printed::River| BridgeState {
        stands: river.bridged && !river.blown,
        owner: if river.german { GERMAN } else { ALLIED },
    };
    let bridges = board.rivers().iter().map(bridge).collect();
    let towns = board.all().filter(|hex| board.hex(*hex).built.is_some() && board.hex(*hex).behind_westwall);
    let public = Public {
        scenario: at as u8,
        day: plan.days.0,
        phase: Phase::Reserves,
        impulse: GERMAN,
        opening: 0,
        opened: Vec::new(),
        passed: false,
        units: Shared::new(Roster::new(units, bridges)),
        towns: towns.collect(),
        wall,
        positions,
        roadblocks: BTreeSet::new(),
        piles: [Piles::default(), Piles::default()],
        last: Default::default(),
        acted: Default::default(),
        single: [false; 2],
        meuse_reached: false,
        meuse_crossed: false,
        gains: Gains::default(),
        in_effect: Vec::new(),
        demolition: None,
        interdiction: None,
        cup: definitions.cup(),
        aside: Vec::new(),
        activation: None,
        deployment: None,
        replacing: None,
        combat: None,
        asked: None,
        next_ask: 0,
        ending: None,
    };
    Ok(State { public, hidden: [Hidden::default(), Hidden::default()] })
}
