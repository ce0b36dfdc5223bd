//! Mails that do not tell how the game stands: confirmations, and what becomes of somebody's mail.

use super::section;
use crate::mail::{Block, Content, Link};
use crate::revision::Revision;

fn notice(preview: &str, title: &str, paragraphs: impl IntoIterator<Item = String>) -> Content {
    Content {
        preview: preview.to_owned(),
        title: title.to_owned(),
        sections: vec![section("", paragraphs.into_iter().map(Block::Paragraph))],
        ..Content::default()
    }
}

/// Asks a player whether he sent orders from another address; a link for each letter.
pub fn confirmation(side: &str, links: &[String]) -> Content {
    let (orders, them) = match links.len() {
        0 | 1 => ("Orders for your seat".to_owned(), "If you sent them, open the page below and press its button."),
        _ => (
            "Several mails with orders for your seat".to_owned(),
            "If you sent them, open the pages below, the oldest first, and press their buttons.",
        ),
    };
    let text = format!(
        "{orders}, {side}, came with your reply token, but from another address, or your mail provider does not vouch for \
         the sender. Nothing has been done with them."
    );
    let what = format!(
        "{them} If you did not, do nothing: somebody may have got one of our mails from you, perhaps forwarded."
    );
    let label =
        |nth: usize| if links.len() > 1 { format!("I sent mail {}", nth + 1) } else { "I sent them".to_owned() };
    let links = links.iter().enumerate().map(|(nth, url)| Link { label: label(nth), url: url.clone() }).collect();
    let preview = "Did you send these orders? Nothing has been done with them.";
    Content { links, ..notice(preview, "Please confirm", [text, what]) }
}

/// Tells a player that a program seems to answer for him.
pub fn held(game: i64, side: &str, lift: &str) -> Content {
    let what = format!(
        "Many mails about game {game} came from your address that held no orders, as a program writes them that answers for \
         somebody who is away. So that two programs do not write to each other for ever, you get no more mail about this \
         game, in which you play {side}."
    );
    let then = "Nothing is lost: your orders are carried out as before, and what you would have been told comes in one \
                mail when you press the button on the page below. You can also play on the page.";
    let preview = "We send you no more mail about this game until you say so.";
    let links = vec![Link { label: "Send me mail again".to_owned(), url: lift.to_owned() }];
    Content { links, ..notice(preview, "Mail stopped", [what, then.to_owned()]) }
}

/// Tells a player that his opponent cannot be reached.
pub fn trouble(game: i64, other: &str) -> Content {
    let what = format!(
        "Our mail to the player of {other} in game {game} comes back, so we send no more to his address. His seat is as it \
         was: he can play on the page, and mail goes to him again as soon as he writes to us, gives another address, or \
         your host sets it right."
    );
    let you = "There is nothing that you must do. If you know another way to reach him, please tell him.";
    notice("Your opponent does not get our mail.", "Your opponent cannot be reached", [what, you.to_owned()])
}

/// Asks at a new address whether a seat's mail shall go there.
pub fn new_address(game: i64, title: &str, side: &str, link: &str) -> Content {
    let what = format!(
        "Somebody who plays {side} in game {game}, {title}, wants the mail about it to come to this address. If that was \
         you, open the page below and press its button."
    );
    let not = "If it was not, do nothing, and you will hear no more of it.";
    let links = vec![Link { label: "Send my mail here".to_owned(), url: link.to_owned() }];
    Content {
        links,
        ..notice("Shall mail about this game come here?", "Is this your address?", [what, not.to_owned()])
    }
}

/// Asks at an address whether it shall be erased.
pub fn erase(game: i64, title: &str, side: &str, link: &str) -> Content {
    let what = format!(
        "Somebody who plays {side} in game {game}, {title}, wants this address to be erased, so that no more mail about it \
         comes here. If that was you, open the page below and press its button."
    );
    let not = "If it was not, somebody else has the link to your seat: replace it on the game's page, under Your mail.";
    let links = vec![Link { label: "Erase my address".to_owned(), url: link.to_owned() }];
    Content { links, ..notice("Shall this address be erased?", "Erase your address?", [what, not.to_owned()]) }
}

/// Tells a player's old address that his mail goes elsewhere.
pub fn moved(game: i64, side: &str) -> Content {
    let what =
        format!("Mail for {side} in game {game} goes to another address from now on, and no more of it comes here.");
    let not = "If you did not ask for that, tell your host: somebody else has the link to your seat.";
    notice("Your mail about this game goes to another address.", "Your address was changed", [what, not.to_owned()])
}

/// Tells a player that the computer has his seat now.
pub fn seat_lost(game: i64, side: &str) -> Content {
    let what = format!(
        "Your time for {side} in game {game} had run out, and the other side lets the computer play on in your place. You get no \
         more mail about this game."
    );
    notice("The computer plays on in your place.", "Your seat is the computer's", [what])
}

/// Gives a player the new link to his seat.
pub fn new_link(game: i64, side: &str, link: &str) -> Content {
    let what = format!(
        "The link to your seat in game {game}, in which you play {side}, was replaced. The ones in older mails lead nowhere \
         now, and every browser that was opened by them has lost the seat. Here is the new one; do not pass it on."
    );
    let not = "If you did not ask for that, tell your host: somebody else had the old link.";
    let links = vec![Link { label: "Your seat on the web".to_owned(), url: link.to_owned() }];
    Content { links, ..notice("Your seat has a new link.", "A new link to your seat", [what, not.to_owned()]) }
}

/// Tells a player that the rules of a game under way were put right.
pub fn revised(game: i64, Revision { begun, today }: Revision, seat: &str) -> Content {
    let what = format!(
        "The program that judges game {game} was brought up to date: its rules are of version {today} now; the game was begun by \
         version {begun}. What has happened stays as it was. What is decided from now on follows the rules as they are now; the \
         program's CHANGELOG tells what was put right."
    );
    let then = "If a plan of yours rested on how a rule was read before, talk it over with the other side: `propose undo` and \
                `propose adjustment` are there for that.";
    let links = vec![Link { label: "Your seat on the web".to_owned(), url: seat.to_owned() }];
    Content { links, ..notice("The rules of your game were put right.", "Rules put right", [what, then.to_owned()]) }
}
