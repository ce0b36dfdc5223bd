//! The printed tables of a game in words, for paper and for the module: names become titles, ranges have their dash, and
//! what is not the rulebook's is marked.

use definitions::{Hurt, Look, MapSign, PrintedCell, PrintedRow, PrintedTable, Provenance, Published};
use std::collections::BTreeSet;

/// What marks a number that is not the rulebook's. Results have stars of their own.
pub const OURS: char = '†';

/// A table as it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// Name of its table.
    pub name: String,
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
    /// What stands below on paper, where cells have looks instead of letters.
    pub notes_to_looks: Vec<String>,
}

/// A row of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// What it looks like on the map, if it is something that is drawn there.
    pub sign: Option<MapSign>,
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
    /// The same for paper.
    pub inked: Inked,
}

/// A cell as it is printed in colours: what letters say of it elsewhere, it looks like.
#[derive(Clone, Debug, PartialEq)]
pub struct Inked {
    /// What it says.
    pub text: String,
    /// Whether it is marked as not the rulebook's.
    pub ours: bool,
    /// What it looks like.
    pub looks: Vec<Look>,
    /// Whom it hurts, if it is the result of a combat.
    pub hurt: Option<Hurt>,
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
        let said = |row: &PrintedRow, column: &str| said_by(table, row, column, beside);
        let all = all_of(table, beside);
        let any = all.iter().any(is_ours);
        // where much is ours, one note says it: a sign in every cell would be noise
        let many = all.iter().filter(|cell| is_ours(cell)).count() * MANY > all.len();
        let (all_ours, whole) = (all.iter().all(is_ours), all.iter().all(is_ours) || many);
        let (looks, words): (Vec<&PrintedTable>, Vec<&PrintedTable>) =
            beside.iter().partition(|note| !note.shown.is_empty());
        let inked = |row: &PrintedRow, column: &str| {
            let own: Vec<PrintedCell> = said_by(table, row, column, &words);
            let marked = |cell: &PrintedCell| is_ours(cell) && !whole;
            let mark = |cell: &PrintedCell| if marked(cell) { OURS.to_string() } else { String::new() };
            let texts: Vec<String> = own.iter().map(|cell| printed(game, table, &cell.text) + &mark(cell)).collect();
            let look = |note: &&PrintedTable| {
                let cell = note.cell(&row.name, column).ok()?;
                note.shown.iter().find(|(letter, _)| *letter == cell.text).map(|(_, look)| *look)
            };
            Inked {
                text: if texts.is_empty() { "–".to_owned() } else { texts.join(" ") },
                ours: own.iter().any(marked),
                looks: looks.iter().filter_map(look).collect(),
                hurt: table.cell(&row.name, column).ok().and_then(|cell| table.hurt(&cell.text)),
            }
        };
        let cell = |row: &PrintedRow, column: &str| {
            let marked = |cell: &PrintedCell| is_ours(cell) && !whole;
            let cells = said(row, column);
            let text = |cell: &PrintedCell| {
                let mark = if marked(cell) { OURS.to_string() } else { String::new() };
                printed(game, table, &cell.text) + &mark
            };
            let texts: Vec<String> = cells.iter().map(text).collect();
            let text = if texts.is_empty() { "–".to_owned() } else { texts.join(" ") };
            Cell { text, ours: cells.iter().any(marked), inked: inked(row, column) }
        };
        let sign = |at: usize| table.signs.iter().find(|(_, row)| *row == at).map(|(sign, _)| *sign);
        let rows = table.rows.iter().enumerate().map(|(at, row)| Row {
            name: headed(game, table, &row.name),
            sign: sign(at),
            cells: table.columns.iter().map(|column| cell(row, column)).collect(),
        });
        let by_looks = |note: &&PrintedTable| format!("{}.", note.title);
        let by_letters = |note: &&PrintedTable| format!("{}: {}.", letters(note), note.title);
        let mut notes_to_looks: Vec<String> =
            looks.iter().map(by_looks).chain(words.iter().map(by_letters)).chain(table.notes.iter().cloned()).collect();
        let guessed = |note: &&PrintedTable| note.rows.iter().flat_map(|row| &row.cells).any(is_ours);
        let (of_looks, of_words) = (looks.iter().any(guessed), all_of(table, &words).iter().any(is_ours));
        if of_looks && !all_ours {
            notes_to_looks
                .push("What is red (underlined) and bold is reconstructed: the rulebook does not show it.".to_owned());
        }
        if of_words {
            notes_to_looks.push(reconstructed(all_ours, whole));
        }
        let mut notes: Vec<String> = beside.iter().map(|note| format!("{}: {}.", letters(note), note.title)).collect();
        notes.extend(table.notes.iter().cloned());
        if any {
            notes.push(reconstructed(all_ours, whole));
        }
        Chart {
            title: table.title.clone(),
            head: table.head.clone(),
            columns: table.columns.iter().map(|column| headed(game, table, column)).collect(),
            rows: rows.collect(),
            notes,
            notes_to_looks,
            name: table.name.clone(),
        }
    }
}

/// What a table and those beside it say in a cell.
fn said_by(table: &PrintedTable, row: &PrintedRow, column: &str, beside: &[&PrintedTable]) -> Vec<PrintedCell> {
    let own = table.cell(&row.name, column).into_iter();
    let more = beside.iter().filter_map(|note| note.cell(&row.name, column).ok());
    own.chain(more).filter(|cell| cell.text != ".").cloned().collect()
}

/// The same in all cells.
fn all_of(table: &PrintedTable, beside: &[&PrintedTable]) -> Vec<PrintedCell> {
    let of_row = |row| table.columns.iter().flat_map(move |column| said_by(table, row, column, beside));
    table.rows.iter().flat_map(of_row).collect()
}

/// From one in so many cells on that are not the rulebook's they are told in one note.
const MANY: usize = 4;

/// What stands below a table of which all, much or something is not the rulebook's.
fn reconstructed(all: bool, whole: bool) -> String {
    match whole {
        true if !all => {
            "Not all in the rulebook: reconstructed in part, as the list of reconstructed values tells.".to_owned()
        }
        true => "Not in the rulebook: all of this is reconstructed.".to_owned(),
        false => format!("{OURS} not in the rulebook: reconstructed."),
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
    letters.iter().enumerate().map(turned).collect::<String>().replace(">=", "≥").replace(", ", ",").replace(',', ", ")
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
            ("A,B, C", "A, B, C"),
        ] {
            assert_eq!(plain(name), words);
        }
    }
}
