//! What waits between the players themselves.

use super::section;
use crate::mail::{Block, Section};
use engine::contract::{SideId, Viewer};
use engine::table::{Proposed, Session};

/// What waits for a side between the players, in a sentence: a proposal of the other, or a word that the dice want.
pub fn waits_for(session: &dyn Session, side: SideId) -> Option<&'static str> {
    if session.outcome().is_some() {
        return None;
    }
    if session.asked_for_word(side).is_some() {
        return Some("The dice want a word of yours.");
    }
    let proposed = session.proposed(Viewer::Side(side)).is_some_and(|proposed| proposed.side != side);
    proposed.then_some("The other side proposes something: your answer is wanted.")
}

/// A proposal that waits for an answer, and a word that the dice want.
pub fn sections(session: &dyn Session, side: SideId) -> Vec<Section> {
    let mut sections = Vec::new();
    if let Some(Proposed { number, side: whose, words }) = session.proposed(Viewer::Side(side)) {
        let (heading, text) = if whose == side {
            ("Your proposal", format!("It waits for an answer. `decline {number}` withdraws it."))
        } else {
            (
                "A proposal",
                format!("Answer with `accept {number}` or `decline {number}`. It lapses when the game goes on."),
            )
        };
        sections.push(section(heading, [Block::List(words), Block::Paragraph(text)]));
    }
    if session.outcome().is_none()
        && let Some(asked) = session.asked_for_word(side)
    {
        sections.push(section("Your word for the dice", [Block::Paragraph(asked)]));
    }
    sections
}
