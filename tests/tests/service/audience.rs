//! Games are everybody's, everybody's who has the address, or the players' alone; what players say to each other is theirs.

use fieldpost_tests::FORD;
use fieldpost_tests::app::{TestApp, field};
use pbem_service::audience::Audience;
use pbem_service::ledger;

#[tokio::test]
async fn a_private_game_shows_nothing_to_strangers_at_any_door() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let other = app.game("the-ford", "crossing").await;
    app.service.set_audience(game, Audience::Private).await.expect("changed");
    let seat = app.service.seat_token(game, "guards").await.expect("signs");
    let own = app.get(&format!("/seat/{seat}"), "").await.cookie().expect("a cookie");
    let paths = [
        "",
        "/history",
        "/rules",
        "/dice",
        "/help",
        "/ledger.jsonl",
        "/board.svg",
        "/hexes.json",
        "/board.png",
        "/module.vmod",
        "/position.vsav",
        "/export.jsonl",
        "/nowhere",
    ];
    for path in paths {
        let refused = app.get(&format!("/games/{game}{path}"), "").await;
        assert_eq!(refused.status, 403, "{path}: {}", refused.body);
    }
    for path in ["view", "table", "changes", "overlays", "unattended", "story?lines=3"] {
        let refused = app.get(&format!("/api/games/{game}/{path}"), "").await;
        assert_eq!(refused.status, 403, "{path}: {}", refused.body);
        assert!(refused.body.starts_with("{\"error\""), "errors for programs are JSON: {}", refused.body);
    }
    assert_eq!(app.get(&format!("/glance/{game}.png"), "").await.status, 403);
    assert_eq!(app.get(&format!("/glance/{other}.png"), "").await.status, 200);
    for way in ["%31", "%2B1", "+1", "01", "1%20", "-1", ""] {
        let answer = app.get(&format!("/games/{}", way.replace('1', &game.to_string())), "").await;
        assert!([403, 404, 400].contains(&answer.status), "{way}: {}", answer.status);
        assert!(!answer.body.contains("the-ford") && !answer.body.contains("The Ford"), "{way}");
    }
    assert!([403, 404].contains(&app.get(&format!("/%67ames/{game}"), "").await.status));
    assert_eq!(app.get(&format!("/games/{game}"), &own).await.status, 200);
    assert_eq!(app.get(&format!("/api/games/{game}/view"), &own).await.status, 200);
    let strangers = app.seat("guards").await;
    assert_eq!(app.get(&format!("/games/{game}"), &strangers).await.status, 403, "a seat elsewhere is none here");
    assert_eq!(app.get(&format!("/games/{other}"), "").await.status, 200, "other games are as they were");
    let refused = app.get(&format!("/games/{game}"), "").await;
    assert!(refused.header("x-content-type-options").is_some() && refused.header("content-security-policy").is_some());
    app.finish().await;
}

/// Whether a page tells what somebody said.
async fn tells(app: &TestApp, path: &str, cookie: &str) -> bool {
    let answer = app.get(path, cookie).await;
    assert_eq!(answer.status, 200, "{path}: {}", answer.body);
    answer.body.contains("at the mill")
}

#[tokio::test]
async fn what_players_say_to_each_other_is_told_to_no_stranger_at_any_door() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let own = app.seat("raiders").await;
    app.reply("guards", "say: meet me at the mill\nmine 3").await;
    let (page, api) = (format!("/games/{game}"), format!("/api/games/{game}"));
    let doors = [page.clone(), format!("{page}/history"), format!("{api}/table"), format!("{api}/story?lines=9")];
    for door in &doors {
        assert!(tells(&app, door, &own).await, "{door}: a player reads it");
        assert!(!tells(&app, door, "").await, "{door}: a stranger reads it");
    }
    for door in [format!("{page}?plain"), format!("{page}/ledger.jsonl"), format!("{api}/view"), "/".to_owned()] {
        assert!(!tells(&app, &door, "").await, "{door}: a stranger reads it");
    }

    app.reply("guards", "resign the game").await;
    let over = format!("{page}/export.jsonl");
    let (all, silent) = (app.get(&over, &own).await.body, app.get(&over, "").await.body);
    assert!(all.contains("at the mill") && !silent.contains("at the mill"), "{silent}");
    assert_eq!(all.lines().count(), silent.lines().count(), "each record is in its place");
    let (dice, silent_dice) = (ledger::check(&all).expect("they fit"), ledger::check(&silent).expect("they fit"));
    assert_eq!(dice, silent_dice);
    assert!(!tells(&app, &format!("{page}/history"), "").await);
    app.finish().await;
}

#[tokio::test]
async fn the_start_page_lists_public_games_alone() {
    let mut app = TestApp::start(FORD).await;
    let public = app.game("the-ford", "crossing").await;
    let (unlisted, private) = (app.game("the-ford", "crossing").await, app.game("the-ford", "crossing").await);
    app.service.set_audience(unlisted, Audience::Unlisted).await.expect("changed");
    app.service.set_audience(private, Audience::Private).await.expect("changed");
    let home = app.get("/", "").await.body;
    let listed = |game: i64| home.contains(&format!("href=\"/games/{game}\""));
    assert!(listed(public) && !listed(unlisted) && !listed(private), "{home}");
    assert_eq!(app.get(&format!("/games/{unlisted}"), "").await.status, 200, "who has its address sees it");
    app.finish().await;
}

#[tokio::test]
async fn the_start_page_tells_of_a_game_as_it_stands_and_opens_none_that_stands_still() {
    let mut app = TestApp::start(FORD).await;
    let mut games = Vec::new();
    for _ in 0..3 {
        games.push(app.game("the-ford", "crossing").await);
    }
    let home = app.get("/", "").await.body;
    assert_eq!(home.matches("Waiting for").count(), 3, "{home}");
    let kept = async |game: i64| {
        let sql = "SELECT summed_up FROM games WHERE id = $1";
        pbem_service::store::one::<i64>(app.service.store.readers(), sql, [game.into()]).await.expect("readable")
    };
    let before = kept(games[2]).await.expect("it was summed up");
    let seat = app.service.seat_token(games[2], "guards").await.expect("signs");
    let cookie = app.get(&format!("/seat/{seat}"), "").await.cookie().expect("a cookie");
    let page = app.get(&format!("/games/{}?plain", games[2]), &cookie).await.body;
    let form = format!("form_token={}&key=12345678&orders=resign+the+game", field(&page, "form_token"));
    let kind = "application/x-www-form-urlencoded";
    let path = format!("/games/{}/orders", games[2]);
    assert_eq!(app.post(&path, kind, &[("Cookie", &cookie)], form.as_bytes()).await.status, 303);
    let home = app.get("/", "").await.body;
    assert_eq!(home.matches("Waiting for").count(), 2, "who looks sees it as it stands: {home}");
    assert!(kept(games[2]).await > Some(before));
    app.finish().await;
}
