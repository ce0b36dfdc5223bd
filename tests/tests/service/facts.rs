//! Steps with facts, why something may not be done, and drafts, by JSON: what a board is built on.

use definitions::hex::HexId;
use fieldpost_tests::FORD;
use fieldpost_tests::app::TestApp;
use games::GAMES;
use serde_json::{Value, json};

/// What the service answers a side's question about an order that it puts together.
async fn ask(app: &TestApp, game: i64, what: &str, cookie: &str, body: Value) -> (u16, Value) {
    let path = format!("/api/games/{game}/{what}");
    let answer = app.post(&path, "application/json", &[("Cookie", cookie)], body.to_string().as_bytes()).await;
    (answer.status, serde_json::from_str(&answer.body).unwrap_or(Value::String(answer.body)))
}

/// The Ford with the mine laid and both bids made: the raiders have bid more and move.
async fn to_move(app: &mut TestApp) -> (i64, String, String) {
    let game = app.game("the-ford", "crossing").await;
    let (guards, raiders) = (app.seat("guards").await, app.seat("raiders").await);
    app.reply("guards", "mine 5\nbid 0").await;
    app.reply("raiders", "bid 2").await;
    (game, guards, raiders)
}

#[tokio::test]
async fn steps_say_what_they_act_on_and_what_they_cost() {
    let mut app = TestApp::start(FORD).await;
    let (game, _, raiders) = to_move(&mut app).await;
    let (_, first) = ask(&app, game, "legal", &raiders, json!({ "steps": [] })).await;
    assert_eq!(first["next"][0]["facts"], json!({ "on": [{ "unit": 0 }] }), "{first}");
    let steps = json!([first["next"][0]["step"]]);
    let (_, second) = ask(&app, game, "legal", &raiders, json!({ "steps": steps })).await;
    let facts = |number: usize| &second["next"][number - 1]["facts"];
    assert_eq!(*facts(2), json!({ "on": [{ "hex": 2 }], "cost": { "amount": 2, "of": "hexes" }, "path": [0, 1, 2] }));
    assert_eq!(facts(3)["note"], "the guards may ambush at the ford [4]");
    assert_eq!(second["next"].as_array().map(Vec::len), Some(4), "three hexes and the bid's: {second}");
    app.finish().await;
}

#[tokio::test]
async fn pointing_at_a_thing_gives_the_steps_that_act_on_it_or_the_rule_that_forbids_them() {
    let mut app = TestApp::start(FORD).await;
    let (game, guards, raiders) = to_move(&mut app).await;
    let at = |thing: Value, steps: Value| json!({ "steps": steps, "at": thing });
    let (_, listed) = ask(&app, game, "why_not", &raiders, at(json!({ "hex": 2 }), json!([]))).await;
    let way = &listed["listed"][0];
    assert_eq!((&way["text"], &way["complete"]), (&json!("move 2"), &json!(true)), "{listed}");
    assert_eq!((&way["before"], &way["step"]), (&json!([{ "Verb": "Move" }]), &json!({ "Number": 2 })));
    let (_, refused) = ask(&app, game, "why_not", &raiders, at(json!({ "hex": 5 }), json!([]))).await;
    assert_eq!(refused["refused"]["case"], "3", "{refused}");
    assert_eq!(refused["refused"]["message"], "5 is not within 1 and 4");
    assert!(refused["refused"]["summary"].as_str().is_some_and(|words| words.starts_with("The column moves")));
    let (_, nothing) = ask(&app, game, "why_not", &raiders, at(json!({ "box": "Eliminated" }), json!([]))).await;
    assert_eq!(nothing["refused"]["case"], "order");
    let (_, not_asked) = ask(&app, game, "why_not", &guards, at(json!({ "hex": 2 }), json!([]))).await;
    assert_eq!(not_asked["refused"]["message"], "it is not yours to decide now");
    app.finish().await;
}

#[tokio::test]
async fn a_draft_is_listed_on_up_to_what_dice_or_the_other_side_decide() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let (guards, raiders) = (app.seat("guards").await, app.seat("raiders").await);
    let head = app.service.store.head(game).await.expect("readable");
    let draft = |lines: Value| json!({ "draft": lines, "steps": [] });
    let (_, bids) = ask(&app, game, "legal", &guards, draft(json!(["mine 3"]))).await;
    assert_eq!(bids["next"][0]["step"], json!({ "Verb": "Bid" }), "{bids}");
    assert_eq!(bids.get("halt"), None);
    let asking =
        ask(&app, game, "legal", &guards, draft(json!(["status", "# first the mine", "mine 3", "help"]))).await;
    assert_eq!(asking.1, bids, "what is asked of the table is passed over");
    let steps = json!([[{ "Verb": "Mine" }, { "Number": 3 }]]);
    assert_eq!(ask(&app, game, "legal", &guards, draft(steps)).await.1, bids, "a line may be steps, too");
    let (_, other) = ask(&app, game, "legal", &guards, draft(json!(["mine 3", "bid 1"]))).await;
    assert_eq!((&other["next"], &other["halt"]["why"]), (&json!([]), &json!("other-side")), "{other}");
    assert_eq!((&other["halt"]["line"], &other["halt"]["order"]), (&json!(1), &json!("bid 1")));
    let (_, refused) = ask(&app, game, "legal", &guards, draft(json!(["mine 3", "bid 7", "bid 1"]))).await;
    let halt = &refused["halt"];
    assert_eq!((&halt["why"], &halt["line"], &halt["refusal"]["case"]), (&json!("refused"), &json!(1), &json!("2")));
    let (_, misread) = ask(&app, game, "legal", &guards, draft(json!(["dance"]))).await;
    assert_eq!((&misread["halt"]["why"], &misread["halt"]["order"]), (&json!("misread"), &json!("dance")), "{misread}");
    let (_, early) = ask(&app, game, "legal", &raiders, draft(json!(["bid 1"]))).await;
    assert_eq!(early["halt"]["refusal"]["message"], "it is not yours to decide now", "{early}");
    let pointed = json!({ "draft": ["mine 3", "bid 1"], "steps": [], "at": { "hex": 1 } });
    assert_eq!(ask(&app, game, "why_not", &guards, pointed).await.1["halt"], other["halt"]);
    assert_eq!(app.service.store.head(game).await.expect("readable"), head, "nothing has happened");

    // the guards know where the mine lies: their draft ends at its die
    app.reply("guards", "mine 4\nbid 0").await;
    app.reply("raiders", "bid 2\nmove 4").await;
    let (_, mine) = ask(&app, game, "legal", &guards, draft(json!(["pass"]))).await;
    assert_eq!(mine["halt"]["why"], "chance", "{mine}");
    app.finish().await;
}

#[tokio::test]
async fn a_draft_of_the_raiders_knows_nothing_of_the_mine() {
    let mut told = Vec::new();
    for mine in [1, 2] {
        let mut app = TestApp::start(FORD).await;
        let game = app.game("the-ford", "crossing").await;
        let raiders = app.seat("raiders").await;
        app.reply("guards", &format!("mine {mine}\nbid 0")).await;
        app.reply("raiders", "bid 0").await;
        let mut answers = Vec::new();
        for body in [json!({ "draft": ["move 2"], "steps": [] }), json!({ "steps": [{ "Verb": "Move" }] })] {
            answers.push(ask(&app, game, "legal", &raiders, body.clone()).await);
            for hex in 0..=6 {
                let mut pointing = body.clone();
                pointing["at"] = json!({ "hex": hex });
                answers.push(ask(&app, game, "why_not", &raiders, pointing).await);
            }
        }
        assert_eq!(answers[0].1["next"][0]["text"], "bid", "{answers:?}");
        told.push(answers);
        app.finish().await;
    }
    assert_eq!(told[0], told[1]);
}

#[tokio::test]
async fn garbage_strangers_old_asks_and_endless_drafts_get_a_clear_error() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let guards = app.seat("guards").await;
    let many: Vec<&str> = vec!["mine 3"; 101];
    let steps = vec![json!({ "Number": 1 }); 129];
    for (what, body, status, words) in [
        ("legal", json!({ "steps": [42] }), 400, "no step of this game"),
        ("legal", json!({ "steps": steps }), 400, "at most 128 are read"),
        ("legal", json!({ "draft": many }), 400, "at most 100 are tried out"),
        ("legal", json!({ "ask": 99, "steps": [] }), 400, "moved on"),
        ("legal", json!({ "steps": [{ "Verb": "Bid" }] }), 400, "not what is asked"),
        ("legal", json!({ "steps": 7 }), 400, ""),
        ("why_not", json!({ "steps": [] }), 400, ""),
        ("why_not", json!({ "steps": [], "at": { "unit": 1 } }), 400, "no unit with this number"),
        ("why_not", json!({ "steps": [], "at": { "hex": 7 } }), 400, "no hex with this number"),
        ("why_not", json!({ "steps": [], "at": { "hexside": [2, 2] } }), 400, "no hexside with this number"),
        ("why_not", json!({ "steps": [], "at": { "hex": 70_000 } }), 400, ""),
        ("why_not", json!({ "steps": [], "at": { "moon": 1 } }), 400, ""),
        ("why_not", json!({ "ask": 99, "steps": [], "at": { "hex": 1 } }), 400, "moved on"),
    ] {
        let (found, told) = ask(&app, game, what, &guards, body.clone()).await;
        assert_eq!(found, status, "{what} {body}: {told}");
        assert!(told.to_string().contains(words), "{what} {body}: {told}");
    }
    for what in ["legal", "why_not"] {
        let body = json!({ "steps": [], "at": { "hex": 1 } });
        assert_eq!(ask(&app, game, what, "", body).await.0, 403, "{what}: a stranger");
    }
    let long = json!({ "draft": ["mine 3 ".repeat(200)], "steps": [] });
    let (_, told) = ask(&app, game, "legal", &guards, long).await;
    assert_eq!(told["halt"]["why"], "misread", "{told}");
    let number = app.service.live(game).await.expect("open").session.asks()[0].id;
    let open = ask(&app, game, "legal", &guards, json!({ "ask": number, "steps": [] })).await;
    assert_eq!(open.0, 200, "the ask that is open: {}", open.1);
    app.finish().await;
}

#[tokio::test]
async fn the_page_says_of_each_counter_which_unit_and_hex_it_is_and_where_the_hexes_lie() {
    let mut app = TestApp::start(GAMES).await;
    let game = app.game("autumn-fog", "initial-assault").await;
    let german = app.seat("german").await;
    let page = app.get(&format!("/games/{game}"), &german).await.body;
    let view: Value =
        serde_json::from_str(&app.get(&format!("/api/games/{game}/view"), &german).await.body).expect("JSON");
    let counters = view["position"]["counters"].as_array().expect("counters");
    let on_map = counters.iter().filter_map(|counter| Some((&counter["unit"], counter["place"].get("Hex")?)));
    let mut compared = 0;
    for (unit, hex) in on_map {
        assert!(page.contains(&format!("data-unit=\"{unit}\" data-hex=\"{hex}\"")), "{unit} in {hex}");
        compared += 1;
    }
    assert!(compared > 20, "only {compared} counters on the map");
    let centres = app.get(&format!("/games/{game}/hexes.json"), "").await;
    let centres: Vec<Option<(i32, i32)>> = serde_json::from_str(&centres.body).expect("JSON");
    let service = app.service.live(game).await.expect("open");
    let map = &service.rulebook.published().map;
    let known: Vec<bool> = (0..map.hexes.len() as u16).map(|hex| map.grid.contains(HexId(hex))).collect();
    assert_eq!(centres.iter().map(Option::is_some).collect::<Vec<_>>(), known);
    // a counter that lies alone is in the middle of its hex
    let hexes: Vec<&Value> = counters.iter().filter_map(|counter| counter["place"].get("Hex")).collect();
    let alone = hexes.iter().find(|hex| hexes.iter().filter(|other| other == hex).count() == 1).expect("a counter");
    let (_, rest) = page.split_once(&format!("data-hex=\"{alone}\"")).expect("its picture");
    let number = |name: &str| -> f32 {
        let (_, from) = rest.split_once(&format!(" {name}=\"")).expect("an attribute");
        from.split('"').next().and_then(|number| number.parse().ok()).expect("a number")
    };
    let (x, y) = centres[alone.as_u64().expect("an id") as usize].expect("a hex of the board");
    let half = number("width") / 2.0;
    assert!(
        (number("x") + half - x as f32).abs() < 1.0 && (number("y") + half - y as f32).abs() < 1.0,
        "{alone}: {x} {y}"
    );
    drop(service);
    app.finish().await;
}
