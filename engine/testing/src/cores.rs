//! Work that is shared out to all cores.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// What a piece of work gives for the numbers from `first` on, in no order: each core takes the next number until the
/// work gives nothing for one.
pub fn on_all_cores<T: Send>(first: u64, work: impl Fn(u64) -> Option<T> + Sync) -> Vec<T> {
    let next = AtomicU64::new(first);
    let some = || {
        let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        numbers.map_while(&work).collect::<Vec<T>>()
    };
    thread::scope(|scope| {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(some)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("the work of every number is done")).collect()
    })
}
