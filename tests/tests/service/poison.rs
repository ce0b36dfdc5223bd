//! A mail that makes the service panic is answered and set aside, whichever door it took; the rest goes on.

use fieldpost_tests::TRAP;
use fieldpost_tests::app::{Folder, TestApp, address, eml, reply_to, settings};
use fieldpost_tests::trap::{JUDGED, TOLD};
use pbem_service::mail::{Letter, Purpose};
use pbem_service::seats::Wishes;
use pbem_service::{NewGame, Service, aside, spool, store};
use std::path::Path;
use std::sync::Arc;

/// The mails that were set aside, with their names.
fn aside(data: &Path) -> Vec<(String, Vec<u8>)> {
    let Ok(entries) = std::fs::read_dir(aside::folder(data)) else { return Vec::new() };
    let paths = entries.map(|entry| entry.expect("readable").path());
    paths.map(|path| (path.display().to_string(), std::fs::read(&path).expect("readable"))).collect()
}

/// How many letters are in this state with this verdict.
async fn letters(service: &Service, state: &str, verdict: &str) -> i64 {
    let sql = "SELECT COUNT(*) FROM letters WHERE state = $1 AND verdict = $2";
    let count = store::one(service.store.readers(), sql, [state.into(), verdict.into()]).await;
    count.expect("readable").unwrap_or(0)
}

/// A service with a game, and a mail of the guards with these words.
async fn service(data: &Path) -> (Arc<Service>, impl Fn(&str, &str) -> Vec<u8>) {
    let service = Arc::new(Service::open(settings(data, None), TRAP).await.expect("opens"));
    let players = ["raiders", "guards"].map(|side| (side.to_owned(), address(side))).into();
    let new = NewGame { game: "the-ford".into(), scenario: "crossing".into(), players, ..NewGame::default() };
    let game = service.new_game(&new).await.expect("starts");
    let token = service.token(game, "guards", 2, Purpose::Orders).expect("signs");
    let to = token.address("play", "fieldpost.example").expect("fits");
    let mail = move |id: &str, text: &str| {
        format!("From: {}\r\nTo: {to}\r\nMessage-ID: <{id}@x>\r\n\r\n{text}\r\n", address("guards")).into_bytes()
    };
    (service, mail)
}

#[tokio::test]
async fn a_panic_behind_the_intake_is_answered_and_the_game_goes_on() {
    let mut app = TestApp::start(TRAP).await;
    let game = app.game("the-ford", "crossing").await;
    let poison = app.eml("guards", &format!("mine 3 {JUDGED}")).await;
    let head = app.service.store.head(game).await.expect("readable");
    assert_eq!(app.hand_in(&poison).await.trim(), "set aside for the host");
    let answer = app.last("guards").await;
    assert!(answer.text.contains("Something failed on our side"), "{}", answer.text);
    let kept = aside(&app.service.settings.data);
    assert_eq!(kept.len(), 1);
    assert!(kept[0].0.contains("-panic-") && kept[0].1 == poison);
    assert_eq!(letters(&app.service, "done", "set aside").await, 1);
    assert_eq!(app.service.store.head(game).await.expect("readable"), head);
    // handed in again, it is kept once and answered once
    let mails = app.mails("guards").await.len();
    assert_eq!(app.hand_in(&poison).await.trim(), "set aside for the host");
    assert_eq!((aside(&app.service.settings.data).len(), app.mails("guards").await.len()), (1, mails));
    app.reply("guards", "mine 3").await;
    assert!(app.last("guards").await.text.contains("Your mine lies in hex 3."));
    app.finish().await;
}

#[tokio::test]
async fn a_panic_in_the_middle_of_storing_leaves_nothing_of_it() {
    let mut app = TestApp::start(TRAP).await;
    let game = app.game("the-ford", "crossing").await;
    // while it is stored, what happens is told only for who wishes to hear of everything
    let wishes = Wishes { receipts: false, news: true };
    app.service.wish(game, "raiders", wishes).await.expect("written");
    let head = app.service.store.head(game).await.expect("readable");
    assert_eq!(app.reply("guards", &format!("say: {TOLD}")).await.trim(), "set aside for the host");
    assert!(app.last("guards").await.text.contains("Something failed on our side"));
    assert_eq!(app.service.store.head(game).await.expect("readable"), head);
    app.reply("guards", "mine 3").await;
    assert!(app.last("guards").await.text.contains("Your mine lies in hex 3."));
    app.finish().await;
}

#[tokio::test]
async fn a_panic_behind_a_confirmation_is_answered_on_the_page_and_by_mail() {
    let mut app = TestApp::start(TRAP).await;
    app.game("the-ford", "crossing").await;
    let raw = app.mails("guards").await.remove(0).bytes;
    let original = Letter::parse(&raw).expect("ours");
    let poison = eml("guards@elsewhere.example", &reply_to(&raw), &original, &format!("mine 3 {JUDGED}"));
    assert_eq!(app.hand_in(&poison).await.trim(), "waits for a confirmation");
    let mail = app.last("guards").await;
    let link = mail.text.split_whitespace().find(|word| word.contains("/confirm/")).expect("a link");
    let path = link[link.find("/confirm/").expect("found")..].to_owned();
    assert_eq!(app.post(&path, "text/plain", &[], b"").await.status, 200);
    assert!(app.last("guards").await.text.contains("Something failed on our side"));
    assert_eq!(aside(&app.service.settings.data).len(), 1);
    app.finish().await;
}

#[tokio::test]
async fn a_panic_behind_a_page_is_answered_and_the_next_order_is_taken() {
    let mut app = TestApp::start(TRAP).await;
    let game = app.game("the-ford", "crossing").await;
    let cookie = app.seat("guards").await;
    let page = app.get(&format!("/games/{game}"), &cookie).await.body;
    let field = |name: &str| {
        let after = page.split(&format!("name=\"{name}\" value=\"")).nth(1).expect("the page has the field");
        after.split('"').next().unwrap_or_default().to_owned()
    };
    for (orders, status) in [(JUDGED, 500), ("mine+3", 303)] {
        let form = format!(
            "form_token={}&key={}&ask={}&say=&orders={orders}",
            field("form_token"),
            field("key"),
            field("ask")
        );
        let form_type = "application/x-www-form-urlencoded";
        let answer =
            app.post(&format!("/games/{game}/orders"), form_type, &[("Cookie", &cookie)], form.as_bytes()).await;
        assert_eq!(answer.status, status, "{}", answer.body);
        assert!(status != 500 || answer.body.contains("Something failed on our side"), "{}", answer.body);
    }
    app.finish().await;
}

#[tokio::test]
async fn a_poisoned_mail_in_the_spool_keeps_no_other_waiting_and_is_not_tried_again() {
    let data = Folder::new();
    let (service, mail) = service(data.path()).await;
    let poison = mail("first", &format!("mine 3 {JUDGED}"));
    spool::leave(data.path(), &poison).expect("spooled");
    std::fs::create_dir(spool::folder(data.path()).join("0.eml")).expect("writable");
    spool::leave(data.path(), &mail("second", "mine 4")).expect("spooled");
    assert_eq!(spool::empty(&service).await.expect("emptied"), 2, "the folder among them must wait");
    assert_eq!(spool::empty(&service).await.expect("emptied"), 0);
    let kept = aside(data.path());
    assert!(kept.len() == 1 && kept[0].1 == poison);
    let records = service.store.records(1, 0).await.expect("readable");
    assert!(records.iter().any(|record| record.contains("mine 4")));
}

#[tokio::test]
async fn a_poisoned_letter_in_the_database_is_tried_once() {
    let data = Folder::new();
    let (service, mail) = service(data.path()).await;
    let (poison, good) = (mail("first", &format!("mine 3 {JUDGED}")), mail("second", "mine 4"));
    for (received, raw) in [&poison, &good].into_iter().enumerate() {
        let key = Letter::parse(raw).expect("a mail").key;
        let insert = "INSERT INTO letters (key, received, raw) VALUES ($1, $2, $3)";
        let values = [key.into(), (received as i64).into(), raw.clone().into()];
        store::run(service.store.writer(), insert, values).await.expect("writable");
    }
    assert_eq!(service.resume_letters().await.expect("readable"), 2);
    assert_eq!(service.resume_letters().await.expect("readable"), 0);
    assert_eq!(letters(&service, "done", "set aside").await, 1);
    assert_eq!(letters(&service, "done", "answered").await, 1);
    assert_eq!(aside(data.path()).len(), 1);
}

#[tokio::test]
async fn a_mail_over_which_two_processes_ended_is_set_aside_and_keeps_no_other_waiting() {
    let data = Folder::new();
    let (service, mail) = service(data.path()).await;
    let (fatal, good) = (mail("first", "mine 3"), mail("second", "mine 4"));
    for (mail, ending) in [(&fatal, "second"), (&good, "first")] {
        let path = spool::leave(data.path(), mail).expect("spooled");
        std::fs::rename(&path, path.with_extension(ending)).expect("a process began with it and ended");
    }
    spool::resume(&service).await.expect("readable");
    let kept = aside(data.path());
    assert!(kept.len() == 1 && kept[0].1 == fatal && kept[0].0.contains("fatal"), "{kept:?}");
    assert_eq!(std::fs::read_dir(spool::folder(data.path())).expect("readable").count(), 0);
    let records = service.store.records(1, 0).await.expect("readable");
    assert!(
        records.iter().any(|record| record.contains("mine 4")) && !records.iter().any(|one| one.contains("mine 3"))
    );
}

#[tokio::test]
async fn a_kept_letter_over_which_the_service_ended_twice_is_set_aside() {
    let data = Folder::new();
    let (service, mail) = service(data.path()).await;
    for (verdict, raw) in [("tried twice", mail("first", "mine 3")), ("tried", mail("second", "mine 4"))] {
        let key = Letter::parse(&raw).expect("a mail").key;
        let insert = "INSERT INTO letters (key, received, raw, verdict) VALUES ($1, 1, $2, $3)";
        store::run(service.store.writer(), insert, [key.into(), raw.into(), verdict.into()]).await.expect("writable");
    }
    assert_eq!(service.resume_letters().await.expect("readable"), 2);
    assert_eq!(service.resume_letters().await.expect("readable"), 0);
    assert_eq!(letters(&service, "done", "set aside").await, 1);
    assert_eq!(letters(&service, "done", "answered").await, 1);
    assert_eq!(aside(data.path()).len(), 1);
}

#[tokio::test]
async fn a_mail_that_was_set_aside_is_carried_out_when_what_it_stumbled_over_is_mended() {
    let data = Folder::new();
    let (service, mail) = service(data.path()).await;
    let poison = mail("first", &format!("mine 3\r\nstatus {JUDGED}"));
    service.receive(&poison).await.expect("set aside");
    let mended = Service::open(service.settings.clone(), fieldpost_tests::FORD).await.expect("opens");
    let kept = aside(data.path()).remove(0).1;
    mended.receive(&kept).await.expect("taken");
    let records = mended.store.records(1, 0).await.expect("readable");
    assert!(records.iter().any(|record| record.contains("mine 3")), "{records:?}");
    assert_eq!(letters(&mended, "done", "answered").await, 1);
}

#[tokio::test]
async fn a_mail_that_trips_the_parser_is_answered_if_its_header_names_a_player() {
    let mut app = TestApp::start(TRAP).await;
    app.game("the-ford", "crossing").await;
    let to = reply_to(&app.mails("guards").await.remove(0).bytes);
    let digest = "Content-Type: multipart/digest; boundary=b\nContent-Transfer-Encoding: base64\n\n\
                  --b\n\nContent-Type: message/rfc822\n\n\n--b--";
    let stranger = format!("From: x@y.example\nTo: play@fieldpost.example\n{digest}");
    assert!(app.hand_in(stranger.as_bytes()).await.starts_with("ignored"));
    assert!(aside(&app.service.settings.data).is_empty());
    let player = format!("From: {}\nTo: {to}\nMessage-ID: <d@x>\n{digest}", address("guards"));
    app.hand_in(player.as_bytes()).await;
    assert!(app.last("guards").await.text.contains("the mail is malformed"));
    assert_eq!(aside(&app.service.settings.data).len(), 1);
    app.finish().await;
}
