//! The two sides.

use engine::contract::SideId;

/// The German side.
pub const GERMAN: SideId = SideId(0);
/// The Allied side.
pub const ALLIED: SideId = SideId(1);

/// The names of the sides in the tables and their ids in `units.txt`.
pub const NAMES: [&str; 2] = ["german", "allied"];
