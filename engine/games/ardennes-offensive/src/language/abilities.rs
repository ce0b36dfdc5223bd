//! What a unit can do now: asked of the judge of all orders, so that it is told what an order would be told.

use crate::ArdennesOffensive;
use crate::chapters::combat;
use crate::chapters::movement::{self, road_mode};
use crate::printed::Definitions;
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Place, State, Supply, Topic};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Refusal, Seen};

/// What a unit is, and a line for each kind of order that is of this moment.
pub fn abilities(seen: Seen<'_, ArdennesOffensive>, unit: UnitId) -> Vec<String> {
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
    match state.asked.map(|asked| asked.topic) {
        Some(Topic::SetUp) => lines.push(said(seen, Verb::Place, unit, |_| String::new())),
        Some(Topic::Move) => moving(seen, unit, &mut lines),
        Some(Topic::Attack) => lines.push(attacking(seen, unit)),
        Some(Topic::Losses) => lines.push(said(seen, Verb::Lose, unit, |_| String::new())),
        Some(Topic::Advance) => lines.push(said(seen, Verb::Advance, unit, |steps| hexes(definitions, steps))),
        Some(Topic::Waive | Topic::Retreat) | None => {
            lines.push("Nothing is asked of your own units now.".to_owned());
        }
    }
    lines
}

/// Kind, strength, allowance, place, mode and supply of a unit.
fn who(definitions: &Definitions, state: &State, unit: UnitId) -> String {
    let (counter, it) = (definitions.counter(unit), state.unit(unit));
    let kind = if counter.mechanized() { "mechanized" } else { "on foot" };
    let place = match it.place {
        Place::Absent => "not in this scenario".to_owned(),
        Place::Due { turn, .. } => format!("comes in turn {turn}"),
        Place::Waiting(_) => "waits beside the map".to_owned(),
        Place::Hex(hex) => format!("in {}", definitions.place(hex)),
        Place::Lost => "lost".to_owned(),
    };
    let mode = if it.road { ", in road mode" } else { "" };
    let supply = match it.supply {
        Supply::Supplied => "",
        Supply::Unsupplied => ", unsupplied",
        Supply::Isolated => ", isolated",
    };
    format!(
        "{}: {kind}, strength {}, allowance {}; {place}{mode}{supply}",
        definitions.name(unit),
        counter.strength,
        counter.allowance
    )
}

/// Whether an order may begin with a verb and a unit.
fn begins(seen: Seen<'_, ArdennesOffensive>, verb: Verb, unit: UnitId) -> Result<(), Refusal> {
    seen.check(&[], &Step::Verb(verb))?;
    seen.check(&[Step::Verb(verb)], &Step::Unit(unit)).map(|_| ())
}

/// A line on a verb and a unit: what more is told of it from the steps that may follow, or why not.
fn said(seen: Seen<'_, ArdennesOffensive>, verb: Verb, unit: UnitId, more: impl FnOnce(&[Step]) -> String) -> String {
    let word = crate::verbs::entry(verb).line.word();
    match begins(seen, verb, unit) {
        Ok(()) => {
            let legal = seen.legal(&[Step::Verb(verb), Step::Unit(unit)]);
            let steps: Vec<Step> = legal.into_iter().map(|(step, _)| step).collect();
            format!("{word}: yes{}", more(&steps))
        }
        Err(refusal) => format!("{word}: no. {refusal}"),
    }
}

fn hexes(definitions: &Definitions, steps: &[Step]) -> String {
    let places = steps.iter().filter_map(|step| if let Step::Hex(hex) = step { Some(*hex) } else { None });
    let places: Vec<String> = places.map(|hex| definitions.place(hex)).collect();
    if places.is_empty() { String::new() } else { format!(", to {}", places.join(", ")) }
}

fn moving(seen: Seen<'_, ArdennesOffensive>, unit: UnitId, lines: &mut Vec<String>) {
    let (definitions, state) = (seen.definitions, &seen.view.state);
    if unit == definitions.paratroops && matches!(state.unit(unit).place, Place::Waiting(_)) {
        let drop = seen.check(&[], &Step::Verb(Verb::Drop));
        return lines.push(drop.map_or_else(|refusal| format!("drop: no. {refusal}"), |_| "drop: yes".to_owned()));
    }
    if matches!(state.unit(unit).place, Place::Waiting(_)) {
        return lines.push(said(seen, Verb::Enter, unit, |steps| hexes(definitions, steps)));
    }
    let amount = |amount: u16, road: bool| format!("{amount} {}", movement::measure(road, amount));
    let road = state.unit(unit).road;
    let with = |steps: &[Step]| {
        let hexes = if steps.len() == 1 { "hex" } else { "hexes" };
        format!(", with {} to {} {hexes}", amount(movement::left(definitions, state, unit), road), steps.len())
    };
    lines.push(said(seen, Verb::Move, unit, with));
    let change = if road { Verb::Deploy } else { Verb::March };
    lines.push(said(seen, change, unit, |_| match road_mode::change(definitions, state, unit, !road) {
        Ok(left) => format!(", with {} left", amount(left, !road)),
        Err(_) => String::new(),
    }));
}

/// The hexes that a unit can attack.
fn attacking(seen: Seen<'_, ArdennesOffensive>, unit: UnitId) -> String {
    let (definitions, state) = (seen.definitions, &seen.view.state);
    let side = definitions.counter(unit).side;
    let hex = match combat::able(definitions, state, side, unit) {
        Ok(hex) => hex,
        Err(refusal) => return format!("attack: no. {refusal}"),
    };
    let near = definitions.board.around(hex).filter(|there| combat::attackable(definitions, state, side, *there));
    let near: Vec<HexId> = near.collect();
    if near.is_empty() {
        let why =
            Refusal::new("9.1a", format!("no enemy that may be attacked stands next to {}", definitions.place(hex)));
        return format!("attack: no. {why}");
    }
    let near = near.into_iter().map(|there| definitions.place(there));
    format!("attack: yes, {}", near.collect::<Vec<_>>().join(", "))
}
