//! Leases that end with whoever holds them: a row of the outbox names its worker instead of an hour.

use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // 0 is nobody; what a worker of an earlier version held may have been sent, and `attempts` says so
        change(manager, "leased_by", "leased_until").await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        change(manager, "leased_until", "leased_by").await
    }
}

async fn change(manager: &SchemaManager<'_>, new: &'static str, old: &'static str) -> Result<(), DbErr> {
    let column = ColumnDef::new(new).big_integer().not_null().default(0).take();
    manager.alter_table(Table::alter().table("outbox").add_column(column).take()).await?;
    manager.alter_table(Table::alter().table("outbox").drop_column(old).take()).await
}
