//! Leaving the map for points (SCS.MOVEc, 7.2b, 7.3e, 7.5f).

use super::{Mover, check_unit, left, points};
use crate::chapters::asking::several;
use crate::chapters::terrain;
use crate::printed::{Definitions, Road};
use crate::truth::event::Event;
use crate::truth::state::State;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Refusal, SideId};

/// Whether the scenario counts anybody of a side off the map.
///
/// # Errors
/// That it does not.
pub fn anybody(definitions: &Definitions, state: &State, side: SideId) -> Result<(), Refusal> {
    let exits = definitions.plans[usize::from(state.scenario)].exits.as_ref();
    let formations = exits.iter().flat_map(|exits| &exits.formations);
    let own = |formation: &str| {
        definitions.units_of(side).any(|unit| definitions.published.units.unit(unit).division == formation)
    };
    if formations.into_iter().any(|exit| own(&exit.formation)) {
        return Ok(());
    }
    Err(Refusal::new("SCS.MOVEc", "none of your units leaves the map for points in this scenario"))
}

/// Judges that a unit leaves the map: it is of a formation that counts, in a hex by which formations leave, and can pay for one
/// more hex like it (ruling R16).
///
/// # Errors
/// The rule that forbids it.
pub fn check(definitions: &Definitions, state: &State, side: SideId, unit: UnitId) -> Result<Event, Refusal> {
    let hex = check_unit(definitions, state, side, unit)?;
    let (name, place) = (definitions.name(unit), definitions.place(hex));
    let no = |why: String| Refusal::new("SCS.MOVEc", why);
    let exits = definitions.plans[usize::from(state.scenario)].exits.as_ref();
    let exits = exits.ok_or_else(|| no("nobody leaves the map for points in this scenario".to_owned()))?;
    let division = &definitions.published.units.unit(unit).division;
    if !exits.formations.iter().any(|exit| exit.formation == *division) {
        return Err(no(format!("the formation of {name} does not count off the map")));
    }
    if !exits.hexes.contains(&hex) {
        let nearest = exits.hexes.iter().map(|exit| (definitions.board.distance(hex, *exit), *exit)).min();
        let near = nearest.map_or_else(String::new, |(far, exit)| {
            format!("The nearest hex to leave by is {}, {} away.", definitions.place(exit), several(far.into(), "hex"))
        });
        return Err(no(format!("{name} is in {place}, where no formation leaves")).remedy(near));
    }
    let (cost, has) = (cost(definitions, state, unit, hex), left(definitions, state, unit));
    match cost.filter(|cost| *cost <= has) {
        Some(cost) => Ok(Event::Left { unit, turn: state.turn, spent: state.unit(unit).spent.unwrap_or(0) + cost }),
        None => {
            let cost = cost.map_or_else(|| "a road that is not there".to_owned(), points);
            Err(no(format!("to leave from {place} takes {name} {cost}, and it has {}", points(has))))
        }
    }
}

/// Half points for a hex like the one that is left: by its best open road, else its ground; none where that is prohibited. Enemy
/// markers in it cost what they cost whoever leaves their hex (3.5t to 3.5v).
fn cost(definitions: &Definitions, state: &State, unit: UnitId, hex: HexId) -> Option<u16> {
    let kind = definitions.counter(unit).allowance.index();
    let chart = &definitions.tables.chart;
    let it = definitions.board.hex(hex);
    let rate = |road: Road| match road {
        Road::Road => chart.road[kind],
        Road::Track => chart.track[kind],
    };
    let by_road = it.sides.iter().filter_map(|side| terrain::road(definitions, state, hex, side)).map(rate).min();
    let fire = Mover::new(definitions, state, unit, hex).enemy_fire(hex);
    by_road.or(it.entry_costs[kind]).map(|ground| ground + fire)
}
