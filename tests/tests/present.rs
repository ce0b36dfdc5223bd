//! How often each door writes an event of the Ford into a state. One test alone in its process, for it counts all that
//! the process does.

use fieldpost_tests::FORD;
use fieldpost_tests::app::{TestApp, address, order};
use ford::EVOLVED;
use std::sync::atomic::Ordering;

fn evolved() -> u64 {
    EVOLVED.load(Ordering::Relaxed)
}

/// The events among a game's records.
async fn events(app: &TestApp, game: i64) -> u64 {
    let records = app.service.store.records(game, 0).await.expect("readable");
    records.iter().filter(|record| record.contains("\"Happened\"")).count() as u64
}

#[tokio::test]
async fn an_event_is_written_once_and_the_present_is_never_replayed() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    for (side, order) in [("guards", "mine 5"), ("raiders", "bid 0"), ("guards", "bid 0"), ("raiders", "move 1")] {
        app.reply(side, order).await;
    }
    app.reply("raiders", "bid 0").await;
    let guards = app.seat("guards").await;
    let mail = app.eml("guards", "bid 0").await;
    let before = (events(&app, game).await, evolved());
    app.take_in(&mail).await;
    let after = (events(&app, game).await, evolved());
    assert!(after.0 > before.0 + 1, "the order leads to some events");
    assert_eq!(after.1 - before.1, after.0 - before.0, "each event is written once");

    let mails = app.got(&address("guards")).len() + app.got(&address("raiders")).len();
    app.deliver().await;
    assert_eq!(app.got(&address("guards")).len() + app.got(&address("raiders")).len(), mails + 2);
    assert_eq!(evolved(), after.1, "the two mails about it write nothing again");

    for path in ["", "/board.png", "/dice", "/position.vsav", "/help", "/rules", "/ledger.jsonl"] {
        let answer = app.get(&format!("/games/{game}{path}"), &guards).await;
        assert_eq!((answer.status, evolved()), (200, after.1), "{path}: {}", answer.body);
    }
    for path in ["/".to_owned(), format!("/api/games/{game}/view")] {
        let answer = app.get(&path, &guards).await;
        assert_eq!((answer.status, evolved()), (200, after.1), "{path}: {}", answer.body);
    }
    let legal = format!("/api/games/{game}/legal");
    let answer = app.post(&legal, "application/json", &[("Cookie", &guards)], b"{\"steps\":[]}").await;
    assert_eq!((answer.status, evolved()), (200, after.1), "{}", answer.body);

    // the past is lived through once
    let answer = app.get(&format!("/games/{game}/history"), &guards).await;
    assert_eq!((answer.status, evolved()), (200, after.1 + after.0), "{}", answer.body);
    let answer = app.get(&format!("/games/{game}/board.png?at=2"), &guards).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert!((1..after.0).contains(&(evolved() - after.1 - after.0)), "up to the moment that is asked for");

    // a mail that is late tells of its own moment, for which the game is opened once
    let move_ = app.eml("raiders", "move 1").await;
    app.take_in(&move_).await;
    let then = events(&app, game).await;
    let secret_bid = order(game, 1, "page guards secret-bid", "bid 1");
    assert!(app.service.submit(&secret_bid).await.expect("taken").report.changed);
    assert!(events(&app, game).await > then, "the receipt of the raiders does not know of the bid");
    let before = evolved();
    app.deliver().await;
    assert_eq!(evolved() - before, 2 * then, "one mail to each of them, and both are late");
    app.finish().await;
}
