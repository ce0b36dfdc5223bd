//! What a unit can do now: asked of the judge of all orders, so that it is told what an order would be told.

use crate::ArdennesII;
use crate::chapters::combat;
use crate::chapters::movement::{self, overrun};
use crate::printed::{Allowance, Definitions};
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Place, State};
use crate::verbs;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Seen, SideId};

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
    for entry in verbs::answering(state) {
        if matches!(entry.verb, Verb::Attack | Verb::Overrun) && !gun {
            lines.push(fights(definitions, state, asked, unit, entry.verb));
            continue;
        }
        let fits = match entry.verb {
            Verb::Place | Verb::Exit | Verb::Lose | Verb::Advance | Verb::Move => true,
            Verb::Fire | Verb::Run | Verb::Roll => gun,
            _ => false,
        };
        // a gun is told why it does not fire, even where none does
        if fits && (entry.verb == Verb::Fire || seen.check(&[], &Step::Verb(entry.verb)).is_ok()) {
            lines.push(said(seen, entry.verb, unit));
        }
    }
    if lines.len() == 1 {
        lines.push("Nothing that is asked now concerns it by itself.".to_owned());
    }
    lines
}

/// Whom a unit can attack or overrun where it stands, or why nobody.
fn fights(definitions: &Definitions, state: &State, side: SideId, unit: UnitId, verb: Verb) -> String {
    let word = verbs::entry(verb).line.word();
    let Some(from) = state.unit(unit).hex() else { return format!("{word}: no, it is not on the map") };
    let beside = definitions.board.around(from).filter(|hex| state.disposition(definitions).holds(side.enemy(), *hex));
    let judged = |hex: HexId| match verb {
        Verb::Attack => combat::able(definitions, state, side, unit, hex).err(),
        _ => overrun::check(definitions, state, side, &[unit], hex).err(),
    };
    let (mut open, mut refused) = (Vec::new(), None);
    for hex in beside {
        match judged(hex) {
            None => open.push(definitions.place(hex)),
            Some(refusal) => refused = Some(refusal),
        }
    }
    if verb == Verb::Overrun && open.is_empty() {
        let moves = movement::check_unit(definitions, state, side, unit).err();
        refused = moves.or_else(|| overrun::may_overrun(definitions, state, unit).err()).or(refused);
    }
    match (open.is_empty(), refused) {
        (false, _) => format!("{word}: yes, {}", open.join(", ")),
        (true, Some(refusal)) => format!("{word}: no. {refusal}"),
        (true, None) if verb == Verb::Overrun => format!("{word}: yes, once it stands next to an enemy by road"),
        (true, None) => format!("{word}: no, it stands next to no enemy"),
    }
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
