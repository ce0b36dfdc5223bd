//! What players say beside their orders.

use fieldpost_tests::FORD;
use fieldpost_tests::app::TestApp;

/// How often something was said in a game.
async fn said(app: &TestApp, game: i64, text: &str) -> usize {
    let records = app.service.store.records(game, 0).await.expect("readable");
    records.iter().filter(|record| record.contains("Said") && record.contains(text)).count()
}

#[tokio::test]
async fn what_is_said_beside_refused_orders_waits_and_goes_once_with_those_that_are_mended() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let before = app.mails("raiders").await.len();
    app.reply("guards", "say: your move!\nmine 77").await;
    assert_eq!(said(&app, game, "your move!").await, 0);
    assert_eq!(app.mails("raiders").await.len(), before, "the other side hears nothing of it");
    let receipt = app.last("guards").await.text;
    assert!(
        receipt.contains("[taken back] say: your move!\n    It came back: none of the orders beside it"),
        "{receipt}"
    );
    app.reply("guards", "say: your move!\nmine 3").await;
    assert_eq!(said(&app, game, "your move!").await, 1);
    let receipt = app.last("guards").await.text;
    assert!(receipt.contains("[done] say: your move!\n    It goes to the other side."), "{receipt}");
    assert!(app.last("raiders").await.text.contains("Guards says: your move!"));
    app.finish().await;
}

#[tokio::test]
async fn the_same_words_left_standing_beside_orders_go_once_a_day() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    app.reply("guards", "say: good luck\nmine 3").await;
    app.reply("guards", "say: good luck\nbid 0").await;
    assert_eq!(said(&app, game, "good luck").await, 1);
    let receipt = app.last("guards").await.text;
    assert!(receipt.contains("[answered] say: good luck") && receipt.contains("does not go once more"), "{receipt}");
    assert!(receipt.contains("[done] bid 0"), "{receipt}");
    // another's are his own, and alone in a mail they are meant
    app.reply("raiders", "say: good luck\nbid 1").await;
    assert_eq!(said(&app, game, "good luck").await, 2);
    app.finish().await;
}

#[tokio::test]
async fn what_is_said_beside_a_question_is_said_though_it_is_no_order() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    app.reply("guards", "status\nsay: hello").await;
    assert_eq!(said(&app, game, "hello").await, 1);
    app.finish().await;
}
