//! What a mail program shows of a mail in its list: whose move it is and what is asked, beside our name and in the first line.

use super::agreement;
use crate::live::Live;
use engine::contract::SideId;
use engine::table::{AskInfo, Report};

/// Kinds of mails that do not tell how the game stands.
pub(super) const NOTICES: [&str; 11] =
    ["confirm", "held", "trouble", "address", "moved", "link", "reminder", "out", "choose", "time", "rules"];

/// What stands beside our name where mail is listed.
pub(super) fn sender(kind: &str, live: &Live, side: SideId) -> &'static str {
    match kind {
        "confirm" | "address" => "please confirm",
        "held" => "mail stopped",
        "reminder" => "your time",
        "out" => "out of time",
        "choose" => "yours to choose",
        "time" => "the clock",
        "trouble" | "moved" | "link" | "rules" => "notice",
        _ if live.session.outcome().is_some() => "game over",
        _ if live.session.asked(side).is_some() => "your move",
        _ if agreement::waits_for(&*live.session, side).is_some() => "your answer",
        _ => "their move",
    }
}

/// The first line, which mail programs show beside the subject: whose move it is and what is asked.
pub(super) fn preview(
    kind: &str,
    reports: &[Report],
    ask: Option<&AskInfo>,
    waits: Option<&str>,
    outcome: Option<&str>,
    other: &str,
) -> String {
    let move_ = match (outcome, ask, waits) {
        (Some(outcome), ..) => outcome.to_owned(),
        (None, Some(ask), None) => format!("Your move: {}", ended(&ask.title)),
        (None, Some(ask), Some(waits)) => format!("{waits} Your move: {}", ended(&ask.title)),
        (None, None, Some(waits)) => waits.to_owned(),
        (None, None, None) => format!("It is the move of {other}; nothing is asked of you."),
    };
    let closed = reports.iter().filter(|report| report.closed.is_some()).count();
    let before = match kind {
        "invitation" => format!("You are invited to a game against {other}. "),
        "explain" => "Your mail did not say which game it is about; answer this one instead. ".to_owned(),
        "talk" => format!("Word from {other}. "),
        "receipt" if closed > 0 && closed == reports.len() => "Nothing of your mail was carried out. ".to_owned(),
        "receipt" if closed > 0 => format!("Of your last {} mails, {closed} came to nothing. ", reports.len()),
        "receipt" if reports.iter().any(Report::has_fault) => "Something in your mail was refused. ".to_owned(),
        _ => String::new(),
    };
    before + &move_
}

/// A title as a sentence.
fn ended(title: &str) -> String {
    if title.ends_with(['.', '?', '!', ':']) { title.to_owned() } else { format!("{title}.") }
}
