//! The outbox: mail that a transaction promised, sent by a worker afterwards.
//!
//! A row is written in the transaction of the events that it tells about, and names what to render.
//! The worker takes rows under a lease, so that several workers, also of several processes, never
//! send the same row at once; a worker that dies leaves a lease that runs out. A mail may then be
//! sent twice, but always with the same Message-ID. A row is never deleted. Mail to a seat whose mail is held waits.

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use engine::table::Failure;
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, DbErr, FromQueryResult, Statement, Value};
use sha2::{Digest, Sha256};
use tokio::sync::Notify;

use crate::ServiceError;
use crate::clock::Clock;
use crate::mail::{Bound, Outgoing, SendError, Transport, Uncomposable};

/// A row is another worker's after this time. The worker stops sending well before.
const LEASE: Duration = Duration::from_secs(600);
/// The last moment of a lease to begin with a mail: the slowest mail still ends within it.
const LAST_START: Duration = Duration::from_secs(400);
/// Rows taken at once.
const BATCH: u32 = 16;
/// How often the worker looks for rows that became due, or came from another process.
const LOOK: Duration = Duration::from_secs(15);
/// The first retry comes after a minute, each further one after twice the time, up to six hours.
const FIRST_RETRY: i64 = 60_000;
const LONGEST_RETRY: i64 = 6 * 3_600_000;

/// A mail to be queued.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Queued {
    /// The game it is about, if any.
    pub game: Option<i64>,
    /// The last event that it tells about.
    pub seq: Option<i64>,
    /// The side that reads it; empty for a mail to nobody in a seat.
    pub viewer: String,
    /// What kind of mail: the renderer knows.
    pub kind: String,
    /// What else the renderer needs, as JSON.
    pub detail: String,
    /// Without brackets. Of two mails with the same one only the first is queued.
    pub message_id: String,
    /// Its Date, in milliseconds since 1970-01-01 UTC.
    pub date: i64,
    /// Not sent before this time, in the same unit.
    pub due: i64,
}

/// A row of the outbox.
#[derive(Debug, Clone, PartialEq, Eq, FromQueryResult)]
pub struct OutboxRow {
    /// Its number; rows leave in this order.
    pub id: i64,
    /// See [`Queued::game`].
    pub game: Option<i64>,
    /// See [`Queued::seq`].
    pub seq: Option<i64>,
    /// See [`Queued::viewer`].
    pub viewer: String,
    /// See [`Queued::kind`].
    pub kind: String,
    /// See [`Queued::detail`].
    pub detail: String,
    /// See [`Queued::message_id`].
    pub message_id: String,
    /// See [`Queued::date`].
    pub date: i64,
    /// How often it was taken, this time included.
    pub attempts: i64,
    /// `queued`, `sent`, `failed` (a mail server would not take it), `bounced` (it did not reach its reader, and that
    /// was counted), or `aside` if the program fails over it.
    pub state: String,
    /// Why it did not leave.
    pub last_error: Option<String>,
}

/// Kinds of mails that do not go to the seat's address, and the one that says why no other goes there: they leave even
/// where a seat's mail is held.
const EVEN_SO: &str = "'held', 'address', 'moved'";

impl OutboxRow {
    /// Whether its reader is not at the seat's address: what becomes of it says nothing about that.
    pub fn goes_elsewhere(&self) -> bool {
        ["address", "moved"].contains(&self.kind.as_str())
    }
}

/// Why a row could not be rendered. It is tried again, like a mail that could not be sent; but over which the program
/// fails ([`Failure`]) is set aside, with the reason, until somebody queues it again.
pub type RenderError = Box<dyn Error + Send + Sync>;

/// What one round did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Drained {
    /// Mails that left.
    pub sent: usize,
    /// Mails that will be tried again.
    pub deferred: usize,
    /// Mails that were refused for good.
    pub failed: usize,
    /// Mails over which the program failed.
    pub aside: usize,
}

/// Puts a mail into the outbox, in the transaction of the caller.
///
/// # Errors
/// If the database does not take it. A Message-ID that is there already is no error.
pub async fn enqueue(db: &impl ConnectionTrait, mail: Queued) -> Result<(), DbErr> {
    let insert = "INSERT INTO outbox (game, seq, viewer, kind, detail, message_id, date, next_due) \
                  VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (message_id) DO NOTHING";
    let values: [Value; 8] = [
        mail.game.into(),
        mail.seq.into(),
        mail.viewer.into(),
        mail.kind.into(),
        mail.detail.into(),
        mail.message_id.into(),
        mail.date.into(),
        mail.due.into(),
    ];
    execute(db, insert, values).await
}

/// Notes that a mail did not reach its reader; false if that was noted before.
///
/// # Errors
/// If the database fails.
pub async fn bounced(db: &impl ConnectionTrait, id: i64) -> Result<bool, DbErr> {
    let update = "UPDATE outbox SET state = 'bounced' WHERE id = $1 AND state IN ('sent', 'failed')";
    Ok(db.execute_raw(statement(db, update, [id.into()])).await?.rows_affected() == 1)
}

/// What the token in the envelope of a mail is bound to, so that whoever sends it back names this mail.
pub fn mark(message_id: &str) -> Bound {
    let digest = Sha256::digest(message_id);
    let first = digest.iter().take(4).fold(0, |mark, byte| mark << 8 | u32::from(*byte));
    Bound::Ask(first.max(1))
}

/// Mails that a mail server would not take and that were not counted yet.
///
/// # Errors
/// If the database fails.
pub async fn refused(db: &impl ConnectionTrait) -> Result<Vec<OutboxRow>, DbErr> {
    let select = "SELECT * FROM outbox WHERE state = 'failed' ORDER BY id";
    OutboxRow::find_by_statement(statement(db, select, [])).all(db).await
}

/// Mails to a side that were sent, the newest first.
///
/// # Errors
/// If the database fails.
pub async fn sent(db: &impl ConnectionTrait, game: i64, viewer: &str) -> Result<Vec<OutboxRow>, DbErr> {
    let select =
        "SELECT * FROM outbox WHERE game = $1 AND viewer = $2 AND state IN ('sent', 'bounced') ORDER BY id DESC";
    OutboxRow::find_by_statement(statement(db, select, [game.into(), viewer.into()])).all(db).await
}

/// The worker. `render` makes the mail of a row; its Message-ID and Date are taken from the row.
pub struct Outbox<R> {
    db: DatabaseConnection,
    transport: Transport,
    render: R,
}

impl<R, F> Outbox<R>
where
    R: Fn(OutboxRow) -> F,
    F: Future<Output = Result<Outgoing, RenderError>>,
{
    /// A worker with a connection of its own to the mail server.
    pub fn new(db: DatabaseConnection, transport: Transport, render: R) -> Outbox<R> {
        Outbox { db, transport, render }
    }

    /// Sends everything that is due at `now` (milliseconds since 1970-01-01 UTC), or as much of it as
    /// can be begun within some minutes, since leases are counted from `now`.
    ///
    /// # Errors
    /// If the database fails. What was sent until then is marked so.
    pub async fn drain(&mut self, now: i64) -> Result<Drained, DbErr> {
        let begun = Instant::now();
        let mut drained = Drained::default();
        loop {
            let rows = self.take(now).await?;
            if rows.is_empty() {
                return Ok(drained);
            }
            for row in rows {
                if begun.elapsed() > LAST_START {
                    // The rest is free again when the lease runs out.
                    return Ok(drained);
                }
                self.deliver(row, now, &mut drained).await?;
            }
        }
    }

    /// Sends what becomes due until `stop` is ready; `wake` tells that something was queued. `settle` is called after
    /// each round.
    pub async fn run(
        mut self,
        clock: Clock,
        wake: Arc<Notify>,
        stop: impl Future<Output = ()>,
        settle: impl AsyncFn(),
    ) {
        let mut stop = std::pin::pin!(stop);
        loop {
            if let Err(error) = self.drain(clock.now()).await {
                // The rows are still there, and so is the next round.
                crate::log::tell(&format!("outbox: {error}"));
            }
            settle().await;
            tokio::select! {
                () = &mut stop => return,
                () = wake.notified() => {}
                () = tokio::time::sleep(LOOK) => {}
            }
        }
    }

    /// Takes due rows, the oldest first. One statement, so that two workers cannot take the same row:
    /// SQLite lets one writer in at a time, PostgreSQL skips what another worker is taking.
    async fn take(&self, now: i64) -> Result<Vec<OutboxRow>, DbErr> {
        let skip = match self.db.get_database_backend() {
            DbBackend::Postgres => "FOR UPDATE SKIP LOCKED",
            _ => "",
        };
        let update = format!(
            "UPDATE outbox SET leased_until = $1, attempts = attempts + 1 WHERE id IN \
             (SELECT id FROM outbox WHERE state = 'queued' AND next_due <= $2 AND leased_until <= $2 \
             AND (kind IN ({EVEN_SO}) OR NOT EXISTS (SELECT 1 FROM seats \
             WHERE seats.game = outbox.game AND seats.side = outbox.viewer AND seats.mail <> 'good')) \
             ORDER BY id LIMIT {BATCH} {skip}) RETURNING *"
        );
        let lease = now.saturating_add(milliseconds(LEASE));
        let statement = statement(&self.db, &update, [lease.into(), now.into()]);
        let mut rows = OutboxRow::find_by_statement(statement).all(&self.db).await?;
        rows.sort_by_key(|row| row.id);
        Ok(rows)
    }

    async fn deliver(&mut self, row: OutboxRow, now: i64, drained: &mut Drained) -> Result<(), DbErr> {
        let (id, attempts) = (row.id, row.attempts);
        let rendered = (self.render)(row.clone()).await;
        if let Some(failure) = rendered.as_ref().err().and_then(|error| failure(&**error)) {
            drained.aside += 1;
            crate::log::tell(&format!("mail {id} of the outbox is set aside: {failure}"));
            let update = "UPDATE outbox SET state = 'aside', last_error = $1 WHERE id = $2";
            return execute(&self.db, update, [failure.to_string().into(), id.into()]).await;
        }
        match self.send(&row, rendered).await {
            Ok(()) => {
                drained.sent += 1;
                let update = "UPDATE outbox SET state = 'sent', sent_at = $1, last_error = NULL WHERE id = $2";
                execute(&self.db, update, [now.into(), id.into()]).await
            }
            Err(SendError::Temporary(error)) => {
                drained.deferred += 1;
                let update = "UPDATE outbox SET next_due = $1, leased_until = 0, last_error = $2 \
                              WHERE id = $3";
                let due = now.saturating_add(pause(attempts));
                execute(&self.db, update, [due.into(), error.into(), id.into()]).await
            }
            Err(SendError::Permanent(error)) => {
                drained.failed += 1;
                let update = "UPDATE outbox SET state = 'failed', last_error = $1 WHERE id = $2";
                execute(&self.db, update, [error.into(), id.into()]).await
            }
        }
    }

    async fn send(&mut self, row: &OutboxRow, rendered: Result<Outgoing, RenderError>) -> Result<(), SendError> {
        let temporary = |error: String| SendError::Temporary(error);
        let mut outgoing = rendered.map_err(|error| temporary(error.to_string()))?;
        outgoing.message_id.clone_from(&row.message_id);
        outgoing.date = row.date;
        let mail = outgoing.compose().map_err(|error| match error {
            // no later try makes an address of it
            Uncomposable::Recipient(_) => SendError::Permanent(error.to_string()),
            _ => temporary(error.to_string()),
        })?;
        self.transport.send(&mail).await
    }
}

/// The fault of the program that an error tells of, if it is one.
fn failure<'a>(error: &'a (dyn Error + Send + Sync + 'static)) -> Option<&'a Failure> {
    let within = || match error.downcast_ref() {
        Some(ServiceError::Failed(failure)) => Some(failure),
        _ => None,
    };
    error.downcast_ref().or_else(within)
}

/// Milliseconds to the next try after so many.
fn pause(attempts: i64) -> i64 {
    let doublings = u32::try_from(attempts.clamp(1, 16) - 1).unwrap_or(0);
    (FIRST_RETRY << doublings).min(LONGEST_RETRY)
}

/// The present, in milliseconds since 1970-01-01 UTC.
pub fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, milliseconds)
}

fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

fn statement(db: &impl ConnectionTrait, sql: &str, values: impl IntoIterator<Item = Value>) -> Statement {
    Statement::from_sql_and_values(db.get_database_backend(), sql, values)
}

async fn execute(db: &impl ConnectionTrait, sql: &str, values: impl IntoIterator<Item = Value>) -> Result<(), DbErr> {
    db.execute_raw(statement(db, sql, values)).await.map(drop)
}

#[cfg(test)]
mod tests;
