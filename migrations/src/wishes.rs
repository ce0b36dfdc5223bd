//! What players keep and wish beside their games: notes, hours without mail, an address for feed readers; and what they
//! report to their host.

use crate::change::{Change, ForeignKey, Table, TableCreateStatement, add, index, integer, table, text};

/// New in older tables: `outbox.quiet_until` is when the hours end in which a mail's reader wants none; `people.feeds` counts
/// how often somebody made the address of his feed void; `games.told_rules` is the version of the rules of which a game's
/// players know, 0 while it is that by which it was begun.
pub(crate) fn changes() -> Vec<Change> {
    vec![
        table(notes()),
        table(quiet_hours()),
        table(complaints()),
        index("notes_seat", "notes", &["game", "side"]),
        add("outbox", integer("quiet_until").default(0).take()),
        add("people", integer("feeds").default(0).take()),
        add("games", integer("told_rules").default(0).take()),
    ]
}

/// What a player notes for himself. `moment` is how far the game had come, as he saw it; `mark` makes known what is sent twice.
fn notes() -> TableCreateStatement {
    Table::create()
        .table("notes")
        .col(integer("id").auto_increment().primary_key())
        .col(integer("game"))
        .col(text("side"))
        .col(integer("at"))
        .col(text("moment"))
        .col(text("words"))
        .col(text("mark").unique_key())
        .foreign_key(ForeignKey::create().from("notes", "game").to("games", "id"))
        .take()
}

/// Between which hours no mail goes to an address: `22:00-7:00 Europe/Berlin`.
fn quiet_hours() -> TableCreateStatement {
    Table::create().table("quiet_hours").col(text("address").primary_key()).col(text("hours")).take()
}

/// What players report to their host. `records` is how many records the game had; `state` is `open` or `settled`, `answer` what
/// the host wrote back.
fn complaints() -> TableCreateStatement {
    Table::create()
        .table("complaints")
        .col(integer("id").auto_increment().primary_key())
        .col(integer("game"))
        .col(text("side"))
        .col(integer("at"))
        .col(integer("records"))
        .col(text("words"))
        .col(text("mark").unique_key())
        .col(text("state"))
        .col(text("answer"))
        .foreign_key(ForeignKey::create().from("complaints", "game").to("games", "id"))
        .take()
}
