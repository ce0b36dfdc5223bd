//! What the key of a map says: each sign by the name that the game's own charts give it, with what it costs there.

use crate::chart;
use definitions::{BridgeState, MapSign, PrintedRow, PrintedTable, Published, RoadClass};
use std::collections::BTreeSet;

/// The words of a game for the signs of its map. A game whose charts say nothing of them has none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct KeyWords {
    entries: Vec<(MapSign, KeyEntry)>,
}

/// What the key says of a sign.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct KeyEntry {
    /// The name of its row: `Ford`.
    pub name: String,
    /// What it costs: `MP on foot 1, mechanized 3`, to be broken at the comma alone; empty if the chart has nothing of it.
    pub cost: String,
}

impl KeyWords {
    /// The words of a game's charts.
    pub fn of(game: &Published) -> KeyWords {
        let of_table = |table: &'_ PrintedTable| -> Vec<(MapSign, KeyEntry)> {
            let entry = |(sign, at): &(MapSign, usize)| {
                let row = table.rows.get(*at)?;
                let alike = table.signs.iter().filter(|(_, other)| other == at).count();
                let name = chart::headed(game, table, &row.name);
                // Two looks of one row differ in a word and in nothing else.
                let name = if alike > 1 { format!("{name} ({})", which(*sign)) } else { name };
                Some((*sign, KeyEntry { name, cost: cost(game, table, row) }))
            };
            table.signs.iter().filter_map(entry).collect()
        };
        KeyWords { entries: game.tables.iter().flat_map(of_table).collect() }
    }

    /// What is said of a sign, if the charts say it.
    pub fn of_sign(&self, sign: MapSign) -> Option<&KeyEntry> {
        self.entries.iter().find(|(known, _)| *known == sign).map(|(_, entry)| entry)
    }
}

/// What parts a look from another of the same row.
fn which(sign: MapSign) -> &'static str {
    match sign {
        MapSign::Road(RoadClass::Main) => "main",
        MapSign::Road(RoadClass::Secondary) => "lesser",
        MapSign::River(1) => "major",
        MapSign::River(2) => "lesser",
        MapSign::River(_) => "great",
        MapSign::Bridge(BridgeState::Blown) => "blown",
        MapSign::Bridge(BridgeState::Built(_)) => "built later",
        _ => "also",
    }
}

/// What a row costs, in the words of its table.
fn cost(game: &Published, table: &PrintedTable, row: &PrintedRow) -> String {
    let mut costs: Vec<(&str, String)> = Vec::new();
    for (column, words) in &table.costs {
        let cell = row.cells.get(*column).filter(|cell| cell.text != ".");
        costs.extend(cell.map(|cell| (words.as_str(), chart::printed(game, table, &cell.text))));
    }
    let texts: BTreeSet<&str> = costs.iter().map(|(_, text)| text.as_str()).collect();
    match texts.into_iter().collect::<Vec<_>>()[..] {
        [] => String::new(),
        // What is no number is the same for all.
        ["other"] => "MP of the other terrain".to_owned(),
        [one] if !one.contains(|letter: char| letter.is_ascii_digit()) => format!("MP: {one}"),
        _ => {
            let spoken = |text: &str| if text == "other" { "as ground".to_owned() } else { text.to_owned() };
            let each = costs.iter().map(|(words, text)| unbroken(&format!("{words} {}", spoken(text))));
            each.collect::<Vec<_>>().join(", ")
        }
    }
}

/// A text that stays in one line.
fn unbroken(text: &str) -> String {
    text.replace(' ', "\u{a0}")
}
