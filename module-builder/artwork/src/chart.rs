//! The printed tables of a game in words, for paper and for the module: names become titles, ranges have their dash, and
//! what is not the rulebook's is marked.

use definitions::{AidSide, PrintedCell, PrintedRow, PrintedTable, Provenance, Published};
use std::collections::BTreeSet;

/// What marks a number that is not the rulebook's. Results have stars of their own.
pub const OURS: char = '†';

/// A table as it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// Title.
    pub title: String,
    /// What stands above the names of the rows; empty if nothing.
    pub head: String,
    /// Heads of the columns.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Row>,
    /// What stands below.
    pub notes: Vec<String>,
    /// The side of the player aid that shows it, if one does.
    pub aid: Option<AidSide>,
}

/// A row of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// One cell a column.
    pub cells: Vec<Cell>,
}

/// A cell of a chart: parts that stand side by side, the table's own first.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// What it says.
    pub text: String,
    /// Whether it is marked as not the rulebook's.
    pub ours: bool,
}

/// The charts of a game in their order.
pub fn charts(game: &Published) -> Vec<Chart> {
    // A table that is called after another, as `crt-red` is after `crt`, says more of its cells: it stands in them.
    let beside = |table: &PrintedTable, main: &PrintedTable| {
        let suffix = table.name.strip_prefix(&main.name).is_some_and(|rest| rest.starts_with('-'));
        let rows = |table: &PrintedTable| table.rows.iter().map(|row| row.name.clone()).collect::<Vec<_>>();
        suffix && table.columns == main.columns && rows(table) == rows(main)
    };
    let mains = game.tables.iter().filter(|table| !game.tables.iter().any(|main| beside(table, main)));
    let chart = |table| Chart::of(game, table, &game.tables.iter().filter(|it| beside(it, table)).collect::<Vec<_>>());
    mains.map(chart).collect()
}

impl Chart {
    fn of(game: &Published, table: &PrintedTable, beside: &[&PrintedTable]) -> Chart {
        let said = |row: &PrintedRow, column: &str| -> Vec<PrintedCell> {
            let own = table.cell(&row.name, column).into_iter();
            let more = beside.iter().filter_map(|note| note.cell(&row.name, column).ok());
            own.chain(more).filter(|cell| cell.text != ".").cloned().collect()
        };
        let all: Vec<PrintedCell> =
            table.rows.iter().flat_map(|row| table.columns.iter().flat_map(|column| said(row, column))).collect();
        let any = all.iter().any(is_ours);
        let whole = all.iter().all(is_ours);
        let cell = |row: &PrintedRow, column: &str| {
            let marked = |cell: &PrintedCell| is_ours(cell) && !whole;
            let cells = said(row, column);
            let text = |cell: &PrintedCell| {
                let mark = if marked(cell) { OURS.to_string() } else { String::new() };
                printed(game, table, &cell.text) + &mark
            };
            let texts: Vec<String> = cells.iter().map(text).collect();
            let text = if texts.is_empty() { "–".to_owned() } else { texts.join(" ") };
            Cell { text, ours: cells.iter().any(marked) }
        };
        let rows = table.rows.iter().map(|row| Row {
            name: headed(game, table, &row.name),
            cells: table.columns.iter().map(|column| cell(row, column)).collect(),
        });
        let mut notes: Vec<String> = beside.iter().map(|note| format!("{}: {}.", letters(note), note.title)).collect();
        notes.extend(table.notes.iter().cloned());
        if any {
            notes.push(match whole {
                true => "Not in the rulebook: all of this is reconstructed.".to_owned(),
                false => format!("{OURS} not in the rulebook: reconstructed."),
            });
        }
        Chart {
            title: table.title.clone(),
            head: table.head.clone(),
            columns: table.columns.iter().map(|column| headed(game, table, column)).collect(),
            rows: rows.collect(),
            notes,
            aid: table.aid,
        }
    }
}

/// What is said for a name: the word of the table, that of all tables, the title of what the game calls so, or the name
/// itself in words.
pub(crate) fn printed(game: &Published, table: &PrintedTable, name: &str) -> String {
    told(game, table, name).unwrap_or_else(|| plain(name))
}

/// The same at the head of a row or column, where words of no other title begin with a capital.
pub(crate) fn headed(game: &Published, table: &PrintedTable, name: &str) -> String {
    told(game, table, name).unwrap_or_else(|| capital(&plain(name)))
}

fn told(game: &Published, table: &PrintedTable, name: &str) -> Option<String> {
    let word = table.word(name).or_else(|| game.tables.word(name));
    word.map(str::to_owned).or_else(|| title(game, name))
}

/// What is said for the name of a kind of thing that no title is known for: in words, with a capital.
pub fn named(game: &Published, name: &str) -> String {
    let word = game.tables.word(name).map(str::to_owned).or_else(|| title(game, name));
    capital(&word.unwrap_or_else(|| plain(name)))
}

/// The title of a side, army, formation, unit or marker, by its id. A bare number is a number.
fn title(game: &Published, id: &str) -> Option<String> {
    if !id.contains(char::is_alphabetic) {
        return None;
    }
    let units = &game.units;
    let sides = units.sides.iter().map(|it| (&it.id, &it.name));
    let armies = units.armies.iter().map(|it| (&it.id, &it.name));
    let formations = units.formations.iter().map(|it| (&it.id, &it.name));
    let single = units.units.iter().map(|it| (&it.id, &it.name));
    let markers = game.markers.iter().map(|it| (&it.id, &it.title));
    let mut all = sides.chain(armies).chain(formations).chain(single).chain(markers);
    all.find(|(known, _)| *known == id).map(|(_, title)| title.clone())
}

/// A name as words: hyphens between letters become blanks, all others dashes. A text of several words has dashes between
/// numbers.
fn plain(name: &str) -> String {
    let prose = name.contains(' ');
    let letters: Vec<char> = name.chars().collect();
    let letter = |at: Option<usize>| at.and_then(|at| letters.get(at)).copied();
    let turned = |(at, it): (usize, &char)| {
        let (before, after) = (letter(at.checked_sub(1)), letter(Some(at + 1)));
        let is = |side: Option<char>, kind: fn(char) -> bool| side.is_some_and(kind);
        let wordy = is(before, char::is_alphanumeric) && is(after, char::is_alphanumeric);
        let digits = is(before, |it| it.is_ascii_digit()) && is(after, |it| it.is_ascii_digit());
        match it {
            '-' if digits => '–',
            '-' if wordy && !prose => ' ',
            '-' if wordy => '-',
            '-' => '–',
            it => *it,
        }
    };
    letters.iter().enumerate().map(turned).collect::<String>().replace(">=", "≥")
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn is_ours(cell: &PrintedCell) -> bool {
    matches!(cell.provenance, Provenance::Reconstructed(_))
}

/// What a table of notes puts into cells: `A or D`.
fn letters(note: &PrintedTable) -> String {
    let texts: BTreeSet<&str> = note.rows.iter().flat_map(|row| &row.cells).map(|cell| cell.text.as_str()).collect();
    texts.into_iter().filter(|text| *text != ".").collect::<Vec<_>>().join(" or ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_words_and_ranges_keep_their_dash() {
        for (name, words) in [
            ("heavy-artillery", "heavy artillery"),
            ("18-25", "18–25"),
            ("-1", "–1"),
            ("-/1", "–/1"),
            ("E/-", "E/–"),
            ("unit-of-3-steps", "unit of 3 steps"),
            ("roll 1-2 of a free-for-all", "roll 1–2 of a free-for-all"),
            (">=35", "≥35"),
        ] {
            assert_eq!(plain(name), words);
        }
    }
}
