//! The outbox: mail that a transaction promised, sent by a worker afterwards.
//!
//! A row is written in the transaction of the events that it tells about, and names what to render.
//! The worker takes rows under a lease, so that several workers, also of several processes, never send the same row at
//! once. A lease ends with its worker ([`Holder`]): what a killed one held is another's in the next round, and one that is
//! told to stop ends the mail in hand and gives the rest back. A mail that was being sent by a killed worker may be sent
//! twice, but always with the same Message-ID. A row is never deleted. Mail to a seat whose mail is held waits.

use crate::clock::{Clock, HOUR, MINUTE};
use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use engine::table::Failure;
use sea_orm::{ConnectionTrait, DbBackend, DbErr, FromQueryResult, Statement, Value};
use sha2::{Digest, Sha256};
use tokio::sync::{Notify, watch};

use crate::mail::{Bound, Outgoing, SendError, Transport, Uncomposable};
use crate::metrics::METRICS;
use crate::store::{Holder, Writes};
use crate::talk::one_line;
use crate::{ServiceError, Store};

/// Rows taken at once.
const BATCH: u32 = 16;
/// How often the worker looks for rows that became due, came from another process, or were a dead worker's.
const LOOK: Duration = Duration::from_secs(5);
/// The first retry comes after a minute, each further one after twice the time, up to six hours.
const FIRST_RETRY: i64 = MINUTE;
const LONGEST_RETRY: i64 = 6 * HOUR;

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
    /// How often it was tried before.
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

/// Why a row is not rendered yet: its reader wants no mail until this time, in milliseconds since 1970-01-01 UTC. It was not tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Waits(pub i64);

impl std::fmt::Display for Waits {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.write_str("its reader wants no mail at this hour")
    }
}

impl Error for Waits {}

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

impl Queued {
    /// Puts the mail into the outbox. Of two with one Message-ID the first stays.
    pub fn insert(self, writes: &mut Writes) {
        let insert = "INSERT INTO outbox (game, seq, viewer, kind, detail, message_id, date, next_due) \
                      VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (message_id) DO NOTHING";
        let values: [Value; 8] = [
            self.game.into(),
            self.seq.into(),
            self.viewer.into(),
            self.kind.into(),
            self.detail.into(),
            self.message_id.into(),
            self.date.into(),
            self.due.into(),
        ];
        writes.add(insert, values);
    }

    /// Takes the place of a mail that waits, by its number, Message-ID and tries as they were read. All that is written with it
    /// is void if that has just left or was replaced by another.
    pub fn replace(self, writes: &mut Writes, id: i64, message_id: String, attempts: i64) {
        let update = "UPDATE outbox SET seq = $1, kind = $2, detail = $3, message_id = $4, date = $5, next_due = $6, quiet_until = 0 \
                      WHERE id = $7 AND state = 'queued' AND leased_by = 0 AND attempts = $8 AND message_id = $9";
        let values: [Value; 9] = [
            self.seq.into(),
            self.kind.into(),
            self.detail.into(),
            self.message_id.into(),
            self.date.into(),
            self.due.into(),
            id.into(),
            attempts.into(),
            message_id.into(),
        ];
        writes.must(update, values);
    }
}

/// Puts a mail into the outbox, in the transaction of the caller.
///
/// # Errors
/// If the database does not take it. A Message-ID that is there already is no error.
pub async fn enqueue(db: &impl ConnectionTrait, mail: Queued) -> Result<(), DbErr> {
    let mut writes = Writes::new(db.get_database_backend());
    mail.insert(&mut writes);
    writes.run(db).await.map(drop)
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
    store: Store,
    /// Whose rows this worker's are; none until it looks for the first.
    holder: Option<Holder>,
    /// Mails that have left without that being written, as the database failed just then, and when.
    left: Vec<(i64, i64)>,
    transport: Transport,
    render: R,
}

impl<R, F> Outbox<R>
where
    R: Fn(OutboxRow) -> F,
    F: Future<Output = Result<Outgoing, RenderError>>,
{
    /// A worker with a connection of its own to the mail server.
    pub fn new(store: Store, transport: Transport, render: R) -> Outbox<R> {
        Outbox { store, holder: None, left: Vec::new(), transport, render }
    }

    /// Sends everything that is due at `now` (milliseconds since 1970-01-01 UTC).
    ///
    /// # Errors
    /// If the database fails. What was sent until then is marked so.
    pub async fn drain(&mut self, now: i64) -> Result<Drained, ServiceError> {
        let (_go_on, never) = watch::channel(false);
        self.drain_until(now, &never).await
    }

    /// The same, unless it is to stop: the mail in hand is sent to its end then, and what was taken beyond it is free.
    async fn drain_until(&mut self, now: i64, stop: &watch::Receiver<bool>) -> Result<Drained, ServiceError> {
        let mut drained = Drained::default();
        self.note_left().await?;
        self.lead().await?.free_the_dead().await?;
        while !*stop.borrow() {
            let rows = self.take(now).await?;
            if rows.is_empty() {
                break;
            }
            for row in rows {
                if *stop.borrow() {
                    self.lead().await?.give_back().await?;
                    break;
                }
                let held = match &self.holder {
                    Some(holder) => holder.holds(row.id).await?,
                    None => false,
                };
                if held {
                    self.deliver(row, now, &mut drained).await?;
                }
            }
        }
        Ok(drained)
    }

    /// Sends what becomes due until it is to stop; `wake` tells that something was queued. `settle` is called after each
    /// round.
    pub async fn run(
        mut self,
        clock: Clock,
        wake: Arc<Notify>,
        mut stop: watch::Receiver<bool>,
        settle: impl AsyncFn(),
    ) {
        while !*stop.borrow() {
            match self.drain_until(clock.now(), &stop).await {
                Ok(drained) => METRICS.delivered(&drained),
                // The rows are still there, and so is the next round.
                Err(error) => crate::log::tell(&format!("outbox: {error}")),
            }
            settle().await;
            tokio::select! {
                _ = stop.wait_for(|stop| *stop) => return,
                () = wake.notified() => {}
                () = tokio::time::sleep(LOOK) => {}
            }
        }
    }

    /// The number under which this worker takes rows, which nobody else has.
    async fn lead(&mut self) -> Result<&Holder, ServiceError> {
        if let Some(holder) = &self.holder
            && !holder.is_held().await?
        {
            self.holder = None;
        }
        let holder = match self.holder.take() {
            Some(holder) => holder,
            None => Holder::new(&self.store).await?,
        };
        Ok(self.holder.insert(holder))
    }

    /// Takes due rows, the oldest first. Hand-written, and one statement, so that two workers cannot take the same row:
    /// SQLite lets one writer in at a time, PostgreSQL skips what another worker is taking.
    async fn take(&mut self, now: i64) -> Result<Vec<OutboxRow>, ServiceError> {
        let number = self.lead().await?.number();
        let db = self.store.writer();
        let skip = match db.get_database_backend() {
            DbBackend::Postgres => "FOR UPDATE SKIP LOCKED",
            _ => "",
        };
        let update = format!(
            "UPDATE outbox SET leased_by = $1 WHERE id IN \
             (SELECT id FROM outbox WHERE state = 'queued' AND next_due <= $2 AND quiet_until <= $2 AND leased_by = 0 \
             AND (kind IN ({EVEN_SO}) OR NOT EXISTS (SELECT 1 FROM seats \
             WHERE seats.game = outbox.game AND seats.side = outbox.viewer AND seats.mail <> 'good')) \
             ORDER BY id LIMIT {BATCH} {skip}) RETURNING *"
        );
        let mut rows =
            OutboxRow::find_by_statement(statement(db, &update, [number.into(), now.into()])).all(db).await?;
        rows.sort_by_key(|row| row.id);
        Ok(rows)
    }

    async fn deliver(&mut self, row: OutboxRow, now: i64, drained: &mut Drained) -> Result<(), DbErr> {
        let rendered = (self.render)(row.clone()).await;
        if let Some(Waits(until)) = rendered.as_ref().err().and_then(|error| error.downcast_ref()) {
            // it was not tried: what comes for its reader in the meantime becomes one with it
            let wait = "UPDATE outbox SET quiet_until = $1, leased_by = 0 WHERE id = $2 AND leased_by = $3 AND state = 'queued'";
            let holder = self.holder.as_ref().map_or(0, Holder::number);
            let db = self.store.writer();
            db.execute_raw(statement(db, wait, [(*until).into(), row.id.into(), holder.into()])).await?;
            return Ok(());
        }
        if let Some(failure) = rendered.as_ref().err().and_then(|error| failure(&**error)) {
            drained.aside += 1;
            crate::log::tell(&format!("mail {} of the outbox is set aside: {failure}", row.id));
            return self.end(&row, "state = 'aside', last_error = $3", [failure.to_string().into()]).await;
        }
        match self.send(&row, rendered).await {
            Ok(()) => {
                drained.sent += 1;
                tracing::info!(mail = row.id, game = row.game, side = row.viewer, kind = row.kind, "a mail has left");
                let ended = self.end(&row, "state = 'sent', sent_at = $3, last_error = NULL", [now.into()]).await;
                if ended.is_err() {
                    self.left.push((row.id, now));
                }
                ended
            }
            Err(SendError::Temporary(error)) => {
                let error = kept(&error);
                drained.deferred += 1;
                crate::log::tell(&format!("mail {} of the outbox must wait: {error}", row.id));
                let due = now.saturating_add(pause(row.attempts + 1));
                self.end(&row, "next_due = $3, last_error = $4", [due.into(), error.into()]).await
            }
            Err(SendError::Permanent(error)) => {
                drained.failed += 1;
                self.end(&row, "state = 'failed', last_error = $3", [kept(&error).into()]).await
            }
        }
    }

    /// Writes down which mails had left when the database failed: whoever has their rows now need not send them.
    async fn note_left(&mut self) -> Result<(), DbErr> {
        while let Some((id, at)) = self.left.last().copied() {
            let update = "UPDATE outbox SET state = 'sent', sent_at = $2, last_error = NULL, attempts = attempts + 1, leased_by = 0 \
                          WHERE id = $1 AND state = 'queued'";
            let db = self.store.writer();
            db.execute_raw(statement(db, update, [id.into(), at.into()])).await?;
            self.left.pop();
        }
        Ok(())
    }

    /// Writes down what became of a row, as long as it is this worker's: another who has it now does so himself.
    async fn end(&self, row: &OutboxRow, change: &str, values: impl IntoIterator<Item = Value>) -> Result<(), DbErr> {
        let holder = self.holder.as_ref().map_or(0, Holder::number);
        let update = format!(
            "UPDATE outbox SET {change}, attempts = attempts + 1, leased_by = 0 \
             WHERE id = $1 AND leased_by = $2 AND state = 'queued'"
        );
        let values: Vec<Value> = [row.id.into(), holder.into()].into_iter().chain(values).collect();
        let db = self.store.writer();
        if db.execute_raw(statement(db, &update, values)).await?.rows_affected() == 0 {
            crate::log::tell(&format!("mail {} of the outbox is another worker's now", row.id));
        }
        Ok(())
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

/// Characters of a reason that are kept.
const LONGEST_REASON: usize = 500;

/// Why a mail did not leave, as it is kept and shown: a foreign server may have worded it.
fn kept(reason: &str) -> String {
    one_line(reason).chars().take(LONGEST_REASON).collect()
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

#[cfg(test)]
mod tests;
