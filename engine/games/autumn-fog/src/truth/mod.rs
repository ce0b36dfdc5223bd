//! What is true: the state, what happens, and how it is written into the state.

pub mod disposition;
pub mod event;
pub mod evolve;
pub mod fight;
pub mod marks;
pub mod order;
pub mod roster;
mod scenario;
pub mod search;
mod setup;
pub mod state;
pub mod unit;
pub mod upgrade;
pub mod zones;
