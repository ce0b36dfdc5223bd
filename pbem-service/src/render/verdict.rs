use crate::mail::Echo;
use engine::table::{LineReport, Verdict};

/// An order with its result, for page and mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderResult {
    /// The order.
    pub text: String,
    /// `done`, `refused`, `unread`, `undone` or `waits`.
    pub class: &'static str,
    /// The result in a word or two.
    pub word: &'static str,
    /// What happened, or which rule forbids it and what to do instead.
    pub lines: Vec<String>,
}

/// Puts a verdict into words.
pub fn result(line: &LineReport) -> OrderResult {
    let one = |text: &str| vec![text.to_owned()];
    let (class, word, lines) = match &line.verdict {
        Verdict::Done(lines) => ("done", "done", lines.clone()),
        Verdict::Refused { refusal, summary } => {
            let mut lines = vec![format!("[{}] {}", refusal.case, refusal.message)];
            if !refusal.remedy.is_empty() {
                lines.push(refusal.remedy.clone());
            }
            if !summary.is_empty() {
                lines.push(format!("Rule {}: {summary}", refusal.case));
            }
            ("refused", "refused", lines)
        }
        Verdict::Misread(message) => ("unread", "not understood", vec![message.clone()]),
        Verdict::TakenBack => {
            ("undone", "taken back", one("Legal, but a later line was refused before any die was rolled."))
        }
        Verdict::NotReached => ("undone", "not looked at", one("A line before it was refused.")),
        Verdict::Parked => ("waits", "waits", one("It is carried out when the other side has decided.")),
    };
    OrderResult { text: line.text.clone(), class, word, lines }
}

/// The same for a mail.
pub fn echo(line: &LineReport) -> Echo {
    let OrderResult { text, class, word, mut lines } = result(line);
    let done = class == "done" || class == "waits";
    if !["done", "refused"].contains(&class) {
        lines.insert(0, format!("{}{}.", word[..1].to_uppercase(), &word[1..]));
    }
    if lines.is_empty() {
        lines.push("Carried out.".to_owned());
    }
    Echo { order: text, done, result: lines.join(" ") }
}
