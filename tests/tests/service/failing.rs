use fieldpost_tests::FORD;
use fieldpost_tests::app::{TestApp, address};
use pbem_service::computer::COMPUTER;
use pbem_service::store::{one, run};
use pbem_service::{NewGame, ServiceError, aside};

/// What the outbox says of mails in a state.
async fn told(app: &TestApp, state: &str) -> Option<String> {
    let sql = "SELECT MAX(last_error) FROM outbox WHERE state = $1";
    one::<Option<String>>(app.service.store.readers(), sql, [state.into()]).await.expect("readable").flatten()
}

/// The host has looked at the mails that were set aside.
async fn seen_to(app: &TestApp) {
    let sql = "UPDATE outbox SET state = 'sent' WHERE state = 'aside'";
    run(app.service.store.writer(), sql, []).await.expect("writable");
}

#[tokio::test]
async fn orders_over_which_the_program_fails_are_answered_and_the_game_goes_on() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let before = app.service.store.records(game, 0).await.expect("readable");
    for line in ["slip judging", "slip performing"] {
        let mail = app.eml("guards", line).await;
        app.hand_in(&mail).await;
        let text = app.last("guards").await.text;
        assert!(text.contains("Our program failed over these lines"), "{text}");
        assert!(!text.contains("ford/src"), "where is for the host: {text}");
        let mails = app.mails("guards").await.len();
        app.hand_in(&mail).await;
        assert_eq!(app.mails("guards").await.len(), mails, "he is answered once, however often it is tried");
    }
    let kept = std::fs::read_dir(aside::folder(&app.service.settings.data)).expect("the host can find them");
    assert_eq!(kept.count(), 2, "each mail is set aside once");
    assert_eq!(app.service.store.records(game, 0).await.expect("readable"), before);
    app.reply("guards", "mine 3").await;
    assert!(app.last("guards").await.text.contains("Your mine lies in hex 3"));
    app.finish().await;
}

#[tokio::test]
async fn a_mail_and_a_page_over_which_the_program_fails_stop_no_other() {
    for (order, fault) in [("slip telling", "slipped in telling"), ("slip drawing", "slipped in drawing")] {
        let mut app = TestApp::start(FORD).await;
        let game = app.game("the-ford", "crossing").await;
        let (raiders, guards) = (app.seat("raiders").await, app.seat("guards").await);
        let mails = app.mails("raiders").await.len();
        app.reply("guards", order).await;
        let receipt = app.last("guards").await.text;
        assert!(receipt.contains(order), "his opponent's mail is no business of his: {receipt}");
        assert_eq!(app.mails("raiders").await.len(), mails);
        let reason = told(&app, "aside").await.expect("the mail is set aside");
        assert!(reason.contains(fault) && reason.contains("ford/src/"), "{reason}");

        let page = format!("/games/{game}");
        let answer = app.get(&page, &raiders).await;
        assert_eq!(answer.status, 500);
        assert!(answer.body.starts_with("Something failed on our side"), "{}", answer.body);
        assert_eq!(app.get(&page, &guards).await.status, 200);
        let home = app.get("/", "").await;
        assert_eq!(home.status, 200);
        assert_eq!(home.body.contains("cannot be shown now"), fault == "slipped in drawing");

        let other = app.game("the-ford", "crossing").await;
        assert_eq!(app.get(&format!("/games/{other}"), "").await.status, 200);
        assert_eq!(app.mails("raiders").await.len(), mails + 1, "other mail leaves");
        seen_to(&app).await;
        app.finish().await;
    }
}

#[tokio::test]
async fn a_computer_over_whose_thought_the_program_fails_stops_in_that_game_alone() {
    let mut app = TestApp::start(FORD).await;
    let new = || NewGame {
        game: "the-ford".to_owned(),
        scenario: "crossing".to_owned(),
        players: [("raiders", COMPUTER.to_owned()), ("guards", address("guards"))]
            .map(|(side, address)| (side.to_owned(), address))
            .into(),
        ..NewGame::default()
    };
    let broken = app.service.new_game(&new()).await.expect("the game starts");
    app.reply("guards", "slip thinking").await;
    let failed = app.service.play_waiting_seats().await.expect_err("it fails");
    assert!(matches!(&failed, ServiceError::Failed(failure) if failure.message.contains("slipped in thinking")));
    assert!(!failed.passes(), "nobody tries that again and again");
    let records = app.service.store.records(broken, 0).await.expect("readable").len();

    let other = app.service.new_game(&new()).await.expect("the game starts");
    app.reply("guards", "mine 3").await;
    assert!(app.service.play_waiting_seats().await.is_err(), "the broken one fails again, the other is played");
    assert!(has_bid(&app, other).await);
    assert_eq!(app.service.store.records(broken, 0).await.expect("readable").len(), records);
    app.finish().await;
}

/// Whether the raiders of a game have bid.
async fn has_bid(app: &TestApp, game: i64) -> bool {
    let records = app.service.store.records(game, 0).await.expect("readable");
    records.iter().any(|record| record.contains("\"Bid\":{\"side\":0"))
}
