//! Mails about games that are not begun: answers to an invitation, and requests of people who have no seat yet.

use super::command::{Command, NEW, Playable, Unread, read};
use super::courtesy::{answer, wants_help};
use super::{Invitation, Way};
use crate::clock::{DAY, HOUR, MINUTE};
use crate::intake::{Outcome, letter_key};
use crate::mail::{Bound, Claim, Letter, Nature, Verdict, Vocabulary, judge, vouched};
use crate::note::{Note, NoteKind};
use crate::pace::{Pace, allow};
use crate::store::SeatRow;
use crate::submit::{Receipt, Submission};
use crate::{Service, ServiceError, talk};
use engine::contract::SideId;
use engine::table::{Aside, Batch, Rulebook};
use std::sync::Arc;

/// Answers to one address that asks for something without a seat: whoever forges a sender makes us write to him.
const ANSWERED: Pace = Pace { burst: 4, each: 4 * HOUR };
/// The same to all addresses.
const ANSWERED_ALL: Pace = Pace { burst: 100, each: MINUTE };

/// Answers to one address that asks what this is.
const HELPED: Pace = Pace { burst: 1, each: DAY };

/// What an invitation is answered with.
const ANSWERS: [&str; 8] = ["yes", "confirm", "ok", "withdraw", "no", "accept", "join", "decline"];
/// How lines begin that ask for something without a seat, and what may stand below them.
const REQUESTS: [&str; 6] = ["new", "join", "my games", "say", "name", "help"];

impl Service {
    /// A mail with the token of an invitation: a word from its host or from whoever was invited.
    pub(crate) async fn answer_invitation(
        &self,
        letter: &Letter,
        claim: &Claim,
        bytes: &[u8],
    ) -> Result<Outcome, ServiceError> {
        let Bound::Ask(person) = claim.bound else { return Ok(Outcome::Silent("for an invitation that is gone")) };
        let person = match self.person_of(self.store.readers(), i64::from(person)).await {
            Err(ServiceError::Missing(_)) => return Ok(Outcome::Silent("for an invitation that is gone")),
            person => person?,
        };
        let verdict = judge(letter, Some(claim), Some(&person.address), self.settings.authserv.as_deref());
        if verdict != Verdict::Accept {
            return Ok(Outcome::Silent("with an invitation's token, but from elsewhere"));
        }
        let invitation = match self.invitation(claim.game as i64).await {
            Err(ServiceError::Missing(_)) => return Ok(Outcome::Silent("for an invitation that is gone")),
            invitation => invitation?,
        };
        if !self.keep(letter, bytes, None).await? {
            return Ok(Outcome::Repeated);
        }
        let reading = letter.read(&Vocabulary::new(ANSWERS).with_talk("say"));
        // whose side he has is not known yet
        let (said, lines) =
            talk::sort(reading.orders.iter().map(|line| (line.text.as_str(), line.original.as_str())), SideId::BOTH[0]);
        let text = |aside| if let Aside::Said { text, .. } = aside { Some(text) } else { None };
        let said: Vec<String> = said.into_iter().filter_map(text).collect();
        let word = lines.first().map(|line| line.trim().trim_end_matches(['.', '!']).to_ascii_lowercase());
        let is_host = person.id == invitation.person;
        let done = match (word.as_deref(), is_host) {
            (Some("yes" | "confirm" | "ok"), true) => self.confirm_offer(invitation.id).await.map(drop),
            (Some("withdraw" | "no"), true) => self.withdraw(invitation.id).await.map(drop),
            (Some("accept" | "yes" | "join" | "ok"), false) => match self.accept(invitation.id, person.id).await {
                Ok(begun) => self.say_first(&begun, &person.address, said, &letter_key(letter)).await,
                Err(error) => Err(error),
            },
            (Some("decline" | "no"), false) => self.decline(invitation.id, person.id, false).await.map(drop),
            (_, true) => Err(ServiceError::Unreadable("We expected `yes` or `withdraw` on the first line.".to_owned())),
            (_, false) => {
                Err(ServiceError::Unreadable("We expected `accept` or `decline` on the first line.".to_owned()))
            }
        };
        let verdict = match done {
            Ok(()) => "answered",
            Err(error) if error.passes() => return Err(error),
            Err(error) => {
                let answers = letter.message_id.clone();
                let note = Note {
                    person: person.id,
                    invitation: invitation.id,
                    answers,
                    text: vec![sentence(&error.told())],
                    ..Note::of(NoteKind::Answer, &person.address)
                };
                self.answer_request(&person.address, note).await?;
                "refused"
            }
        };
        self.done(&letter.key, verdict).await?;
        Ok(Outcome::Requested)
    }

    /// Says in a game that has begun what its guest wrote beside his word.
    async fn say_first(
        &self,
        begun: &Invitation,
        address: &str,
        said: Vec<String>,
        key: &str,
    ) -> Result<(), ServiceError> {
        let (Some(game), false) = (begun.started, said.is_empty()) else { return Ok(()) };
        let seats = self.store.seats(game).await?;
        let is_his = |seat: &&SeatRow| seat.address.as_deref().is_some_and(|known| known.eq_ignore_ascii_case(address));
        let Some(seat) = seats.iter().find(is_his) else { return Ok(()) };
        let side = self.live(game).await?.known_side(&seat.side)?;
        let submission = Submission {
            game,
            side,
            asides: said.into_iter().map(|text| Aside::Said { side, text }).collect(),
            batch: Batch { ask: None, lines: Vec::new() },
            bound: None,
            fault: None,
            key: key.to_owned(),
            receipt: Receipt::IfChanged,
        };
        self.submit(&submission).await.map(drop)
    }

    /// A mail without a token that asks for something in so many words; none if it does not.
    pub(crate) async fn requested(&self, letter: &Letter, bytes: &[u8]) -> Result<Option<Outcome>, ServiceError> {
        let (Some(sender), Nature::Personal) = (&letter.from, &letter.nature) else { return Ok(None) };
        let books = self.books()?;
        let games: Vec<Playable<'_>> = books.iter().map(|book| (book.published(), book.options())).collect();
        let reading = letter.read(&Vocabulary::new(REQUESTS));
        let lines: Vec<&str> = reading.orders.iter().map(|line| line.original.as_str()).collect();
        let from_subject = || if lines.is_empty() { read([letter.subject.as_str()], &games) } else { None };
        let Some(command) = read(lines.iter().copied(), &games).or_else(from_subject) else { return Ok(None) };
        let proven = match self.settings.authserv.as_deref() {
            Some(server) if vouched(&letter.authentication, server, sender) => true,
            Some(_) => return Ok(Some(Outcome::Silent("a request whose sender nobody vouches for"))),
            None => false,
        };
        if self.usable_address(sender).is_err() {
            return Ok(None);
        }
        if !self.keep(letter, bytes, None).await? {
            return Ok(Some(Outcome::Repeated));
        }
        let sender = sender.clone();
        let done = match command {
            Ok(Command::New(offer)) => match self.offer(&sender, &offer, proven).await {
                Ok(invitation) if proven => self.tell_offered(&sender, &invitation, letter).await,
                done => done.map(drop),
            },
            Ok(Command::Join(number)) => self.join_by_mail(number, &sender, proven).await,
            Ok(Command::Games) => self.send_pass(&sender, letter.message_id.clone()).await,
            Err(Unread(text)) => {
                let note = Note { answers: letter.message_id.clone(), text, ..Note::of(NoteKind::Answer, &sender) };
                self.answer_request(&sender, note).await
            }
        };
        match done {
            Ok(()) => {}
            Err(error) if error.passes() && !matches!(error, ServiceError::Crowded(_)) => return Err(error),
            Err(error) => {
                let text = vec![sentence(&error.told()), NEW.to_owned()];
                let note = Note { answers: letter.message_id.clone(), text, ..Note::of(NoteKind::Answer, &sender) };
                self.answer_request(&sender, note).await?;
            }
        }
        self.done(&letter.key, "requested").await?;
        Ok(Some(Outcome::Requested))
    }

    /// The newest edition of each game on the shelf.
    fn books(&self) -> Result<Vec<Arc<dyn Rulebook>>, ServiceError> {
        self.shelf.ids().into_iter().map(|id| Ok(self.shelf.newest(id)?.1)).collect()
    }

    /// The one answer of a day to somebody without a seat who wants to know what this is: `help`, or a question; none if he
    /// does not. Where a mail server vouches for senders, only to one for whom it does: a forged one never asked.
    pub(crate) async fn helped(&self, letter: &Letter, bytes: &[u8]) -> Result<Option<Outcome>, ServiceError> {
        let (Some(sender), Nature::Personal) = (&letter.from, &letter.nature) else { return Ok(None) };
        let reading = letter.read(&Vocabulary::new(REQUESTS));
        let lines: Vec<&str> = reading.orders.iter().map(|line| line.original.as_str()).collect();
        let asked = wants_help(&lines) || lines.is_empty() && wants_help(&[&letter.subject]);
        let forged = |server| !vouched(&letter.authentication, server, sender);
        if !asked || self.usable_address(sender).is_err() || self.settings.authserv.as_deref().is_some_and(forged) {
            return Ok(None);
        }
        if allow(self.store.writer(), &format!("help to {sender}"), HELPED, 1, self.clock.now()).await?.is_err() {
            return Ok(Some(Outcome::Silent("helped a short while ago")));
        }
        if !self.keep(letter, bytes, None).await? {
            return Ok(Some(Outcome::Repeated));
        }
        let books = self.books()?;
        let games: Vec<Playable<'_>> = books.iter().map(|book| (book.published(), book.options())).collect();
        let (answers, text) = (letter.message_id.clone(), answer(&games));
        self.answer_request(sender, Note { answers, text, ..Note::of(NoteKind::Answer, sender) }).await?;
        self.done(&letter.key, "helped").await?;
        Ok(Some(Outcome::Requested))
    }

    /// Joins an invitation that names nobody, or asks whether its sender really wants that.
    async fn join_by_mail(&self, number: i64, sender: &str, proven: bool) -> Result<(), ServiceError> {
        let invitation = self.invitation(number).await?;
        // the number is no secret; the code of a link is
        if invitation.way != "open" {
            return Err(ServiceError::Missing("open invitation of that number".to_owned()));
        }
        if !proven {
            return self.ask_joiner(&invitation, sender).await;
        }
        let person = self.person(self.store.writer(), sender).await?;
        self.accept(invitation.id, person.id).await.map(drop)
    }

    /// Tells whoever was believed at once what became of his request; where others join by a link, that mail says it.
    async fn tell_offered(&self, sender: &str, invitation: &Invitation, letter: &Letter) -> Result<(), ServiceError> {
        if invitation.way != Way::Address(String::new()).word() {
            return Ok(());
        }
        let text = vec![
            "Your invitation is on its way. The game begins when it is accepted, with a mail to both of you."
                .to_owned(),
        ];
        let note = Note {
            person: invitation.person,
            invitation: invitation.id,
            answers: letter.message_id.clone(),
            text,
            ..Note::of(NoteKind::Answer, sender)
        };
        self.answer_request(sender, note).await
    }

    /// Answers somebody without a seat, unless he was answered often.
    async fn answer_request(&self, address: &str, note: Note) -> Result<(), ServiceError> {
        let transaction = self.store.begin().await?;
        let now = self.clock.now();
        let one = allow(&transaction, &format!("answers to {address}"), ANSWERED, 1, now).await?.is_ok();
        if one && allow(&transaction, "answers to all", ANSWERED_ALL, 1, now).await?.is_ok() {
            self.write_note(&transaction, note).await?;
        }
        transaction.commit().await?;
        self.mail_waits.notify_one();
        Ok(())
    }
}

/// With a capital letter and a full stop.
fn sentence(text: &str) -> String {
    let mut signs = text.chars();
    let capital: String = signs.next().map(|first| first.to_uppercase().chain(signs).collect()).unwrap_or_default();
    if capital.ends_with(['.', '!', '?']) { capital } else { format!("{capital}.") }
}
