//! How much time the players of a game have.

use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(clocks()).await?;
        manager.create_index(Index::create().name("clocks_look").table("clocks").col("look").take()).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.drop_table(Table::drop().table("clocks").take()).await
    }
}

/// Games with a clock; a game without a row has none. `tempo` is `3+14/2`: days free each time the game comes to a side, days in
/// its bank, days for a reaction. `dials` is what each side has used and left, as JSON. `look` is the moment at which something
/// becomes due.
fn clocks() -> TableCreateStatement {
    let text = |name: &'static str| ColumnDef::new(name).text().not_null().take();
    let integer = |name: &'static str| ColumnDef::new(name).big_integer().not_null().take();
    Table::create()
        .table("clocks")
        .col(integer("game").primary_key())
        .col(text("tempo"))
        .col(text("dials"))
        .col(integer("look"))
        .foreign_key(ForeignKey::create().from("clocks", "game").to("games", "id"))
        .take()
}
