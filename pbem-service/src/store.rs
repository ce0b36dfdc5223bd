//! The database: games, seats, events, answers. Nothing here knows a rule or a mail.

use crate::ServiceError;
use sea_orm::{
    ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr, FromQueryResult, RuntimeErr, SqlErr,
    SqliteTransactionMode, Statement, TransactionOptions, TransactionTrait, Value, sqlx,
};
use serde::de::IgnoredAny;
use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

mod holder;
mod opening;
mod writes;

pub use holder::Holder;
pub use opening::{put_in_place, sqlite_file};
pub use writes::{Writes, values_of_a_row};

/// The database. SQLite has one writing connection, whose pool is the queue of the writers.
#[derive(Clone, Debug)]
pub struct Store {
    readers: DatabaseConnection,
    writer: DatabaseConnection,
    /// The file of SQLite, and the lock that says that it is open.
    file: Option<Arc<(PathBuf, File)>>,
    /// Where PostgreSQL is.
    url: String,
}

/// A game.
#[derive(Clone, Debug, FromQueryResult)]
pub struct GameRow {
    /// Its number.
    pub id: i64,
    /// Id of the published game.
    pub game: String,
    /// Id of the scenario.
    pub scenario: String,
    /// Hash of the definitions it was started with.
    pub definitions: String,
    /// When it was started.
    pub created: i64,
    /// `running` or `over`.
    pub status: String,
}

/// A seat at a game.
#[derive(Clone, Debug, FromQueryResult)]
pub struct SeatRow {
    /// The game.
    pub game: i64,
    /// Id of the side.
    pub side: String,
    /// Where the player gets his mail; none for a player who only uses the page.
    pub address: Option<String>,
    /// `good`; or why mail to it waits: `bad` (it came back), `paused` (the player wished it) or `held` (a program
    /// seemed to answer for him).
    pub mail: String,
    /// Why, in words for its player and the host.
    pub reason: String,
    /// Whether he wishes a mail for orders that he gives on the page: 0 or 1.
    pub receipts: i64,
    /// Whether he wishes mails that ask nothing: 0 or 1.
    pub news: i64,
    /// Where he wants his mail; it waits for a confirmation from there.
    pub new_address: Option<String>,
}

/// The columns of a [`SeatRow`].
pub(crate) const SEAT: &str = "seats.game, seats.side, seats.address, seats.mail, seats.reason, seats.receipts, \
                               seats.news, seats.new_address";

impl Store {
    /// Opens a database and brings its tables up to date. `url` is `sqlite:PATH` or `postgres://…`.
    ///
    /// # Errors
    /// When it cannot be reached or migrated.
    pub async fn open(url: &str) -> Result<Store, ServiceError> {
        opening::open(url).await
    }

    /// The file of SQLite; none on PostgreSQL.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref().map(|(path, _)| path.as_path())
    }

    /// For reading.
    pub fn readers(&self) -> &DatabaseConnection {
        &self.readers
    }

    /// For single writes.
    pub fn writer(&self) -> &DatabaseConnection {
        &self.writer
    }

    /// A transaction that may write from its first moment, so that it never fails half-way on a lock.
    ///
    /// # Errors
    /// When the database does.
    pub async fn begin(&self) -> Result<DatabaseTransaction, DbErr> {
        let immediate = Some(SqliteTransactionMode::Immediate);
        self.writer
            .begin_with_options(TransactionOptions { sqlite_transaction_mode: immediate, ..Default::default() })
            .await
    }

    /// Waits until each connection at rest is asked whether it lives before it is used: see [`was_cut`].
    pub async fn rest(&self) {
        tokio::time::sleep(opening::FRESH).await;
    }

    /// A transaction while which nobody else writes to a game: SQLite has one writer at a time, PostgreSQL lets nobody
    /// add to what refers to a row that is locked so.
    ///
    /// # Errors
    /// When the database does.
    pub async fn hold(&self, game: i64) -> Result<DatabaseTransaction, DbErr> {
        let transaction = self.begin().await?;
        if transaction.get_database_backend() == DbBackend::Postgres {
            one::<i64>(&transaction, "SELECT id FROM games WHERE id = $1 FOR UPDATE", [game.into()]).await?;
        }
        Ok(transaction)
    }

    /// The answer that a submission got, as JSON.
    ///
    /// # Errors
    /// When the database does.
    pub async fn answer(&self, game: i64, key: &str) -> Result<Option<String>, DbErr> {
        let sql = "SELECT report FROM submissions WHERE game = $1 AND key = $2";
        one(&self.readers, sql, [game.into(), key.into()]).await
    }

    /// Number of events of a game.
    ///
    /// # Errors
    /// When the database does.
    pub async fn head(&self, game: i64) -> Result<u64, DbErr> {
        head(&self.readers, game).await
    }

    /// When a record of a game was written, in milliseconds since 1970-01-01 UTC; none if there is none of this number.
    ///
    /// # Errors
    /// When the database does.
    pub async fn written(&self, game: i64, record: Option<u64>) -> Result<Option<i64>, DbErr> {
        let Some(record) = record.and_then(|record| i64::try_from(record).ok()) else { return Ok(None) };
        let sql = "SELECT at FROM events WHERE game = $1 AND seq = $2";
        one(&self.readers, sql, [game.into(), record.into()]).await
    }

    /// Records of a game from number `from`, in order.
    ///
    /// # Errors
    /// When the database does.
    pub async fn records(&self, game: i64, from: u64) -> Result<Vec<String>, DbErr> {
        records(&self.readers, game, from).await
    }

    /// The record with which a game began.
    ///
    /// # Errors
    /// When the database does.
    pub async fn first_record(&self, game: i64) -> Result<Option<String>, DbErr> {
        one(&self.readers, "SELECT body FROM events WHERE game = $1 AND seq = 0", [game.into()]).await
    }

    /// A game.
    ///
    /// # Errors
    /// When there is none.
    pub async fn game(&self, id: i64) -> Result<GameRow, ServiceError> {
        let sql = "SELECT id, game, scenario, definitions, created, status FROM games WHERE id = $1";
        let row = GameRow::find_by_statement(query(&self.readers, sql, [id.into()])).one(&self.readers).await?;
        row.ok_or_else(|| ServiceError::Missing(format!("game {id}")))
    }

    /// All games, the newest first.
    ///
    /// # Errors
    /// When the database does.
    pub async fn games(&self) -> Result<Vec<GameRow>, DbErr> {
        let sql = "SELECT id, game, scenario, definitions, created, status FROM games ORDER BY id DESC";
        GameRow::find_by_statement(query(&self.readers, sql, [])).all(&self.readers).await
    }

    /// The seats of a game.
    ///
    /// # Errors
    /// When the database does.
    pub async fn seats(&self, game: i64) -> Result<Vec<SeatRow>, DbErr> {
        seats(&self.readers, game).await
    }

    /// A seat of a game.
    ///
    /// # Errors
    /// When the game has none of this side.
    pub async fn seat(&self, game: i64, side: &str) -> Result<SeatRow, ServiceError> {
        let row = seat(&self.readers, game, side).await?;
        row.ok_or_else(|| ServiceError::Missing(format!("side {side} in game {game}")))
    }

    /// The packed definitions with a hash.
    ///
    /// # Errors
    /// When there are none.
    pub async fn definitions(&self, hash: &str) -> Result<String, ServiceError> {
        let sql = "SELECT packed FROM definitions WHERE hash = $1";
        let packed: Option<Vec<u8>> = one(&self.readers, sql, [hash.into()]).await?;
        let packed = packed.ok_or_else(|| ServiceError::Missing(format!("definition {hash}")))?;
        String::from_utf8(packed).map_err(|error| ServiceError::Broken("definition", error.to_string()))
    }

    /// A secret of this installation.
    ///
    /// # Errors
    /// When the database does.
    pub async fn secret(&self, name: &str) -> Result<Option<Vec<u8>>, DbErr> {
        one(&self.readers, "SELECT value FROM secrets WHERE name = $1", [name.into()]).await
    }

    /// A secret of this installation, made from `fresh` if there is none yet. Two processes that start at the
    /// same time get the same one.
    ///
    /// # Errors
    /// When the database does.
    pub async fn secret_or(&self, name: &str, fresh: Vec<u8>) -> Result<Vec<u8>, DbErr> {
        keep_secret(&self.writer, name, fresh.clone()).await?;
        let kept = one(&self.writer, "SELECT value FROM secrets WHERE name = $1", [name.into()]).await?;
        Ok(kept.unwrap_or(fresh))
    }
}

impl Store {
    /// Stores a secret in the place of the one that there is.
    ///
    /// # Errors
    /// When the database does.
    pub async fn set_secret(&self, name: &str, value: Vec<u8>) -> Result<(), DbErr> {
        let sql = "INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = $2";
        run(&self.writer, sql, [name.into(), value.into()]).await.map(drop)
    }
}

/// Adds events to a game. The numbers are part of the primary key, so of two writers one fails.
///
/// # Errors
/// When the database does; see [`lost_race`].
pub async fn append(connection: &impl ConnectionTrait, game: i64, from: u64, records: &[String]) -> Result<(), DbErr> {
    let mut writes = Writes::new(connection.get_database_backend());
    writes.append(game, from, records);
    writes.run(connection).await.map(drop)
}

/// Whether a write failed because of another writer: he had taken the number, or PostgreSQL let him pass (a deadlock, or
/// an order of things that cannot be kept). Nothing of it was stored, and it may be tried again from its beginning.
pub fn lost_race(error: &DbErr) -> bool {
    const LET_ANOTHER_PASS: [&str; 3] = ["40001", "40P01", "55P03"];
    let (DbErr::Exec(RuntimeErr::SqlxError(cause))
    | DbErr::Query(RuntimeErr::SqlxError(cause))
    | DbErr::Conn(RuntimeErr::SqlxError(cause))) = error
    else {
        return false;
    };
    let passed = match &**cause {
        sqlx::Error::Database(cause) => cause.code().is_some_and(|code| LET_ANOTHER_PASS.contains(&&*code)),
        _ => false,
    };
    passed || matches!(error.sql_err(), Some(SqlErr::UniqueConstraintViolation(_)))
}

/// Whether a server of PostgreSQL ended the connection, as one does that is started anew. What was sent last may have been
/// stored or not. Other connections may have been ended, too; after [`Store::rest`] none of them is used again.
pub fn was_cut(error: &DbErr) -> bool {
    const ENDED: [&str; 3] = ["57P01", "57P02", "57P03"];
    let (DbErr::Exec(RuntimeErr::SqlxError(cause)) | DbErr::Query(RuntimeErr::SqlxError(cause))) = error else {
        return false;
    };
    match &**cause {
        sqlx::Error::Io(_) => true,
        sqlx::Error::Database(cause) => cause.code().is_some_and(|code| ENDED.contains(&&*code)),
        _ => false,
    }
}

/// The name of a record's variant, for people who look at the table.
fn kind_of(record: &str) -> &str {
    let record: Result<BTreeMap<&str, IgnoredAny>, _> = serde_json::from_str(record);
    record.ok().and_then(|mut fields| fields.pop_first()).map(|(name, _)| name).unwrap_or_default()
}

/// Stores a secret unless there is one of that name.
///
/// # Errors
/// When the database does.
pub async fn keep_secret(connection: &impl ConnectionTrait, name: &str, value: Vec<u8>) -> Result<(), DbErr> {
    let sql = "INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    run(connection, sql, [name.into(), value.into()]).await.map(|_| ())
}

/// Records of a game from number `from`, in order, as this connection sees them.
///
/// # Errors
/// When the database does.
pub async fn records(connection: &impl ConnectionTrait, game: i64, from: u64) -> Result<Vec<String>, DbErr> {
    let sql = "SELECT body FROM events WHERE game = $1 AND seq >= $2 ORDER BY seq";
    let rows = connection.query_all_raw(query(connection, sql, [game.into(), (from as i64).into()])).await?;
    rows.iter().map(|row| row.try_get("", "body")).collect()
}

/// The seats of a game, as this connection sees them.
///
/// # Errors
/// When the database does.
pub async fn seats(connection: &impl ConnectionTrait, game: i64) -> Result<Vec<SeatRow>, DbErr> {
    let sql = format!("SELECT {SEAT} FROM seats WHERE game = $1 ORDER BY side");
    SeatRow::find_by_statement(query(connection, &sql, [game.into()])).all(connection).await
}

/// A seat, as this connection sees it.
///
/// # Errors
/// When the database does.
pub async fn seat(connection: &impl ConnectionTrait, game: i64, side: &str) -> Result<Option<SeatRow>, DbErr> {
    let sql = format!("SELECT {SEAT} FROM seats WHERE game = $1 AND side = $2");
    SeatRow::find_by_statement(query(connection, &sql, [game.into(), side.into()])).one(connection).await
}

/// Number of events of a game, as this connection sees it.
async fn head(connection: &impl ConnectionTrait, game: i64) -> Result<u64, DbErr> {
    let sql = "SELECT COALESCE(MAX(seq) + 1, 0) AS head FROM events WHERE game = $1";
    let head: Option<i64> = one(connection, sql, [game.into()]).await?;
    Ok(head.unwrap_or(0) as u64)
}

/// A statement with its values.
pub fn query(connection: &impl ConnectionTrait, sql: &str, values: impl IntoIterator<Item = Value>) -> Statement {
    Statement::from_sql_and_values(connection.get_database_backend(), sql, values)
}

/// Executes a statement; how many rows it touched.
///
/// # Errors
/// When the database does.
pub async fn run(
    connection: &impl ConnectionTrait,
    sql: &str,
    values: impl IntoIterator<Item = Value>,
) -> Result<u64, DbErr> {
    Ok(connection.execute_raw(query(connection, sql, values)).await?.rows_affected())
}

/// The first column of the first row, if there is one and it is not null.
///
/// # Errors
/// When the database does.
pub async fn one<T: sea_orm::TryGetable>(
    connection: &impl ConnectionTrait,
    sql: &str,
    values: impl IntoIterator<Item = Value>,
) -> Result<Option<T>, DbErr> {
    let row = connection.query_one_raw(query(connection, sql, values)).await?;
    match row {
        Some(row) => row.try_get_by_index::<Option<T>>(0),
        None => Ok(None),
    }
}

#[cfg(test)]
mod tests;
