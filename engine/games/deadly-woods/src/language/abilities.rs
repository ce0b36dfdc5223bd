//! What a unit can do now: asked of the judge of all orders, so that it is told what an order would be told.

use crate::DeadlyWoods;
use crate::chapters::asking::{counted, whereabouts};
use crate::chapters::supply;
use crate::printed::Definitions;
use crate::truth::order::{Step, Verb};
use crate::truth::state::State;
use crate::verbs;
use definitions::UnitId;
use engine::contract::Seen;

/// What a unit is, and a line for each kind of order that is of this moment.
pub fn abilities(seen: Seen<'_, DeadlyWoods>, unit: UnitId) -> Vec<String> {
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
    for entry in verbs::answering(state) {
        let fits = matches!(
            entry.verb,
            Verb::Place
                | Verb::Recall
                | Verb::Rebuild
                | Verb::Move
                | Verb::Lose
                | Verb::Stand
                | Verb::Advance
                | Verb::Remove
        );
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
    let face = usize::from(it.lost.min(2));
    let strength = if counter.kind.fights() {
        format!("{}-{}-{}", counter.attack[face], counter.defence[face], counter.movement)
    } else if counter.strength > 0 {
        format!("strength {}", counter.strength)
    } else {
        "engineers".to_owned()
    };
    let place = whereabouts(definitions, it.place);
    let steps =
        if counter.steps > 1 { format!(", {} of {} steps", it.steps(counter), counter.steps) } else { String::new() };
    let out = it.hex().is_some() && counter.kind.fights() && !supply::supplied(definitions, state, unit);
    let out = if out { ", out of supply" } else { "" };
    let used = if it.used { ", used" } else { "" };
    format!("{}: {strength}; {place}{steps}{out}{used}", definitions.name(unit))
}

/// A line on a verb and a unit: to how many hexes, or why not.
fn said(seen: Seen<'_, DeadlyWoods>, verb: Verb, unit: UnitId) -> String {
    let word = verbs::entry(verb).line.word();
    let order = [Step::Verb(verb), Step::Unit(unit)];
    if let Err(refusal) = seen.check(&order[..1], &order[1]) {
        return format!("{word}: no. {refusal}");
    }
    let hexes = seen.legal(&order).into_iter().filter(|(step, _)| matches!(step, Step::Hex(_))).count();
    if hexes > 0 { format!("{word}: yes, {}", counted(hexes as u16, "hex", "hexes")) } else { format!("{word}: yes") }
}
