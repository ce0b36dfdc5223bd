//! One folder a game.

pub mod autumn_fog;
