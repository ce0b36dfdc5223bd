use crate::mail::{Echo, Fate};
use engine::table::{LineReport, Verdict};

/// Puts a verdict into words, for page and mail.
pub fn echo(line: &LineReport) -> Echo {
    let one = |text: &str| vec![text.to_owned()];
    let (fate, lines) = match &line.verdict {
        Verdict::Done(lines) if lines.is_empty() => (Fate::Done, one("Carried out.")),
        // a combat is told in two lines
        Verdict::Done(lines) => (Fate::Done, lines.iter().flat_map(|told| told.lines()).map(str::to_owned).collect()),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_in_two_lines_is_two_statements() {
        let told = vec!["9 against 3 is 3:1.\nThe die shows 3.".to_owned(), "A unit is lost.".to_owned()];
        let line = LineReport { text: "defend lead 110".to_owned(), verdict: Verdict::Done(told) };
        assert_eq!(echo(&line).lines, ["9 against 3 is 3:1.", "The die shows 3.", "A unit is lost."]);
    }
}
