use super::{Ask, Foundation, Misread, Seen};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What players leave to be decided for them.
pub trait StandingOrders: Foundation {
    /// The answer that a player's standing orders give to one of his open asks, if they give one. For players who have
    /// given none the policy is its default: it answers every ask that [passes](super::Unanswered::Passes).
    fn answer(seen: Seen<'_, Self>, ask: &Ask, policy: &Self::Policy) -> Option<Vec<Self::Step>>;
    /// A player's standing orders, one entry a kind of decision, with the other values that each may have.
    fn standing(_definitions: &Self::Definitions, _policy: &Self::Policy) -> Vec<StandingRule> {
        Vec::new()
    }
    /// The standing orders as a line of text changes them: `defend none`, without the word `standing`.
    ///
    /// # Errors
    /// What was not understood and what was expected.
    fn amend(_definitions: &Self::Definitions, _policy: &Self::Policy, _line: &str) -> Result<Self::Policy, Misread> {
        Err(Misread::new("this game has no standing orders"))
    }
}

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
