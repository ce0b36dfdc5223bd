//! What time it is: the system's, or one that stands until it is told to go on.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

/// A minute, in milliseconds.
pub const MINUTE: i64 = 60_000;

/// An hour, in milliseconds.
pub const HOUR: i64 = 60 * MINUTE;

/// A day, in milliseconds.
pub const DAY: i64 = 24 * HOUR;

/// A clock. Clones show the same time.
#[derive(Clone, Debug, Default)]
pub struct Clock(Option<Arc<AtomicI64>>);

impl Clock {
    /// A clock that stands at a time (milliseconds since 1970-01-01 UTC): weeks pass in a test without waiting.
    pub fn standing_at(time: i64) -> Clock {
        Clock(Some(Arc::new(AtomicI64::new(time))))
    }

    /// The time that it shows, in milliseconds since 1970-01-01 UTC.
    pub fn now(&self) -> i64 {
        self.0.as_ref().map_or_else(crate::outbox::now, |time| time.load(Ordering::Relaxed))
    }

    /// Moves a standing clock on by so many milliseconds; the system's cannot be moved.
    pub fn advance(&self, milliseconds: i64) {
        if let Some(time) = &self.0 {
            time.fetch_add(milliseconds, Ordering::Relaxed);
        }
    }
}
