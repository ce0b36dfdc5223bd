//! A database that was set back gives nobody dice that are known already.

use fieldpost_tests::FORD;
use fieldpost_tests::app::{Home, address, order};
use pbem_service::mail::{Memory, Transport};
use pbem_service::{NewGame, Service, ServiceError, backup, ledger};
use std::sync::Arc;

async fn game(service: &Service) -> i64 {
    let players = ["raiders", "guards"].map(|side| (side.to_owned(), address(side))).into();
    let new = NewGame { game: "the-ford".into(), scenario: "crossing".into(), players, ..NewGame::default() };
    service.new_game(&new).await.expect("starts")
}

/// Plays on until so many public keys were disclosed. `choice` takes other ways through the game.
async fn play(service: &Service, game: i64, keys: usize, choice: usize) {
    for nth in 0..60 {
        let records = service.store.records(game, 0).await.expect("readable");
        let drawn =
            records.iter().filter(|record| record.contains("\"Drawn\"") && record.contains("\"Public\"")).count();
        if drawn >= keys {
            return;
        }
        let live = service.live(game).await.expect("readable");
        let ask = live.session.asks().into_iter().next().expect("it is not over");
        let examples = live.session.examples(ask.side, 6);
        // a mine in the first hex of the column's way is the surest die; what it gives may end the game
        let text = match examples[0].text.starts_with("mine") {
            true => "mine 1".to_owned(),
            false => examples[choice % examples.len()].text.clone(),
        };
        let key = format!("page {choice} {nth} {}", records.len());
        service.submit(&order(game, ask.side.0, &key, &text)).await.expect("taken");
    }
    panic!("no dice are rolled");
}

async fn told(service: &Arc<Service>) -> Vec<String> {
    let memory = Memory::default();
    service.deliver(Transport::Memory(memory.clone())).await.expect("sends");
    memory.mails().iter().map(|mail| String::from_utf8_lossy(&mail.bytes).into_owned()).collect()
}

async fn copied(home: &Home, service: &Service) -> std::path::PathBuf {
    let file = home.path().join("copy");
    backup::write(&service.settings, &file).await.expect("written");
    file
}

/// An empty place for a copy: another database, and the data folder that stays.
async fn put_back(home: &Home, other: &Home, file: &std::path::Path) -> Result<Service, ServiceError> {
    let mut settings = home.settings(None);
    settings.database = other.settings(None).database;
    backup::put_back(settings.clone(), FORD, file).await?;
    Service::open(settings, FORD).await
}

#[tokio::test]
async fn a_restored_game_commits_to_fresh_chains_before_anything_else_and_tells_both() {
    let (home, other) = (Home::new().await, Home::new().await);
    let service = Service::open(home.settings(None), FORD).await.expect("opens");
    let id = game(&service).await;
    let file = copied(&home, &service).await;
    let before = service.store.head(id).await.expect("readable");
    play(&service, id, 1, 0).await;
    drop(service);

    let service = Arc::new(put_back(&home, &other, &file).await.expect("restored"));
    let records = service.store.records(id, before).await.expect("readable");
    assert!(records[0].contains("\"Renewing\""), "first of all: {records:?}");
    let mails = told(&service).await;
    for side in ["raiders", "guards"] {
        let to = format!("To: {}", address(side));
        assert!(mails.iter().any(|mail| mail.contains(&to) && mail.contains("word")), "{side} is told: {mails:?}");
    }
    let held = service.submit(&order(id, 0, "page held", "status")).await;
    assert!(held.is_ok());
    let live = service.live(id).await.expect("readable");
    assert!(live.session.waits_for_words());
    let all = service.store.records(id, 0).await.expect("readable");
    let shown = ledger::ledger(&all).expect("readable").join("\n");
    ledger::check(&shown).expect("its dice fit");
    assert!(ledger::marks(&shown)[0].contains("restored by its host"), "{:?}", ledger::marks(&shown));
}

#[tokio::test]
async fn a_copy_that_is_simply_started_is_refused_until_its_host_says_what_it_is() {
    let (home, other, elsewhere) = (Home::new().await, Home::new().await, Home::new().await);
    let service = Service::open(home.settings(None), FORD).await.expect("opens");
    let id = game(&service).await;
    let file = copied(&home, &service).await;
    drop(service);
    // the copy is put back, and then started as if nothing had happened: from an older data folder, and from an empty one
    let old = std::fs::read(home.path().join("installation")).expect("readable");
    let service = put_back(&home, &other, &file).await.expect("restored");
    let mut settings = service.settings.clone();
    drop(service);
    Service::open(settings.clone(), FORD).await.expect("what was restored is served");
    settings.data = elsewhere.path().to_owned();
    let refused = Service::open(settings.clone(), FORD).await.err().expect("refused").to_string();
    assert!(
        refused.contains("never served from this data folder") && refused.contains("fieldpost restore"),
        "{refused}"
    );
    // the database of before, under the folder that knows of the restore
    let refused = Service::open(home.settings(None), FORD).await.err().expect("refused").to_string();
    assert!(refused.contains("from before a back-up or a restore"), "{refused}");
    backup::adopt(&settings).await.expect("its host says that it is the newest");
    let service = Service::open(settings, FORD).await.expect("served");
    assert!(service.store.head(id).await.expect("readable") > 0);
    // an older memory learns of the new epoch
    std::fs::write(home.path().join("installation"), old).expect("writable");
    let mut again = home.settings(None);
    again.database = other.settings(None).database;
    Service::open(again, FORD).await.expect("a later epoch is no copy");
}

#[tokio::test]
async fn a_database_that_lacks_records_is_refused_without_any_back_up_of_ours() {
    let home = Home::new().await;
    let service = Service::open(home.settings(None), FORD).await.expect("opens");
    let id = game(&service).await;
    service.submit(&order(id, 1, "page one", "mine 3")).await.expect("taken");
    // as if it were the file of before the last order
    let newest = "DELETE FROM events WHERE game = $1 AND seq = (SELECT MAX(seq) FROM events WHERE game = $1)";
    pbem_service::store::run(service.store.writer(), newest, [id.into()]).await.expect("removed");
    drop(service);
    let refused = Service::open(home.settings(None), FORD).await.err().expect("refused").to_string();
    assert!(refused.contains("records are missing"), "{refused}");
    assert_eq!(Service::set_back(home.settings(None), FORD).await.expect("told"), 1);
    let service = Service::open(home.settings(None), FORD).await.expect("served again");
    assert!(service.live(id).await.expect("readable").session.waits_for_words());
}

#[tokio::test]
async fn a_key_that_was_used_twice_is_named_from_both_ledgers() {
    let (home, other) = (Home::new().await, Home::new().await);
    let service = Service::open(home.settings(None), FORD).await.expect("opens");
    let id = game(&service).await;
    let file = copied(&home, &service).await;
    play(&service, id, 1, 0).await;
    let first = service.store.records(id, 0).await.expect("readable");
    drop(service);
    // a host who does not say that he has set the game back: a copy under a name of its own
    let mut settings = other.settings(None);
    match pbem_service::store::sqlite_file(&settings.database) {
        Some(database) => drop(std::fs::copy(&file, database).expect("a copy")),
        None => {
            let database = settings.database.clone();
            let mut restored = std::process::Command::new("pg_restore");
            restored.arg("--no-owner").arg("--dbname").arg(database).arg(&file);
            assert!(restored.status().expect("it runs").success());
        }
    }
    settings.data = other.path().to_owned();
    backup::adopt(&settings).await.expect("he lies");
    let service = Service::open(settings, FORD).await.expect("served");
    play(&service, id, 1, 1).await;
    let second = service.store.records(id, 0).await.expect("readable");
    let shown = |records: &[String]| ledger::ledger(records).expect("readable").join("\n");
    for text in [shown(&first), shown(&second)] {
        ledger::check(&text).expect("each of both fits");
    }
    let twice = ledger::used_twice(&shown(&first), &shown(&second)).expect("of one game");
    assert!(twice.iter().any(|told| told.contains("public key 1 gave")), "{twice:?}");
    assert_eq!(
        ledger::used_twice(&shown(&first), &shown(&first)),
        Ok(Vec::new()),
        "nothing is told of one and the same"
    );
    assert!(ledger::used_twice(&shown(&first), "").is_err());
}
