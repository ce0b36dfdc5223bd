//! Opening a database. Programs that start together are let in one after the other, and the first makes the tables.

use super::Store;
use crate::ServiceError;
use sea_orm::sqlx::Connection;
use sea_orm::{ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DbErr};
use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Readers that SQLite serves at once; writers take turns.
const READERS: u32 = 4;
/// Connections to PostgreSQL.
const POOL: u32 = 16;
/// How long a connection of PostgreSQL may have rested to be used unasked.
pub(super) const FRESH: Duration = Duration::from_secs(1);
/// The number of the advisory lock of PostgreSQL under which tables are made: "fieldpost" in letters of five bits.
const MAKING_TABLES: i64 = 0x6_4b12_81f1_e693;

/// What a lock of this machine is taken on, beside a file of SQLite.
#[derive(Clone, Copy)]
pub(super) enum Beside<'a> {
    /// Held while a program opens the database.
    Opening,
    /// Shared by all programs that have it open.
    Open,
    /// Held by a worker as long as it lives.
    Worker(&'a str),
}

impl Beside<'_> {
    pub(super) fn path(self, database: &Path) -> PathBuf {
        let mut name = database.as_os_str().to_owned();
        name.push(match self {
            Beside::Opening => "-opening".to_owned(),
            Beside::Open => "-open".to_owned(),
            Beside::Worker(number) => format!("-worker-{number}"),
        });
        name.into()
    }

    pub(super) fn file(self, database: &Path) -> io::Result<File> {
        OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(self.path(database))
    }
}

/// The file that a URL of SQLite names.
pub fn sqlite_file(url: &str) -> Option<PathBuf> {
    let path = url.strip_prefix("sqlite:")?;
    Some(path.trim_start_matches("//").into())
}

/// Opens a database and brings its tables up to date.
pub(super) async fn open(url: &str) -> Result<Store, ServiceError> {
    match sqlite_file(url) {
        Some(path) => sqlite(path).await,
        None => postgresql(url).await,
    }
}

/// A lock on a file is its process's alone, and ends with it.
async fn sqlite(path: PathBuf) -> Result<Store, ServiceError> {
    let locked = path.clone();
    let locks = tokio::task::spawn_blocking(move || {
        let opening = Beside::Opening.file(&locked)?;
        opening.lock()?;
        let open = Beside::Open.file(&locked)?;
        // a restore holds both, so nobody waits here
        open.try_lock_shared()?;
        // for its owner alone, and so are the files that SQLite lays beside it
        OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(&locked)?;
        Ok::<_, io::Error>((opening, open))
    });
    let (opening, open) = locks.await.map_err(io::Error::other)??;
    // the writer first: it makes the file
    let writer = connect_sqlite(&path, 1).await?;
    migrations::up(&writer).await?;
    let readers = connect_sqlite(&path, READERS).await?;
    drop(opening);
    Ok(Store { readers, writer, file: Some(Arc::new((path, open))), url: String::new() })
}

async fn connect_sqlite(path: &Path, size: u32) -> Result<DatabaseConnection, DbErr> {
    let mut options = ConnectOptions::new(format!("sqlite://{}?mode=rwc", path.display()));
    options.max_connections(size).min_connections(1).sqlx_logging(false);
    // SQLite ends a transaction itself when the disk is full, and the driver counts it as open still: what such
    // a connection says it has stored would never be. It is asked after each use, and not used again.
    options.map_sqlx_sqlite_pool_opts(|pool| {
        pool.before_acquire(|connection, _| Box::pin(std::future::ready(Ok(!connection.is_in_transaction()))))
    });
    options.map_sqlx_sqlite_opts(|sqlite| {
        // a committed order must survive a power cut, hence FULL
        sqlite
            .pragma("journal_mode", "WAL")
            .pragma("synchronous", "FULL")
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(10))
    });
    Database::connect(options).await
}

async fn postgresql(url: &str) -> Result<Store, ServiceError> {
    let alone = session(url).await?;
    // ends with the connection, however that ends
    alone.execute_unprepared(&format!("SELECT pg_advisory_lock({MAKING_TABLES})")).await?;
    migrations::up(&alone).await?;
    alone.close().await?;
    let mut options = ConnectOptions::new(url);
    // to ask a connection whether it lives is a way there and back, which one that was in use just now need not go
    options.max_connections(POOL).sqlx_logging(false).test_before_acquire_if_idle_for(FRESH);
    let pool = Database::connect(options).await?;
    Ok(Store { readers: pool.clone(), writer: pool, file: None, url: url.to_owned() })
}

/// One connection to PostgreSQL that is never exchanged for another behind our back: what is locked in it stays so.
pub(super) async fn session(url: &str) -> Result<DatabaseConnection, DbErr> {
    let mut options = ConnectOptions::new(url);
    options.max_connections(1).min_connections(1).sqlx_logging(false).test_before_acquire(false);
    options.idle_timeout(None::<Duration>).max_lifetime(None::<Duration>);
    Database::connect(options).await
}

/// Puts a copy in the place of a database of SQLite that no program has open. What was there is kept beside it.
///
/// # Errors
/// When a program has it open, or a file cannot be written.
pub fn put_in_place(database: &Path, copy: &Path) -> Result<(), ServiceError> {
    let opening = Beside::Opening.file(database)?;
    opening.lock()?;
    let open = Beside::Open.file(database)?;
    open.try_lock()
        .map_err(|_| ServiceError::Unreadable(format!("{} is in use: stop the service first", database.display())))?;
    let with = |end: &str| {
        let mut name = database.as_os_str().to_owned();
        name.push(end);
        PathBuf::from(name)
    };
    let (fresh, old) = (with("-restored"), format!("-before-{}", crate::outbox::now()));
    let _ = std::fs::remove_file(&fresh);
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&fresh)?;
    io::copy(&mut File::open(copy)?, &mut file)?;
    file.sync_all()?;
    // SQLite would read a log that is left over as if it were the copy's
    for end in ["", "-wal", "-shm"] {
        match std::fs::rename(with(end), with(&format!("{old}{end}"))) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
            _ => {}
        }
    }
    std::fs::rename(&fresh, database)?;
    if let Some(folder) = database.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}
