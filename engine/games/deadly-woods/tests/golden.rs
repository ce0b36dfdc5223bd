//! Worked examples of the rulebook, and courses of play, come out as recorded.

use deadly_woods::DeadlyWoods;
use std::path::Path;
use testing::golden_games;

#[test]
fn every_golden_game_is_told_as_it_was_recorded() {
    golden_games::<DeadlyWoods>(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden"));
}
