//! The commands of a host, the real binary.

use std::process::{Command, Stdio};

/// How a command ends with this data folder.
fn output(data: &std::path::Path, words: &str) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_fieldpost"))
        .args(words.split_whitespace())
        .env_clear()
        .env("FIELDPOST_DATA", data)
        .stdin(Stdio::null())
        .output()
        .expect("it runs")
}

/// What a command answers with this data folder.
fn said(data: &std::path::Path, words: &str) -> String {
    let output = output(data, words);
    assert!(output.status.success(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_seat_that_nobody_is_invited_to_is_told_with_the_command_that_invites() {
    let data = std::env::temp_dir().join(format!("fieldpost-commands-{}", std::process::id()));
    let told = said(&data, "new --game autumn-fog --scenario initial-assault --german anna@home.example");
    let invites = "fieldpost address 1 allied ADDRESS";
    assert!(told.contains(invites) && !told.contains("1 german"), "{told}");
    let seats = said(&data, "seats 1");
    assert!(seats.contains(invites) && seats.contains("anna@home.example"), "{seats}");
    said(&data, "address 1 allied ben@home.example");
    let seats = said(&data, "seats 1");
    assert!(seats.contains("ben@home.example") && !seats.contains("ADDRESS"), "{seats}");
    std::fs::remove_dir_all(&data).expect("removable");
}

#[test]
fn pages_are_told_and_what_cannot_be_read_ends_with_2_but_a_mail_is_tried_again() {
    let nowhere = std::path::Path::new("/nowhere");
    assert!(said(nowhere, "help new").contains("--german"));
    assert!(said(nowhere, "help").contains("FIELDPOST_BIND"));
    assert_eq!(said(nowhere, "--version").trim(), concat!("fieldpost ", env!("CARGO_PKG_VERSION")));
    for (words, code) in [("seats", 2), ("seats one", 2), ("sit down", 2), ("receive it", 75), ("verify /nowhere", 2)] {
        let output = output(nowhere, words);
        assert_eq!(output.status.code(), Some(code), "{words}");
        assert!(!output.stderr.is_empty(), "{words}");
    }
}

#[test]
fn verify_tells_a_file_of_another_kind_from_dice_that_do_not_fit_and_says_what_is_open() {
    let data = std::env::temp_dir().join(format!("fieldpost-verify-{}", std::process::id()));
    said(&data, "new --game autumn-fog --scenario initial-assault --german anna@home.example");
    let export = said(&data, "export 1");
    let file = data.join("game.jsonl");
    let verify = |text: &str| {
        std::fs::write(&file, text).expect("writable");
        let ended = output(&data, &format!("verify {}", file.display()));
        let told = String::from_utf8_lossy(&[ended.stdout, ended.stderr].concat()).into_owned();
        (ended.status.code(), told)
    };
    let (code, told) = verify(&export);
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("an export that is made when the game is over"), "{told}");
    for foreign in ["", "hello\n", "{\"a\": 1}\n", "[1]\n{}\n"] {
        let (code, told) = verify(foreign);
        assert_eq!(code, Some(2), "{foreign}: {told}");
        assert!(told.contains("neither an export nor a ledger of a game"), "{foreign}: {told}");
    }
    let (code, told) = verify(&format!("{export}what is this\n"));
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("this file was changed: it is cut short or mixed up"), "{told}");
    std::fs::remove_dir_all(&data).expect("removable");
}

#[test]
fn scenarios_are_listed_in_the_order_of_their_rulebook() {
    let told = said(std::path::Path::new("/nowhere"), "games");
    let place = |id: &str| told.find(&format!("--scenario {id} ")).unwrap_or_else(|| panic!("{id} in {told}"));
    assert!(place("no-1") < place("no-2") && place("no-9") < place("no-10"), "{told}");
}
