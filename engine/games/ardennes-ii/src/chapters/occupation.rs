//! What follows on where units have come to stand: jams (3.4d), charges at which Germans are (3.8m), VP hexes (6c).

use crate::ArdennesII;
use crate::chapters::{bridges, disorganized, victory};
use engine::contract::Turn;

/// Writes down what follows on where units stand now.
pub fn follows(turn: &mut Turn<'_, ArdennesII>) {
    let definitions = turn.definitions();
    disorganized::jammed(definitions, turn).into_iter().for_each(|event| turn.emit(event));
    bridges::overrun(definitions, turn).into_iter().for_each(|event| turn.emit(event));
    victory::taken(definitions, turn).into_iter().for_each(|event| turn.emit(event));
}
