//! What came of games: how they ended, and how often they went to and fro.

use crate::change::{Change, add, index, integer, text};

/// `hand_overs` counts how often a decision came to a side by what the other did; `ended` is when the game ended, in
/// milliseconds, 0 while it is not known; `result` is what came of it, as JSON, empty while it is not known.
pub(crate) fn changes() -> Vec<Change> {
    vec![
        add("games", integer("hand_overs").default(0).take()),
        add("games", integer("ended").default(0).take()),
        add("games", text("result").default("").take()),
        index("games_status", "games", &["status", "id"]),
    ]
}
