//! What is handed in twice counts once, and of two writers each sees the other.

use fieldpost_tests::FORD;
use fieldpost_tests::app::{TestApp, field, order};
use pbem_service::Service;
use std::sync::Arc;

#[tokio::test]
async fn a_replayed_mail_changes_nothing_and_is_not_answered_again() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let mail = app.eml("guards", "mine 3").await;
    app.hand_in(&mail).await;
    let (events, mails) = (app.service.store.head(game).await.expect("readable"), app.mails("guards").await.len());
    for _ in 0..3 {
        assert_eq!(app.hand_in(&mail).await.trim(), "known already");
    }
    assert_eq!(app.service.store.head(game).await.expect("readable"), events);
    assert_eq!(app.mails("guards").await.len(), mails);
    app.finish().await;
}

#[tokio::test]
async fn a_repeated_submission_gets_the_saved_report() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let first = app.service.submit(&order(game, 1, "page once", "mine 3")).await.expect("taken");
    let again = app.service.submit(&order(game, 1, "page once", "mine 4")).await.expect("taken");
    assert!(!first.repeated && again.repeated);
    assert_eq!(first.report, again.report);
    app.finish().await;
}

#[tokio::test]
async fn the_key_of_a_page_brings_no_report_of_the_other_side() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let mut reports = Vec::new();
    for (side, lines) in [("guards", "mine 3"), ("raiders", "status")] {
        let cookie = app.seat(side).await;
        let page = app.get(&format!("/games/{game}"), &cookie).await.body;
        let headers = [("Cookie", cookie.as_str()), ("X-Form-Token", &field(&page, "form_token"))];
        let body = format!(r#"{{"key":"the-same-key","lines":["{lines}"]}}"#);
        let path = format!("/api/games/{game}/submit");
        reports.push(app.post(&path, "application/json", &headers, body.as_bytes()).await.body);
    }
    assert!(reports[0].contains("mine 3"), "{reports:?}");
    assert!(reports[1].contains("\"repeated\":false") && !reports[1].contains("mine 3"), "{reports:?}");
    app.finish().await;
}

#[tokio::test]
async fn a_second_instance_sees_what_the_first_wrote_and_judges_again() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let other = Service::open(app.service.settings.clone(), FORD).await.expect("a second instance");
    // both have the game open now
    other.live(game).await.expect("readable");
    app.service.submit(&order(game, 1, "page one", "mine 3")).await.expect("taken");
    let late = other.submit(&order(game, 1, "page two", "mine 4")).await.expect("judged");
    assert!(!late.report.changed, "the mine lies already: {late:?}");
    let bid = other.submit(&order(game, 0, "page three", "bid 1")).await.expect("taken");
    assert!(bid.report.changed, "{bid:?}");
    app.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_writers_at_once_make_one_history() {
    let mut app = TestApp::start(FORD).await;
    let mut games = Vec::new();
    for _ in 0..3 {
        games.push(app.game("the-ford", "crossing").await);
    }
    let instances: [Arc<Service>; 2] = [
        app.service.clone(),
        Arc::new(Service::open(app.service.settings.clone(), FORD).await.expect("a second instance")),
    ];
    let mut writers = Vec::new();
    for (nth, game) in games.iter().copied().cycle().take(36).enumerate() {
        let service = instances[nth % 2].clone();
        writers.push(tokio::spawn(async move {
            let hex = nth % 5 + 1;
            service.submit(&order(game, 1, &format!("page {nth}"), &format!("mine {hex}"))).await
        }));
    }
    let mut taken = 0;
    for writer in writers {
        // nobody is told that somebody else was faster
        taken += usize::from(writer.await.expect("no panic").expect("judged").report.changed);
    }
    assert_eq!(taken, games.len(), "one mine a game");
    for game in games {
        let records = app.service.store.records(game, 0).await.expect("readable");
        assert_eq!(records.iter().filter(|record| record.contains("\"Ordered\"")).count(), 1);
        app.service.live(game).await.expect("the history can be replayed");
    }
    app.finish().await;
}

#[tokio::test]
async fn a_mail_that_comes_twice_under_two_names_acts_once_and_says_so() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let talk = app.eml("raiders", "say: good luck").await;
    app.hand_in(&talk).await;
    let twin = String::from_utf8(talk).expect("ASCII").replace("<reply-", "<twin-");
    app.hand_in(twin.as_bytes()).await;
    let said = app.service.store.records(game, 0).await.expect("readable");
    assert_eq!(said.iter().filter(|record| record.contains("good luck")).count(), 1, "{said:?}");
    let answer = app.last("raiders").await.text;
    assert!(answer.contains("The same lines came before") && answer.contains("answer this mail"), "{answer}");
    // in answer to that mail it is meant
    app.reply("raiders", "say: good luck").await;
    let said = app.service.store.records(game, 0).await.expect("readable");
    assert_eq!(said.iter().filter(|record| record.contains("good luck")).count(), 2, "{said:?}");
    // what did nothing may be sent again as it is
    let question = app.eml("raiders", "status").await;
    for name in ["<one-", "<two-"] {
        let mail = String::from_utf8(question.clone()).expect("ASCII").replace("<reply-", name);
        app.hand_in(mail.as_bytes()).await;
        assert!(app.last("raiders").await.text.contains("[answered] status"));
    }
    app.finish().await;
}
