//! What a player tells the host: read by the host with what was said before, and by nobody else.

use fieldpost_tests::FORD;
use fieldpost_tests::app::{DAY, TestApp, address, field, flat};
use pbem_service::mail::Letter;

const FORM: &str = "application/x-www-form-urlencoded";

#[tokio::test]
async fn a_report_by_mail_is_the_hosts_with_what_was_said_and_the_other_side_is_not_told() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    app.reply("guards", "say: I know where you live").await;
    let letter = app.eml("raiders", "report: he threatens me").await;
    app.hand_in(&letter).await;
    let told = flat(&app.last("raiders").await.text);
    assert!(told.contains("Your host reads it as report 1"), "{told}");
    app.hand_in(&letter).await;
    let reports = app.service.complaints(false).await.expect("readable");
    assert_eq!(reports.len(), 1, "the same mail twice");
    assert_eq!((reports[0].game, reports[0].side.as_str()), (game, "raiders"));
    assert_eq!(reports[0].words, "he threatens me");
    assert_eq!(app.service.said_before(&reports[0]).await.expect("readable"), ["Guards: I know where you live"]);
    for mail in app.mails("guards").await {
        assert!(!Letter::parse(&mail.bytes).expect("ours").text.contains("he threatens me"));
    }
    let guards = app.seat("guards").await;
    for path in ["?plain", "/host", "/history", "/export.jsonl"] {
        assert!(!app.get(&format!("/games/{game}{path}"), &guards).await.body.contains("he threatens me"), "{path}");
    }
    app.service.settle_complaint(1, "I have spoken with him.").await.expect("settled");
    assert!(app.service.complaints(false).await.expect("readable").is_empty());
    assert_eq!(app.service.complaints(true).await.expect("readable").len(), 1);
    let mail = flat(&app.last("raiders").await.text);
    assert!(mail.contains("I have spoken with him.") && mail.contains("he threatens me"), "{mail}");
    assert!(app.service.settle_complaint(2, "").await.is_err());
    app.finish().await;
}

#[tokio::test]
async fn a_report_is_its_players_wherever_he_reads_and_never_that_of_who_has_his_seat_later() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    app.reply("guards", "report: he cheats, and I know his wife").await;
    app.reply("guards", "report: and he is slow").await;
    let of_seat = async |app: &TestApp| app.service.complaints_of(game, "guards").await.expect("readable").len();
    assert_eq!(of_seat(&app).await, 2);
    app.service.set_address(game, "guards", "Same@players.example").await.expect("changed");
    assert_eq!(of_seat(&app).await, 2, "the same player, elsewhere");
    app.service.seat_another(game, "guards", "new@players.example").await.expect("another player");
    assert_eq!(of_seat(&app).await, 0);
    app.deliver().await;
    let got = app.got("new@players.example").pop().expect("a mail");
    let seat = fieldpost_tests::app::link(&Letter::parse(&got.bytes).expect("ours").text, "/seat/");
    let cookie = app.get(&seat, "").await.cookie().expect("the seat");
    let page = app.get(&format!("/games/{game}/host"), &cookie).await.body;
    assert!(page.contains("Report it") && !page.contains("wife"), "{page}");
    // the answer goes to who asked
    assert!(app.service.settle_complaint(1, "I have spoken with him.").await.expect("settled"));
    app.deliver().await;
    let texts = |app: &TestApp, to: &str| {
        let mails = app.got(to);
        mails.iter().map(|mail| flat(&Letter::parse(&mail.bytes).expect("ours").text)).collect::<Vec<_>>().join("\n")
    };
    assert!(!texts(&app, "new@players.example").contains("wife"));
    assert!(texts(&app, "same@players.example").contains("I have spoken with him."));
    app.finish().await;
}

#[tokio::test]
async fn the_page_reports_once_shows_what_came_of_it_and_has_a_measure() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let path = format!("/games/{game}/host");
    let onlooker = app.get(&path, "").await.body;
    assert!(onlooker.contains("You are looking on") && !onlooker.contains("<form"), "{onlooker}");
    let cookie = app.seat("guards").await;
    let page = app.get(&path, &cookie).await.body;
    let form = format!(
        "form_token={}&key={}&words=the+dice+%3Ci%3Elie%3C%2Fi%3E",
        field(&page, "form_token"),
        field(&page, "key")
    );
    for _ in 0..2 {
        assert_eq!(app.post(&path, FORM, &[("Cookie", &cookie)], form.as_bytes()).await.status, 303);
    }
    assert_eq!(app.service.complaints(false).await.expect("readable").len(), 1, "pressed twice");
    let page = app.get(&path, &cookie).await.body;
    assert!(page.contains("the dice &#60;i&#62;lie") && page.contains("has not settled it yet"), "{page}");
    app.service.settle_complaint(1, "").await.expect("settled");
    app.deliver().await;
    assert_eq!(app.mails("guards").await.len(), 1, "who has no answer writes no mail");
    assert!(app.get(&path, &cookie).await.body.contains("The host has settled it"));
    // nobody fills the host's list
    for nth in 0..8 {
        app.reply("guards", &format!("report: again {nth}")).await;
    }
    assert_eq!(app.service.complaints(true).await.expect("readable").len(), 5);
    let told = flat(&app.last("guards").await.text);
    assert!(told.contains("One more may follow every 6 hours"), "{told}");
    app.clock.advance(DAY);
    app.reply("guards", "report: next day").await;
    assert_eq!(app.service.complaints(true).await.expect("readable").len(), 6);
    // what was not taken is there to be sent again
    app.clock.advance(30 * DAY);
    let page = app.get(&path, &cookie).await.body;
    let long = "x".repeat(2001);
    let form = format!("form_token={}&key={}&words={long}", field(&page, "form_token"), field(&page, "key"));
    let refused = app.post(&path, FORM, &[("Cookie", &cookie)], form.as_bytes()).await;
    assert!(refused.status == 200 && refused.body.contains("2000 are the most") && refused.body.contains(&long));
    assert!(!app.got(&address("guards")).is_empty());
    app.finish().await;
}
