//! How fast something may happen: token buckets that outlive the process.
//!
//! A bucket is one number, the moment at which it is full again (the generic cell rate algorithm), so it needs no
//! clock of its own, and a restart in the middle of a loop does not fill it.

use crate::store::{Writes, one, run, values_of_a_row};
use sea_orm::{ConnectionTrait, DbErr};
use std::collections::{BTreeMap, BTreeSet};

/// So many at once, then one after each interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// How many at once.
    pub burst: i64,
    /// Milliseconds until one more is there.
    pub each: i64,
}

impl Pace {
    /// When `cost` of it can be had, at `now` or later, and when it is full again if they are taken then. `full` is when it is
    /// full as it stands; none for one that was not used lately.
    pub(crate) fn take(self, full: Option<i64>, cost: i64, now: i64) -> (i64, i64) {
        // a clock that was set back must not stop anything for long
        let full = full.unwrap_or(now).min(now + 2 * self.burst * self.each);
        let due = (full - (self.burst - cost) * self.each).max(now);
        (due, full.max(now) + cost * self.each)
    }
}

/// Buckets as they were read, from which is taken before anything is written.
#[derive(Default)]
pub struct Paces {
    /// When each is full again; one that is not here was not used lately.
    full: BTreeMap<String, i64>,
    /// Those from which was taken.
    used: BTreeSet<String>,
}

impl Paces {
    /// Notes when a bucket is full again.
    pub fn know(&mut self, name: String, full: i64) {
        self.full.insert(name, full);
    }

    /// Takes one from a bucket, whether or not it is there yet: the moment from which on it may be used.
    pub fn reserve(&mut self, name: String, pace: Pace, now: i64) -> i64 {
        let (due, full) = pace.take(self.full.get(&name).copied(), 1, now);
        self.keep(name, full);
        due
    }

    /// Takes so many from a bucket if they are there; whether they were.
    pub fn allow(&mut self, name: String, pace: Pace, cost: i64, now: i64) -> bool {
        let (due, full) = pace.take(self.full.get(&name).copied(), cost, now);
        if due <= now {
            self.keep(name, full);
        }
        due <= now
    }

    fn keep(&mut self, name: String, full: i64) {
        self.full.insert(name.clone(), full);
        self.used.insert(name);
    }

    /// Writes what was taken.
    pub fn write(&self, writes: &mut Writes) {
        let (mut sql, mut values) = (String::from("INSERT INTO paces (name, filled) VALUES "), Vec::new());
        for (place, name) in self.used.iter().enumerate() {
            values_of_a_row(&mut sql, place, 2);
            values.extend([name.as_str().into(), self.full[name].into()]);
        }
        if !values.is_empty() {
            sql.push_str(" ON CONFLICT (name) DO UPDATE SET filled = excluded.filled");
            writes.add(sql, values);
        }
    }
}

/// Takes so many from a bucket if they are there; when they will be, if they are not.
///
/// # Errors
/// When the database fails.
pub async fn allow(
    db: &impl ConnectionTrait,
    name: &str,
    pace: Pace,
    cost: i64,
    now: i64,
) -> Result<Result<(), i64>, DbErr> {
    let (due, full) = pace.take(full(db, name).await?, cost, now);
    if due > now {
        return Ok(Err(due));
    }
    keep(db, name, full).await?;
    Ok(Ok(()))
}

/// Fills a bucket.
///
/// # Errors
/// When the database fails.
pub async fn refill(db: &impl ConnectionTrait, name: &str) -> Result<(), DbErr> {
    run(db, "DELETE FROM paces WHERE name = $1", [name.into()]).await.map(drop)
}

/// When a bucket is full again, if it was used lately.
///
/// # Errors
/// When the database fails.
pub(crate) async fn full(db: &impl ConnectionTrait, name: &str) -> Result<Option<i64>, DbErr> {
    one(db, "SELECT filled FROM paces WHERE name = $1", [name.into()]).await
}

async fn keep(db: &impl ConnectionTrait, name: &str, full: i64) -> Result<(), DbErr> {
    let sql = "INSERT INTO paces (name, filled) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET filled = $2";
    run(db, sql, [name.into(), full.into()]).await.map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Store;
    use test_database::Scratch;

    const PACE: Pace = Pace { burst: 3, each: 100 };

    async fn database() -> (Scratch, Store) {
        let scratch = Scratch::new().await;
        let store = Store::open(&scratch.url()).await.expect("opens");
        (scratch, store)
    }

    #[test]
    fn a_burst_goes_at_once_and_the_rest_one_by_one() {
        let mut paces = Paces::default();
        let mut reserve = |name: &str, now| paces.reserve(name.to_owned(), PACE, now);
        let due: Vec<i64> = (0..6).map(|_| reserve("a", 1000)).collect();
        assert_eq!(due, [1000, 1000, 1000, 1100, 1200, 1300]);
        assert_eq!(reserve("b", 1000), 1000, "another's is untouched");
        assert_eq!(reserve("a", 5000), 5000, "it fills again");
    }

    #[tokio::test]
    async fn what_was_taken_is_written_and_what_was_refused_costs_nothing() {
        let (_scratch, store) = database().await;
        let db = store.writer();
        let mut paces = Paces::default();
        assert!(paces.allow("a".to_owned(), PACE, 2, 0) && !paces.allow("a".to_owned(), PACE, 2, 0));
        assert!(!paces.allow("b".to_owned(), PACE, 4, 0));
        let mut writes = Writes::new(db.get_database_backend());
        paces.write(&mut writes);
        assert_eq!(writes.run(db).await, Ok(true));
        assert_eq!((full(db, "a").await, full(db, "b").await), (Ok(Some(200)), Ok(None)));
        let mut later = Paces::default();
        later.know("a".to_owned(), 200);
        assert_eq!(later.reserve("a".to_owned(), PACE, 0), 0);
        assert_eq!(later.reserve("a".to_owned(), PACE, 0), 100);
    }

    #[tokio::test]
    async fn what_is_not_there_is_not_taken_and_it_is_told_when_it_will_be() {
        let (_scratch, store) = database().await;
        let db = store.writer();
        assert_eq!(allow(db, "a", PACE, 2, 0).await, Ok(Ok(())));
        assert_eq!(allow(db, "a", PACE, 2, 0).await, Ok(Err(100)));
        assert_eq!(allow(db, "a", PACE, 1, 0).await, Ok(Ok(())), "the refused ones have cost nothing");
        assert_eq!(allow(db, "a", PACE, 1, 99).await, Ok(Err(100)));
        refill(db, "a").await.expect("refills");
        assert_eq!(allow(db, "a", PACE, 3, 99).await, Ok(Ok(())));
    }

    #[test]
    fn a_clock_that_was_set_back_holds_nothing_up_for_long() {
        let mut paces = Paces::default();
        paces.reserve("a".to_owned(), PACE, 1_000_000);
        assert!(paces.reserve("a".to_owned(), PACE, 0) <= 600);
    }
}
