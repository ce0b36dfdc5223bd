//! What is kept for how long: letters as they came, addresses, and what only remembers them. Games and what was said in them
//! stay: each record is part of what the next one rests on.

use crate::aside;
use crate::clock::DAY;
use crate::computer::COMPUTER;
use crate::note::Note;
use crate::pace::refill;
use crate::store::{query, run};
use crate::{Service, ServiceError, log};
use sea_orm::ConnectionTrait;
use std::fs;
use std::time::{Duration, SystemTime};

/// How often it is looked what is not kept any more.
pub(crate) const LOOK: Duration = Duration::from_secs(3600);

/// Takes a person's address and makes his passes void. His number stays, since invitations name it.
const ERASE_PERSON: &str = "UPDATE people SET address = 'erased ' || id, passes = passes + 1";
/// What is left of a mail to a person.
const NOBODYS: &str = r#"{"kind":"answer","to":""}"#;

/// What was forgotten in one round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Forgotten {
    /// Letters of which only the key is left, so that a repeated one is known.
    pub letters: u64,
    /// Seats of games that are over for long, and people without a seat or an invitation, which have no address any more.
    pub addresses: u64,
    /// Files that were set aside.
    pub files: u64,
}

impl Service {
    /// Forgets what was kept long enough, by the settings of the host.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn forget(&self) -> Result<Forgotten, ServiceError> {
        let (now, db) = (self.clock.now(), self.store.writer());
        let mail = now - i64::from(self.settings.keep_mail) * DAY;
        let raw = "UPDATE letters SET raw = $1 WHERE state = 'done' AND received < $2 AND LENGTH(raw) > 0";
        let letters = run(db, raw, [Vec::<u8>::new().into(), mail.into()]).await?;
        // what mail servers say names addresses, and so does what was sent elsewhere than to a seat
        let said = "UPDATE outbox SET last_error = NULL WHERE last_error IS NOT NULL AND state IN ('sent', 'bounced') AND date < $1";
        run(db, said, [mail.into()]).await?;
        let elsewhere = "UPDATE outbox SET detail = '{\"from\":0}' \
                         WHERE kind IN ('address', 'moved') AND state IN ('sent', 'bounced') AND date < $1";
        run(db, elsewhere, [mail.into()]).await?;
        let notes = format!(
            "UPDATE outbox SET detail = '{NOBODYS}' WHERE game IS NULL AND state IN ('sent', 'bounced') AND date < $1"
        );
        run(db, &notes, [mail.into()]).await?;
        // an allowance that is whole again is as if it had never been used
        run(db, "DELETE FROM paces WHERE filled < $1", [now.into()]).await?;
        let over = "UPDATE seats SET address = NULL, new_address = NULL, new_code = NULL, reason = '', name = '' \
                    WHERE address IS NOT NULL AND address <> $1 \
                    AND game IN (SELECT id FROM games WHERE status = 'over') \
                    AND NOT EXISTS (SELECT 1 FROM events WHERE events.game = seats.game AND events.at >= $2) \
                    AND NOT EXISTS (SELECT 1 FROM outbox \
                                    WHERE outbox.game = seats.game AND viewer = seats.side AND state = 'queued')";
        let addresses = now - i64::from(self.settings.keep_addresses) * DAY;
        let seats = run(db, over, [COMPUTER.into(), addresses.into()]).await?;
        // a wish for no invitations, and whoever is blocked, must be known for longer
        let unknown = format!(
            "{ERASE_PERSON} WHERE created < $1 AND address NOT LIKE 'erased %' AND closed = 0 \
             AND NOT EXISTS (SELECT 1 FROM seats WHERE LOWER(seats.address) = people.address) \
             AND NOT EXISTS (SELECT 1 FROM blocks WHERE people.id IN (blocks.person, blocks.blocked)) \
             AND NOT EXISTS (SELECT 1 FROM invitations WHERE people.id IN (invitations.person, invitations.guest) \
                             AND invitations.expires >= $1)"
        );
        let addresses = seats + run(db, &unknown, [addresses.into()]).await?;
        Ok(Forgotten { letters, addresses, files: self.forget_files()? })
    }

    /// Removes files that were set aside and that nobody has looked into for so long.
    fn forget_files(&self) -> Result<u64, ServiceError> {
        let folder = aside::folder(&self.settings.data);
        let oldest = SystemTime::now() - Duration::from_secs(u64::from(self.settings.keep_mail) * 24 * 3600);
        let mut files = 0;
        if !folder.exists() {
            return Ok(files);
        }
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            if entry.metadata()?.modified()? < oldest {
                fs::remove_file(entry.path())?;
                log::tell(&format!("{} was kept long enough and is removed", entry.path().display()));
                files += 1;
            }
        }
        Ok(files)
    }

    /// Erases what is known of a seat's player: his address, and his letters as they came. He keeps his seat by its link. What
    /// he has ordered and said in the game stays.
    ///
    /// # Errors
    /// When there is no such seat, or the database fails.
    pub async fn erase(&self, game: i64, side: &str) -> Result<(), ServiceError> {
        let seat = self.store.seat(game, side).await?;
        let transaction = self.store.begin().await?;
        erase_seat(&transaction, game, side).await?;
        if let Some(address) = seat.address {
            forget_paces(&transaction, &address).await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    /// Erases an address at all seats of this host and among the people that it knows; at how many places it was.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn erase_address(&self, address: &str) -> Result<usize, ServiceError> {
        let address = address.trim().to_lowercase();
        let transaction = self.store.begin().await?;
        let sql = "SELECT game, side FROM seats WHERE LOWER(address) = $1 OR LOWER(new_address) = $1";
        let rows = transaction.query_all_raw(query(&transaction, sql, [address.as_str().into()])).await?;
        for row in &rows {
            let (game, side): (i64, String) = (row.try_get("", "game")?, row.try_get("", "side")?);
            erase_seat(&transaction, game, &side).await?;
        }
        let people = erase_person(&transaction, &address).await?;
        forget_paces(&transaction, &address).await?;
        transaction.commit().await?;
        Ok(rows.len() + people as usize)
    }
}

async fn erase_seat(db: &impl ConnectionTrait, game: i64, side: &str) -> Result<(), ServiceError> {
    let seat = "UPDATE seats SET address = NULL, new_address = NULL, new_code = NULL, reason = '', name = '', mail = 'good', \
                bounces = 0 WHERE game = $1 AND side = $2 AND (address IS NULL OR address <> $3)";
    run(db, seat, [game.into(), side.into(), COMPUTER.into()]).await?;
    let letters = "UPDATE letters SET raw = $1 WHERE game = $2 AND side = $3 AND state = 'done'";
    run(db, letters, [Vec::<u8>::new().into(), game.into(), side.into()]).await?;
    // nobody reads what was still to leave; what it would have told stands on the page
    let unsent = "UPDATE outbox SET state = 'bounced', last_error = 'its reader had his address erased' \
                  WHERE game = $1 AND viewer = $2 AND state IN ('queued', 'failed') AND leased_by = 0";
    run(db, unsent, [game.into(), side.into()]).await?;
    let elsewhere =
        "UPDATE outbox SET detail = '{\"from\":0}' WHERE game = $1 AND viewer = $2 AND kind IN ('address', 'moved')";
    run(db, elsewhere, [game.into(), side.into()]).await?;
    let said = "UPDATE outbox SET last_error = NULL WHERE game = $1 AND viewer = $2 AND state = 'sent'";
    run(db, said, [game.into(), side.into()]).await?;
    Ok(())
}

/// Erases whoever has an address apart from his seats, with what he offered and what we wrote to him.
async fn erase_person(db: &impl ConnectionTrait, address: &str) -> Result<u64, ServiceError> {
    let open = "UPDATE invitations SET state = 'withdrawn' WHERE state IN ('draft', 'open') \
                AND EXISTS (SELECT 1 FROM people WHERE people.address = $1 AND people.id IN (person, guest))";
    run(db, open, [address.into()]).await?;
    let words = "UPDATE invitations SET name = '', words = '' \
                 WHERE person IN (SELECT id FROM people WHERE people.address = $1)";
    run(db, words, [address.into()]).await?;
    let notes = "SELECT id, detail FROM outbox WHERE game IS NULL";
    for row in db.query_all_raw(query(db, notes, [])).await? {
        let detail: String = row.try_get("", "detail")?;
        if !serde_json::from_str::<Note>(&detail).is_ok_and(|note| note.to.eq_ignore_ascii_case(address)) {
            continue;
        }
        let id: i64 = row.try_get("", "id")?;
        let note = "UPDATE outbox SET detail = $1, last_error = NULL, \
                    state = CASE WHEN state IN ('queued', 'failed') AND leased_by = 0 THEN 'bounced' ELSE state END \
                    WHERE id = $2";
        run(db, note, [NOBODYS.into(), id.into()]).await?;
    }
    Ok(run(db, &format!("{ERASE_PERSON} WHERE address = $1"), [address.into()]).await?)
}

async fn forget_paces(db: &impl ConnectionTrait, address: &str) -> Result<(), ServiceError> {
    for what in ["mail to", "passes to", "answers to", "asked at"] {
        refill(db, &format!("{what} {address}")).await?;
    }
    Ok(())
}
