//! Which mail a submission makes, and how it waits for its turn.
//!
//! A mail waits in the outbox until its reader's, its address's and its game's pace allow it; whatever else comes for
//! the same reader in the meantime becomes one mail with it. So there is a bound to the mails that anybody gets, and
//! nothing that was to be told is lost.

use crate::clock::{HOUR, MINUTE};
use crate::computer::COMPUTER;
use crate::desk::{Desk, Names, of_game, of_talk, to_address, to_seat};
use crate::live::Live;
use crate::mail::{Bound, Purpose};
use crate::outbox::Queued;
use crate::pace::Pace;
use crate::store::Writes;
use crate::submit::{Receipt, Submission};
use crate::{Service, ServiceError, log};
use engine::contract::{SideId, Viewer};
use engine::table::{Aside, Report, Verdict};
use sea_orm::ConnectionTrait;
use serde::{Deserialize, Deserializer, Serialize};

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
pub(crate) const TELLING: [&str; 5] = ["invitation", "explain", "receipt", "turn", "talk"];

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
    pub(crate) fn write(&self) -> String {
        serde_json::to_string(self).expect("a detail has string keys only")
    }

    /// This with what came later.
    pub(crate) fn and(mut self, later: Detail) -> Detail {
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

impl Service {
    /// Writes the receipt, and one mail for the other side if it is asked or told something.
    pub(crate) fn write_mails(
        &self,
        desk: &mut Desk,
        before: &Live,
        after: &Live,
        submission: &Submission,
        report: &Report,
    ) -> Result<(), ServiceError> {
        let (side, enemy) = (submission.side, submission.side.enemy());
        let wished = match &submission.receipt {
            Receipt::Answer { letter, passed_over, .. } => {
                self.heed(desk, after, side, report)?;
                Some((letter.clone(), passed_over.clone()))
            }
            Receipt::IfChanged => {
                let wants = report.changed && desk.reader(after.side_id(side))?.wants_receipts;
                wants.then(Default::default)
            }
            Receipt::Lapsed => Some(Default::default()),
        };
        let is_over = after.session.outcome().is_some() && before.session.outcome().is_none();
        if let Some((answers, passed_over)) = wished {
            let submissions = vec![submission.key.clone()];
            let detail = Detail { submissions, answers, passed_over, ..Detail::default() };
            self.write_mail(desk, after, side, "receipt", detail)?;
        } else if is_over {
            self.write_mail(desk, after, side, "turn", Detail::default())?;
        }
        if !report.changed {
            return Ok(());
        }
        let asked = after.session.asked(enemy);
        let is_asked = asked.is_some() && asked != before.session.asked(enemy);
        // an answer to his proposal, or one that waits for his
        let open = |live: &Live| live.session.proposed(Viewer::Observer);
        let (was, now) = (open(before), open(after));
        let agrees =
            now.as_ref().is_some_and(|now| now.side == side && was.as_ref().map(|was| was.number) != Some(now.number))
                || now.is_none() && was.is_some_and(|was| was.side == enemy);
        let kind = if is_asked || is_over || agrees || wants_to_know(desk, after, side)? {
            "turn"
        } else if submission.asides.iter().any(|aside| matches!(aside, Aside::Said { .. })) {
            "talk"
        } else {
            return Ok(());
        };
        self.write_mail(desk, after, enemy, kind, Detail::default())
    }

    /// Notes what a letter of a seat's player was worth. One that did something shows that he reads his mail; too many
    /// that did nothing are a program's, and stop the mail to the seat until a human lifts it: its player and the host are
    /// told once.
    fn heed(&self, desk: &mut Desk, live: &Live, side: SideId, report: &Report) -> Result<(), ServiceError> {
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
            desk.hear_from(side_id);
        }
        let is_much = cost > 0 && !desk.paces.allow(fruitless(game, side_id), FRUITLESS, cost, self.clock.now());
        if is_much && desk.hold(side_id, AWAY) {
            log::tell(&format!(
                "game {game}, {side_id}: a program seems to answer our mail; it is held until \
                 `fieldpost resume {game} {side_id}`"
            ));
            self.write_mail(desk, live, side, "held", Detail::default())?;
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
        detail: Detail,
    ) -> Result<(), ServiceError> {
        for _ in 0..ATTEMPTS {
            let mut desk = Desk::read(transaction, live.row.id, Names::default()).await?;
            if let Some(to) = &detail.to {
                desk.know(transaction, to).await?;
            }
            self.write_mail(&mut desk, live, side, kind, detail.clone())?;
            let mut writes = Writes::new(transaction.get_database_backend());
            desk.write(&mut writes);
            if writes.run(transaction).await? {
                return Ok(());
            }
            // the mail to which it was added has just left
        }
        Err(ServiceError::Busy)
    }

    /// Writes a mail to a side about the game as it stands now, or adds to the one that waits. None is written for a
    /// seat without an address.
    fn write_mail(
        &self,
        desk: &mut Desk,
        live: &Live,
        side: SideId,
        kind: &str,
        mut detail: Detail,
    ) -> Result<(), ServiceError> {
        let (game, viewer) = (live.row.id, live.side_id(side));
        let reader = desk.reader(viewer)?;
        let address = reader.address.clone().filter(|address| address != COMPUTER);
        let Some(address) = detail.to.clone().or(address) else { return Ok(()) };
        if TELLING.contains(&kind) {
            detail.from = reader.told;
        }
        let token = if detail.to.is_some() {
            // a reader who is not the player yet must not get a token that plays
            self.token(game, viewer, Bound::Nothing, Purpose::Address)?
        } else {
            self.token(game, viewer, live.bound(side), Purpose::Orders)?
        };
        let date = self.clock.now();
        let mut mail = Queued {
            game: Some(game),
            seq: Some(live.session.len() as i64),
            viewer: viewer.to_owned(),
            kind: kind.to_owned(),
            detail: detail.write(),
            message_id: token.message_id(random_serial()?, &self.settings.domain),
            date,
            due: date,
        };
        if desk.join(&mail, &detail, |desk| due(desk, &address, viewer, date))? {
            return Ok(());
        }
        mail.due = due(desk, &address, viewer, date);
        let slower = match kind {
            "talk" => Some((of_talk(game, viewer), TALK)),
            "confirm" => Some((strangers(game, viewer), STRANGERS)),
            _ => None,
        };
        if let Some((name, pace)) = slower {
            mail.due = mail.due.max(desk.paces.reserve(name, pace, date));
        }
        desk.enqueue(mail);
        Ok(())
    }
}

/// Why mail to a seat is held for which a program seems to answer.
const AWAY: &str = "many mails came from your address that held no orders, as a program writes them that answers for \
                    somebody who is away";
/// How often it is tried to add to a mail that waits: it can leave in between.
const ATTEMPTS: usize = 3;

/// Whether the enemy of a side wishes mails that ask nothing, and there is something to tell. What the computer does is told
/// when it has done all of it.
fn wants_to_know(desk: &Desk, live: &Live, side: SideId) -> Result<bool, ServiceError> {
    let (own, enemy) = (desk.reader(live.side_id(side))?, desk.reader(live.side_id(side.enemy()))?);
    let goes_on = live.session.asked(side).is_some() && own.address.as_deref() == Some(COMPUTER);
    Ok(enemy.wants_news && !goes_on && live.session.has_news(enemy.told, Viewer::Side(side.enemy())))
}

/// When a mail may leave, by the paces of its address, its game and its seat.
fn due(desk: &mut Desk, address: &str, viewer: &str, now: i64) -> i64 {
    let game = desk.game;
    let due = desk.paces.reserve(to_address(address), ADDRESS, now);
    let due = due.max(desk.paces.reserve(of_game(game), GAME, now));
    due.max(desk.paces.reserve(to_seat(game, viewer), SEAT, now))
}

pub(crate) fn rank(kind: &str) -> Option<usize> {
    TELLING.iter().position(|known| *known == kind)
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
