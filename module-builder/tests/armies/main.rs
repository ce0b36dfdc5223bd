//! The orders of battle and scenarios of the five games: what the rulebooks state about units, set-ups and arrivals
//! holds, and what is reconstructed keeps within it.

mod ardennes_ii;
mod ardennes_offensive;
mod deadly_woods;
mod enemy_action;

use definitions::{GameFiles, Published};
use std::path::Path;

/// A game of assets/games, read as the builder reads it; its faults fail the test.
fn published(game: &str) -> Published {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/games").join(game);
    let files = std::fs::read_dir(&folder).unwrap().flatten().map(|entry| {
        (entry.file_name().to_string_lossy().into_owned(), std::fs::read_to_string(entry.path()).unwrap())
    });
    Published::parse(&GameFiles::new(files)).unwrap_or_else(|faults| panic!("{game}: {faults:#?}"))
}

#[test]
fn all_games_load_and_hold_units_and_scenarios() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/games");
    let names = std::fs::read_dir(folder).unwrap().flatten().filter(|entry| entry.path().join("units.txt").exists());
    for name in names.map(|entry| entry.file_name().to_string_lossy().into_owned()) {
        let game = published(&name);
        assert_eq!(game.id, name);
        assert!(!game.units.units.is_empty() && !game.scenarios.is_empty(), "{name}");
    }
}
