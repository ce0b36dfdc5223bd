//! Mathematics of boards that every game needs, as functions of what a game tells them: they know no rule.
//!
//! - [`Reach`]: where something can go with what it has to spend;
//! - [`Lines`]: where lines lead, and how long they are;
//! - [`Stacks`]: which pieces are in which hex.

mod lines;
mod reach;
mod stacks;

pub use lines::Lines;
pub use reach::Reach;
pub use stacks::Stacks;
