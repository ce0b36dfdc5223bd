//! What the sheets say: words, not the names by which the text files call things, and none of them squeezed.

use crate::games;
use artwork::drawings::Drawings;
use definitions::{PrintedTable, Published};
use module_builder::booklet::Page;
use module_builder::print::{Paper, Part, Settings};
use std::collections::BTreeSet;

fn pages(game: &Published, part: Part, paper: Paper) -> Vec<Page> {
    part.booklet(&Drawings::plain(game), &Settings::new(paper)).pages
}

/// Names of the text files that are no words: those with a hyphen between letters, with letters after digits, and those of
/// the sides, which are written with a capital.
fn raw_names(game: &Published) -> BTreeSet<String> {
    let units = &game.units;
    let mut ids: Vec<&str> = Vec::new();
    ids.extend(units.units.iter().map(|it| it.id.as_str()));
    ids.extend(units.armies.iter().map(|it| it.id.as_str()));
    ids.extend(units.formations.iter().map(|it| it.id.as_str()));
    ids.extend(game.markers.iter().map(|it| it.id.as_str()));
    ids.extend(game.tracks.iter().map(|it| it.id.as_str()));
    ids.extend(game.scenarios.iter().map(|it| it.id.as_str()));
    ids.extend(game.cards.cards.iter().map(|it| it.id.as_str()));
    ids.extend(units.units.iter().flat_map(|it| it.values.keys()).map(String::as_str));
    ids.extend(game.scenarios.iter().flat_map(|it| &it.grants).map(|it| it.kind.as_str()));
    for table in game.tables.iter() {
        // a case is printed as the rulebook numbers it
        let cells = table.rows.iter().flat_map(|row| row.cells.iter().zip(&table.columns));
        let cells = cells.filter(|(_, column)| *column != "case").map(|(cell, _)| &cell.text);
        let keys = table.rows.iter().map(|row| &row.name).chain(&table.columns).chain(cells);
        ids.extend(keys.map(String::as_str).chain([table.name.as_str()]));
    }
    let raw = |id: &&str| {
        let letters: Vec<char> = id.chars().collect();
        let lower = |it: char| it.is_ascii_lowercase();
        let hyphen =
            letters.windows(3).any(|it| lower(it[0]) && it[1] == '-' && (lower(it[2]) || it[2].is_ascii_digit()));
        let number = letters.windows(2).any(|it| it[0].is_ascii_digit() && lower(it[1]));
        !id.contains(' ') && (hyphen || number)
    };
    let sides = units.sides.iter().map(|side| side.id.clone());
    // A title may be what a file calls it: "1st", "half-track".
    let titles = game.tables.iter().flat_map(|table| table.title.split(' ')).map(str::to_owned);
    let titles: BTreeSet<String> = titles.collect();
    ids.into_iter().filter(raw).map(str::to_owned).chain(sides).filter(|id| !titles.contains(id)).collect()
}

#[test]
fn no_sheet_calls_a_thing_as_the_text_files_do() {
    let mut found = BTreeSet::new();
    for game in games() {
        let raw = raw_names(&game);
        assert!(raw.len() > 100, "{}", game.id);
        for part in [Part::Aids, Part::PlayerAid, Part::SetUp] {
            for page in pages(&game, part, Paper::A4) {
                for text in page.words() {
                    if text.contains(['{', '}']) || text.contains("?[") {
                        found.insert(format!("{}: {text}", game.id));
                    }
                    for word in text.split_whitespace() {
                        let word = word.trim_matches(|letter: char| ".,:;()“”†*".contains(letter));
                        if raw.contains(word) {
                            found.insert(format!("{}, {}: {word} in: {text}", game.id, page.title));
                        }
                    }
                }
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn ranges_and_odds_keep_their_dash_and_colon() {
    for game in games() {
        let pages: Vec<Page> =
            [Part::Aids, Part::PlayerAid].into_iter().flat_map(|part| pages(&game, part, Paper::A4)).collect();
        let texts: BTreeSet<&str> = pages.iter().flat_map(Page::words).collect();
        let range = |text: &&String| {
            let ends = text.split_once('-');
            ends.is_some_and(|(a, b)| [a, b].iter().all(|it| !it.is_empty() && it.bytes().all(|b| b.is_ascii_digit())))
        };
        let mut ranges = 0;
        // turns are told in sentences, and what is left out nowhere
        let told = |table: &&PrintedTable| {
            !["Turn", "December"].contains(&table.head.as_str()) && !game.aid.left_out.contains(&table.name)
        };
        for table in game.tables.iter().filter(told) {
            let cells = table.rows.iter().flat_map(|row| &row.cells).map(|cell| &cell.text);
            for key in table.rows.iter().map(|row| &row.name).chain(&table.columns).chain(cells).filter(range) {
                let shown = key.replace('-', "–");
                let marked = format!("{shown}†");
                assert!(texts.contains(shown.as_str()) || texts.contains(marked.as_str()), "{}: {key}", game.id);
                ranges += 1;
            }
            for odds in table.columns.iter().filter(|it| it.contains(':')) {
                assert!(texts.contains(odds.as_str()), "{}: {odds}", game.id);
            }
        }
        assert!(ranges > 0, "{}", game.id);
    }
}

#[test]
fn no_text_is_narrowed_below_85_percent() {
    let mut found = BTreeSet::new();
    for game in games() {
        for paper in Paper::ALL {
            for page in
                [Part::Aids, Part::PlayerAid, Part::SetUp].into_iter().flat_map(|part| pages(&game, part, paper))
            {
                for text in page.texts() {
                    if text.narrowed < 0.85 {
                        found.insert(format!("{}, {}: {}", game.id, page.title, text.content));
                    }
                }
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}
