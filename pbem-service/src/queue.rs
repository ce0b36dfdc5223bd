//! Which mail a submission makes, and how it waits for its turn.
//!
//! A mail waits in the outbox until its reader's, its address's and its game's pace allow it; whatever else comes for
//! the same reader in the meantime becomes one mail with it. So there is a bound to the mails that anybody gets, and
//! nothing that was to be told is lost.

use crate::computer::{COMPUTER, is_computers};
use crate::live::Live;
use crate::mail::{Bound, Purpose};
use crate::outbox::{Queued, enqueue};
use crate::pace::{Pace, allow, reserve};
use crate::store::{one, query, run, seat};
use crate::submit::{Receipt, Submission};
use crate::{Service, ServiceError};
use engine::contract::{SideId, Viewer};
use engine::table::{Aside, Report, Verdict};
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};
use serde::{Deserialize, Deserializer, Serialize};

const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;

/// Mails to a seat.
pub const SEAT: Pace = Pace { burst: 30, each: 2 * MINUTE };
/// Mails to an address, which may have many seats.
pub const ADDRESS: Pace = Pace { burst: 60, each: MINUTE };
/// Mails of a game.
pub const GAME: Pace = Pace { burst: 45, each: 90_000 };
/// Mails to a seat that hold nothing but talk.
pub const TALK: Pace = Pace { burst: 3, each: 15 * MINUTE };
/// Mails that ask a seat's player to confirm what somebody else sent with his token.
pub const STRANGERS: Pace = Pace { burst: 3, each: 6 * HOUR };
/// What a seat's letters may cost that change nothing: a question costs one, a letter in which nothing was understood
/// [`NOT_UNDERSTOOD`]. Beyond it a program seems to answer for the player.
pub const FRUITLESS: Pace = Pace { burst: 40, each: HOUR / 2 };
/// See [`FRUITLESS`].
pub const NOT_UNDERSTOOD: i64 = 4;

/// Reports that one mail echoes.
const ECHOED: usize = 12;
/// Lines that one mail names as passed over.
const PASSED_OVER: usize = 12;
/// Letters that one mail asks to confirm.
const CONFIRMED: usize = 5;

/// Kinds of mails that tell how the game stands, the strongest first: where two become one, it is of the stronger kind.
const TELLING: [&str; 5] = ["invitation", "explain", "receipt", "turn", "talk"];

/// What an outbox row remembers for its rendering, besides game, event number and viewer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Detail {
    /// The record up to which the viewer had been told before.
    pub from: u64,
    /// Keys of the submissions whose reports are echoed, the oldest first.
    #[serde(default, alias = "submission", deserialize_with = "one_or_more", skip_serializing_if = "Vec::is_empty")]
    pub submissions: Vec<String>,
    /// How many there were before those.
    #[serde(default, skip_serializing_if = "is_none")]
    pub earlier: usize,
    /// Message-ID of the letter that is answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers: Option<String>,
    /// Lines of those letters that were no orders.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passed_over: Vec<String>,
    /// Keys of the letters that wait for a confirmation.
    #[serde(default, alias = "letter", deserialize_with = "one_or_more", skip_serializing_if = "Vec::is_empty")]
    pub letters: Vec<String>,
    /// Where it goes, if not to the seat's address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
}

/// Earlier versions wrote one text where there are several now.
fn one_or_more<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum OneOrMore {
        One(String),
        More(Vec<String>),
    }
    Ok(match OneOrMore::deserialize(deserializer)? {
        OneOrMore::One(text) => vec![text],
        OneOrMore::More(texts) => texts,
    })
}

fn is_none(count: &usize) -> bool {
    *count == 0
}

impl Detail {
    fn write(&self) -> String {
        serde_json::to_string(self).expect("a detail has string keys only")
    }

    /// This with what came later.
    fn and(mut self, later: Detail) -> Detail {
        self.submissions.extend(later.submissions);
        self.earlier += later.earlier + self.submissions.len().saturating_sub(ECHOED);
        self.submissions.drain(..self.submissions.len().saturating_sub(ECHOED));
        self.passed_over.extend(later.passed_over);
        self.passed_over.dedup();
        self.passed_over.truncate(PASSED_OVER);
        self.letters.extend(later.letters);
        self.letters.drain(..self.letters.len().saturating_sub(CONFIRMED));
        Detail {
            from: self.from.min(later.from),
            answers: later.answers.or(self.answers),
            to: later.to.or(self.to),
            ..self
        }
    }
}

/// A mail that waits in the outbox and was not sent yet.
#[derive(FromQueryResult)]
struct Waiting {
    id: i64,
    kind: String,
    detail: String,
    attempts: i64,
    next_due: i64,
}

impl Service {
    /// Queues the receipt, and one mail for the other side if it is asked or told something.
    pub(crate) async fn queue_mails(
        &self,
        transaction: &impl ConnectionTrait,
        before: &Live,
        after: &Live,
        submission: &Submission,
        report: &Report,
    ) -> Result<(), ServiceError> {
        let (side, enemy) = (submission.side, submission.side.enemy());
        let wished = match &submission.receipt {
            Receipt::Answer { letter, passed_over, .. } => {
                self.heed(transaction, after, side, report).await?;
                Some((letter.clone(), passed_over.clone()))
            }
            Receipt::IfChanged if report.changed => {
                let seat = seat(transaction, submission.game, after.side_id(side)).await?;
                seat.filter(|seat| seat.receipts == 1).map(|_| Default::default())
            }
            Receipt::Lapsed => Some(Default::default()),
            Receipt::IfChanged => None,
        };
        let is_over = after.session.outcome().is_some() && before.session.outcome().is_none();
        if let Some((answers, passed_over)) = wished {
            let submissions = vec![submission.key.clone()];
            let detail = Detail { submissions, answers, passed_over, ..Detail::default() };
            self.queue(transaction, after, side, "receipt", detail).await?;
        } else if is_over {
            self.queue(transaction, after, side, "turn", Detail::default()).await?;
        }
        if !report.changed {
            return Ok(());
        }
        let asked = after.session.asked(enemy);
        let is_asked = asked.is_some() && asked != before.session.asked(enemy);
        if is_asked {
            self.note_hand_over(transaction, submission.game).await?;
        }
        // an answer to his proposal, or one that waits for his
        let open = |live: &Live| live.session.proposed(Viewer::Observer);
        let (was, now) = (open(before), open(after));
        let agrees =
            now.as_ref().is_some_and(|now| now.side == side && was.as_ref().map(|was| was.number) != Some(now.number))
                || now.is_none() && was.is_some_and(|was| was.side == enemy);
        let kind = if is_asked || is_over || agrees || self.wants_to_know(transaction, after, side).await? {
            "turn"
        } else if submission.asides.iter().any(|aside| matches!(aside, Aside::Said { .. })) {
            "talk"
        } else {
            return Ok(());
        };
        self.queue(transaction, after, enemy, kind, Detail::default()).await
    }

    /// Whether the enemy of a side wishes mails that ask nothing, and there is something to tell. What the computer does
    /// is told when it has done all of it.
    async fn wants_to_know(
        &self,
        transaction: &impl ConnectionTrait,
        live: &Live,
        side: SideId,
    ) -> Result<bool, ServiceError> {
        let enemy = live.side_id(side.enemy());
        let wishes = seat(transaction, live.row.id, enemy).await?.is_some_and(|seat| seat.news == 1);
        if !wishes
            || (live.session.asked(side).is_some()
                && is_computers(transaction, live.row.id, live.side_id(side)).await?)
        {
            return Ok(false);
        }
        let from = told_up_to(transaction, live.row.id, enemy).await?;
        Ok(live.session.has_news(from, Viewer::Side(side.enemy())))
    }

    /// Notes what a letter of a seat's player was worth. One that did something shows that he reads his mail; too many
    /// that did nothing are a program's, and stop the mail to the seat until a human lifts it.
    async fn heed(
        &self,
        transaction: &impl ConnectionTrait,
        live: &Live,
        side: SideId,
        report: &Report,
    ) -> Result<(), ServiceError> {
        let (game, side_id) = (live.row.id, live.side_id(side));
        let understood = |verdict: &Verdict| match verdict {
            Verdict::Misread(_) | Verdict::NotReached => false,
            // a refusal without a case was made before the words were read
            Verdict::Refused { refusal, .. } => refusal.case.contains(|sign: char| sign.is_ascii_digit()),
            _ => true,
        };
        let cost = if report.changed {
            0
        } else if report.lines.iter().any(|line| understood(&line.verdict)) {
            1
        } else {
            NOT_UNDERSTOOD
        };
        if cost < NOT_UNDERSTOOD {
            self.hear_from(transaction, game, side_id).await?;
        }
        if cost > 0 {
            let name = fruitless(game, side_id);
            if allow(transaction, &name, FRUITLESS, cost, self.clock.now()).await?.is_err() {
                self.hold(transaction, live, side).await?;
            }
        }
        Ok(())
    }

    /// Queues a mail to a side about the game as it stands now, or adds to the one that waits. Nothing is queued for a
    /// seat without an address; a seat whose mail is held gets one mail when that ends.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn queue(
        &self,
        transaction: &impl ConnectionTrait,
        live: &Live,
        side: SideId,
        kind: &str,
        mut detail: Detail,
    ) -> Result<(), ServiceError> {
        let (game, viewer) = (live.row.id, live.side_id(side));
        let seat = seat(transaction, game, viewer).await?;
        let address = seat.and_then(|seat| seat.address).filter(|address| address != COMPUTER);
        let Some(address) = detail.to.clone().or(address) else { return Ok(()) };
        let tells = TELLING.contains(&kind);
        if tells {
            detail.from = told_up_to(transaction, game, viewer).await?;
        }
        let token = if detail.to.is_some() {
            // a reader who is not the player yet must not get a token that plays
            self.token(game, viewer, Bound::Nothing, Purpose::Address)?
        } else {
            self.token(game, viewer, live.bound(side), Purpose::Orders)?
        };
        let message_id = token.message_id(random_serial()?, &self.settings.domain);
        let mail = Mail { seq: live.session.len() as i64, kind, tells, detail, message_id, date: self.clock.now() };
        if let Some(row) = mail.waiting(transaction, game, viewer).await? {
            // what is more than talk need not wait until talk may leave
            let due = if row.kind == "talk" && kind != "talk" && row.attempts == 0 {
                due(transaction, &address, game, viewer, mail.date).await?.min(row.next_due)
            } else {
                row.next_due
            };
            if mail.join(transaction, &row, due).await? {
                return Ok(());
            }
        }
        let mut due = due(transaction, &address, game, viewer, mail.date).await?;
        let slower = match kind {
            "talk" => Some((format!("talk to {game}.{viewer}"), TALK)),
            "confirm" => Some((strangers(game, viewer), STRANGERS)),
            _ => None,
        };
        if let Some((name, pace)) = slower {
            due = due.max(reserve(transaction, &name, pace, mail.date).await?);
        }
        let queued = Queued {
            game: Some(game),
            seq: Some(mail.seq),
            viewer: viewer.to_owned(),
            kind: kind.to_owned(),
            detail: mail.detail.write(),
            message_id: mail.message_id,
            date: mail.date,
            due,
        };
        Ok(enqueue(transaction, queued).await?)
    }
}

/// When a mail may leave, by the paces of its address, its game and its seat.
async fn due(db: &impl ConnectionTrait, address: &str, game: i64, viewer: &str, now: i64) -> Result<i64, DbErr> {
    let mut due = reserve(db, &format!("mail to {address}"), ADDRESS, now).await?;
    due = due.max(reserve(db, &format!("mail of game {game}"), GAME, now).await?);
    Ok(due.max(reserve(db, &format!("mail to {game}.{viewer}"), SEAT, now).await?))
}

/// A mail to be queued.
struct Mail<'a> {
    seq: i64,
    kind: &'a str,
    /// Whether it tells how the game stands.
    tells: bool,
    detail: Detail,
    message_id: String,
    date: i64,
}

impl Mail<'_> {
    /// The mail that waits for the same reader and can become one with this. A row that a worker took and never gave back
    /// may have been sent: it stays as it is.
    async fn waiting(&self, db: &impl ConnectionTrait, game: i64, viewer: &str) -> Result<Option<Waiting>, DbErr> {
        let sql = "SELECT id, kind, detail, attempts, next_due FROM outbox WHERE game = $1 AND viewer = $2 \
                   AND state = 'queued' AND leased_by = 0 AND (attempts = 0 OR last_error IS NOT NULL) ORDER BY id";
        let values = [game.into(), viewer.into()];
        let waiting = Waiting::find_by_statement(query(db, sql, values)).all(db).await?;
        let like = |row: &Waiting| if self.tells { rank(&row.kind).is_some() } else { row.kind == self.kind };
        Ok(waiting.into_iter().find(like))
    }

    /// Becomes one with a mail that waits; false if that has just left, or goes to another reader.
    async fn join(&self, db: &impl ConnectionTrait, row: &Waiting, due: i64) -> Result<bool, ServiceError> {
        let earlier: Detail =
            serde_json::from_str(&row.detail).map_err(|error| ServiceError::Broken("mail", error.to_string()))?;
        if earlier.to != self.detail.to {
            return Ok(false);
        }
        let kind = if rank(&row.kind) < rank(self.kind) { &row.kind } else { self.kind };
        let sql = "UPDATE outbox SET seq = $1, kind = $2, detail = $3, message_id = $4, date = $5, next_due = $6 \
                   WHERE id = $7 AND state = 'queued' AND leased_by = 0 AND attempts = $8";
        let values = [
            self.seq.into(),
            kind.into(),
            earlier.and(self.detail.clone()).write().into(),
            self.message_id.as_str().into(),
            self.date.into(),
            due.into(),
            row.id.into(),
            row.attempts.into(),
        ];
        Ok(run(db, sql, values).await? == 1)
    }
}

fn rank(kind: &str) -> Option<usize> {
    TELLING.iter().position(|known| *known == kind)
}

/// The record up to which a side has been told what happened, by all mails that were queued for it and did not fail to
/// reach it.
pub(crate) async fn told_up_to(connection: &impl ConnectionTrait, game: i64, viewer: &str) -> Result<u64, DbErr> {
    let telling = TELLING.map(|kind| format!("'{kind}'")).join(", ");
    let sql = format!(
        "SELECT MAX(seq) FROM outbox WHERE game = $1 AND viewer = $2 AND kind IN ({telling}) \
         AND state IN ('queued', 'sent')"
    );
    let seq: Option<i64> = one(connection, &sql, [game.into(), viewer.into()]).await?;
    Ok(seq.unwrap_or(0).max(0) as u64)
}

/// The name of what a seat's fruitless letters may cost.
pub(crate) fn fruitless(game: i64, side: &str) -> String {
    format!("fruitless {game}.{side}")
}

pub(crate) fn random_serial() -> Result<u64, ServiceError> {
    Ok(u64::from_be_bytes(crate::service::random::<8>()?))
}

/// The name of how many confirmations a seat's player is asked for.
pub(crate) fn strangers(game: i64, side: &str) -> String {
    format!("strangers for {game}.{side}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_older_version_queued_is_read() {
        let old = r#"{"from":7,"submission":"mail abc","answers":"x@y"}"#;
        let detail: Detail = serde_json::from_str(old).expect("reads");
        assert_eq!((detail.from, detail.submissions.as_slice()), (7, ["mail abc".to_owned()].as_slice()));
        let old: Detail = serde_json::from_str(r#"{"from":0,"letter":"k"}"#).expect("reads");
        assert_eq!(old.letters, ["k"]);
        let new = serde_json::to_string(&detail).expect("writes");
        assert_eq!(serde_json::from_str::<Detail>(&new).expect("reads back"), detail);
    }

    #[test]
    fn the_newest_reports_are_echoed_and_the_others_counted() {
        let one = |key: usize| Detail { from: 5, submissions: vec![key.to_string()], ..Detail::default() };
        let all = (1..100).map(one).fold(one(0), Detail::and);
        assert_eq!((all.submissions.len(), all.earlier), (ECHOED, 100 - ECHOED));
        assert_eq!(all.submissions.last().map(String::as_str), Some("99"));
    }
}
