//! What came of games: how they ended, and how often they went to and fro.

use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for column in columns() {
            manager.alter_table(Table::alter().table("games").add_column(column).take()).await?;
        }
        let by_status = Index::create().name("games_status").table("games").col("status").col("id").take();
        manager.create_index(by_status).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.drop_index(Index::drop().name("games_status").table("games").to_owned()).await?;
        for column in columns().into_iter().rev() {
            let name = column.get_column_name();
            manager.alter_table(Table::alter().table("games").drop_column(name).take()).await?;
        }
        Ok(())
    }
}

/// What is new in `games`. `hand_overs` counts how often a decision came to a side by what the other did; `ended` is when it
/// ended, in milliseconds, 0 while it is not known; `result` is what came of it, as JSON, empty while it is not known.
fn columns() -> [ColumnDef; 3] {
    let number = |name: &'static str| ColumnDef::new(name).big_integer().not_null().default(0).take();
    [number("hand_overs"), number("ended"), ColumnDef::new("result").text().not_null().default("").take()]
}
