use serde::{Deserialize, Serialize};
use std::fmt;

/// A player's standing order for one kind of decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StandingRule {
    /// The kind of decision, as it is written: `defend`.
    pub kind: String,
    /// What he has ordered, as it is written: `best 1 at 2:1`.
    pub value: String,
    /// What that means.
    pub words: String,
    /// Values to choose from, each with what it means. Others may be possible in writing.
    pub choices: Vec<(String, String)>,
}

impl StandingRule {
    /// Whether the value is one of the choices.
    pub fn is_listed(&self) -> bool {
        self.choices.iter().any(|(value, _)| *value == self.value)
    }
}

impl fmt::Display for StandingRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {}", self.kind, self.value, self.words)
    }
}
