//! Fog of war (case 11).
//!
//! [`sight`] says who is seen, and takes the rest out of a view; [`glimpse`] does the same for events. Orders are
//! judged by what their side sees and carried out on what is true; [`thwart`] tells where the two differ. [`top`] is
//! the order of a stack.

mod glimpse;
mod sight;
mod thwart;
pub mod top;

pub use glimpse::{EventView, discloses, redact};
pub use sight::{foggy, hide, seen, seen_by};
pub use thwart::{thwarted, thwarts, unknown_controllers};
