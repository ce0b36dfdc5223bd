//! Mails about the clock: warnings, and what becomes of time that has run out.

use super::{About, Shown, question, section};
use crate::mail::{Block, Content, Section};

/// A mail about the clock; none for all other kinds. It can be answered with orders.
pub fn mail(about: &About<'_>, shown: &Shown, time: Option<&[String]>) -> Option<Content> {
    let (preview, title, text) = match about.kind {
        "reminder" => (
            "Your time is running.",
            "A reminder",
            "The decision below is yours, and your time for it is running. If you need longer, write `clock vacation 5`, or \
             ask the other side for a rest with `clock rest`.",
        ),
        "out" => (
            "Your time has run out.",
            "Your time has run out",
            "The other side may now claim the game, let the computer play on in your place, or give you more days. As long as \
             it has chosen nothing you can still move: do it now.",
        ),
        "choose" => (
            "Your opponent is out of time; what becomes of the game is yours to choose.",
            "Your opponent is out of time",
            "You may take your time over it, and you need not choose at all.",
        ),
        "time" => (
            "Something about the clock was changed.",
            "The clock",
            "The other side has changed something about the clock.",
        ),
        _ => return None,
    };
    let mut sections = vec![section("", [Block::Paragraph(text.to_owned())])];
    sections.extend(time.map(|lines| section("Time", [Block::List(lines.to_vec())])));
    if ["reminder", "out"].contains(&about.kind) {
        sections.extend(shown.asked.as_ref().map(question));
    }
    let sections: Vec<Section> = sections;
    Some(Content {
        preview: preview.to_owned(),
        title: title.to_owned(),
        sections,
        links: vec![about.link()],
        token: Some(about.token.clone()),
        ..Content::default()
    })
}
