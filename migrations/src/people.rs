//! People apart from their seats, and invitations to games that are not begun.

use crate::change::{Change, ColumnDef, ForeignKey, Index, Table, TableCreateStatement, index, integer, table, text};

pub(crate) fn changes() -> Vec<Change> {
    vec![
        table(people()),
        table(invitations()),
        table(blocks()),
        index("invitations_state", "invitations", &["state", "expires"]),
    ]
}

/// Whoever wrote to us or was invited. `passes` counts how often he made all links to his games void; `closed` is 1 if he
/// wants no invitations.
fn people() -> TableCreateStatement {
    Table::create()
        .table("people")
        .col(integer("id").auto_increment().primary_key())
        .col(text("address").unique_key())
        .col(integer("created"))
        .col(integer("passes").default(0))
        .col(integer("closed").default(0))
        .take()
}

/// Games that are offered and not begun. `way` is `address`, `link`, `open` or `computer`; `side` that of who invites, empty
/// if the lot decides; `state` is `draft` (who invites has not confirmed it), `open`, `begun`, `declined`, `withdrawn`,
/// `expired` or `unreachable`. `started` is the game that came of it.
fn invitations() -> TableCreateStatement {
    Table::create()
        .table("invitations")
        .col(integer("id").auto_increment().primary_key())
        .col(text("code").unique_key())
        .col(integer("person"))
        .col(text("name"))
        .col(text("game"))
        .col(text("scenario"))
        .col(text("options"))
        .col(text("side"))
        .col(text("way"))
        .col(ColumnDef::new("guest").big_integer())
        .col(text("words"))
        .col(text("state"))
        .col(integer("created"))
        .col(integer("expires"))
        .col(ColumnDef::new("started").big_integer())
        .foreign_key(ForeignKey::create().from("invitations", "person").to("people", "id"))
        .foreign_key(ForeignKey::create().from("invitations", "started").to("games", "id"))
        .take()
}

/// From whom somebody wants no invitations.
fn blocks() -> TableCreateStatement {
    Table::create()
        .table("blocks")
        .col(integer("person"))
        .col(integer("blocked"))
        .primary_key(Index::create().col("person").col("blocked"))
        .foreign_key(ForeignKey::create().from("blocks", "person").to("people", "id"))
        .take()
}
