//! What is kept for how long, and what a player may have erased.

use fieldpost_tests::FORD;
use fieldpost_tests::app::{DAY, TestApp, address};
use pbem_service::mail::Letter;
use pbem_service::store::one;

async fn raw(app: &TestApp) -> i64 {
    let sql = "SELECT COUNT(*) FROM letters WHERE LENGTH(raw) > 0";
    one(app.service.store.readers(), sql, []).await.expect("readable").unwrap_or(0)
}

#[tokio::test]
async fn a_letter_is_kept_for_so_many_days_and_known_for_ever() {
    let mut app = TestApp::start(FORD).await;
    app.game("the-ford", "crossing").await;
    let mail = app.eml("guards", "mine 3").await;
    app.hand_in(&mail).await;
    app.clock.advance(29 * DAY);
    app.service.forget().await.expect("forgets");
    assert_eq!(raw(&app).await, 1);
    app.clock.advance(2 * DAY);
    let forgotten = app.service.forget().await.expect("forgets");
    assert_eq!((forgotten.letters, raw(&app).await), (1, 0));
    assert!(app.hand_in(&mail).await.contains("known already"), "it is carried out once");
    app.finish().await;
}

#[tokio::test]
async fn a_mail_that_waited_too_long_for_its_players_word_says_so() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let mail = app.eml("guards", "mine 3").await;
    let foreign = String::from_utf8_lossy(&mail).replace(&address("guards"), "elsewhere@other.example");
    app.hand_in(foreign.as_bytes()).await;
    let link = app.link("guards", "/confirm/").await;
    assert_eq!(app.get(&link, "").await.status, 200);
    app.clock.advance(31 * DAY);
    app.service.forget().await.expect("forgets");
    let late = app.get(&link, "").await;
    assert_eq!(late.status, 400);
    assert!(late.body.contains("not kept any more"), "{}", late.body);
    assert_eq!(app.post(&link, "text/plain", &[], b"").await.status, 400);
    let records = app.service.store.records(game, 0).await.expect("readable");
    assert!(!records.iter().any(|record| record.starts_with("{\"Ordered\"")));
    app.finish().await;
}

#[tokio::test]
async fn addresses_are_forgotten_a_year_after_the_game_and_not_while_it_goes_on() {
    let mut app = TestApp::start(FORD).await;
    let (over, goes_on) = (app.game("the-ford", "crossing").await, app.game("the-ford", "crossing").await);
    let invitation = app.mails("guards").await;
    assert_eq!(invitation.len(), 2);
    let live = app.service.live(over).await.expect("readable");
    let side = live.side("guards").expect("a side");
    let order = fieldpost_tests::app::order(over, side.0, "page guards 12345678", "resign the game");
    app.service.submit(&order).await.expect("taken");
    app.deliver().await;
    app.clock.advance(364 * DAY);
    app.service.forget().await.expect("forgets");
    let known = async |app: &TestApp, game: i64| app.service.store.seat(game, "guards").await.expect("a seat").address;
    assert!(known(&app, over).await.is_some());
    app.clock.advance(2 * DAY);
    assert_eq!(app.service.forget().await.expect("forgets").addresses, 2);
    assert_eq!(known(&app, over).await, None);
    assert!(known(&app, goes_on).await.is_some());
    app.finish().await;
}

#[tokio::test]
async fn a_player_who_has_his_address_erased_keeps_his_seat_and_gets_no_more_mail() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let cookie = app.seat("guards").await;
    app.reply("guards", "mine 3").await;
    assert_eq!(raw(&app).await, 1);
    assert_eq!(app.press(game, &cookie, "action=erase").await.status, 200);
    let confirm = app.link("guards", "/address/").await;
    assert!(app.get(&confirm, "").await.body.contains("Erase your address?"));
    assert_eq!(raw(&app).await, 1, "whoever looks, or scans, erases nothing");
    assert_eq!(app.post(&confirm, "text/plain", &[], b"").await.status, 200);
    assert_eq!(raw(&app).await, 0);
    for table in ["seats", "outbox", "paces", "letters"] {
        let column = match table {
            "seats" => "COALESCE(address, '') || COALESCE(new_address, '') || reason || name",
            "outbox" => "detail || COALESCE(last_error, '')",
            "paces" => "name",
            _ => "CASE WHEN LENGTH(raw) > 0 THEN 'whole' ELSE '' END || verdict",
        };
        let sql = format!("SELECT COUNT(*) FROM {table} WHERE {column} LIKE '%guards@%'");
        let left: Option<i64> = one(app.service.store.readers(), &sql, []).await.expect("readable");
        assert_eq!(left, Some(0), "{table}");
    }
    let got = app.got(&address("guards")).len();
    app.reply("raiders", "bid 1").await;
    app.deliver().await;
    assert_eq!(app.got(&address("guards")).len(), got);
    let page = app.get(&format!("/games/{game}?plain"), &cookie).await;
    assert!(page.body.contains("there is no address"), "he plays on by his link");
    app.finish().await;
}

#[tokio::test]
async fn of_who_is_erased_no_letter_note_report_or_answer_is_left() {
    let mut app = TestApp::start(FORD).await;
    let (game, guards) = (app.game("the-ford", "crossing").await, address("guards"));
    app.reply("guards", "note: my ulcer again\nBest,\nDora Ulcer").await;
    app.reply("guards", "report: he mocks my ulcer").await;
    app.reply("guards", "my notes").await;
    // requests and answers to invitations are no seat's
    let request = |from: &str, nth: u8, text: &str| {
        format!(
            "From: Dora <{from}>\r\nTo: play@fieldpost.example\r\nSubject: hello\r\nMessage-ID: <r{nth}@home.example>\r\n\
             Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n{}\r\n",
            text.replace("ulcer", "=75lcer").replace("guards@", "=67uards@")
        )
    };
    let asked = "new the-ford crossing as guards against link\nsay: my ulcer, but well";
    app.hand_in(request(&guards, 1, asked).as_bytes()).await;
    app.reply("guards", "yes\n\nMy ulcer says so").await;
    let asked = format!("new the-ford crossing against {guards}");
    app.hand_in(request("eve@home.example", 2, &asked).as_bytes()).await;
    app.hand_in(request("eve@home.example", 3, "new the-ford crossing against link").as_bytes()).await;
    let left = async |app: &TestApp| {
        let (db, mut left) = (app.service.store.readers(), Vec::new());
        let mut nth = 0_i64;
        while let Some(raw) = one::<Vec<u8>>(db, "SELECT raw FROM letters ORDER BY key LIMIT 1 OFFSET $1", [nth.into()])
            .await
            .expect("read")
        {
            let letter = Letter::parse(&raw).map(|letter| letter.text).unwrap_or_default();
            let text = format!("{}{letter}", String::from_utf8_lossy(&raw)).to_lowercase();
            if text.contains("ulcer") || text.contains("guards@") {
                left.push("letters.raw".to_owned());
            }
            nth += 1;
        }
        for named in [
            "submissions.report",
            "notes.words",
            "complaints.words",
            "complaints.address",
            "outbox.detail",
            "outbox.last_error",
            "seats.address",
            "seats.reason",
            "people.address",
            "invitations.words",
            "paces.name",
        ] {
            let (table, column) = named.split_once('.').expect("both");
            let holds = format!("LOWER({column}) LIKE '%ulcer%' OR LOWER({column}) LIKE '%guards@%'");
            let count: Option<i64> =
                one(db, &format!("SELECT COUNT(*) FROM {table} WHERE {holds}"), []).await.expect("readable");
            if count != Some(0) {
                left.push(named.to_owned());
            }
        }
        left.dedup();
        left
    };
    assert_eq!(
        left(&app).await,
        [
            "letters.raw",
            "submissions.report",
            "notes.words",
            "complaints.words",
            "complaints.address",
            "outbox.detail",
            "seats.address",
            "people.address",
            "invitations.words",
            "paces.name"
        ]
    );
    assert_eq!(app.service.erase_address(&guards).await.expect("erased"), 2);
    assert_eq!(left(&app).await, Vec::<String>::new());
    assert_eq!(raw(&app).await, 1, "a letter that has nothing to do with her stays");
    assert!(app.service.complaints(true).await.expect("readable").is_empty());
    let records = app.service.store.records(game, 0).await.expect("readable");
    assert!(records.iter().all(|record| !record.contains("ulcer")));
    app.finish().await;
}

#[tokio::test]
async fn the_host_erases_an_address_everywhere_and_no_other() {
    let mut app = TestApp::start(FORD).await;
    let (one_game, other) = (app.game("the-ford", "crossing").await, app.game("the-ford", "crossing").await);
    // who asks for the list of his games is known apart from his seats
    app.service.send_pass(&address("guards"), None).await.expect("sent");
    app.deliver().await;
    let got = app.got(&address("guards")).len();
    let question = app.eml("raiders", "say: are you there?").await;
    app.take_in(&question).await;
    assert_eq!(app.service.erase_address("Guards@players.example").await.expect("erased"), 3);
    assert_eq!(app.service.erase_address("nobody@players.example").await.expect("none"), 0);
    for game in [one_game, other] {
        let seats = app.service.store.seats(game).await.expect("readable");
        let left: Vec<_> = seats.iter().filter(|seat| seat.address.is_some()).map(|seat| seat.side.as_str()).collect();
        assert_eq!(left, ["raiders"]);
    }
    app.deliver().await;
    for (table, column) in [("seats", "address"), ("people", "address"), ("outbox", "detail"), ("paces", "name")] {
        let sql = format!("SELECT COUNT(*) FROM {table} WHERE LOWER({column}) LIKE '%guards@%'");
        let left: Option<i64> = one(app.service.store.readers(), &sql, []).await.expect("readable");
        assert_eq!(left, Some(0), "{table}");
    }
    assert_eq!(app.got(&address("guards")).len(), got, "what was queued for it does not leave");
    app.finish().await;
}
