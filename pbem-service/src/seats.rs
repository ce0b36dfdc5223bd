//! What becomes of a seat's mail: why it is held, who is told, and who ends that; and where it goes.
//!
//! Mail is held for three reasons: the player wished it, it came back, or a program seems to answer for him. It then
//! waits in the outbox, all of it as one mail, until the player or the host ends that. No order is held, ever.

use crate::aliases::forget_aliases;
use crate::clock::HOUR;
use crate::computer::COMPUTER;
use crate::live::Live;
use crate::mail::{Claim, Purpose, read_address};
use crate::outbox::{self, OutboxRow};
use crate::pace::{Pace, allow, refill};
use crate::queue::{Detail, fruitless};
use crate::store::{SeatRow, one, run};
use crate::submit::forget_all_answers;
use crate::talk::one_line;
use crate::{Service, ServiceError, log};
use data_encoding::HEXLOWER;
use engine::contract::SideId;
use sea_orm::ConnectionTrait;

/// Mails that came back for good, or were refused, after which no more are sent.
const BOUNCES: i64 = 2;
/// What stands for the new address of a seat whose address shall be erased.
pub(crate) const NOWHERE: &str = "";
/// How often a seat may have a confirmation sent to a new address: such a mail reaches somebody who never wrote to us.
const MOVES: Pace = Pace { burst: 3, each: 8 * HOUR };

/// What a player wishes of his mail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wishes {
    /// A mail for orders that he gives on the page.
    pub receipts: bool,
    /// Mails that ask nothing.
    pub news: bool,
}

impl Service {
    /// Stops mail to a seat, at its player's wish.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn pause(&self, game: i64, side: &str) -> Result<(), ServiceError> {
        let sql = "UPDATE seats SET mail = 'paused', reason = '' WHERE game = $1 AND side = $2";
        run(self.store.writer(), sql, [game.into(), side.into()]).await?;
        Ok(())
    }

    /// Sends mail to a seat again: what waited, and how the game stands now.
    ///
    /// # Errors
    /// When there is no such seat, or the database fails.
    pub async fn resume(&self, game: i64, side: &str) -> Result<(), ServiceError> {
        let live = self.live_alone(game).await?;
        let transaction = self.store.begin().await?;
        self.wake(&transaction, &live, live.known_side(side)?).await?;
        transaction.commit().await?;
        self.mail_waits.notify_one();
        Ok(())
    }

    /// Ends whatever held the mail to a seat.
    async fn wake(&self, transaction: &impl ConnectionTrait, live: &Live, side: SideId) -> Result<(), ServiceError> {
        let (game, side_id) = (live.row.id, live.side_id(side));
        let sql = "UPDATE seats SET mail = 'good', bounces = 0, reason = '', woken = $1 WHERE game = $2 AND side = $3";
        run(transaction, sql, [self.clock.now().into(), game.into(), side_id.into()]).await?;
        refill(transaction, &fruitless(game, side_id)).await?;
        self.queue(transaction, live, side, "turn", Detail::default()).await
    }

    /// Counts the mails that a mail server would not take, as if they had come back; how many there were.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn count_refused(&self) -> Result<usize, ServiceError> {
        let refused = outbox::refused(self.store.readers()).await?;
        for row in &refused {
            self.came_back(row, row.last_error.as_deref().unwrap_or("refused")).await?;
        }
        Ok(refused.len())
    }

    /// Notes that a mail of ours did not reach its reader. After the second one no more are sent, and the opponent and
    /// the host are told. Each mail counts once.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn came_back(&self, row: &OutboxRow, why: &str) -> Result<(), ServiceError> {
        let (Some(game), side_id) = (row.game, row.viewer.as_str()) else { return self.note_came_back(row).await };
        let live = self.live_alone(game).await?;
        let side = live.known_side(side_id)?;
        let transaction = self.store.begin().await?;
        if outbox::bounced(&transaction, row.id).await? && !row.goes_elsewhere() {
            // what left before the seat was woken says nothing of its mail now
            let sql = "UPDATE seats SET bounces = bounces + 1 WHERE game = $1 AND side = $2 \
                       AND woken <= COALESCE((SELECT sent_at FROM outbox WHERE id = $3), woken) RETURNING bounces";
            let bounces: Option<i64> = one(&transaction, sql, [game.into(), side_id.into(), row.id.into()]).await?;
            let stop = "UPDATE seats SET mail = 'bad', reason = $1 WHERE game = $2 AND side = $3 AND mail = 'good'";
            let why: String = one_line(why).chars().take(300).collect();
            let reason = format!("mails to your address came back ({})", why.trim());
            if bounces >= Some(BOUNCES)
                && run(&transaction, stop, [reason.into(), game.into(), side_id.into()]).await? == 1
            {
                log::tell(&format!(
                    "game {game}, {side_id}: mail came back twice ({why}); it is held until `fieldpost resume \
                     {game} {side_id}` or `fieldpost address {game} {side_id} ADDRESS`"
                ));
                self.queue(&transaction, &live, side.enemy(), "trouble", Detail::default()).await?;
            }
        }
        transaction.commit().await?;
        self.mail_waits.notify_one();
        Ok(())
    }

    /// Stores what a player wishes of his mail.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn wish(&self, game: i64, side: &str, wishes: Wishes) -> Result<(), ServiceError> {
        let sql = "UPDATE seats SET receipts = $1, news = $2 WHERE game = $3 AND side = $4";
        let (receipts, news) = (i64::from(wishes.receipts), i64::from(wishes.news));
        run(self.store.writer(), sql, [receipts.into(), news.into(), game.into(), side.into()]).await?;
        Ok(())
    }

    /// Asks at a new address whether a seat's mail shall go there.
    ///
    /// # Errors
    /// When it is no address, it was asked for too often, or the database fails.
    pub async fn ask_new_address(&self, game: i64, side: &str, address: &str) -> Result<(), ServiceError> {
        let address = self.usable_address(address)?;
        let known = self.store.seat(game, side).await?.address;
        if known.as_deref() == Some(COMPUTER) {
            return Err(ServiceError::Unreadable("the computer plays this seat".to_owned()));
        }
        if known.as_deref() == Some(address.as_str()) {
            return Err(ServiceError::Unreadable(format!("your mail goes to {address} already")));
        }
        self.ask_at(game, side, &address, &address).await
    }

    /// Asks at an address whether a seat's mail shall go to another one from now on.
    async fn ask_at(&self, game: i64, side: &str, new: &str, at: &str) -> Result<(), ServiceError> {
        let live = self.live_alone(game).await?;
        let transaction = self.store.begin().await?;
        if allow(&transaction, &format!("moves of {game}.{side}"), MOVES, 1, self.clock.now()).await?.is_err() {
            let often = "you have asked for several new addresses today; please try again tomorrow, or ask your host";
            return Err(ServiceError::Unreadable(often.to_owned()));
        }
        let code = HEXLOWER.encode(&crate::service::random::<12>()?);
        let sql = "UPDATE seats SET new_address = $1, new_code = $2 WHERE game = $3 AND side = $4";
        run(&transaction, sql, [new.into(), code.into(), game.into(), side.into()]).await?;
        let detail = Detail { to: Some(at.to_owned()), ..Detail::default() };
        self.queue(&transaction, &live, live.known_side(side)?, "address", detail).await?;
        transaction.commit().await?;
        self.mail_waits.notify_one();
        Ok(())
    }

    /// Asks at a seat's address whether it shall be erased: whoever has the seat's link alone must not silence its player.
    ///
    /// # Errors
    /// When there is none, our mail does not reach it, it was asked too often, or the database fails.
    pub async fn ask_to_erase(&self, game: i64, side: &str) -> Result<(), ServiceError> {
        let row = self.store.seat(game, side).await?;
        let Some(address) = row.address.filter(|address| address != COMPUTER) else {
            return Err(ServiceError::Unreadable("there is no address to be erased".to_owned()));
        };
        if row.mail == "bad" {
            let unreached =
                format!("our mail does not reach {address}, where we would ask; please ask your host to erase it");
            return Err(ServiceError::Unreadable(unreached));
        }
        self.ask_at(game, side, NOWHERE, &address).await
    }

    /// The address that waits for this confirmation; empty if the seat's address shall be erased.
    ///
    /// # Errors
    /// When none does, or the link is not from our mail.
    pub async fn new_address(&self, claim: &Claim, code: &str) -> Result<String, ServiceError> {
        let sql = "SELECT new_address FROM seats WHERE game = $1 AND side = $2 AND new_code = $3";
        let values = [(claim.game as i64).into(), claim.side.as_str().into(), code.into()];
        let waits: Option<String> = one(self.store.readers(), sql, values).await?;
        let waits = waits.filter(|_| claim.purpose == Purpose::Address);
        waits.ok_or(ServiceError::Forbidden("the newest link that we sent to your new address"))
    }

    /// Sends a seat's mail to its new address from now on, or erases the one that it had; the new one.
    ///
    /// # Errors
    /// As [`Service::new_address`].
    pub async fn confirm_new_address(&self, claim: &Claim, code: &str) -> Result<String, ServiceError> {
        let address = self.new_address(claim, code).await?;
        match address.as_str() {
            NOWHERE => self.erase(claim.game as i64, &claim.side).await?,
            new => {
                let old = self.store.seat(claim.game as i64, &claim.side).await?.address;
                self.set_address(claim.game as i64, &claim.side, new).await?;
                // he has the same bed still
                let quiet = self.quiet_of(self.store.readers(), old.as_deref().unwrap_or_default()).await?;
                if quiet.is_some() && self.quiet_of(self.store.readers(), new).await?.is_none() {
                    self.set_quiet(new, quiet.as_ref()).await?;
                }
            }
        }
        Ok(address)
    }

    /// Sends a seat's mail to another address from now on: its host knows what he does, its player has confirmed it. The
    /// old address is told, in case somebody else did it.
    ///
    /// # Errors
    /// When there is no such seat, or it is no address.
    pub async fn set_address(&self, game: i64, side: &str, address: &str) -> Result<(), ServiceError> {
        self.move_mail(game, side, address, false).await
    }

    /// Gives a seat to another player, at his address. What the one before noted is struck out, and what he reported stays his.
    ///
    /// # Errors
    /// As [`Service::set_address`].
    pub async fn seat_another(&self, game: i64, side: &str, address: &str) -> Result<(), ServiceError> {
        self.move_mail(game, side, address, true).await
    }

    async fn move_mail(&self, game: i64, side: &str, address: &str, to_another: bool) -> Result<(), ServiceError> {
        let address = self.usable_address(address)?;
        let old = self.store.seat(game, side).await?;
        let live = self.live_alone(game).await?;
        let known = live.known_side(side)?;
        let transaction = self.store.begin().await?;
        let sql = "UPDATE seats SET address = $1, new_address = NULL, new_code = NULL WHERE game = $2 AND side = $3";
        run(&transaction, sql, [address.as_str().into(), game.into(), side.into()]).await?;
        self.void_link(&transaction, game, side).await?;
        forget_aliases(&transaction, game, side).await?;
        if to_another {
            self.strike_out(&transaction, game, side, None).await?;
            forget_all_answers(&transaction, game, side).await?;
        } else {
            let reports =
                "UPDATE complaints SET address = LOWER($1) WHERE game = $2 AND side = $3 AND address = LOWER($4)";
            let before = old.address.as_deref().unwrap_or_default();
            run(&transaction, reports, [address.as_str().into(), game.into(), side.into(), before.into()]).await?;
        }
        let to = old.address.filter(|to| old.mail != "bad" && *to != address && *to != COMPUTER);
        if let Some(to) = to {
            let detail = Detail { to: Some(to), ..Detail::default() };
            self.queue(&transaction, &live, known, "moved", detail).await?;
        }
        self.wake(&transaction, &live, known).await?;
        transaction.commit().await?;
        self.mail_waits.notify_one();
        Ok(())
    }

    /// An address that mail can be sent to, other than our own.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn usable_address(&self, address: &str) -> Result<String, ServiceError> {
        let wrong = |what: &str| ServiceError::Unreadable(format!("{address:?} {what}"));
        let read = read_address(address).map_err(wrong)?;
        let (user, domain) = read.rsplit_once('@').unwrap_or_default();
        let ours = [self.settings.user.as_str(), "bounces"]
            .iter()
            .any(|name| user.split('+').next().is_some_and(|user| user.eq_ignore_ascii_case(name)));
        if ours && domain.eq_ignore_ascii_case(&self.settings.domain) {
            return Err(wrong("is Fieldpost's own address"));
        }
        Ok(read)
    }
}

impl SeatRow {
    /// Why mail to this seat waits, if it does, for its player.
    pub fn trouble(&self) -> Option<String> {
        match self.mail.as_str() {
            "good" => None,
            "paused" => Some("You asked for silence, so you get no mail about this game.".to_owned()),
            _ => Some(format!("No mail is sent to you: {}.", self.reason.trim_end_matches('.'))),
        }
    }
}
