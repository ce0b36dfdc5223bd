//! What a unit can do now: asked of the judge of all orders, so that it is told what an order would be told.

use crate::ArdennesII;
use crate::chapters::movement;
use crate::printed::{Allowance, Definitions};
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Place, State};
use crate::verbs;
use definitions::UnitId;
use engine::contract::Seen;

/// What a unit is, and a line for each kind of order that is of this moment.
pub fn abilities(seen: Seen<'_, ArdennesII>, unit: UnitId) -> Vec<String> {
    let (definitions, state) = (seen.definitions, &seen.view.state);
    let mut lines = vec![who(definitions, state, unit)];
    let Some(asked) = seen.view.asked() else {
        lines.push("Nothing is yours to decide now.".to_owned());
        return lines;
    };
    if definitions.counter(unit).side != asked {
        let side = definitions.side_name(definitions.counter(unit).side);
        lines.push(format!("It is {side}; your orders are to your own units."));
        return lines;
    }
    let gun = definitions.counter(unit).is_gun();
    for entry in verbs::ALL.iter().filter(|entry| verbs::answers(state, entry)) {
        let fits = match entry.verb {
            Verb::Place | Verb::Exit | Verb::Lose | Verb::Advance | Verb::Move => true,
            Verb::Fire | Verb::Run | Verb::Roll => gun,
            _ => false,
        };
        if fits && seen.check(&[], &Step::Verb(entry.verb)).is_ok() {
            lines.push(said(seen, entry.verb, unit));
        }
    }
    if lines.len() == 1 {
        lines.push("Nothing that is asked now concerns it by itself.".to_owned());
    }
    lines
}

/// Strengths, allowance, place and state of a unit.
fn who(definitions: &Definitions, state: &State, unit: UnitId) -> String {
    let (counter, it) = (definitions.counter(unit), state.unit(unit));
    let face = usize::from(it.lost.min(1));
    let strength = match counter.range {
        Some(range) => format!("artillery, range {range}, defence {}", counter.defence[face]),
        None => format!("attack {}, defence {}", counter.attack[face], counter.defence[face]),
    };
    let kind = if counter.allowance == Allowance::Leg { "leg" } else { "mechanized" };
    let place = match it.place {
        Place::Absent => "not in this scenario".to_owned(),
        Place::Due(turn) => format!("comes in turn {turn}"),
        Place::Waiting => "waits to be placed".to_owned(),
        Place::Hex(hex) => format!("in {}", definitions.place(hex)),
        Place::Exited(turn) => format!("left the map on turn {turn}"),
        Place::Gone => "dead or removed".to_owned(),
    };
    let left = if it.lost > 0 { ", a step lost" } else { "" };
    let shaken = if it.disorganised { ", disorganised" } else { "" };
    format!(
        "{}: {strength}, {kind} {}; {place}{left}{shaken}",
        definitions.name(unit),
        movement::points(counter.movement)
    )
}

/// A line on a verb and a unit: to how many hexes, or why not.
fn said(seen: Seen<'_, ArdennesII>, verb: Verb, unit: UnitId) -> String {
    let (definitions, state) = (seen.definitions, &seen.view.state);
    let word = verbs::entry(verb).line.word();
    let order = [Step::Verb(verb), Step::Unit(unit)];
    if let Err(refusal) = seen.check(&order[..1], &order[1]) {
        return format!("{word}: no. {refusal}");
    }
    let hexes = seen.legal(&order).into_iter().filter(|(step, _)| matches!(step, Step::Hex(_))).count();
    match verb {
        Verb::Move => {
            let left = movement::points(movement::left(definitions, state, unit));
            format!("{word}: yes, with {left} to {hexes} hexes")
        }
        Verb::Fire | Verb::Place | Verb::Run | Verb::Advance => format!("{word}: yes, {hexes} hexes"),
        _ => format!("{word}: yes"),
    }
}
