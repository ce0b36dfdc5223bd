use artwork::art::Art;
use artwork::game_module::{module_outline, position_of};
use definitions::Position;
use engine::contract::Viewer;
use fieldpost_tests::app::TestApp;
use games::GAMES;

/// A position as a saved game holds it: in order of places, without words, arrows and highlights.
fn bare(position: &Position) -> Position {
    let mut bare = Position {
        caption: String::new(),
        arrows: Vec::new(),
        combats: Vec::new(),
        highlights: Vec::new(),
        ..position.clone()
    };
    bare.counters.sort_by_key(|counter| (format!("{:?}", counter.place), counter.unit));
    bare.markers.sort_by_key(|marker| format!("{marker:?}"));
    bare.supports.sort();
    bare
}

#[tokio::test]
async fn every_past_moment_is_offered_as_a_saved_game_that_reads_back_as_the_position_then() {
    let mut app = TestApp::start(GAMES).await;
    let game = app.game("autumn-fog", "initial-assault").await;
    let mut then = vec![app.service.live(game).await.expect("open").session.position(Viewer::Observer)];
    for (side, order) in [("german", "allot done"), ("allied", "allot done"), ("german", "activate general")] {
        app.reply(side, order).await;
        then.push(app.service.live(game).await.expect("open").session.position(Viewer::Observer));
    }
    let page = app.get(&format!("/games/{game}/history"), "").await;
    assert_eq!(page.status, 200, "{}", page.body);
    let offered = page.body.matches("position.vsav?at=").count();
    let live = app.service.live(game).await.expect("open");
    let published = live.rulebook.published().clone();
    drop(live);
    let outline = module_outline(&published, &Art::default()).expect("it has scenarios");
    let mut seen = Vec::new();
    for at in 0..offered {
        let answer = app.get(&format!("/games/{game}/position.vsav?at={at}"), "").await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        let setup = outline.read_save(&answer.bytes).expect("a saved game");
        seen.push(bare(&position_of(&published, &setup)));
    }
    assert_eq!(seen.first(), Some(&bare(&then[0])), "it begins with the set-up");
    assert_eq!(seen.last(), Some(&bare(&then[3])), "it ends with the present");
    assert!(seen.contains(&bare(&then[2])), "what came between is there, too");
    let stages: Vec<u8> = seen.iter().map(|position| position.stage.phase).collect();
    assert!(stages.is_sorted() && stages.contains(&2) && stages.contains(&4), "{stages:?}");
    assert_eq!(app.get(&format!("/games/{game}/position.vsav?at={offered}"), "").await.status, 404);
    assert_eq!(app.get(&format!("/games/{game}/board.png?at=0"), "").await.status, 200);
    app.finish().await;
}
