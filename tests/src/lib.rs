//! End-to-end tests of the whole service.

pub mod app;
pub mod fixture;
pub mod http;
pub mod sink;

use engine::games::Ford;
use engine::table::{GameKind, Kind};

/// The little game that proves the contract, offered like any other.
pub static FORD: &[&dyn GameKind] = &[&Kind::<Ford>::new()];
