//! What is written for one moment of a game does nothing at another.

use fieldpost_tests::FORD;
use fieldpost_tests::app::{TestApp, address, field, reply_to};
use pbem_service::mail::Purpose;

const PAST: &str = "The position has moved on";

/// Texts of the orders that were given.
async fn orders(app: &TestApp, game: i64) -> usize {
    let records = app.service.store.records(game, 0).await.expect("readable");
    records.iter().filter(|record| record.starts_with("{\"Ordered\"")).count()
}

fn mail(from: &str, to: &str, id: &str, text: &str) -> Vec<u8> {
    format!("From: {from}\r\nTo: {to}\r\nMessage-ID: <{id}@players.example>\r\n\r\n{text}\r\n").into_bytes()
}

#[tokio::test]
async fn a_mail_that_asked_nothing_answers_no_question_that_came_after_it() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    // the raiders wait for the guards' mine, and answer their invitation when it has come
    let old = app.eml("raiders", "bid 1").await;
    app.reply("guards", "mine 3").await;
    let before = orders(&app, game).await;
    app.hand_in(&old).await;
    assert_eq!(orders(&app, game).await, before, "nothing was done");
    let answer = app.last("raiders").await.text;
    assert!(answer.contains(PAST) && answer.contains("Your move: ") && answer.contains("bid 0"), "{answer}");
    app.reply("raiders", "bid 1").await;
    assert_eq!(orders(&app, game).await, before + 1, "its answer counts");
    app.finish().await;
}

#[tokio::test]
async fn nothing_in_an_outdated_mail_acts_but_talk_is_heard_and_questions_are_answered() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let text = "word: rain\ntake back\nstanding x y\nstatus\nsay: good luck\nbid 1\nresign the game";
    let old = app.eml("raiders", text).await;
    app.reply("guards", "mine 3").await;
    let before = app.service.store.records(game, 0).await.expect("readable");
    app.hand_in(&old).await;
    let after = app.service.store.records(game, 0).await.expect("readable");
    assert_eq!(after.len(), before.len() + 1, "{after:?}");
    assert!(after.last().is_some_and(|record| record.contains("good luck")), "{after:?}");
    let answer = app.last("raiders").await.text;
    assert!(answer.contains(PAST) && answer.contains("[answered] status"), "{answer}");
    assert!(!answer.contains("[answered] standing") && !answer.contains("[answered] take back"), "{answer}");
    assert!(answer.contains("bid 1\n") && answer.contains("They came back: it answers what is past."), "{answer}");
    assert!(app.last("guards").await.text.contains("Raiders says: good luck"));
    app.finish().await;
}

#[tokio::test]
async fn a_token_of_an_older_version_acts_for_its_ask_and_without_one_gets_the_present_question() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let to = |ask: u32| {
        let token = app.service.token(game, "guards", ask, Purpose::Orders).expect("signs");
        token.address("play", "fieldpost.example").expect("fits")
    };
    let (without, with) = (to(0), to(2));
    assert!(without.contains(".guards.0.o") && with.contains(".guards.2.o"), "as they were written: {without} {with}");
    app.hand_in(&mail(&address("guards"), &without, "old-0", "mine 3")).await;
    assert_eq!(orders(&app, game).await, 0);
    let answer = app.last("guards").await.text;
    assert!(answer.contains(PAST) && answer.contains("Where does your mine lie?"), "{answer}");
    app.hand_in(&mail(&address("guards"), &with, "old-1", "mine 3")).await;
    assert_eq!(orders(&app, game).await, 1);
    app.finish().await;
}

#[tokio::test]
async fn the_address_that_bounces_go_to_takes_no_orders() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let sent = app.mails("guards").await.remove(0);
    assert!(sent.from.starts_with("bounces+g1.guards."), "{}", sent.from);
    let said = app.hand_in(&mail(&address("guards"), &sent.from, "vacation", "mine 3")).await;
    assert!(said.starts_with("ignored"), "{said}");
    let changed = sent.from.replace("bounces+", "play+");
    let said = app.hand_in(&mail(&address("guards"), &changed, "turned", "mine 3")).await;
    assert!(said.starts_with("ignored"), "{said}");
    assert_eq!((orders(&app, game).await, app.mails("guards").await.len()), (0, 1));
    app.finish().await;
}

#[tokio::test]
async fn each_mail_answers_its_own_question_alone() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    app.reply("guards", "mine 3").await;
    let bid = app.eml("guards", "bid 0").await;
    app.hand_in(&bid).await;
    let waiting = app.mails("guards").await.pop().expect("the receipt");
    assert!(reply_to(&waiting.bytes).contains(".q2.o"), "after two orders nothing is asked of the guards");
    // the same answer once more, as a mail of its own
    let again = String::from_utf8(bid).expect("ASCII").replace("<reply-", "<again-");
    app.hand_in(again.as_bytes()).await;
    let answer = app.last("guards").await.text;
    assert!(answer.contains("The same lines came before") && answer.contains("not carried out again"), "{answer}");
    assert_eq!(orders(&app, game).await, 2);
    // the same question once more, with something else
    let other =
        String::from_utf8(again.into_bytes()).expect("ASCII").replace("<again-", "<other-").replace("bid 0", "bid 1");
    app.hand_in(other.as_bytes()).await;
    assert!(app.last("guards").await.text.contains(PAST));
    assert_eq!(orders(&app, game).await, 2);
    app.finish().await;
}

#[tokio::test]
async fn a_page_that_was_left_open_answers_no_later_question() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let cookie = app.seat("raiders").await;
    let page = app.get(&format!("/games/{game}"), &cookie).await.body;
    app.reply("guards", "mine 3").await;
    let before = orders(&app, game).await;
    let form = |page: &str| {
        let (token, key, ask) = (field(page, "form_token"), field(page, "key"), field(page, "ask"));
        format!("form_token={token}&key={key}&ask={ask}&orders=bid+1&say=").into_bytes()
    };
    let path = format!("/games/{game}/orders");
    let kind = "application/x-www-form-urlencoded";
    let answer = app.post(&path, kind, &[("Cookie", &cookie)], &form(&page)).await;
    let shown = app.get(answer.header("location").expect("onward"), &cookie).await.body;
    assert!(shown.contains(PAST), "{shown}");
    assert_eq!(orders(&app, game).await, before);
    let page = app.get(&format!("/games/{game}"), &cookie).await.body;
    app.post(&path, kind, &[("Cookie", &cookie)], &form(&page)).await;
    assert_eq!(orders(&app, game).await, before + 1);
    app.finish().await;
}
