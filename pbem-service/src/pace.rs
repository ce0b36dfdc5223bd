//! How fast something may happen: token buckets that outlive the process.
//!
//! A bucket is one number, the moment at which it is full again (the generic cell rate algorithm), so it needs no
//! clock of its own, and a restart in the middle of a loop does not fill it.

use crate::store::{one, run};
use sea_orm::{ConnectionTrait, DbErr};

/// So many at once, then one after each interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// How many at once.
    pub burst: i64,
    /// Milliseconds until one more is there.
    pub each: i64,
}

impl Pace {
    /// When `cost` of it can be had, at `now` or later, and when it is full again if they are taken then.
    fn take(self, full: i64, cost: i64, now: i64) -> (i64, i64) {
        // a clock that was set back must not stop anything for long
        let full = full.min(now + 2 * self.burst * self.each);
        let due = (full - (self.burst - cost) * self.each).max(now);
        (due, full.max(now) + cost * self.each)
    }
}

/// Takes one from a bucket, whether or not it is there yet: the moment from which on it may be used.
///
/// # Errors
/// When the database fails.
pub async fn reserve(db: &impl ConnectionTrait, name: &str, pace: Pace, now: i64) -> Result<i64, DbErr> {
    let (due, full) = pace.take(full(db, name, now).await?, 1, now);
    keep(db, name, full).await?;
    Ok(due)
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
    let (due, full) = pace.take(full(db, name, now).await?, cost, now);
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

async fn full(db: &impl ConnectionTrait, name: &str, now: i64) -> Result<i64, DbErr> {
    Ok(one(db, "SELECT filled FROM paces WHERE name = $1", [name.into()]).await?.unwrap_or(now))
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

    #[tokio::test]
    async fn a_burst_goes_at_once_and_the_rest_one_by_one() {
        let (_scratch, store) = database().await;
        let db = store.writer();
        let mut due = Vec::new();
        for _ in 0..6 {
            due.push(reserve(db, "a", PACE, 1000).await.expect("reserves"));
        }
        assert_eq!(due, [1000, 1000, 1000, 1100, 1200, 1300]);
        assert_eq!(reserve(db, "b", PACE, 1000).await, Ok(1000), "another's is untouched");
        assert_eq!(reserve(db, "a", PACE, 5000).await, Ok(5000), "it fills again");
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

    #[tokio::test]
    async fn a_clock_that_was_set_back_holds_nothing_up_for_long() {
        let (_scratch, store) = database().await;
        let db = store.writer();
        reserve(db, "a", PACE, 1_000_000).await.expect("reserves");
        assert!(reserve(db, "a", PACE, 0).await.expect("reserves") <= 600);
    }
}
