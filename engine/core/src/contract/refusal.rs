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

/// What a judge gives for a step that he forbids: words for a player, or no more than the case. A list of what is
/// allowed forbids most of what it tries, and nobody reads why; judges that are generic over their grounds word a
/// refusal only for somebody who reads it.
pub trait Grounds: Sized {
    /// Forbids under a rule case. The message is what forbids it, with the numbers.
    fn under<M: Into<String>>(case: &'static str, message: impl FnOnce() -> M) -> Self;
    /// Forbids for a reason that has to be searched for.
    fn sought(reason: impl FnOnce() -> Refusal) -> Self;
    /// Adds what would be allowed instead.
    fn remedy<M: Into<String>>(self, remedy: impl FnOnce() -> M) -> Self;
    /// The rule case; empty where nobody has searched for it.
    fn case(&self) -> &str;
}

impl Grounds for Refusal {
    fn under<M: Into<String>>(case: &'static str, message: impl FnOnce() -> M) -> Refusal {
        Refusal::new(case, message())
    }

    fn sought(reason: impl FnOnce() -> Refusal) -> Refusal {
        reason()
    }

    fn remedy<M: Into<String>>(self, remedy: impl FnOnce() -> M) -> Refusal {
        Refusal::remedy(self, remedy())
    }

    fn case(&self) -> &str {
        &self.case
    }
}

/// Grounds that nobody reads: the case alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unworded(&'static str);

impl Grounds for Unworded {
    fn under<M: Into<String>>(case: &'static str, _: impl FnOnce() -> M) -> Unworded {
        Unworded(case)
    }

    fn sought(_: impl FnOnce() -> Refusal) -> Unworded {
        Unworded("")
    }

    fn remedy<M: Into<String>>(self, _: impl FnOnce() -> M) -> Unworded {
        self
    }

    fn case(&self) -> &str {
        self.0
    }
}

/// A line of text that is no order at all.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
#[error("not understood: {message}")]
pub struct Misread {
    /// What was found and what was expected.
    pub message: String,
    /// Whether no position can make it readable: it names what does not exist.
    #[serde(skip)]
    pub lasting: bool,
}

impl Misread {
    /// A line that could not be read.
    pub fn new(message: impl Into<String>) -> Misread {
        Misread { message: message.into(), lasting: false }
    }

    /// A line that names what does not exist in any position.
    pub fn of_nothing(message: impl Into<String>) -> Misread {
        Misread { message: message.into(), lasting: true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge<R: Grounds>(steps: u8) -> Result<(), R> {
        if steps <= 6 {
            return Ok(());
        }
        Err(R::under("5a", || format!("{steps} steps would be there, 6 may")).remedy(|| "Go on."))
    }

    #[test]
    fn grounds_without_words_have_the_case_of_those_with_words() {
        let (worded, unworded) = (judge::<Refusal>(7).unwrap_err(), judge::<Unworded>(7).unwrap_err());
        assert_eq!(worded.to_string(), "[5a] 7 steps would be there, 6 may. Go on.");
        assert_eq!(worded.case(), unworded.case());
        assert_eq!(judge::<Unworded>(6), Ok(()));
    }
}
