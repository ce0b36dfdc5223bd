//! Combat (11): who fights, with which guns, at which odds, where the beaten go, who follows.

pub mod answers;
pub mod attack;
pub mod course;
mod guns;
mod retreat;
mod strength;

pub use guns::{defender_support, engineers, helps_attack};
pub use retreat::{Way, ways};
pub use strength::{Weighed, defenders, weigh};

use crate::printed::Definitions;
use crate::truth::state::State;
use definitions::UnitId;
use definitions::hex::HexId;

/// What supports the defence of a hex without anybody's order (R80).
pub fn defended(definitions: &Definitions, state: &State, target: HexId) -> Vec<UnitId> {
    let defenders = strength::defenders(definitions, state, target);
    engineers(definitions, state, target, &defenders).into_iter().collect()
}
