//! Orders of an enemy: whatever comes as text or JSON, in positions that games of all ten scenarios reach; and his game files.

use ardennes_offensive::ArdennesOffensive;
use std::path::Path;
use testing::Raid;

/// Orders that are tried in the suite, and in a soak (`just soak`).
const ORDERS: [u64; 2] = [6_000, 1_000_000];
/// Game files that are tried.
const FILES: [u64; 2] = [60, 20_000];
/// Words that begin orders in every game.
const COMMON: [&str; 8] = ["move", "march", "attack", "retreat", "advance", "lose", "enter", "end"];

#[test]
fn no_order_in_text_or_json_makes_the_program_fail_and_none_that_is_refused_changes_anything() {
    Raid::<ArdennesOffensive>::new().orders(ORDERS, &COMMON, &|_, _, _| Vec::new());
}

#[test]
fn no_game_file_makes_the_program_fail() {
    Raid::<ArdennesOffensive>::new().files(FILES, &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden"));
}
