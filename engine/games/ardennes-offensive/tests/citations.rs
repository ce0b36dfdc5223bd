//! Every rule that is enforced is cited by the title of a test.

use ardennes_offensive::ArdennesOffensive;
use engine::contract::Foundation;
use std::path::Path;
use testing::uncited;

#[test]
fn every_case_of_kind_rule_that_is_enforced_is_cited_by_a_test() {
    let game =
        ArdennesOffensive::definitions(&ArdennesOffensive::files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
    let missing = uncited(&game.published.rules, Path::new(env!("CARGO_MANIFEST_DIR")));
    assert!(missing.is_empty(), "{} rules are cited by no test: {}", missing.len(), missing.join(", "));
}
