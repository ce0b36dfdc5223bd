//! What happened, as a mail tells it: in chapters, and no longer than somebody reads.

use crate::mail::Block;
use engine::table::{Chapter, ChapterLine, Report, Verdict};

/// Lines up to which a story is one list.
const SHORT: usize = 8;
/// Lines from which on what goes without saying is left out.
const LONG: usize = 24;
/// Lines that a mail tells at most: of a longer story the end, and of what came before it the headings.
const MOST: usize = 120;

/// A story in blocks.
pub(super) fn blocks(chapters: &[Chapter]) -> Vec<Block> {
    let all: usize = chapters.iter().map(|chapter| chapter.lines.len() + usize::from(chapter.heading.is_some())).sum();
    if all <= SHORT {
        let lines = |chapter: &Chapter| {
            let texts = chapter.lines.iter().map(|line| line.text.clone());
            chapter.heading.iter().cloned().chain(texts).collect::<Vec<_>>()
        };
        let lines: Vec<String> = chapters.iter().flat_map(lines).flat_map(|text| statements(&text)).collect();
        return if lines.is_empty() { Vec::new() } else { vec![Block::List(lines)] };
    }
    let told = |line: &&ChapterLine| all <= LONG || !line.goes_without_saying;
    let (mut left, mut cut, mut parts) = (MOST, 0, Vec::new());
    // the newest first, for it is what the question is about
    for chapter in chapters.iter().rev() {
        // of an event in several lines the first is the heading
        let (heading, rest) = match chapter.heading.as_deref().map(|text| text.split_once('\n').unwrap_or((text, ""))) {
            Some((heading, rest)) => (Some(heading), rest),
            None => (None, ""),
        };
        let own = chapter.lines.iter().filter(told).flat_map(|line| statements(&line.text));
        let lines: Vec<String> = statements(rest).into_iter().chain(own).collect();
        let kept = lines.len().min(left);
        left -= kept;
        cut += lines.len() - kept;
        let lines = lines[lines.len() - kept..].to_vec();
        let list = (!lines.is_empty()).then_some(Block::List(lines));
        let heading = heading.map(|heading| Block::Paragraph(titled(heading)));
        parts.push(heading.into_iter().chain(list).collect::<Vec<_>>());
    }
    let mut blocks: Vec<Block> = Vec::new();
    if cut > 0 {
        blocks.push(Block::Paragraph(format!(
            "{cut} lines are left out, the oldest. The log on your page, behind the link at the end of this mail, has all."
        )));
    }
    blocks.extend(parts.into_iter().rev().flatten());
    blocks
}

/// A combat is told in several lines.
fn statements(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

/// An event as a heading: `— Turn 1 —` and `I SS-Panzerkorps is activated.` without what lists need.
fn titled(heading: &str) -> String {
    let bare = heading.trim_matches(['—', ' ']);
    format!("{}:", bare.trim_end_matches('.'))
}

/// Takes away what the report says already, so that nobody reads a line twice.
pub(super) fn leave_out_echoed(chapters: &mut Vec<Chapter>, reports: &[Report]) {
    for line in reports.iter().flat_map(|report| &report.lines) {
        let Verdict::Done(lines) = &line.verdict else { continue };
        for said in lines {
            leave_out(chapters, said);
        }
    }
    chapters.retain(|chapter| chapter.heading.is_some() || !chapter.lines.is_empty());
}

fn leave_out(chapters: &mut [Chapter], said: &str) {
    for chapter in chapters {
        if chapter.heading.as_deref() == Some(said) {
            chapter.heading = None;
            return;
        }
        if let Some(place) = chapter.lines.iter().position(|line| line.text == said) {
            chapter.lines.remove(place);
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chapter(heading: Option<&str>, lines: &[(&str, bool)]) -> Chapter {
        let line = |(text, goes): &(&str, bool)| ChapterLine { text: (*text).to_owned(), goes_without_saying: *goes };
        Chapter { heading: heading.map(str::to_owned), lines: lines.iter().map(line).collect() }
    }

    #[test]
    fn a_short_story_is_one_list() {
        let story = [chapter(None, &[("A.", true)]), chapter(Some("B."), &[("C.\nD.", false)])];
        let lines = ["A.", "B.", "C.", "D."].map(str::to_owned).to_vec();
        assert_eq!(blocks(&story), [Block::List(lines)]);
        assert_eq!(blocks(&[]), []);
    }

    #[test]
    fn a_longer_one_has_headings_and_leaves_out_what_goes_without_saying() {
        let many = [("He acts.", true), ("He moves.", false)].repeat(LONG / 2);
        let told = blocks(&[chapter(Some("— Turn 2 —"), &[]), chapter(Some("X is activated."), &many)]);
        assert_eq!(told[0], Block::Paragraph("Turn 2:".to_owned()));
        assert_eq!(told[1], Block::Paragraph("X is activated:".to_owned()));
        assert_eq!(told[2], Block::List(vec!["He moves.".to_owned(); LONG / 2]));
    }

    #[test]
    fn of_one_that_nobody_reads_to_its_end_the_end_is_told_and_where_the_rest_is() {
        let old = chapter(Some("Old."), &[("O.", false); 40]);
        let new = chapter(Some("New."), &[("N.", false); MOST - 10]);
        let told = blocks(&[old, new]);
        assert!(matches!(&told[0], Block::Paragraph(text) if text.starts_with("30 lines")));
        assert_eq!(told[2], Block::List(vec!["O.".to_owned(); 10]), "the last of them");
        assert_eq!(told[4], Block::List(vec!["N.".to_owned(); MOST - 10]));
    }

    #[test]
    fn what_a_receipt_has_said_is_not_told_again() {
        let mut story = vec![chapter(None, &[("A.", false), ("B.", false)]), chapter(Some("C."), &[])];
        leave_out(&mut story, "A.");
        leave_out(&mut story, "C.");
        assert_eq!(story[0].lines.len(), 1);
        assert_eq!(story[1].heading, None);
    }
}
