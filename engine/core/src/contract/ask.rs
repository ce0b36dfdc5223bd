use super::SideId;
use serde::{Deserialize, Serialize};

/// The number of an ask. That of a table is unique in its game and never used again, whatever becomes of the state: a
/// reply names the ask it answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AskId(pub u32);

/// A decision that the game waits for. Several may be open at once (simultaneous decisions).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ask {
    /// Its number.
    pub id: AskId,
    /// Who decides.
    pub side: SideId,
}

/// An ask in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// One line: what is to be decided.
    pub title: String,
    /// The facts that matter for it, one a line.
    pub details: Vec<String>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The winner; none for a draw.
    pub winner: Option<SideId>,
    /// Why, with the rule's case.
    pub reason: String,
}
