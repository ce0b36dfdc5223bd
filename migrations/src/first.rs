//! The first tables: games and their events, the seats, mail on its way in and out.

use crate::change::{Change, ColumnDef, ForeignKey, Index, Table, TableCreateStatement, index, integer, table, text};

pub(crate) fn changes() -> Vec<Change> {
    let tables = [definitions(), games(), seats(), events(), submissions(), outbox(), letters(), secrets()];
    let mut changes: Vec<Change> = tables.into_iter().map(table).collect();
    // the worker asks for what is due, the board for the mails of one game
    changes.push(index("outbox_due", "outbox", &["state", "next_due"]));
    changes.push(index("outbox_game", "outbox", &["game", "seq"]));
    changes.push(index("seats_address", "seats", &["address"]));
    changes
}

/// The definitions that a game was started with, by the hash of their packed form: a game keeps its
/// own, whatever happens to the files later.
fn definitions() -> TableCreateStatement {
    Table::create()
        .table("definitions")
        .col(text("hash").primary_key())
        .col(ColumnDef::new("packed").blob().not_null())
        .take()
}

fn games() -> TableCreateStatement {
    Table::create()
        .table("games")
        .col(integer("id").auto_increment().primary_key())
        .col(text("game"))
        .col(text("scenario"))
        .col(text("definitions"))
        .col(integer("created"))
        .col(text("options"))
        .col(text("status"))
        .foreign_key(ForeignKey::create().from("games", "definitions").to("definitions", "hash"))
        .take()
}

/// Who plays which side. `address` is lower case. `mail` is `good`, `bad` (it bounced twice) or
/// `paused` (the player asked for silence); `token_key` is the id of the key that signed the seat's
/// latest token.
fn seats() -> TableCreateStatement {
    Table::create()
        .table("seats")
        .col(integer("game"))
        .col(text("side"))
        .col(ColumnDef::new("address").text())
        .col(text("name").default(""))
        .col(integer("token_key").default(0))
        .col(text("mail").default("good"))
        .col(integer("bounces").default(0))
        .col(text("options").default("{}"))
        .col(ColumnDef::new("joined").big_integer())
        .primary_key(Index::create().col("game").col("side"))
        .foreign_key(ForeignKey::create().from("seats", "game").to("games", "id"))
        .take()
}

/// What happened. The primary key is what keeps two writers from both winning the same number.
fn events() -> TableCreateStatement {
    Table::create()
        .table("events")
        .col(integer("game"))
        .col(integer("seq"))
        .col(text("kind"))
        .col(text("body"))
        .col(integer("at"))
        .primary_key(Index::create().col("game").col("seq"))
        .foreign_key(ForeignKey::create().from("events", "game").to("games", "id"))
        .take()
}

/// Answers that were given, by idempotency key: a repeated submission gets the same report.
fn submissions() -> TableCreateStatement {
    Table::create()
        .table("submissions")
        .col(integer("game"))
        .col(text("key"))
        .col(text("side"))
        .col(text("report"))
        .col(integer("at"))
        .primary_key(Index::create().col("game").col("key"))
        .foreign_key(ForeignKey::create().from("submissions", "game").to("games", "id"))
        .take()
}

/// Mail to be sent. A row names what to render (game, event number, viewer, kind, detail), never the
/// rendered mail. `state` is `queued`, `sent`, `bounced`, `failed` or `aside`; a row is never deleted unsent.
fn outbox() -> TableCreateStatement {
    Table::create()
        .table("outbox")
        .col(integer("id").auto_increment().primary_key())
        .col(ColumnDef::new("game").big_integer())
        .col(ColumnDef::new("seq").big_integer())
        .col(text("viewer"))
        .col(text("kind"))
        .col(text("detail").default("{}"))
        .col(text("message_id").unique_key())
        .col(integer("date"))
        .col(integer("attempts").default(0))
        .col(integer("next_due"))
        .col(integer("leased_until").default(0))
        .col(text("state").default("queued"))
        .col(ColumnDef::new("sent_at").big_integer())
        .col(ColumnDef::new("last_error").text())
        .take()
}

/// Mail that came in: the durable spool, and the memory of what was already dealt with. `key` is made
/// from the Message-ID and the content; `state` is `spooled` or `done`, `verdict` what became of it.
fn letters() -> TableCreateStatement {
    Table::create()
        .table("letters")
        .col(text("key").primary_key())
        .col(integer("received"))
        .col(ColumnDef::new("raw").blob().not_null())
        .col(text("state").default("spooled"))
        .col(text("verdict").default(""))
        .col(ColumnDef::new("done").big_integer())
        .take()
}

/// Keys of this installation, made at the first start.
fn secrets() -> TableCreateStatement {
    Table::create()
        .table("secrets")
        .col(text("name").primary_key())
        .col(ColumnDef::new("value").blob().not_null())
        .take()
}
