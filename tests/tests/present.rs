//! How often each door writes an event of the Ford into a state. One test alone in its process, for it counts all that
//! the process does.

use fieldpost_tests::FORD;
use fieldpost_tests::app::TestApp;
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
    for (side, order) in [("guards", "mine 5"), ("raiders", "bid 1"), ("guards", "bid 0"), ("raiders", "move 1")] {
        app.reply(side, order).await;
    }
    app.reply("raiders", "bid 2").await;
    let guards = app.seat("guards").await;
    let mail = app.eml("guards", "bid 0").await;
    let before = (events(&app, game).await, evolved());
    app.take_in(&mail).await;
    let after = (events(&app, game).await, evolved());
    println!("{} events; order of {} events: {}", before.0, after.0 - before.0, after.1 - before.1);
    let mut last = after.1;
    let mut count = |what: &str| {
        println!("{what}: {}", evolved() - last);
        last = evolved();
    };
    app.deliver().await;
    count("two mails");
    for path in ["", "/history", "/board.png", "/board.png?at=2", "/dice", "/position.vsav"] {
        let answer = app.get(&format!("/games/{game}{path}"), &guards).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        count(path);
    }
    let answer = app
        .post(&format!("/api/games/{game}/legal"), "application/json", &[("Cookie", &guards)], b"{\"steps\":[]}")
        .await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    count("legal");
    app.get(&format!("/api/games/{game}/view"), &guards).await;
    count("view");
    app.finish().await;
}
