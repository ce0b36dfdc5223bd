//! Combat (3.2, SCS.8, SCS.ODDS, SCS.FIGHT): who fights, at which odds, who must hold, where the beaten go, who follows.

mod advance;
pub mod answers;
pub mod attack;
pub mod course;
mod hold;
mod losses;
mod retreat;
mod strength;

pub use advance::{Advance, advances};
pub use attack::announce;
pub use hold::must_hold;
pub use losses::{lost, strongest};
pub use retreat::{Way, gone, ways};
pub use strength::{Weighed, able, attack_of, defence_of, weigh};
