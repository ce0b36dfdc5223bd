//! What a mail program shows of a mail in its list: whose move it is and what is asked, beside our name and in the first line.

use super::agreement;
use crate::live::Live;
use engine::contract::SideId;
use engine::table::{AskInfo, Report};

/// Kinds of mails that do not tell how the game stands.
pub(super) const NOTICES: [&str; 11] =
    ["confirm", "held", "trouble", "address", "moved", "link", "reminder", "out", "choose", "time", "rules"];

/// What stands beside our name where mail is listed: whose move it is, and in which turn; or that orders came to nothing.
pub(super) fn sender(kind: &str, reports: &[Report], live: &Live, side: SideId) -> String {
    // before the first there is none
    let turn = match live.session.game_turn() {
        0 => String::new(),
        turn => format!(", turn {turn}"),
    };
    match kind {
        "confirm" | "address" => "please confirm".to_owned(),
        "held" => "mail stopped".to_owned(),
        "reminder" => "your time".to_owned(),
        "out" => "out of time".to_owned(),
        "choose" => "yours to choose".to_owned(),
        "time" => "the clock".to_owned(),
        "trouble" | "moved" | "link" | "rules" => "notice".to_owned(),
        _ if live.session.outcome().is_some() => "game over".to_owned(),
        "receipt" if is_refused(reports) => "refused, nothing done".to_owned(),
        "receipt" if reports.iter().any(Report::has_fault) => format!("partly refused{turn}"),
        _ if live.session.asked(side).is_some() => format!("your move{turn}"),
        _ if agreement::waits_for(&*live.session, side).is_some() => format!("your answer{turn}"),
        _ => format!("their move{turn}"),
    }
}

/// Whether nothing was done of what came in, as something in it was refused.
fn is_refused(reports: &[Report]) -> bool {
    reports.iter().any(Report::has_fault) && !reports.iter().any(|report| report.changed)
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
        "receipt" if is_refused(reports) => "Something in your mail was refused, and nothing was done. ".to_owned(),
        "receipt" if reports.iter().any(Report::has_fault) => "Something in your mail was refused. ".to_owned(),
        _ => String::new(),
    };
    before + &move_
}

/// A title as a sentence.
fn ended(title: &str) -> String {
    if title.ends_with(['.', '?', '!', ':']) { title.to_owned() } else { format!("{title}.") }
}
