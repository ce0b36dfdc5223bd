//! Combat (9): who attacks, chits, hits, retreats, advances.

pub mod advance;
pub mod attack;
pub mod course;
pub mod hits;
pub mod joins;
pub mod retreat;
pub mod situations;
pub mod support;
pub mod withdrawal;
