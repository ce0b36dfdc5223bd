//! Letters with a seat's token that do not come from its player: they wait until he has seen their orders and says that he
//! sent them.

use crate::intake::vocabulary;
use crate::mail::{Claim, Letter, Purpose, Token, vouched};
use crate::pace::refill;
use crate::queue::strangers;
use crate::store::query;
use crate::{Service, ServiceError};
use engine::table::guarded_work;
use sea_orm::FromQueryResult;

/// A letter that waits for its player's word, or waited.
pub struct Foreign {
    /// The letter.
    pub letter: Letter,
    /// When it came, in milliseconds since 1970-01-01 UTC.
    pub received: i64,
    /// Whether he has given his word.
    pub is_confirmed: bool,
    /// The address that he may have as a second one; none if his word is asked for each time: it is his own, or nobody vouches
    /// for it.
    pub second: Option<String>,
    /// The seat that it orders for.
    orders: Claim,
    raw: Vec<u8>,
}

#[derive(FromQueryResult)]
struct Row {
    raw: Vec<u8>,
    received: i64,
    verdict: String,
}

impl Service {
    /// The letter that a link to confirm it names.
    ///
    /// # Errors
    /// When there is no such letter, it is not kept any more, or the claim is not for it.
    pub async fn foreign(&self, claim: &Claim, key: &str) -> Result<Foreign, ServiceError> {
        let readers = self.store.readers();
        let sql = "SELECT raw, received, verdict FROM letters WHERE key = $1";
        let row = Row::find_by_statement(query(readers, sql, [key.into()])).one(readers).await?;
        let Row { raw, received, verdict } = row.ok_or_else(|| ServiceError::Missing("mail".to_owned()))?;
        if raw.is_empty() {
            let gone = "this mail has waited for so long that it is not kept any more; please send its orders again";
            return Err(ServiceError::Unreadable(gone.to_owned()));
        }
        let letter = Letter::parse(&raw).map_err(|error| ServiceError::Broken("mail", error.to_string()))?;
        let tokens = Token::in_letter(&letter);
        let orders = tokens.iter().find_map(|token| self.keys.open(token)).cloned();
        let orders = orders.filter(|orders| {
            claim.purpose == Purpose::Confirm && orders.game == claim.game && orders.side == claim.side
        });
        let orders = orders.ok_or(ServiceError::Forbidden("the link from our mail"))?;
        let own = self.store.seat(orders.game as i64, &orders.side).await?.address;
        let second = letter.from.clone().filter(|from| {
            let own = own.is_some_and(|own| own.eq_ignore_ascii_case(from));
            let checks = self.settings.authserv.as_deref();
            !own && checks.is_none_or(|server| vouched(&letter.authentication, server, from))
        });
        Ok(Foreign { letter, received, is_confirmed: verdict == "confirmed", second, orders, raw })
    }

    /// The lines of a letter that would be carried out, as they were written.
    ///
    /// # Errors
    /// When its game cannot be read.
    pub async fn lines_of(&self, foreign: &Foreign) -> Result<Vec<String>, ServiceError> {
        let vocabulary = vocabulary(&self.live(foreign.orders.game as i64).await?);
        Ok(foreign.letter.read(&vocabulary).orders.into_iter().map(|line| line.original).collect())
    }

    /// Carries out a mail that waited for its confirmation. With `always`, what comes from its sender is his player's from now on.
    ///
    /// # Errors
    /// As [`Service::foreign`]; and when he has as many second addresses as he may: nothing is carried out then.
    pub async fn confirm(&self, claim: &Claim, key: &str, always: bool) -> Result<(), ServiceError> {
        let Foreign { letter, orders, raw, second, .. } = self.foreign(claim, key).await?;
        if let Some(second) = second.filter(|_| always) {
            self.take_from(claim.game as i64, &claim.side, &second).await?;
        }
        match guarded_work(self.carry_out(&letter, &orders, None)).await.map_err(ServiceError::from).flatten() {
            Err(error) if !error.passes() => {
                self.set_aside("panic", &raw, &error.to_string())?;
                self.tell_of_stumbling(&letter, &orders).await?;
            }
            done => done?,
        }
        // he was asked for good reason: the next one need not wait
        refill(self.store.writer(), &strangers(claim.game as i64, &claim.side)).await?;
        self.done(key, "confirmed").await
    }
}
