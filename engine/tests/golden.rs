//! Golden games: every `tests/golden/GAME/NAME.game` is played by the referee and must tell what `NAME.expected`
//! holds. `RECORD=1 cargo test -p engine --test golden` writes them anew; the difference is reviewed like code.

use engine::referee::referee;
use std::fs;
use std::path::{Path, PathBuf};

fn games() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let entries = |folder: &Path| fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect::<Vec<_>>();
    let all = entries(&folder).iter().filter(|path| path.is_dir()).flat_map(|game| entries(game)).collect::<Vec<_>>();
    let mut games: Vec<PathBuf> =
        all.into_iter().filter(|path| path.extension().is_some_and(|it| it == "game")).collect();
    games.sort();
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

#[test]
fn every_golden_game_is_told_as_it_was_recorded() {
    let mut faults = Vec::new();
    let games = games();
    assert!(!games.is_empty(), "there are golden games");
    for game in games {
        let name = game.file_name().unwrap().to_string_lossy().into_owned();
        let told = referee(&name, &fs::read_to_string(&game).unwrap(), false)
            .unwrap_or_else(|faults| faults.iter().map(|fault| format!("{fault}\n")).collect());
        let file = game.with_extension("expected");
        if std::env::var_os("RECORD").is_some() {
            fs::write(&file, &told).unwrap();
        }
        let expected = fs::read_to_string(&file).unwrap_or_default();
        if expected != told {
            faults.push(format!("{name}, {}", difference(&expected, &told)));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
