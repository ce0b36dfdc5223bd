//! Combat (11): who fights, with which guns, at which odds, where the beaten go, who follows.

pub mod answers;
pub mod attack;
pub mod course;
mod guns;
mod retreat;
mod strength;

pub use guns::{defender_support, helps_attack};
pub use retreat::{Way, ways};
pub use strength::{Weighed, weigh};
