//! Games as an earlier version left them: what each viewer was shown, kept beside the database and the exports.
//!
//! `facts.json` holds what no later version may change: positions, asks, outcome. `told.txt` holds words, which may be
//! worded better; a change of them is looked at like a change of code.

use definitions::Position;
use engine::contract::{SideId, Viewer};
use engine::table::Session;
use pbem_service::live::Live;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};
use std::fmt::Write;

/// Who looks at a game.
pub const VIEWERS: [(&str, Viewer); 3] =
    [("first side", Viewer::Side(SideId(0))), ("second side", Viewer::Side(SideId(1))), ("observer", Viewer::Observer)];

/// A game as its viewers see it, without words.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Facts {
    /// Number of the game.
    pub game: i64,
    /// What the fixture is there for.
    pub about: String,
    /// How many records it has.
    pub records: u64,
    /// The game turn.
    pub turn: u8,
    /// Number and side of every open ask.
    pub asks: Vec<(u32, u8)>,
    /// Who has won and why, once it is over; no winner is a draw.
    pub outcome: Option<(Option<u8>, String)>,
    /// Orders of each side that wait.
    pub parked: [Vec<String>; 2],
    /// What each viewer sees.
    #[serde(deserialize_with = "positions")]
    pub positions: Vec<Position>,
    /// The public dice keys that each viewer was told.
    pub keys: Vec<(u32, String)>,
}

/// Positions as this version or version 0.1.0 wrote them: it named markers in camel case, and those in hexes by pairs.
fn positions<'de, D: Deserializer<'de>>(reader: D) -> Result<Vec<Position>, D::Error> {
    let mut positions = Vec::<Value>::deserialize(reader)?;
    for position in &mut positions {
        let counters = position["counters"].as_array_mut().into_iter().flatten();
        for marker in counters.flat_map(|counter| counter["statuses"].as_array_mut().into_iter().flatten()) {
            *marker = renamed(marker);
        }
        for marker in position["markers"].as_array_mut().into_iter().flatten().filter(|marker| marker.is_array()) {
            *marker = json!({ "kind": renamed(&marker[0]), "place": { "Hex": marker[1] } });
        }
    }
    serde_json::from_value(Value::Array(positions)).map_err(D::Error::custom)
}

/// `OutOfCommand` as `out-of-command`.
fn renamed(marker: &Value) -> Value {
    let mut id = String::new();
    for sign in marker.as_str().unwrap_or_default().chars() {
        if sign.is_uppercase() && !id.is_empty() {
            id.push('-');
        }
        id.extend(sign.to_lowercase());
    }
    Value::String(id)
}

impl Facts {
    /// What a live game shows now.
    pub fn of(live: &Live, about: &str) -> Facts {
        let session = &live.session;
        let told = session.told(1, Viewer::Observer);
        Facts {
            game: live.row.id,
            about: about.to_owned(),
            records: session.len(),
            turn: session.game_turn(),
            asks: session.asks().iter().map(|ask| (ask.id.0, ask.side.0)).collect(),
            outcome: session.outcome().map(|end| (end.winner.map(|side| side.0), end.reason)),
            parked: SideId::BOTH.map(|side| session.parked(side)),
            positions: VIEWERS.map(|(_, viewer)| session.position(viewer)).into(),
            keys: told.dice.into_iter().map(|(index, key, _)| (index, key)).collect(),
        }
    }
}

/// Everything that each viewer was told of a game, and what it asks now.
pub fn told(session: &dyn Session) -> String {
    let mut text = String::new();
    for (name, viewer) in VIEWERS {
        let told = session.told(1, viewer);
        writeln!(text, "== {name}").expect("a string");
        for line in told.lines {
            writeln!(text, "{line}").expect("a string");
        }
        for ask in session.asks().iter().filter(|ask| viewer.is(ask.side)) {
            writeln!(text, "? {}", ask.title).expect("a string");
        }
    }
    text
}
