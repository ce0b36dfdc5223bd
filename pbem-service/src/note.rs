//! Mails that are not about a game under way: to people, not to seats.
//!
//! Their rows of the outbox name no game. What they say follows from the invitation and the person when they leave, so a
//! repeated try says the same.

use crate::invitation::Invitation;
use crate::mail::{Auto, Bound, Content, Outgoing, Party, Purpose, Token};
use crate::outbox::{OutboxRow, Queued, bounced, enqueue};
use crate::queue::random_serial;
use crate::render::letters;
use crate::{Service, ServiceError};
use sea_orm::ConnectionTrait;
use serde::{Deserialize, Serialize};

/// What such a mail is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoteKind {
    /// A link to all games of its reader.
    Pass,
    /// Asks whoever wants to invite somebody whether it was he.
    Draft,
    /// Invites somebody.
    Invited,
    /// Tells whoever invites how others join, where nobody was named.
    Offered,
    /// Asks whoever wants to join whether it was he.
    Joining,
    /// Tells whoever invited that nothing comes of it.
    Ended,
    /// Answers a mail to nobody's seat.
    Answer,
    /// The host answers what somebody reported.
    Settled,
}

impl NoteKind {
    fn word(self) -> &'static str {
        match self {
            NoteKind::Pass => "pass",
            NoteKind::Draft => "draft",
            NoteKind::Invited => "invited",
            NoteKind::Offered => "offered",
            NoteKind::Joining => "joining",
            NoteKind::Ended => "ended",
            NoteKind::Answer => "answer",
            NoteKind::Settled => "settled",
        }
    }
}

/// A mail to somebody, as the outbox remembers it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// What it is.
    pub kind: NoteKind,
    /// Where it goes.
    pub to: String,
    /// The number of its reader, if he is known; 0 if not.
    #[serde(default)]
    pub person: i64,
    /// The invitation that it is about; 0 if none.
    #[serde(default)]
    pub invitation: i64,
    /// Message-ID of the letter that it answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers: Option<String>,
    /// What it says, a paragraph each, where that follows from nothing else.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub text: Vec<String>,
}

impl Note {
    /// A note of a kind to an address, with nothing else in it.
    pub fn of(kind: NoteKind, to: &str) -> Note {
        Note { kind, to: to.to_owned(), person: 0, invitation: 0, answers: None, text: Vec::new() }
    }
}

impl Service {
    /// The token by which a person answers an invitation: by mail and on its page.
    pub(crate) fn invitation_token(&self, invitation: i64, person: i64) -> Result<Token, ServiceError> {
        let bound = Bound::Ask(u32::try_from(person).unwrap_or(u32::MAX));
        self.token(invitation, "person", bound, Purpose::Invitation)
    }

    /// Queues a note in the transaction of what it tells.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn write_note(&self, db: &impl ConnectionTrait, note: Note) -> Result<(), ServiceError> {
        let now = self.clock.now();
        let message_id = format!("note-{:016x}@{}", random_serial()?, self.settings.domain);
        let queued = Queued {
            game: None,
            seq: None,
            viewer: String::new(),
            kind: note.kind.word().to_owned(),
            detail: serde_json::to_string(&note).expect("a note has string keys only"),
            message_id,
            date: now,
            due: now,
        };
        Ok(enqueue(db, queued).await?)
    }

    /// To whom a row goes that names no game.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(crate) fn reader_of_note(&self, row: &OutboxRow) -> Result<String, ServiceError> {
        let note: Note =
            serde_json::from_str(&row.detail).map_err(|error| ServiceError::Broken("mail", error.to_string()))?;
        Ok(note.to)
    }

    /// The mail of a row that names no game.
    ///
    /// # Errors
    /// When it cannot be read, or what it is about is gone.
    pub(crate) async fn note_mail(&self, row: OutboxRow) -> Result<Outgoing, ServiceError> {
        let note: Note =
            serde_json::from_str(&row.detail).map_err(|error| ServiceError::Broken("mail", error.to_string()))?;
        let (content, subject) = self.note_words(&note).await?;
        let domain = &self.settings.domain;
        let from = format!("{}@{domain}", self.settings.user);
        let token = match (note.invitation, note.person) {
            (0, _) | (_, 0) => None,
            (invitation, person) => Some(self.invitation_token(invitation, person)?),
        };
        let reply_to = token.as_ref().and_then(|token| token.address(&self.settings.user, domain).ok());
        let return_path = token.as_ref().and_then(|token| token.address("bounces", domain).ok());
        Ok(Outgoing {
            from: Party { name: "Fieldpost".to_owned(), address: from.clone() },
            to: Party { name: String::new(), address: note.to },
            reply_to,
            return_path: return_path.unwrap_or(from),
            subject,
            message_id: row.message_id,
            in_reply_to: note.answers,
            references: Vec::new(),
            date: row.date,
            content,
            auto: if note.kind == NoteKind::Answer { Auto::Receipt } else { Auto::Generated },
            list_id: None,
            unsubscribe: None,
        })
    }

    /// What a note says, and its subject.
    async fn note_words(&self, note: &Note) -> Result<(Content, String), ServiceError> {
        let base = &self.settings.base_url;
        match note.kind {
            NoteKind::Pass => {
                let person = self.person_of(self.store.readers(), note.person).await?;
                let pass = self.pass(&person, crate::people::Held::Mailed)?;
                return Ok(letters::pass(&format!("{base}/pass/{pass}")));
            }
            NoteKind::Answer => return Ok(letters::answer(&note.text)),
            NoteKind::Settled => return Ok(letters::settled(&note.text)),
            _ => {}
        }
        let invitation = self.invitation(note.invitation).await?;
        let page = format!("{base}/invitation/{}", self.invitation_token(note.invitation, note.person)?);
        let offer = self.in_words(&invitation)?;
        Ok(match note.kind {
            NoteKind::Draft => letters::draft(&offer, &page),
            NoteKind::Offered => letters::offered(&offer, &page, &self.join_page(&invitation)),
            NoteKind::Joining => letters::joining(&offer, &page),
            NoteKind::Ended => letters::ended(&offer, &note.text),
            _ => {
                // who invites has proven his address, and a stranger's mail that names nobody is no invitation
                let address = self.person_of(self.store.readers(), invitation.person).await?.address;
                let host = match invitation.name.as_str() {
                    "" => address,
                    name => format!("{name} ({address})"),
                };
                letters::invited(&offer, &host, &page)
            }
        })
    }

    /// Notes that a note did not reach its reader. Each counts once.
    pub(crate) async fn note_came_back(&self, row: &OutboxRow) -> Result<(), ServiceError> {
        let note: Note =
            serde_json::from_str(&row.detail).map_err(|error| ServiceError::Broken("mail", error.to_string()))?;
        if bounced(self.store.writer(), row.id).await? && note.kind == NoteKind::Invited {
            self.invitation_came_back(note.invitation, note.person).await?;
        }
        Ok(())
    }

    /// Where anybody joins an invitation that names nobody.
    pub(crate) fn join_page(&self, invitation: &Invitation) -> String {
        format!("{}/join/{}", self.settings.base_url, invitation.code)
    }
}
