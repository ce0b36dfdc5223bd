//! What one side may not know leaks through no door.

use fieldpost_tests::FORD;
use fieldpost_tests::app::TestApp;
use games::GAMES;
use serde_json::Value;

/// Everything that a side can see: its mails as they came and as text, its page, its JSON, the public files.
async fn everything(app: &mut TestApp, game: i64, side: &str) -> String {
    let mut seen = String::new();
    for mail in app.mails(side).await {
        let letter = pbem_service::mail::Letter::parse(&mail.bytes).expect("ours");
        seen.push_str(&letter.text);
        let mut raw = String::from_utf8_lossy(&mail.bytes).into_owned();
        // quoted-printable folds lines; unfold, so that no word hides in a fold
        raw = raw.replace("=\r\n", "");
        seen.push_str(raw.split("Content-Type: image/png").next().unwrap_or_default());
    }
    let cookie = app.seat(side).await;
    let paths = ["/games/{}", "/api/games/{}/view", "/games/{}/ledger.jsonl", "/games/{}/dice", "/games/{}/rules"];
    let board = ["/api/games/{}/table", "/api/games/{}/story?lines=400", "/api/games/{}/overlays"];
    for path in paths.into_iter().chain(board) {
        let answer = app.get(&path.replace("{}", &game.to_string()), &cookie).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        seen.push_str(&answer.body);
    }
    seen
}

#[tokio::test]
async fn the_mine_the_bids_and_the_hands_are_seen_by_their_owners_alone() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    app.reply("guards", "mine 5").await;
    app.reply("raiders", "bid 2").await;

    let guards = everything(&mut app, game, "guards").await;
    assert!(guards.contains("Your mine lies in hex 5.") && guards.contains("\"mine\":5"));
    assert!(!guards.contains("You bid") && !guards.contains("[done] bid"));

    let raiders = everything(&mut app, game, "raiders").await;
    assert!(raiders.contains("You bid 2."));
    assert!(!raiders.contains("mine lies") && !raiders.contains("mine 5"));
    assert!(raiders.contains("\"mine\":null"));

    let onlooker = app.get(&format!("/api/games/{game}/view"), "").await.body;
    assert!(onlooker.contains("\"mine\":null") && onlooker.contains("\"hand\":[]"), "{onlooker}");
    let page = app.get(&format!("/games/{game}"), "").await.body;
    assert!(!page.contains("mine lies") && !page.contains("You bid") && !page.contains("form_token"));
    app.finish().await;
}

#[tokio::test]
async fn a_seat_opens_no_other_game_and_no_other_side() {
    let mut app = TestApp::start(FORD).await;
    let first = app.game("the-ford", "crossing").await;
    let cookie = app.seat("guards").await;
    let second = app.game("the-ford", "crossing").await;
    let moved = cookie.replace(&format!("seat-{first}="), &format!("seat-{second}="));
    let view = app.get(&format!("/api/games/{second}/view"), &moved).await.body;
    assert!(view.contains("\"side\":null"), "{view}");
    let forged = cookie.replace(".guards.", ".raiders.");
    let view = app.get(&format!("/api/games/{first}/view"), &forged).await.body;
    assert!(view.contains("\"side\":null"), "{view}");
    app.finish().await;
}

#[tokio::test]
async fn the_mailboxes_of_the_demo_are_nowhere_once_anything_is_configured() {
    let mut app = TestApp::start(FORD).await;
    app.game("the-ford", "crossing").await;
    for path in ["/demo", "/demo/mail/1", "/demo/picture/1"] {
        assert_eq!(app.get(path, "").await.status, 404, "{path}");
    }
    app.deliver().await;
    app.finish().await;
}

#[tokio::test]
async fn the_mailboxes_of_the_demo_are_for_this_machine_only() {
    let mut app = TestApp::with(FORD, |settings| settings.demo = true).await;
    app.game("the-ford", "crossing").await;
    app.deliver().await;
    // a proxy that says nothing about itself looks like this machine, but has not read what the server printed
    assert_eq!(app.get("/demo?mail=1", "").await.status, 404);
    assert!(!app.get("/", "").await.body.contains("/demo"), "the start page offers nothing to others");
    assert_eq!(app.get("/here/0123456789abcdef0123456789abcdef", "").await.status, 404);
    let here = app.here().await;
    assert_eq!(app.get("/demo?mail=1", &here).await.status, 200);
    let cookie = ("Cookie", here.as_str());
    for field in ["Forwarded", "X-Forwarded-For", "X-Real-IP", "Via"] {
        let answer =
            fieldpost_tests::http::request(app.address, "GET", "/demo", &[(field, "for=192.0.2.1"), cookie], &[]).await;
        assert_eq!(answer.status, 404, "{field}");
    }
    app.finish().await;
}

/// Text without what differs from game to game: the port, tokens and keys.
fn stable(app: &TestApp, text: &str) -> String {
    let text = text.replace(&app.address.to_string(), "HERE");
    let word = |sign: char| sign.is_ascii_alphanumeric() || "-_.+%:".contains(sign);
    let secret = |word: &str| {
        word.len() >= 16
            && word.contains(|s: char| s.is_ascii_digit())
            && word.contains(|s: char| s.is_ascii_alphabetic())
    };
    let mut stable = String::new();
    for part in text.split_inclusive(|sign| !word(sign)) {
        let kept = part.trim_end_matches(|sign| !word(sign));
        stable.push_str(if secret(kept) { "SECRET" } else { kept });
        stable.push_str(&part[kept.len()..]);
    }
    stable
}

/// All that the Allies see of a game in the fog of war, in which the German has a unit out of their sight dig in: the
/// one in this place of the list of those that can.
async fn after_digging_in(fog: &str, place: usize) -> Vec<String> {
    let mut app = TestApp::start(GAMES).await;
    let game = app.game_with("autumn-fog", "initial-assault", &[("fog-of-war", fog)]).await;
    app.reply("german", "allot done").await;
    app.reply("allied", "allot done").await;
    app.reply("german", "activate general").await;
    let (german, allied) = (app.seat("german").await, app.seat("allied").await);
    let api = |what: &str| format!("/api/games/{game}/{what}");
    let dig = br#"{"steps":[{"Verb":"Dig"}]}"#;
    let listed = app.post(&api("legal"), "application/json", &[("Cookie", &german)], dig).await;
    let listed: Value = serde_json::from_str(&listed.body).expect("JSON");
    let view: Value = serde_json::from_str(&app.get(&api("view"), &allied).await.body).expect("JSON");
    let hidden = |next: &&Value| {
        let unit = next["step"]["Unit"].as_u64().expect("a unit");
        view["view"]["field"]["units"][unit as usize]["place"] == "Hidden"
    };
    let listed = listed["next"].as_array().expect("a list");
    let order = listed.iter().filter(hidden).nth(place).expect("hidden units can dig in")["text"].clone();
    let order = order.as_str().expect("text");
    app.reply("german", &format!("{order}\nend")).await;
    let own = app.last("german").await.text;
    assert!(own.contains("takes up an improved position"), "{own}");

    let mut seen = Vec::new();
    for mail in app.mails("allied").await {
        let letter = pbem_service::mail::Letter::parse(&mail.bytes).expect("ours");
        seen.push(stable(&app, &letter.text));
        let raw = String::from_utf8_lossy(&mail.bytes).into_owned();
        let pictures = raw.split("Content-Type: image/png").skip(1);
        let base64 = |part: &str| {
            let body = part.split_once("\r\n\r\n").map_or("", |(_, body)| body);
            body.lines().take_while(|line| !line.starts_with("--")).collect::<String>()
        };
        seen.extend(pictures.map(base64));
    }
    let page = format!("/games/{game}");
    let history = format!("{page}/history");
    let moments = app.get(&history, &allied).await.body.matches("position.vsav?at=").count();
    let past: Vec<String> = (0..moments).map(|moment| format!("{page}/position.vsav?at={moment}")).collect();
    assert!(moments > 1, "the Allies know of some moments");
    let board = [api("table"), api("story?lines=400"), api("overlays")];
    for path in
        [vec![page.clone(), api("view"), history], board.to_vec(), past, vec![format!("{page}/position.vsav")]].concat()
    {
        let answer = app.get(&path, &allied).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        seen.push(stable(&app, &answer.body));
    }
    app.finish().await;
    seen
}

#[tokio::test]
async fn what_a_unit_does_out_of_sight_changes_no_byte_of_the_enemys_mail_picture_page_json_and_saved_game() {
    for fog in ["stacks", "covered"] {
        let (one, other) = (after_digging_in(fog, 0).await, after_digging_in(fog, 1).await);
        assert_eq!(one.len(), other.len());
        for (one, other) in one.iter().zip(&other) {
            assert_eq!(one, other, "{fog}");
        }
        assert!(one.last().is_some_and(|save| save.starts_with("PK")), "the saved game is a zip file");
        assert!(one.iter().any(|seen| seen.len() > 20_000 && !seen.contains(' ')), "there are pictures to compare");
    }
}
