//! Finished games: listed with their exports for everybody who may look at them, and counted.

use fieldpost_tests::FORD;
use fieldpost_tests::app::{DAY, TestApp};
use pbem_service::archive::Wanted;
use pbem_service::audience::Audience;
use pbem_service::export::Export;
use pbem_service::proof::prove;

#[tokio::test]
async fn finished_games_are_listed_searched_counted_and_can_be_had_as_files() {
    let mut app = TestApp::start(FORD).await;
    app.between = 0;
    let running = app.game("the-ford", "crossing").await;
    let mut over = Vec::new();
    for who in ["raiders", "guards", "raiders"] {
        let game = app.game("the-ford", "crossing").await;
        app.reply("guards", "mine 1").await;
        app.reply("raiders", "bid 0").await;
        app.clock.advance(9 * DAY);
        app.reply(who, "resign the game").await;
        over.push(game);
    }
    app.service.set_audience(over[2], Audience::Private).await.expect("known");
    let found = app.service.finished(&Wanted::default()).await.expect("readable");
    assert_eq!(
        found.iter().map(|game| game.id).collect::<Vec<_>>(),
        [over[1], over[0]],
        "the newest first, and public ones"
    );
    assert_eq!(found[1].result.winner.as_deref(), Some("guards"));
    assert!(found[1].days() >= 10 && found[1].hand_overs.is_some_and(|count| count > 0), "{found:?}");
    let page = app.get("/archive", "").await.body;
    assert!(page.contains("Guards won: Raiders resigned") && page.contains("Raiders won: Guards resigned"), "{page}");
    assert!(page.contains("Guards 1 (50 %)") && page.contains("Raiders 1 (50 %)"), "{page}");
    assert!(!page.contains(&format!("Game {},", over[2])) && !page.contains(&format!("Game {running},")), "{page}");
    let none = app.get("/archive?game=the-ford&scenario=nowhere", "").await.body;
    assert!(none.contains("There are none of this kind"), "{none}");
    let path = format!("/games/{}/export.jsonl", over[0]);
    assert!(page.contains(&format!("href=\"{path}\"")), "the list leads to the export, not to the dice alone: {page}");
    let file = app.get(&path, "").await.body;
    assert!(prove(&file, FORD).expect("it proves itself").rejudged.is_some_and(|found| found.orders >= 2));
    app.finish().await;
}

#[tokio::test]
async fn what_players_said_is_left_out_for_others_and_the_file_has_the_same_seal() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    app.reply("guards", "say: my aunt is ill\nmine 1").await;
    app.reply("raiders", "resign the game").await;
    let path = format!("/games/{game}/export.jsonl");
    let cookie = app.seat("guards").await;
    let (own, others) = (app.get(&path, &cookie).await.body, app.get(&path, "").await.body);
    assert!(own.contains("my aunt is ill") && !others.contains("aunt"), "{others}");
    let seals = [&own, &others].map(|text| prove(text, FORD).expect("both prove themselves").seal);
    assert_eq!(seals[0], seals[1]);
    let other_words = own.replace("my aunt is ill", "my aunt is well");
    assert!(prove(&other_words, FORD).is_err());
    assert_eq!(Export::read(&own).expect("an export").records.len(), Export::read(&others).expect("too").records.len());
    app.finish().await;
}
