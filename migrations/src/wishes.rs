//! What players keep and wish beside their games: notes, hours without mail, an address for feed readers; and what they
//! report to their host.

use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in [notes(), quiet_hours(), complaints()] {
            manager.create_table(table).await?;
        }
        let of_seat = Index::create().name("notes_seat").table("notes").col("game").col("side").take();
        manager.create_index(of_seat).await?;
        for (table, name) in COLUMNS {
            let column = ColumnDef::new(name).big_integer().not_null().default(0).take();
            manager.alter_table(Table::alter().table(table).add_column(column).take()).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for (table, name) in COLUMNS {
            manager.alter_table(Table::alter().table(table).drop_column(name).take()).await?;
        }
        for table in ["complaints", "quiet_hours", "notes"] {
            manager.drop_table(Table::drop().table(table).take()).await?;
        }
        Ok(())
    }
}

/// What is new in older tables. `outbox.quiet_until` is when the hours end in which a mail's reader wants none; `people.feeds`
/// counts how often somebody made the address of his feed void; `games.told_rules` is the version of the rules of which a game's
/// players know, 0 while it is that by which it was begun.
const COLUMNS: [(&str, &str); 3] = [("outbox", "quiet_until"), ("people", "feeds"), ("games", "told_rules")];

fn text(name: &'static str) -> ColumnDef {
    ColumnDef::new(name).text().not_null().take()
}

fn integer(name: &'static str) -> ColumnDef {
    ColumnDef::new(name).big_integer().not_null().take()
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
