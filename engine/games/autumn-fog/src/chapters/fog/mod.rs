//! Fog of war (case 11).
//!
//! [`hiding`] says who is seen, and takes the rest out of a field; [`unseen`] is what a view lacks then. Orders are judged
//! by what their side sees and carried out on what is true; [`thwarting`] tells where the two differ. [`top`] is the order
//! of a stack.

mod hiding;
mod thwarting;
pub mod top;
pub mod unseen;

pub use hiding::{foggy, hide, seen, seen_by, unseen_beside};
pub use thwarting::{thwarted, unknown_controllers, unknown_zones};
