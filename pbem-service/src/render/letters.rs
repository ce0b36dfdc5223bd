//! The words of mails that are not about a game under way.

use super::section;
use crate::invitation::InWords;
use crate::mail::{Block, Content, Link};

fn letter(preview: &str, title: &str, paragraphs: impl IntoIterator<Item = String>) -> Content {
    Content {
        preview: preview.to_owned(),
        title: title.to_owned(),
        sections: vec![section("", paragraphs.into_iter().map(Block::Paragraph))],
        ..Content::default()
    }
}

fn link(label: &str, url: &str) -> Vec<Link> {
    vec![Link { label: label.to_owned(), url: url.to_owned() }]
}

/// The answer to a mail, or to whoever wants to see his games.
pub fn pass(page: &str) -> (Content, String) {
    let text = "The link below opens the list of your games on this host. It is good for two days; your browser then keeps it \
                for half a year. Whoever has the link has your seats, so do not pass it on.";
    let not = "If you did not ask for it, do nothing.";
    let content = letter("The link to your games.", "Your games", [text.to_owned(), not.to_owned()]);
    (Content { links: link("My games", page), ..content }, "Your games on Fieldpost".to_owned())
}

/// An answer in so many words.
pub fn answer(text: &[String]) -> (Content, String) {
    // what the first line says is not said again
    let preview = text.first().cloned().unwrap_or_default();
    let mut content = letter(&preview, "Your mail to Fieldpost", []);
    let blocks = text.iter().skip(1).map(|part| match part.contains('\n') {
        true => Block::List(part.lines().map(str::to_owned).collect()),
        false => Block::Paragraph(part.clone()),
    });
    content.sections = vec![section("", blocks)];
    (content, "Your mail to Fieldpost".to_owned())
}

/// What the host answers to a report.
pub fn settled(text: &[String]) -> (Content, String) {
    let not = "You cannot answer this mail. What else there is to say about it, report in the same way.";
    let content =
        letter("Your host answers what you reported.", "Your report", text.iter().cloned().chain([not.to_owned()]));
    (content, "Your report to the host".to_owned())
}

/// What is offered, as all these mails tell it.
fn offered_game(offer: &InWords) -> Vec<Block> {
    let mut facts = vec![format!("{}, {}", offer.title, offer.scenario), offer.length.clone(), offer.sides.clone()];
    facts.extend(offer.options.iter().cloned());
    facts.extend(offer.pace.clone());
    let mut blocks = vec![Block::List(facts)];
    blocks.extend((!offer.history.is_empty()).then(|| Block::Paragraph(offer.history.clone())));
    blocks
}

/// Asks whoever wants to invite somebody whether it was he.
pub fn draft(offer: &InWords, page: &str) -> (Content, String) {
    let text = format!(
        "Somebody, you we hope, wants to start this game from your address, {}. Nothing has happened yet, and nobody has \
         been written to.",
        offer.opponent
    );
    let how = "Answer this mail with `yes`, or press the button on the page below. If it was not you, do nothing.";
    let mut content = letter("Shall this game be offered? Answer `yes`.", "Please confirm", [text]);
    content.sections.push(section("The game", offered_game(offer)));
    content.sections.push(section("", [Block::Paragraph(how.to_owned())]));
    (Content { links: link("Yes, offer it", page), ..content }, format!("Shall we offer {}?", offer.title))
}

/// Invites somebody, who may never have heard of us, in the name of `host`.
pub fn invited(offer: &InWords, host: &str, page: &str) -> (Content, String) {
    let text = format!("{host} invites you to a game, to be played by mail or in the browser.");
    let mut content = letter(&text, "You are invited", []);
    if !offer.words.is_empty() {
        content.sections[0].blocks.push(Block::Paragraph(format!("“{}”", offer.words)));
    }
    content.sections.push(section("The game", offered_game(offer)));
    let what = "Fieldpost is a referee for published wargames. You write orders in plain words, or click on a board; it carries \
                them out by the rules of the game, rolls dice that you can check, and tells both of you what happened. You \
                need no account and no password.";
    let how = format!(
        "Answer this mail with `accept` or `decline`, or use the page below. The invitation ends on {}. This is the only mail \
         that you get about it; if you do nothing, you hear no more of it.",
        offer.until
    );
    content.sections.push(section("", [Block::Paragraph(what.to_owned()), Block::Paragraph(how)]));
    content.notes = vec![
        "The page below also stops invitations from this player, or from anybody on this host, for good.".to_owned(),
    ];
    (
        Content { links: link("See it, accept or decline", page), ..content },
        format!("You are invited to {}", offer.title),
    )
}

/// Tells whoever invites how others join.
pub fn offered(offer: &InWords, page: &str, join: &str) -> (Content, String) {
    let text = format!(
        "Your game is offered {}. Whoever opens the link below can join it, and the game begins at that moment; you get its \
         first mail then. The offer ends on {}.",
        offer.opponent, offer.until
    );
    let mut content = letter("Your game is offered.", "Your game is offered", [text, join.to_owned()]);
    content.sections.push(section("The game", offered_game(offer)));
    let how = "Answer this mail with `withdraw` to take the offer back.";
    content.sections.push(section("", [Block::Paragraph(how.to_owned())]));
    (Content { links: link("See or withdraw it", page), ..content }, format!("You offer {}", offer.title))
}

/// Asks whoever wants to join whether it was he.
pub fn joining(offer: &InWords, page: &str) -> (Content, String) {
    let text = "Somebody, you we hope, wants to join this game from your address.".to_owned();
    let mut content = letter("Do you want to join? Answer `accept`.", "Please confirm", [text]);
    content.sections.push(section("The game", offered_game(offer)));
    let how = "Answer this mail with `accept`, or press the button on the page below, and the game begins. If it was not you, \
               do nothing.";
    content.sections.push(section("", [Block::Paragraph(how.to_owned())]));
    (Content { links: link("Join the game", page), ..content }, format!("Join a game of {}?", offer.title))
}

/// Tells whoever invited that nothing comes of it.
pub fn ended(offer: &InWords, why: &[String]) -> (Content, String) {
    let preview = why.first().cloned().unwrap_or_default();
    let mut content = letter(&preview, "No game comes of it", why.iter().skip(1).cloned());
    content.sections.push(section("The game was", offered_game(offer)));
    (content, format!("Your offer of {}", offer.title))
}
