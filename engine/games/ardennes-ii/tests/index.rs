//! The rule index is whole, and what it says is enforced is tested.

use ardennes_ii::printed::{Definitions, files};
use std::path::Path;
use testing::uncited;

const HEADINGS: &str = include_str!("headings.txt");

fn game() -> Definitions {
    Definitions::parse(&files()).unwrap_or_else(|faults| panic!("{}", faults[0]))
}

#[test]
fn every_heading_of_the_rulebook_has_its_cases_and_every_case_stands_under_one() {
    let game = game();
    let cases: Vec<&str> = game.published.rules.iter().map(|case| case.number.as_str()).collect();
    let mut next = 0;
    for line in HEADINGS.lines().filter(|line| !line.starts_with('#')) {
        let (heading, under) = line.split_once(" | ").unwrap_or_else(|| panic!("{line}"));
        let (first, last) = under.split_once(' ').unwrap_or((under, under));
        assert_eq!(cases.get(next), Some(&first), "{heading}");
        let end = cases[next..].iter().position(|case| *case == last);
        next += end.unwrap_or_else(|| panic!("{heading}: no {last} after {first}")) + 1;
    }
    assert_eq!(next, cases.len(), "{:?} stands under no heading", cases.get(next));
}

#[test]
fn every_case_of_kind_rule_that_is_enforced_is_cited_by_a_test() {
    let game = game();
    let missing = uncited(&game.published.rules, Path::new(env!("CARGO_MANIFEST_DIR")));
    assert!(missing.is_empty(), "{} rules are cited by no test: {}", missing.len(), missing.join(", "));
}
