use crate::printed::Definitions;
use crate::truth::order::{Step, Verb};
use crate::verbs;

/// An order, complete or not, as text.
pub fn order(definitions: &Definitions, order: &[Step]) -> String {
    let Some(Step::Verb(verb)) = order.first() else { return String::new() };
    let number = |hex| definitions.published.map.grid.number(hex);
    let id = |card| definitions.card(card).id.clone();
    let (mut units, mut hexes, mut via) = (Vec::new(), Vec::new(), Vec::new());
    let (mut cards, mut target, mut bonus) = (Vec::<String>::new(), String::new(), String::new());
    let (mut event, mut joins) = (String::new(), Vec::new());
    for step in order {
        match step {
            Step::Joins(unit) => joins.push(definitions.name(*unit)),
            Step::Unit(unit) => units.push(definitions.name(*unit).to_owned()),
            Step::Hex(hex) => hexes.push(number(*hex)),
            Step::Via(hex) => via.push(number(*hex)),
            Step::Card(card) => cards.push(id(*card)),
            Step::As(tactic) => {
                if let Some(card) = cards.last_mut() {
                    *card += &format!(" as {}", tactic.name());
                }
            }
            Step::Bonus(tactic) => bonus = tactic.name().to_owned(),
            Step::Corps(corps) => target = format!("corps {}", definitions.published.units.formation(*corps).short),
            Step::Group(group) if *verb == Verb::Event => target = definitions.group_id(*group).to_owned(),
            Step::Group(group) => target = format!("division {}", definitions.group_id(*group)),
            Step::Number(number) => target = number.to_string(),
            Step::Deed(deed) => event = deed.name().to_owned(),
            Step::Verb(_) | Step::Done => {}
        }
    }
    let (hexes, units, cards) = (hexes.join(", "), units.join(", "), cards.join(", "));
    let mut parts = vec![verbs::entry(*verb).line.word().to_owned()];
    let mut clause = |opener: &str, text: &str| {
        if !text.is_empty() {
            parts.push(if opener.is_empty() { text.to_owned() } else { format!("{opener} {text}") });
        }
    };
    match verb {
        Verb::Activate => {
            let unit = if units.is_empty() { String::new() } else { format!("unit {units}") };
            clause("", if target.is_empty() { &unit } else { &target });
            clause("with", &cards);
        }
        Verb::Event => {
            clause("", &event);
            clause("with", &cards);
            clause("at", &hexes);
            clause("of", &target);
            clause("of", &units);
        }
        Verb::Withdraw => {
            let (from, to) = hexes.split_once(", ").unwrap_or((&hexes, ""));
            clause("at", from);
            clause("to", to);
            clause("with", &cards);
        }
        Verb::Block => {
            clause("", &hexes);
            clause("with", &cards);
        }
        Verb::Priority => {
            let (shown, gone) = cards.split_once(", ").unwrap_or((&cards, ""));
            clause("with", shown);
            clause("discarding", gone);
        }
        Verb::Kampfgruppe | Verb::Recover => {
            clause("at", &hexes);
            clause("with", &cards);
        }
        Verb::Deploy => {
            clause("", &units);
            clause("with", &cards);
        }
        Verb::Discard => clause("", &cards),
        Verb::Support => {
            clause("with", &cards);
            clause("bringing", &joins.join(", "));
        }
        Verb::Replace | Verb::Blow | Verb::Greif | Verb::Interdict => clause("with", &cards),
        Verb::Attack => {
            clause("", &hexes);
            clause("with", &units);
            clause("playing", &cards);
            clause("bonus", &bonus);
            clause("bringing", &joins.join(", "));
            clause("to", &via.join(", "));
        }
        Verb::Place | Verb::Exit => {
            clause("", &units);
            clause("at", &hexes);
        }
        Verb::Dig => clause("at", &hexes),
        _ => {
            clause("", &target);
            clause("", &units);
            clause("to", &hexes);
            clause("via", &via.join(", "));
        }
    }
    parts.join(" ")
}
