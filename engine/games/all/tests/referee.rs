//! The command `referee`, the real binary.

use std::process::{Command, Output};

fn referee(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_referee")).args(words).output().expect("it runs")
}

#[test]
fn a_game_file_is_played_and_what_cannot_be_read_ends_with_2() {
    let game = concat!(env!("CARGO_MANIFEST_DIR"), "/../autumn-fog/tests/golden/first-orders.game");
    let (plain, json) = (referee(&[game]), referee(&[game, "--json"]));
    assert!(plain.status.success() && json.status.success());
    assert!(json.stdout.len() > plain.stdout.len(), "events are added");
    assert!(String::from_utf8_lossy(&referee(&["--help"]).stdout).contains("engine/README.md"));
    assert!(referee(&["--version"]).stdout.starts_with(b"referee "));
    for (words, code) in [(&[][..], 2), (&["--xml", game], 2), (&[game, game], 2), (&["/nowhere.game"], 1)] {
        assert_eq!(referee(words).status.code(), Some(code), "{words:?}");
    }
}
