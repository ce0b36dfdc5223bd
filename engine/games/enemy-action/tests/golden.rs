//! Courses of play by the rulebook come out as recorded.

use enemy_action::EnemyAction;
use std::path::Path;
use testing::golden_games;

#[test]
fn every_golden_game_is_told_as_it_was_recorded() {
    golden_games::<EnemyAction>(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden"));
}
