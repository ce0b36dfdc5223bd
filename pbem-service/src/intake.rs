//! Mail that comes in, whichever door it took.
//!
//! A reply token proves that the sender has our mail; the seat's address, vouched for by the host's own mail
//! server where one is named, proves that he is its player. With both his orders are carried out. With the token
//! alone the seat's player gets a link to confirm them, and may say there that the sender's address is his as well. A player without a token is told, at his seat's address, how to
//! answer. Whoever else has no token is a stranger: he hears nothing, unless he asks for a game, or what this is.

use crate::beside;
use crate::clock::HOUR;
use crate::live::Live;
use crate::mail::{
    Bounce, Bound, Claim, Delivery, Letter, Nature, Purpose, Reading, Token, Unreadable, Verdict, Vocabulary, judge,
};
use crate::outbox::{self, OutboxRow};
use crate::pace::{Pace, allow};
use crate::queue::Detail;
use crate::store::{SEAT, SeatRow, one, query, run};
use crate::submit::{Receipt, Submission};
use crate::talk;
use crate::{Service, ServiceError, log};
use data_encoding::HEXLOWER;
use engine::contract::SideId;
use engine::table::{Aside, Batch, Line, MOST_LINES};
use sea_orm::{ConnectionTrait, FromQueryResult};
use sha2::{Digest, Sha256};

/// Lines that were passed over are told up to this number, and each up to so many characters.
const MOST_PASSED_OVER: usize = 12;
const LONGEST_PASSED_OVER: usize = 80;
/// At most one explanation goes to a seat in this time, in milliseconds: senders can be forged.
const EXPLAINED_FOR: i64 = HOUR;
/// Letters with a seat's token from elsewhere that wait for its player's word at one time: each is kept whole.
const HELD: Pace = Pace { burst: 20, each: HOUR };

/// Verdicts of letters that are dealt with once more, and a last time, since a process ended over them.
const TRIED: &str = "tried";
const TRIED_TWICE: &str = "tried twice";

/// What becomes of a mail of somebody who has no seat and asks for nothing.
const STRANGER: Outcome = Outcome::Silent("from a stranger");

/// A letter that is kept and not dealt with.
#[derive(FromQueryResult)]
struct Spooled {
    raw: Option<Vec<u8>>,
    verdict: Option<String>,
}

/// What became of a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was read as orders of this game; the receipt says what became of them.
    Answered {
        /// The game.
        game: i64,
    },
    /// It waits until the player whose seat it names confirms it.
    Held,
    /// It had been dealt with before; nothing was done or sent again.
    Repeated,
    /// It was a player's, without a token; he is told how to answer.
    Explained,
    /// A mail of ours came back.
    Bounced,
    /// The player asked for silence.
    Paused,
    /// It was about a game that is not begun: an invitation was answered, or something asked for.
    Requested,
    /// We stumbled over it; it is kept for the host.
    SetAside,
    /// Nothing was stored and nobody is answered, for this reason.
    Silent(&'static str),
}

impl Service {
    /// What [`Service::receive`] does as long as nothing goes wrong.
    pub(crate) async fn take_in(&self, bytes: &[u8]) -> Result<Outcome, ServiceError> {
        let (letter, unread) = match Letter::parse(bytes) {
            Ok(letter) => (letter, None),
            Err(reason) => match Letter::of_header(bytes) {
                Some(letter) => (letter, Some(reason)),
                None => return Ok(Outcome::Silent("not a mail")),
            },
        };
        match &letter.nature {
            Nature::Personal | Nature::Listed => {}
            Nature::Bounce(bounce) => return self.bounced(&letter, bounce).await,
            Nature::Automatic(_) | Nature::Complaint { .. } => return Ok(Outcome::Silent("written by a program")),
        }
        let tokens = Token::in_letter(&letter);
        let Some(claim) = tokens.iter().find_map(|token| self.keys.open(token)) else {
            if unread.is_some() {
                return Ok(Outcome::Silent("a mail that cannot be read"));
            }
            return match self.requested(&letter, bytes).await? {
                Some(outcome) => Ok(outcome),
                None => match self.explain(&letter, bytes).await? {
                    STRANGER => Ok(self.helped(&letter, bytes).await?.unwrap_or(STRANGER)),
                    outcome => Ok(outcome),
                },
            };
        };
        if claim.purpose == Purpose::Invitation {
            return match unread {
                Some(_) => Ok(Outcome::Silent("a mail that cannot be read")),
                None => self.answer_invitation(&letter, claim, bytes).await,
            };
        }
        let seats = self.store.seats(claim.game as i64).await?;
        let Some(seat) = seats.into_iter().find(|seat| seat.side == claim.side) else {
            return Ok(Outcome::Silent("for a seat that is gone"));
        };
        if claim.purpose == Purpose::Unsubscribe {
            self.pause(claim.game as i64, &claim.side).await?;
            return Ok(Outcome::Paused);
        }
        if claim.purpose != Purpose::Orders {
            return Ok(Outcome::Silent("with a token that takes no orders"));
        }
        let known = self.known_sender(&seat, &letter).await?;
        let verdict = judge(&letter, Some(claim), known.as_deref(), self.settings.authserv.as_deref());
        if !matches!(verdict, Verdict::Accept | Verdict::Confirm) {
            return Ok(Outcome::Silent("without a sender, or for a seat without an address"));
        }
        if let Some(reason) = unread {
            return self.tell_unread(&letter, claim, verdict, reason, bytes).await;
        }
        if letter.nature == Nature::Listed && !self.holds_orders(&letter, claim).await? {
            return Ok(Outcome::Silent("from a mailing list, without orders"));
        }
        if verdict == Verdict::Confirm && !self.may_wait(&letter, claim).await? {
            return Ok(Outcome::Silent("of many that wait for a confirmation"));
        }
        if !self.keep(&letter, bytes, Some((claim.game as i64, &claim.side))).await? {
            return Ok(Outcome::Repeated);
        }
        if verdict == Verdict::Accept {
            self.carry_out(&letter, claim, None).await?;
            self.done(&letter.key, "answered").await?;
            Ok(Outcome::Answered { game: claim.game as i64 })
        } else {
            self.ask_to_confirm(&letter, claim).await?;
            Ok(Outcome::Held)
        }
    }

    /// Takes in letters that were kept but not dealt with, because the service stopped in between. One over which it stopped twice
    /// since is set aside: some faults end a process, and nobody in it can catch them.
    ///
    /// # Errors
    /// When the database fails, or a letter cannot be set aside.
    pub async fn resume_letters(&self) -> Result<usize, ServiceError> {
        let keys = "SELECT key FROM letters WHERE state = 'spooled' ORDER BY received";
        let readers = self.store.readers();
        let rows = readers.query_all_raw(query(readers, keys, [])).await?;
        for row in &rows {
            let key: String = row.try_get("", "key")?;
            let sql = "SELECT raw, verdict FROM letters WHERE key = $1";
            let kept = Spooled::find_by_statement(query(readers, sql, [key.as_str().into()])).one(readers).await?;
            let Some(Spooled { raw, verdict }) = kept else { continue };
            let raw = raw.unwrap_or_default();
            let next = match verdict.as_deref() {
                Some(TRIED_TWICE) => {
                    self.set_aside("fatal", &raw, "the service ended twice over it")?;
                    self.done(&key, "set aside").await?;
                    continue;
                }
                Some(TRIED) => TRIED_TWICE,
                _ => TRIED,
            };
            self.tried(&key, next).await?;
            match self.receive(&raw).await {
                // what is not dealt with any more, as its seat is gone, need not be tried for ever
                Ok(Outcome::Silent(reason)) => self.done(&key, reason).await?,
                Ok(_) => {}
                Err(error) => {
                    log::tell(&format!("a kept mail must wait: {error}"));
                    // nobody died of it
                    self.tried(&key, "").await?;
                }
            }
        }
        Ok(rows.len())
    }

    /// Notes how often a letter that is kept and not dealt with was tried once more.
    async fn tried(&self, key: &str, verdict: &str) -> Result<(), ServiceError> {
        let sql = "UPDATE letters SET verdict = $1 WHERE key = $2 AND state = 'spooled'";
        run(self.store.writer(), sql, [verdict.into(), key.into()]).await?;
        Ok(())
    }

    /// Tells a player that his mail cannot be read. What only the header says is no reason to ask anybody else.
    async fn tell_unread(
        &self,
        letter: &Letter,
        claim: &Claim,
        verdict: Verdict,
        reason: Unreadable,
        bytes: &[u8],
    ) -> Result<Outcome, ServiceError> {
        if verdict != Verdict::Accept || letter.nature == Nature::Listed {
            return Ok(Outcome::Silent("a mail that cannot be read"));
        }
        if reason == Unreadable::Malformed {
            self.set_aside("malformed", bytes, "it cannot be taken apart")?;
        }
        let fault = format!(
            "We could not read your mail: {reason}. Please send your orders as plain text, without pictures, attachments \
             and long quotations."
        );
        self.carry_out(letter, claim, Some(fault)).await?;
        Ok(Outcome::Answered { game: claim.game as i64 })
    }

    /// Whether a line of a letter begins as an order of its game.
    async fn holds_orders(&self, letter: &Letter, claim: &Claim) -> Result<bool, ServiceError> {
        let vocabulary = vocabulary(&self.live(claim.game as i64).await?);
        Ok(letter.read(&vocabulary).orders.iter().any(|line| vocabulary.begins(&line.text)))
    }

    /// Submits the orders of a letter; or tells why they are not looked at.
    ///
    /// # Errors
    /// When the database fails, or the program over the orders, which it has told their player then.
    pub(crate) async fn carry_out(
        &self,
        letter: &Letter,
        claim: &Claim,
        unread: Option<String>,
    ) -> Result<(), ServiceError> {
        let game = claim.game as i64;
        let live = self.live(game).await?;
        let side = live.known_side(&claim.side)?;
        // what could not be looked at may be handed in once more, when it can
        let (reading, key) = match unread {
            Some(_) => (Reading::default(), format!("unread {}", letter.key)),
            None => (letter.read(&vocabulary(&live)), letter_key(letter)),
        };
        let written = reading.orders.len();
        // talk counts as well: the table sees the orders alone
        let (asides, lines) = if written > MOST_LINES { Default::default() } else { sort(&reading, side) };
        let fault = if unread.is_some() {
            unread
        } else if let Some(other) = self.other_game(letter, claim) {
            Some(format!(
                "Your mail is addressed to game {game} and to game {other}, so we cannot tell which of them its orders are \
                 for. Send each a mail of its own."
            ))
        } else if letter.encrypted {
            Some("Your mail is encrypted, and we have no key for it. Please send your orders as plain text.".to_owned())
        } else if written > MOST_LINES {
            Some(format!("Your mail holds {written} lines of orders; {MOST_LINES} are the most."))
        } else if letter.may_lack_orders() {
            Some(
                "Your mail is so long that its end was cut off, and orders may be among that. Please send less."
                    .to_owned(),
            )
        } else if let Some(line) = &reading.doubtful {
            Some(format!(
                "“{line}” stands below a long quoted line as if your mail program had broken it off there, so we cannot \
                 tell whether you wrote it. Write your orders above everything that is quoted, or leave an empty line \
                 above each."
            ))
        } else if lines.is_empty() && asides.is_empty() {
            Some("We found no orders in your mail. Write them above the line, one a line.".to_owned())
        } else {
            None
        };
        let batch = Batch { ask: None, lines: lines.into_iter().map(Line::Text).collect() };
        let bound = Some(claim.bound);
        let twin = twin(letter, claim, &reading);
        let receipt =
            Receipt::Answer { letter: letter.message_id.clone(), passed_over: told(&reading.passed_over), twin };
        let answer = self.submit(&Submission { game, side, asides, batch, bound, fault, key, receipt }).await?;
        answer.report.failure.map_or(Ok(()), |failure| Err(failure.into()))
    }

    /// Another game to which a letter with orders is addressed as well.
    fn other_game(&self, letter: &Letter, claim: &Claim) -> Option<u64> {
        let tokens = letter.recipients.iter().filter_map(|to| Token::in_address(to));
        let claims = tokens.filter_map(|token| self.keys.open(&token).cloned());
        claims
            .filter(|other| other.purpose == Purpose::Orders)
            .map(|other| other.game)
            .find(|other| *other != claim.game)
    }

    /// Tells a player whose letter has no token how to answer: in the newest game that he has not finished, and to
    /// his seat's address, whatever the letter says about itself.
    async fn explain(&self, letter: &Letter, bytes: &[u8]) -> Result<Outcome, ServiceError> {
        let Some(sender) = &letter.from else { return Ok(STRANGER) };
        let sql = format!(
            "SELECT {SEAT} FROM seats JOIN games ON games.id = seats.game \
             WHERE LOWER(seats.address) = $1 AND games.status <> 'over' ORDER BY seats.game DESC LIMIT 1"
        );
        let readers = self.store.readers();
        let seat = SeatRow::find_by_statement(query(readers, &sql, [sender.as_str().into()])).one(readers).await?;
        let Some(seat) = seat else { return Ok(STRANGER) };
        let verdict = judge(letter, None, seat.address.as_deref(), self.settings.authserv.as_deref());
        if verdict != Verdict::Explain {
            return Ok(STRANGER);
        }
        let sql = "SELECT id FROM outbox WHERE game = $1 AND viewer = $2 AND kind = 'explain' AND date > $3";
        let since = self.clock.now() - EXPLAINED_FOR;
        let earlier: Option<i64> =
            one(readers, sql, [seat.game.into(), seat.side.as_str().into(), since.into()]).await?;
        if earlier.is_some() {
            return Ok(Outcome::Silent("explained a short while ago"));
        }
        if !self.keep(letter, bytes, Some((seat.game, &seat.side))).await? {
            return Ok(Outcome::Repeated);
        }
        let live = self.live_alone(seat.game).await?;
        let side = live.known_side(&seat.side)?;
        let transaction = self.store.begin().await?;
        let answers = letter.message_id.clone();
        self.queue(&transaction, &live, side, "explain", Detail { answers, ..Detail::default() }).await?;
        let done_with = "UPDATE letters SET state = 'done', verdict = 'explained', done = $1 WHERE key = $2";
        run(&transaction, done_with, [self.clock.now().into(), letter.key.as_str().into()]).await?;
        transaction.commit().await?;
        self.mail_waits.notify_one();
        Ok(Outcome::Explained)
    }

    /// Mails a link to the seat's player, not to whoever wrote.
    async fn ask_to_confirm(&self, letter: &Letter, claim: &Claim) -> Result<(), ServiceError> {
        let live = self.live_alone(claim.game as i64).await?;
        let side = live.known_side(&claim.side)?;
        let transaction = self.store.begin().await?;
        let detail = Detail { letters: vec![letter.key.clone()], ..Detail::default() };
        self.queue(&transaction, &live, side, "confirm", detail).await?;
        let held = "UPDATE letters SET state = 'done', verdict = 'held', done = $1 WHERE key = $2";
        run(&transaction, held, [self.clock.now().into(), letter.key.as_str().into()]).await?;
        transaction.commit().await?;
        self.mail_waits.notify_one();
        Ok(())
    }

    /// Stores a letter before it is dealt with, and whose it is if it is to a seat; false if it has been dealt with already.
    pub(crate) async fn keep(
        &self,
        letter: &Letter,
        bytes: &[u8],
        seat: Option<(i64, &str)>,
    ) -> Result<bool, ServiceError> {
        let insert = "INSERT INTO letters (key, received, raw, game, side) VALUES ($1, $2, $3, $4, $5) \
                      ON CONFLICT DO NOTHING";
        let writer = self.store.writer();
        let (key, now) = (letter.key.as_str(), self.clock.now());
        let (game, side) = seat.unzip();
        run(writer, insert, [key.into(), now.into(), bytes.to_vec().into(), game.into(), side.into()]).await?;
        let sql = "SELECT CASE WHEN verdict = 'set aside' THEN 'spooled' ELSE state END FROM letters WHERE key = $1";
        let state: Option<String> = one(writer, sql, [letter.key.as_str().into()]).await?;
        Ok(state.as_deref() == Some("spooled"))
    }

    pub(crate) async fn done(&self, key: &str, verdict: &str) -> Result<(), ServiceError> {
        let sql = "UPDATE letters SET state = 'done', verdict = $1, done = $2 WHERE key = $3";
        run(self.store.writer(), sql, [verdict.into(), self.clock.now().into(), key.into()]).await?;
        Ok(())
    }

    /// Whether one more letter with a seat's token, but not from its player, may wait for his word. A repeated one does
    /// in any case: it is known.
    async fn may_wait(&self, letter: &Letter, claim: &Claim) -> Result<bool, ServiceError> {
        let known = "SELECT key FROM letters WHERE key = $1";
        let known: Option<String> = one(self.store.readers(), known, [letter.key.as_str().into()]).await?;
        let name = format!("held for {}.{}", claim.game, claim.side);
        Ok(known.is_some() || allow(self.store.writer(), &name, HELD, 1, self.clock.now()).await?.is_ok())
    }

    /// Notes that a mail of ours came back for good. It counts only if it names the mail by the token in its envelope,
    /// which nobody sees in a mail that is quoted or forwarded.
    async fn bounced(&self, letter: &Letter, bounce: &Bounce) -> Result<Outcome, ServiceError> {
        const FOREIGN: Outcome = Outcome::Silent("a bounce of somebody else's mail");
        let tokens: Vec<Token> = letter.recipients.iter().filter_map(|to| Token::in_address(to)).collect();
        let Some(claim) = tokens.iter().find_map(|token| self.keys.open(token)) else { return Ok(FOREIGN) };
        if let (Purpose::Invitation, Bound::Ask(person)) = (claim.purpose, claim.bound) {
            if bounce.recipients.iter().any(Delivery::is_permanent) {
                self.invitation_came_back(claim.game as i64, i64::from(person)).await?;
            }
            return Ok(Outcome::Bounced);
        }
        let sent = outbox::sent(self.store.readers(), claim.game as i64, &claim.side).await?;
        let Some(row) = sent.into_iter().find(|row| is_of(claim, bounce, row)) else { return Ok(FOREIGN) };
        let failed = bounce.recipients.iter().find(|delivery| delivery.is_permanent());
        let Some(Delivery { status, diagnostic, .. }) = failed else {
            return Ok(Outcome::Silent("a mail of ours that is delayed"));
        };
        self.came_back(&row, &format!("{status} {diagnostic}")).await?;
        Ok(Outcome::Bounced)
    }
}

/// Whether a bounce is of this mail: its envelope's token names it. Those of an older version named the seat alone.
fn is_of(claim: &Claim, bounce: &Bounce, row: &OutboxRow) -> bool {
    match (claim.purpose, claim.bound) {
        (Purpose::Bounce, bound) => bound == outbox::mark(&row.message_id),
        (Purpose::Orders, Bound::Nothing) => bounce.about.as_deref() == Some(row.message_id.as_str()),
        _ => false,
    }
}

/// The key of a letter's orders: the same letter is not carried out twice.
pub(crate) fn letter_key(letter: &Letter) -> String {
    format!("mail {}", letter.key)
}

/// What two letters have in common that a mail program, or an impatient player, sent twice: the mail that they answer, the
/// moment that they are for, and their lines.
fn twin(letter: &Letter, claim: &Claim, reading: &Reading) -> String {
    let bound = claim.bound.to_string();
    let answered = letter.in_reply_to.iter().map(String::as_str);
    let lines = reading.orders.iter().map(|line| line.text.as_str());
    let mut hash = Sha256::new();
    for field in [claim.side.as_str(), &bound].into_iter().chain(answered).chain([""]).chain(lines) {
        // the length keeps two fields from being taken for one
        hash.update((field.len() as u64).to_be_bytes());
        hash.update(field);
    }
    format!("twin {}", HEXLOWER.encode(&hash.finalize()))
}

/// What the sender says to the table, and his orders.
fn sort(reading: &Reading, side: SideId) -> (Vec<Aside>, Vec<String>) {
    talk::sort(reading.orders.iter().map(|line| (line.text.as_str(), line.original.as_str())), side)
}

/// The words with which the lines of a mail to this game begin.
pub(crate) fn vocabulary(live: &Live) -> Vocabulary {
    let words = live.session.opening_words();
    if words.is_empty() {
        return Vocabulary::default();
    }
    let units = &live.rulebook.published().units.units;
    let words = words.into_iter().chain(["word", "resign", "clock", "token"]).chain(beside::PHRASES);
    Vocabulary::new(words)
        .with_talk("say")
        .with_marked(&beside::MARKED)
        .with_names(units.iter().map(|unit| unit.name.as_str()))
}

/// Lines that were passed over as the receipt names them.
fn told(lines: &[String]) -> Vec<String> {
    let short = |line: &String| match line.char_indices().nth(LONGEST_PASSED_OVER) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.clone(),
    };
    let mut told: Vec<String> = lines.iter().take(MOST_PASSED_OVER).map(short).collect();
    if lines.len() > MOST_PASSED_OVER {
        told.push("…".to_owned());
    }
    told
}
