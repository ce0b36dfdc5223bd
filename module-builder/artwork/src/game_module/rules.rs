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
    std::iter::once(("Sequence of play".to_owned(), turn(game))).chain(chapters.flat_map(pages_of)).collect()
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

/// Lines of a chapter that its window shows at once, and letters in a line of it.
const LINES: usize = 27;
const LETTERS: usize = 115;

/// The pages of a chapter: VASSAL opens a page that is higher than its window at the end.
fn pages_of(cases: &[&Case]) -> Vec<(String, String)> {
    let lines = |case: &Case| 3 + case.summary.chars().count() / LETTERS;
    let mut parts: Vec<Vec<&Case>> = vec![Vec::new()];
    let mut taken = 0;
    for case in cases {
        if taken + lines(case) > LINES && taken > 0 {
            parts.push(Vec::new());
            taken = 0;
        }
        taken += lines(case);
        parts.last_mut().expect("begins with one").push(*case);
    }
    let all = parts.len();
    (1..).zip(parts).map(|(n, part)| page(cases[0], &part, (n, all))).collect()
}

/// One page of so many of the chapter that a case begins.
fn page(head: &Case, cases: &[&Case], (n, all): (usize, usize)) -> (String, String) {
    let chapter = match chapter(head) {
        "S" => "Set-up".to_owned(),
        "T" => "Tables".to_owned(),
        "Q" => "Official answers".to_owned(),
        number if number == head.number => format!("{number} {}", head.title),
        number => number.to_owned(),
    };
    let title = if all > 1 { format!("{chapter} ({n} of {all})") } else { chapter.clone() };
    let mut html = format!("<h3>{}</h3>", escape(&title));
    for case in cases {
        let (number, name, summary) = (&case.number, escape(&case.title), escape(&case.summary));
        let _ = match case.kind {
            _ if chapter.ends_with(&format!("{number} {}", case.title)) => write!(html, "<p>{summary}</p>"),
            CaseKind::Commentary => write!(html, "<p><b>{number} {name}</b><br><i>{summary}</i></p>"),
            _ => write!(html, "<p><b>{number} {name}</b><br>{summary}</p>"),
        };
    }
    html.push_str("<p><i>In our own words, and short: the rulebook decides.</i></p>");
    (title, html)
}
