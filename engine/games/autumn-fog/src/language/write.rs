//! Writes orders as text.

use super::super::definitions::Definitions;
use super::super::order::{EventKind, Step, SupportKind, Verb};
use super::super::verbs::entry;
use super::names::{event_name, hq_name, support_name};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::speech::{OPEN, opened};

/// An order as text that [`super::parse`] reads back. One that is not complete ends with `…`.
pub fn write(definitions: &Definitions, order: &[Step]) -> String {
    let Some((Step::Verb(verb), rest)) = order.split_first() else { return String::new() };
    let parts = Parts::of(rest);
    let mut text = entry(*verb).form.word().to_owned();
    match verb {
        Verb::Pass | Verb::End | Verb::Reroll | Verb::Keep | Verb::Let => return text,
        Verb::Gift if rest.contains(&Step::Reroll) => text += " reroll",
        Verb::Gift if parts.done => text += " none",
        Verb::Gift | Verb::Snafu => {
            text += &units(definitions, &parts.units);
            text += if parts.units.is_empty() { OPEN } else { "" };
        }
        Verb::Activate => match rest.first() {
            Some(Step::Formation(formation)) => {
                text += &format!(" {}", definitions.published.units.formation(*formation).short);
            }
            Some(Step::General) => text += " general",
            Some(Step::Unit(unit)) => text += &format!(" {}", definitions.name(*unit)),
            _ => text += OPEN,
        },
        Verb::Deploy => {
            text += &units(definitions, &parts.units);
            text += &parts.hexes.first().map_or(OPEN.to_owned(), |hex| format!(" to {}", number(definitions, *hex)));
        }
        Verb::Allot => match (&parts.units[..], &parts.kinds[..]) {
            ([hq, ..], [kind, ..]) => text += &format!(" {} to {}", support_name(*kind), hq_name(definitions, *hq)),
            ([hq, ..], []) => text += &format!("{OPEN} to {}", hq_name(definitions, *hq)),
            _ => text += if parts.done { " done" } else { OPEN },
        },
        Verb::Return => {
            let hqs: Vec<&str> = parts.units.iter().map(|hq| hq_name(definitions, *hq)).collect();
            text += &format!(" {}", hqs.join(", "));
            text += &match (parts.hexes.first(), parts.done) {
                (Some(hex), _) => format!(" to {}", number(definitions, *hex)),
                (None, true) => " later".to_owned(),
                (None, false) => OPEN.to_owned(),
            };
        }
        Verb::Enter | Verb::Mark => {
            text += &units(definitions, &parts.units);
            text += &match parts.hexes.first() {
                Some(hex) if *verb == Verb::Enter => format!(" at {}", number(definitions, *hex)),
                Some(hex) => format!(" {}", number(definitions, *hex)),
                None => OPEN.to_owned(),
            };
        }
        // a drawn move of one hex: `to` would find its own way
        Verb::Move if parts.done && parts.via.len() == 1 => {
            text += &format!("{} via {}", units(definitions, &parts.units), number(definitions, parts.via[0]));
        }
        Verb::Move => text += &journey(definitions, &parts, parts.done || !parts.hexes.is_empty()),
        Verb::Retreat => text += &journey(definitions, &parts, !parts.via.is_empty()),
        Verb::Advance if parts.units.is_empty() => text += if parts.done { " done" } else { OPEN },
        Verb::Advance => text += &journey(definitions, &parts, parts.done),
        Verb::Dig | Verb::Leave | Verb::Recover | Verb::Rejoin | Verb::Eliminate | Verb::Top => {
            text += if *verb == Verb::Dig { " in" } else { "" };
            text += &units(definitions, &parts.units);
            text += if parts.units.is_empty() { OPEN } else { "" };
        }
        Verb::Detach => {
            text += &parts.steps.map_or(OPEN.to_owned(), |steps| format!(" {steps}"));
            text += &opened("from ", &names(definitions, &parts.units));
        }
        Verb::Play => {
            text += &opened("", &parts.events.iter().map(|kind| event_name(*kind)).collect::<Vec<_>>());
            text += &parts.hexes.first().map_or(OPEN.to_owned(), |hex| format!(" {}", number(definitions, *hex)));
        }
        Verb::Clear => {
            text += &units(definitions, &parts.units);
            text += &parts.hexes.first().map_or(OPEN.to_owned(), |hex| format!(" at {}", number(definitions, *hex)));
        }
        Verb::Attack | Verb::Prepare | Verb::Defend => {
            let targets: Vec<String> = parts.targets.iter().map(|hex| number(definitions, *hex)).collect();
            text += &opened("", &targets);
            text += &opened("with ", &names(definitions, &parts.with));
            text += &opened("lead ", &names(definitions, &parts.lead));
            let supports: Vec<String> =
                parts.supports.iter().map(|(hq, kind)| support(definitions, *hq, *kind)).collect();
            text += &opened("support ", &supports);
            text += &match rest.iter().filter(|step| **step == Step::Air).count() {
                0 => String::new(),
                1 => " air".to_owned(),
                missions => format!(" air {missions}"),
            };
            text += if parts.done { "" } else { OPEN };
        }
        Verb::Lose => {
            let losses: Vec<String> = rest
                .iter()
                .filter_map(|step| match step {
                    Step::Loss(unit) => Some(definitions.name(*unit).to_owned()),
                    Step::SupportLoss(hq, kind) => Some(support(definitions, *hq, *kind)),
                    _ => None,
                })
                .collect();
            text += if losses.is_empty() && parts.done { " nothing" } else { "" };
            text += &opened("", &losses);
            text += if parts.done { "" } else { OPEN };
        }
    }
    text
}

/// The steps of an order by kind, each kind in its order.
#[derive(Default)]
struct Parts {
    units: Vec<UnitId>,
    hexes: Vec<HexId>,
    via: Vec<HexId>,
    targets: Vec<HexId>,
    with: Vec<UnitId>,
    lead: Vec<UnitId>,
    supports: Vec<(UnitId, SupportKind)>,
    kinds: Vec<SupportKind>,
    steps: Option<u8>,
    events: Vec<EventKind>,
    done: bool,
}

impl Parts {
    fn of(steps: &[Step]) -> Parts {
        let mut parts = Parts::default();
        for step in steps {
            match step {
                Step::Unit(unit) => parts.units.push(*unit),
                Step::Hex(hex) => parts.hexes.push(*hex),
                Step::Via(hex) => parts.via.push(*hex),
                Step::Target(hex) => parts.targets.push(*hex),
                Step::With(unit) => parts.with.push(*unit),
                Step::Lead(unit) => parts.lead.push(*unit),
                Step::Support(hq, kind) => parts.supports.push((*hq, *kind)),
                Step::Kind(kind) => parts.kinds.push(*kind),
                Step::Steps(steps) => parts.steps = Some(*steps),
                Step::Event(kind) => parts.events.push(*kind),
                Step::Done => parts.done = true,
                Step::Verb(_)
                | Step::Formation(_)
                | Step::General
                | Step::Air
                | Step::Reroll
                | Step::Loss(_)
                | Step::SupportLoss(..) => {}
            }
        }
        parts
    }
}

/// ` UNIT, UNIT to HEX via HEX HEX`; the path alone as long as it goes on.
fn journey(definitions: &Definitions, parts: &Parts, complete: bool) -> String {
    let mut text = units(definitions, &parts.units);
    let numbers = |hexes: &[HexId]| hexes.iter().map(|hex| number(definitions, *hex)).collect::<Vec<_>>().join(" ");
    match (&parts.hexes[..], &parts.via[..]) {
        ([hex, ..], _) => text += &format!(" to {}", number(definitions, *hex)),
        ([], []) => {}
        ([], via) if !complete => text += &format!(" via {}", numbers(via)),
        ([], [before @ .., last]) => {
            text += &format!(" to {}", number(definitions, *last));
            text += &if before.is_empty() { String::new() } else { format!(" via {}", numbers(before)) };
        }
    }
    text += if complete { "" } else { OPEN };
    text
}

fn number(definitions: &Definitions, hex: HexId) -> String {
    definitions.board.grid().number(hex)
}

fn names(definitions: &Definitions, units: &[UnitId]) -> Vec<String> {
    units.iter().map(|unit| definitions.name(*unit).to_owned()).collect()
}

fn units(definitions: &Definitions, units: &[UnitId]) -> String {
    opened("", &names(definitions, units))
}

fn support(definitions: &Definitions, hq: UnitId, kind: SupportKind) -> String {
    format!("{} from {}", support_name(kind), hq_name(definitions, hq))
}
