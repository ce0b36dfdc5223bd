//! Who may see what, and for how long: links that are replaced, games that are not everybody's, mail that is not kept for ever.

use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for (table, column) in columns() {
            manager.alter_table(Table::alter().table(table).add_column(column).take()).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for (table, column) in columns().into_iter().rev() {
            let name = column.get_column_name();
            manager.alter_table(Table::alter().table(table).drop_column(name).take()).await?;
        }
        Ok(())
    }
}

/// What is new. `seats.link` counts how often the link to a seat was replaced; a link is good while it names that number.
/// `seats.woken` is when its mail was last let go: what left before then and comes back counts no more. `games.audience` is `public`,
/// `unlisted` or `private`; `games.summary` is how the start page tells of the game, as JSON, and `games.summed_up` the number
/// of events that it knows. `letters.game` and `side` say whose a letter is, so that it can be erased.
fn columns() -> [(&'static str, ColumnDef); 7] {
    let number = |name: &'static str| ColumnDef::new(name).big_integer().not_null().default(0).take();
    [
        ("seats", number("link")),
        ("seats", number("woken")),
        ("games", ColumnDef::new("audience").text().not_null().default("public").take()),
        ("games", ColumnDef::new("summary").text().not_null().default("").take()),
        ("games", number("summed_up")),
        ("letters", ColumnDef::new("game").big_integer().take()),
        ("letters", ColumnDef::new("side").text().take()),
    ]
}
