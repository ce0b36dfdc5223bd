//! What a version changes in a database, and how it is carried out: whole, or not at all.

use sea_orm::sea_query::Query;
pub(crate) use sea_orm::sea_query::{
    ColumnDef, ForeignKey, Index, IndexCreateStatement, Table, TableAlterStatement, TableCreateStatement,
};
use sea_orm::{ConnectionTrait, DbErr, ExecResult, TransactionSession, TransactionTrait};
use std::time::SystemTime;

/// One statement of a version.
pub(crate) enum Change {
    Table(Box<TableCreateStatement>),
    Index(IndexCreateStatement),
    /// One column more or less: SQLite takes one at a time.
    Alter(TableAlterStatement),
    /// What is done to the rows that are there, in the SQL of both databases.
    Rows(&'static str),
}

impl Change {
    async fn make(&self, db: &impl ConnectionTrait) -> Result<ExecResult, DbErr> {
        match self {
            Change::Table(table) => db.execute(table.as_ref()).await,
            Change::Index(index) => db.execute(index).await,
            Change::Alter(table) => db.execute(table).await,
            Change::Rows(sql) => db.execute_unprepared(sql).await,
        }
    }
}

/// A version of the tables: the name under which a database remembers that it has it, and what it changes.
pub(crate) struct Version {
    pub(crate) name: &'static str,
    pub(crate) changes: fn() -> Vec<Change>,
}

impl Version {
    /// In one transaction with the name: a start that is killed half-way leaves nothing behind, on SQLite too.
    pub(crate) async fn make(&self, db: &impl TransactionTrait) -> Result<(), DbErr> {
        let transaction = db.begin().await?;
        for change in (self.changes)() {
            change.make(&transaction).await?;
        }
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs());
        let made = Query::insert()
            .into_table(MADE)
            .columns(["version", "applied_at"])
            .values_panic([self.name.into(), i64::try_from(now).unwrap_or(i64::MAX).into()])
            .take();
        transaction.execute(&made).await?;
        transaction.commit().await
    }
}

/// Where a database keeps which versions it has. Name and columns are those of sea-orm's own runner, which made the tables of
/// older databases: these go on as they are.
pub(crate) const MADE: &str = "seaql_migrations";

/// The names of the versions that a database has; makes the table for them where there is none.
pub(crate) async fn made(db: &impl ConnectionTrait) -> Result<Vec<String>, DbErr> {
    let kept = Table::create()
        .table(MADE)
        .if_not_exists()
        .col(ColumnDef::new("version").string().not_null().primary_key())
        .col(integer("applied_at"))
        .take();
    db.execute(&kept).await?;
    let names = Query::select().column("version").from(MADE).take();
    db.query_all(&names).await?.iter().map(|row| row.try_get("", "version")).collect()
}

/// A column with text in every row.
pub(crate) fn text(name: &'static str) -> ColumnDef {
    ColumnDef::new(name).text().not_null().take()
}

/// A column with a number of 64 bits in every row.
pub(crate) fn integer(name: &'static str) -> ColumnDef {
    ColumnDef::new(name).big_integer().not_null().take()
}

/// A new table.
pub(crate) fn table(table: TableCreateStatement) -> Change {
    Change::Table(Box::new(table))
}

/// A column more in a table that is there: it needs a default, or to be without a value.
pub(crate) fn add(table: &'static str, column: ColumnDef) -> Change {
    Change::Alter(Table::alter().table(table).add_column(column).take())
}

/// An index over columns of a table.
pub(crate) fn index(name: &'static str, table: &'static str, columns: &[&'static str]) -> Change {
    let mut index = Index::create();
    index.name(name).table(table);
    for column in columns {
        index.col(*column);
    }
    Change::Index(index)
}
