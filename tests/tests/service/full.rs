//! A disk that is full, for a moment or longer.

use engine::contract::SideId;
use engine::table::Line;
use fieldpost_tests::FORD;
use fieldpost_tests::app::{TestApp, order, submission};
use pbem_service::store::{one, run};

/// Lets the database grow no further, as a full disk does, until the connection that writes is made anew.
async fn fill_up(app: &TestApp) {
    let writer = app.service.store.writer();
    let pages: i64 = one(writer, "PRAGMA page_count", []).await.expect("readable").expect("it has pages");
    let free: i64 = one(writer, "PRAGMA freelist_count", []).await.expect("readable").unwrap_or(0);
    assert!(pages > free);
    one::<i64>(writer, &format!("PRAGMA max_page_count = {pages}"), []).await.expect("SQLite takes it");
}

/// SQLite ends a transaction by itself when there is no room, and the driver goes on as if it were open: from then on
/// everything was acknowledged and nothing stored.
#[tokio::test]
async fn what_is_taken_after_the_disk_was_full_is_stored() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    app.deliver().await;
    let before = app.service.store.head(game).await.expect("readable");
    let mut refused = 0;
    for attempt in 0..60 {
        fill_up(&app).await;
        // long answers fill what room is left in the pages that there are
        let questions = vec![Line::Text("help".to_owned()); 30];
        let asked = app.service.submit(&submission(game, SideId(1), &format!("full {attempt}"), questions)).await;
        refused += usize::from(asked.is_err());
        if refused == 5 {
            break;
        }
    }
    assert_eq!(refused, 5, "the disk was full");

    let taken = app.service.submit(&order(game, 1, "room again", "mine 3")).await.expect("there is room again");
    assert!(!taken.repeated);
    let head = app.service.store.head(game).await.expect("readable");
    assert!(head > before, "{before} records, then {head}");
    // as another process sees it, and writes beside it
    let other = app.store().await;
    assert_eq!(other.head(game).await.expect("readable"), head);
    let swept = run(other.writer(), "UPDATE seats SET reason = reason WHERE game = $1", [game.into()]).await;
    assert!(swept.is_ok(), "no transaction is left open: {swept:?}");
    app.finish().await;
}
