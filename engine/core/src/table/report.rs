use super::Failure;
use crate::contract::Refusal;
use serde::{Deserialize, Serialize};

/// What became of a batch. It is stored with the events, so a repeated mail gets the same answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// Whether anything was changed.
    pub changed: bool,
    /// Set when the orders were refused at the door, with the reason; questions are answered all the same.
    pub closed: Option<String>,
    /// Every line with its verdict, in order.
    pub lines: Vec<LineReport>,
    /// The fault of the program over which the batch was given up: for the host's log, not for the player. It is not
    /// stored.
    #[serde(skip)]
    pub failure: Option<Failure>,
}

/// What became of one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineReport {
    /// The line as it was understood, or as it was written when it was not.
    pub text: String,
    /// What became of it.
    pub verdict: Verdict,
}

/// What became of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// It was carried out; what happened, in words, as its owner may know it.
    Done(Vec<String>),
    /// A rule forbids it.
    Refused {
        /// Why.
        refusal: Refusal,
        /// The summary of the rule's case, if the index has it.
        summary: String,
    },
    /// It is no order.
    Misread(String),
    /// It was legal, but was taken back because a later line of the batch was refused before any die was rolled.
    TakenBack,
    /// It was not looked at, because an earlier line was refused.
    NotReached,
    /// It waits until the other side has decided, or for a decision of its own side that comes before.
    Parked,
    /// It was to wait, but came back at once, for this reason.
    Returned(String),
    /// It is no order: the answer to a question, or what a standing order means.
    Answered(Vec<String>),
    /// It was only tried out; what it would do.
    TriedOut(Vec<String>),
}

/// What a player is told over whose orders the program fails.
const FAILED: &str = "Our program failed over these lines. That is its fault, not yours. Nothing was changed, and the host \
                      has been told. If it was one line that did it, the others can be sent without it.";

impl Report {
    /// A batch that was refused at the door: no order was looked at.
    pub fn closed(reason: impl Into<String>) -> Report {
        Report { closed: Some(reason.into()), ..Report::default() }
    }

    /// A batch over which the program failed: none of it counts.
    pub fn failed(failure: Failure) -> Report {
        Report { failure: Some(failure), ..Report::closed(FAILED) }
    }

    /// Whether any line was refused or not understood.
    pub fn has_fault(&self) -> bool {
        self.closed.is_some()
            || self.lines.iter().any(|line| matches!(line.verdict, Verdict::Refused { .. } | Verdict::Misread(_)))
    }
}
