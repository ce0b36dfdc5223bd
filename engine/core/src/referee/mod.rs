//! The referee: plays a game file, which holds a position, dice and orders, and tells what each order does or
//! which rule forbids it. The format is described in `engine/README.md`.

mod game_file;
mod hearing;

pub use game_file::{GameFile, GivenOrder, Start};
pub use hearing::{Positions, hear};

use definitions::DefinitionError;

/// Plays a game file of game `G`: `name` is what errors call it, `raw` adds each event as JSON.
///
/// # Errors
/// Every fault of the file, with its line and what was expected.
pub fn referee<G: Positions>(name: &str, text: &str, raw: bool) -> Result<String, Vec<DefinitionError>> {
    hear::<G>(&GameFile::parse(name, text)?, raw)
}
