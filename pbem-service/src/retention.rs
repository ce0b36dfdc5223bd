//! What is kept for how long: letters as they came, addresses, and what only remembers them. Games and what was said in them
//! stay: each record is part of what the next one rests on.

use crate::aliases::forget_aliases;
use crate::aside;
use crate::clock::DAY;
use crate::computer::COMPUTER;
use crate::mail::Letter;
use crate::note::Note;
use crate::pace::refill;
use crate::store::{one, query, run};
use crate::submit::{forget_all_answers, forgotten_answer};
use crate::{Service, ServiceError, log};
use sea_orm::ConnectionTrait;
use std::fs;
use std::path::Path;
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
        // what he noted and reported, and his second addresses, go with his address
        for table in ["notes", "complaints", "aliases"] {
            let sql = format!(
                "DELETE FROM {table} WHERE game IN (SELECT id FROM games WHERE status = 'over') \
                 AND NOT EXISTS (SELECT 1 FROM events WHERE events.game = {table}.game AND events.at >= $1)"
            );
            run(db, &sql, [addresses.into()]).await?;
        }
        // and so do the answers that he got: some repeat his words
        let answers = "UPDATE submissions SET report = $1 WHERE report <> '' AND report <> $1 \
                       AND game IN (SELECT id FROM games WHERE status = 'over') \
                       AND NOT EXISTS (SELECT 1 FROM events WHERE events.game = submissions.game AND events.at >= $2)";
        run(db, answers, [forgotten_answer().into(), addresses.into()]).await?;
        let beds = "DELETE FROM quiet_hours WHERE NOT EXISTS (SELECT 1 FROM seats WHERE LOWER(seats.address) = quiet_hours.address) \
                    AND NOT EXISTS (SELECT 1 FROM people WHERE people.address = quiet_hours.address)";
        run(db, beds, []).await?;
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
        let oldest = SystemTime::now() - Duration::from_secs(u64::from(self.settings.keep_mail) * 24 * 3600);
        self.remove_files(|path| Ok(fs::metadata(path)?.modified()? < oldest), "was kept long enough")
    }

    /// Removes those of the files that were set aside which are to go; how many.
    fn remove_files(&self, goes: impl Fn(&Path) -> std::io::Result<bool>, why: &str) -> Result<u64, ServiceError> {
        let folder = aside::folder(&self.settings.data);
        let mut files = 0;
        if !folder.exists() {
            return Ok(files);
        }
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            if goes(&path)? {
                fs::remove_file(&path)?;
                log::tell(&format!("{} {why} and is removed", path.display()));
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
            // he plays on, and reads at his seat what he has reported
            let reports = "UPDATE complaints SET address = '' WHERE game = $1 AND side = $2 AND address = LOWER($3)";
            run(&transaction, reports, [game.into(), side.into(), address.into()]).await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    /// Erases an address at all seats of this host and among the people that it knows, with the letters and files that name it, and
    /// what its player has noted, reported, and was answered; at how many places it was.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn erase_address(&self, address: &str) -> Result<usize, ServiceError> {
        let address = address.trim().to_lowercase();
        // read before anything is held up, since that takes its time
        let letters = self.letters_that_name(&address).await?;
        let transaction = self.store.begin().await?;
        let sql = "SELECT game, side FROM seats WHERE LOWER(address) = $1 OR LOWER(new_address) = $1";
        let rows = transaction.query_all_raw(query(&transaction, sql, [address.as_str().into()])).await?;
        for row in &rows {
            let (game, side): (i64, String) = (row.try_get("", "game")?, row.try_get("", "side")?);
            erase_seat(&transaction, game, &side).await?;
            self.strike_out(&transaction, game, &side, None).await?;
            forget_all_answers(&transaction, game, &side).await?;
            let of_seat = "DELETE FROM complaints WHERE game = $1 AND side = $2 AND address = ''";
            run(&transaction, of_seat, [game.into(), side.into()]).await?;
        }
        run(&transaction, "DELETE FROM complaints WHERE address = $1", [address.as_str().into()]).await?;
        for key in letters {
            let raw = "UPDATE letters SET raw = $1 WHERE key = $2 AND state = 'done'";
            run(&transaction, raw, [Vec::<u8>::new().into(), key.into()]).await?;
        }
        run(&transaction, "DELETE FROM aliases WHERE address = $1", [address.as_str().into()]).await?;
        run(&transaction, "DELETE FROM quiet_hours WHERE address = $1", [address.as_str().into()]).await?;
        let people = erase_person(&transaction, &address).await?;
        forget_paces(&transaction, &address).await?;
        transaction.commit().await?;
        self.remove_files(|path| Ok(names(&fs::read(path)?, &address)), "named an address that was erased")?;
        Ok(rows.len() + people as usize)
    }

    /// The keys of letters that name an address: of whoever has it, and of others who wrote it. Those of seats are among them, and
    /// those of requests and answers to invitations, which no seat has.
    async fn letters_that_name(&self, address: &str) -> Result<Vec<String>, ServiceError> {
        let readers = self.store.readers();
        let sql = "SELECT key FROM letters WHERE LENGTH(raw) > 0";
        let mut named = Vec::new();
        for row in readers.query_all_raw(query(readers, sql, [])).await? {
            let key: String = row.try_get("", "key")?;
            let raw = "SELECT raw FROM letters WHERE key = $1";
            let raw: Option<Vec<u8>> = one(readers, raw, [key.as_str().into()]).await?;
            if names(&raw.unwrap_or_default(), address) {
                named.push(key);
            }
        }
        Ok(named)
    }
}

/// Whether a letter as it came names an address, in its fields or in what it says.
fn names(raw: &[u8], address: &str) -> bool {
    let named = |text: &str| mentions(&text.to_lowercase(), address);
    named(&String::from_utf8_lossy(raw))
        || Letter::parse(raw).is_ok_and(|letter| {
            letter.from.as_deref() == Some(address)
                || named(&letter.text)
                || letter.attached.iter().any(|text| named(text))
        })
}

/// Whether a text in lower case has an address in it, and not one that only ends or begins as it does.
fn mentions(text: &str, address: &str) -> bool {
    let is_part = |sign: char| sign.is_alphanumeric() || ['.', '_', '+', '-'].contains(&sign);
    text.match_indices(address).any(|(at, _)| {
        let behind = text[at + address.len()..].trim_start_matches('.');
        !text[..at].ends_with(is_part) && !behind.starts_with(|sign: char| sign.is_alphanumeric() || sign == '-')
    })
}

async fn erase_seat(db: &impl ConnectionTrait, game: i64, side: &str) -> Result<(), ServiceError> {
    let seat = "UPDATE seats SET address = NULL, new_address = NULL, new_code = NULL, reason = '', name = '', mail = 'good', \
                bounces = 0 WHERE game = $1 AND side = $2 AND (address IS NULL OR address <> $3)";
    run(db, seat, [game.into(), side.into(), COMPUTER.into()]).await?;
    forget_aliases(db, game, side).await?;
    let letters = "UPDATE letters SET raw = $1 WHERE game = $2 AND side = $3 AND state = 'done'";
    run(db, letters, [Vec::<u8>::new().into(), game.into(), side.into()]).await?;
    // nobody reads what was still to leave; what it would have told stands on the page
    let unsent = "UPDATE outbox SET state = 'bounced', last_error = 'its reader had his address erased' \
                  WHERE game = $1 AND viewer = $2 AND state IN ('queued', 'failed') AND leased_by = 0";
    run(db, unsent, [game.into(), side.into()]).await?;
    // some name addresses, others the lines of his letters that were passed over: greetings, his name
    let elsewhere = "UPDATE outbox SET detail = '{\"from\":0}' WHERE game = $1 AND viewer = $2 \
                     AND (kind IN ('address', 'moved') OR state IN ('sent', 'bounced'))";
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
        let (id, detail): (i64, String) = (row.try_get("", "id")?, row.try_get("", "detail")?);
        let Ok(mut note) = serde_json::from_str::<Note>(&detail) else { continue };
        if !note.to.eq_ignore_ascii_case(address) {
            // somebody else was told of him
            if note.text.iter().any(|text| mentions(text, address)) {
                note.text.iter_mut().for_each(|text| *text = text.replace(address, "an address that was erased"));
                let detail = serde_json::to_string(&note).expect("a note has string keys only");
                run(db, "UPDATE outbox SET detail = $1 WHERE id = $2", [detail.into(), id.into()]).await?;
            }
            continue;
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_found_in_what_names_it_and_not_in_a_longer_one() {
        let ann = "ann@home.example";
        for text in ["<ann@home.example>", "ann@home.example", "write to ann@home.example. she", "to:ann@home.example,"]
        {
            assert!(mentions(text, ann), "{text}");
        }
        for text in ["joann@home.example", "x.ann@home.example", "ann@home.example.org", "ann@home.examples", ""] {
            assert!(!mentions(text, ann), "{text}");
        }
        assert!(names(b"From: A <ANN@home.example>\r\n\r\nhello\r\n", ann));
    }
}
