use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use thiserror::Error;

/// Why a step is not allowed: the case of the rulebook, the numbers, and what to do instead.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
#[error("[{case}] {message}{}{remedy}", if remedy.is_empty() { "" } else { ". " })]
pub struct Refusal {
    /// Number of the rule case, as in the game's rule index.
    pub case: Cow<'static, str>,
    /// What forbids it, with the numbers.
    pub message: String,
    /// What would be allowed instead; may be empty.
    pub remedy: String,
}

impl Refusal {
    /// A refusal under a rule case.
    pub fn new(case: &'static str, message: impl Into<String>) -> Refusal {
        Refusal { case: Cow::Borrowed(case), message: message.into(), remedy: String::new() }
    }

    /// Adds what would be allowed instead.
    pub fn remedy(mut self, remedy: impl Into<String>) -> Refusal {
        self.remedy = remedy.into();
        self
    }
}

/// A line of text that is no order at all.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
#[error("not understood: {message}")]
pub struct Misread {
    /// What was found and what was expected.
    pub message: String,
}

impl Misread {
    /// A line that could not be read.
    pub fn new(message: impl Into<String>) -> Misread {
        Misread { message: message.into() }
    }
}
