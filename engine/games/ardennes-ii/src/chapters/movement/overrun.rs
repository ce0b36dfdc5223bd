//! Overruns (3.3, SCS.6.1d): attacks in the midst of movement, by road.

use super::{check_unit, left, points};
use crate::chapters::asking::several;
use crate::chapters::movement::Mover;
use crate::chapters::terrain;
use crate::printed::{Allowance, Definitions, POINT};
use crate::truth::event::Event;
use crate::truth::state::State;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Refusal, SideId};

/// What the overrun itself costs (3.3d).
pub const COST: u16 = 2 * POINT;

/// Judges an overrun of units that stand together beside their target: the event that says what they spend (3.3a to 3.3i). That
/// they are of several divisions, or too many, does no harm (3.1d, 3.1l).
///
/// # Errors
/// The rule that forbids it.
pub fn check(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    units: &[UnitId],
    target: HexId,
) -> Result<Event, Refusal> {
    let place = definitions.place(target);
    if !state.disposition(definitions).holds(side.enemy(), target) {
        return Err(Refusal::new("3.2i", format!("no enemy unit is in {place} to be overrun")));
    }
    let mut spent = Vec::new();
    let mut together = None;
    for unit in units {
        let from = check_unit(definitions, state, side, *unit)?;
        let name = definitions.name(*unit);
        if *together.get_or_insert(from) != from {
            return Err(Refusal::new(
                "SCS.MOVEe",
                format!("{name} does not stand with the others; one stack overruns"),
            ));
        }
        if definitions.board.side(from, target).is_none() {
            let far = several(definitions.board.distance(from, target).into(), "hex");
            return Err(Refusal::new("3.3e", format!("{name} does not stand next to {place}: it is {far} away"))
                .remedy(roads_into(definitions, state, target)));
        }
        may_overrun(definitions, state, *unit)?;
        let road =
            definitions.board.side(from, target).filter(|side| terrain::road(definitions, state, from, side).is_some());
        let road = road.ok_or_else(|| {
            let refusal = Refusal::new("3.3e", format!("no open road leads {name} into {place}"));
            refusal.remedy(roads_into(definitions, state, target))
        })?;
        let mover = Mover::new(definitions, state, *unit, from);
        let entry =
            mover.entry(from, road).map_err(|_| Refusal::new("3.1h", format!("{name} cannot enter {place}")))?;
        let (cost, has) = (entry + COST, left(definitions, state, *unit));
        if cost > has {
            let message = format!("to overrun {place} costs {name} {}, and it has {}", points(cost), points(has));
            return Err(Refusal::new("3.3d", message));
        }
        spent.push(state.unit(*unit).spent.unwrap_or(0) + cost);
    }
    if units.is_empty() {
        return Err(Refusal::new("order", "an overrun needs units"));
    }
    Ok(Event::Overran { units: units.to_vec(), target, spent })
}

/// From where an overrun of a hex may come.
pub(super) fn roads_into(definitions: &Definitions, state: &State, target: HexId) -> String {
    let enters = |from: &HexId| {
        definitions
            .board
            .side(*from, target)
            .is_some_and(|side| terrain::road(definitions, state, *from, side).is_some())
    };
    let places: Vec<String> =
        definitions.board.around(target).filter(enters).map(|from| definitions.place(from)).collect();
    if places.is_empty() {
        "No road leads there.".to_owned()
    } else {
        format!("Roads lead there from {}.", places.join(", "))
    }
}

/// What a unit is that overruns (3.3a to 3.3c, 3.3f, 3.3i).
///
/// # Errors
/// The rule that forbids it.
pub fn may_overrun(definitions: &Definitions, state: &State, unit: UnitId) -> Result<(), Refusal> {
    let (counter, it, name) = (definitions.counter(unit), state.unit(unit), definitions.name(unit));
    let no = |case: &'static str, why: &str| Err(Refusal::new(case, format!("{name} does not overrun: {why}")));
    if counter.allowance == Allowance::Leg {
        return no("3.3a", "it has a leg allowance");
    }
    if counter.is_gun() {
        return no("3.6a", "artillery does not go to the enemy");
    }
    if it.disorganised {
        return no("3.3b", "it is disorganised");
    }
    if it.began_adjacent {
        return no("3.3c", "it began the phase adjacent to an enemy unit");
    }
    if it.under_fire {
        return no("3.3f", "it began the phase under an enemy barrage marker or has entered one");
    }
    if it.overran {
        return no("3.3i", "it has overrun in this phase");
    }
    Ok(())
}

/// What comes of an overrun once it is fought: who is left is placed in the hex if no enemy is there any more, and else stays
/// beside it (3.3k, 3.3l).
pub fn fought(definitions: &Definitions, state: &State, units: &[UnitId], target: HexId) -> Option<Event> {
    let alive: Vec<UnitId> = units.iter().copied().filter(|unit| state.unit(*unit).hex().is_some()).collect();
    let enemy = alive.first().map(|unit| definitions.counter(*unit).side.enemy())?;
    let won = !state.disposition(definitions).holds(enemy, target);
    won.then_some(Event::Advanced { units: alive, to: target })
}
