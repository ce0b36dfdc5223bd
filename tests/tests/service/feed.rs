//! The feed of somebody's games: whose move it is and what happened, by an address that is a secret and opens nothing.

use engine::table::Line;
use fieldpost_tests::FORD;
use fieldpost_tests::app::{DAY, TestApp, address, field, link, submission};
use fieldpost_tests::http::{Answer, request};

const FORM: &str = "application/x-www-form-urlencoded";

/// A side's pass, and the path of its feed.
async fn pass(app: &mut TestApp, side: &str) -> (String, String) {
    app.service.send_pass(&address(side), None).await.expect("sent");
    app.deliver().await;
    let mail = app.last(side).await.text;
    let pass = app.get(&link(&mail, "/pass/"), "").await.cookie().expect("a pass");
    let page = app.get("/mine", &pass).await.body;
    let feed = page.split("/feed/").nth(1).expect("the page names it");
    let path = format!("/feed/{}", feed.split(['"', '<']).next().unwrap_or_default());
    (pass, path)
}

async fn read(app: &TestApp, path: &str) -> String {
    let answer = app.get(path, "").await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert_eq!(answer.header("content-type"), Some("application/atom+xml; charset=utf-8"));
    answer.body
}

/// What stands in all elements of a name.
fn all<'t>(text: &'t str, name: &str) -> Vec<&'t str> {
    let open = format!("<{name}>");
    text.split(&open).skip(1).filter_map(|rest| rest.split("</").next()).collect()
}

/// Gives orders on the page: the newest mail to a player is that of his pass.
async fn give(app: &TestApp, game: i64, side: &str, lines: &[&str]) {
    let side = app.service.live(game).await.expect("open").known_side(side).expect("a side");
    let lines: Vec<Line> = lines.iter().map(|line| Line::Text((*line).to_owned())).collect();
    let given = submission(game, side, &format!("{side:?} {lines:?}"), lines);
    app.service.submit(&given).await.expect("taken");
}

#[tokio::test]
async fn a_feed_tells_whose_move_it_is_and_what_happened_and_changes_with_what_its_reader_knows() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let (_, raiders) = pass(&mut app, "raiders").await;
    let (_, guards) = pass(&mut app, "guards").await;
    let before = read(&app, &raiders).await;
    assert_eq!(all(&before, "title")[1], format!("Waiting for the Guards side: The Ford, game {game}"), "{before}");
    assert!(read(&app, &guards).await.contains("Your move: The Ford"));
    give(&app, game, "guards", &["say: you & I <at last>", "mine 3"]).await;
    let after = read(&app, &raiders).await;
    assert!(after.contains(&format!("<title>Your move: The Ford, game {game}</title>")), "{after}");
    assert!(after.contains("What do you bid?") && after.contains("at last"), "{after}");
    assert!(!after.contains("<at last>") && !after.contains("& I"), "{after}");
    assert_ne!(all(&before, "id")[1], all(&after, "id")[1], "for a reader of feeds it is another entry");
    // what is sealed, and a standing order, are the other's own business
    app.clock.advance(DAY);
    give(&app, game, "guards", &["bid 2", "standing"]).await;
    assert_eq!(read(&app, &raiders).await, after, "not a byte of it");
    give(&app, game, "raiders", &["bid 0"]).await;
    assert_ne!(read(&app, &raiders).await, after);
    give(&app, game, "raiders", &["resign the game"]).await;
    assert!(read(&app, &guards).await.contains("Over: The Ford"));
    for path in [&raiders, &guards] {
        let text = read(&app, path).await;
        assert!(!text.contains("/seat/") && !text.contains("/pass/") && !text.contains("/invitation/"), "{text}");
    }
    app.finish().await;
}

#[tokio::test]
async fn my_games_tell_by_no_time_and_no_order_that_the_other_side_wrote_in_secret() {
    let mut app = TestApp::start(FORD).await;
    let games = [app.game("the-ford", "crossing").await, app.game("the-ford", "crossing").await];
    let (cookie, _) = pass(&mut app, "raiders").await;
    for game in games {
        give(&app, game, "guards", &["mine 3"]).await;
    }
    let seen = async |app: &TestApp| {
        let games: serde_json::Value = serde_json::from_str(&app.get("/api/mine", &cookie).await.body).expect("JSON");
        let page = app.get("/mine", &cookie).await.body;
        (games["games"].clone(), page.replace(&field(&page, "form_token"), ""))
    };
    let before = seen(&app).await;
    assert_eq!(before.0[0]["game"], games[0], "the one that waits longest: {}", before.0);
    give(&app, games[0], "guards", &["bid 2", "standing"]).await;
    assert_eq!(seen(&app).await, before, "nothing of it was told to him");
    give(&app, games[0], "guards", &["say: your move!"]).await;
    let after = seen(&app).await;
    assert_eq!(after.0[0]["game"], games[1], "that he was told: {}", after.0);
    app.finish().await;
}

#[tokio::test]
async fn no_sign_that_anybody_writes_makes_a_feed_unreadable() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let (_, path) = pass(&mut app, "raiders").await;
    give(&app, game, "guards", &["say: a\u{ffff}\u{fffe}b\u{1b}c"]).await;
    let text = read(&app, &path).await;
    assert!(text.contains("abc"), "{text}");
    app.finish().await;
}

#[tokio::test]
async fn a_feed_that_has_not_changed_is_not_sent_again() {
    let mut app = TestApp::start(FORD).await;
    app.game("the-ford", "crossing").await;
    let (_, path) = pass(&mut app, "raiders").await;
    let first = app.get(&path, "").await;
    let tag = first.header("etag").expect("it has one").to_owned();
    let again = async |tag: &str| request(app.address, "GET", &path, &[("If-None-Match", tag)], &[]).await;
    let Answer { status, body, .. } = again(&tag).await;
    assert_eq!((status, body.as_str()), (304, ""));
    assert_eq!(again("\"other\"").await.status, 200);
    app.finish().await;
}

#[tokio::test]
async fn the_address_of_a_feed_opens_nothing_and_can_be_made_void() {
    let mut app = TestApp::start(FORD).await;
    app.game("the-ford", "crossing").await;
    let (pass, path) = pass(&mut app, "raiders").await;
    let token = path.rsplit('/').next().expect("a token");
    assert_eq!(app.get(&format!("/pass/{token}"), "").await.status, 403);
    let mine = app.get("/mine", &format!("fieldpost-pass={token}")).await.body;
    assert!(mine.contains("Give the address"), "{mine}");
    let kept = pass.split('=').nth(1).expect("a cookie");
    assert_eq!(app.get(&format!("/feed/{kept}"), "").await.status, 403, "a pass is no feed");
    assert_eq!(app.get(&format!("{path}x"), "").await.status, 403);
    let page = app.get("/mine", &pass).await.body;
    let form = format!("form_token={}&action=feed", field(&page, "form_token"));
    assert_eq!(app.post("/mine", FORM, &[("Cookie", &pass)], form.as_bytes()).await.status, 303);
    assert_eq!(app.get(&path, "").await.status, 403);
    let page = app.get("/mine", &pass).await.body;
    assert!(page.contains("/feed/") && !page.contains(&path), "there is another, and the pass is good still");
    app.clock.advance(400 * DAY);
    let fresh = format!("/feed/{}", page.split("/feed/").nth(1).and_then(|rest| rest.split('"').next()).expect("it"));
    assert_eq!(app.get(&fresh, "").await.status, 200, "it does not grow old");
    app.finish().await;
}
