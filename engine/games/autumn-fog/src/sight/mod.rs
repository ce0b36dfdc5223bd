//! What each side sees: views, events as they are told, and orders that what is hidden does not let be carried out.

pub mod glimpse;
pub mod sighted;
mod thwart;
pub mod view;

pub use thwart::thwarts;
