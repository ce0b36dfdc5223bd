//! End-to-end tests of the whole service.

pub mod app;
pub mod enemy;
pub mod fixture;
pub mod host;
pub mod http;
pub mod letters;
pub mod sink;
pub mod trap;
pub mod wire;

use engine::table::{GameKind, Kind};
use ford::Ford;

/// The little game that proves the contract, offered like any other.
pub static FORD: &[&dyn GameKind] = &[&Kind::<Ford>::new()];

/// The same with a referee who falls over.
pub static TRAP: &[&dyn GameKind] = &[&trap::Trap];
