//! Second addresses of players. Who writes from two is asked once: when he confirms a mail of the other one, he may say that
//! orders from there count as his.

use crate::mail::Letter;
use crate::store::{SeatRow, one, query, run};
use crate::{Service, ServiceError};
use sea_orm::ConnectionTrait;

/// How many a seat may have.
const MOST: i64 = 5;

impl Service {
    /// The address that a letter's sender must have to be this seat's player: one of his second ones if it comes from there,
    /// else that to which his mail goes.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn known_sender(&self, seat: &SeatRow, letter: &Letter) -> Result<Option<String>, ServiceError> {
        let Some(sender) = letter.from.as_deref().map(str::to_lowercase) else { return Ok(seat.address.clone()) };
        let sql = "SELECT address FROM aliases WHERE game = $1 AND side = $2 AND address = $3";
        let values = [seat.game.into(), seat.side.as_str().into(), sender.into()];
        let alias: Option<String> = one(self.store.readers(), sql, values).await?;
        Ok(alias.or_else(|| seat.address.clone()))
    }

    /// The second addresses from which a seat takes orders.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn aliases(&self, game: i64, side: &str) -> Result<Vec<String>, ServiceError> {
        let readers = self.store.readers();
        let sql = "SELECT address FROM aliases WHERE game = $1 AND side = $2 ORDER BY address";
        let rows = readers.query_all_raw(query(readers, sql, [game.into(), side.into()])).await?;
        Ok(rows.iter().map(|row| row.try_get("", "address")).collect::<Result<_, _>>()?)
    }

    /// Takes a seat's orders from a second address from now on.
    ///
    /// # Errors
    /// When the seat has as many as it may, or the database fails.
    pub(crate) async fn take_from(&self, game: i64, side: &str, address: &str) -> Result<(), ServiceError> {
        let sql = "INSERT INTO aliases (game, side, address) SELECT $1, $2, $3 \
                   WHERE (SELECT COUNT(*) FROM aliases WHERE game = $1 AND side = $2 AND address <> $3) < $4 \
                   ON CONFLICT (game, side, address) DO UPDATE SET address = excluded.address";
        let address = address.to_lowercase();
        let values = [game.into(), side.into(), address.into(), MOST.into()];
        if run(self.store.writer(), sql, values).await? == 0 {
            let many = format!(
                "a seat takes orders from {MOST} addresses besides its own at most; press “From no other address” on the page of the game first"
            );
            return Err(ServiceError::Unreadable(many));
        }
        Ok(())
    }

    /// Takes a seat's orders only from the address to which its mail goes.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn take_from_no_other(&self, game: i64, side: &str) -> Result<(), ServiceError> {
        forget_aliases(self.store.writer(), game, side).await
    }
}

/// Forgets a seat's second addresses: its player has another address now, or none, or is another one.
pub(crate) async fn forget_aliases(db: &impl ConnectionTrait, game: i64, side: &str) -> Result<(), ServiceError> {
    run(db, "DELETE FROM aliases WHERE game = $1 AND side = $2", [game.into(), side.into()]).await?;
    Ok(())
}
