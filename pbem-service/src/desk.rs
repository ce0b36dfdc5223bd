//! The desk at which the mails of a game are written: who reads them, what he was told, what waits for him, and how fast it
//! may leave. All of it is read in one query, changed here, and written with whatever else its transaction writes.

use crate::ServiceError;
use crate::outbox::Queued;
use crate::pace::{self, Paces};
use crate::queue::{Detail, TELLING, fruitless, rank, strangers};
use crate::store::{Writes, query};
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Value};

/// What a submission is known by: its own key, and the one that it has in common with a letter that says the same.
#[derive(Clone, Copy, Default)]
pub struct Names<'a> {
    /// Its key.
    pub key: &'a str,
    /// The other, if there is one.
    pub twin: &'a str,
}

/// See the module.
pub struct Desk {
    /// The game.
    pub game: i64,
    /// Number of its events.
    pub head: u64,
    /// The report that the submission got which is known by this key, as JSON.
    pub answer: Option<String>,
    /// Whether a letter that said the same did it.
    pub has_twin: bool,
    /// How fast mail may leave.
    pub paces: Paces,
    readers: Vec<Reader>,
}

/// The player of a seat.
#[derive(Clone)]
pub struct Reader {
    /// Id of the side.
    pub side: String,
    /// Where he gets his mail.
    pub address: Option<String>,
    /// Whether he wishes a mail for orders that he gives on the page.
    pub wants_receipts: bool,
    /// Whether he wishes mails that ask nothing.
    pub wants_news: bool,
    /// The record up to which he has been told what happened, by all mails that were queued and did not fail to reach him.
    pub told: u64,
    mail: MailState,
    was: MailState,
    waiting: Vec<Waiting>,
}

/// Whether mail goes to a seat, how many came back, and why it waits.
#[derive(Clone, PartialEq, Eq)]
struct MailState {
    mail: String,
    bounces: i64,
    reason: String,
}

/// A mail that waits and was not sent yet.
#[derive(Clone)]
struct Waiting {
    mail: Queued,
    /// Its row as it was read: number, Message-ID, and how often it was tried; none for a new one.
    row: Option<(i64, String, i64)>,
    changed: bool,
}

#[derive(FromQueryResult)]
struct Row {
    side: String,
    address: Option<String>,
    receipts: i64,
    news: i64,
    mail: String,
    bounces: i64,
    reason: String,
    head: i64,
    told: Option<i64>,
    answer: Option<String>,
    twin: Option<String>,
    to_address: Option<i64>,
    of_game: Option<i64>,
    to_seat: Option<i64>,
    of_talk: Option<i64>,
    of_strangers: Option<i64>,
    of_fruitless: Option<i64>,
    of_questions: Option<i64>,
    waiting: Option<i64>,
    kind: Option<String>,
    detail: Option<String>,
    message_id: Option<String>,
    date: Option<i64>,
    due: Option<i64>,
    attempts: Option<i64>,
}

/// A row for each seat and each mail that waits for it. A mail that a worker took and never gave back may have been sent: it
/// stays as it is, and does not wait.
const READ: &str = "SELECT seats.side, seats.address, seats.receipts, seats.news, seats.mail, seats.bounces, seats.reason, \
    (SELECT COALESCE(MAX(seq) + 1, 0) FROM events WHERE events.game = seats.game) AS head, \
    (SELECT MAX(seq) FROM outbox WHERE outbox.game = seats.game AND viewer = seats.side \
     AND kind IN ('invitation', 'explain', 'receipt', 'turn', 'talk') AND state IN ('queued', 'sent')) AS told, \
    (SELECT report FROM submissions WHERE submissions.game = seats.game AND key = $2) AS answer, \
    (SELECT key FROM submissions WHERE submissions.game = seats.game AND key = $3) AS twin, \
    (SELECT filled FROM paces WHERE name = 'mail to ' || seats.address) AS to_address, \
    (SELECT filled FROM paces WHERE name = 'mail of game ' || seats.game) AS of_game, \
    (SELECT filled FROM paces WHERE name = 'mail to ' || seats.game || '.' || seats.side) AS to_seat, \
    (SELECT filled FROM paces WHERE name = 'talk to ' || seats.game || '.' || seats.side) AS of_talk, \
    (SELECT filled FROM paces WHERE name = 'strangers for ' || seats.game || '.' || seats.side) AS of_strangers, \
    (SELECT filled FROM paces WHERE name = 'fruitless ' || seats.game || '.' || seats.side) AS of_fruitless, \
    (SELECT filled FROM paces WHERE name = 'asked ' || seats.game || '.' || seats.side) AS of_questions, \
    outbox.id AS waiting, outbox.kind, outbox.detail, outbox.message_id, outbox.date, outbox.next_due AS due, outbox.attempts \
    FROM seats LEFT JOIN outbox ON outbox.game = seats.game AND outbox.viewer = seats.side AND outbox.state = 'queued' \
    AND outbox.leased_by = 0 AND (outbox.attempts = 0 OR outbox.last_error IS NOT NULL) \
    WHERE seats.game = $1 ORDER BY seats.side, outbox.id";

impl Desk {
    /// A game's desk as a connection sees it, and what became of a submission.
    ///
    /// # Errors
    /// When the game has no seats, or the database fails.
    pub async fn read(db: &impl ConnectionTrait, game: i64, names: Names<'_>) -> Result<Desk, ServiceError> {
        let values = [game.into(), names.key.into(), names.twin.into()];
        let rows = Row::find_by_statement(query(db, READ, values)).all(db).await?;
        let first = rows.first().ok_or_else(|| ServiceError::Missing(format!("game {game}")))?;
        let mut desk = Desk {
            game,
            head: first.head as u64,
            answer: first.answer.clone(),
            has_twin: first.twin.is_some(),
            paces: Paces::default(),
            readers: Vec::new(),
        };
        for row in rows {
            desk.add(row);
        }
        Ok(desk)
    }

    fn add(&mut self, row: Row) {
        let game = self.game;
        if self.readers.last().is_none_or(|last| last.side != row.side) {
            let side = &row.side;
            let paces = [
                (row.address.as_deref().map_or_else(String::new, to_address), row.to_address),
                (of_game(game), row.of_game),
                (to_seat(game, side), row.to_seat),
                (of_talk(game, side), row.of_talk),
                (strangers(game, side), row.of_strangers),
                (fruitless(game, side), row.of_fruitless),
                (of_questions(game, side), row.of_questions),
            ];
            for (name, full) in paces {
                if let Some(full) = full {
                    self.paces.know(name, full);
                }
            }
            let mail = MailState { mail: row.mail, bounces: row.bounces, reason: row.reason };
            self.readers.push(Reader {
                side: row.side.clone(),
                address: row.address,
                wants_receipts: row.receipts == 1,
                wants_news: row.news == 1,
                told: row.told.unwrap_or(0).max(0) as u64,
                was: mail.clone(),
                mail,
                waiting: Vec::new(),
            });
        }
        let mail = (row.waiting, row.kind, row.detail, row.message_id, row.date, row.due);
        if let (Some(id), Some(kind), Some(detail), Some(message_id), Some(date), Some(due)) = mail
            && let Some(reader) = self.readers.last_mut()
        {
            let row = (id, message_id.clone(), row.attempts.unwrap_or(0));
            let viewer = reader.side.clone();
            let mail = Queued { game: Some(game), seq: None, viewer, kind, detail, message_id, date, due };
            reader.waiting.push(Waiting { mail, row: Some(row), changed: false });
        }
    }

    /// The player of a seat.
    ///
    /// # Errors
    /// When there is no such seat.
    pub fn reader(&self, side: &str) -> Result<&Reader, ServiceError> {
        let reader = self.readers.iter().find(|reader| reader.side == side);
        reader.ok_or_else(|| ServiceError::Missing(format!("side {side} in game {}", self.game)))
    }

    fn reader_mut(&mut self, side: &str) -> Option<&mut Reader> {
        self.readers.iter_mut().find(|reader| reader.side == side)
    }

    /// Reads how fast mail may go to an address that is no seat's.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn know(&mut self, db: &impl ConnectionTrait, address: &str) -> Result<(), DbErr> {
        let name = to_address(address);
        if let Some(full) = pace::full(db, &name).await? {
            self.paces.know(name, full);
        }
        Ok(())
    }

    /// Notes that a seat's player has written something that we could use: his mail reaches us, so ours reaches him. The
    /// answer to it is the mail that wakes him.
    pub fn hear_from(&mut self, side: &str) {
        if let Some(reader) = self.reader_mut(side).filter(|reader| reader.mail.mail != "held") {
            reader.mail = MailState { mail: "good".to_owned(), bounces: 0, reason: String::new() };
        }
    }

    /// Stops the mail to a seat for which a program seems to answer; false if it was stopped before.
    pub fn hold(&mut self, side: &str, reason: &str) -> bool {
        let Some(reader) = self.reader_mut(side).filter(|reader| reader.mail.mail == "good") else { return false };
        reader.mail.mail = "held".to_owned();
        reader.mail.reason = reason.to_owned();
        true
    }

    /// Makes a mail one with another that waits for the same reader and may be one with it; false if there is none. `due`
    /// is when it may leave if the other was talk alone, which waits longer.
    ///
    /// # Errors
    /// When the waiting mail cannot be read.
    pub fn join(
        &mut self,
        mail: &Queued,
        detail: &Detail,
        due: impl FnOnce(&mut Desk) -> i64,
    ) -> Result<bool, ServiceError> {
        let tells = TELLING.contains(&mail.kind.as_str());
        let like =
            |waits: &Waiting| if tells { rank(&waits.mail.kind).is_some() } else { waits.mail.kind == mail.kind };
        let Some(reader) = self.readers.iter().find(|reader| reader.side == mail.viewer) else { return Ok(false) };
        let Some(place) = reader.waiting.iter().position(like) else { return Ok(false) };
        let mut waits = reader.waiting[place].clone();
        let earlier: Detail = serde_json::from_str(&waits.mail.detail)
            .map_err(|error| ServiceError::Broken("mail", error.to_string()))?;
        if earlier.to != detail.to {
            return Ok(false);
        }
        let tried = waits.row.as_ref().map_or(0, |(_, _, attempts)| *attempts);
        // what is more than talk need not wait until talk may leave
        let sooner = waits.mail.kind == "talk" && mail.kind != "talk" && tried == 0;
        let due = if sooner { due(self).min(waits.mail.due) } else { waits.mail.due };
        let kind = if rank(&waits.mail.kind) < rank(&mail.kind) { waits.mail.kind } else { mail.kind.clone() };
        waits.mail = Queued { kind, detail: earlier.and(detail.clone()).write(), due, ..mail.clone() };
        waits.changed = true;
        self.tell(&mail.viewer, tells, mail.seq, |reader| reader.waiting[place] = waits);
        Ok(true)
    }

    /// Adds a mail.
    pub fn enqueue(&mut self, mail: Queued) {
        let (viewer, seq, tells) = (mail.viewer.clone(), mail.seq, TELLING.contains(&mail.kind.as_str()));
        self.tell(&viewer, tells, seq, |reader| reader.waiting.push(Waiting { mail, row: None, changed: true }));
    }

    fn tell(&mut self, side: &str, tells: bool, seq: Option<i64>, change: impl FnOnce(&mut Reader)) {
        let Some(reader) = self.reader_mut(side) else { return };
        change(reader);
        if tells {
            reader.told = reader.told.max(seq.unwrap_or(0).max(0) as u64);
        }
    }

    /// Writes what has changed. It is void if a mail that others were added to has just left.
    pub fn write(self, writes: &mut Writes) {
        for reader in self.readers {
            if reader.mail != reader.was {
                let sql =
                    "UPDATE seats SET mail = $1, bounces = $2, reason = $3 WHERE game = $4 AND side = $5 AND mail = $6";
                let MailState { mail, bounces, reason } = reader.mail;
                let values: [Value; 6] = [
                    mail.into(),
                    bounces.into(),
                    reason.into(),
                    self.game.into(),
                    reader.side.into(),
                    reader.was.mail.into(),
                ];
                writes.add(sql, values);
            }
            for waits in reader.waiting.into_iter().filter(|waits| waits.changed) {
                match waits.row {
                    None => waits.mail.insert(writes),
                    Some((id, before, attempts)) => waits.mail.replace(writes, id, before, attempts),
                }
            }
        }
        self.paces.write(writes);
    }
}

/// Name of the pace of mails to an address.
pub(crate) fn to_address(address: &str) -> String {
    format!("mail to {address}")
}

/// Name of the pace of mails of a game.
pub(crate) fn of_game(game: i64) -> String {
    format!("mail of game {game}")
}

/// Name of the pace of mails to a seat.
pub(crate) fn to_seat(game: i64, side: &str) -> String {
    format!("mail to {game}.{side}")
}

/// Name of the pace of mails to a seat that hold nothing but talk.
pub(crate) fn of_talk(game: i64, side: &str) -> String {
    format!("talk to {game}.{side}")
}

/// Name of the pace of what a seat's page may send that changes nothing.
pub(crate) fn of_questions(game: i64, side: &str) -> String {
    format!("asked {game}.{side}")
}
