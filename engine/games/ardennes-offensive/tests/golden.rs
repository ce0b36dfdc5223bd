//! The worked examples of the rulebook come out as printed.

use ardennes_offensive::ArdennesOffensive;
use std::path::Path;
use testing::golden_games;

#[test]
fn every_golden_game_is_told_as_it_was_recorded() {
    golden_games::<ArdennesOffensive>(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden"));
}
