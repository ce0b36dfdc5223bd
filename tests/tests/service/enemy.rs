//! Mails that nobody should send: none of them stops the service, and a player's gets some answer.

use fieldpost_tests::FORD;
use fieldpost_tests::app::{TestApp, address, reply_to};
use fieldpost_tests::enemy::mails;

#[tokio::test]
async fn whatever_a_player_sends_is_answered_and_the_game_goes_on() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let to = reply_to(&app.mails("guards").await.remove(0).bytes);
    for (nth, (name, mail)) in mails("").into_iter().enumerate() {
        let head = format!("From: {}\r\nTo: {to}\r\nMessage-ID: <enemy-{nth}@x>\r\n", address("guards"));
        let mail = [head.as_bytes(), &mail].concat();
        let said = app.hand_in(&mail).await;
        assert!(said.starts_with("taken as orders") || said.starts_with("ignored"), "{name}: {said}");
    }
    assert!(!pbem_service::aside::folder(&app.service.settings.data).exists(), "none made it stumble");
    let head = app.service.store.head(game).await.expect("readable");
    assert!(head < 50, "one mine was laid, and no talk without end stored: {head}");
    app.reply("raiders", "bid 1").await;
    assert!(app.last("raiders").await.text.contains("You bid 1."), "the game goes on");
    app.finish().await;
}

#[tokio::test]
async fn whatever_a_stranger_sends_gets_no_answer() {
    let mut app = TestApp::start(FORD).await;
    app.game("the-ford", "crossing").await;
    let sent = app.mails("guards").await.len();
    for (name, mail) in mails("From: x@y.example\r\nTo: play@fieldpost.example\r\n") {
        let said = app.hand_in(&mail).await;
        assert!(said.starts_with("ignored"), "{name}: {said}");
    }
    assert_eq!(app.mails("guards").await.len(), sent);
    app.finish().await;
}
