//! The rule index is whole. None of its cases is marked as enforced yet: that each is cited by a test is held once they are.

use deadly_woods::printed::{Definitions, files};
use testing::stands_under_headings;

const HEADINGS: &str = include_str!("headings.txt");

#[test]
fn every_heading_of_the_rulebook_has_its_cases_and_every_case_stands_under_one() {
    let game = Definitions::parse(&files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
    stands_under_headings(&game.published.rules, HEADINGS);
}
