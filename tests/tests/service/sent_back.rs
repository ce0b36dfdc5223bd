//! A saved game of VASSAL that a player sends back: what the rules allow of it becomes a draft, and nothing is ordered.

use artwork::art::Art;
use artwork::game_module::{module_outline, setup_of};
use definitions::{Place, UnitId};
use engine::contract::{SideId, Viewer};
use fieldpost_tests::app::{TestApp, field};
use fieldpost_tests::http::Answer;
use games::GAMES;

/// The position of the Germans as a saved game in which some units are elsewhere.
async fn saved(app: &TestApp, game: i64, moved: &[(&str, &str)]) -> Vec<u8> {
    let live = app.service.live(game).await.expect("open");
    let published = live.rulebook.published();
    let mut position = live.session.position(Viewer::Side(SideId(0)));
    for (name, hex) in moved {
        let unit = published.units.units.iter().position(|unit| unit.id == *name).expect("a unit");
        let to = published.map.grid.find(hex).expect("a hex");
        let counter =
            position.counters.iter_mut().find(|counter| counter.unit == Some(UnitId(unit as u16))).expect("in play");
        counter.place = Place::Hex(to);
    }
    let outline = module_outline(published, &Art::default()).expect("it has scenarios");
    let scenario = published.scenario(&live.row.scenario).expect("known");
    outline.save(&setup_of(published, scenario, &position, &outline.sheets)).expect("written")
}

async fn send(app: &TestApp, game: i64, cookie: &str, file: &[u8]) -> Answer {
    let path = format!("/games/{game}/vassal");
    let page = app.get(&path, cookie).await.body;
    let mut body = format!(
        "--b\r\nContent-Disposition: form-data; name=\"form_token\"\r\n\r\n{}\r\n--b\r\n\
         Content-Disposition: form-data; name=\"save\"; filename=\"it.vsav\"\r\n\
         Content-Type: application/octet-stream\r\n\r\n",
        field(&page, "form_token")
    )
    .into_bytes();
    body.extend_from_slice(file);
    body.extend_from_slice(b"\r\n--b--\r\n");
    app.post(&path, "multipart/form-data; boundary=b", &[("Cookie", cookie)], &body).await
}

#[tokio::test]
async fn what_was_moved_in_vassal_and_is_legal_now_becomes_a_draft_and_the_rest_is_told() {
    let mut app = TestApp::start(GAMES).await;
    let game = app.game("autumn-fog", "initial-assault").await;
    for (side, order) in [("german", "allot done"), ("allied", "allot done"), ("german", "activate XLVII")] {
        app.reply(side, order).await;
    }
    let cookie = app.seat("german").await;
    let before = app.service.store.head(game).await.expect("readable");
    // nothing was moved
    let answer = send(&app, game, &cookie, &saved(&app, game, &[]).await).await;
    assert!(answer.status == 200 && answer.body.contains("No move was found"), "{}", answer.body);
    assert!(!answer.body.contains("What else differs"), "{}", answer.body);
    // a move that the rules allow, and a leap that they do not
    let (legal, unit, to) = {
        let live = app.service.live(game).await.expect("open");
        let published = live.rulebook.published();
        let examples = live.session.examples(SideId(0), 40);
        let moves = examples.iter().find(|example| example.text.starts_with("move "));
        let text = moves.expect("a move is legal").text.clone();
        let drafted = live.session.drafted(
            SideId(0),
            &engine::table::Begun {
                draft: vec![engine::table::Line::Text(text.clone())],
                ..engine::table::Begun::default()
            },
        );
        let then = drafted.expect("imagined").position;
        let now = live.session.position(Viewer::Side(SideId(0)));
        let moved = then
            .counters
            .iter()
            .find(|counter| !now.counters.iter().any(|old| old.unit == counter.unit && old.place == counter.place))
            .expect("somebody moved");
        let Place::Hex(hex) = moved.place else { panic!("into a hex") };
        let unit = published.units.units[moved.unit.expect("known").index()].id.clone();
        (text, unit, published.map.grid.number(hex))
    };
    let answer = send(&app, game, &cookie, &saved(&app, game, &[(unit.as_str(), to.as_str())]).await).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let draft = answer.body.split("<textarea").nth(1).and_then(|rest| rest.split('>').nth(1)).unwrap_or_default();
    let draft = draft.split('<').next().unwrap_or_default();
    assert!(draft.starts_with("move ") && draft.contains(&to), "{legal}: {}", answer.body);
    assert_eq!(app.service.store.head(game).await.expect("readable"), before, "nothing is ordered");
    // the draft is what the page of orders takes
    let form = format!(
        "form_token={}&key={}&ask={}&orders={}",
        field(&answer.body, "form_token"),
        field(&answer.body, "key"),
        field(&answer.body, "ask"),
        draft.replace(' ', "+").replace('/', "%2F")
    );
    let kind = "application/x-www-form-urlencoded";
    let sent = app.post(&format!("/games/{game}/orders"), kind, &[("Cookie", &cookie)], form.as_bytes()).await;
    assert_eq!(sent.status, 303, "{}", sent.body);
    assert!(app.service.store.head(game).await.expect("readable") > before);
    let far = send(&app, game, &cookie, &saved(&app, game, &[(unit.as_str(), "0101")]).await).await;
    assert!(far.body.contains("stays at") && far.body.contains("0101"), "{}", far.body);
    app.finish().await;
}

#[tokio::test]
async fn what_is_no_saved_game_of_this_game_is_told_and_changes_nothing() {
    let mut app = TestApp::start(GAMES).await;
    let game = app.game("autumn-fog", "initial-assault").await;
    let other = app.game("autumn-fog", "entire-battle").await;
    let foreign = saved(&app, other, &[]).await;
    let cookie = app.seat("german").await;
    let path = format!("/games/{other}/vassal");
    assert!(app.get(&path, "").await.body.contains("You are looking on"));
    for (file, told) in [
        (b"nonsense".to_vec(), "no saved game"),
        (Vec::new(), "no saved game"),
        (saved(&app, game, &[]).await, "another scenario"),
        (foreign[..foreign.len() / 2].to_vec(), "no saved game"),
    ] {
        let answer = send(&app, other, &cookie, &file).await;
        assert!(answer.status == 200 && answer.body.contains(told), "{told}: {}", answer.body);
    }
    assert_eq!(send(&app, other, &cookie, &vec![0; 5 << 20]).await.status, 413);
    let form = app.post(&path, "application/x-www-form-urlencoded", &[("Cookie", &cookie)], b"save=x").await;
    assert_eq!(form.status, 400, "{}", form.body);
    app.finish().await;
}
