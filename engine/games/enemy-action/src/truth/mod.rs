//! What is true: the state, what happens to it, and what follows from where units stand.

pub mod disposition;
pub mod event;
mod evolve;
pub mod order;
pub mod roster;
pub mod state;

pub use evolve::evolve;
