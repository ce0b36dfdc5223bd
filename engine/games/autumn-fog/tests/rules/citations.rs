//! Every rule that is enforced is cited by the title of a test.

use crate::place::GAME;
use std::path::Path;
use testing::{cited, uncited, unmentioned};

#[test]
fn every_case_of_kind_rule_that_is_enforced_is_cited_by_a_test() {
    let missing = uncited(&GAME.published.rules, Path::new(env!("CARGO_MANIFEST_DIR")));
    assert!(missing.is_empty(), "{} rules are cited by no test: {}", missing.len(), missing.join(", "));
}

#[test]
fn a_title_names_cases_with_letters_tables_and_answers() {
    let names = |title: &str, expected: &[&str]| {
        assert_eq!(cited(&GAME.published.rules, title).into_iter().collect::<Vec<_>>(), expected, "{title}");
    };
    names("case_4_2b_a_unit_attacks", &["4.2b"]);
    names("cases_4_2b_4_3a_and_3_4_2a_it_binds", &["3.4.2a", "4.2b", "4.3a"]);
    names("cases_t_crta_and_q_18_a_result", &["Q.18", "T.CRTa"]);
    names("a_sentence_about_4_2b", &[]);
}

#[test]
fn the_readme_lists_every_rule_that_is_not_enforced_yet() {
    let missing = unmentioned(&GAME.published.rules, include_str!("../../../../../README.md"));
    assert!(missing.is_empty(), "the README does not mention {}", missing.join(", "));
}
