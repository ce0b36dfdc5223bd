//! The data of every game of `assets/games` is written in words that rules can read, and a slip in one of them is told with
//! its line: once.

use definitions::{GameFiles, Published};
use std::path::{Path, PathBuf};

/// The folder of each game.
fn folders() -> Vec<(String, PathBuf)> {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/games");
    let folders = std::fs::read_dir(games).unwrap().flatten().map(|entry| entry.path());
    let mut games: Vec<(String, PathBuf)> = folders
        .filter(|path| path.join("units.txt").is_file())
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), path))
        .collect();
    games.sort();
    games
}

fn files(folder: &Path) -> GameFiles {
    let files = std::fs::read_dir(folder).unwrap().flatten();
    let texts = files.filter(|entry| entry.path().extension().is_some_and(|ending| ending == "txt"));
    GameFiles::new(texts.map(|entry| {
        (entry.file_name().to_string_lossy().into_owned(), std::fs::read_to_string(entry.path()).unwrap())
    }))
}

#[test]
fn every_game_says_of_what_form_its_words_are_and_keeps_to_it() {
    for (game, folder) in folders() {
        let files = files(&folder);
        let published = Published::parse(&files).unwrap_or_else(|faults| {
            let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
            panic!("{game}:\n{}", told.join("\n"))
        });
        let doubts: Vec<String> = published.word_doubts(&files).iter().map(ToString::to_string).collect();
        assert!(doubts.is_empty(), "{game}:\n{}", doubts.join("\n"));
    }
}

#[test]
fn what_a_map_draws_and_no_chart_has_a_row_for_is_told() {
    let (_, folder) = folders().into_iter().find(|(game, _)| game == "ardennes-ii").unwrap();
    let (without, _) = slip(&files(&folder), "tables.txt", "drawn marsh marsh", "drawn marsh marsh", "");
    let doubts = Published::parse(&without).unwrap().word_doubts(&without);
    let told: Vec<String> = doubts.iter().map(ToString::to_string).collect();
    assert!(
        told.len() == 1 && told[0].ends_with("the map draws `marsh`, and no chart says `drawn ROW marsh`"),
        "{told:?}"
    );
}

/// A file of a game in which the first line that begins so has one text in place of another; with the number of the line.
fn slip(files: &GameFiles, file: &str, line: &str, from: &str, to: &str) -> (GameFiles, usize) {
    let text = files.text(file).unwrap();
    let fits = |it: &&str| it.starts_with(line) && it.contains(from);
    let at = text.lines().position(|it| fits(&it)).unwrap_or_else(|| panic!("{file}: no line `{line} … {from}`"));
    let slipped: Vec<String> = text
        .lines()
        .enumerate()
        .map(|(n, it)| if n == at { it.replacen(from, to, 1) } else { it.to_owned() })
        .collect();
    let mut slips = files.clone();
    slips.replace(file, &slipped.join("\n"));
    (slips, at + 1)
}

/// What is told of files.
fn told(files: &GameFiles) -> Vec<String> {
    match Published::parse(files) {
        Ok(_) => Vec::new(),
        Err(faults) => faults.iter().map(ToString::to_string).collect(),
    }
}

#[test]
fn a_slip_of_each_kind_is_told_once_with_its_line_and_what_was_expected() {
    let cases = [
        // tables: cells, odds, dice, turns, costs, ids
        (
            "ardennes-ii",
            "tables.txt",
            "row 6   A1 ",
            "A1 ",
            "A11 ",
            "expected a number from 1 to 2 in `A{1..2}`, found `11`",
        ),
        (
            "ardennes-offensive",
            "tables.txt",
            "row 1   Ar1",
            "Ar1",
            "Ar4",
            "expected a number from 1 to 3 in `Ar{1..3}`, found `4`",
        ),
        ("autumn-fog", "tables.txt", "row 0 E/-", "4/-", "4/5", "found `5`"),
        ("autumn-fog", "tables.txt", "columns 1:4", "8:1", "\"8:1 or moer\"", "expected odds as in 3:1"),
        (
            "autumn-fog",
            "tables.txt",
            "columns 1:4",
            " 3:1 ",
            " 9:1 ",
            "expected them in order, found `4:1` after `9:1`",
        ),
        ("deadly-woods", "tables.txt", "row 4   AL1", "BL1", "BLI", "in `BL{1..1}`, found `I`"),
        ("deadly-woods", "tables.txt", "columns 1:3", "2:1", "2;1", "expected odds as in 3:1"),
        ("ardennes-ii", "tables.txt", "row 16  \"31 December\"", "row 16", "row 17", "expected a turn from 1 to 16"),
        (
            "ardennes-ii",
            "tables.txt",
            "row 1-3 removed",
            "row 1-3",
            "row 2-3",
            "expected all from 1 to 6, found none for 1",
        ),
        ("ardennes-ii", "tables.txt", "row river ", "+2", "+22", "in `+{1..4}`, found `22`"),
        // what rows look like, and what lies beside the map
        (
            "ardennes-ii",
            "tables.txt",
            "drawn slope rough",
            "rough",
            "ruff",
            "expected what the map draws (clear, rough,",
        ),
        ("ardennes-ii", "tables.txt", "drawn stream", "stream", "streem", "table terrain has no row `streem` above"),
        (
            "ardennes-offensive",
            "tables.txt",
            "drawn river major-river",
            "major-river",
            "minor-river",
            "`minor-river` is drawn for another row, too",
        ),
        (
            "enemy-action",
            "tables.txt",
            "cost mechanized",
            "mechanized",
            "mechanised",
            "has no column `mechanised` above",
        ),
        ("autumn-fog", "game.txt", "marker roadblock", "needs=2", "needs=two", "found `two`"),
        ("ardennes-ii", "game.txt", "marker air-strike", "back=air-supply", "back=air-suply", "found `air-suply`"),
        ("enemy-action", "game.txt", "box \"Von der Heydte\"", "holds=1", "holds=one", "how many it holds"),
        (
            "ardennes-offensive",
            "tables.txt",
            "row NE        0109",
            "0109",
            "9909",
            "expected the number of a hex on the map",
        ),
        ("autumn-fog", "tables.txt", "row hauser-lehr", "hauser", "hausser", "expected the id of a unit"),
        ("enemy-action", "tables.txt", "row 22 ", "<15", "=<15", "found `=<15`"),
        ("enemy-action", "tables.txt", "row 26+ ", "operational", "operatoinal", "found `operatoinal`"),
        (
            "enemy-action",
            "tables.txt",
            "cells {turn} in=day",
            "in=day",
            "in=days",
            "expected columns of the table (day), found `days`",
        ),
        (
            "ardennes-offensive",
            "tables.txt",
            "cells Ar{1..3}",
            "1..3",
            "3..1",
            "expected bounds as in 1..6, found `3..1`",
        ),
        // cards and chits
        (
            "enemy-action",
            "cards.txt",
            "card corps-lxvii ",
            "corner=16",
            "corner=99",
            "expected a turn from 16 to 29 in `{turn}`, found `99`",
        ),
        ("enemy-action", "cards.txt", "card chit-01 ", "8:1 or more", "8:1 or moer", "`{odds} or more`"),
        ("enemy-action", "cards.txt", "card chit-04 ", "A1 D1", "A1 D9", "expected a number from 1 to 2"),
        (
            "enemy-action",
            "cards.txt",
            "card 12-vg ",
            "of=12vg",
            "of=12vgg",
            "expected an army, formation, division or unit",
        ),
        ("enemy-action", "cards.txt", "card 1-ss-12-ss ", "22, 26", "22, 62", "expected a turn from 16 to 29"),
        (
            "enemy-action",
            "cards.txt",
            "wording divisions ",
            "Activate one of them",
            "Actvate one of them",
            "`Activate one of them`",
        ),
        (
            "enemy-action",
            "cards.txt",
            "set combat ",
            "lines=situation",
            "lines=situations",
            "expected a kind that words.txt declares",
        ),
        ("enemy-action", "cards.txt", "deck german-draw ", "side=german", "side=germans", "expected a side"),
        (
            "enemy-action",
            "cards.txt",
            "card 116-pz ",
            "116th Panzer on 21",
            "117th Panzer on 21",
            "expected a division of units.txt, by its name or id or the id of a unit in the list of units in",
        ),
        ("enemy-action", "cards.txt", "card 12-vg ", "Commandos", "Comandos", "found `Comandos`"),
        ("enemy-action", "cards.txt", "card 12-vg ", "16-19", "19-16", "expected numbers from 16 to 29 as in 16-29"),
        ("enemy-action", "cards.txt", "card corps-i-ss ", "replace 2 steps", "replace 4 steps", "from 1 to 3"),
        ("enemy-action", "units.txt", "division 12vg ", "12vg", "21vg", "no unit is of the division `21vg`"),
        ("enemy-action", "tables.txt", "row Screen ", "fewer-chits", "fewer-chips", "found `fewer-chips`"),
        ("deadly-woods", "cards.txt", "card german-move ", "armour moves 1", "armour moves 7", "found `7`"),
        (
            "deadly-woods",
            "cards.txt",
            "card reaction ",
            "of=2di",
            "of=22di",
            "expected an army, formation, division or unit",
        ),
        ("deadly-woods", "tables.txt", "row B   allied", "C,D", "C,X", "found `C,X,"),
        ("deadly-woods", "tables.txt", "row Dasburg ", "Dasburg", "Dasberg", "expected a place or the number of a hex"),
        ("deadly-woods", "units.txt", "unit peiper", "last=mechanised", "last=mechanized", "expected a symbol"),
        (
            "deadly-woods",
            "units.txt",
            "unit vdh ",
            "steps=1",
            "steps=1 last=infantry",
            "expected a unit of several steps",
        ),
        (
            "deadly-woods",
            "units.txt",
            "unit peiper",
            "last=mechanised@third",
            "",
            "expected `last=` beside `last-traits=`",
        ),
        ("deadly-woods", "scenario-campaign.txt", "objectives ", "marked", "markd", "expected the number of a hex"),
        // words themselves
        ("enemy-action", "words.txt", "word situation odds-or-more", "{odds}", "{oods}", "expected a slot"),
        (
            "deadly-woods",
            "words.txt",
            "word condition if-held",
            "condition",
            "conditoin",
            "expected a kind declared above",
        ),
        // printed numbers
        (
            "ardennes-offensive",
            "units.txt",
            "unit ",
            "movement=4",
            "movement=66",
            "expected `movement=` to be from 4 to 12, found 66",
        ),
        (
            "autumn-fog",
            "units.txt",
            "unit ",
            "quality=4",
            "quality=44",
            "expected `quality=` to be from 3 to 5, found 44",
        ),
        ("enemy-action", "units.txt", "unit ", "strength=", "strenght=", "expected a number declared above"),
        // conditions and turns of what comes
        (
            "deadly-woods",
            "scenario-german-attack.txt",
            "deal ",
            "hold St. Vith",
            "hold St. With",
            "expected a place or the number of a hex",
        ),
        ("deadly-woods", "scenario-german-attack.txt", "arrive ", "first chit", "fist chit", "found `fist`"),
        (
            "ardennes-ii",
            "scenario-breakthrough.txt",
            "arrive ",
            "within 3 hexes",
            "within 33 hexes",
            "expected a number from 1 to 9",
        ),
        (
            "ardennes-offensive",
            "part-german-historical.txt",
            "arrive ",
            "turn=2",
            "turn=22",
            "expected a turn that a scenario has, from 1 to 18, found 22",
        ),
        (
            "enemy-action",
            "part-december-16.txt",
            "deal allied-draw turn=17",
            "turn=17",
            "turn=71",
            "expected a turn that a scenario has, from 16 to 29, found 71",
        ),
        (
            "autumn-fog",
            "scenario-initial-assault.txt",
            "arrive 1-di ",
            "turn=1",
            "turn=1 lost=4",
            "expected fewer steps lost than the unit has (4), found 4",
        ),
    ];
    let games: Vec<(String, GameFiles)> = folders().into_iter().map(|(game, folder)| (game, files(&folder))).collect();
    let mut wrong = Vec::new();
    for (game, file, line, from, to, expected) in cases {
        let (_, files) = games.iter().find(|(id, _)| id == game).unwrap();
        let (slipped, at) = slip(files, file, line, from, to);
        match told(&slipped).as_slice() {
            [only] if only.starts_with(&format!("{file}:{at}: ")) && only.contains(expected) => {}
            other => wrong.push(format!("{game}/{file}:{at}: `{from}` as `{to}`: {other:#?}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Where the words of a line begin and end, quotes left out; a comment is none.
fn tokens(line: &str) -> Vec<(usize, usize)> {
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(begin) = line[at..].find(|letter: char| !letter.is_whitespace()).map(|skip| at + skip) {
        let mut quoted = false;
        let ends = |letter: char| {
            quoted ^= letter == '"';
            letter.is_whitespace() && !quoted
        };
        let end = line[begin..].find(ends).map_or(line.len(), |length| begin + length);
        match &line[begin..end] {
            comment if comment.starts_with('#') => break,
            word if word.len() > 1 && word.starts_with('"') => found.push((begin + 1, end - 1)),
            _ => found.push((begin, end)),
        }
        at = end;
    }
    found
}

/// The value of a key in a line, with its quotes left out.
fn value(line: &str, key: &str) -> Option<(usize, usize)> {
    let (begin, end) =
        tokens(line).into_iter().find(|(begin, end)| line[*begin..*end].starts_with(&format!("{key}=")))?;
    let begin = begin + key.len() + 1;
    match line[begin..end].strip_prefix('"') {
        Some(inner) => Some((begin + 1, begin + 1 + inner.find('"')?)),
        None => Some((begin, line[begin..end].find('@').map_or(end, |at| begin + at))),
    }
}

/// Every token of the game's files that has a type: file, line from 0, begin and end.
fn typed(published: &Published, files: &GameFiles) -> Vec<(String, usize, usize, usize)> {
    let mut found = Vec::new();
    let mut table = None;
    let text = files.text("tables.txt").unwrap_or_default();
    // what a line `cell` puts in its place, nobody reads
    let replaced = |row: &str, column: &str| {
        let cells = text.lines().filter(|line| line.starts_with("cell "));
        cells.into_iter().any(|line| line.split_whitespace().skip(1).take(2).eq([row, column]))
    };
    for (n, line) in text.lines().enumerate() {
        let words = tokens(line);
        let word = |at: usize| words.get(at).map_or("", |(begin, end)| &line[*begin..*end]);
        match word(0) {
            "table" => table = published.tables.get(word(1)).ok(),
            "row" => {
                let Some(table) = table else { continue };
                for (at, column) in table.columns.iter().enumerate() {
                    let free = table.legal(column).iter().any(|(form, _)| form.contains("{text}"));
                    let changed = line.contains('#') || replaced(word(1), column);
                    if let (false, false, Some((begin, end))) = (free, changed, words.get(at + 2)) {
                        found.push(("tables.txt".to_owned(), n, *begin, *end));
                    }
                }
            }
            "columns" if word(1).contains(':') => {
                // a line `cell` below that names the column is told of first
                let apart = |column: &str| text.lines().any(|line| line.starts_with("cell ") && line.contains(column));
                let own = words[1..].iter().filter(|(begin, end)| !apart(&line[*begin..*end]));
                found.extend(own.map(|(begin, end)| ("tables.txt".to_owned(), n, *begin, *end)));
            }
            _ => {}
        }
    }
    for (name, text) in files.iter() {
        let keys: &[(&str, &str)] = match name {
            "cards.txt" => &[("card ", "says"), ("card ", "corner"), ("card ", "other-says"), ("card ", "of")],
            "units.txt" => &[("unit ", "movement"), ("unit ", "strength"), ("unit ", "attack"), ("unit ", "steps")],
            name if name.starts_with("scenario-") || name.starts_with("part-") => {
                &[("arrive ", "if"), ("arrive ", "turn"), ("deal ", "if"), ("deal ", "turn"), ("leave ", "if")]
            }
            _ => &[],
        };
        for (n, line) in text.lines().enumerate() {
            for (kind, key) in keys.iter().filter(|(kind, _)| line.starts_with(kind)) {
                let place = value(line, key).filter(|_| !kind.is_empty());
                found.extend(place.map(|(begin, end)| (name.to_owned(), n, begin, end)));
            }
        }
    }
    found
}

/// Whether a line is a row of which a `cell` line replaces something: what is replaced is read by nobody.
fn is_replaced(line: &str, lines: &[String]) -> bool {
    let Some(rest) = line.strip_prefix("row ") else { return false };
    let end = match rest.strip_prefix('"') {
        Some(quoted) => quoted.find('"').map(|end| end + 2),
        None => rest.find(' '),
    };
    end.is_some_and(|end| lines.iter().any(|other| other.starts_with(&format!("cell {} ", &rest[..end]))))
}

#[test]
fn any_token_that_has_a_type_is_told_once_with_its_line_when_it_is_garbled() {
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    let mut below = |limit: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random % limit as u64) as usize
    };
    for (game, folder) in folders() {
        let files = files(&folder);
        let published = Published::parse(&files).unwrap();
        let tokens = typed(&published, &files);
        assert!(!tokens.is_empty(), "{game}: nothing in its tables, units, cards and scenarios has a type");
        for _ in 0..60 {
            let (file, at, begin, end) = &tokens[below(tokens.len())];
            let mut lines: Vec<String> = files.text(file).unwrap().lines().map(str::to_owned).collect();
            let places: Vec<usize> = (*begin..=*end).filter(|place| lines[*at].is_char_boundary(*place)).collect();
            lines[*at].insert(places[below(places.len())], ['?', '!', '%', '&'][below(4)]);
            let mut garbled = files.clone();
            garbled.replace(file, &lines.join("\n"));
            let told = told(&garbled);
            if told.is_empty() && is_replaced(&lines[*at], &lines) {
                continue;
            }
            assert!(
                told.len() == 1 && told[0].starts_with(&format!("{file}:{}: ", at + 1)),
                "{game}, {file}:{}: {}\n{told:#?}",
                at + 1,
                lines[*at]
            );
        }
    }
}
