use crate::mail::{Block, Echo, Fate};
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
        Verdict::Returned(reason) => {
            (Fate::TakenBack, vec![format!("It came back: {}. Send it again.", reason.trim_end_matches('.'))])
        }
    };
    Echo { order: line.text.clone(), fate, lines }
}

/// Verdicts of a mail in blocks: what is told of several lines in the same words is told once, with the lines below it, as they
/// may be copied.
pub(super) fn blocks(lines: &[LineReport]) -> Vec<Block> {
    let (mut blocks, mut echoes, mut told) = (Vec::new(), Vec::new(), Vec::new());
    for line in lines {
        let same: Vec<&LineReport> = lines.iter().filter(|other| other.verdict == line.verdict).collect();
        let Some(words) = of_many(&line.verdict).filter(|_| same.len() > 1) else {
            echoes.push(echo(line));
            continue;
        };
        if told.contains(&&line.verdict) {
            continue;
        }
        told.push(&line.verdict);
        let (order, fate) = (format!("{} lines", same.len()), echo(line).fate);
        echoes.push(Echo { order, fate, lines: vec![words] });
        blocks.push(Block::Echo(std::mem::take(&mut echoes)));
        blocks.push(Block::Orders(same.into_iter().map(|line| line.text.clone()).collect()));
    }
    blocks.extend((!echoes.is_empty()).then_some(Block::Echo(echoes)));
    blocks
}

/// What is told of several lines that have this verdict; none where each is told by itself.
fn of_many(verdict: &Verdict) -> Option<String> {
    Some(match verdict {
        Verdict::TakenBack => "A later line was refused, so they do not count. Send them again:".to_owned(),
        Verdict::NotReached => "A line before them was refused. Send them again:".to_owned(),
        Verdict::Parked => "They wait until they can go on. `take back` calls back all that waits.".to_owned(),
        Verdict::Returned(reason) => format!("They came back: {}. Send them again:", reason.trim_end_matches('.')),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_several_lines_have_in_common_is_told_once_with_all_of_them() {
        let line = |text: &str, verdict: &Verdict| LineReport { text: text.to_owned(), verdict: verdict.clone() };
        let misread = Verdict::Misread("no order".to_owned());
        let lines = [
            line("mine 3", &Verdict::TakenBack),
            line("hello", &misread),
            line("bid 1", &Verdict::NotReached),
            line("move 2", &Verdict::NotReached),
        ];
        let [Block::Echo(first), Block::Orders(orders)] = &blocks(&lines)[..] else { panic!("{:?}", blocks(&lines)) };
        let words: Vec<&str> = first.iter().map(|echo| echo.order.as_str()).collect();
        assert_eq!(words, ["mine 3", "hello", "2 lines"]);
        assert_eq!(first[2].lines, ["A line before them was refused. Send them again:"]);
        assert_eq!(orders, &["bid 1", "move 2"]);
        assert_eq!(blocks(&[]), []);
    }

    #[test]
    fn a_reason_that_ends_in_a_full_stop_gets_no_second_one() {
        let back = Verdict::Returned("Legal instead: `end`.".to_owned());
        let line = LineReport { text: "x".to_owned(), verdict: back };
        assert_eq!(echo(&line).lines, ["It came back: Legal instead: `end`. Send it again."]);
    }

    #[test]
    fn what_is_told_in_two_lines_is_two_statements() {
        let told = vec!["9 against 3 is 3:1.\nThe die shows 3.".to_owned(), "A unit is lost.".to_owned()];
        let line = LineReport { text: "defend lead 110".to_owned(), verdict: Verdict::Done(told) };
        assert_eq!(echo(&line).lines, ["9 against 3 is 3:1.", "The die shows 3.", "A unit is lost."]);
    }
}
