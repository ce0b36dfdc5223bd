//! Every rule that is enforced is cited by the title of a test.

use crate::place::GAME;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

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
fn cited(title: &str) -> BTreeSet<String> {
    let words = title.strip_prefix("cases_").or_else(|| title.strip_prefix("case_"));
    let Some(words) = words else { return BTreeSet::new() };
    let known = |number: &str| {
        let same = |case: &&engine::definitions::Case| case.number.eq_ignore_ascii_case(number);
        GAME.published.rules.iter().find(same).map(|case| case.number.clone())
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

#[test]
fn every_case_of_kind_rule_that_is_enforced_is_cited_by_a_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = Vec::new();
    titles(&root.join("tests"), &mut all);
    titles(&root.join("src"), &mut all);
    let cited: BTreeSet<String> = all.iter().flat_map(|title| cited(title)).collect();
    let missing: Vec<&str> = GAME
        .published
        .rules
        .enforced()
        .map(|case| case.number.as_str())
        .filter(|case| !cited.contains(*case))
        .collect();
    assert!(missing.is_empty(), "{} rules are cited by no test: {}", missing.len(), missing.join(", "));
}

#[test]
fn a_title_names_cases_with_letters_tables_and_answers() {
    let names = |title: &str, expected: &[&str]| {
        assert_eq!(cited(title).into_iter().collect::<Vec<_>>(), expected, "{title}");
    };
    names("case_4_2b_a_unit_attacks", &["4.2b"]);
    names("cases_4_2b_4_3a_and_3_4_2a_it_binds", &["3.4.2a", "4.2b", "4.3a"]);
    names("cases_t_crta_and_q_18_a_result", &["Q.18", "T.CRTa"]);
    names("a_sentence_about_4_2b", &[]);
}

#[test]
fn the_readme_lists_every_rule_that_is_not_enforced_yet() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md");
    let readme = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let words: BTreeSet<&str> =
        readme.split([' ', ',', '\n', '(', ')']).map(|word| word.trim_end_matches('.')).collect();
    let missing: Vec<&str> = GAME
        .published
        .rules
        .not_yet_enforced()
        .map(|case| case.number.as_str())
        .filter(|number| !words.contains(number))
        .collect();
    assert!(missing.is_empty(), "the README does not mention {}", missing.join(", "));
}
