//! What a player notes for himself: kept, repeated to him, and told to nobody else.

use fieldpost_tests::FORD;
use fieldpost_tests::app::{DAY, TestApp, address, field, flat};
use fieldpost_tests::http::Answer;
use pbem_service::export::Talk;
use pbem_service::mail::Letter;
use pbem_service::store::one;

const FORM: &str = "application/x-www-form-urlencoded";

async fn words(app: &TestApp, game: i64, side: &str) -> Vec<String> {
    let notes = app.service.notes(game, side).await.expect("readable");
    notes.into_iter().map(|note| note.words).collect()
}

/// Presses a button of the page for notes.
async fn press(app: &TestApp, game: i64, cookie: &str, fields: &str) -> Answer {
    let path = format!("/games/{game}/notes");
    let page = app.get(&path, cookie).await.body;
    let form = format!("form_token={}&key={}&{fields}", field(&page, "form_token"), field(&page, "key"));
    app.post(&path, FORM, &[("Cookie", cookie)], form.as_bytes()).await
}

#[tokio::test]
async fn a_note_by_mail_is_its_players_alone_at_every_door() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    app.reply("guards", "Dear all,\n\nnote: the heron hides at 3\nmine 3\n\nnote that I am away in May\n").await;
    let receipt = flat(&app.last("guards").await.text);
    assert!(receipt.contains("[answered]") && receipt.contains("Noted. Nobody but you is told"), "{receipt}");
    assert_eq!(words(&app, game, "guards").await, ["the heron hides at 3"], "what lacks the colon is no note");
    app.reply("raiders", "my notes").await;
    assert!(flat(&app.last("raiders").await.text).contains("You have noted nothing in this game"));
    app.reply("guards", "bid 1").await;
    app.reply("raiders", "bid 0").await;
    app.reply("guards", "my notes").await;
    assert!(flat(&app.last("guards").await.text).contains("the heron hides at 3"));

    let other = app.seat("raiders").await;
    for path in ["", "?plain", "/notes", "/host", "/history", "/report", "/ledger.jsonl", "/export.jsonl", "/clock"] {
        for cookie in ["", &other] {
            let answer = app.get(&format!("/games/{game}{path}"), cookie).await;
            assert!(!answer.body.contains("heron"), "{path}");
        }
    }
    for door in ["view", "table", "story?lines=50"] {
        assert!(!app.get(&format!("/api/games/{game}/{door}"), &other).await.body.contains("heron"), "{door}");
    }
    for talk in [Talk::Told, Talk::Silent] {
        assert!(!app.service.export(game, talk).await.expect("written").contains("heron"));
    }
    for mail in app.mails("raiders").await {
        assert!(!Letter::parse(&mail.bytes).expect("ours").text.contains("heron"));
    }
    app.finish().await;
}

#[tokio::test]
async fn what_is_sent_twice_is_noted_once_and_what_is_tried_out_is_not() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let mail = app.eml("guards", "note: one\nnote: two\nmine 3").await;
    app.hand_in(&mail).await;
    app.hand_in(&mail).await;
    assert_eq!(words(&app, game, "guards").await, ["two", "one"]);
    // under another Message-ID, as an impatient player sends it
    app.reply("guards", "note: two").await;
    assert_eq!(words(&app, game, "guards").await.len(), 2);
    app.reply("guards", "preview:\nnote: three\nbid 1").await;
    let told = flat(&app.last("guards").await.text);
    assert!(told.contains("This was tried out only") && words(&app, game, "guards").await.len() == 2, "{told}");
    app.finish().await;
}

#[tokio::test]
async fn a_note_in_answer_to_an_old_mail_is_noted_and_nothing_is_said_of_the_moment() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let old = app.eml("guards", "note: begin again with 2").await;
    let worse = app.eml("guards", "note: and then 4\nmine 4").await;
    app.reply("guards", "mine 3").await;
    app.hand_in(&old).await;
    let told = flat(&app.last("guards").await.text);
    assert!(told.contains("Noted.") && !told.contains("The position has moved on"), "{told}");
    app.hand_in(&worse).await;
    let told = flat(&app.last("guards").await.text);
    assert!(told.contains("Noted.") && told.contains("The position has moved on"), "{told}");
    assert_eq!(words(&app, game, "guards").await.len(), 2);
    app.finish().await;
}

#[tokio::test]
async fn the_mail_that_asks_something_weeks_later_repeats_what_its_reader_noted() {
    let mut app = TestApp::start(FORD).await;
    app.game("the-ford", "crossing").await;
    for nth in 1..=4 {
        app.reply("raiders", &format!("note: plan {nth}")).await;
    }
    app.clock.advance(21 * DAY);
    app.reply("guards", "note: my own plan\nmine 3").await;
    let mail = flat(&app.last("raiders").await.text);
    assert!(mail.contains("Your own notes"), "{mail}");
    assert!(["plan 2", "plan 3", "plan 4"].iter().all(|plan| mail.contains(plan)), "{mail}");
    assert!(!mail.contains("plan 1") && !mail.contains("my own plan"), "{mail}");
    app.finish().await;
}

#[tokio::test]
async fn the_page_notes_and_strikes_out_and_only_ones_own() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let (guards, raiders) = (app.seat("guards").await, app.seat("raiders").await);
    let path = format!("/games/{game}/notes");
    let onlooker = app.get(&path, "").await.body;
    assert!(onlooker.contains("You are looking on") && !onlooker.contains("<form"), "{onlooker}");
    assert_eq!(press(&app, game, &guards, "action=note&words=wait+%3Cb%3E%0Aand+see").await.status, 303);
    let page = app.get(&path, &guards).await.body;
    assert!(page.contains("wait &#60;b&#62;\nand see") && page.contains("Strike out"), "{page}");
    let id = field(&page, "note");
    assert_eq!(press(&app, game, &raiders, &format!("action=strike&note={id}")).await.status, 303);
    assert_eq!(words(&app, game, "guards").await.len(), 1, "another's note stays");
    assert_eq!(press(&app, game, &raiders, "action=strike").await.status, 303);
    assert_eq!(words(&app, game, "guards").await.len(), 1);
    assert_eq!(press(&app, game, &guards, &format!("action=strike&note={id}")).await.status, 303);
    assert!(words(&app, game, "guards").await.is_empty());
    // a form that is not ours
    let form = "form_token=0123456789abcdef0123456789abcdef&key=12345678&action=note&words=x";
    assert_eq!(app.post(&path, FORM, &[("Cookie", &guards)], form.as_bytes()).await.status, 403);
    let long = format!("action=note&words={}", "x".repeat(2001));
    let refused = press(&app, game, &guards, &long).await;
    assert!(refused.status == 400 && refused.body.contains("2000 are the most"), "{}", refused.body);
    assert_eq!(press(&app, game, &guards, "action=note&words=+").await.status, 400);
    app.finish().await;
}

#[tokio::test]
async fn a_note_that_is_struck_out_stands_in_no_answer_that_is_kept() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let mail = app.eml("guards", "note: the ferryman is bribed\nsay: hello").await;
    app.hand_in(&mail).await;
    app.reply("guards", "my notes").await;
    app.reply("raiders", "note: the ferryman is dear").await;
    let told = async |app: &TestApp| {
        let sql = "SELECT COUNT(*) FROM submissions WHERE report LIKE '%ferryman%'";
        one::<i64>(app.service.store.readers(), sql, []).await.expect("counted")
    };
    assert_eq!(told(&app).await, Some(3));
    app.service.strike_out(app.service.store.writer(), game, "guards", Some(1)).await.expect("struck out");
    assert_eq!(told(&app).await, Some(1), "that of the other stays");
    assert_eq!(app.hand_in(&mail).await.trim(), "known already");
    assert!(words(&app, game, "guards").await.is_empty());
    let struck = "SELECT COUNT(*) FROM submissions WHERE report LIKE '%note: …%'";
    assert_eq!(one::<i64>(app.service.store.readers(), struck, []).await.expect("counted"), Some(1));
    app.finish().await;
}

#[tokio::test]
async fn notes_end_with_the_address_and_before_another_player_has_the_seat() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    app.reply("guards", "note: mine").await;
    app.reply("raiders", "note: his").await;
    app.service.set_address(game, "guards", "new@players.example").await.expect("changed");
    assert_eq!(words(&app, game, "guards").await.len(), 1, "the same player, elsewhere");
    app.service.seat_another(game, "guards", "third@players.example").await.expect("another player");
    assert_eq!((words(&app, game, "guards").await.len(), words(&app, game, "raiders").await.len()), (0, 1));
    app.service.erase_address(&address("raiders")).await.expect("erased");
    assert!(words(&app, game, "raiders").await.is_empty());
    app.deliver().await;
    app.finish().await;
}
