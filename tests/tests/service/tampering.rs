//! An export in the hands of somebody who changes it: whatever he touches is named, with the record.

use engine::table::Line;
use fieldpost_tests::FORD;
use fieldpost_tests::app::{TestApp, order};
use pbem_service::export::{Export, Talk, seal_all};
use pbem_service::proof::{Proof, prove};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A finished game with everything that players do beside their orders; its number.
async fn finished(app: &mut TestApp) -> i64 {
    let game = app.game("the-ford", "crossing").await;
    app.reply("raiders", "word: ox and plough").await;
    app.reply("guards", "say: good evening\nmine 3").await;
    app.reply("raiders", "bid 1").await;
    app.reply("raiders", "undo").await;
    app.reply("guards", "propose draw").await;
    app.reply("raiders", "decline 1\nbid 0").await;
    for nth in 0..200 {
        let live = app.service.live(game).await.expect("open");
        let Some(ask) = live.session.asks().into_iter().next() else { break };
        let advised = live.session.advise(ask.side).expect("it is asked");
        let mut given = order(game, ask.side.0, &format!("page {nth}"), "");
        given.batch.lines = vec![Line::Steps(advised)];
        assert!(app.service.submit(&given).await.expect("taken").report.changed);
    }
    assert!(app.service.live(game).await.expect("open").session.outcome().is_some());
    game
}

/// All versions of a value in which one field is another.
fn altered(value: &Value) -> Vec<(String, Value)> {
    match value {
        Value::Object(fields) => {
            let mut all = Vec::new();
            for (name, inner) in fields {
                for (path, other) in altered(inner) {
                    let mut changed = fields.clone();
                    changed.insert(name.clone(), other);
                    all.push((format!("{name}.{path}"), Value::Object(changed)));
                }
            }
            all
        }
        Value::Array(items) => {
            let mut all = Vec::new();
            for (place, inner) in items.iter().enumerate() {
                for (path, other) in altered(inner) {
                    let mut changed = items.clone();
                    changed[place] = other;
                    all.push((path, Value::Array(changed)));
                }
            }
            all
        }
        Value::String(text) => vec![(String::new(), json!(format!("{text}x"))), (String::new(), json!(""))]
            .into_iter()
            .filter(|(_, other)| other != value)
            .collect(),
        Value::Number(number) => vec![(String::new(), json!(number.as_i64().unwrap_or_default() + 1))],
        Value::Bool(yes) => vec![(String::new(), json!(!yes))],
        Value::Null => vec![(String::new(), json!("x"))],
    }
}

/// The file with another line.
fn with_line(text: &str, place: usize, line: &str) -> String {
    let lines = text.lines().enumerate().map(|(at, old)| if at == place { line } else { old });
    lines.map(|line| format!("{line}\n")).collect()
}

/// The same by somebody who makes all seals anew.
fn sealed_anew(text: &str) -> String {
    let records = Export::read(text).expect("an export").records;
    let place = text.lines().count() - 1;
    with_line(text, place, &json!({ "seals": seal_all(&records) }).to_string())
}

/// Lines before the records: what it is, and the data.
const BEFORE: usize = 2;

#[tokio::test]
async fn every_field_that_is_changed_is_named_with_its_record_and_a_forger_meets_the_rules_the_dice_or_the_told_seal() {
    let mut app = TestApp::start(FORD).await;
    let game = finished(&mut app).await;
    let text = app.service.export(game, Talk::Told).await.expect("readable");
    let Proof { numbers, hidden, rejudged, seal } = prove(&text, FORD).expect("as it was written");
    assert!(numbers > 0 && hidden, "{numbers}");
    let rejudged = rejudged.expect("the data are in the file");
    assert!(rejudged.orders > 10 && rejudged.turns > 0, "{rejudged:?}");
    let told = seal.expect("it has one");
    let last = app.last("guards").await.text;
    assert!(last.split_whitespace().collect::<Vec<_>>().join(" ").contains(&told), "{told}: {last}");

    let records = Export::read(&text).expect("an export").records;
    let (mut fields, mut only_sealed) = (0, BTreeSet::new());
    for (number, record) in records.iter().enumerate() {
        let value: Value = serde_json::from_str(record).expect("JSON");
        for (path, other) in altered(&value) {
            fields += 1;
            let changed = with_line(&text, number + BEFORE, &other.to_string());
            let fault = prove(&changed, FORD).expect_err("it was changed").to_string();
            assert!(fault.contains(&format!("record {number} ")), "{path} of record {number}: {fault}");
            let forged = sealed_anew(&changed);
            if prove(&forged, FORD).is_ok() {
                assert!(!Export::read(&forged).expect("an export").bears(&told), "{path} of record {number}");
                only_sealed.insert(path.trim_end_matches('.').to_owned());
            }
        }
    }
    assert!(fields > 200, "{fields}");
    println!("{fields} fields; by the told seal alone: {only_sealed:?}");
    // what no rule and no die hangs on: talk, numbers of proposals, versions, and a word after which no number was drawn
    for path in &only_sealed {
        let known = [
            "Said",
            "Declined",
            "Proposed",
            "Ordered.standing",
            "Started.rules",
            // a word that gives the same numbers after it: there are few in a short game
            "Joined",
            "Undone.agreed",
            "Digest",
        ];
        assert!(
            known.iter().any(|known| path.starts_with(known)),
            "{path} is held by nothing but the seal: {only_sealed:?}"
        );
    }
    app.finish().await;
}

#[tokio::test]
async fn an_export_that_is_cut_short_padded_or_mixed_is_no_proof() {
    let mut app = TestApp::start(FORD).await;
    let game = finished(&mut app).await;
    let text = app.service.export(game, Talk::Told).await.expect("readable");
    let lines: Vec<&str> = text.lines().collect();
    let named = |text: &str| prove(text, FORD).expect_err("it was changed").to_string();
    for cut in BEFORE + 1..lines.len() {
        let short: String = lines[..cut].iter().map(|line| format!("{line}\n")).collect();
        assert!(named(&short).contains("cut short") || named(&short).contains("seals are missing"), "{cut}");
    }
    for half in [text.len() / 3, text.len() - 10] {
        prove(&text[..half], FORD).expect_err("in the middle of a line");
    }
    for place in BEFORE..lines.len() - 1 {
        let without: String =
            lines.iter().enumerate().filter(|(at, _)| *at != place).map(|(_, line)| format!("{line}\n")).collect();
        prove(&without, FORD).expect_err("a record is missing");
        prove(&sealed_anew(&without), FORD).expect_err("it says how many records it has");
    }
    let other_data = with_line(&text, 1, &lines[1].replacen("ford", "f0rd", 1));
    assert!(named(&other_data).contains("its data"));
    let other_game =
        with_line(&text, 0, &lines[0].replacen(&format!("\"export_of_game\":{game}"), "\"export_of_game\":77", 1));
    assert!(named(&other_game).contains("game 77"));
    let other_secret = with_line(&text, 0, &lines[0].replacen("\"sealed_secret\":\"", "\"sealed_secret\":\"0", 1));
    assert!(named(&other_secret).contains("sealed secret"));
    app.finish().await;
}

#[tokio::test]
async fn an_order_that_the_rules_forbid_is_found_even_with_seals_and_dice_that_fit() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    app.reply("guards", "mine 3").await;
    let text = app.service.export(game, Talk::Told).await.expect("readable");
    // while the game goes on no commitment can be checked, and no number was drawn since
    let lies = text.replace("mine 3", "mine 2");
    let fault = prove(&sealed_anew(&lies), FORD).expect_err("something else comes of it").to_string();
    assert!(fault.contains("something else comes of the order"), "{fault}");
    let forbidden = text.replace("mine 3", "mine 9");
    let fault = prove(&sealed_anew(&forbidden), FORD).expect_err("no such place").to_string();
    assert!(fault.contains("no order here") || fault.contains("forbids"), "{fault}");
    app.finish().await;
}
