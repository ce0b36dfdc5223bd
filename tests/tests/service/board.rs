//! What the board in the browser asks: its state and word of changes, ways and drafts, what happened, what may be marked,
//! and the sheets that it keeps for ever.

use fieldpost_tests::FORD;
use fieldpost_tests::app::TestApp;
use fieldpost_tests::http::{Answer, request};
use games::GAMES;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

fn read(answer: &Answer) -> Value {
    serde_json::from_str(&answer.body).unwrap_or_else(|error| panic!("{error}: {}", answer.body))
}

async fn ask(app: &TestApp, game: i64, what: &str, cookie: &str, body: Value) -> Value {
    let path = format!("/api/games/{game}/{what}");
    let answer = app.post(&path, "application/json", &[("Cookie", cookie)], body.to_string().as_bytes()).await;
    assert_eq!(answer.status, 200, "{what}: {}", answer.body);
    assert_eq!(answer.header("cache-control"), Some("no-store"), "{what}");
    read(&answer)
}

async fn table(app: &TestApp, game: i64, cookie: &str, tag: &str) -> Answer {
    let headers = [("Cookie", cookie), ("If-None-Match", tag)];
    request(app.address, "GET", &format!("/api/games/{game}/table"), &headers, &[]).await
}

fn tag(answer: &Answer) -> String {
    answer.header("etag").expect("a state has a tag").to_owned()
}

#[tokio::test]
async fn the_state_is_sent_again_only_when_its_viewer_would_see_another() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let (guards, raiders) = (app.seat("guards").await, app.seat("raiders").await);
    let tags = [&*guards, &raiders, ""].map(|cookie| table(&app, game, cookie, ""));
    let [of_guards, of_raiders, of_onlooker] = futures(tags).await.map(|answer| tag(&answer));
    assert!(of_guards != of_raiders && of_guards != of_onlooker, "each viewer has a state of his own");
    let again = table(&app, game, &guards, &of_guards).await;
    assert_eq!((again.status, again.body.as_str()), (304, ""));
    assert_eq!(table(&app, game, &raiders, &of_guards).await.status, 200, "the tag of another's state is none of mine");

    // what a side has decided for itself alone is no other state for anybody else
    app.reply("guards", "standing scouts ask").await;
    assert_eq!(table(&app, game, &raiders, &of_raiders).await.status, 304);
    assert_eq!(table(&app, game, "", &of_onlooker).await.status, 304);
    let changed = table(&app, game, &guards, &of_guards).await;
    assert_eq!((changed.status, &read(&changed)["standing"][0]["value"]), (200, &json!("ask")), "{}", changed.body);

    app.reply("guards", "mine 5").await;
    let state = read(&table(&app, game, &guards, &of_guards).await);
    assert_eq!(state["side"], json!([1, "Guards"]));
    assert!(state["log"].as_array().is_some_and(|log| log.contains(&json!("Your mine lies in hex 5."))), "{state}");
    let onlooker = read(&table(&app, game, "", "").await);
    for key in ["side", "form_token", "bound", "word"] {
        assert_eq!(onlooker[key], Value::Null, "{key}");
    }
    assert_eq!((&onlooker["asks"], &onlooker["standing"]), (&json!([]), &json!([])));
    app.finish().await;
}

async fn futures<F: Future<Output = Answer>>(all: [F; 3]) -> [Answer; 3] {
    let [a, b, c] = all;
    [a.await, b.await, c.await]
}

#[tokio::test]
async fn a_stream_tells_the_tag_of_the_state_and_of_the_next_one() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let (guards, raiders) = (app.seat("guards").await, app.seat("raiders").await);
    let mut stream = TcpStream::connect(app.address).await.expect("it listens");
    let head = format!("GET /api/games/{game}/changes HTTP/1.1\r\nHost: localhost\r\nCookie: {raiders}\r\n\r\n");
    stream.write_all(head.as_bytes()).await.expect("it reads");
    let mut told = String::new();
    let first = tag(&table(&app, game, &raiders, "").await);
    until(&mut stream, &mut told, &format!("data: {}\n\n", first.trim_matches('"'))).await;
    assert!(told.contains("text/event-stream"), "{told}");
    app.reply("guards", "mine 5").await;
    app.reply("guards", "bid 0").await;
    app.reply("raiders", "bid 2").await;
    let now = tag(&table(&app, game, &raiders, "").await);
    assert_ne!(first, now);
    until(&mut stream, &mut told, &format!("data: {}\n\n", now.trim_matches('"'))).await;
    let of_guards = tag(&table(&app, game, &guards, "").await);
    assert!(!told.contains(of_guards.trim_matches('"')), "the other's tags are none of his");
    drop(stream);
    app.finish().await;
}

/// Reads until some words have come.
async fn until(stream: &mut TcpStream, told: &mut String, words: &str) {
    let mut bytes = [0; 4096];
    while !told.contains(words) {
        let read = stream.read(&mut bytes).await.expect("the stream goes on");
        assert!(read > 0, "the stream ended before {words}: {told}");
        told.push_str(&String::from_utf8_lossy(&bytes[..read]));
    }
}

#[tokio::test]
async fn ways_are_listed_two_steps_deep_after_a_draft_and_its_board_is_shown() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let guards = app.seat("guards").await;
    app.reply("guards", "mine 5\nbid 0").await;
    app.reply("raiders", "bid 2").await;
    let raiders = app.seat("raiders").await;
    let told = ask(&app, game, "ways", &raiders, json!({ "steps": [] })).await;
    let way = &told["ways"][0];
    assert_eq!((&way["step"], &way["complete"]), (&json!({ "Verb": "Move" }), &json!(false)), "{told}");
    let next: Vec<_> = way["next"].as_array().expect("steps").iter().map(|next| &next["text"]).collect();
    assert_eq!(next, ["move 1", "move 2", "move 3", "move 4"]);
    assert_eq!(told["halt"], Value::Null);

    let pointed = ask(&app, game, "point", &raiders, json!({ "steps": [], "at": { "unit": 0 } })).await;
    assert_eq!(pointed["listed"][0]["next"].as_array().map(Vec::len), Some(4), "{pointed}");
    let refused = ask(&app, game, "point", &raiders, json!({ "steps": [], "at": { "hex": 5 } })).await;
    assert_eq!((&refused["listed"], &refused["refused"]["case"]), (&json!([]), &json!("3")));

    // what the draft does is on its board, and on no other
    let draft = json!({ "draft": ["move 2"], "steps": [] });
    let drafted = ask(&app, game, "draft", &raiders, draft.clone()).await;
    let column = |scene: &Value| scene["counters"][0]["hex"].clone();
    assert_eq!(column(&drafted["scene"]), json!(2), "{drafted}");
    assert_eq!(column(&read(&table(&app, game, &raiders, "").await)["scene"]), json!(0));
    let broken = ask(&app, game, "ways", &raiders, json!({ "draft": ["move 2", "move 9"], "steps": [] })).await;
    assert_eq!((&broken["ways"], &broken["halt"]["line"]), (&json!([]), &json!(1)), "{broken}");
    // whom nothing is asked gets an empty list, not the other's
    let nothing = ask(&app, game, "ways", &guards, json!({ "steps": [] })).await;
    assert_eq!(nothing["ways"], json!([]), "{nothing}");
    app.finish().await;
}

#[tokio::test]
async fn a_story_tells_as_far_back_as_it_is_asked_each_moment_with_its_board_as_its_viewer_saw_it() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let (guards, raiders) = (app.seat("guards").await, app.seat("raiders").await);
    app.reply("guards", "mine 5\nbid 0").await;
    app.reply("raiders", "bid 2").await;
    app.reply("raiders", "move 1").await;
    let story = async |cookie: &str, lines: usize| {
        let answer = app.get(&format!("/api/games/{game}/story?lines={lines}"), cookie).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        (read(&answer), answer.body)
    };
    let (whole, text) = story(&raiders, 100).await;
    let whole = whole.as_array().expect("moments");
    assert_eq!(whole[0]["number"], 0, "all of it begins at the beginning");
    assert!(!text.contains("mine lies") && !text.contains("\"marker/mine\""), "{text}");
    assert!(text.contains("You bid 2."));
    let (_, of_guards) = story(&guards, 100).await;
    assert!(of_guards.contains("Your mine lies in hex 5.") && !of_guards.contains("You bid 2."));
    let (_, of_onlooker) = story("", 100).await;
    assert!(!of_onlooker.contains("mine lies") && !of_onlooker.contains("You bid"));

    // each shorter story is the end of the whole one: the board before what is told, and that
    for lines in 0..6 {
        let (told, _) = story(&raiders, lines).await;
        let told = told.as_array().expect("moments");
        let counted =
            |moments: &[Value]| moments.iter().map(|it| it["lines"].as_array().map_or(0, Vec::len)).sum::<usize>();
        assert_eq!(told[..], whole[whole.len() - told.len()..], "{lines} lines");
        assert!(counted(&told[1..]) >= lines || told.len() == whole.len(), "{lines} lines: {told:?}");
        assert!(told.len() < 2 || counted(&told[2..]) < lines, "{lines} lines: no moment too many");
    }
    app.finish().await;
}

#[tokio::test]
async fn the_state_says_how_much_was_told_since_ones_own_last_order_whichever_browser_asks() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let (guards, raiders) = (app.seat("guards").await, app.seat("raiders").await);
    let missed = async |app: &TestApp, cookie: &str| {
        let state = read(&table(app, game, cookie, "").await);
        let log: Vec<String> = serde_json::from_value(state["log"].clone()).expect("lines");
        let missed = state["missed"].as_u64().expect("a number") as usize;
        (log[log.len() - missed..].to_vec(), log.len(), state["seat"].clone())
    };
    let (all, whole, seat) = missed(&app, &raiders).await;
    assert_eq!((all.len(), seat), (whole, json!("raiders")), "who has ordered nothing has missed all of it");
    app.reply("guards", "mine 5\nbid 0").await;
    app.reply("raiders", "bid 2").await;
    let (first, ..) = missed(&app, &raiders).await;
    assert!(first.iter().any(|line| line.contains("You bid 2.")), "{first:?}");
    let (of_guards, ..) = missed(&app, &guards).await;
    assert!(of_guards.len() >= first.len(), "what came after his bid {of_guards:?}");
    app.reply("raiders", "move 1").await;
    let (then, ..) = missed(&app, &raiders).await;
    assert!(!then.iter().any(|line| line.contains("You bid 2.")), "a later order of one's own settles it: {then:?}");
    let (grown, ..) = missed(&app, &guards).await;
    assert!(grown.len() > of_guards.len() && grown.starts_with(&of_guards), "it stays until one orders: {grown:?}");
    app.finish().await;
}

#[tokio::test]
async fn the_state_names_the_turns_of_its_scenario_and_the_boxes_of_what_comes_with_them() {
    let mut app = TestApp::start(GAMES).await;
    let game = app.game("autumn-fog", "initial-assault").await;
    let state = read(&table(&app, game, "", "").await);
    let turns = json!([[1, "16-17 December"], [2, "18-19 December"], [3, "20-21 December"]]);
    assert_eq!((&state["turns"], &state["scene"]["turn"]), (&turns, &json!(1)));
    let arrivals = state["scene"]["arrivals"].as_array().expect("boxes");
    assert_eq!(arrivals[..], [json!([1, "Turn 1"]), json!([2, "Turn 2"]), json!([3, "Turn 3"])]);
    let boxed = state["scene"]["counters"].as_array().expect("counters").iter().filter_map(|it| it["box"].as_str());
    let boxed: std::collections::BTreeSet<_> = boxed.collect();
    assert!(arrivals.iter().all(|arrival| arrival[1].as_str().is_some_and(|name| boxed.contains(name))), "{boxed:?}");

    // a hex says its ground, and what runs through it or along its sides
    let places = app.get(state["sheets"]["places"].as_str().expect("an address"), "").await;
    let places = read(&places);
    let ground = |number: &str| {
        let hex = places["hexes"].as_array().expect("hexes").iter().find(|hex| hex[2] == number);
        hex.unwrap_or_else(|| panic!("{number}"))[4].as_str().expect("words").to_owned()
    };
    assert_eq!(ground("2615"), "rough, village, westwall, river Our, bridge, road");
    assert_eq!(ground("2616"), "rough, westwall, river Our");
    app.finish().await;
}

#[tokio::test]
async fn what_may_be_marked_is_told_each_viewer_as_he_sees_it() {
    let mut app = TestApp::start(GAMES).await;
    let game = app.game("autumn-fog", "initial-assault").await;
    let german = app.seat("german").await;
    let marked = app.get(&format!("/api/games/{game}/overlays"), &german).await;
    assert_eq!((marked.status, marked.header("cache-control")), (200, Some("no-store")));
    let marked = read(&marked);
    let marked = marked.as_array().expect("a list");
    let of = |kind: &str, whose: &str| {
        let found = marked.iter().find(|it| it["kind"] == kind && it["of"] == whose);
        found.unwrap_or_else(|| panic!("{kind} of {whose}"))["hexes"].as_array().expect("hexes").len()
    };
    assert!(of("Zones of control", "German") > 20 && of("Zones of control", "Allied") > 10);
    assert!(of("In supply", "German") > 100 && of("Command range", "XLVII PzK") > 20);
    let onlooker = app.get(&format!("/api/games/{game}/overlays"), "").await;
    assert_eq!(read(&onlooker).as_array(), Some(marked), "without fog everybody sees the same");
    app.finish().await;
}

#[tokio::test]
async fn what_may_be_marked_after_a_draft_is_told_as_the_draft_leaves_it() {
    let mut app = TestApp::start(GAMES).await;
    let game = app.game("autumn-fog", "initial-assault").await;
    let german = app.seat("german").await;
    app.reply("german", "allot done").await;
    app.reply("allied", "allot done").await;
    let is_range = |it: &&Value| it["kind"] == "Command range" && it["of"] == "XLVII PzK";
    let range =
        |told: &Value| told.as_array().and_then(|all| all.iter().find(is_range)).expect("a range")["hexes"].clone();
    let marked = async |draft: &[&str]| {
        range(&ask(&app, game, "overlays", &german, json!({ "draft": draft, "steps": [] })).await)
    };
    let now = range(&read(&app.get(&format!("/api/games/{game}/overlays"), &german).await));
    assert_eq!(marked(&[]).await, now, "no draft changes nothing");
    // the headquarters goes as far as it may
    let counters = read(&table(&app, game, &german, "").await)["scene"]["counters"].clone();
    let counter =
        counters.as_array().and_then(|all| all.iter().find(|it| it["name"] == "XLVII PzK")).expect("a counter");
    let begun = json!({ "draft": ["activate XLVII"], "steps": [], "at": { "unit": counter["unit"] } });
    let pointed = ask(&app, game, "point", &german, begun).await;
    let ways =
        pointed["listed"].as_array().expect("ways").iter().flat_map(|way| way["next"].as_array().into_iter().flatten());
    let moves = ways
        .filter_map(|next| next["text"].as_str())
        .rfind(|text| text.starts_with("move ") && !text.contains('…'))
        .expect("a move");
    assert_ne!(marked(&["activate XLVII", moves]).await, now, "{moves}: a headquarters takes its range along");
    assert_eq!(marked(&["activate XLVII", "fly", moves]).await, now, "a draft ends at a line that is none");
    assert_eq!(marked(&[]).await, now, "and nothing has happened");
    app.finish().await;
}

#[tokio::test]
async fn what_would_answer_a_question_is_told_its_player_alone() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let (guards, raiders) = (app.seat("guards").await, app.seat("raiders").await);
    let path = format!("/api/games/{game}/unattended");
    let told = read(&app.get(&path, &guards).await);
    let asked = read(&table(&app, game, &guards, "").await)["asks"][0]["id"].clone();
    assert_eq!(told, json!([{ "ask": asked, "default": null, "standing": [] }]), "a duty waits for its player");
    assert_eq!(read(&app.get(&path, &raiders).await), json!([]));
    assert_eq!(app.get(&path, "").await.status, 403, "who looks on has no questions");
    app.finish().await;
}

#[tokio::test]
async fn what_becomes_of_his_mail_a_player_sees_and_changes_on_the_board() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let (guards, raiders) = (app.seat("guards").await, app.seat("raiders").await);
    let state = async |cookie: &str| read(&table(&app, game, cookie, "").await);
    let first = state(&guards).await;
    assert_eq!((&first["mail"]["sent"], &first["mail"]["trouble"]), (&json!(true), &Value::Null), "{}", first["mail"]);
    assert!(first["mail"]["address"].as_str().is_some_and(|address| address.contains('@')));
    assert_eq!(state("").await["mail"], Value::Null, "who looks on has no mail");
    let path = format!("/api/games/{game}/mail");
    let post = async |cookie: &str, token: &str, wish: Value| {
        let headers = [("Cookie", cookie), ("X-Form-Token", token)];
        app.post(&path, "application/json", &headers, wish.to_string().as_bytes()).await.status
    };
    let token = first["form_token"].as_str().expect("a token");
    assert_eq!(post(&guards, token, json!({ "action": "wishes", "receipts": true, "news": false })).await, 204);
    assert_eq!(post(&guards, token, json!({ "action": "pause" })).await, 204);
    let mail = state(&guards).await["mail"].clone();
    assert_eq!(
        [&mail["receipts"], &mail["news"], &mail["sent"]],
        [&json!(true), &json!(false), &json!(false)],
        "{mail}"
    );
    assert!(mail["trouble"].as_str().is_some_and(|why| why.contains("silence")), "{mail}");
    assert_eq!(post(&guards, token, json!({ "action": "resume" })).await, 204);
    assert_eq!(state(&guards).await["mail"]["sent"], json!(true));
    assert_eq!(post(&guards, token, json!({ "action": "address", "address": "else@players.example" })).await, 204);
    assert_eq!(state(&guards).await["mail"]["waiting"], json!("else@players.example"));
    for (what, status) in
        [(json!({ "action": "address", "address": "nobody" }), 400), (json!({ "action": "dance" }), 400)]
    {
        assert_eq!(post(&guards, token, what.clone()).await, status, "{what}");
    }
    assert_eq!(post(&raiders, token, json!({ "action": "pause" })).await, 403, "another's token");
    assert_eq!(post("", token, json!({ "action": "pause" })).await, 403, "a stranger");
    assert_eq!(state(&raiders).await["mail"]["sent"], json!(true), "each player has his own");
    app.finish().await;
}

#[tokio::test]
async fn sheets_are_kept_for_ever_by_their_hash_and_are_there_under_no_other() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let state = read(&table(&app, game, "", "").await);
    for (name, kind) in [
        ("map", "image/svg+xml"),
        ("places", "application/json"),
        ("faces", "application/json"),
        ("aids", "application/json"),
    ] {
        let path = state["sheets"][name].as_str().expect("an address").to_owned();
        let plain = app.get(&path, "").await;
        assert_eq!((plain.status, plain.header("content-type")), (200, Some(kind)), "{path}");
        assert!(plain.header("cache-control").is_some_and(|it| it.contains("immutable")), "{path}");
        let packed = request(app.address, "GET", &path, &[("Accept-Encoding", "gzip")], &[]).await;
        assert_eq!(packed.header("content-encoding"), Some("gzip"));
        assert!(packed.bytes.starts_with(&[0x1f, 0x8b]) && packed.bytes.len() < plain.bytes.len().max(400), "{path}");
        let other = path.replace(name, &format!("{name}-0")).replacen("-0-", "-0", 1);
        assert_eq!(app.get(&other, "").await.status, 404, "{other}");
    }
    for odd in ["map", "map-.svg", "nothing-0000.json", "..%2Fmap-0.svg"] {
        assert_eq!(app.get(&format!("/games/{game}/sheets/{odd}"), "").await.status, 404, "{odd}");
    }
    app.finish().await;
}

#[tokio::test]
async fn what_cannot_be_answered_is_refused_as_json_with_its_reason() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let guards = app.seat("guards").await;
    let json = "application/json";
    let told = |answer: &Answer, what: &str| {
        assert_eq!(answer.header("content-type"), Some("application/json"), "{what}: {}", answer.body);
        assert!(read(answer)["error"].as_str().is_some_and(|words| !words.is_empty()), "{what}: {}", answer.body);
        answer.status
    };
    let steps = br#"{"steps":[]}"#;
    for what in ["ways", "draft", "point"] {
        let path = format!("/api/games/{game}/{what}");
        let post = async |kind: &str, cookie: &str, body: &[u8]| {
            let answer = app.post(&path, kind, &[("Cookie", cookie)], body).await;
            told(&answer, what)
        };
        assert_eq!(post(json, &guards, b"{").await, 400);
        assert_eq!(post(json, &guards, b"7").await, 400);
        assert_eq!(post(json, &guards, br#"{"steps":7}"#).await, 400);
        assert_eq!(post("text/plain", &guards, steps).await, 400);
        assert_eq!(post(json, &guards, br#"{"steps":[{"Verb":"Fly"}],"at":{"hex":2}}"#).await, 400);
        if what == "point" {
            assert_eq!(post(json, &guards, br#"{"steps":[],"at":{"hex":60000}}"#).await, 400);
            assert_eq!(post(json, &guards, steps).await, 400, "at what?");
        }
        assert_eq!(post(json, "", br#"{"steps":[],"at":{"hex":2}}"#).await, 403, "{what}: a stranger");
        let many = format!(r#"{{"steps":[],"at":{{"hex":2}},"draft":["{}"]}}"#, "a".repeat(1 << 20));
        assert_eq!(post(json, &guards, many.as_bytes()).await, 413);
        assert_eq!(told(&app.get(&path, &guards).await, what), 405);
    }
    for (path, status) in [
        ("/api/games/99/table", 404),
        ("/api/games/99/changes", 404),
        ("/api/games/99/story?lines=1", 404),
        ("/api/games/99/overlays", 404),
        ("/api/games/x/table", 404),
    ] {
        assert_eq!(told(&app.get(path, &guards).await, path), status, "{path}");
    }
    for end in ["", "?lines=", "?lines=-1", "?lines=many", "?lines=99999999999999999999999"] {
        let answer = app.get(&format!("/api/games/{game}/story{end}"), &guards).await;
        assert_eq!(told(&answer, end), 400, "{end}");
    }
    app.finish().await;
}

#[tokio::test]
async fn both_seats_of_a_game_are_played_in_one_browser_each_at_its_address() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let mut jar = Vec::new();
    for side in ["guards", "raiders"] {
        let link = app.link(side, "/seat/").await;
        let answer = app.get(&link, "").await;
        assert_eq!(answer.header("location"), Some(&*format!("/games/{game}?seat={side}")));
        let given = answer.headers.iter().filter(|(name, _)| name == "set-cookie");
        for cookie in given.map(|(_, value)| value.split(';').next().unwrap_or_default().to_owned()) {
            let name = cookie.split('=').next().unwrap_or_default().to_owned();
            jar.retain(|known: &String| !known.starts_with(&format!("{name}=")));
            jar.push(cookie);
        }
    }
    let (jar, raiders) = (jar.join("; "), app.seat("raiders").await);
    let state = async |end: &str, jar: &str| read(&app.get(&format!("/api/games/{game}/table{end}"), jar).await);
    assert_eq!(state("?seat=guards", &jar).await["side"], json!([1, "Guards"]));
    assert_eq!(state("?seat=raiders", &jar).await["side"], json!([0, "Raiders"]));
    assert_eq!(state("", &jar).await["side"], json!([0, "Raiders"]), "the one that was opened last");
    assert_eq!(state("?seat=nobody", &jar).await["side"], json!([0, "Raiders"]));
    // a name gives no seat: what counts is the token in the cookie
    let forged = raiders.replace(&format!("at-{game}-raiders="), &format!("at-{game}-guards="));
    assert_ne!(forged, raiders);
    assert_eq!(state("?seat=guards", "").await["side"], Value::Null);
    assert_eq!(state("?seat=guards", &forged).await["side"], json!([0, "Raiders"]), "its own side, whatever its name");

    // each orders for itself, also by a form that does not say which seat is its own
    let token = state("?seat=guards", &jar).await["form_token"].as_str().expect("a token").to_owned();
    let path = format!("/api/games/{game}/submit");
    let headers = [("Cookie", &*jar), ("X-Form-Token", &token)];
    let body = br#"{"key":"12345678","lines":["mine 5"]}"#;
    let answer = app.post(&path, "application/json", &headers, body).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert_eq!(read(&answer)["report"]["lines"][0]["verdict"], json!({ "Done": ["Your mine lies in hex 5."] }));
    app.finish().await;
}
