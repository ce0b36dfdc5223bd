//! The one function behind every door: orders in, report out.

use crate::computer::{COMPUTER, is_computers};
use crate::live::Live;
use crate::outbox::{Queued, enqueue};
use crate::store::{Opened, append, lost_race, one, run};
use crate::{Service, ServiceError, log};
use engine::contract::{SideId, Viewer};
use engine::table::{Aside, Batch, Report};
use sea_orm::{ConnectionTrait, DbErr};
use serde::{Deserialize, Serialize};

/// What a player hands in.
#[derive(Clone, Debug)]
pub struct Submission {
    /// The game.
    pub game: i64,
    /// His side.
    pub side: SideId,
    /// What he says beside his orders; stored even if an order is refused.
    pub asides: Vec<Aside>,
    /// His orders. May be empty when there are asides.
    pub batch: Batch,
    /// Why none of it can be looked at, if so; it becomes the report.
    pub fault: Option<String>,
    /// What makes a repetition of this submission recognisable.
    pub key: String,
    /// Whether he gets the report by mail.
    pub receipt: Receipt,
}

/// When a receipt is mailed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Receipt {
    /// Always, as the answer to the letter with this Message-ID.
    Answer(Option<String>),
    /// Only if something was changed: the page shows the report itself.
    IfChanged,
}

/// The answer to a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What became of each order.
    pub report: Report,
    /// Whether this is the answer to an earlier submission with the same key.
    pub repeated: bool,
}

/// What an outbox row remembers for its rendering, besides game, event number and viewer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Detail {
    /// The record up to which the viewer had been told before.
    pub from: u64,
    /// Key of the submission whose report is echoed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub submission: Option<String>,
    /// Message-ID of the letter that is answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers: Option<String>,
    /// Key of the letter that waits for a confirmation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub letter: Option<String>,
}

impl Service {
    /// Carries out a submission. One transaction holds the key, the events, the report and the mails to come: a
    /// stop at any moment leaves all of it or nothing. A submission with a known key changes nothing and gets
    /// the report that was given then.
    ///
    /// # Errors
    /// When there is no such game, the database fails, or other writers were faster twice.
    pub async fn submit(&self, submission: &Submission) -> Result<Answer, ServiceError> {
        if let Some(report) = self.store.answer(submission.game, &submission.key).await? {
            return repeated(&report);
        }
        for _ in 0..2 {
            let mut live = self.live(submission.game).await?;
            match self.try_submit(&mut live, submission).await {
                Ok(Some(answer)) => {
                    self.mail_waits.notify_one();
                    self.touched.add(submission.game);
                    return Ok(answer);
                }
                Ok(None) => {} // another writer was faster: read what he wrote and judge again
                Err(ServiceError::Database(error)) if lost_race(&error) => {}
                Err(error) => return Err(error),
            }
        }
        Err(ServiceError::Busy)
    }

    /// One attempt; none if the game has moved on since it was read.
    async fn try_submit(&self, live: &mut Live, submission: &Submission) -> Result<Option<Answer>, ServiceError> {
        let Submission { game, side, asides, batch, fault, key, .. } = submission;
        // once the game is over there is nothing left but talk
        let over = live.session.outcome().is_some();
        let mut records: Vec<String> =
            asides.iter().filter(|aside| !over || matches!(aside, Aside::Said { .. })).map(Aside::record).collect();
        let mut after = live.after(&records)?;
        let mut report = Report::default();
        if let Some(fault) = fault {
            report = Report::closed(fault);
        } else if !batch.lines.is_empty() || asides.is_empty() {
            let (ordered, judged) = after.session.submit(*side, batch, &live.secrets);
            if let Some(failure) = &judged.failure {
                log::tell(&format!("the orders {key:?} of side {} in game {game} are given up: {failure}", side.0));
            }
            after.extend(ordered.clone())?;
            records.extend(ordered);
            report = judged;
        }
        report.changed = !records.is_empty();

        let opened = self.store.begin_submission(*game, live.side_id(*side), key).await?;
        let (transaction, head) = match opened {
            Opened::New { transaction, head } => (transaction, head),
            Opened::Answered(report) => return repeated(&report).map(Some),
        };
        if head != live.records.len() as u64 {
            transaction.rollback().await?;
            return Ok(None);
        }
        append(&transaction, *game, head, &records).await?;
        let saved = serde_json::to_string(&report).expect("a report has string keys only");
        let save = "UPDATE submissions SET report = $1 WHERE game = $2 AND key = $3";
        run(&transaction, save, [saved.into(), (*game).into(), key.as_str().into()]).await?;
        if !over && after.session.outcome().is_some() {
            let over = "UPDATE games SET status = 'over' WHERE id = $1";
            run(&transaction, over, [(*game).into()]).await?;
        }
        self.queue_mails(&transaction, live, &after, submission, &report).await?;
        transaction.commit().await?;
        *live = after;
        Ok(Some(Answer { report, repeated: false }))
    }

    /// Queues the receipt, and one mail for the other side if there is something to tell or to ask.
    async fn queue_mails(
        &self,
        transaction: &impl ConnectionTrait,
        before: &Live,
        after: &Live,
        submission: &Submission,
        report: &Report,
    ) -> Result<(), ServiceError> {
        let side = submission.side;
        let answers = match &submission.receipt {
            Receipt::Answer(letter) => Some(letter.clone()),
            Receipt::IfChanged => report.changed.then_some(None),
        };
        if let Some(answers) = answers {
            let detail = Detail { submission: Some(submission.key.clone()), answers, ..Detail::default() };
            self.queue(transaction, after, side, "receipt", detail).await?;
        }
        if report.changed {
            let enemy = side.enemy();
            let from = told_up_to(transaction, submission.game, after.side_id(enemy)).await?;
            let asked = after.ask(enemy).map(|ask| ask.id);
            let news = (asked.is_some() && asked != before.ask(enemy).map(|ask| ask.id))
                || (after.session.outcome().is_some() && before.session.outcome().is_none())
                || (!self.goes_on(transaction, after, side).await? && self.has_news(after, from, enemy)?);
            if news {
                self.queue(transaction, after, enemy, "turn", Detail { from, ..Detail::default() }).await?;
            }
        }
        Ok(())
    }

    /// Whether a side is the computer's and must decide next: what it does is told when it has done all of it.
    async fn goes_on(&self, transaction: &impl ConnectionTrait, live: &Live, side: SideId) -> Result<bool, DbErr> {
        Ok(live.ask(side).is_some() && is_computers(transaction, live.row.id, live.side_id(side)).await?)
    }

    /// Whether anything has happened since record `from` that this side may know.
    fn has_news(&self, live: &Live, from: u64, side: SideId) -> Result<bool, ServiceError> {
        let told = live
            .rulebook
            .tell(&live.records, from as usize, Viewer::Side(side))
            .map_err(|error| ServiceError::Broken("game", error))?;
        Ok(!told.lines.is_empty() || !told.dice.is_empty())
    }

    /// Queues a mail to a side about the game as it stands now. Nothing is queued for a seat without an address
    /// or whose player asked for silence.
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
        let wants = "SELECT 1 FROM seats WHERE game = $1 AND side = $2 AND address IS NOT NULL AND address <> $3 \
                     AND mail <> 'paused'";
        let seat: Option<i32> = one(transaction, wants, [game.into(), viewer.into(), COMPUTER.into()]).await?;
        if seat.is_none() {
            return Ok(());
        }
        if ["receipt", "explain"].contains(&kind) {
            detail.from = told_up_to(transaction, game, viewer).await?;
        }
        let token = self.token(game, viewer, live.ask_number(side), crate::mail::Purpose::Orders)?;
        let now = crate::outbox::now();
        let mail = Queued {
            game: Some(game),
            seq: Some(live.records.len() as i64),
            viewer: viewer.to_owned(),
            kind: kind.to_owned(),
            detail: serde_json::to_string(&detail).expect("a detail has string keys only"),
            message_id: token.message_id(random_serial()?, &self.settings.domain),
            date: now,
            due: now,
        };
        Ok(enqueue(transaction, mail).await?)
    }
}

/// The record up to which a side has been told what happened, by all mails that were queued for it.
async fn told_up_to(connection: &impl ConnectionTrait, game: i64, viewer: &str) -> Result<u64, DbErr> {
    let sql = "SELECT MAX(seq) FROM outbox WHERE game = $1 AND viewer = $2";
    let seq: Option<i64> = one(connection, sql, [game.into(), viewer.into()]).await?;
    Ok(seq.unwrap_or(0).max(0) as u64)
}

fn repeated(report: &str) -> Result<Answer, ServiceError> {
    let report = serde_json::from_str(report).map_err(|error| ServiceError::Broken("report", error.to_string()))?;
    Ok(Answer { report, repeated: true })
}

fn random_serial() -> Result<u64, ServiceError> {
    Ok(u64::from_be_bytes(crate::service::random::<8>()?))
}
