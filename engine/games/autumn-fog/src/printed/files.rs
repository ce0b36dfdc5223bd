//! The files of the game.

use definitions::{GameFiles, embedded};

/// The definitions that come with the program.
pub fn files() -> GameFiles {
    embedded!(
        "../../../assets/games/autumn-fog": "about.txt", "aid.txt", "game.txt", "map.txt", "units.txt", "scenario-initial-assault.txt",
        "scenario-entire-battle.txt", "rules.txt", "rulings.txt", "tables.txt",
    )
}
