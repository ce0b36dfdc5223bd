//! Orders of an enemy: whatever comes as text or JSON, in positions that games of all scenarios reach.

use enemy_action::EnemyAction;
use testing::Raid;

/// Orders that are tried in the suite, and in a soak (`just soak-enemy`).
const ORDERS: [u64; 2] = [3_000, 1_000_000];
/// Words that begin orders in every game; the others answer what random games come to now and then.
const COMMON: [&str; 6] = ["activate", "move", "attack", "draw", "lose", "end"];

#[test]
fn no_order_in_text_or_json_makes_the_program_fail_and_none_that_is_refused_changes_anything() {
    Raid::<EnemyAction>::new().orders(ORDERS, &COMMON, &|_, _, _| Vec::new());
}
