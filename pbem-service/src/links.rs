//! Links to seats: who has one has the seat, until it is replaced.
//!
//! A link names how often its seat's link was replaced before. So one that was passed on, or lay in a mailbox that is not its
//! player's any more, is void as soon as there is another, and so is every browser that was opened by it.

use crate::clock::HOUR;
use crate::computer::COMPUTER;
use crate::mail::{Bound, Claim, Purpose, Token};
use crate::pace::{Pace, allow};
use crate::queue::Detail;
use crate::store::one;
use crate::{Service, ServiceError};
use sea_orm::ConnectionTrait;

/// How often the link to a seat may be replaced from its page: each time a mail leaves.
const REPLACED: Pace = Pace { burst: 5, each: 4 * HOUR };

/// Counts on, and gives the new number.
const REPLACE: &str = "UPDATE seats SET link = link + 1 WHERE game = $1 AND side = $2 RETURNING link";

impl Service {
    /// The token of the link to a seat that is good now.
    ///
    /// # Errors
    /// When there is no such seat, or the database fails.
    pub async fn seat_token(&self, game: i64, side: &str) -> Result<Token, ServiceError> {
        let link = self.link(game, side).await?;
        let link = link.ok_or_else(|| ServiceError::Missing(format!("side {side} in game {game}")))?;
        self.token(game, side, bound(link), Purpose::Join)
    }

    /// The token of the link to a seat as long as it was never replaced.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn first_token(&self, game: i64, side: &str) -> Result<Option<Token>, ServiceError> {
        match self.link(game, side).await? {
            Some(0) => self.token(game, side, bound(0), Purpose::Join).map(Some),
            _ => Ok(None),
        }
    }

    /// Whether a link to a seat is the newest one. Others were replaced.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn is_newest(&self, claim: &Claim) -> Result<bool, ServiceError> {
        let link = self.link(claim.game as i64, &claim.side).await?;
        Ok(claim.purpose == Purpose::Join && link.is_some_and(|link| claim.bound == bound(link)))
    }

    /// Makes the link to a seat void, and mails another to its player.
    ///
    /// # Errors
    /// When there is no such seat, it was done too often, or the database fails.
    pub async fn replace_link(&self, game: i64, side: &str) -> Result<Token, ServiceError> {
        let live = self.live_alone(game).await?;
        let known = live.known_side(side)?;
        if self.store.seat(game, side).await?.address.as_deref() == Some(COMPUTER) {
            return Err(ServiceError::Unreadable("the computer plays this seat".to_owned()));
        }
        let transaction = self.store.begin().await?;
        if allow(&transaction, &format!("links of {game}.{side}"), REPLACED, 1, self.clock.now()).await?.is_err() {
            let often = "the link was replaced several times today; please try again tomorrow, or ask your host";
            return Err(ServiceError::Unreadable(often.to_owned()));
        }
        let link: Option<i64> = one(&transaction, REPLACE, [game.into(), side.into()]).await?;
        self.queue(&transaction, &live, known, "link", Detail::default()).await?;
        transaction.commit().await?;
        self.mail_waits.notify_one();
        self.changes.send_modify(|count| *count += 1);
        self.token(game, side, bound(link.unwrap_or_default()), Purpose::Join)
    }

    /// Makes the link to a seat void whose mail goes elsewhere from now on: the next mail has the new one.
    pub(crate) async fn void_link(
        &self,
        transaction: &impl ConnectionTrait,
        game: i64,
        side: &str,
    ) -> Result<(), ServiceError> {
        one::<i64>(transaction, REPLACE, [game.into(), side.into()]).await?;
        Ok(())
    }

    async fn link(&self, game: i64, side: &str) -> Result<Option<i64>, ServiceError> {
        let sql = "SELECT link FROM seats WHERE game = $1 AND side = $2";
        Ok(one(self.store.readers(), sql, [game.into(), side.into()]).await?)
    }
}

fn bound(link: i64) -> Bound {
    Bound::from(u32::try_from(link).unwrap_or(u32::MAX))
}
