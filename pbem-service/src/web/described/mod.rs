//! What programs may ask and what they are answered, as OpenAPI has it, for those who write one.
//!
//! Written by hand: the shapes are the engine's, which knows nothing of the web. What keeps it true is a test that asks all of
//! it and holds the answers against it (`tests/tests/service/described.rs`); `docs/openapi.json` is what was reviewed last.

mod shape;
mod shapes;

use actix_web::HttpResponse;
use serde_json::{Map, Value, json};
use shape::{list, the};
use std::sync::LazyLock;

const JSON: &str = "application/json";

/// One request that programs may make.
struct Door {
    path: &'static str,
    method: &'static str,
    summary: &'static str,
    /// The name of the shape that is sent.
    sent: Option<&'static str>,
    answer: Answer,
    /// What may be said besides, beyond what every door may.
    besides: &'static [(&'static str, &'static str)],
    /// What the address may end in, with its meaning.
    query: Option<(&'static str, &'static str)>,
    /// Whether a form token is needed in a header.
    acts: bool,
}

/// What is answered if all is well.
#[derive(Clone, Copy)]
enum Answer {
    One(&'static str),
    List(&'static str),
    /// Nothing but that it was done.
    Done,
    /// A stream of events.
    Stream,
}

const fn asks(path: &'static str, summary: &'static str, answer: Answer) -> Door {
    let besides = &[];
    Door { path, method: "get", summary, sent: None, answer, besides, query: None, acts: false }
}

const fn sends(path: &'static str, summary: &'static str, sent: &'static str, answer: Answer) -> Door {
    Door { method: "post", sent: Some(sent), ..asks(path, summary, answer) }
}

impl Door {
    const fn acts(self) -> Door {
        Door { acts: true, ..self }
    }

    const fn besides(self, besides: &'static [(&'static str, &'static str)]) -> Door {
        Door { besides, ..self }
    }

    const fn query(self, name: &'static str, meaning: &'static str) -> Door {
        Door { query: Some((name, meaning)), ..self }
    }
}

use Answer::{Done, List, One, Stream};

/// All of them.
static DOORS: [Door; 18] = [
    asks("/api/games/{game}/view", "The game as the visitor may see it", One("View")),
    asks("/api/games/{game}/table", "The state of the game's page, with an ETag", One("Table"))
        .besides(&[("304", "It is as it was: `If-None-Match` names it.")]),
    asks("/api/games/{game}/changes", "A stream that tells the ETag of each new state", Stream),
    asks("/api/games/{game}/overlays", "What may be marked on the board", List("Marked")),
    sends("/api/games/{game}/overlays", "The same as a draft leaves it", "Begun", List("Marked")),
    asks("/api/games/{game}/unattended", "What would answer the visitor's open questions", List("Unattended")),
    sends("/api/games/{game}/mail", "Changes what becomes of the visitor's mail", "Wish", Done).acts(),
    asks("/api/games/{game}/story", "What happened last, moment by moment", List("Moment"))
        .query("lines", "How many lines are told."),
    sends("/api/games/{game}/point", "How an order goes on with a thing, two steps deep", "Pointing", One("Shown")),
    sends("/api/games/{game}/ways", "What may be ordered, two steps deep", "Begun", One("Beginnings")),
    sends("/api/games/{game}/draft", "The board as a draft leaves it", "Begun", One("Drafted")),
    sends("/api/games/{game}/legal", "What may follow an order that is begun", "Begun", One("Listed")),
    sends("/api/games/{game}/why_not", "How an order goes on with a thing, or why not", "Pointing", One("PointedAt")),
    sends("/api/games/{game}/preview", "Tries lines out", "Tried", One("Report")),
    sends(
        "/api/games/{game}/submit",
        "Gives orders. They may be sent again with the same key",
        "Submitted",
        One("Answered"),
    )
    .acts()
    .besides(&[("409", "Others changed the game at the same moment, again and again: nothing is stored.")]),
    sends("/api/invitations", "Offers a game; with a pass and its form token at once", "Offered", One("Invitation"))
        .acts(),
    asks("/api/mine", "All games of whoever has a pass", One("Mine")),
    asks("/api/openapi.json", "This", One("OpenApi")),
];

/// The description, as it is served.
static WRITTEN: LazyLock<String> =
    LazyLock::new(|| serde_json::to_string_pretty(&described()).expect("names are texts") + "\n");

/// The description.
pub async fn openapi() -> HttpResponse {
    HttpResponse::Ok().content_type(JSON).insert_header(("Cache-Control", "no-cache")).body(WRITTEN.as_str())
}

fn described() -> Value {
    let about = "Fieldpost for programs: the board's script asks no more than this. Who opens a seat's link, or a pass, gets a \
                 cookie that says who he is; whoever changes something sends the form token of his page along. Steps, views and \
                 positions are each game's own. Nothing of it is promised before 1.0.";
    let mut paths = Map::new();
    for door in &DOORS {
        paths.entry(door.path).or_insert_with(|| json!({}))[door.method] = door.operation();
    }
    json!({
        "openapi": "3.1.0",
        "info": { "title": "Fieldpost", "version": env!("CARGO_PKG_VERSION"), "description": about },
        "paths": paths,
        "components": { "schemas": shapes::all() },
    })
}

/// What may come of every request besides its answer.
const REFUSED: [(&str, &str); 6] = [
    ("400", "It cannot be read, or makes no sense; `error` says what was expected."),
    ("403", "The visitor has no seat, form token or pass that it needs."),
    ("404", "There is no such game or page."),
    ("413", "It is longer than is read."),
    ("500", "Something failed on our side; nothing was changed."),
    ("503", "So many ask that it would take too long; `Retry-After` says when."),
];

impl Door {
    fn operation(&self) -> Value {
        let mut parameters = Vec::new();
        if self.path.contains("{game}") {
            parameters.push(parameter("game", "path", "integer", "Number of the game.", true));
            let seat = "Id of the side, for a visitor who has both seats.";
            parameters.push(parameter("seat", "query", "string", seat, false));
        }
        if let Some((name, meaning)) = self.query {
            parameters.push(parameter(name, "query", "integer", meaning, true));
        }
        if self.acts {
            let meaning = "The form token of the visitor's page, which no foreign page can read.";
            parameters.push(parameter("X-Form-Token", "header", "string", meaning, false));
        }
        let (status, answer) = self.answer.response();
        let mut responses = Map::new();
        responses.insert(status.to_owned(), answer);
        for (status, meaning) in REFUSED.iter().chain(self.besides) {
            let mut response = json!({ "description": meaning });
            // what has not changed has nothing to say
            if *status != "304" {
                response["content"] = json!({ JSON: { "schema": the("Error") } });
            }
            responses.insert((*status).to_owned(), response);
        }
        let mut operation = json!({ "summary": self.summary, "parameters": parameters, "responses": responses });
        if let Some(sent) = self.sent {
            operation["requestBody"] = json!({ "required": true, "content": { JSON: { "schema": the(sent) } } });
        }
        operation
    }
}

impl Answer {
    fn response(self) -> (&'static str, Value) {
        let (status, kind, shape) = match self {
            One(name) => ("200", JSON, the(name)),
            List(name) => ("200", JSON, list(the(name), "")),
            Stream => ("200", "text/event-stream", json!({ "type": "string" })),
            Done => return ("204", json!({ "description": "It is done." })),
        };
        (status, json!({ "description": "The answer.", "content": { kind: { "schema": shape } } }))
    }
}

fn parameter(name: &str, place: &str, kind: &str, meaning: &str, required: bool) -> Value {
    json!({ "name": name, "in": place, "required": required, "description": meaning, "schema": { "type": kind } })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// `docs/openapi.json` is the description that was reviewed; `RECORD=1` writes it anew.
    #[test]
    fn the_description_is_the_one_that_was_reviewed() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/openapi.json");
        if std::env::var_os("RECORD").is_some() {
            std::fs::write(path, &*WRITTEN).expect("writable");
        }
        let reviewed = std::fs::read_to_string(path).unwrap_or_default();
        assert!(reviewed == *WRITTEN, "docs/openapi.json is another; RECORD=1 writes it");
    }

    /// The routes of `web/mod.rs` that programs use, as they are written there.
    fn routes() -> BTreeSet<String> {
        let text = include_str!("../mod.rs");
        let of_game = text.split("fn of_game_for_programs").nth(1).expect("it is there").split("\n}").next();
        let route = |line: &str, before: &str| {
            let path = line.trim().strip_prefix(".route(\"")?.split('"').next()?;
            let method = if line.contains("web::post()") { "post" } else { "get" };
            Some(format!("{method} {before}{path}"))
        };
        let games = of_game.unwrap_or_default().lines().filter_map(|line| route(line, "/api/games/{game}"));
        let others = text.lines().filter(|line| line.contains(".route(\"/api/")).filter_map(|line| route(line, ""));
        games.chain(others).collect()
    }

    #[test]
    fn every_route_for_programs_is_described_and_no_other() {
        let name = |door: &Door| format!("{} {}", door.method, door.path);
        let described: BTreeSet<String> = DOORS.iter().map(name).collect();
        assert_eq!(described, routes());
        assert_eq!(described.len(), DOORS.len());
    }
}
