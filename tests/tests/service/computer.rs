use fieldpost_tests::app::{TestApp, address};
use games::GAMES;
use pbem_service::computer::COMPUTER;
use pbem_service::{NewGame, Service};
use std::sync::Arc;

/// Starts the Initial Assault: a human German, and the computer for the Allies.
async fn solo(app: &TestApp) -> i64 {
    let players = [("german", address("german")), ("allied", COMPUTER.to_owned())];
    let players = players.map(|(side, address)| (side.to_owned(), address)).into();
    let (game, scenario) = ("autumn-fog".to_owned(), "initial-assault".to_owned());
    app.service.new_game(&NewGame { game, scenario, players, ..NewGame::default() }).await.expect("the game starts")
}

/// Orders that a side has given.
async fn orders(app: &TestApp, game: i64, side: u8) -> usize {
    let records = app.service.store.records(game, 0).await.expect("readable");
    records.iter().filter(|record| record.starts_with(&format!("{{\"Ordered\":{{\"side\":{side},"))).count()
}

#[tokio::test]
async fn the_computer_plays_a_seat_and_the_human_gets_one_mail_when_he_must_decide_again() {
    let mut app = TestApp::start(GAMES).await;
    let game = solo(&app).await;
    app.service.play_waiting_seats().await.expect("the computer allots its markers");
    assert!(orders(&app, game, 1).await > 1);
    assert_eq!(app.mails("german").await.len(), 1, "the invitation, and nothing about what the computer has hidden");
    app.reply("german", "allot done").await;
    app.reply("german", "pass").await;
    let (before, mails) = (orders(&app, game, 1).await, app.mails("german").await.len());
    app.service.play_waiting_seats().await.expect("the computer plays");
    let given = orders(&app, game, 1).await - before;
    assert!(given > 1, "{given} orders");
    assert_eq!(app.mails("german").await.len(), mails + 1, "one mail for {given} orders");
    assert!(!app.last("german").await.text.contains("Nothing is yours to decide"));
    assert!(app.service.live(game).await.expect("open").session.asks().iter().all(|ask| ask.side.0 == 0));
    let to_nobody = "SELECT COUNT(*) FROM outbox WHERE viewer = 'allied'";
    let sent = pbem_service::store::one::<i64>(app.service.store.readers(), to_nobody, []).await;
    assert_eq!(sent.expect("readable"), Some(0), "the computer gets no mail");
    app.finish().await;
}

#[tokio::test]
async fn a_game_that_waited_for_the_computer_goes_on_after_a_restart() {
    let mut app = TestApp::start(GAMES).await;
    let game = solo(&app).await;
    app.reply("german", "allot done").await;
    // the first process has died before the computer looked
    let again = Service::open(app.service.settings.clone(), GAMES).await.expect("the service opens");
    again.play_waiting_seats().await.expect("the computer plays");
    let given = orders(&app, game, 1).await;
    assert!(given > 0);
    // both look once more: nothing is left to do
    Arc::clone(&app.service).play_waiting_seats().await.expect("readable");
    again.play_waiting_seats().await.expect("readable");
    assert_eq!(orders(&app, game, 1).await, given);
    app.finish().await;
}
