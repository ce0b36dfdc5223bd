//! People apart from their seats, and invitations to games that are not begun.

use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in [people(), invitations(), blocks()] {
            manager.create_table(table).await?;
        }
        let by_state =
            Index::create().name("invitations_state").table("invitations").col("state").col("expires").take();
        manager.create_index(by_state).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in ["blocks", "invitations", "people"] {
            manager.drop_table(Table::drop().table(table).take()).await?;
        }
        Ok(())
    }
}

fn text(name: &'static str) -> ColumnDef {
    ColumnDef::new(name).text().not_null().take()
}

fn integer(name: &'static str) -> ColumnDef {
    ColumnDef::new(name).big_integer().not_null().take()
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
