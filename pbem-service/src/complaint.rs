//! What players report to their host: a threat in what is said, a doubt about the dice, an opponent who has gone.
//!
//! The other side is not told. The host reads it on his command line, with what was said in the game until then, and may
//! answer it by mail.

use crate::clock::HOUR;
use crate::live::Live;
use crate::note::{Note, NoteKind};
use crate::pace::{Pace, allow};
use crate::store::{one, query, run};
use crate::talk::one_line;
use crate::{Service, ServiceError, log};
use engine::contract::{Refusal, SideId};
use engine::table::Record;
use mail_parser::DateTime;
use sea_orm::{ConnectionTrait, FromQueryResult};
use serde::Serialize;
use serde_json::Value;

/// Characters of a report.
pub const LONGEST: usize = 2_000;
/// How often a seat's player may report something.
const REPORTED: Pace = Pace { burst: 5, each: 6 * HOUR };
/// Of what was said before it, so much is shown with it.
const SAID: usize = 6;

/// A report.
#[derive(Clone, Debug, PartialEq, Eq, FromQueryResult, Serialize)]
pub struct Complaint {
    /// Its number.
    pub id: i64,
    /// The game it is about.
    pub game: i64,
    /// The side whose player wrote it.
    pub side: String,
    /// His address, in lower case: who has the seat after him is somebody else. Empty for who plays by his link alone.
    pub address: String,
    /// When, in milliseconds since 1970-01-01 UTC.
    pub at: i64,
    /// How many records the game had then.
    pub records: i64,
    /// What he wrote.
    pub words: String,
    /// `open` or `settled`.
    pub state: String,
    /// What the host wrote back.
    pub answer: String,
}

impl Complaint {
    /// The day on which it was written.
    pub fn day(&self) -> String {
        DateTime::from_timestamp(self.at / 1000).to_rfc3339().chars().take(10).collect()
    }
}

const COLUMNS: &str = "SELECT id, game, side, address, at, records, words, state, answer FROM complaints";

impl Service {
    /// Takes a report of a side's player to the host; its number, or why not. What bears a known mark was reported before.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn complain(
        &self,
        live: &Live,
        side: SideId,
        words: &str,
        mark: &str,
    ) -> Result<Result<i64, Refusal>, ServiceError> {
        let refused = |why: String, remedy: &str| Ok(Err(Refusal::new("report", why).remedy(remedy)));
        let (words, length) = (one_line(words), words.chars().count());
        if words.is_empty() {
            return refused(
                "there is nothing in it".to_owned(),
                "Write what it is on the same line, behind the colon.",
            );
        }
        if length > LONGEST {
            return refused(format!("this has {length} characters; {LONGEST} are the most"), "Say it in fewer words.");
        }
        let (game, side_id, now) = (live.row.id, live.side_id(side), self.clock.now());
        let mark = format!("{game}.{side_id} {mark}");
        let known = "SELECT id FROM complaints WHERE mark = $1";
        if let Some(id) = one(self.store.readers(), known, [mark.as_str().into()]).await? {
            return Ok(Ok(id));
        }
        let transaction = self.store.begin().await?;
        if allow(&transaction, &format!("reported {game}.{side_id}"), REPORTED, 1, now).await?.is_err() {
            let often = format!("you have reported {} things in a short time", REPORTED.burst);
            return refused(often, "One more may follow every 6 hours; write all of it in one.");
        }
        let sql = "INSERT INTO complaints (game, side, at, records, words, mark, state, answer, address) \
                   SELECT $1, $2, $3, $4, $5, $6, 'open', '', LOWER(COALESCE(address, '')) FROM seats WHERE game = $1 AND side = $2 \
                   ON CONFLICT (mark) DO UPDATE SET mark = excluded.mark RETURNING id";
        let records = i64::try_from(live.session.len()).unwrap_or(i64::MAX);
        let values = [game.into(), side_id.into(), now.into(), records.into(), words.into(), mark.into()];
        let id: Option<i64> = one(&transaction, sql, values).await?;
        transaction.commit().await?;
        let id = id.unwrap_or_default();
        log::tell(&format!("report {id} of a player in game {game}, {side_id}: `fieldpost reports` shows it"));
        Ok(Ok(id))
    }

    /// Reports of players, the oldest first: those that are open, or all.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn complaints(&self, all: bool) -> Result<Vec<Complaint>, ServiceError> {
        let sql = format!("{COLUMNS} WHERE $1 = 1 OR state = 'open' ORDER BY id");
        let readers = self.store.readers();
        Ok(Complaint::find_by_statement(query(readers, &sql, [i64::from(all).into()])).all(readers).await?)
    }

    /// What whoever has a seat now has reported, the newest first: not what the player before him did.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn complaints_of(&self, game: i64, side: &str) -> Result<Vec<Complaint>, ServiceError> {
        let sql = format!(
            "{COLUMNS} WHERE game = $1 AND side = $2 AND address = \
             (SELECT LOWER(COALESCE(seats.address, '')) FROM seats WHERE game = $1 AND side = $2) ORDER BY id DESC"
        );
        let readers = self.store.readers();
        Ok(Complaint::find_by_statement(query(readers, &sql, [game.into(), side.into()])).all(readers).await?)
    }

    /// What was said in the game before a report, by side, the newest last.
    ///
    /// # Errors
    /// When the database fails, or the game cannot be read.
    pub async fn said_before(&self, complaint: &Complaint) -> Result<Vec<String>, ServiceError> {
        let sql = "SELECT body FROM events WHERE game = $1 AND seq < $2 AND kind = 'Said' ORDER BY seq DESC LIMIT $3";
        let readers = self.store.readers();
        let values = [complaint.game.into(), complaint.records.into(), (SAID as i64).into()];
        let mut said = Vec::new();
        let names = self.live(complaint.game).await?.session.sides();
        for row in readers.query_all_raw(query(readers, sql, values)).await? {
            let body: String = row.try_get("", "body")?;
            if let Ok(Record::<Value, Value>::Said { side, text }) = serde_json::from_str(&body) {
                said.insert(0, format!("{}: {text}", names[side.index()]));
            }
        }
        Ok(said)
    }

    /// Notes that a report is dealt with, and mails whoever wrote it what the host answers, if he does: also if another has his
    /// seat by now. Whether a mail leaves.
    ///
    /// # Errors
    /// When there is no such report, or the database fails.
    pub async fn settle_complaint(&self, number: i64, answer: &str) -> Result<bool, ServiceError> {
        let transaction = self.store.begin().await?;
        let sql = format!("{COLUMNS} WHERE id = $1");
        let row = Complaint::find_by_statement(query(&transaction, &sql, [number.into()])).one(&transaction).await?;
        let complaint = row.ok_or_else(|| ServiceError::Missing(format!("report {number}")))?;
        let sql = "UPDATE complaints SET state = 'settled', answer = $1 WHERE id = $2";
        run(&transaction, sql, [answer.into(), number.into()]).await?;
        let mailed = !complaint.address.is_empty() && !answer.trim().is_empty();
        if mailed {
            let text = vec![
                format!(
                    "Your host answers what you reported on {} about game {}: “{}”",
                    complaint.day(),
                    complaint.game,
                    complaint.words
                ),
                answer.to_owned(),
            ];
            self.write_note(&transaction, Note { text, ..Note::of(NoteKind::Settled, &complaint.address) }).await?;
        }
        transaction.commit().await?;
        self.mail_waits.notify_one();
        Ok(mailed)
    }
}
