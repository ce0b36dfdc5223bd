//! Which sources may know a game by name: those of the game, the list of games, and tests.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Sources that serve every game alike.
const NAMELESS: [&str; 6] = [
    "engine/definitions/src",
    "engine/core/src",
    "engine/testing/src",
    "pbem-service/src",
    "module-builder/src",
    "module-builder/artwork/src",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// Ids and titles of the games of `assets/games`.
fn names() -> Vec<String> {
    let mut names = Vec::new();
    for folder in fs::read_dir(root().join("assets/games")).unwrap().flatten().map(|entry| entry.path()) {
        let Ok(text) = fs::read_to_string(folder.join("game.txt")) else { continue };
        let line = text.lines().find(|line| line.starts_with("game ")).unwrap();
        let (id, title) = line["game ".len()..].split_once(' ').unwrap();
        let title = title.trim().trim_matches('"');
        let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
        let spoken = id.split('-').map(capital).collect::<Vec<_>>().join(" ");
        names.extend([id.to_owned(), id.replace('-', "_"), title.to_owned(), spoken]);
    }
    names
}

/// The Rust files below a folder that are not tests.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path()) {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") && name != "tests" {
            found.push(path);
        }
    }
}

/// The code of a source: what follows `#[cfg(test)]` at the head of a module at its end is left out, and so are comments.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let begins = |(at, _): &(usize, &str)| text[*at..].lines().nth(1).is_some_and(|line| line.ends_with("mod tests {"));
    let end = text.match_indices("#[cfg(test)]\n").find(begins).map_or(text.len(), |(at, _)| at);
    let lines = text[..end].lines().enumerate().map(|(n, line)| (n + 1, line));
    lines.filter(|(_, line)| !line.trim_start().starts_with("//"))
}

#[test]
fn no_source_that_serves_every_game_names_one() {
    let names = names();
    assert!(names.len() >= 15, "{names:?}");
    let mut found = Vec::new();
    for folder in NAMELESS {
        let mut files = Vec::new();
        sources(&root().join(folder), &mut files);
        assert!(files.len() > 5, "{folder}");
        for file in files {
            let text = fs::read_to_string(&file).unwrap();
            for (line, words) in code(&text) {
                let named = names.iter().filter(|name| words.contains(name.as_str()));
                let path = file.strip_prefix(root()).unwrap_or(&file).display();
                found.extend(named.map(|name| format!("{path}:{line}: {name}")));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn every_game_is_played_at_random_by_the_harness() {
    let games = fs::read_dir(root().join("engine/games")).expect("the games").map(|entry| entry.expect("one").path());
    let games: Vec<PathBuf> = games.filter(|path| !path.ends_with("all")).collect();
    assert!(games.len() >= 5, "{games:?}");
    for game in games {
        let tests = ["tests/properties.rs", "tests/properties/main.rs"].map(|file| fs::read_to_string(game.join(file)));
        let calls = |text: &String| text.contains("RandomGames") && text.contains("contract");
        assert!(tests.iter().flatten().any(calls), "{} has no tests/properties.rs that calls it", game.display());
    }
}

#[test]
fn the_data_says_of_a_game_that_it_is_played_exactly_when_it_is() {
    for folder in fs::read_dir(root().join("assets/games")).unwrap().flatten().map(|entry| entry.path()) {
        let Ok(text) = fs::read_to_string(folder.join("game.txt")) else { continue };
        let line = text.lines().find(|line| line.starts_with("game ")).unwrap();
        let id = folder.file_name().unwrap().to_string_lossy().into_owned();
        match (line.contains(" rules=enforced"), games::GAMES.iter().any(|game| game.id() == id)) {
            (true, false) => panic!("{id}: its game.txt says rules=enforced, and src/lib.rs does not list it"),
            (false, true) => panic!("{id}: src/lib.rs lists it, and its game.txt does not say rules=enforced"),
            _ => {}
        }
    }
}

/// Files of a game's folder that are read when its map is made, and not when it is played.
const OF_THE_SURVEY: [&str; 2] = ["survey.txt", "overrides.txt"];

#[test]
fn a_game_holds_every_file_of_its_folder_that_is_not_for_the_survey() {
    for game in games::GAMES {
        let folder = fs::read_dir(root().join("assets/games").join(game.id())).unwrap().flatten();
        let names = folder.map(|entry| entry.file_name().to_string_lossy().into_owned());
        let plays = |name: &String| name.ends_with(".txt") && !OF_THE_SURVEY.contains(&name.as_str());
        let lie: BTreeSet<String> = names.filter(plays).collect();
        let held: BTreeSet<String> = game.files().iter().map(|(name, _)| name.to_owned()).collect();
        let forgotten: Vec<&String> = lie.difference(&held).collect();
        assert!(forgotten.is_empty(), "{}: its files() does not hold {forgotten:?}", game.id());
    }
}
