//! People apart from their seats: an address, and a pass by which somebody sees all his games.
//!
//! A pass is a link in a mail to the address. It is good for two days and lets its bearer in; the browser then keeps one of
//! its own for half a year. Whoever makes his passes void makes all of them void.

use crate::clock::{DAY, HOUR, MINUTE};
use crate::mail::{Bound, Claim, Purpose, Token};
use crate::note::{Note, NoteKind};
use crate::pace::{Pace, allow};
use crate::store::{query, run};
use crate::{Service, ServiceError};
use sea_orm::{ConnectionTrait, FromQueryResult};

/// Passes that are mailed to one address: anybody may ask for them.
const TO_ONE: Pace = Pace { burst: 4, each: 6 * HOUR };
/// Passes that are mailed at all.
const TO_ALL: Pace = Pace { burst: 100, each: MINUTE };
/// Somebody who wrote to us or was invited.
#[derive(Clone, Debug, PartialEq, Eq, FromQueryResult)]
pub struct Person {
    /// His number.
    pub id: i64,
    /// His address, in lower case.
    pub address: String,
    /// How often he made his passes void.
    pub passes: i64,
    /// 1 if he wants no invitations.
    pub closed: i64,
}

/// Where a pass is held, and for how long it is good there, in days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// In a mail.
    Mailed,
    /// In a browser.
    Kept,
}

impl Held {
    fn word(self) -> &'static str {
        match self {
            Held::Mailed => "mailed",
            Held::Kept => "kept",
        }
    }

    fn days(self) -> i64 {
        match self {
            Held::Mailed => 2,
            Held::Kept => 180,
        }
    }
}

impl Service {
    /// The person of an address, known from now on.
    ///
    /// # Errors
    /// When it is no address, or the database fails.
    pub async fn person(&self, db: &impl ConnectionTrait, address: &str) -> Result<Person, ServiceError> {
        let address = self.usable_address(address)?;
        let insert = "INSERT INTO people (address, created) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        run(db, insert, [address.as_str().into(), self.clock.now().into()]).await?;
        let sql = "SELECT id, address, passes, closed FROM people WHERE address = $1";
        let person = Person::find_by_statement(query(db, sql, [address.into()])).one(db).await?;
        person.ok_or_else(|| ServiceError::Missing("person".to_owned()))
    }

    /// A person by his number.
    ///
    /// # Errors
    /// When there is none, or the database fails.
    pub async fn person_of(&self, db: &impl ConnectionTrait, id: i64) -> Result<Person, ServiceError> {
        let sql = "SELECT id, address, passes, closed FROM people WHERE id = $1";
        let person = Person::find_by_statement(query(db, sql, [id.into()])).one(db).await?;
        person.ok_or_else(|| ServiceError::Missing("person".to_owned()))
    }

    /// A pass of a person, given out today.
    ///
    /// # Errors
    /// When it cannot be signed.
    pub fn pass(&self, person: &Person, held: Held) -> Result<Token, ServiceError> {
        let today = u32::try_from(self.clock.now() / DAY).unwrap_or(u32::MAX);
        let side = format!("{}-{}", held.word(), person.passes);
        self.token(person.id, &side, Bound::Ask(today.max(1)), Purpose::Pass)
    }

    /// Whose pass this is, if it is good still.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn bearer(&self, pass: &str, held: Held) -> Result<Option<Person>, ServiceError> {
        let token = Token::parse(pass);
        let claim = token.as_ref().and_then(|token| self.keys.open(token));
        let Some(Claim { game, side, bound: Bound::Ask(day), purpose: Purpose::Pass }) = claim else { return Ok(None) };
        let age = self.clock.now() / DAY - i64::from(*day);
        let Some(passes) = side.strip_prefix(held.word()).and_then(|rest| rest.strip_prefix('-')) else {
            return Ok(None);
        };
        if !(-1..=held.days()).contains(&age) {
            return Ok(None);
        }
        let person = match self.person_of(self.store.readers(), *game as i64).await {
            Err(ServiceError::Missing(_)) => return Ok(None),
            person => person?,
        };
        Ok(Some(person).filter(|person| person.passes.to_string() == passes))
    }

    /// Mails a pass to an address, if somebody is known there; nobody is told whether that is so.
    ///
    /// # Errors
    /// When it is no address, or the database fails.
    pub async fn send_pass(&self, address: &str, answers: Option<String>) -> Result<(), ServiceError> {
        let address = self.usable_address(address)?;
        let known = "SELECT COUNT(*) FROM (SELECT address FROM seats WHERE LOWER(address) = $1 \
                     UNION ALL SELECT address FROM people WHERE address = $1) AS known";
        let count: Option<i64> = crate::store::one(self.store.readers(), known, [address.as_str().into()]).await?;
        if count.unwrap_or(0) == 0 {
            return Ok(());
        }
        let transaction = self.store.begin().await?;
        let now = self.clock.now();
        if allow(&transaction, &format!("passes to {address}"), TO_ONE, 1, now).await?.is_err()
            || allow(&transaction, "passes", TO_ALL, 1, now).await?.is_err()
        {
            return Ok(());
        }
        let person = self.person(&transaction, &address).await?;
        let note = Note { person: person.id, answers, ..Note::of(NoteKind::Pass, &address) };
        self.write_note(&transaction, note).await?;
        transaction.commit().await?;
        self.mail_waits.notify_one();
        Ok(())
    }

    /// Makes all passes of a person void.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn void_passes(&self, person: &Person) -> Result<(), ServiceError> {
        let sql = "UPDATE people SET passes = passes + 1 WHERE id = $1";
        run(self.store.writer(), sql, [person.id.into()]).await?;
        Ok(())
    }

    /// Notes whether somebody wants invitations.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn close_to_invitations(&self, person: &Person, closed: bool) -> Result<(), ServiceError> {
        let sql = "UPDATE people SET closed = $1 WHERE id = $2";
        run(self.store.writer(), sql, [i64::from(closed).into(), person.id.into()]).await?;
        Ok(())
    }
}
