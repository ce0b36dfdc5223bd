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
    /// Whether he must act on it.
    pub claim: Claim,
    /// What becomes of it without his hand.
    pub unanswered: Unanswered,
}

impl Ask {
    /// A duty that waits for its side: what most asks are.
    pub const fn duty(id: AskId, side: SideId) -> Ask {
        Ask { id, side, claim: Claim::Duty, unanswered: Unanswered::Waits }
    }

    /// A right that waits until its side makes use of it or waives it.
    pub const fn right(id: AskId, side: SideId) -> Ask {
        Ask { id, side, claim: Claim::Right, unanswered: Unanswered::Waits }
    }

    /// The same ask, waived for a side that has not ordered otherwise.
    pub const fn passing(self) -> Ask {
        Ask { unanswered: Unanswered::Passes, ..self }
    }
}

/// Whether a side must act on an ask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Claim {
    /// It must: doing nothing is no answer, unless the rules leave nothing else.
    #[default]
    Duty,
    /// It may: one of its answers waives it.
    Right,
}

/// What becomes of an ask whose side has no standing orders for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Unanswered {
    /// It is waited for, unless the rules leave one answer only.
    #[default]
    Waits,
    /// It is answered at once, as [`answer`](super::StandingOrders::answer) tells for the default policy.
    Passes,
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
    /// How great the victory is, as the rulebook calls it; none where it knows one kind only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
}

impl Outcome {
    /// What came of the game, to be read after a colon: how great the victory is, if the rulebook has levels, and why.
    pub fn words(&self) -> String {
        match &self.level {
            Some(level) => format!("{level}, {}", self.reason),
            None => self.reason.clone(),
        }
    }
}
