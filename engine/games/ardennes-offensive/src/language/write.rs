use crate::printed::Definitions;
use crate::truth::order::{Step, Verb};
use crate::verbs;

/// An order, complete or not, as text.
pub fn order(definitions: &Definitions, order: &[Step]) -> String {
    let Some(Step::Verb(verb)) = order.first() else { return String::new() };
    let number = |step: &Step| match step {
        Step::Hex(hex) => Some(definitions.published.map.grid.number(*hex)),
        _ => None,
    };
    let hexes: Vec<String> = order.iter().filter_map(number).collect();
    let unit = |step: &Step| match step {
        Step::Unit(unit) => Some(definitions.name(*unit).to_owned()),
        _ => None,
    };
    let units: Vec<String> = order.iter().filter_map(unit).collect();
    let (hexes, units) = (hexes.join(", "), units.join(", "));
    let mut parts = vec![verbs::entry(*verb).line.word().to_owned()];
    let mut clause = |opener: &str, text: &str| {
        if !text.is_empty() {
            parts.push(if opener.is_empty() { text.to_owned() } else { format!("{opener} {text}") });
        }
    };
    match verb {
        Verb::Attack => {
            clause("", &hexes);
            clause("with", &units);
            for step in order {
                match step {
                    Step::Odds(column) => clause("at", &definitions.tables.crt.odds(*column)),
                    Step::Waive => clause("", "waive"),
                    _ => {}
                }
            }
            let follow = order.iter().filter_map(|step| match step {
                Step::Follow(unit) => Some(definitions.name(*unit)),
                _ => None,
            });
            clause("advance", &follow.collect::<Vec<_>>().join(", "));
        }
        Verb::Place | Verb::Enter | Verb::Drop => {
            clause("", &units);
            clause("at", &hexes);
        }
        _ => {
            clause("", &units);
            clause("to", &hexes);
        }
    }
    parts.join(" ")
}
