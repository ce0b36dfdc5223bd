//! The referee: plays a game file, which holds a position, dice and orders, and tells what each order does or
//! which rule forbids it. The format is described in `engine/README.md`.

mod game_file;
mod hearing;

pub use game_file::{GameFile, GivenOrder, Start};
pub use hearing::{Positions, hear};

use crate::contract::Game;
use crate::definitions::DefinitionError;
use crate::games::AutumnFog;

type Hear = fn(&GameFile, bool) -> Result<String, Vec<DefinitionError>>;

/// The games that have positions in text.
static GAMES: &[(&str, Hear)] = &[(AutumnFog::ID, hear::<AutumnFog>)];

/// Plays a game file of any game: `name` is what errors call it, `raw` adds each event as JSON.
///
/// # Errors
/// Every fault of the file, with its line and what was expected.
pub fn referee(name: &str, text: &str, raw: bool) -> Result<String, Vec<DefinitionError>> {
    let file = GameFile::parse(name, text)?;
    match GAMES.iter().find(|(id, _)| *id == file.game.0) {
        Some((_, hear)) => hear(&file, raw),
        None => {
            let known: Vec<&str> = GAMES.iter().map(|(id, _)| *id).collect();
            let message = format!("expected a game ({}), found `{}`", known.join(", "), file.game.0);
            Err(vec![DefinitionError::new(name, file.game.1, message)])
        }
    }
}
