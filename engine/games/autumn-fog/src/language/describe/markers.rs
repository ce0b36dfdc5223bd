//! Support markers and air supports in words.

use super::super::super::order::SupportKind;
use super::super::names::{hq_name, support_name};
use super::telling::Telling;
use definitions::UnitId;
use engine::contract::SideId;
use engine::speech::listed;

/// `2 artillery`, `3 tanks`.
pub(in super::super) fn counted(count: u8, kind: SupportKind) -> String {
    let plural = if kind == SupportKind::Armour && count > 1 { "s" } else { "" };
    format!("{count} {}{plural}", support_name(kind))
}

/// `no air support`, `2 air supports`.
pub(in super::super) fn aircraft(missions: u8) -> String {
    match missions {
        0 => "no air support".to_owned(),
        1 => "1 air support".to_owned(),
        _ => format!("{missions} air supports"),
    }
}

impl Telling<'_> {
    pub(super) fn supports(&self, supports: &[(UnitId, SupportKind)], air: u8) -> String {
        let mut counts: Vec<((UnitId, SupportKind), u8)> = Vec::new();
        for support in supports {
            match counts.iter_mut().find(|(known, _)| known == support) {
                Some((_, count)) => *count += 1,
                None => counts.push((*support, 1)),
            }
        }
        let mut entries: Vec<String> = counts
            .iter()
            .map(|((hq, kind), count)| {
                let hq = hq_name(self.definitions, *hq);
                match count {
                    1 => format!("{} of {hq}", support_name(*kind)),
                    count => format!("{} of {hq}", counted(*count, *kind)),
                }
            })
            .collect();
        entries.extend((air > 0).then(|| aircraft(air)));
        if entries.is_empty() { String::new() } else { format!(", supported by {}", listed(&entries)) }
    }

    pub(super) fn allotments(&self, markers: &[(u8, UnitId, SupportKind)]) -> Option<String> {
        let mut counts: Vec<((UnitId, SupportKind), u8)> = Vec::new();
        for (_, hq, kind) in markers {
            match counts.iter_mut().find(|(known, _)| known == &(*hq, *kind)) {
                Some((_, count)) => *count += 1,
                None => counts.push(((*hq, *kind), 1)),
            }
        }
        let mut hqs: Vec<UnitId> = counts.iter().map(|((hq, _), _)| *hq).collect();
        hqs.sort();
        hqs.dedup();
        let lines: Vec<String> = hqs
            .into_iter()
            .map(|hq| {
                let held = counts.iter().filter(|((holder, _), _)| *holder == hq);
                let held: Vec<String> = held.map(|((_, kind), count)| counted(*count, *kind)).collect();
                format!("{}: {}", hq_name(self.definitions, hq), listed(&held))
            })
            .collect();
        (!lines.is_empty()).then(|| format!("Supports: {}.", lines.join("; ")))
    }

    /// The roll of the air phase.
    pub(super) fn missions(&self, dice: [u8; 2], missions: [u8; 2], back: [u8; 2]) -> String {
        let side = |side: SideId| {
            let place = side.index();
            let back = match back[place] {
                0 => String::new(),
                back => format!(", {back} of them from last turn"),
            };
            format!("{} {}, {}{back}", self.side(side), dice[place], aircraft(missions[place]))
        };
        format!("The sky is clear: {} [14.2].", SideId::BOTH.map(side).join("; "))
    }
}
