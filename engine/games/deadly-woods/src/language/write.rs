use crate::printed::Definitions;
use crate::truth::order::{Step, Verb};
use crate::verbs;
use definitions::UnitId;

/// An order, complete or not, as text.
pub fn order(definitions: &Definitions, order: &[Step]) -> String {
    let Some(Step::Verb(verb)) = order.first() else { return String::new() };
    let number = |hex| definitions.published.map.grid.number(hex);
    let (mut units, mut hexes, mut via) = (Vec::new(), Vec::new(), Vec::new());
    let (mut guns, mut double, mut follow) = (Vec::new(), Vec::new(), Vec::new());
    let mut what = String::new();
    for step in order {
        match step {
            Step::Unit(unit) => units.push(quoted(definitions, *unit)),
            Step::Hex(hex) => hexes.push(number(*hex)),
            Step::Via(hex) => via.push(number(*hex)),
            Step::Gun(unit) => guns.push(quoted(definitions, *unit)),
            Step::Double(unit) => double.push(quoted(definitions, *unit)),
            Step::Bonus => guns.push("plus".to_owned()),
            Step::Follow(unit) => follow.push(quoted(definitions, *unit)),
            Step::Marker(marker) => what = marker.word().to_owned(),
            Step::Chit(chit) if *verb == Verb::Take => what = chit.name()[..3].to_owned(),
            Step::Chit(chit) => what = chit.name().to_owned(),
            Step::As(way) => what = way.word().to_owned(),
            Step::Verb(_) | Step::Done => {}
        }
    }
    let slash = if matches!(verb, Verb::Blow | Verb::Keep) { "/" } else { ", " };
    let (hexes, units) = (hexes.join(slash), units.join(", "));
    let mut parts = vec![verbs::entry(*verb).line.word().to_owned()];
    let mut clause = |opener: &str, text: &str| {
        if !text.is_empty() {
            parts.push(if opener.is_empty() { text.to_owned() } else { format!("{opener} {text}") });
        }
    };
    clause("", &what);
    match verb {
        Verb::Attack | Verb::Blow | Verb::Keep => {
            clause("", &hexes);
            clause("with", &units);
            // rockets that are doubled are named in a clause of their own, before the asset +2, which comes last
            clause("support", &guns.join(", "));
            clause("double", &double.join(", "));
            clause("advance", &follow.join(", "));
        }
        Verb::Place => {
            let opener = if what.is_empty() { "" } else { "with" };
            clause(opener, &units);
            clause("at", &hexes);
        }
        Verb::Rebuild => {
            clause("", &units);
            clause("at", &hexes);
        }
        Verb::Support => clause("with", &units),
        _ => {
            clause("", &units);
            clause("to", &hexes);
            clause("via", &via.join(", "));
        }
    }
    parts.join(" ")
}

/// The name of a unit; a comma in it would part a list, so it is written by its id then.
fn quoted(definitions: &Definitions, unit: UnitId) -> String {
    let it = definitions.published.units.unit(unit);
    if it.name.contains(',') { it.id.clone() } else { it.name.clone() }
}
