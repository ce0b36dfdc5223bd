use crate::printed::Definitions;
use crate::truth::order::{Step, Verb};
use crate::verbs;

/// An order, complete or not, as text.
pub fn order(definitions: &Definitions, order: &[Step]) -> String {
    let Some(Step::Verb(verb)) = order.first() else { return String::new() };
    let number = |hex| definitions.published.map.grid.number(hex);
    let (mut units, mut hexes, mut follow) = (Vec::new(), Vec::new(), Vec::new());
    let (mut spotter, mut beyond) = (String::new(), String::new());
    for step in order {
        match step {
            Step::Unit(unit) => units.push(quoted(definitions, *unit)),
            Step::Hex(hex) => hexes.push(number(*hex)),
            Step::Spotter(unit) => spotter = quoted(definitions, *unit),
            Step::Follow(unit) => follow.push(quoted(definitions, *unit)),
            Step::Beyond(hex) => beyond = number(*hex),
            Step::Verb(_) | Step::Done => {}
        }
    }
    let (units, hexes, follow) = (units.join(", "), hexes.join(", "), follow.join(", "));
    let mut parts = vec![verbs::entry(*verb).line.word().to_owned()];
    let mut clause = |opener: &str, text: &str| {
        if !text.is_empty() {
            parts.push(if opener.is_empty() { text.to_owned() } else { format!("{opener} {text}") });
        }
    };
    match verb {
        Verb::Attack | Verb::Overrun | Verb::Blow => {
            clause("", &hexes);
            clause("with", &units);
            clause("advance", &follow);
            clause("on to", &beyond);
        }
        Verb::Place | Verb::Fire => {
            clause("", &units);
            clause("at", &hexes);
            clause("spotted by", &spotter);
        }
        Verb::Strike | Verb::Supply => clause("at", &hexes),
        Verb::Roll => clause("for", &units),
        _ => {
            clause("", &units);
            clause("to", &hexes);
        }
    }
    parts.join(" ")
}

/// The name of a unit; a comma in it would part a list, so it is written by its id then.
fn quoted(definitions: &Definitions, unit: definitions::UnitId) -> String {
    let it = definitions.published.units.unit(unit);
    if it.name.contains(',') { it.id.clone() } else { it.name.clone() }
}
