//! Moves along a way: of one unit or of several that go together (ruling R17).

use super::reach::{Barrier, Mover};
use super::{barred, check_unit, points};
use crate::chapters::disorganized::jams;
use crate::printed::Definitions;
use crate::truth::event::{Disorder, Event};
use crate::truth::state::State;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Refusal, SideId};

/// What one unit meets on a way.
struct Walked {
    spent: u16,
    by_boat: bool,
    jammed: bool,
}

/// Judges the move of units along a way, both ends included, each at its own cost: the events.
///
/// # Errors
/// The rule that forbids it to one of them.
pub fn along(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    units: &[UnitId],
    path: &[HexId],
) -> Result<Vec<Event>, Refusal> {
    let (mut spent, mut freed, mut jammed) = (Vec::new(), Vec::new(), Vec::new());
    for unit in units {
        let from = check_unit(definitions, state, side, *unit)?;
        let name = definitions.name(*unit);
        if path.first() != Some(&from) || path.len() < 2 {
            return Err(Refusal::new("order", format!("the way of {name} begins in {}", definitions.place(from))));
        }
        let walked = walk(definitions, state, *unit, path)?;
        let shaken = state.unit(*unit).disorganised;
        freed.extend((walked.by_boat && shaken).then_some(*unit));
        jammed.extend((walked.jammed && (walked.by_boat || !shaken)).then_some(*unit));
        spent.push(walked.spent);
    }
    if units.is_empty() {
        return Err(Refusal::new("order", "a move needs units"));
    }
    let under_fire = path[1..].iter().any(|hex| state.markers(side.enemy(), *hex) > 0);
    let moved = Event::Moved { units: units.to_vec(), path: path.to_vec(), spent, under_fire };
    // whoever crosses by boat is freed of it (4.2c), and whoever then stands in a jam is so again
    let freed = (!freed.is_empty()).then_some(Event::Recovered { units: freed });
    let jammed = (!jammed.is_empty()).then_some(Event::Disorganised { units: jammed, why: Disorder::Jam });
    Ok([moved].into_iter().chain(freed).chain(jammed).collect())
}

fn walk(definitions: &Definitions, state: &State, unit: UnitId, path: &[HexId]) -> Result<Walked, Refusal> {
    let (counter, it, name) = (definitions.counter(unit), state.unit(unit), definitions.name(unit));
    let mover = Mover::new(definitions, state, unit, path[0]);
    let mut walked = Walked { spent: it.spent.unwrap_or(0), by_boat: false, jammed: false };
    let mut shaken = it.disorganised;
    for pair in path.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        let place = definitions.place(to);
        let Some(over) = definitions.board.side(from, to) else {
            return Err(Refusal::new("order", format!("{place} is not next to {}", definitions.place(from))));
        };
        if mover.stops(from) {
            let message = format!("{name} stops exploiting in {}", definitions.place(from));
            return Err(Refusal::new(if walked.jammed { "3.4j" } else { "3.5w" }, message));
        }
        if mover.by_boat(from, over) {
            (walked.by_boat, walked.spent, shaken) = (true, counter.movement, false);
        } else {
            let cost = mover
                .entry_cost(from, over)
                .map_err(|barrier: Barrier| barred(definitions, state, name, to, barrier))?;
            let has = if shaken { counter.movement / 2 } else { counter.movement }.saturating_sub(walked.spent);
            if cost > has {
                let message = format!("{place} costs {name} {}, and it has {} there", points(cost), points(has));
                return Err(Refusal::new("1.3i", message));
            }
            walked.spent += cost;
        }
        let jam = jams(definitions, state, counter.side, to);
        (walked.jammed, shaken) = (walked.jammed || jam, shaken || jam);
    }
    Ok(walked)
}
