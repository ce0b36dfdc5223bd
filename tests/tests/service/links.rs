//! Who has the newest link to a seat has the seat, for as long as he comes.

use fieldpost_tests::FORD;
use fieldpost_tests::app::{DAY, TestApp, field};

/// Whether somebody with a cookie has a seat on a game's page.
async fn is_seated(app: &TestApp, game: i64, cookie: &str) -> bool {
    app.get(&format!("/games/{game}?plain"), cookie).await.body.contains("name=\"form_token\"")
}

async fn press(app: &TestApp, game: i64, cookie: &str, action: &str) -> fieldpost_tests::http::Answer {
    let page = app.get(&format!("/games/{game}?plain"), cookie).await.body;
    let form = format!("form_token={}&action={action}", field(&page, "form_token"));
    let kind = "application/x-www-form-urlencoded";
    app.post(&format!("/games/{game}/mail"), kind, &[("Cookie", cookie)], form.as_bytes()).await
}

#[tokio::test]
async fn a_link_that_was_replaced_leads_nowhere_and_whoever_came_by_it_has_lost_the_seat() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let (old, other) = (app.link("guards", "/seat/").await, app.seat("raiders").await);
    let (own, thief) = (app.seat("guards").await, app.seat("guards").await);
    assert!(is_seated(&app, game, &thief).await);

    let answer = press(&app, game, &own, "link").await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let fresh = answer.cookie().expect("this browser keeps the seat");
    assert!(is_seated(&app, game, &fresh).await);
    assert!(!is_seated(&app, game, &thief).await && !is_seated(&app, game, &own).await);
    assert!(is_seated(&app, game, &other).await, "the other seat is untouched");
    let refused = app.get(&old, "").await;
    assert_eq!(refused.status, 403);
    assert!(refused.body.contains("newest link") && refused.header("set-cookie").is_none(), "{}", refused.body);

    let mail = app.last("guards").await.text;
    assert!(mail.contains("A NEW LINK TO YOUR SEAT") || mail.contains("A new link to your seat"), "{mail}");
    let new = app.link("guards", "/seat/").await;
    assert_ne!(new, old);
    assert_eq!(app.get(&new, "").await.status, 303);
    // what is written by mail is no business of the link's
    app.reply("guards", "mine 3").await;
    assert!(app.last("guards").await.text.contains("[done] mine 3"));
    assert_eq!(app.link("guards", "/seat/").await, new, "later mails have the new one");
    app.finish().await;
}

#[tokio::test]
async fn an_open_stream_ends_when_its_link_is_replaced_and_orders_by_it_are_refused() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let thief = app.seat("guards").await;
    let page = app.get(&format!("/games/{game}?plain"), &thief).await.body;
    let form = format!("form_token={}&key=12345678&orders=mine+3", field(&page, "form_token"));
    app.service.replace_link(game, "guards").await.expect("replaced");
    let kind = "application/x-www-form-urlencoded";
    let refused = app.post(&format!("/games/{game}/orders"), kind, &[("Cookie", &thief)], form.as_bytes()).await;
    assert_eq!(refused.status, 403);
    let records = app.service.store.records(game, 0).await.expect("readable");
    assert!(!records.iter().any(|record| record.starts_with("{\"Ordered\"")));
    app.finish().await;
}

#[tokio::test]
async fn a_browser_that_comes_keeps_its_seat_and_one_that_stays_away_needs_its_link_again() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let path = app.link("guards", "/seat/").await;
    let given = app.get(&path, "").await;
    let set = given.header("set-cookie").expect("a cookie").to_owned();
    assert!(set.contains("Max-Age=7776000") && set.contains("HttpOnly") && set.contains("SameSite=Lax"), "{set}");
    let mut cookie = given.cookie().expect("a cookie");
    app.clock.advance(5 * DAY);
    let page = app.get(&format!("/games/{game}"), &cookie).await;
    assert!(page.header("set-cookie").is_none(), "a fresh one is not given out again and again");
    for _ in 0..4 {
        app.clock.advance(60 * DAY);
        let page = app.get(&format!("/games/{game}"), &cookie).await;
        cookie = page.cookie().expect("who comes gets a new one");
        assert!(is_seated(&app, game, &cookie).await);
    }
    app.clock.advance(91 * DAY);
    assert!(!is_seated(&app, game, &cookie).await);
    assert_eq!(app.get(&path, "").await.status, 303, "the link is good");

    // nobody makes his cookie last longer
    let fresh = app.get(&path, "").await.cookie().expect("a cookie");
    let mut parts: Vec<String> = fresh.split('~').map(str::to_owned).collect();
    parts[1] = format!("9{}", parts[1]);
    assert!(!is_seated(&app, game, &parts.join("~")).await);
    // and the bare token of the link is no cookie
    let bare = fresh.split('~').next().expect("a part").to_owned();
    assert!(!is_seated(&app, game, &bare).await);
    app.finish().await;
}

#[tokio::test]
async fn a_seat_whose_mail_goes_elsewhere_gets_a_new_link_and_the_old_address_has_none() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let old = app.link("guards", "/seat/").await;
    app.service.set_address(game, "guards", "new@players.example").await.expect("changed");
    app.deliver().await;
    assert_eq!(app.get(&old, "").await.status, 403, "a stranger whose address was written by mistake has no seat");
    let got = app.got("new@players.example").pop().expect("a mail");
    let text = pbem_service::mail::Letter::parse(&got.bytes).expect("ours").text;
    let link = text.split_whitespace().find(|word| word.contains("/seat/")).expect("a link");
    let path = &link[link.find("/seat/").expect("it is there")..];
    assert_eq!(app.get(path, "").await.status, 303);
    app.finish().await;
}

/// What a browser keeps: name, value and path of each cookie.
type Jar = Vec<(String, String, String)>;

/// Puts what an answer gives into a jar, as browsers do.
fn keep(jar: &mut Jar, answer: &fieldpost_tests::http::Answer) {
    for (_, set) in answer.headers.iter().filter(|(name, _)| name == "set-cookie") {
        let (pair, rest) = set.split_once(';').expect("it has attributes");
        let (name, value) = pair.split_once('=').expect("a pair");
        let attribute = |name: &str| rest.split(';').find_map(|one| one.trim().strip_prefix(name));
        let path = attribute("Path=").expect("a path").to_owned();
        jar.retain(|known| (known.0.as_str(), &known.2) != (name, &path));
        if attribute("Max-Age=") != Some("0") {
            jar.push((name.to_owned(), value.to_owned(), path));
        }
    }
}

/// What a browser sends to a page.
fn sent(jar: &Jar, page: &str) -> String {
    let goes = |path: &str| {
        page.strip_prefix(path).is_some_and(|rest| path == "/" || rest.is_empty() || rest.starts_with('/'))
    };
    let pairs: Vec<_> =
        jar.iter().filter(|(_, _, path)| goes(path)).map(|(name, value, _)| format!("{name}={value}")).collect();
    pairs.join("; ")
}

#[tokio::test]
async fn a_browser_carries_to_each_page_the_seats_of_its_game_alone_and_keeps_those_of_before() {
    let mut app = TestApp::start(FORD).await;
    let (mut games, mut jar) = (Vec::new(), Jar::new());
    for _ in 0..12 {
        games.push(app.game("the-ford", "crossing").await);
        for side in ["guards", "raiders"] {
            let link = app.link(side, "/seat/").await;
            keep(&mut jar, &app.get(&link, "").await);
            app.clock.advance(1000);
        }
    }
    let side = async |app: &TestApp, jar: &Jar, game: i64, wanted: &str| {
        let path = format!("/api/games/{game}/table");
        let answer = app.get(&format!("{path}{wanted}"), &sent(jar, &path)).await;
        let table: serde_json::Value = serde_json::from_str(&answer.body).expect("JSON");
        table["side"][1].as_str().unwrap_or("nobody").to_owned()
    };
    for page in ["/", "/mine", "/archive"] {
        assert_eq!(sent(&jar, page), "", "{page}");
    }
    for game in &games {
        assert!(sent(&jar, &format!("/games/{game}/history")).len() < 400, "two seats");
        assert_eq!(side(&app, &jar, *game, "?seat=guards").await, "Guards");
        assert_eq!(side(&app, &jar, *game, "").await, "Raiders", "the one that was opened last");
    }
    // the cookies of before: one of each side and one of the side that was opened last, sent to every page
    let mut old = Jar::new();
    for (name, value, path) in jar.iter().filter(|(_, _, path)| path.starts_with("/games/")) {
        let (game, side) = (path.trim_start_matches("/games/"), name.rsplit('-').next().expect("a side"));
        old.push((format!("fieldpost-seat-{game}-{side}"), value.clone(), "/".to_owned()));
        old.retain(|known| known.0 != format!("fieldpost-seat-{game}"));
        old.push((format!("fieldpost-seat-{game}"), value.clone(), "/".to_owned()));
    }
    let all = sent(&old, "/mine").len();
    for game in &games {
        assert_eq!(side(&app, &old, *game, "?seat=guards").await, "Guards", "they are good still");
        assert_eq!(side(&app, &old, *game, "").await, "Raiders");
    }
    let mut visits = 0;
    while !sent(&old, "/mine").is_empty() {
        let answer = app.get("/mine", &sent(&old, "/mine")).await;
        let head: usize = answer.headers.iter().map(|(name, value)| name.len() + value.len() + 4).sum();
        assert!(head < 4096, "a proxy takes no longer head than 4 KB: {head}");
        keep(&mut old, &answer);
        visits += 1;
        assert!(visits < 20, "some are moved by each page: {}", sent(&old, "/mine").len());
    }
    assert!(all > 3000 && visits > 1, "{all} {visits}");
    for game in &games {
        assert_eq!(side(&app, &old, *game, "?seat=guards").await, "Guards");
        assert_eq!(side(&app, &old, *game, "").await, "Raiders", "the one that was opened last");
    }
    // nobody on the way may keep an answer that gives a seat
    let kept = app.get("/style.css", &sent(&jar, "/games/1").replace("fieldpost-at-", "fieldpost-seat-")).await;
    assert!(kept.header("set-cookie").is_none());
    app.finish().await;
}

#[tokio::test]
async fn a_newer_seat_is_not_replaced_by_one_that_a_browser_had_before() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let mut jar = Jar::new();
    let link = app.link("guards", "/seat/").await;
    keep(&mut jar, &app.get(&link, "").await);
    let value = jar[0].1.clone();
    let mut jar: Jar = vec![
        (format!("fieldpost-seat-{game}"), value.clone(), "/".to_owned()),
        (format!("fieldpost-seat-{game}-guards"), value, "/".to_owned()),
    ];
    app.service.replace_link(game, "guards").await.expect("replaced");
    let link = app.link("guards", "/seat/").await;
    for page in [&*link, "/mine"] {
        let answer = app.get(page, &sent(&jar, page)).await;
        keep(&mut jar, &answer);
    }
    assert!(is_seated(&app, game, &sent(&jar, &format!("/games/{game}"))).await, "{jar:?}");
    assert_eq!(sent(&jar, "/mine"), "");
    app.finish().await;
}
