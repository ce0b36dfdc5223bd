//! What players note for themselves. A note is its player's alone: no mail to others, page, export or ledger holds it. Who
//! can read the database can read it.

use crate::beside::{moment, strike_note};
use crate::clock::MINUTE;
use crate::live::Live;
use crate::pace::{Pace, allow};
use crate::store::{query, run};
use crate::talk::one_line;
use crate::{Service, ServiceError};
use engine::contract::{Refusal, SideId};
use engine::table::Report;
use mail_parser::DateTime;
use sea_orm::{ConnectionTrait, FromQueryResult};

/// Characters of a note.
pub const LONGEST: usize = 2_000;
/// Notes of a seat.
pub const MOST: usize = 500;
/// How fast a seat's player may note something.
const NOTED: Pace = Pace { burst: 60, each: MINUTE };

/// A note.
#[derive(Clone, Debug, PartialEq, Eq, FromQueryResult)]
pub struct Noted {
    /// Its number.
    pub id: i64,
    /// When it was written, in milliseconds since 1970-01-01 UTC.
    pub at: i64,
    /// How far the game had come, as its player saw it.
    pub moment: String,
    /// What it says: some lines.
    pub words: String,
}

impl Noted {
    /// The day on which it was written.
    pub fn day(&self) -> String {
        DateTime::from_timestamp(self.at / 1000).to_rfc3339().chars().take(10).collect()
    }

    /// It in one line.
    pub fn line(&self) -> String {
        format!("{}, {}: {}", self.day(), self.moment, one_line(&self.words))
    }
}

impl Service {
    /// Notes something for the player of a side. What bears a known mark was noted before, and so is what he noted last: it is
    /// not noted again.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn note_down(
        &self,
        live: &Live,
        side: SideId,
        words: &str,
        mark: &str,
    ) -> Result<Result<(), Refusal>, ServiceError> {
        let refused = |why: String, remedy: &str| Ok(Err(Refusal::new("notes", why).remedy(remedy)));
        let words: Vec<String> = words.lines().map(one_line).collect();
        let words = words.join("\n").trim().to_owned();
        let length = words.chars().count();
        if length == 0 {
            return refused("there is nothing in it".to_owned(), "Write it on the same line, behind the colon.");
        }
        if length > LONGEST {
            return refused(
                format!("this has {length} characters; {LONGEST} are the most"),
                "Part it into several notes.",
            );
        }
        let (game, side_id) = (live.row.id, live.side_id(side));
        let known = self.notes(game, side_id).await?;
        if known.first().is_some_and(|last| last.words == words) {
            return Ok(Ok(()));
        }
        if known.len() >= MOST {
            return refused(format!("you have {MOST} notes in this game, and no more are kept"), "Strike some out.");
        }
        let now = self.clock.now();
        let pace = allow(self.store.writer(), &format!("noted {game}.{side_id}"), NOTED, 1, now).await?;
        if pace.is_err() {
            return refused("you have noted very much in a short time".to_owned(), "Write it again in a minute.");
        }
        let sql = "INSERT INTO notes (game, side, at, moment, words, mark) VALUES ($1, $2, $3, $4, $5, $6) \
                   ON CONFLICT (mark) DO NOTHING";
        let values = [
            game.into(),
            side_id.into(),
            now.into(),
            moment(live, side).into(),
            words.into(),
            format!("{game}.{side_id} {mark}").into(),
        ];
        run(self.store.writer(), sql, values).await?;
        Ok(Ok(()))
    }

    /// The notes of a side's player, the newest first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn notes(&self, game: i64, side: &str) -> Result<Vec<Noted>, ServiceError> {
        let sql = "SELECT id, at, moment, words FROM notes WHERE game = $1 AND side = $2 ORDER BY id DESC";
        let readers = self.store.readers();
        Ok(Noted::find_by_statement(query(readers, sql, [game.into(), side.into()])).all(readers).await?)
    }

    /// Strikes out a note of a side's player; all of them without a number. What his letters were answered says nothing of notes
    /// then.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn strike_out(
        &self,
        db: &impl ConnectionTrait,
        game: i64,
        side: &str,
        note: Option<i64>,
    ) -> Result<(), ServiceError> {
        let sql = "DELETE FROM notes WHERE game = $1 AND side = $2 AND ($3 = 0 OR id = $3)";
        run(db, sql, [game.into(), side.into(), note.unwrap_or(0).into()]).await?;
        let sql = "SELECT key, report FROM submissions WHERE game = $1 AND side = $2 AND LOWER(report) LIKE '%note%'";
        for row in db.query_all_raw(query(db, sql, [game.into(), side.into()])).await? {
            let (key, report): (String, String) = (row.try_get("", "key")?, row.try_get("", "report")?);
            let Ok(mut report) = serde_json::from_str::<Report>(&report) else { continue };
            let struck = report.lines.iter_mut().map(strike_note).filter(|struck| *struck).count();
            if struck > 0 {
                let report = serde_json::to_string(&report).expect("a report has string keys only");
                let sql = "UPDATE submissions SET report = $1 WHERE game = $2 AND key = $3";
                run(db, sql, [report.into(), game.into(), key.into()]).await?;
            }
        }
        Ok(())
    }
}
