//! Orders of an enemy: whatever comes as text or JSON, in positions that games of both scenarios reach.

use deadly_woods::DeadlyWoods;
use deadly_woods::truth::order::{Step, Verb};
use testing::Raid;

/// Orders that are tried in the suite, and in a soak (`just soak-enemy`).
const ORDERS: [u64; 2] = [3_000, 1_000_000];
/// Words that begin orders in every game; the others answer what random games come to now and then.
const COMMON: [&str; 6] = ["place", "play", "move", "attack", "lose", "end"];
/// What begins orders at moments to which few games come: the withdrawal of the SS, the opening combat, airborne who may stand.
const RARE: [Step; 5] = [
    Step::Verb(Verb::Withdraw),
    Step::Verb(Verb::Cancel),
    Step::Verb(Verb::Convert),
    Step::Verb(Verb::Bear),
    Step::Verb(Verb::Stand),
];

#[test]
fn no_order_in_text_or_json_makes_the_program_fail_and_none_that_is_refused_changes_anything() {
    Raid::<DeadlyWoods>::new().knowing(&RARE).orders(ORDERS, &COMMON, &|_, _, _| Vec::new());
}
