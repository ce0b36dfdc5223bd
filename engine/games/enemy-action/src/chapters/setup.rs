//! Set-up (3): a scenario before its first day.

use crate::printed::{ALLIED, Definitions, GERMAN, RiverId, Starts};
use crate::truth::roster::{BridgeState, Place, Roster, Supply, UnitState};
use crate::truth::state::{Gains, Hidden, Phase, Piles, Public, State};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::Shared;
use std::collections::BTreeSet;

/// The state of a scenario before its first day.
///
/// # Errors
/// When the scenario does not exist; the message lists those that do.
pub fn initial(definitions: &Definitions, scenario: &str) -> Result<State, String> {
    let at = definitions.published.place_of_scenario(scenario)?;
    let (plan, board) = (&definitions.plans[at], &definitions.board);
    let mut units = vec![UnitState::default(); definitions.units()];
    let mut positions = BTreeSet::new();
    let mut wall = BTreeSet::new();
    for starter in &plan.starters {
        let unit = &mut units[starter.unit.index()];
        unit.lost = starter.lost;
        unit.supply = if starter.low { Supply::Low } else { Supply::Full };
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
    let bridge = |(at, river): (usize, &crate::printed::River)| {
        let (blown, german) = match &plan.bridges {
            Some(own) => (own.blown.contains(&RiverId(at as u16)), own.german.contains(&RiverId(at as u16))),
            None => (river.blown, river.german),
        };
        BridgeState { stands: river.bridged && !blown, owner: if german { GERMAN } else { ALLIED } }
    };
    let bridges = board.rivers().iter().enumerate().map(bridge).collect();
    let towns = board.all().filter(|hex| board.hex(*hex).built.is_some() && board.hex(*hex).behind_westwall);
    let mut towns: BTreeSet<HexId> = towns.chain(plan.towns.iter().copied()).collect();
    // who stands in a town owns it (12.1)
    for (at, unit) in units.iter().enumerate() {
        let Some(hex) = unit.hex().filter(|hex| board.hex(*hex).built.is_some()) else { continue };
        if definitions.counter(UnitId(at as u16)).side == GERMAN {
            towns.insert(hex);
        } else {
            towns.remove(&hex);
        }
    }
    let public = Public {
        scenario: at as u8,
        day: plan.days.0,
        phase: Phase::Reserves,
        impulse: GERMAN,
        opening: 0,
        opened: Vec::new(),
        passed: false,
        units: Shared::new(Roster::new(units, bridges)),
        towns,
        wall,
        positions,
        roadblocks: plan.roadblocks.iter().copied().collect(),
        depots: BTreeSet::new(),
        fuel: 0,
        shortages: Vec::new(),
        at_dinant: false,
        okw: None,
        piles: [Piles::default(), Piles::default()],
        last: Default::default(),
        acted: Default::default(),
        single: [false; 2],
        meuse_reached: false,
        meuse_crossed: false,
        gains: Gains::default(),
        in_effect: Vec::new(),
        demolition: None,
        march: None,
        halted: None,
        crisis: false,
        interdiction: None,
        cup: definitions.cup(),
        aside: Vec::new(),
        activation: None,
        besides: None,
        deployment: None,
        replacing: None,
        joining: None,
        combat: None,
        asked: None,
        next_ask: 0,
        ending: None,
    };
    Ok(State { public, hidden: [Hidden::default(), Hidden::default()] })
}
