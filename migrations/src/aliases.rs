//! Second addresses from which a player sends orders: at work, on his phone.

use crate::change::{Change, ForeignKey, Index, Table, TableCreateStatement, integer, table, text};

pub(crate) fn changes() -> Vec<Change> {
    vec![table(aliases())]
}

/// From which addresses, in lower case, a seat takes orders besides that to which its mail goes.
fn aliases() -> TableCreateStatement {
    Table::create()
        .table("aliases")
        .col(integer("game"))
        .col(text("side"))
        .col(text("address"))
        .primary_key(Index::create().col("game").col("side").col("address"))
        .foreign_key(ForeignKey::create().from("aliases", "game").to("games", "id"))
        .take()
}
