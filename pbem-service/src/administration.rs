//! What a host asks of his database, and does in it: games, and mail that did not leave.

use crate::store::{query, run};
use crate::{Service, ServiceError, Store, aside, spool};
use mail_parser::DateTime;
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;
use std::path::Path;

/// A game as its host lists it.
#[derive(Debug, FromQueryResult, Serialize)]
pub struct GameLine {
    /// Its number.
    pub id: i64,
    /// Id of the published game.
    pub game: String,
    /// Id of the scenario.
    pub scenario: String,
    /// `running` or `over`.
    pub status: String,
    /// Records so far.
    pub records: i64,
    /// When the last one was written, in milliseconds since 1970-01-01 UTC.
    pub last: Option<i64>,
}

impl GameLine {
    /// The day on which the last record was written, or nothing.
    pub fn moved(&self) -> String {
        self.last.map_or_else(String::new, |last| {
            DateTime::from_timestamp(last / 1000).to_rfc3339().chars().take(10).collect()
        })
    }
}

/// A mail as its host lists it.
#[derive(Debug, FromQueryResult, Serialize)]
pub struct MailLine {
    /// Its number.
    pub id: i64,
    /// The game it is about, if any.
    pub game: Option<i64>,
    /// The side that reads it.
    pub viewer: String,
    /// What kind of mail.
    pub kind: String,
    /// As in [`crate::outbox::OutboxRow::state`].
    pub state: String,
    /// How often it was tried.
    pub attempts: i64,
    /// Not sent before this time.
    pub next_due: i64,
    /// Why it did not leave.
    pub last_error: Option<String>,
    /// Why all mail to its seat waits, if it does: `bad`, `paused` or `held`.
    pub held: Option<String>,
}

/// All games, the newest first.
///
/// # Errors
/// When the database fails.
pub async fn games(store: &Store) -> Result<Vec<GameLine>, DbErr> {
    let sql = "SELECT games.id, games.game, games.scenario, games.status, COUNT(events.seq) AS records, \
               MAX(events.at) AS last FROM games LEFT JOIN events ON events.game = games.id \
               GROUP BY games.id, games.game, games.scenario, games.status ORDER BY games.id DESC";
    GameLine::find_by_statement(query(store.readers(), sql, [])).all(store.readers()).await
}

/// Mails, the newest first: those that did not leave or did not arrive, or all.
///
/// # Errors
/// When the database fails.
pub async fn mails(store: &Store, game: Option<i64>, all: bool) -> Result<Vec<MailLine>, DbErr> {
    let sql = "SELECT outbox.id, outbox.game, viewer, kind, state, attempts, next_due, last_error, \
               CASE WHEN seats.mail <> 'good' AND state = 'queued' THEN seats.mail END AS held \
               FROM outbox LEFT JOIN seats ON seats.game = outbox.game AND seats.side = outbox.viewer \
               WHERE ($1 = 0 OR outbox.game = $1) AND ($2 = 1 OR state <> 'sent') ORDER BY outbox.id DESC";
    let values = [game.unwrap_or(0).into(), i64::from(all).into()];
    MailLine::find_by_statement(query(store.readers(), sql, values)).all(store.readers()).await
}

/// How many mails wait in the spool of a data folder, and how many lie set aside.
pub fn files(data: &Path) -> (usize, usize) {
    let count = |folder: &Path| std::fs::read_dir(folder).map_or(0, |files| files.count());
    (count(&spool::folder(data)), count(&aside::folder(data)))
}

impl Service {
    /// Queues a mail once more, to leave now.
    ///
    /// # Errors
    /// When there is none of this number, a worker has it in hand, or the database fails.
    pub async fn resend(&self, mail: i64) -> Result<(), ServiceError> {
        let sql =
            "UPDATE outbox SET state = 'queued', next_due = $1, last_error = NULL WHERE id = $2 AND leased_by = 0";
        match run(self.store.writer(), sql, [self.clock.now().into(), mail.into()]).await? {
            0 => Err(ServiceError::Missing(format!("mail {mail} that waits for nobody"))),
            _ => Ok(()),
        }
    }
}
