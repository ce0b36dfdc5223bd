//! The clock of the benches.

use std::time::{Duration, Instant};

/// A clock that stands still while something else has the processor, where the system keeps one for each thread (Linux);
/// else the wall clock.
pub struct Clock {
    processor: Option<u64>,
    wall: Instant,
}

impl Clock {
    /// Sets the clock to nothing.
    pub fn start() -> Clock {
        Clock { processor: processor(), wall: Instant::now() }
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        match (self.processor, processor()) {
            (Some(then), Some(now)) => Duration::from_nanos(now - then),
            _ => self.wall.elapsed(),
        }
    }
}

/// Nanoseconds that this thread has had the processor.
fn processor() -> Option<u64> {
    // the system writes them down when the thread makes way for others, or a few times in a hundredth of a second
    std::thread::yield_now();
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    told.split(' ').next()?.parse().ok().filter(|nanoseconds| *nanoseconds > 0)
}

/// The middle one of some figures.
pub fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}
