//! An enemy at the doors that lead to seats, and to games that are not begun.

use fieldpost_tests::FORD;
use fieldpost_tests::app::{TestApp, address, field, link};
use fieldpost_tests::http::{Answer, request};
use pbem_service::audience::Audience;
use pbem_service::mail::{Bound, Letter, Purpose};
use pbem_service::store::one;

const FORM: &str = "application/x-www-form-urlencoded";
const ANNA: &str = "anna@home.example";
const BEN: &str = "ben@home.example";

/// The newest mail to an address, as text.
async fn last(app: &mut TestApp, address: &str) -> String {
    app.deliver().await;
    let mail = app.got(address).pop().unwrap_or_else(|| panic!("no mail to {address}"));
    Letter::parse(&mail.bytes).expect("ours").text
}

/// A form from some address of the net.
async fn post_from(app: &TestApp, from: &str, path: &str, form: &str) -> Answer {
    let headers = [("Content-Type", FORM), ("X-Forwarded-For", from)];
    request(app.address, "POST", path, &headers, form.as_bytes()).await
}

/// Everything that is stored, but for what remembers who did what how often.
async fn stored(app: &TestApp) -> Vec<Option<i64>> {
    let mut counted = Vec::new();
    for sql in [
        "SELECT COUNT(*) FROM games",
        "SELECT COUNT(*) FROM events",
        "SELECT COUNT(*) FROM outbox",
        "SELECT COUNT(*) FROM invitations WHERE state = 'open'",
        "SELECT COUNT(*) FROM people",
        "SELECT COUNT(*) FROM seats WHERE mail = 'good' AND address IS NOT NULL",
        "SELECT CAST(SUM(link) AS BIGINT) FROM seats",
    ] {
        counted.push(one::<i64>(app.service.store.readers(), sql, []).await.expect("readable"));
    }
    counted
}

#[tokio::test]
async fn an_old_invitation_opens_no_seat_whose_link_was_replaced() {
    let mut app = TestApp::start(FORD).await;
    let page = app.get("/new/the-ford/crossing", "").await.body;
    let token = field(&page, "form_token");
    let fields = format!("form_token={token}&side=guards&opponent=address&guest={BEN}&address={ANNA}");
    assert_eq!(app.post("/new/the-ford/crossing", FORM, &[], fields.as_bytes()).await.status, 200);
    let own = link(&last(&mut app, ANNA).await, "/invitation/");
    app.post(&own, FORM, &[], b"action=confirm").await;
    let theirs = link(&last(&mut app, BEN).await, "/invitation/");
    app.post(&theirs, FORM, &[], b"action=accept").await;
    for path in [&own, &theirs] {
        let page = app.get(path, "").await.body;
        assert_eq!(app.get(&link(&page.replace('"', " "), "/seat/"), "").await.status, 303, "it leads to the seat");
    }
    // whoever has read Ben's mail has all his links, until he replaces that of his seat
    app.service.replace_link(1, "raiders").await.expect("replaced");
    let page = app.get(&theirs, "").await.body;
    assert!(!page.contains("/seat/") && page.contains("newest mail"), "{page}");
    assert!(app.get(&own, "").await.body.contains("/seat/"), "the other seat is untouched");
    app.deliver().await;
    app.finish().await;
}

#[tokio::test]
async fn who_starts_games_or_has_mails_sent_without_end_leaves_room_for_others() {
    let mut app = TestApp::start(FORD).await;
    let home = app.get("/", "").await.body;
    let play = format!("form_token={}&game=the-ford&scenario=crossing&side=guards", field(&home, "form_token"));
    let mut started = 0;
    for _ in 0..50 {
        started += usize::from(post_from(&app, "8.8.8.8", "/play", &play).await.status == 303);
    }
    assert_eq!(started, 20);
    let late = post_from(&app, "8.8.8.8", "/play", &play).await;
    assert!(late.status == 503 && late.header("retry-after").is_some(), "{late:?}");
    assert_eq!(post_from(&app, "9.9.9.9", "/play", &play).await.status, 303);

    let page = app.get("/new/the-ford/crossing", "").await.body;
    let token = field(&page, "form_token");
    let mut asked = 0;
    for nth in 0..50 {
        let fields = format!("form_token={token}&opponent=link&address=v{nth}%40victims.example");
        asked += usize::from(post_from(&app, "7.7.7.7", "/new/the-ford/crossing", &fields).await.status == 200);
    }
    assert_eq!(asked, 20, "so many strangers are written to at the wish of one visitor");
    let json = "application/json";
    let offer = br#"{"game":"the-ford","scenario":"crossing","opponent":"link","address":"w@victims.example"}"#;
    let headers = [("Content-Type", json), ("X-Forwarded-For", "7.7.7.7")];
    assert_eq!(request(app.address, "POST", "/api/invitations", &headers, offer).await.status, 503);
    let headers = [("Content-Type", json), ("X-Forwarded-For", "6.6.6.6")];
    assert_eq!(request(app.address, "POST", "/api/invitations", &headers, offer).await.status, 200);
    app.deliver().await;
    app.finish().await;
}

#[tokio::test]
async fn forged_links_open_nothing_whatever_door_they_are_tried_at() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    app.deliver().await;
    let seat = app.service.seat_token(game, "guards").await.expect("signs").to_string();
    let orders = app.service.token(game, "guards", Bound::Nothing, Purpose::Orders).expect("signs").to_string();
    let replaced = app.service.token(game, "guards", Bound::Ask(7), Purpose::Join).expect("signs").to_string();
    let elsewhere = app.service.token(9999, "guards", Bound::Nothing, Purpose::Join).expect("signs").to_string();
    let strange = app.service.token(game, "nobody", Bound::Nothing, Purpose::Join).expect("signs").to_string();
    let person = app.service.token(4711, "guest", Bound::Ask(4711), Purpose::Invitation).expect("signs").to_string();
    let mut forged = vec![
        String::new(),
        "x".repeat(7000),
        "%00%ff%2e%2e%2f".to_owned(),
        "g1.guards.1.oaaaaaaaaaaaaaaaaaa".to_owned(),
        seat.replace("guards", "raiders"),
        seat.replace("g1.", "g2."),
        format!("{seat}a"),
        seat[..seat.len() - 1].to_owned(),
    ];
    let last = if seat.ends_with('a') { 'b' } else { 'a' };
    forged.push(format!("{}{last}", &seat[..seat.len() - 1]));
    let before = stored(&app).await;
    let doors = ["/seat/", "/pause/", "/resume/", "/invitation/", "/join/", "/pass/", "/confirm/x/", "/address/x/"];
    for door in doors {
        // what is whole but for another door is forged there, too
        let others = [&seat, &orders, &replaced, &elsewhere, &strange, &person];
        let others = others.into_iter().filter(|token| door != "/seat/" || *token != &seat);
        for token in forged.iter().chain(others) {
            for method in ["GET", "POST", "HEAD", "PUT", "DELETE"] {
                let path = format!("{door}{token}");
                let headers = [("Content-Type", FORM)];
                let answer =
                    request(app.address, method, &path, &headers, b"action=accept&form_token=0&address=a%40b.example")
                        .await;
                assert!((400..500).contains(&answer.status), "{method} {path}: {} {}", answer.status, answer.body);
                assert!(answer.header("set-cookie").is_none(), "{method} {path}");
            }
        }
    }
    assert_eq!(stored(&app).await, before);
    app.finish().await;
}

#[tokio::test]
async fn bodies_without_end_and_garbage_are_refused_at_the_new_doors() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let cookie = app.seat("guards").await;
    app.deliver().await;
    let before = stored(&app).await;
    let forms = [
        "/play".to_owned(),
        "/new/the-ford/crossing".to_owned(),
        "/mine".to_owned(),
        "/mine/pass".to_owned(),
        format!("/games/{game}/mail"),
        "/join/x".to_owned(),
        "/invitation/x".to_owned(),
    ];
    for path in &forms {
        for (form, statuses) in [
            (format!("form_token={}", "x".repeat(300 << 10)), &[413_u16, 403, 404][..]),
            ("form_token".to_owned(), &[400, 403, 404][..]),
            ("%ff%fe=%00&form_token=%ff".to_owned(), &[400, 403, 404][..]),
            (format!("form_token=0&action={}", "link"), &[400, 403, 404][..]),
        ] {
            let answer = app.post(path, FORM, &[("Cookie", &cookie)], form.as_bytes()).await;
            assert!(statuses.contains(&answer.status), "{path}: {} {}", answer.status, answer.body);
        }
        let answer = app.post(path, "application/json", &[("Cookie", &cookie)], b"{}").await;
        assert!((400..500).contains(&answer.status), "{path}: {}", answer.status);
    }
    let huge = format!("{{\"game\":\"{}\"}}", "x".repeat(2 << 20));
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    for path in ["/api/invitations".to_owned(), format!("/api/games/{game}/mail"), format!("/api/games/{game}/submit")]
    {
        for body in [huge.as_str(), deep.as_str(), "", "null", "{\"opponent\":{\"address\":7}}", "\u{0}"] {
            let answer = app.post(&path, "application/json", &[("Cookie", &cookie)], body.as_bytes()).await;
            assert!((400..500).contains(&answer.status), "{path}: {} {}", answer.status, answer.body);
            assert!(answer.body.starts_with("{\"error\""), "{path}: {}", answer.body);
        }
    }
    assert_eq!(stored(&app).await, before);
    app.finish().await;
}

#[tokio::test]
async fn who_has_a_link_alone_cannot_silence_its_player() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let thief = app.seat("guards").await;
    app.deliver().await;
    let asked = app.press(game, &thief, "action=erase").await;
    assert!(asked.status == 200 && asked.body.contains("Until then nothing changes"), "{}", asked.body);
    let known = app.service.store.seat(game, "guards").await.expect("a seat").address;
    assert_eq!(known, Some(address("guards")));
    let text = last(&mut app, &address("guards")).await;
    assert!(text.contains("somebody else has the link to your seat"), "{text}");
    // what was asked at one address is not answered at another, though its mail leaves later
    let page = link(&text, "/address/");
    assert!(app.get(&page, "").await.body.contains("Erase your address?"));
    assert_eq!(app.press(game, &thief, "action=address&address=thief%40strangers.example").await.status, 200);
    assert_eq!(app.get(&page, "").await.status, 403, "the newest question counts");
    assert_eq!(app.press(game, &thief, "action=erase").await.status, 200);
    app.deliver().await;
    let theirs = app.got("thief@strangers.example").pop().expect("a mail");
    let theirs = Letter::parse(&theirs.bytes).expect("ours").text;
    let answered = app.get(&link(&theirs, "/address/"), "").await.status;
    assert!([403, 404].contains(&answered), "{answered}: {theirs}");
    app.finish().await;
}

#[tokio::test]
async fn a_private_game_stays_so_at_every_door_that_is_not_its_own() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    app.service.set_audience(game, Audience::Private).await.expect("changed");
    let stranger = app.game("the-ford", "crossing").await;
    let elsewhere = app.seat("raiders").await;
    for path in ["/", "/mine", "/api/mine", "/library/the-ford", "/new", "/healthz", "/readyz"] {
        for cookie in ["", &elsewhere] {
            let page = app.get(path, cookie).await.body;
            assert!(
                !page.contains(&format!("/games/{game}\"")) && !page.contains(&format!("/glance/{game}.")),
                "{path}"
            );
        }
    }
    let json = "application/json";
    for door in ["overlays", "mail", "point", "ways", "draft", "legal", "why_not", "preview", "submit"] {
        let answer = app.post(&format!("/api/games/{game}/{door}"), json, &[("Cookie", &elsewhere)], b"{}").await;
        assert_eq!(answer.status, 403, "{door}: {}", answer.body);
    }
    for door in ["orders", "standing", "mail"] {
        let answer = app.post(&format!("/games/{game}/{door}"), FORM, &[("Cookie", &elsewhere)], b"form_token=0").await;
        assert_eq!(answer.status, 403, "{door}");
    }
    // the sheets of the board never change and tell nothing of a game, but stand among its pages
    let table = app.get(&format!("/api/games/{stranger}/table"), "").await.body;
    let sheet = link(&table.replace('"', " "), &format!("/games/{stranger}/sheets/map-"));
    assert_eq!(app.get(&sheet, "").await.status, 200);
    let sheet = sheet.replace(&format!("/games/{stranger}/"), &format!("/games/{game}/"));
    assert_eq!(app.get(&sheet, "").await.status, 403);
    // a cookie of the private game's seat, written for another side or game
    let cookie = elsewhere.replace(&format!("seat-{stranger}"), &format!("seat-{game}"));
    assert_eq!(app.get(&format!("/games/{game}"), &cookie).await.status, 403);
    // a mail without its token asks for nothing
    let mail = format!(
        "From: x@strangers.example\r\nTo: play@fieldpost.example\r\nMessage-ID: <s@strangers>\r\n\r\nstatus of game {game}\r\njoin {game}\r\n"
    );
    app.take_in(mail.as_bytes()).await;
    app.deliver().await;
    assert!(app.got("x@strangers.example").iter().all(|mail| !String::from_utf8_lossy(&mail.bytes).contains("guards")));
    app.finish().await;
}
