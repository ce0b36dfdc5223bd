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
