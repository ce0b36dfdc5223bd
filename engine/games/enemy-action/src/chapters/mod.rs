//! The chapters of the rulebook. Whoever judges sees `Known`: what lies open, and his own hand.

pub mod activation;
pub mod asking;
pub mod cards;
pub mod combat;
pub mod engineers;
pub mod events;
pub mod fuel;
pub mod movement;
pub mod ownership;
pub mod replacements;
pub mod reserves;
pub mod sequence;
pub mod setup;
pub mod stacking;
pub mod supply;
pub mod victory;
