//! The rule index is whole, and what it says is enforced is tested.

use enemy_action::printed::{Definitions, files};
use std::path::Path;
use testing::{stands_under_headings, uncited};

const HEADINGS: &str = include_str!("headings.txt");

fn game() -> Definitions {
    Definitions::parse(&files()).unwrap_or_else(|faults| panic!("{}", faults[0]))
}

#[test]
fn every_heading_of_the_rulebook_has_its_cases_and_every_case_stands_under_one() {
    stands_under_headings(&game().published.rules, HEADINGS);
}

#[test]
fn every_case_of_kind_rule_that_is_enforced_is_cited_by_a_test() {
    let game = game();
    let missing = uncited(&game.published.rules, Path::new(env!("CARGO_MANIFEST_DIR")));
    assert!(missing.is_empty(), "{} rules are cited by no test: {}", missing.len(), missing.join(", "));
}
