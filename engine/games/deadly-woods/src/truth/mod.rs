//! What is true: the state, what happens to it, and what follows from where units stand.

pub mod disposition;
pub mod event;
mod evolve;
pub mod order;
mod roster;
mod round;
pub mod state;

pub use evolve::evolve;
