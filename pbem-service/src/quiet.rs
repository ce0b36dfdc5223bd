//! Hours in which no mail goes to an address. They are its player's, whatever he plays: he has one bed.
//!
//! What becomes due in them waits in the outbox, where whatever else comes for the same seat becomes one mail with it. What
//! answers something that came from the address just now is sent: whoever wrote is awake.

use crate::clock::MINUTE;
use crate::computer::COMPUTER;
use crate::outbox::{OutboxRow, Waits};
use crate::queue::Detail;
use crate::store::{one, run};
use crate::{Service, ServiceError};
use engine::contract::Refusal;
use jiff::civil::Time;
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use sea_orm::ConnectionTrait;
use serde::Deserialize;

/// At least so many hours of a day are left for mail.
const LEFT: i64 = 8;
/// How long before the hours begin a warning of a clock is sent that would be due in them.
const BEFORE: i64 = 15 * MINUTE;

/// See the module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quiet {
    /// The first and the last minute of them, counted from midnight.
    from: i64,
    to: i64,
    zone: TimeZone,
    /// The zone's name.
    name: String,
}

impl Quiet {
    /// Reads `22-7 Berlin`, `22:30-6:45 Europe/Berlin`, `23-7 +1`; none for `none`. Where no zone is named it is that of the hours
    /// that were before.
    ///
    /// # Errors
    /// What was expected.
    pub fn read(text: &str, before: Option<&Quiet>) -> Result<Option<Quiet>, String> {
        let text = text.trim().trim_end_matches('.');
        if ["none", "off", "no", "never"].iter().any(|none| text.eq_ignore_ascii_case(none)) {
            return Ok(None);
        }
        let wrong = || {
            format!("{text:?} names no hours: expected two of the day and a place or zone, as in 22-7 Berlin, or none")
        };
        let (hours, place) = match text.split_once(char::is_whitespace) {
            Some((hours, place)) => (hours, place.trim()),
            None => (text, ""),
        };
        let (from, to) = hours.split_once(['-', '–']).ok_or_else(wrong)?;
        let (from, to) = (minute(from).ok_or_else(wrong)?, minute(to).ok_or_else(wrong)?);
        let length = (to - from).rem_euclid(24 * 60);
        if length == 0 {
            return Err(wrong());
        }
        if length > (24 - LEFT) * 60 {
            return Err(format!("that leaves less than {LEFT} hours of the day for mail"));
        }
        let (zone, name) = match (place, before) {
            ("", Some(before)) => (before.zone.clone(), before.name.clone()),
            ("", None) => return Err(format!("the hours of which place? Write {hours} Berlin, or {hours} +1")),
            (place, _) => zone(place)?,
        };
        Ok(Some(Quiet { from, to, zone, name }))
    }

    /// From when to when, as fields of a form have it: `22:00`, `07:00`.
    pub fn times(&self) -> (String, String) {
        let field = |minute: i64| format!("{:02}:{:02}", minute / 60, minute % 60);
        (field(self.from), field(self.to))
    }

    /// The name of the zone by whose clocks they go.
    pub fn zone(&self) -> &str {
        &self.name
    }

    /// The text that [`Quiet::read`] reads.
    pub fn code(&self) -> String {
        format!("{}-{} {}", clock(self.from), clock(self.to), self.name)
    }

    /// In words, behind “from”.
    pub fn words(&self) -> String {
        format!("{} to {} ({})", clock(self.from), clock(self.to), self.name)
    }

    /// When they end, if this moment is in them.
    pub fn until(&self, now: i64) -> Option<i64> {
        self.around(now).map(|(_, end)| end)
    }

    /// When to warn of something that would be warned of at this moment: before they begin, if it is in them.
    pub fn before(&self, at: i64) -> i64 {
        self.around(at).map_or(at, |(begin, _)| begin - BEFORE)
    }

    /// The hours around a moment, if it is in them.
    fn around(&self, at: i64) -> Option<(i64, i64)> {
        let here = Timestamp::from_millisecond(at).ok()?.to_zoned(self.zone.clone());
        let now = i64::from(here.hour()) * 60 + i64::from(here.minute());
        let over_midnight = self.from > self.to;
        let is_in = match over_midnight {
            true => now >= self.from || now < self.to,
            false => (self.from..self.to).contains(&now),
        };
        let day = |days: i64, minute: i64| -> Option<i64> {
            let date = here.date().checked_add(jiff::Span::new().days(days)).ok()?;
            let time = Time::new(i8::try_from(minute / 60).ok()?, i8::try_from(minute % 60).ok()?, 0, 0).ok()?;
            let then: Zoned = date.to_datetime(time).to_zoned(self.zone.clone()).ok()?;
            Some(then.timestamp().as_millisecond())
        };
        let (first, last) = match (over_midnight, now >= self.from) {
            (false, _) => (0, 0),
            (true, true) => (0, 1),
            (true, false) => (-1, 0),
        };
        // an hour that comes twice in autumn may end before it is over: it is not quiet for the second time
        let (begin, end) = (day(first, self.from)?, day(last, self.to)?);
        (is_in && begin <= at && at < end).then_some((begin, end))
    }
}

/// The fields of a form in which somebody says which hours they are.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct QuietForm {
    /// When they begin.
    #[serde(default)]
    from: String,
    /// When they end.
    #[serde(default)]
    to: String,
    /// By the clocks of which place.
    #[serde(default)]
    place: String,
}

impl QuietForm {
    /// What it says, as it is written in a mail: `none` if nothing is filled in.
    pub fn written(&self) -> String {
        match (self.from.trim(), self.to.trim()) {
            ("", "") => "none".to_owned(),
            (from, to) => format!("{from}-{to} {}", self.place.trim()),
        }
    }
}

/// A time of the day as minutes since midnight: `22`, `6:45`, `7.30`.
fn minute(text: &str) -> Option<i64> {
    let text = text.trim().trim_end_matches(['h', 'H']);
    let (hour, minute) = text.split_once([':', '.']).unwrap_or((text, "0"));
    let number = |text: &str| -> Option<i64> {
        let is_one = (1..=2).contains(&text.len()) && text.bytes().all(|sign| sign.is_ascii_digit());
        text.parse().ok().filter(|_| is_one)
    };
    let (hour, minute) = (number(hour)?, number(minute)?);
    (hour <= 24 && minute < 60 && hour * 60 + minute <= 24 * 60).then_some((hour * 60 + minute) % (24 * 60))
}

fn clock(minute: i64) -> String {
    format!("{}:{:02}", minute / 60, minute % 60)
}

/// A zone by its name, by a city for which one is named, or by the hours that it is ahead of UTC.
fn zone(place: &str) -> Result<(TimeZone, String), String> {
    let known = jiff::tz::db();
    if let Ok(zone) = known.get(place) {
        let name = zone.iana_name().unwrap_or(place).to_owned();
        return Ok((zone, name));
    }
    let ahead = place.strip_prefix("UTC").or(place.strip_prefix("GMT")).unwrap_or(place);
    if let Some(offset) = hours_ahead(ahead) {
        let sign = if offset < 0 { '-' } else { '+' };
        let name = format!("{sign}{}", clock(offset.abs()));
        let seconds = i32::try_from(offset * 60).unwrap_or_default();
        let offset = jiff::tz::Offset::from_seconds(seconds).map_err(|error| error.to_string())?;
        return Ok((TimeZone::fixed(offset), name));
    }
    let city = place.replace(' ', "_").to_lowercase();
    let named = |name: &String| name.to_lowercase().rsplit('/').next() == Some(city.as_str());
    let found = known.available().map(|name| name.as_str().to_owned()).find(named);
    let found = found.and_then(|name| Some((known.get(&name).ok()?, name)));
    found.ok_or_else(|| {
        format!("no zone of time is called {place:?}: expected one such as Europe/Berlin or Berlin, or the hours ahead of UTC, such as +1")
    })
}

/// The names of all zones that are called after a place.
pub fn places() -> Vec<String> {
    let names = jiff::tz::db().available().map(|name| name.as_str().to_owned());
    let mut names: Vec<String> =
        names.filter(|name| name.contains('/') && !name.starts_with("Etc/") && !name.starts_with("posix")).collect();
    names.sort();
    names
}

/// `+1`, `-5:30` as minutes.
fn hours_ahead(text: &str) -> Option<i64> {
    let (sign, rest) = match text.strip_prefix('+') {
        Some(rest) => (1, rest),
        None => (-1, text.strip_prefix(['-', '−'])?),
    };
    minute(rest).filter(|minutes| *minutes <= 14 * 60).map(|minutes| sign * minutes)
}

/// Whether a mail may leave at any hour: what answers its reader, who wrote or pressed a button just now.
fn answers_its_reader(row: &OutboxRow, detail: &Detail) -> bool {
    match row.kind.as_str() {
        // what the computer answered in somebody's place answers nobody
        "receipt" => detail.submissions.iter().any(|key| !key.starts_with("clock ")),
        kind => ["explain", "address", "link", "pass", "answer", "draft", "joining", "offered"].contains(&kind),
    }
}

impl Service {
    /// The quiet hours of an address.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn quiet_of(&self, db: &impl ConnectionTrait, address: &str) -> Result<Option<Quiet>, ServiceError> {
        let sql = "SELECT hours FROM quiet_hours WHERE address = $1";
        let hours: Option<String> = one(db, sql, [address.to_lowercase().into()]).await?;
        Ok(hours.and_then(|hours| Quiet::read(&hours, None).ok().flatten()))
    }

    /// Changes the quiet hours of an address. What waits is looked at again, and so are the clocks of its games.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn set_quiet(&self, address: &str, quiet: Option<&Quiet>) -> Result<(), ServiceError> {
        let address = address.to_lowercase();
        let transaction = self.store.begin().await?;
        let sql = "DELETE FROM quiet_hours WHERE address = $1";
        run(&transaction, sql, [address.as_str().into()]).await?;
        if let Some(quiet) = quiet {
            let sql = "INSERT INTO quiet_hours (address, hours) VALUES ($1, $2)";
            run(&transaction, sql, [address.as_str().into(), quiet.code().into()]).await?;
        }
        run(&transaction, "UPDATE outbox SET quiet_until = 0 WHERE state = 'queued' AND quiet_until > 0", []).await?;
        let clocks = "UPDATE clocks SET look = 0 WHERE game IN (SELECT game FROM seats WHERE LOWER(address) = $1)";
        run(&transaction, clocks, [address.into()]).await?;
        transaction.commit().await?;
        self.mail_waits.notify_one();
        Ok(())
    }

    /// Changes the quiet hours of a seat's player as he has written them; without words they stay. What they are then, or what was
    /// expected.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn wish_quiet(
        &self,
        game: i64,
        side: &str,
        hours: &str,
    ) -> Result<Result<Option<Quiet>, Refusal>, ServiceError> {
        let refused = |why: String, remedy: &str| Ok(Err(Refusal::new("quiet hours", why).remedy(remedy)));
        let address = self.store.seat(game, side).await?.address;
        let Some(address) = address.filter(|address| address != COMPUTER) else {
            return refused("your seat has no address, so no mail goes there".to_owned(), "");
        };
        let before = self.quiet_of(self.store.readers(), &address).await?;
        if hours.is_empty() {
            return Ok(Ok(before));
        }
        match Quiet::read(hours, before.as_ref()) {
            Ok(quiet) => {
                self.set_quiet(&address, quiet.as_ref()).await?;
                Ok(Ok(quiet))
            }
            Err(why) => refused(why, "`quiet: none` ends them."),
        }
    }

    /// Until when a mail waits because its reader wants none now.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn waits_for_morning(
        &self,
        row: &OutboxRow,
        detail: &Detail,
        address: &str,
    ) -> Result<Option<Waits>, ServiceError> {
        if answers_its_reader(row, detail) {
            return Ok(None);
        }
        let quiet = self.quiet_of(self.store.readers(), address).await?;
        Ok(quiet.and_then(|quiet| quiet.until(self.clock.now())).map(Waits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::{DAY, HOUR};

    /// A moment of UTC.
    fn at(text: &str) -> i64 {
        text.parse::<Timestamp>().expect("a moment").as_millisecond()
    }

    fn quiet(text: &str) -> Quiet {
        Quiet::read(text, None).expect(text).expect("some hours")
    }

    #[test]
    fn hours_are_read_as_people_write_them_and_written_so_that_they_are_read_again() {
        for (text, code) in [
            ("22-7 Berlin", "22:00-7:00 Europe/Berlin"),
            ("22:30-6.45 europe/berlin", "22:30-6:45 Europe/Berlin"),
            ("0-8 New York", "0:00-8:00 America/New_York"),
            ("23-24 UTC", "23:00-0:00 UTC"),
            ("22-7 +1", "22:00-7:00 +1:00"),
            ("22–7 -5:30", "22:00-7:00 -5:30"),
            ("22h-7h UTC+2", "22:00-7:00 +2:00"),
        ] {
            assert_eq!(quiet(text).code(), code, "{text}");
            assert_eq!(quiet(code), quiet(text), "{text}");
        }
        let before = quiet("22-7 Berlin");
        let again = Quiet::read("23-6", Some(&before)).expect("reads").expect("some");
        assert_eq!(again.code(), "23:00-6:00 Europe/Berlin");
        assert_eq!(Quiet::read("none", Some(&before)), Ok(None));
        for (wrong, told) in [
            ("22-7", "of which place"),
            ("22-7 Atlantis", "Atlantis"),
            ("22 Berlin", "names no hours"),
            ("7-7 Berlin", "names no hours"),
            ("25-7 Berlin", "names no hours"),
            ("8-1 Berlin", "less than 8 hours"),
            ("-1-7 Berlin", "names no hours"),
            ("22-7 +99", "+99"),
            ("", "names no hours"),
        ] {
            assert!(Quiet::read(wrong, None).is_err_and(|error| error.contains(told)), "{wrong}");
        }
    }

    #[test]
    fn they_begin_and_end_by_the_clocks_of_the_place_in_summer_and_winter() {
        let berlin = quiet("22-7 Berlin");
        // winter: an hour ahead; summer: two
        assert_eq!(berlin.until(at("2026-01-10T21:00:00Z")), Some(at("2026-01-11T06:00:00Z")));
        assert_eq!(berlin.until(at("2026-01-11T05:59:59Z")), Some(at("2026-01-11T06:00:00Z")));
        assert_eq!(berlin.until(at("2026-01-11T06:00:00Z")), None);
        assert_eq!(berlin.until(at("2026-01-10T20:59:59Z")), None);
        assert_eq!(berlin.until(at("2026-07-10T20:00:00Z")), Some(at("2026-07-11T05:00:00Z")));
        // over the night in which clocks go back: an hour longer
        assert_eq!(berlin.until(at("2026-10-24T20:00:00Z")), Some(at("2026-10-25T06:00:00Z")));
        let noon = quiet("12-13:30 UTC");
        assert_eq!(noon.until(at("2026-01-10T12:00:00Z")), Some(at("2026-01-10T13:30:00Z")));
        assert_eq!(noon.until(at("2026-01-10T13:30:00Z")), None);
    }

    #[test]
    fn an_hour_that_comes_twice_or_never_holds_nothing_for_ever() {
        // 2:00 to 3:00 comes twice on 25 October, and never on 29 March
        for hours in ["1-2:30 Berlin", "2:30-3 Berlin", "2:15-2:45 Berlin", "23-2:30 Berlin"] {
            let quiet = quiet(hours);
            for day in ["2026-10-25", "2026-03-29"] {
                for minute in 0..4 * 60 {
                    let now = at(&format!("{day}T00:00:00Z")) + (minute - 60) * MINUTE;
                    let until = quiet.until(now);
                    assert!(until.is_none_or(|until| until > now && until - now < 6 * HOUR), "{hours} {day} {minute}");
                    assert!(quiet.before(now) <= now, "{hours} {day} {minute}");
                }
            }
        }
    }

    #[test]
    fn what_would_be_warned_of_in_them_is_warned_of_before() {
        let berlin = quiet("22-7 Berlin");
        assert_eq!(berlin.before(at("2026-01-11T03:00:00Z")), at("2026-01-10T20:45:00Z"));
        assert_eq!(berlin.before(at("2026-01-10T21:00:00Z")), at("2026-01-10T20:45:00Z"));
        assert_eq!(berlin.before(at("2026-01-10T12:00:00Z")), at("2026-01-10T12:00:00Z"));
        assert!(at("2026-01-11T03:00:00Z") - berlin.before(at("2026-01-11T03:00:00Z")) < DAY);
    }

    #[test]
    fn zones_are_offered_by_their_places() {
        let places = places();
        assert!(places.len() > 300 && places.contains(&"Europe/Berlin".to_owned()), "{}", places.len());
    }
}
