//! Action rounds (14): who may move and who may attack, by what is played.

pub mod cup;
pub mod reinforcements;
mod who;

pub use who::{choose, may_attack, may_move, name};
