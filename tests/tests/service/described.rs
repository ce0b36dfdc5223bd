//! What programs are told that they may ask, asked: each door answers as the description says.

use fieldpost_tests::FORD;
use fieldpost_tests::app::{TestApp, address, link};
use fieldpost_tests::http::{Answer, request};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The description that the service gives.
struct Described(Value);

impl Described {
    /// What is wrong with a value of some shape, with the place.
    fn faults(&self, shape: &Value, value: &Value, place: &str) -> Vec<String> {
        if let Some(name) = shape["$ref"].as_str() {
            let name = name.rsplit('/').next().unwrap_or_default();
            let shape = &self.0["components"]["schemas"][name];
            return match shape {
                Value::Null => vec![format!("{place}: there is no shape {name}")],
                shape => self.faults(shape, value, place),
            };
        }
        if let Some(any) = shape["anyOf"].as_array() {
            let each: Vec<Vec<String>> = any.iter().map(|one| self.faults(one, value, place)).collect();
            return if each.iter().any(Vec::is_empty) { Vec::new() } else { each.concat() };
        }
        let mut faults = Vec::new();
        let kinds: Vec<&str> = match &shape["type"] {
            Value::String(kind) => vec![kind],
            Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        if !kinds.is_empty() && !kinds.contains(&kind(value)) {
            faults.push(format!("{place}: expected {kinds:?}, not {value}"));
        }
        if let Some(words) = shape["enum"].as_array()
            && !words.contains(value)
        {
            faults.push(format!("{place}: expected one of {words:?}, not {value}"));
        }
        if let Some(items) = value.as_array() {
            let each = items.iter().enumerate();
            faults.extend(each.flat_map(|(at, item)| self.faults(&shape["items"], item, &format!("{place}[{at}]"))));
        }
        if let Some(fields) = value.as_object() {
            let required = shape["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
            faults.extend(
                required.filter(|name| !fields.contains_key(*name)).map(|name| format!("{place} lacks {name}")),
            );
            for (name, field) in fields {
                match &shape["properties"][name] {
                    Value::Null if shape["additionalProperties"] == json!(false) => {
                        faults.push(format!("{place} has {name}, of which nothing is told"));
                    }
                    Value::Null => {}
                    of => faults.extend(self.faults(of, field, &format!("{place}.{name}"))),
                }
            }
        }
        faults
    }

    /// Holds an answer against what is told of it.
    fn holds(&self, method: &str, path: &str, answer: &Answer) {
        let told = &self.0["paths"][path][method]["responses"][answer.status.to_string()];
        assert!(told.is_object(), "{method} {path} answers {}: {}", answer.status, answer.body);
        match &told["content"]["application/json"]["schema"] {
            Value::Null => assert_eq!(answer.body, "", "{method} {path}"),
            shape => {
                let value: Value = serde_json::from_str(&answer.body).expect("JSON");
                let faults = self.faults(shape, &value, "");
                assert!(faults.is_empty(), "{method} {path}: {faults:#?}");
            }
        }
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

async fn described(app: &TestApp) -> Described {
    let answer = app.get("/api/openapi.json", "").await;
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("application/json")));
    Described(serde_json::from_str(&answer.body).expect("JSON"))
}

/// A player's page, as a program has it.
struct Player<'a> {
    app: &'a TestApp,
    described: &'a Described,
    game: i64,
    cookie: String,
    form_token: String,
    asked: BTreeSet<String>,
}

impl Player<'_> {
    async fn get(&mut self, door: &str) -> Value {
        let path = format!("/api/games/{{game}}/{}", door.split('?').next().unwrap_or_default());
        let answer = self.app.get(&format!("/api/games/{}/{door}", self.game), &self.cookie).await;
        assert_eq!(answer.status, 200, "{door}: {}", answer.body);
        self.described.holds("get", &path, &answer);
        self.asked.insert(format!("get {path}"));
        serde_json::from_str(&answer.body).expect("JSON")
    }

    async fn post(&mut self, door: &str, sent: Value) -> Value {
        let path = format!("/api/games/{{game}}/{door}");
        let shape = &self.described.0["paths"][&path]["post"]["requestBody"]["content"]["application/json"]["schema"];
        let faults = self.described.faults(shape, &sent, "");
        assert!(faults.is_empty(), "what is sent to {door}: {faults:#?}");
        let headers = [("Cookie", self.cookie.as_str()), ("X-Form-Token", self.form_token.as_str())];
        let text = sent.to_string();
        let address = format!("/api/games/{}/{door}", self.game);
        let answer = self.app.post(&address, "application/json", &headers, text.as_bytes()).await;
        assert!([200, 204].contains(&answer.status), "{door} {sent}: {}", answer.body);
        self.described.holds("post", &path, &answer);
        self.asked.insert(format!("post {path}"));
        serde_json::from_str(&answer.body).unwrap_or(Value::Null)
    }
}

#[tokio::test]
async fn every_door_for_programs_answers_as_it_is_described() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let described = described(&app).await;
    let cookie = app.seat("guards").await;
    app.service.send_pass(&address("guards"), None).await.expect("sent");
    app.deliver().await;
    let pass = app.got(&address("guards")).pop().expect("a mail");
    let pass = pbem_service::mail::Letter::parse(&pass.bytes).expect("ours").text;
    let pass = app.get(&link(&pass, "/pass/"), "").await.cookie().expect("a pass");

    let mut player =
        Player { app: &app, described: &described, game, cookie, form_token: String::new(), asked: BTreeSet::new() };
    let table = player.get("table").await;
    player.form_token = table["form_token"].as_str().expect("a seat has one").to_owned();
    player.get("view").await;
    player.get("unattended").await;
    player.get("overlays").await;
    player.post("overlays", json!({})).await;
    player.post("draft", json!({ "draft": ["mine 3"] })).await;
    let ways = player.post("ways", json!({})).await;
    player.post("legal", json!({ "steps": [ways["ways"][0]["step"]] })).await;
    for at in [json!({ "hex": 0 }), json!({ "unit": 0 })] {
        player.post("why_not", json!({ "at": at })).await;
        player.post("point", json!({ "steps": [], "at": at })).await;
    }
    let refused = player.post("preview", json!({ "lines": ["mine 1", "nonsense", "status"] })).await;
    assert!(refused["lines"].as_array().is_some_and(|lines| lines.len() >= 2), "{refused}");
    let orders = json!({ "key": "12345678", "ask": null, "lines": ["mine 3"], "say": "well met" });
    assert_eq!(player.post("submit", orders.clone()).await["repeated"], json!(false));
    assert_eq!(player.post("submit", orders).await["repeated"], json!(true));
    player.post("submit", json!({ "key": "nonsense-1", "lines": ["mine 3 4 5", "nonsense"] })).await;
    player.post("mail", json!({ "action": "wishes", "receipts": true, "news": true })).await;
    player.get("story?lines=9").await;
    player.get("table").await;
    let mut asked = std::mem::take(&mut player.asked);

    // what has not changed is not told again
    let headers = [("Cookie", player.cookie.as_str())];
    let path = format!("/api/games/{game}/table");
    let first = request(app.address, "GET", &path, &headers, b"").await;
    let tag = first.header("etag").expect("a state has one").to_owned();
    let headers = [headers[0], ("If-None-Match", tag.as_str())];
    let again = request(app.address, "GET", &path, &headers, b"").await;
    assert_eq!(again.status, 304);
    described.holds("get", "/api/games/{game}/table", &again);

    // a stream does not end: its beginning is enough
    let mut stream = TcpStream::connect(app.address).await.expect("it listens");
    let head = format!("GET /api/games/{game}/changes HTTP/1.1\r\nHost: x\r\nCookie: {}\r\n\r\n", player.cookie);
    stream.write_all(head.as_bytes()).await.expect("it reads");
    let mut said = String::new();
    while !said.contains("data: ") {
        let mut piece = [0; 1024];
        let length = stream.read(&mut piece).await.expect("it says something");
        assert!(length > 0, "{said}");
        said.push_str(&String::from_utf8_lossy(&piece[..length]));
    }
    let told = &described.0["paths"]["/api/games/{game}/changes"]["get"]["responses"]["200"]["content"];
    assert!(told["text/event-stream"].is_object() && said.contains("text/event-stream"), "{said}");
    asked.insert("get /api/games/{game}/changes".to_owned());

    let mine = app.get("/api/mine", &pass).await;
    assert_eq!(mine.status, 200, "{}", mine.body);
    described.holds("get", "/api/mine", &mine);
    asked.insert("get /api/mine".to_owned());
    let token =
        serde_json::from_str::<Value>(&mine.body).expect("JSON")["form_token"].as_str().expect("one").to_owned();
    let headers = [("Cookie", pass.as_str()), ("X-Form-Token", token.as_str())];
    for opponent in [json!("link"), json!("computer"), json!({ "address": "ben@players.example" })] {
        let offer = json!({ "game": "the-ford", "scenario": "crossing", "options": {}, "opponent": opponent });
        let shape =
            &described.0["paths"]["/api/invitations"]["post"]["requestBody"]["content"]["application/json"]["schema"];
        assert_eq!(described.faults(shape, &offer, ""), Vec::<String>::new());
        let text = offer.to_string();
        let answer = app.post("/api/invitations", "application/json", &headers, text.as_bytes()).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        described.holds("post", "/api/invitations", &answer);
    }
    asked.insert("post /api/invitations".to_owned());
    asked.insert("get /api/openapi.json".to_owned());

    let doors = described.0["paths"].as_object().expect("paths").iter();
    let all: BTreeSet<String> = doors
        .flat_map(|(path, item)| {
            item.as_object().expect("methods").keys().map(move |method| format!("{method} {path}"))
        })
        .collect();
    assert_eq!(asked, all);
    app.deliver().await;
    app.finish().await;
}

#[tokio::test]
async fn what_programs_are_refused_is_described_too() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let described = described(&app).await;
    let doors = described.0["paths"].as_object().expect("paths");
    for (path, item) in doors {
        for method in item.as_object().expect("methods").keys() {
            // a stranger, garbage, and a game that is not there
            for (game, body) in [(game.to_string(), "{}"), (game.to_string(), "{\"at\":"), ("999".to_owned(), "{}")] {
                let address = path.replace("{game}", &game);
                let kind = [("Content-Type", "application/json")];
                if method == "get" && path.ends_with("/changes") && game != "999" {
                    continue;
                }
                let answer = request(app.address, &method.to_uppercase(), &address, &kind, body.as_bytes()).await;
                described.holds(method, path, &answer);
            }
        }
    }
    app.finish().await;
}

#[tokio::test]
async fn the_check_of_the_description_finds_what_is_wrong() {
    let shapes = json!({ "components": { "schemas": { "Report": {
        "type": "object", "required": ["changed"], "additionalProperties": false,
        "properties": { "changed": { "type": "boolean" }, "why": { "anyOf": [{ "type": "string" }, { "type": "null" }] } },
    } } } });
    let described = Described(shapes);
    let report = json!({ "$ref": "#/components/schemas/Report" });
    let sound = |value: Value| described.faults(&report, &value, "").is_empty();
    assert!(sound(json!({ "changed": true })) && sound(json!({ "changed": true, "why": null })));
    for wrong in [
        json!({}),
        json!([]),
        json!({ "changed": 1 }),
        json!({ "changed": true, "why": 1 }),
        json!({ "changed": true, "more": 1 }),
    ] {
        assert!(!sound(wrong.clone()), "{wrong}");
    }
    assert!(!described.faults(&json!({ "$ref": "#/components/schemas/Nothing" }), &json!(1), "").is_empty());
}
