//! The worked examples of the rulebook, and games that show a rule each, come out as printed.

use autumn_fog::AutumnFog;
use std::path::Path;
use testing::golden_games;

#[test]
fn every_golden_game_is_told_as_it_was_recorded() {
    golden_games::<AutumnFog>(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden"));
}
