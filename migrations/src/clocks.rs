//! How much time the players of a game have: agreed on in the invitation, kept in a clock.

use crate::change::{Change, ForeignKey, Table, TableCreateStatement, add, index, integer, table, text};

pub(crate) fn changes() -> Vec<Change> {
    vec![
        add("invitations", text("pace").default("").take()),
        table(clocks()),
        index("clocks_look", "clocks", &["look"]),
    ]
}

/// Games with a clock; a game without a row has none. `tempo` is `3+14/2`: days free each time the game comes to a side, days in
/// its bank, days for a reaction. `dials` is what each side has used and left, as JSON. `look` is the moment at which something
/// becomes due.
fn clocks() -> TableCreateStatement {
    Table::create()
        .table("clocks")
        .col(integer("game").primary_key())
        .col(text("tempo"))
        .col(text("dials"))
        .col(integer("look"))
        .foreign_key(ForeignKey::create().from("clocks", "game").to("games", "id"))
        .take()
}
