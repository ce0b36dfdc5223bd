//! What is printed, as the rules read it: map, units and tables.

pub mod board;
pub mod definitions;
pub mod event_range;
pub mod files;
pub mod forces;
pub mod influence;
pub mod options;
pub mod sides;
pub mod tables;
