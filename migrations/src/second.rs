//! Mail that cannot run wild: what a seat wishes and why its mail is held, and how fast mail may leave.

use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // SQLite adds one column at a time
        for column in seat_columns() {
            manager.alter_table(Table::alter().table("seats").add_column(column).take()).await?;
        }
        manager.create_table(paces()).await?;
        // `failed` now means refused at hand-over and not yet counted; what failed before today is history
        let counted = "UPDATE outbox SET state = 'bounced' WHERE state = 'failed'";
        manager.get_connection().execute_unprepared(counted).await?;
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.drop_table(Table::drop().table("paces").take()).await?;
        for name in ["new_code", "new_address", "news", "receipts", "reason"] {
            manager.alter_table(Table::alter().table("seats").drop_column(name).take()).await?;
        }
        Ok(())
    }
}

/// What is new of a seat. `reason` says why its mail is held; `seats.mail` may now be `held`, too (a program seemed to
/// answer for its player). `receipts` and `news` are wishes, 0 or 1: a mail for orders given on the page, and mails that
/// ask nothing. `new_address` waits until its reader confirms it by a link with `new_code`.
fn seat_columns() -> [ColumnDef; 5] {
    let wish = |name: &'static str| ColumnDef::new(name).big_integer().not_null().default(0).take();
    [
        ColumnDef::new("reason").text().not_null().default("").take(),
        wish("receipts"),
        wish("news"),
        ColumnDef::new("new_address").text().take(),
        ColumnDef::new("new_code").text().take(),
    ]
}

/// How much of an allowance is used up, by its name: the moment, in milliseconds, at which all of it is there again.
fn paces() -> TableCreateStatement {
    Table::create()
        .table("paces")
        .col(ColumnDef::new("name").text().not_null().primary_key())
        .col(ColumnDef::new("filled").big_integer().not_null())
        .take()
}
