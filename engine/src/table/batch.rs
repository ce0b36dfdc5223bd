use crate::contract::AskId;
use serde::{Deserialize, Serialize};

/// What a player hands in at one time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Batch {
    /// The ask that the player's mail or page showed; none if he did not say.
    pub ask: Option<AskId>,
    /// The orders in the order in which they are to be carried out.
    pub lines: Vec<Line>,
}

/// One line of a batch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Line {
    /// A line of text.
    Text(String),
    /// The steps of one order as the page sends them.
    Steps(Vec<serde_json::Value>),
}
