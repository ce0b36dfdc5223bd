//! Games that are offered and not begun: who invites whom to what, and what becomes of it.
//!
//! ```text
//! draft ──confirm──▶ open ──accept──▶ begun
//!   │                 ├──decline───▶ declined
//!   └──── time ──▶ expired ◀─time──┤──withdraw──▶ withdrawn
//!                                  └──bounce────▶ unreachable
//! ```
//!
//! A draft waits for a word from the address that is said to invite; nobody else hears of it. An open invitation to an
//! address is one mail to it. The game begins in the transaction that ends the invitation, so it begins once.

mod command;
mod courtesy;
mod names;
mod offer;
mod requests;
mod words;

use crate::clock::{DAY, HOUR, MINUTE};
use crate::computer::COMPUTER;
use crate::note::{Note, NoteKind};
use crate::pace::{Pace, allow};
use crate::people::Person;
use crate::store::{one, query, run};
use crate::talk::one_line;
use crate::tempo::Tempo;
use crate::{NewGame, Service, ServiceError};
use data_encoding::HEXLOWER;
use engine::contract::Setup;
use engine::table::Secrets;
use sea_orm::{ConnectionTrait, FromQueryResult};

pub use command::{Command, Unread, read};
pub use offer::{Invitation, Offer, Way};
pub use words::{InWords, day, length, moment};

use offer::COLUMNS;

/// How long an invitation is open.
const OPEN_FOR: i64 = 14 * DAY;
/// How long a draft waits for its confirmation.
const DRAFT_FOR: i64 = 2 * DAY;
/// Invitations that one person may send to addresses.
const SENT: Pace = Pace { burst: 5, each: 6 * HOUR };
/// Invitations that one address may get, whoever sends them.
const RECEIVED: Pace = Pace { burst: 3, each: 8 * HOUR };
/// Confirmations that are asked for at one address: its owner may never have heard of us.
const ASKED: Pace = Pace { burst: 3, each: 8 * HOUR };
/// The same at all addresses.
const ASKED_ALL: Pace = Pace { burst: 100, each: MINUTE };
/// Invitations of one person that may be open at one time.
const MOST_OPEN: i64 = 10;
/// Characters of a name, and of the words to the other player.
const LONGEST_NAME: usize = 40;
const LONGEST_WORDS: usize = 500;

impl Service {
    /// Offers a game in somebody's name. If it is proven that he wants it, it is open at once; else he is asked at his
    /// address first, and nobody else hears of it.
    ///
    /// # Errors
    /// What does not fit; or that he, or whoever is invited, has had too many.
    pub async fn offer(&self, host: &str, offer: &Offer, proven: bool) -> Result<Invitation, ServiceError> {
        let name = one_line(&offer.name).chars().take(LONGEST_NAME).collect::<String>();
        let words = one_line(&offer.words).chars().take(LONGEST_WORDS).collect::<String>();
        self.check(offer)?;
        let pace = Tempo::read(&offer.pace).map_err(ServiceError::Unreadable)?.map(Tempo::code).unwrap_or_default();
        let now = self.clock.now();
        let transaction = self.store.begin().await?;
        let person = self.person(&transaction, host).await?;
        let guest = match &offer.opponent {
            Way::Address(address) => {
                let guest = self.person(&transaction, address).await?;
                if guest.id == person.id {
                    let own = "that is your own address; to play both sides yourself, take the link and open it";
                    return Err(ServiceError::Unreadable(own.to_owned()));
                }
                Some(guest.id)
            }
            _ => None,
        };
        let sql = "SELECT COUNT(*) FROM invitations WHERE person = $1 AND state IN ('draft', 'open')";
        let open: Option<i64> = one(&transaction, sql, [person.id.into()]).await?;
        if open.unwrap_or(0) >= MOST_OPEN {
            let many = format!("{MOST_OPEN} of your invitations are open; withdraw one, or wait for an answer");
            return Err(ServiceError::Unreadable(many));
        }
        let code = HEXLOWER.encode(&crate::service::random::<12>()?);
        let insert = "INSERT INTO invitations (code, person, name, game, scenario, options, side, way, guest, words, pace, state, \
                      created, expires) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'draft', $12, $13) RETURNING id";
        let values = [
            code.into(),
            person.id.into(),
            name.into(),
            offer.game.as_str().into(),
            offer.scenario.as_str().into(),
            serde_json::to_string(&offer.options).expect("options have string keys").into(),
            offer.side.as_str().into(),
            offer.opponent.word().into(),
            guest.into(),
            words.into(),
            pace.into(),
            now.into(),
            (now + DRAFT_FOR).into(),
        ];
        let id: Option<i64> = one(&transaction, insert, values).await?;
        let id = id.ok_or(ServiceError::Busy)?;
        if proven {
            // what is refused leaves no draft, which would keep a place
            let draft = invitation_where(&transaction, "id = $1", id.into()).await?;
            self.open_draft(&transaction, &draft).await?;
        } else {
            self.may_ask(&transaction, &person).await?;
            let note = Note { person: person.id, invitation: id, ..Note::of(NoteKind::Draft, &person.address) };
            self.write_note(&transaction, note).await?;
        }
        transaction.commit().await?;
        self.mail_waits.notify_one();
        if proven && offer.opponent == Way::Computer { self.begin(id, None).await } else { self.invitation(id).await }
    }

    /// Whether a game can be started so at all.
    fn check(&self, offer: &Offer) -> Result<(), ServiceError> {
        let (_, rulebook) = self.shelf.newest(&offer.game)?;
        let sides = &rulebook.published().units.sides;
        if !offer.side.is_empty() && !sides.iter().any(|side| side.id == offer.side) {
            let sides: Vec<&str> = sides.iter().map(|side| side.id.as_str()).collect();
            return Err(ServiceError::Unreadable(format!(
                "{:?} is no side; expected {}",
                offer.side,
                sides.join(" or ")
            )));
        }
        let setup = Setup { scenario: offer.scenario.clone(), options: offer.options.clone() };
        // nothing is ever rolled with these
        let secrets = Secrets::of([0; 32], [0; 32], 1);
        rulebook.start("tried out", &setup, &secrets).map(drop).map_err(ServiceError::Unreadable)
    }

    /// Whether one more confirmation may be asked for at somebody's address.
    async fn may_ask(&self, db: &impl ConnectionTrait, person: &Person) -> Result<(), ServiceError> {
        let now = self.clock.now();
        if allow(db, &format!("asked at {}", person.address), ASKED, 1, now).await?.is_err() {
            let often = "that address was written to several times today; please answer one of those mails, or wait until \
                         tomorrow";
            return Err(ServiceError::Unreadable(often.to_owned()));
        }
        match allow(db, "asked at all", ASKED_ALL, 1, now).await? {
            Ok(()) => Ok(()),
            Err(_) => Err(ServiceError::Crowded("new games")),
        }
    }

    /// An invitation.
    ///
    /// # Errors
    /// When there is none of that number.
    pub async fn invitation(&self, id: i64) -> Result<Invitation, ServiceError> {
        invitation_where(self.store.readers(), "id = $1", id.into()).await
    }

    /// The invitation that a link to join names.
    ///
    /// # Errors
    /// When there is none.
    pub async fn invitation_by_code(&self, code: &str) -> Result<Invitation, ServiceError> {
        // PostgreSQL takes no text with a NUL in it, and no code has one
        if code.contains('\0') {
            return Err(ServiceError::Missing("invitation".to_owned()));
        }
        invitation_where(self.store.readers(), "code = $1", code.into()).await
    }

    /// Open invitations that anybody may accept, the newest first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn open_invitations(&self) -> Result<Vec<Invitation>, ServiceError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM invitations WHERE state = 'open' AND way = 'open' AND expires > $1 ORDER BY id DESC LIMIT 50"
        );
        let readers = self.store.readers();
        let now = self.clock.now();
        Ok(Invitation::find_by_statement(query(readers, &sql, [now.into()])).all(readers).await?)
    }

    /// All invitations that are not settled, with the addresses of both: for the demo, which shows everybody's mail.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn unsettled_invitations(&self) -> Result<Vec<Invitation>, ServiceError> {
        let sql =
            format!("SELECT {COLUMNS} FROM invitations WHERE state IN ('draft', 'open') ORDER BY id DESC LIMIT 50");
        let readers = self.store.readers();
        Ok(Invitation::find_by_statement(query(readers, &sql, [])).all(readers).await?)
    }

    /// Invitations by and to a person that are not settled, the newest first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn invitations_of(&self, person: i64) -> Result<Vec<Invitation>, ServiceError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM invitations WHERE state IN ('draft', 'open') AND (person = $1 OR guest = $1 AND state = 'open') \
             ORDER BY id DESC LIMIT 50"
        );
        let readers = self.store.readers();
        Ok(Invitation::find_by_statement(query(readers, &sql, [person.into()])).all(readers).await?)
    }

    /// Opens a draft: its host has said that he wants it. One against the computer begins.
    ///
    /// # Errors
    /// When it is no draft any more, or one of both has had too many.
    pub async fn confirm_offer(&self, id: i64) -> Result<Invitation, ServiceError> {
        let invitation = self.invitation(id).await?;
        if invitation.state != "draft" {
            return Ok(invitation);
        }
        let transaction = self.store.begin().await?;
        if !self.open_draft(&transaction, &invitation).await? {
            transaction.rollback().await?;
            return self.invitation(id).await;
        }
        transaction.commit().await?;
        self.mail_waits.notify_one();
        if invitation.way == COMPUTER { self.begin(id, None).await } else { self.invitation(id).await }
    }

    /// Opens a draft in the transaction of the caller, with the mail that tells of it; false if it is none any more.
    async fn open_draft(&self, db: &impl ConnectionTrait, draft: &Invitation) -> Result<bool, ServiceError> {
        let expires = self.clock.now() + OPEN_FOR;
        let sql = "UPDATE invitations SET state = 'open', expires = $1 WHERE id = $2 AND state = 'draft'";
        if run(db, sql, [expires.into(), draft.id.into()]).await? == 0 {
            return Ok(false);
        }
        let host = self.person_of(db, draft.person).await?;
        let note = match (draft.way.as_str(), draft.guest) {
            ("address", Some(guest)) => {
                let guest = self.person_of(db, guest).await?;
                self.may_invite(db, &host, &guest).await?;
                Note { person: guest.id, invitation: draft.id, ..Note::of(NoteKind::Invited, &guest.address) }
            }
            (COMPUTER, _) => return Ok(true),
            _ => Note { person: host.id, invitation: draft.id, ..Note::of(NoteKind::Offered, &host.address) },
        };
        self.write_note(db, note).await?;
        Ok(true)
    }

    /// Whether somebody may send an invitation to somebody else's address.
    async fn may_invite(&self, db: &impl ConnectionTrait, host: &Person, guest: &Person) -> Result<(), ServiceError> {
        if wants_none_from(db, guest.id, host.id).await? || guest.closed == 1 {
            let no = format!("{} takes no invitations; give him the link yourself", guest.address);
            return Err(ServiceError::Unreadable(no));
        }
        let now = self.clock.now();
        if allow(db, &format!("invitations by {}", host.id), SENT, 1, now).await?.is_err() {
            let many = format!(
                "you have sent {} invitations in a short time; one more may follow every six hours, or take the link and \
                 send it yourself",
                SENT.burst
            );
            return Err(ServiceError::Unreadable(many));
        }
        if allow(db, &format!("invitations to {}", guest.id), RECEIVED, 1, now).await?.is_err() {
            let many = format!("{} was invited several times today; take the link and send it yourself", guest.address);
            return Err(ServiceError::Unreadable(many));
        }
        Ok(())
    }

    /// Asks somebody at his address whether he wants to join an invitation that names nobody.
    ///
    /// # Errors
    /// When it is not open, it is his own, or he was asked too often.
    pub async fn ask_joiner(&self, invitation: &Invitation, address: &str) -> Result<(), ServiceError> {
        joinable(invitation, self.clock.now())?;
        let transaction = self.store.begin().await?;
        let person = self.person(&transaction, address).await?;
        self.may_ask(&transaction, &person).await?;
        let note =
            Note { person: person.id, invitation: invitation.id, ..Note::of(NoteKind::Joining, &person.address) };
        self.write_note(&transaction, note).await?;
        transaction.commit().await?;
        self.mail_waits.notify_one();
        Ok(())
    }

    /// Accepts an invitation: the game begins, once.
    ///
    /// # Errors
    /// When it is not open, is meant for somebody else, its host wants none from him, or another was faster.
    pub async fn accept(&self, id: i64, person: i64) -> Result<Invitation, ServiceError> {
        let invitation = self.invitation(id).await?;
        if invitation.state == "begun" && invitation.guest == Some(person) {
            return Ok(invitation);
        }
        joinable(&invitation, self.clock.now())?;
        if invitation.way == "address" && invitation.guest != Some(person) {
            return Err(ServiceError::Forbidden("the address that was invited"));
        }
        self.may_join(self.store.readers(), &invitation, person).await?;
        self.begin(id, Some(person)).await
    }

    /// Whether somebody may join an invitation that names nobody: not if its host wants none from him. He is not told why, and
    /// its host, who said so once, nothing at all; the invitation stays open for others. Whom a host invites by his address
    /// he wants.
    async fn may_join(
        &self,
        db: &impl ConnectionTrait,
        invitation: &Invitation,
        person: i64,
    ) -> Result<(), ServiceError> {
        if invitation.way != "address" && wants_none_from(db, invitation.person, person).await? {
            let no = "you cannot join this game; others that look for an opponent are on the start page";
            return Err(ServiceError::Unreadable(no.to_owned()));
        }
        Ok(())
    }

    /// Begins the game of an open invitation.
    async fn begin(&self, id: i64, guest: Option<i64>) -> Result<Invitation, ServiceError> {
        let invitation = self.invitation(id).await?;
        let readers = self.store.readers();
        let host = self.person_of(readers, invitation.person).await?;
        let other = match guest {
            Some(guest) => self.person_of(readers, guest).await?.address,
            None => COMPUTER.to_owned(),
        };
        let (_, rulebook) = self.shelf.newest(&invitation.game)?;
        let sides = &rulebook.published().units.sides;
        let own = match invitation.side.as_str() {
            "" => sides[usize::from(crate::service::random::<1>()?[0] & 1)].id.clone(),
            side => side.to_owned(),
        };
        let options = serde_json::from_str(&invitation.options)
            .map_err(|error| ServiceError::Broken("invitation", error.to_string()))?;
        let address = |side: &str| if side == own { host.address.clone() } else { other.clone() };
        let players = sides.iter().map(|side| (side.id.clone(), address(&side.id))).collect();
        let tempo = Tempo::read(&invitation.pace).map_err(|error| ServiceError::Broken("invitation", error))?;
        let new = NewGame {
            game: invitation.game.clone(),
            scenario: invitation.scenario.clone(),
            options,
            players,
            ..NewGame::default()
        };
        let settle = async |transaction: &sea_orm::DatabaseTransaction, game: i64| {
            if let Some(guest) = guest {
                self.may_join(transaction, &invitation, guest).await?;
            }
            let sql =
                "UPDATE invitations SET state = 'begun', started = $1, guest = $2 WHERE id = $3 AND state = 'open'";
            match run(transaction, sql, [game.into(), guest.into(), id.into()]).await? {
                1 => match tempo {
                    Some(tempo) => self.set_tempo(transaction, game, tempo).await,
                    None => Ok(()),
                },
                _ => Err(ServiceError::Unreadable("somebody else was faster: this game has begun".to_owned())),
            }
        };
        self.new_game_and(&new, settle).await?;
        self.invitation(id).await
    }

    /// Declines an invitation; its host is told. `forever` stops those of this host for good.
    ///
    /// # Errors
    /// When it was meant for somebody else, or the game has begun: that is left by resigning.
    pub async fn decline(&self, id: i64, person: i64, forever: bool) -> Result<Invitation, ServiceError> {
        let invitation = self.invitation(id).await?;
        if invitation.guest != Some(person) {
            return Err(ServiceError::Forbidden("the address that was invited"));
        }
        if forever {
            let block = "INSERT INTO blocks (person, blocked) VALUES ($1, $2) ON CONFLICT DO NOTHING";
            run(self.store.writer(), block, [person.into(), invitation.person.into()]).await?;
        }
        if invitation.state == "begun" {
            let begun = "the game has begun; whoever does not want to go on resigns, with `resign the game`";
            return Err(ServiceError::Unreadable(begun.to_owned()));
        }
        let why = "Your invitation was declined.".to_owned();
        self.end_invitation(&invitation, "declined", Some(why)).await
    }

    /// Takes an invitation back.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn withdraw(&self, id: i64) -> Result<Invitation, ServiceError> {
        let invitation = self.invitation(id).await?;
        self.end_invitation(&invitation, "withdrawn", None).await
    }

    /// Notes that the mail with an invitation did not arrive.
    pub(crate) async fn invitation_came_back(&self, id: i64, person: i64) -> Result<(), ServiceError> {
        let invitation = self.invitation(id).await?;
        if invitation.guest == Some(person) {
            let why = "Our mail with your invitation came back: nobody reads it at that address.".to_owned();
            self.end_invitation(&invitation, "unreachable", Some(why)).await?;
        }
        Ok(())
    }

    /// Ends an invitation that no game came of. Whoever was faster has ended it.
    async fn end_invitation(
        &self,
        invitation: &Invitation,
        state: &str,
        why: Option<String>,
    ) -> Result<Invitation, ServiceError> {
        let transaction = self.store.begin().await?;
        let sql = "UPDATE invitations SET state = $1 WHERE id = $2 AND state IN ('draft', 'open')";
        let ended = run(&transaction, sql, [state.into(), invitation.id.into()]).await? == 1;
        if let Some(why) = why.filter(|_| ended) {
            let host = self.person_of(&transaction, invitation.person).await?;
            let note = Note { person: host.id, invitation: invitation.id, ..Note::of(NoteKind::Ended, &host.address) };
            self.write_note(&transaction, Note { text: vec![why], ..note }).await?;
        }
        transaction.commit().await?;
        self.mail_waits.notify_one();
        self.invitation(invitation.id).await
    }

    /// Ends invitations whose time is over; how many. Whoever never confirmed his draft is not told.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn expire_invitations(&self) -> Result<usize, ServiceError> {
        let sql =
            format!("SELECT {COLUMNS} FROM invitations WHERE state IN ('draft', 'open') AND expires <= $1 ORDER BY id");
        let readers = self.store.readers();
        let over = Invitation::find_by_statement(query(readers, &sql, [self.clock.now().into()])).all(readers).await?;
        for invitation in &over {
            let why = "Nobody has answered your invitation in time, so it has ended.".to_owned();
            let why = (invitation.state == "open").then_some(why);
            self.end_invitation(invitation, "expired", why).await?;
        }
        Ok(over.len())
    }
}

/// Whether somebody has said that he wants nothing more from somebody else.
async fn wants_none_from(db: &impl ConnectionTrait, person: i64, other: i64) -> Result<bool, ServiceError> {
    let blocked = "SELECT 1 FROM blocks WHERE person = $1 AND blocked = $2";
    Ok(one::<i32>(db, blocked, [person.into(), other.into()]).await?.is_some())
}

async fn invitation_where(
    db: &impl ConnectionTrait,
    which: &str,
    value: sea_orm::Value,
) -> Result<Invitation, ServiceError> {
    let sql = format!("SELECT {COLUMNS} FROM invitations WHERE {which}");
    let found = Invitation::find_by_statement(query(db, &sql, [value])).one(db).await?;
    found.ok_or_else(|| ServiceError::Missing("invitation".to_owned()))
}

/// That an invitation can still be accepted.
fn joinable(invitation: &Invitation, now: i64) -> Result<(), ServiceError> {
    let why = match invitation.state.as_str() {
        "open" if invitation.expires > now => return Ok(()),
        "open" | "expired" => "this invitation has ended: its time is over",
        "draft" => "this invitation is not open yet: who invites has not confirmed it",
        "begun" => "this game has begun, with somebody else",
        "withdrawn" => "this invitation was withdrawn",
        _ => "this invitation has ended",
    };
    Err(ServiceError::Unreadable(why.to_owned()))
}
