//! The two sides.

use engine::contract::SideId;

/// The German side.
pub const GERMAN: SideId = SideId(0);
/// The Allied side.
pub const ALLIED: SideId = SideId(1);
