//! Movement (1.3, 3.1, 3.6a): who may move, how far, and where to.

pub mod exit;
pub mod orders;
pub mod overrun;
mod reach;
mod way;

pub use reach::{Barrier, Mover, Reached};
pub use way::along;

use crate::chapters::asking::{by_scenario, case_of_now};
use crate::chapters::{reinforcements, terrain};
use crate::printed::{Definitions, POINT};
use crate::truth::event::Event;
use crate::truth::state::{Phase, Place, State};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Refusal, SideId};

/// The allowance of a unit in half points, halved if it is disorganised (3.4g).
pub fn allowance(definitions: &Definitions, state: &State, unit: UnitId) -> u16 {
    let printed = definitions.counter(unit).movement;
    if state.unit(unit).disorganised { printed / 2 } else { printed }
}

/// Half points that a unit has left in this phase: what was spent stays spent when it becomes disorganised (3.4h).
pub fn left(definitions: &Definitions, state: &State, unit: UnitId) -> u16 {
    allowance(definitions, state, unit).saturating_sub(state.unit(unit).spent.unwrap_or(0))
}

/// Half points as people count them: `3½ MP`.
pub fn points(half: u16) -> String {
    let (whole, rest) = (half / POINT, half % POINT);
    match (whole, rest) {
        (0, 1..) => "½ MP".to_owned(),
        (_, 0) => format!("{whole} MP"),
        _ => format!("{whole}½ MP"),
    }
}

/// Whether a unit may move in the phase that is under way.
///
/// # Errors
/// The rule that forbids it.
pub fn check_unit(definitions: &Definitions, state: &State, side: SideId, unit: UnitId) -> Result<HexId, Refusal> {
    let (counter, it, name) = (definitions.counter(unit), state.unit(unit), definitions.name(unit));
    if counter.side != side {
        let whose = definitions.side_name(counter.side);
        return Err(Refusal::new("2.1a", format!("{name} is {whose}; you move your own units")));
    }
    let hex = match it.place {
        Place::Hex(hex) => hex,
        Place::Due(_) | Place::Waiting => return Err(reinforcements::not_here(definitions, state, unit)),
        Place::Exited(_) => return Err(Refusal::new("SCS.MOVEc", format!("{name} has left the map"))),
        Place::Gone => return Err(Refusal::new("1.2q", format!("{name} is dead or removed and never returns"))),
        Place::Absent => {
            return Err(by_scenario(definitions, state, 'c', format!("{name} is not in this scenario")));
        }
    };
    if it.fired {
        return Err(Refusal::new("3.6b", format!("{name} has fired in this phase, so it does not move")));
    }
    if it.stays && it.spent.is_some() && !state.movers.contains(&unit) {
        return Err(Refusal::new("SCS.MOVEe", format!("{name} has moved, and others after it"))
            .remedy("Who moves and overruns finishes before others begin: give his orders one after the other."));
    }
    if it.stays {
        let (case, why) = if it.tried { ("3.8i", "tried a bridge") } else { ("3.5h", "spotted") };
        return Err(
            Refusal::new(case, format!("{name} has {why} in this phase")).remedy("It may move in its next phase.")
        );
    }
    match state.phase {
        Phase::Movement => Ok(hex),
        Phase::Exploitation => check_exploits(definitions, state, unit).map(|()| hex),
        _ => Err(Refusal::new(case_of_now(state), "nobody moves in this phase".to_owned())),
    }
}

/// The units of a side that may move in the phase that is under way and have not begun to.
pub fn unmoved(definitions: &Definitions, state: &State, side: SideId) -> Vec<UnitId> {
    let fresh =
        |unit: &UnitId| state.unit(*unit).spent.is_none() && check_unit(definitions, state, side, *unit).is_ok();
    definitions.units_of(side).filter(fresh).collect()
}

/// Whether a unit may exploit (1.2n to 1.2p).
fn check_exploits(definitions: &Definitions, state: &State, unit: UnitId) -> Result<(), Refusal> {
    let (it, name) = (state.unit(unit), definitions.name(unit));
    let no = |case: &'static str, why: &str| Err(Refusal::new(case, format!("{name} does not exploit: {why}")));
    if !definitions.counter(unit).exploits {
        return no("1.2n", "it has no yellow banner");
    }
    if it.disorganised {
        return no("3.4j", "it is disorganised");
    }
    if it.began_adjacent {
        return no("1.3d", "it began the phase adjacent to an enemy unit");
    }
    if it.under_fire {
        return no("3.5w", "it began the phase under an enemy barrage marker or has entered one");
    }
    Ok(())
}

/// A unit that may move, with all that it can reach.
///
/// # Errors
/// The rule that forbids it to move.
pub fn mover<'a>(
    definitions: &'a Definitions,
    state: &'a State,
    side: SideId,
    unit: UnitId,
) -> Result<Mover<'a>, Refusal> {
    let hex = check_unit(definitions, state, side, unit)?;
    Ok(Mover::new(definitions, state, unit, hex))
}

/// What a move of one unit to a hex makes: the events, by the way that leaves it most.
///
/// # Errors
/// The rule that forbids it.
pub fn to(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    unit: UnitId,
    to: HexId,
) -> Result<Vec<Event>, Refusal> {
    let mover = mover(definitions, state, side, unit)?;
    let reached = mover.search();
    match reached.path(to).filter(|path| path.len() > 1) {
        Some(path) => along(definitions, state, side, &[unit], &path),
        None => Err(why_not(definitions, state, unit, &mover, to)),
    }
}

/// Why a unit cannot go to a hex.
fn why_not(definitions: &Definitions, state: &State, unit: UnitId, mover: &Mover<'_>, to: HexId) -> Refusal {
    let (name, place) = (definitions.name(unit), definitions.place(to));
    if state.unit(unit).hex() == Some(to) {
        return Refusal::new("order", format!("{name} stands in {place} already"));
    }
    // what bars all sides of the hex itself tells most
    let sides = &definitions.board.hex(to).sides;
    let inward =
        |side: &crate::printed::Side| mover.entry_cost(side.there, definitions.board.side(side.there, to)?).err();
    let barriers: Vec<Barrier> = sides.iter().filter_map(inward).collect();
    if let Some(barrier) = barriers.iter().max().filter(|_| barriers.len() == sides.len()) {
        return match barrier {
            Barrier::Prohibited => prohibited(definitions, state, name, to),
            _ => barred(definitions, state, name, to, *barrier),
        };
    }
    let left = left(definitions, state, unit);
    match mover.price(to) {
        Some(cost) if cost > left => {
            Refusal::new("1.3i", format!("{place} costs {name} {}, and it has {}", points(cost), points(left)))
        }
        Some(cost) if state.phase == Phase::Exploitation => {
            let message = format!(
                "the way of {name} to {place} ({} of {}) leads through a barrage or a traffic jam, where it exploits no more",
                points(cost),
                points(left)
            );
            Refusal::new("3.5w", message)
        }
        Some(cost) => {
            let message = format!(
                "the way of {name} to {place} ({} of {}) leads through a traffic jam, where half of its allowance is left",
                points(cost),
                points(left)
            );
            Refusal::new("3.4d", message)
        }
        None => Refusal::new("1.3i", format!("no way leads {name} to {place} past prohibited hexes and enemy units")),
    }
}

/// A hex that a unit may not enter off the road; it reads of a bridge if one is missing there (1.3m).
fn prohibited(definitions: &Definitions, state: &State, name: &str, to: HexId) -> Refusal {
    let place = definitions.place(to);
    let missing = |side: &&crate::printed::Side| {
        side.road.is_some() && side.bridge.is_some_and(|bridge| !terrain::stands(definitions, state, bridge))
    };
    match definitions.board.hex(to).sides.iter().find(missing) {
        Some(side) => {
            let from = definitions.place(side.there);
            let message = format!("{place} is prohibited to {name} but along a road, and no bridge stands from {from}");
            Refusal::new("1.3m", message)
        }
        None => Refusal::new("1.3i", format!("{place} is prohibited to {name} but along a road")),
    }
}

fn barred(definitions: &Definitions, state: &State, name: &str, to: HexId, barrier: Barrier) -> Refusal {
    let place = definitions.place(to);
    match barrier {
        Barrier::OutOfPlay => by_scenario(definitions, state, 'a', format!("{place} is not in play")),
        Barrier::Prohibited => Refusal::new("1.3i", format!("{place} is prohibited to {name} but along a road")),
        Barrier::Jam => Refusal::new("3.1h", format!("{place} is a traffic jam that holds Germans: nobody passes")),
        Barrier::BesideEnemy => {
            Refusal::new("3.6a", format!("{place} is adjacent to an enemy unit, where {name} does not go"))
        }
        Barrier::Enemy => Refusal::new("SCS.MOVEb", format!("{place} holds enemy units")),
    }
}
