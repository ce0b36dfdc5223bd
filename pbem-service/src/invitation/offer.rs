//! What is offered, and an invitation as it is stored.

use crate::computer::COMPUTER;
use sea_orm::FromQueryResult;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How an opponent is found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// He is invited at this address.
    Address(String),
    /// Whoever has the link.
    Link,
    /// Anybody who sees it on this host.
    Open,
    /// The computer.
    Computer,
}

impl Way {
    /// The word that the table keeps for it.
    pub(super) fn word(&self) -> &'static str {
        match self {
            Way::Address(_) => "address",
            Way::Link => "link",
            Way::Open => "open",
            Way::Computer => COMPUTER,
        }
    }
}

/// What somebody wants to play, and with whom.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    /// Id of the game.
    pub game: String,
    /// Id of the scenario.
    pub scenario: String,
    /// Optional rules by name.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Id of the side of who invites; empty if the lot decides.
    #[serde(default)]
    pub side: String,
    /// How the opponent is found.
    pub opponent: Way,
    /// The name of who invites, as the other reads it; may be empty.
    #[serde(default)]
    pub name: String,
    /// A word to the other; may be empty.
    #[serde(default)]
    pub words: String,
}

/// An invitation as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, FromQueryResult)]
pub struct Invitation {
    /// Its number.
    pub id: i64,
    /// What the link to join it carries.
    pub code: String,
    /// Who invites.
    pub person: i64,
    /// His name; may be empty.
    pub name: String,
    /// Id of the game.
    pub game: String,
    /// Id of the scenario.
    pub scenario: String,
    /// Optional rules as JSON.
    pub options: String,
    /// His side; empty if the lot decides.
    pub side: String,
    /// `address`, `link`, `open` or `computer`.
    pub way: String,
    /// Who is invited, or has accepted.
    pub guest: Option<i64>,
    /// A word to the other.
    pub words: String,
    /// `draft`, `open`, `begun`, `declined`, `withdrawn`, `expired` or `unreachable`.
    pub state: String,
    /// When it ends, in milliseconds since 1970-01-01 UTC.
    pub expires: i64,
    /// The game that came of it.
    pub started: Option<i64>,
}

/// Its columns in the table.
pub(super) const COLUMNS: &str =
    "id, code, person, name, game, scenario, options, side, way, guest, words, state, expires, started";
