//! The one function behind every door: orders in, report out.

use crate::beside::has_lines_beside;
use crate::clock::DAY;
use crate::desk::{Desk, Names, of_questions};
use crate::live::Live;
use crate::mail::Bound;
use crate::outbox::now;
use crate::pace::Pace;
use crate::store::{Writes, lost_race, one, run, was_cut};
use crate::tempo::mentions_clock;
use crate::{Service, ServiceError, log};
use engine::contract::SideId;
use engine::speech::Inquiry;
use engine::table::{Aside, Batch, Line, LineReport, Report, Verdict};
use sea_orm::{ConnectionTrait, DatabaseTransaction};

/// What a player hands in.
#[derive(Clone, Debug)]
pub struct Submission {
    /// The game.
    pub game: i64,
    /// His side.
    pub side: SideId,
    /// What he says beside his orders; of a mail of which no order counts, what he says to the other side waits with them.
    pub asides: Vec<Aside>,
    /// His orders. May be empty when there are asides.
    pub batch: Batch,
    /// The moment that what he answers was written for; none for somebody who speaks of the present.
    pub bound: Option<Bound>,
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
    /// Always, as the answer to a letter.
    Answer {
        /// Its Message-ID.
        letter: Option<String>,
        /// Lines of it that were no orders and are passed over.
        passed_over: Vec<String>,
        /// What makes known a letter that says the same in answer to the same mail. Nothing is done twice by such letters.
        twin: String,
    },
    /// Only if something was changed and the player wishes it: the page shows the report itself.
    IfChanged,
    /// Always: the computer answered for a player whose time for it was over.
    Lapsed,
}

impl Receipt {
    /// What makes known a letter that says the same; empty for what is no letter.
    fn twin(&self) -> &str {
        match self {
            Receipt::Answer { twin, .. } => twin,
            Receipt::IfChanged | Receipt::Lapsed => "",
        }
    }
}

/// The answer to a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What became of each order.
    pub report: Report,
    /// Whether this is the answer to an earlier submission with the same key.
    pub repeated: bool,
}

impl Service {
    /// Carries out a submission. One transaction holds the key, the events, the report and the mails to come: a
    /// stop at any moment leaves all of it or nothing. A submission with a known key changes nothing and gets
    /// the report that was given then.
    ///
    /// What it must know is read at once, and what it leaves is written at once: on PostgreSQL each statement is a way there
    /// and back ([decision 38](../../../docs/decisions/0038-four-ways-an-order.md)).
    ///
    /// # Errors
    /// When there is no such game or the database fails.
    pub async fn submit(&self, submission: &Submission) -> Result<Answer, ServiceError> {
        let game = submission.game;
        let (clock, beside) = (mentions_clock(submission), has_lines_beside(submission));
        if (clock || beside)
            && let Some(report) = self.store.answer(game, &submission.key).await?
        {
            return repeated(&report);
        }
        // such lines are heeded by themselves, and have nothing to do with the moment of the game
        let (mut rest, mut told) = (None, Vec::new());
        if beside {
            let (without, came) = self.heed_beside(submission).await?;
            rest = Some(without);
            told.extend(came);
        }
        if clock {
            let (without, came) = self.heed_clock(rest.as_ref().unwrap_or(submission)).await?;
            rest = Some(without);
            told.extend(came);
        }
        let (submission, told) = (rest.as_ref().unwrap_or(submission), told.as_slice());
        let mut heard = None;
        for attempt in 0..ATTEMPTS {
            // who was too slow lets nobody else write while he judges
            match self.attempt(submission, told, &mut heard, attempt >= UNHELD).await {
                Ok(Some(answer)) => {
                    if !answer.repeated {
                        self.mail_waits.notify_one();
                        self.touched.add(game);
                        self.changes.send_modify(|count| *count += 1);
                    }
                    return Ok(answer);
                }
                // another writer was faster: what he wrote is read, and it is judged again
                Ok(None) => {}
                Err(ServiceError::Database(error)) if lost_race(&error) => {}
                // if it was stored even so, its key says so
                Err(ServiceError::Database(error)) if was_cut(&error) => self.store.rest().await,
                Err(error) => return Err(error),
            }
        }
        Err(ServiceError::Busy)
    }

    /// Reads what a submission must know and tries it once; none if the game has moved on since it was read. `heard` keeps
    /// what was made of it.
    async fn attempt(
        &self,
        submission: &Submission,
        told: &[LineReport],
        heard: &mut Option<(Submission, Vec<LineReport>)>,
        hold: bool,
    ) -> Result<Option<Answer>, ServiceError> {
        let game = submission.game;
        let names = Names { key: &submission.key, twin: submission.receipt.twin() };
        let mut live = self.live_games.alone(&self.store, &self.shelf, &self.rooms, game).await?;
        let (held, mut desk) = match hold {
            false => (None, Desk::read(self.store.readers(), game, names).await?),
            true => {
                let held = self.store.hold(game).await?;
                let desk = Desk::read(&held, game, names).await?;
                live.catch_up(&held, &self.rooms, desk.head).await?;
                (Some(held), desk)
            }
        };
        if let Some(report) = &desk.answer {
            return repeated(report).map(Some);
        }
        live.catch_up(self.store.readers(), &self.rooms, desk.head).await?;
        let (heard, unheard) = match heard {
            Some(heard) => &*heard,
            None => {
                let (rest, mut unheard) = self.hear(submission, &live, &mut desk).await?;
                unheard.extend_from_slice(told);
                &*heard.insert((rest, unheard))
            }
        };
        self.try_submit(&mut live, desk, heard, unheard, held).await
    }

    /// One attempt; none if the game has moved on since it was read.
    async fn try_submit(
        &self,
        live: &mut Live,
        mut desk: Desk,
        submission: &Submission,
        unheard: &[LineReport],
        held: Option<DatabaseTransaction>,
    ) -> Result<Option<Answer>, ServiceError> {
        let over = live.session.outcome().is_some();
        // what was heeded by itself holds at any moment
        let is_empty = submission.batch.lines.is_empty() && submission.asides.is_empty() && !unheard.is_empty();
        let past = !is_empty && submission.bound.is_some_and(|bound| !over && live.is_past(submission.side, bound));
        let (mut submission, closed, unlooked) = if desk.has_twin {
            let said = Submission { fault: Some(TWICE.to_owned()), asides: Vec::new(), ..submission.clone() };
            (said, None, Vec::new())
        } else if past {
            of_the_past(submission)
        } else {
            (submission.clone(), None, Vec::new())
        };
        if let Some(moved) = self.is_too_late(&submission).await? {
            submission = moved;
        }
        let Submission { game, side, asides, batch, fault, .. } = &submission;
        // once the game is over there is nothing left but talk
        let mut records: Vec<String> =
            asides.iter().filter(|aside| !over || matches!(aside, Aside::Said { .. })).map(Aside::record).collect();
        let mut after = live.after(&records)?;
        let (then, patient) = (after.clone(), self.has_been_patient(&after).await?);
        let due = self.rooms.think(move || then.session.due_keys(patient, &then.secrets)).await?;
        after = after.after(&due)?;
        records.extend(due);
        let undoes =
            |line: &Line| matches!(line, Line::Text(text) if matches!(Inquiry::read(text), Some(Inquiry::Undo(_))));
        if batch.lines.iter().any(undoes) {
            let mut session = after.session.duplicate();
            session.was_mailed(side.enemy(), desk.reader(live.side_id(side.enemy()))?.told);
            after = after.with(session);
        }
        let mut report = Report::default();
        if let Some(fault) = fault {
            report = Report::closed(fault);
        } else if !batch.lines.is_empty() || (asides.is_empty() && unheard.is_empty()) {
            let (before, side, batch) = (after.clone(), *side, batch.clone());
            let judge = move || before.session.judge(side, &batch, &before.secrets);
            let judged = self.rooms.think(judge).await?;
            if let Some(failure) = &judged.report.failure {
                let key = &submission.key;
                log::tell(&format!("the orders {key:?} of side {} in game {game} are given up: {failure}", side.0));
            }
            after = after.with(judged.after);
            records.extend(judged.records);
            report = judged.report;
        }
        let asked = match desk.has_clock {
            true => Some(self.asked_by_clock(&after).await?),
            false => None,
        };
        let failure = report.failure.clone();
        let key = match (&failure, &submission.receipt) {
            // the letter may be handed in again when the program is mended
            (Some(_), Receipt::Answer { .. }) => given_up(&submission.key),
            _ => submission.key.clone(),
        };
        report.changed = !records.is_empty();
        let too_late = over && asides.iter().any(|aside| !matches!(aside, Aside::Said { .. }));
        report.closed = closed.or(report.closed).or(too_late.then(|| OVER.to_owned()));
        report.lines.splice(0..0, unheard.iter().cloned());
        report.lines.extend(unlooked);

        let (game, side) = (*game, live.side_id(*side).to_owned());
        submission.key.clone_from(&key);
        let mut writes = Writes::new(self.store.writer().get_database_backend());
        if records.is_empty() && submission.receipt == Receipt::IfChanged {
            if !desk.paces.allow(of_questions(game, &side), ASKED, 1, self.clock.now()) {
                return Err(ServiceError::Crowded("questions"));
            }
            forget_answers(&mut writes, game, &side);
        }
        answer(&mut writes, &submission, &side, live.session.len(), &report);
        writes.append(game, live.session.len(), &records);
        self.note_progress(&mut writes, (live, &after), submission.side);
        self.write_mails(&mut desk, live, &after, &submission, &report)?;
        desk.write(&mut writes);
        let transaction = match held {
            Some(transaction) => transaction,
            None => self.store.begin().await?,
        };
        if !writes.run(&transaction).await? {
            transaction.rollback().await?;
            // whoever was faster may have had the same key
            let Some(report) = self.store.answer(game, &key).await? else { return Ok(None) };
            let answer = repeated(&report)?;
            return Ok(Some(Answer { report: Report { failure, ..answer.report }, ..answer }));
        }
        for aside in &submission.asides {
            if let Aside::Seated { side, computer: true } = aside {
                self.hand_to_computer(&transaction, &after, *side).await?;
            }
        }
        if let Some(asked) = asked {
            let turned = after.session.game_turn() != live.session.game_turn();
            self.settle_clock(&transaction, game, &asked, turned).await?;
        }
        transaction.commit().await?;
        self.installation.note(records.len());
        *live = after;
        Ok(Some(Answer { report, repeated: false }))
    }

    /// Whether fresh words for new dice keys were waited for long enough after a restore.
    async fn has_been_patient(&self, live: &Live) -> Result<bool, ServiceError> {
        if !live.session.waits_for_words() {
            return Ok(false);
        }
        let sql = "SELECT MAX(at) FROM events WHERE game = $1 AND kind = 'Renewing'";
        let asked: Option<i64> = one(self.store.readers(), sql, [live.row.id.into()]).await?;
        Ok(asked.is_some_and(|asked| self.clock.now() - asked >= PATIENCE))
    }
}

/// Attempts that hold nobody up: another writer is seldom faster.
const UNHELD: usize = 2;
/// All attempts. One that holds the game can only lose to a deadlock, of which PostgreSQL lets one side pass.
const ATTEMPTS: usize = 10;

/// How often a player's page may send what changes nothing.
const ASKED: Pace = Pace { burst: 300, each: 3_000 };
/// Answers to a player's questions on his page that are kept, besides the newest.
const KEPT_ANSWERS: i64 = 9;

/// Answers a submission: the key with its report, as long as it is new and the game has so many records. A letter that
/// changed something is also known by what it has in common with one that says the same.
fn answer(writes: &mut Writes, submission: &Submission, side: &str, head: u64, report: &Report) {
    let saved = serde_json::to_string(report).expect("a report has string keys only");
    let claim = "INSERT INTO submissions (game, key, side, report, at) SELECT $1, $2, $3, $4, $5 \
                 WHERE (SELECT COALESCE(MAX(seq) + 1, 0) FROM events WHERE game = $1) = $6 ON CONFLICT DO NOTHING";
    let (game, key, at) = (submission.game, submission.key.as_str(), now());
    let head = i64::try_from(head).unwrap_or(i64::MAX);
    writes.must(claim, [game.into(), key.into(), side.into(), saved.into(), at.into(), head.into()]);
    let twin = submission.receipt.twin();
    if report.changed && !twin.is_empty() {
        let note =
            "INSERT INTO submissions (game, key, side, report, at) VALUES ($1, $2, $3, '', $4) ON CONFLICT DO NOTHING";
        writes.add(note, [game.into(), twin.into(), side.into(), at.into()]);
    }
}

/// Forgets what a page was answered long ago to what changed nothing: some answers are as long as a game. Their keys stay,
/// so that none of it is carried out now if it is sent once more.
fn forget_answers(writes: &mut Writes, game: i64, side: &str) {
    let forgotten =
        stored_answer("You have sent this before. It changed nothing, and its answer is not kept any more.");
    let sql = "UPDATE submissions SET report = $1 \
               WHERE game = $2 AND side = $3 AND key LIKE 'page %' AND report LIKE '{\"changed\":false%' AND report <> $1 \
               AND key NOT IN (SELECT key FROM submissions \
                               WHERE game = $2 AND side = $3 AND key LIKE 'page %' ORDER BY at DESC LIMIT $4)";
    writes.add(sql, [forgotten.into(), game.into(), side.into(), KEPT_ANSWERS.into()]);
}

/// Forgets what a seat's player was answered. The keys stay, so that none of it is carried out if it is sent once more.
pub(crate) async fn forget_all_answers(db: &impl ConnectionTrait, game: i64, side: &str) -> Result<(), ServiceError> {
    let sql = "UPDATE submissions SET report = $1 WHERE game = $2 AND side = $3 AND report <> ''";
    run(db, sql, [forgotten_answer().into(), game.into(), side.into()]).await?;
    Ok(())
}

/// What stands in the place of an answer that is not kept any more, as it is stored.
pub(crate) fn forgotten_answer() -> String {
    stored_answer("You have sent this before, and its answer is not kept any more.")
}

/// An answer that says this alone, as it is stored.
fn stored_answer(what: &str) -> String {
    serde_json::to_string(&Report::closed(what)).expect("a report has string keys only")
}

/// How long fresh words for new dice keys are waited for after a restore, in milliseconds.
const PATIENCE: i64 = 3 * DAY;

/// What is left of a submission that answers something of the past: talk, and questions that change nothing. Why the
/// rest is not looked at, if there was more, and that rest.
fn of_the_past(submission: &Submission) -> (Submission, Option<String>, Vec<LineReport>) {
    // what a player chooses when the other's time has run out is for no moment of the game
    let said = |aside: &&Aside| matches!(aside, Aside::Said { .. } | Aside::Lapsed { .. } | Aside::Seated { .. });
    let asides: Vec<Aside> = submission.asides.iter().filter(said).cloned().collect();
    let asks = |line: &&Line| match line {
        Line::Text(text) => match Inquiry::read(text) {
            Some(Inquiry::Standing(change)) => change.is_empty(),
            Some(inquiry) => inquiry != Inquiry::TakeBack && !inquiry.acts(),
            None => false,
        },
        Line::Steps(_) => false,
    };
    // what stands below `preview:` is only tried out
    let lines = &submission.batch.lines;
    let preview =
        |line: &Line| matches!(line, Line::Text(text) if Inquiry::read(text) == Some(Inquiry::Preview(String::new())));
    let tried = lines.iter().position(preview).unwrap_or(lines.len());
    let harmless: Vec<Line> = lines[..tried].iter().filter(asks).chain(&lines[tried..]).cloned().collect();
    let returned = |line: &Line| match line {
        Line::Text(text) if !asks(&line) => {
            Some(LineReport { text: text.clone(), verdict: Verdict::Returned(ANSWERS_THE_PAST.to_owned()) })
        }
        _ => None,
    };
    let unlooked: Vec<LineReport> = lines[..tried].iter().filter_map(returned).take(MOST_RETURNED).collect();
    let all = asides.len() == submission.asides.len() && harmless.len() == lines.len();
    let closed = (!all || lines.is_empty() && asides.is_empty()).then(|| PAST.to_owned());
    let batch = Batch { ask: None, lines: harmless };
    (Submission { asides, batch, bound: None, ..submission.clone() }, closed, unlooked)
}

/// Lines of a late answer that are named.
const MOST_RETURNED: usize = 40;
/// Why they come back.
const ANSWERS_THE_PAST: &str = "it answers what is past";

/// What is told to a player who answers something of the past.
pub(crate) const PAST: &str = "The position has moved on since what you answered was written, so nothing of your \
                               answer was carried out. Please answer what is asked now.";

/// What is told to a player who gives up, or claims, what is over.
const OVER: &str = "The game was over already, so nothing of this was done.";

/// What is told to a player whose mail came twice, under two names.
const TWICE: &str = "The same lines came before, in answer to the same mail, and were carried out then: as a mail program may \
                     have sent them twice, they are not carried out again. Should you mean them once more, answer this mail.";

/// The key under which the answer to a letter is kept over which the program failed.
pub(crate) fn given_up(key: &str) -> String {
    format!("given up {key}")
}

fn repeated(report: &str) -> Result<Answer, ServiceError> {
    let report = serde_json::from_str(report).map_err(|error| ServiceError::Broken("report", error.to_string()))?;
    Ok(Answer { report, repeated: true })
}
