//! Work on every core.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Is told of a long work how many of how many things are done, from any core.
pub type Progress<'a> = &'a (dyn Fn(usize, usize) + Sync);

/// Does the same to each item, on as many cores as there are; what comes of them is in the order of the items.
pub fn each<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    each_told(items, work, &|_, _| {})
}

/// The same, telling how many are done.
pub fn each_told<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync, progress: Progress<'_>) -> Vec<R> {
    let (next, finished) = (AtomicUsize::new(0), AtomicUsize::new(0));
    // Items differ in size: whoever is done takes the next.
    let take = || {
        let mut done = Vec::new();
        while let Some((n, item)) = items.iter().enumerate().nth(next.fetch_add(1, Ordering::Relaxed)) {
            done.push((n, work(item)));
            progress(finished.fetch_add(1, Ordering::Relaxed) + 1, items.len());
        }
        done
    };
    let mut done: Vec<(usize, R)> = thread::scope(|scope| {
        let cores = thread::available_parallelism().map_or(1, usize::from).min(items.len());
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(take)).collect();
        workers.into_iter().flat_map(|it| it.join().unwrap_or_else(|e| std::panic::resume_unwind(e))).collect()
    });
    done.sort_by_key(|(n, _)| *n);
    done.into_iter().map(|(_, made)| made).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_of_items_of_different_size_is_in_their_order() {
        let sizes: Vec<u64> = (0..200).map(|n| (n * 7919) % 900).collect();
        let sums = each(&sizes, |size| (0..*size).sum::<u64>());
        assert_eq!(sums, sizes.iter().map(|size| size * size.saturating_sub(1) / 2).collect::<Vec<u64>>());
        assert_eq!(each(&[] as &[u8], |it| *it), Vec::<u8>::new());
    }
}
