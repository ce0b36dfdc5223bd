//! A scenario as text.

use super::super::declaration::{Origins, name_of, quoted};
use super::super::{Phrase, Scenario, Units};
use super::lines::TENURES;
use crate::hex::{Grid, HexId};

impl Scenario {
    /// The text of the scenario; [`Scenario::parse`] reads it back. What other files lent it stands in it too.
    pub fn write(&self, grid: &Grid, units: &Units) -> String {
        let mut origins = Origins::default();
        let mut body = String::new();
        let hexes = |hexes: &[HexId]| hexes.iter().map(|hex| grid.number(*hex)).collect::<Vec<_>>().join(",");
        for (date, turn) in self.dates.iter().zip(self.turns.0..) {
            body += &format!("date {turn} {}\n", quoted(date));
        }
        for (a, b) in &self.playing {
            body += &format!("playing {} {}\n", grid.number(*a), grid.number(*b));
        }
        for it in &self.placements {
            body += &format!("place {} {}", units.unit(it.unit).id, grid.number(it.hex));
            body += if it.improved { " improved=yes" } else { "" };
            body += &some("lost", it.steps_lost);
            body += &some("within", it.within);
            body += &it.or.map(|hex| format!(" or={}", grid.number(hex))).unwrap_or_default();
            body += &list("marks", &it.marks);
            body += &format!(" @{}\n", origins.name(&it.provenance));
        }
        for it in &self.boxed {
            body += &format!("box {} {}{}", units.unit(it.unit).id, quoted(&it.name), some("lost", it.steps_lost));
            body += &format!(" @{}\n", origins.name(&it.provenance));
        }
        for it in &self.markers {
            body += &format!("marker {} {} @{}\n", it.kind, grid.number(it.hex), origins.name(&it.provenance));
        }
        for it in &self.arrivals {
            body += &format!("arrive {} turn={}", units.unit(it.unit).id, it.turn);
            body += &match (it.areas.is_empty(), it.boxed.is_empty()) {
                (_, false) => format!(" box={}", quoted(&it.boxed)),
                (false, true) => list("area", &it.areas),
                (true, true) => format!(" hexes={}", hexes(&it.hexes)),
            };
            body += if it.trucks { " trucks=yes" } else { "" };
            body += &list("marks", &it.marks);
            body += &some("lost", it.steps_lost);
            body += &note(&it.conditions, &it.note);
            body += &format!(" @{}\n", origins.name(&it.provenance));
        }
        for it in &self.departures {
            let origin = origins.name(&it.provenance);
            body += &format!(
                "leave {} turn={}{} @{origin}\n",
                units.unit(it.unit).id,
                it.turn,
                note(&it.conditions, &it.note)
            );
        }
        for it in &self.grants {
            let origin = origins.name(&it.provenance);
            body += &format!("grant {} {} {} turn={} @{origin}\n", it.pool, it.kind, it.count, it.turn);
        }
        for it in &self.deals {
            let cards: Vec<String> = it.cards.iter().map(|(id, count)| format!("{id}{}", times(*count))).collect();
            body += &format!("deal {} turn={} cards={}", it.pile, it.turn, cards.join(","));
            body += &format!("{} @{}\n", note(&it.conditions, &it.note), origins.name(&it.provenance));
        }
        if let Some(it) = &self.objectives {
            let (by, origin) = (name_of(&it.by, &TENURES), origins.name(&it.provenance));
            body += &format!("objectives {} hexes={} by={by} @{origin}\n", it.needed, hexes(&it.hexes));
        }
        let (first, last) = self.turns;
        let case = if self.case.is_empty() { String::new() } else { format!(" case={}", self.case) };
        let head = format!("scenario {} {} turns={first}-{last}{case}\n", self.id, quoted(&self.title));
        format!("{head}{}\n{body}", origins.declarations())
    }
}

fn some(key: &str, number: u8) -> String {
    if number == 0 { String::new() } else { format!(" {key}={number}") }
}

fn times(count: u8) -> String {
    if count == 1 { String::new() } else { format!("*{count}") }
}

fn list(key: &str, names: &[String]) -> String {
    if names.is_empty() { String::new() } else { format!(" {key}={}", names.join(",")) }
}

fn note(conditions: &[Phrase], text: &str) -> String {
    let key = if conditions.is_empty() { "note" } else { "if" };
    if text.is_empty() { String::new() } else { format!(" {key}={}", quoted(text)) }
}
