//! The worked examples of the rulebook, and games that show a rule each, are told as they were recorded.

use crate::ArdennesOffensive;
use std::path::Path;

#[test]
fn every_golden_game_is_told_as_it_was_recorded() {
    testing::golden_games::<ArdennesOffensive>(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden"));
}
