//! The report of a game: its turns with losses, points and boards, as a page and as the file from which a PDF is made.

use artwork::annals::Annals;
use engine::contract::Viewer;
use engine::table::Line;
use fieldpost_tests::FORD;
use fieldpost_tests::app::{TestApp, order};

/// Lets the computer's advice play both sides to the end.
async fn play(app: &TestApp, game: i64) {
    for nth in 0..300 {
        let live = app.service.live(game).await.expect("open");
        let Some(ask) = live.session.asks().into_iter().next() else { break };
        let advised = live.session.advise(ask.side).expect("it is asked");
        drop(live);
        let mut given = order(game, ask.side.0, &format!("page {nth}"), "");
        given.batch.lines = vec![Line::Steps(advised)];
        assert!(app.service.submit(&given).await.expect("taken").report.changed);
    }
}

#[tokio::test]
async fn the_file_of_a_report_tells_each_turn_with_its_board_as_its_reader_may_see_it() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    app.reply("guards", "mine 3").await;
    let cookie = app.seat("guards").await;
    let hidden = app.get(&format!("/games/{game}/report.json"), "").await;
    assert_eq!(hidden.status, 200, "{}", hidden.body);
    let own = app.get(&format!("/games/{game}/report.json"), &cookie).await;
    let (hidden, own): (Annals, Annals) =
        (serde_json::from_str(&hidden.body).expect("reads"), serde_json::from_str(&own.body).expect("reads"));
    assert_eq!((hidden.known_to.as_str(), own.known_to.as_str()), ("both sides", "the Guards side"));
    let lines = |annals: &Annals| annals.turns.iter().flat_map(|turn| turn.lines.clone()).collect::<Vec<_>>();
    assert_ne!(lines(&own), lines(&hidden), "where the mine lies is its player's own");
    play(&app, game).await;
    let answer = app.get(&format!("/games/{game}/report.json"), "").await;
    assert!(answer.header("content-disposition").is_some_and(|it| it.contains(&format!("game-{game}-report.json"))));
    let annals: Annals = serde_json::from_str(&answer.body).expect("reads");
    assert_eq!(annals.title, "The Ford");
    let live = app.service.live(game).await.expect("open");
    let last = annals.turns.last().expect("turns");
    assert_eq!(last.position.counters, live.session.position(Viewer::Observer).counters, "it ends with the present");
    let told: Vec<String> = annals.turns.iter().flat_map(|turn| turn.lines.clone()).collect();
    assert_eq!(told, live.session.lines(0, Viewer::Observer), "each line once, in its place");
    assert_eq!(annals.outcome, live.session.outcome().map(|outcome| outcome.words()));
    drop(live);
    let page = app.get(&format!("/games/{game}/report"), "").await.body;
    assert!(page.contains("report.json") && page.contains("&amp;since="), "{page}");
    let picture = page.split("/board.png?").nth(1).and_then(|rest| rest.split('"').next()).expect("a picture");
    let picture = format!("/games/{game}/board.png?{}", picture.replace("&amp;", "&"));
    let png = app.get(&picture, "").await;
    assert!(png.status == 200 && png.bytes.starts_with(b"\x89PNG"));
    assert_eq!(app.get(&format!("/games/{game}/board.png?at=9999&since=0"), "").await.status, 404);
    app.finish().await;
}
