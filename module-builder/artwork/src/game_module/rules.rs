//! The rules in short, as pages of a window: the sequence of play, then the cases of the rulebook, chapter by chapter.

use super::pages::{escape, sequence};
use definitions::{Case, CaseKind, Published};
use std::fmt::Write;

/// The sequence of play and a page for each chapter; none if the game tells no rules.
pub(super) fn pages(game: &Published) -> Vec<(String, String)> {
    let cases: Vec<&Case> = game.rules.iter().collect();
    if cases.is_empty() {
        return Vec::new();
    }
    let chapters = cases.chunk_by(|case, next| chapter(case) == chapter(next));
    std::iter::once(("Sequence of play".to_owned(), turn(game))).chain(chapters.map(page)).collect()
}

/// The first part of a case's number: `4` of `4.2b`, `T` of `T.CRT`.
fn chapter(case: &Case) -> &str {
    let number = case.number.split('.').next().unwrap_or_default();
    number.trim_end_matches(|sign: char| sign.is_ascii_lowercase())
}

/// The phases of a turn, under the parts to which they belong.
fn turn(game: &Published) -> String {
    let mut html = String::from("<h3>Sequence of play</h3>");
    let sequence = sequence(game);
    let mut number = 0;
    for phases in sequence.chunk_by(|(part, _), (next, _)| part == next) {
        if !phases[0].0.is_empty() {
            let _ = write!(html, "<h4>{}</h4>", escape(&phases[0].0));
        }
        html.push_str("<table cellpadding=2>");
        for (_, phase) in phases {
            number += 1;
            let _ = write!(html, "<tr><td align=right>{number}</td><td>{}</td></tr>", escape(phase));
        }
        html.push_str("</table>");
    }
    html
}

fn page(cases: &[&Case]) -> (String, String) {
    let head = cases[0];
    let title = match chapter(head) {
        "S" => "Set-up".to_owned(),
        "T" => "Tables".to_owned(),
        "Q" => "Official answers".to_owned(),
        number if number == head.number => format!("{number} {}", head.title),
        number => number.to_owned(),
    };
    let mut html = format!("<h3>{}</h3>", escape(&title));
    for case in cases {
        let (number, name, summary) = (&case.number, escape(&case.title), escape(&case.summary));
        let _ = match case.kind {
            _ if title.ends_with(&format!("{number} {}", case.title)) => write!(html, "<p>{summary}</p>"),
            CaseKind::Commentary => write!(html, "<p><b>{number} {name}</b><br><i>{summary}</i></p>"),
            _ => write!(html, "<p><b>{number} {name}</b><br>{summary}</p>"),
        };
    }
    html.push_str("<p><i>In our own words, and short: the rulebook decides.</i></p>");
    (title, html)
}
