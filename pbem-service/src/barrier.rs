//! Mail over which the service stumbles must not stop it: whatever panics while a mail is read, judged or answered
//! becomes an answer to its player, a line in the log and a mail set aside.

use crate::intake::Outcome;
use crate::mail::{Letter, Purpose, Token, Verdict, judge};
use crate::outbox::now;
use crate::store::run;
use crate::{Service, ServiceError, aside, log};
use futures_util::FutureExt;
use std::any::Any;
use std::panic::AssertUnwindSafe;

/// What a player is told whose mail we stumbled over.
pub(crate) const STUMBLED: &str = "Something failed on our side when we looked at your mail, so none of it was carried out. The host \
                        can see what happened; your mail is kept for him. If you can, order something else, or the same \
                        in other words.";

impl Service {
    /// Takes in a mail as it came over the wire. Whatever it is, it is dealt with once.
    ///
    /// # Errors
    /// When the database or the disk fails; the mail should be handed in again then.
    pub async fn receive(&self, bytes: &[u8]) -> Result<Outcome, ServiceError> {
        let taken = caught(self.take_in(bytes)).await;
        let why = match taken {
            Ok(Err(error)) if !error.passes() => error.to_string(),
            Ok(outcome) => return outcome,
            Err(panic) => panic,
        };
        // nothing is lost: what cannot be set aside is handed in again
        self.set_aside("panic", bytes, &why)?;
        match caught(self.own_up(bytes)).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => log::tell(&format!("that mail could not be answered: {error}")),
            Err(panic) => log::tell(&format!("that mail could not be answered: {panic}")),
        }
        Ok(Outcome::SetAside)
    }

    /// Keeps a mail for the host and tells him.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn set_aside(&self, reason: &str, bytes: &[u8], why: &str) -> Result<(), ServiceError> {
        let path = aside::put(&self.settings.data, reason, bytes)?;
        log::tell(&format!("a mail was set aside as {}: {why}", path.display()));
        Ok(())
    }

    /// Answers a mail over which we stumbled, if its player can be known, and remembers not to try it again.
    async fn own_up(&self, bytes: &[u8]) -> Result<(), ServiceError> {
        let read = std::panic::catch_unwind(|| Letter::parse(bytes).ok()).ok().flatten();
        let Some(letter) = read.or_else(|| Letter::of_header(bytes)) else { return Ok(()) };
        let over = "UPDATE letters SET state = 'done', verdict = 'set aside', done = $1 WHERE key = $2";
        run(self.store.writer(), over, [now().into(), letter.key.as_str().into()]).await?;
        let tokens = Token::in_letter(&letter);
        let claim = tokens.iter().find_map(|token| self.keys.open(token));
        let Some(claim) = claim.filter(|claim| claim.purpose == Purpose::Orders) else { return Ok(()) };
        let seats = self.store.seats(claim.game as i64).await?;
        let address = seats.into_iter().find(|seat| seat.side == claim.side).and_then(|seat| seat.address);
        let verdict = judge(&letter, Some(claim), address.as_deref(), self.settings.authserv.as_deref());
        // if its orders were carried out before we stumbled, their own receipt says so
        let carried_out = self.store.answer(claim.game as i64, &format!("mail {}", letter.key)).await?.is_some();
        if verdict == Verdict::Accept && !carried_out {
            self.carry_out(&letter, claim, Some(STUMBLED.to_owned())).await?;
        }
        Ok(())
    }
}

/// What a future comes to, or what it said when it panicked.
pub(crate) async fn caught<F: Future>(future: F) -> Result<F::Output, String> {
    AssertUnwindSafe(future).catch_unwind().await.map_err(|panic| said(panic.as_ref()))
}

fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("panicked: {}", text.unwrap_or("without a word"))
}
