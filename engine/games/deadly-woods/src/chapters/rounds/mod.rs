//! Action rounds (14): who may move and who may attack, by what is played.

pub mod cup;
pub mod reinforcements;
mod who;

pub use who::{choose, chosen, concerns, in_area, may_attack, may_move, name};
