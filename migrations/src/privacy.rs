//! Who may see what, and for how long: links that are replaced, games that are not everybody's, mail that is not kept for ever.

use crate::change::{Change, ColumnDef, add, integer, text};

/// `seats.link` counts how often the link to a seat was replaced; a link is good while it names that number. `seats.woken` is
/// when its mail was last let go: what left before then and comes back counts no more. `games.audience` is `public`, `unlisted`
/// or `private`; `games.summary` is how the start page tells of the game, as JSON, and `games.summed_up` the number of events
/// that it knows. `letters.game` and `side` say whose a letter is, so that it can be erased.
pub(crate) fn changes() -> Vec<Change> {
    vec![
        add("seats", integer("link").default(0).take()),
        add("seats", integer("woken").default(0).take()),
        add("games", text("audience").default("public").take()),
        add("games", text("summary").default("").take()),
        add("games", integer("summed_up").default(0).take()),
        add("letters", ColumnDef::new("game").big_integer().take()),
        add("letters", ColumnDef::new("side").text().take()),
    ]
}
