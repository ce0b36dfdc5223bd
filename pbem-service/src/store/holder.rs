//! Who holds rows of the outbox: a worker, as long as it lives.
//!
//! A row names its worker by a number, and the worker holds a lock on that number which ends with its process: on SQLite
//! on a file beside the database, on PostgreSQL in a connection of its own. So no clock is compared with another, a mail
//! may take as long as it takes, and what a killed worker held is free in the next moment.

use super::opening::{Beside, session};
use super::{Store, run};
use crate::ServiceError;
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr};
use std::fs::{File, remove_file};
use std::path::PathBuf;

/// A worker's number, locked.
pub struct Holder {
    store: Store,
    number: i64,
    lock: Lock,
}

enum Lock {
    File { path: PathBuf, _file: File },
    Session { connection: DatabaseConnection, process: i32 },
}

/// What may have been sent counts as tried: nothing is joined to it.
const FREED: &str = "SET leased_by = 0, attempts = attempts + 1 WHERE state = 'queued'";

/// The server's process behind a connection of PostgreSQL.
const PROCESS: &str = "SELECT pg_backend_pid()";

impl Holder {
    /// A new worker.
    ///
    /// # Errors
    /// When the database fails, or a file beside it cannot be locked.
    pub async fn new(store: &Store) -> Result<Holder, ServiceError> {
        let number = i64::from_be_bytes(crate::service::random::<8>()?) & i64::MAX | 1;
        let lock = match store.file() {
            Some(database) => {
                let name = number.to_string();
                let place = Beside::Worker(&name);
                let file = place.file(database)?;
                file.lock()?;
                Lock::File { path: place.path(database), _file: file }
            }
            None => {
                let connection = session(&store.url).await?;
                let locked =
                    super::one::<bool>(&connection, "SELECT pg_try_advisory_lock($1)", [number.into()]).await?;
                let process = super::one::<i32>(&connection, PROCESS, []).await?;
                match (locked, process) {
                    (Some(true), Some(process)) => Lock::Session { connection, process },
                    _ => return Err(ServiceError::Busy),
                }
            }
        };
        Ok(Holder { store: store.clone(), number, lock })
    }

    /// The number that rows name.
    pub fn number(&self) -> i64 {
        self.number
    }

    /// Whether the lock is held still: it ends with its connection, and one that was made anew is another's to the server.
    pub(crate) async fn is_held(&self) -> Result<bool, DbErr> {
        match &self.lock {
            Lock::File { .. } => Ok(true),
            Lock::Session { connection, process } => {
                Ok(super::one::<i32>(connection, PROCESS, []).await? == Some(*process))
            }
        }
    }

    /// Whether a row is this worker's still: that of one whose lock was lost for a moment may be another's.
    pub(crate) async fn holds(&self, row: i64) -> Result<bool, DbErr> {
        let sql = "SELECT leased_by FROM outbox WHERE id = $1 AND state = 'queued'";
        let leased = super::one::<i64>(self.store.writer(), sql, [row.into()]).await?;
        Ok(leased == Some(self.number) && self.is_held().await?)
    }

    /// Frees what dead workers hold, and what this one held when the database failed it. It holds nothing now.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn free_the_dead(&self) -> Result<u64, DbErr> {
        let Some(database) = self.store.file() else {
            // the locks are asked for by the server itself: a number that can be had is nobody's, and is given back at once
            let sql = format!(
                "WITH held AS MATERIALIZED \
                 (SELECT DISTINCT leased_by AS number FROM outbox WHERE state = 'queued' AND leased_by NOT IN (0, $1)), \
                 dead AS MATERIALIZED (SELECT number FROM held WHERE pg_try_advisory_xact_lock(number)) \
                 UPDATE outbox {FREED} AND (leased_by = $1 OR leased_by IN (SELECT number FROM dead))"
            );
            return run(self.store.writer(), &sql, [self.number.into()]).await;
        };
        let sql = "SELECT DISTINCT leased_by FROM outbox WHERE state = 'queued' AND leased_by <> 0";
        let rows = self.store.readers().query_all_raw(super::query(self.store.readers(), sql, [])).await?;
        let mut freed = 0;
        for row in rows {
            let number: i64 = row.try_get("", "leased_by")?;
            let name = number.to_string();
            let place = Beside::Worker(&name);
            // of one whose lock cannot be asked for, as no file can be opened now, nobody knows that it is dead
            let lives = || place.file(database).map_or(true, |file| file.try_lock().is_err());
            if number == self.number || !lives() {
                let sql = format!("UPDATE outbox {FREED} AND leased_by = $1");
                freed += run(self.store.writer(), &sql, [number.into()]).await?;
                if number != self.number {
                    let _ = remove_file(place.path(database));
                }
            }
        }
        Ok(freed)
    }

    /// Gives back what was taken and not begun.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn give_back(&self) -> Result<(), DbErr> {
        let sql = "UPDATE outbox SET leased_by = 0 WHERE leased_by = $1 AND state = 'queued'";
        run(self.store.writer(), sql, [self.number.into()]).await.map(drop)
    }
}

impl Drop for Holder {
    fn drop(&mut self) {
        if let Lock::File { path, .. } = &self.lock {
            let _ = remove_file(path);
        }
    }
}
