//! Whose a report to the host is: its player's, and not that of whoever has his seat later.

use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

/// A seat whose link was never replaced has the player that it had when he reported something: with another address it would
/// have got another link. Of other reports nobody knows any more whose they are; they are the host's alone.
const KNOWN: &str = "UPDATE complaints SET address = COALESCE((SELECT LOWER(seats.address) FROM seats \
                     WHERE seats.game = complaints.game AND seats.side = complaints.side AND seats.link = 0), '')";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // in lower case; empty where it is not known
        let address = ColumnDef::new("address").text().not_null().default("").take();
        manager.alter_table(Table::alter().table("complaints").add_column(address).take()).await?;
        manager.get_connection().execute_unprepared(KNOWN).await.map(drop)
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.alter_table(Table::alter().table("complaints").drop_column("address").take()).await
    }
}
