//! Rules that were put right while games go on: players are told once, and whoever looks at the game sees it.

use fieldpost_tests::FORD;
use fieldpost_tests::app::{Folder, TestApp, flat, settings};
use games::GAMES;
use pbem_service::Service;
use pbem_service::mail::Transport;
use pbem_service::revision::Revision;
use pbem_service::store::one;
use std::path::PathBuf;
use std::sync::Arc;

async fn queued(service: &Service) -> i64 {
    let sql = "SELECT COUNT(*) FROM outbox WHERE kind = 'rules'";
    one(service.store.readers(), sql, []).await.expect("readable").unwrap_or(0)
}

/// Version 0.1.0 left games of the first rules of Autumn Fog.
#[tokio::test]
async fn players_of_games_that_older_rules_began_are_told_once_and_play_on_by_those_of_today() {
    let data = Folder::new();
    let old = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures/0.1.0/fieldpost.db");
    std::fs::copy(old, data.path().join("fieldpost.sqlite")).expect("a copy");
    let service = Arc::new(Service::open(settings(data.path(), None), GAMES).await.expect("an old database opens"));
    let games = service.store.games().await.expect("readable");
    let mut revised = 0;
    for game in games.iter().filter(|game| game.status == "running") {
        let live = service.live(game.id).await.expect("opens");
        let Revision { begun, today } = live.revision;
        assert_eq!(live.marks().iter().any(|mark| mark.contains("goes on by version")), begun != today);
        revised += usize::from(begun != today);
    }
    assert!(revised > 0, "there are some of older rules");
    assert_eq!(service.tell_revisions().await.expect("told"), revised);
    let first = queued(&service).await;
    assert!(first > 0);
    assert_eq!((service.tell_revisions().await.expect("told"), queued(&service).await), (0, first), "once");
    let sent = service.deliver(Transport::from_url("memory:").expect("a transport")).await.expect("sent");
    assert_eq!((sent.deferred, sent.failed, sent.aside), (0, 0, 0));
}

#[tokio::test]
async fn a_game_of_the_rules_of_today_says_nothing_of_it_and_one_of_yesterday_says_it_everywhere() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    assert_eq!(app.service.tell_revisions().await.expect("told"), 0);
    assert!(app.service.live(game).await.expect("open").marks().is_empty());
    // as if another version had told of its own rules
    let sql = "UPDATE games SET told_rules = 7";
    pbem_service::store::run(app.service.store.writer(), sql, []).await.expect("written");
    let before = app.mails("guards").await.len();
    assert_eq!(app.service.tell_revisions().await.expect("told"), 1);
    assert_eq!(app.mails("guards").await.len(), before + 1);
    let mail = flat(&app.last("guards").await.text);
    assert!(mail.contains("RULES PUT RIGHT") && mail.contains("What has happened stays as it was"), "{mail}");
    assert!(mail.contains("/seat/"), "{mail}");
    assert_eq!(app.service.tell_revisions().await.expect("told"), 0);
    app.finish().await;
}
