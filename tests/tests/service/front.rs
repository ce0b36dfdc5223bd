//! The front door: what the start page says, the pages of the published games, and a seat against the computer in one click.

use fieldpost_tests::FORD;
use fieldpost_tests::app::{TestApp, field};
use games::GAMES;

const FORM: &str = "application/x-www-form-urlencoded";

#[tokio::test]
async fn the_start_page_says_what_this_is_and_one_click_leads_to_a_seat_against_the_computer() {
    let app = TestApp::start(GAMES).await;
    let home = app.get("/", "").await.body;
    for said in ["A program is the referee", "Play now against the computer", "/library/ardennes-ii", "/new", "/mine"] {
        assert!(home.contains(said), "{said}: {home}");
    }
    let form = format!(
        "form_token={}&game={}&scenario={}&side={}",
        field(&home, "form_token"),
        field(&home, "game"),
        field(&home, "scenario"),
        field(&home, "side")
    );
    let answer = app.post("/play", FORM, &[], form.as_bytes()).await;
    assert_eq!(answer.status, 303, "{}", answer.body);
    let seat = app.get(answer.header("location").expect("onward"), "").await;
    let cookie = seat.cookie().expect("a seat");
    let page = app.get(seat.header("location").expect("to the game"), &cookie).await.body;
    assert!(page.contains("You play <strong>") && page.contains("Yours to decide"), "{page}");
    let seats = app.service.store.seats(1).await.expect("readable");
    let computers = seats.iter().filter(|seat| seat.address.as_deref() == Some("computer")).count();
    assert_eq!((computers, seats.iter().filter(|seat| seat.address.is_none()).count()), (1, 1));
    let home = app.get("/", "").await.body;
    assert!(home.contains("/glance/1.png") && home.contains("Watch a game"), "{home}");
    app.finish().await;
}

#[tokio::test]
async fn games_against_the_computer_cannot_be_started_without_end_nor_by_a_foreign_form() {
    let app = TestApp::start(FORD).await;
    let home = app.get("/", "").await.body;
    let form = |token: &str, side: &str| format!("form_token={token}&game=the-ford&scenario=crossing&side={side}");
    assert_eq!(app.post("/play", FORM, &[], form("0", "guards").as_bytes()).await.status, 403);
    let token = field(&home, "form_token");
    assert_eq!(app.post("/play", FORM, &[], form(&token, "nobody").as_bytes()).await.status, 404);
    let mut started = 0;
    for nth in 0..80 {
        // of one visitor it would be fewer
        let from = format!("10.0.0.{nth}");
        let headers = [("X-Forwarded-For", from.as_str())];
        started +=
            usize::from(app.post("/play", FORM, &headers, form(&token, "guards").as_bytes()).await.status == 303);
    }
    assert_eq!(started, 60);
    app.finish().await;
}

#[tokio::test]
async fn each_game_has_a_page_that_says_what_it_is_and_what_is_reconstructed() {
    let app = TestApp::start(GAMES).await;
    for game in GAMES {
        let page = app.get(&format!("/library/{}", game.id()), "").await.body;
        for said in [
            "How it is won",
            "How long it takes",
            "Where the rules are to be had",
            "What is reconstructed",
            "our estimate",
        ] {
            assert!(page.contains(said), "{said}: {}", game.id());
        }
        let (_, rulebook) = app.service.shelf.newest(game.id()).expect("on the shelf");
        for scenario in &rulebook.published().scenarios {
            assert!(page.contains(&format!("id=\"{}\"", scenario.id)), "{}: {}", game.id(), scenario.id);
            assert!(rulebook.published().about.story(&scenario.id).is_some(), "{}: {}", game.id(), scenario.id);
        }
    }
    let page = app.get("/library/autumn-fog", "").await.body;
    assert!(page.contains("17.1c") && page.contains("St. Vith, Bastogne and Marche"), "how a scenario is won: {page}");
    assert!(app.get("/library/autumn-fog/rules", "").await.body.contains("17.2d"));
    assert_eq!(app.get("/library/no-game", "").await.status, 404);
    assert_eq!(app.get("/library/autumn-fog/no-scenario.png", "").await.status, 404);
    app.finish().await;
}

#[tokio::test]
async fn a_scenario_is_shown_as_it_begins_and_a_game_as_both_sides_see_it() {
    let mut app = TestApp::start(FORD).await;
    let picture = app.get("/library/the-ford/crossing.png", "").await;
    assert_eq!((picture.status, picture.header("content-type")), (200, Some("image/png")));
    let game = app.game("the-ford", "crossing").await;
    let cookie = app.seat("guards").await;
    app.reply("guards", "mine 3").await;
    let path = format!("/glance/{game}.png");
    let (own, others) = (app.get(&path, &cookie).await, app.get(&path, "").await);
    let both_see = app.get(&format!("/games/{game}/board.png"), "").await;
    assert_eq!(both_see.status, 200);
    assert!(own.body == both_see.body && others.body == both_see.body, "whoever looks, the mine is the guards' secret");
    app.finish().await;
}
