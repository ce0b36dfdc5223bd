//! Every rule that is enforced is cited by the title of a test.

use definitions::{Case, RuleIndex};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The cases that no title of a test in a crate's `src` and `tests` names, though they are enforced.
pub fn uncited<'a>(rules: &'a RuleIndex, krate: &Path) -> Vec<&'a str> {
    let mut all = Vec::new();
    titles(&krate.join("tests"), &mut all);
    titles(&krate.join("src"), &mut all);
    let cited: BTreeSet<String> = all.iter().flat_map(|title| cited(rules, title)).collect();
    rules.enforced().map(|case| case.number.as_str()).filter(|case| !cited.contains(*case)).collect()
}

/// The cases that are not enforced yet and that a text does not mention.
pub fn unmentioned<'a>(rules: &'a RuleIndex, text: &str) -> Vec<&'a str> {
    let words: BTreeSet<&str> = text.split([' ', ',', '\n', '(', ')']).map(|word| word.trim_end_matches('.')).collect();
    rules.not_yet_enforced().map(|case| case.number.as_str()).filter(|number| !words.contains(number)).collect()
}

/// Holds that a rule index is whole: every heading of the rulebook has its cases, and every case stands under one. The headings
/// are lines of `HEADING | FIRST LAST`, with the first and the last case under it, in the order of the index.
///
/// # Panics
/// At the first heading without its cases, and at a case under no heading.
pub fn stands_under_headings(rules: &RuleIndex, headings: &str) {
    let cases: Vec<&str> = rules.iter().map(|case| case.number.as_str()).collect();
    let mut next = 0;
    for line in headings.lines().filter(|line| !line.starts_with('#')) {
        let (heading, under) = line.split_once(" | ").unwrap_or_else(|| panic!("{line}"));
        let (first, last) = under.split_once(' ').unwrap_or((under, under));
        assert_eq!(cases.get(next), Some(&first), "{heading}");
        let end = cases[next..].iter().position(|case| *case == last);
        next += end.unwrap_or_else(|| panic!("{heading}: no {last} after {first}")) + 1;
    }
    assert_eq!(next, cases.len(), "{:?} stands under no heading", cases.get(next));
}

/// Titles of tests in a folder's sources: `case_4_2b_…`, `cases_4_2b_and_4_3a_…`.
fn titles(folder: &Path, found: &mut Vec<String>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for path in entries.map(|entry| entry.expect("a readable folder").path()) {
        if path.is_dir() {
            titles(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let mut lines = text.lines().map(str::trim);
            while let Some(line) = lines.next() {
                if line == "#[test]" {
                    let title = lines.next().and_then(|line| line.strip_prefix("fn ")?.split('(').next());
                    found.extend(title.map(str::to_owned));
                }
            }
        }
    }
}

/// The case numbers that a title names: `case_4_2b_one_unit` names 4.2b, `cases_t_crta_and_7_5f_…` T.CRTa and 7.5f.
pub fn cited(rules: &RuleIndex, title: &str) -> BTreeSet<String> {
    let words = title.strip_prefix("cases_").or_else(|| title.strip_prefix("case_"));
    let Some(words) = words else { return BTreeSet::new() };
    let known = |number: &str| {
        let same = |case: &&Case| case.number.eq_ignore_ascii_case(number);
        rules.iter().find(same).map(|case| case.number.clone())
    };
    let words: Vec<&str> = words.split('_').collect();
    let mut numbers = BTreeSet::new();
    let mut at = 0;
    while at < words.len() {
        // the longest run of words that is a number of the rule index
        let run =
            (at + 1..=words.len().min(at + 4)).rev().find_map(|end| Some((end, known(&words[at..end].join("."))?)));
        match run {
            Some((end, number)) => {
                numbers.insert(number);
                at = end;
            }
            None if words[at] == "and" || words[at] == "to" => at += 1,
            None => break,
        }
    }
    numbers
}
