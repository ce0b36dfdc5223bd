//! Mail over which the service stumbles must not stop it: whatever panics while a mail is read, judged or answered
//! becomes an answer to its player, a line in the log and a mail set aside.

use crate::intake::{Outcome, letter_key};
use crate::mail::{Claim, Letter, Purpose, Token, Verdict, judge};
use crate::metrics::METRICS;
use crate::store::run;
use crate::submit::given_up;
use crate::{Service, ServiceError, aside, log};
use engine::table::{guarded, guarded_work};

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
        let outcome = self.receive_guarded(bytes).await;
        METRICS.letter(&outcome);
        if let Ok(outcome) = &outcome {
            tracing::info!(bytes = bytes.len(), "a mail came in: {outcome:?}");
        }
        outcome
    }

    async fn receive_guarded(&self, bytes: &[u8]) -> Result<Outcome, ServiceError> {
        let why = match guarded_work(self.take_in(bytes)).await.map_err(ServiceError::from).flatten() {
            Err(error) if !error.passes() => error.to_string(),
            outcome => return outcome,
        };
        METRICS.faults.inc();
        // nothing is lost: what cannot be set aside is handed in again
        self.set_aside("panic", bytes, &why)?;
        if let Err(error) = guarded_work(self.own_up(bytes)).await.map_err(ServiceError::from).flatten() {
            log::tell(&format!("that mail could not be answered: {error}"));
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
        let read = guarded(|| Letter::parse(bytes).ok()).ok().flatten();
        let Some(letter) = read.or_else(|| Letter::of_header(bytes)) else { return Ok(()) };
        let over = "UPDATE letters SET state = 'done', verdict = 'set aside', done = $1 WHERE key = $2";
        run(self.store.writer(), over, [self.clock.now().into(), letter.key.as_str().into()]).await?;
        let tokens = Token::in_letter(&letter);
        let claim = tokens.iter().find_map(|token| self.keys.open(token));
        let Some(claim) = claim.filter(|claim| claim.purpose == Purpose::Orders) else { return Ok(()) };
        let seats = self.store.seats(claim.game as i64).await?;
        let address = seats.into_iter().find(|seat| seat.side == claim.side).and_then(|seat| seat.address);
        let verdict = judge(&letter, Some(claim), address.as_deref(), self.settings.authserv.as_deref());
        if verdict == Verdict::Accept { self.tell_of_stumbling(&letter, claim).await } else { Ok(()) }
    }

    /// Answers a letter over which we stumbled. If its orders were carried out, or given up, before that, their own
    /// receipt says so.
    pub(crate) async fn tell_of_stumbling(&self, letter: &Letter, claim: &Claim) -> Result<(), ServiceError> {
        let key = letter_key(letter);
        for key in [given_up(&key), key] {
            if self.store.answer(claim.game as i64, &key).await?.is_some() {
                return Ok(());
            }
        }
        self.carry_out(letter, claim, Some(STUMBLED.to_owned())).await
    }
}
