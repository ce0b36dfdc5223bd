//! One folder a game. Nothing outside names them but the list in [`crate::table::GAMES`].

pub mod autumn_fog;
pub mod ford;

pub use autumn_fog::AutumnFog;
pub use ford::Ford;
