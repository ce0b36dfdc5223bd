use crate::mail::{Echo, Fate};
use engine::table::{LineReport, Verdict};

/// Puts a verdict into words, for page and mail.
pub fn echo(line: &LineReport) -> Echo {
    let one = |text: &str| vec![text.to_owned()];
    let (fate, lines) = match &line.verdict {
        Verdict::Done(lines) if lines.is_empty() => (Fate::Done, one("Carried out.")),
        Verdict::Done(lines) => (Fate::Done, lines.clone()),
        Verdict::Refused { refusal, summary } => {
            let mut lines = vec![refusal.message.clone()];
            if !refusal.remedy.is_empty() {
                lines.push(refusal.remedy.clone());
            }
            // what has no number is a rule of the house, and the message says it all
            if refusal.case.contains(|sign: char| sign.is_ascii_digit()) {
                let rule = if summary.is_empty() { String::new() } else { format!(": {summary}") };
                lines.push(format!("Rule {}{rule}", refusal.case));
            }
            (Fate::Refused, lines)
        }
        Verdict::Misread(message) => (Fate::Misread, vec![message.clone()]),
        Verdict::TakenBack => (Fate::TakenBack, one("A later line was refused, so it does not count. Send it again.")),
        Verdict::NotReached => (Fate::NotReached, one("A line before it was refused. Send it again.")),
        Verdict::Answered(lines) => (Fate::Answered, lines.clone()),
        Verdict::TriedOut(lines) => (Fate::TriedOut, lines.clone()),
        Verdict::Parked => (Fate::Waits, one("It waits until it can go on. `take back` calls back all that waits.")),
        Verdict::Returned(reason) => (Fate::TakenBack, vec![format!("It came back: {reason}. Send it again.")]),
    };
    Echo { order: line.text.clone(), fate, lines }
}
