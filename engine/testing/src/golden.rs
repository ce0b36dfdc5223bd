//! Golden games: orders in, what is told out.

use engine::referee::{Positions, referee};
use std::fs;
use std::path::{Path, PathBuf};

/// Plays every `NAME.game` of a folder with the referee: it must tell what `NAME.expected` holds. With `RECORD=1` in the
/// environment these are written anew; the difference is reviewed like code.
///
/// # Panics
/// When a game is told otherwise, or there is none.
pub fn golden_games<G: Positions>(folder: &Path) {
    let mut faults = Vec::new();
    for game in game_files(folder) {
        let name = game.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = fs::read_to_string(&game).expect("a golden game is text");
        let told = referee::<G>(&name, &text, false)
            .unwrap_or_else(|faults| faults.iter().map(|fault| format!("{fault}\n")).collect());
        let file = game.with_extension("expected");
        if std::env::var_os("RECORD").is_some() {
            fs::write(&file, &told).expect("a golden game is written");
        }
        let expected = fs::read_to_string(&file).unwrap_or_default();
        if expected != told {
            faults.push(format!("{name}, {}", difference(&expected, &told)));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The game files of a folder, in order.
///
/// # Panics
/// When there is none.
pub(crate) fn game_files(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let files = files.map(|entry| entry.expect("a readable folder").path());
    let mut games: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|it| it == "game")).collect();
    games.sort();
    assert!(!games.is_empty(), "there are golden games in {}", folder.display());
    games
}

/// The first line that differs, with the lines around it.
fn difference(expected: &str, told: &str) -> String {
    let (expected, told): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), told.lines().collect());
    let same = expected.iter().zip(&told).take_while(|(a, b)| a == b).count();
    let around = |lines: &[&str], sign: &str| {
        lines[same.min(lines.len())..].iter().take(4).map(|line| format!("{sign} {line}\n")).collect::<String>()
    };
    let before: String = expected[same.saturating_sub(3)..same].iter().map(|line| format!("  {line}\n")).collect();
    format!("line {}:\n{before}{}{}", same + 1, around(&expected, "-"), around(&told, "+"))
}
