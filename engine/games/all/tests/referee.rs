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

#[test]
fn what_is_for_a_game_under_way_and_a_die_that_nobody_has_are_answered() {
    let path = std::env::temp_dir().join(format!("referee-{}.game", std::process::id()));
    let told = |text: &str| {
        std::fs::write(&path, text).expect("writable");
        let output = referee(&[path.to_str().expect("plain")]);
        String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
    };
    let game = "game autumn-fog\nscenario initial-assault\n";
    for (line, answer) in [
        ("german: say: hello", "`say` is for a game under way"),
        ("german: resign", "`resign` is for a game under way"),
        ("german: word: rain", "`word` is for a game under way"),
        ("german: preview:", "Write the order on the same line"),
        ("german move Peiper to 2711", "An order is written `SIDE: ORDER`, with the colon"),
    ] {
        let told = told(&format!("{game}{line}\n"));
        assert!(told.contains(answer), "{line}: {told}");
    }
    let first = concat!(env!("CARGO_MANIFEST_DIR"), "/../autumn-fog/tests/golden/first-orders.game");
    let first = std::fs::read_to_string(first).expect("there");
    let loaded = first.replace("dice ", "dice 7 ");
    assert_ne!(loaded, first);
    let told = told(&loaded);
    assert!(told.contains("! the file's die 7 was rolled with a die of 6 faces; it counted as 6"), "{told}");
    std::fs::remove_file(&path).expect("removable");
}
