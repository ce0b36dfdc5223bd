//! Movement (7): who moves, where to, and why not.

pub mod exits;
pub mod march;
pub mod orders;
mod reach;

pub use reach::{Barrier, Mover, barred, bridged, released};
