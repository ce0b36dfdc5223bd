//! What waits between the players themselves.

use super::section;
use crate::mail::{Block, Section};
use engine::contract::{SideId, Viewer};
use engine::table::{Proposed, Session};

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
