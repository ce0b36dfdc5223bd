use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

/// Drawings kept for the next picture, up to a number of bytes; what was not used for longest goes first.
///
/// A cache never changes what a picture looks like, only how soon it is there.
pub(crate) struct Cache<K, V> {
    limit: usize,
    shelf: Mutex<Option<Shelf<K, V>>>,
}

struct Shelf<K, V> {
    bytes: usize,
    clock: u64,
    kept: HashMap<K, Kept<V>>,
}

struct Kept<V> {
    value: Arc<V>,
    bytes: usize,
    last_used: u64,
}

impl<K: Clone + Eq + Hash, V> Cache<K, V> {
    /// An empty cache that holds so many bytes at most.
    pub const fn new(limit: usize) -> Cache<K, V> {
        Cache { limit, shelf: Mutex::new(None) }
    }

    /// What is kept under a key, or what `make` makes with its size in bytes. Nothing is locked while it is made.
    pub fn get(&self, key: K, make: impl FnOnce() -> (V, usize)) -> Arc<V> {
        if let Some(value) = self.with(|shelf| shelf.find(&key)) {
            return value;
        }
        let (value, bytes) = make();
        let value = Arc::new(value);
        if bytes <= self.limit {
            self.with(|shelf| shelf.keep(key, Arc::clone(&value), bytes, self.limit));
        }
        value
    }

    /// Bytes kept now.
    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        self.with(|shelf| shelf.bytes)
    }

    fn with<R>(&self, act: impl FnOnce(&mut Shelf<K, V>) -> R) -> R {
        // A thread that died inside left the shelf whole: entries are only ever put or taken in one piece.
        let mut guard = self.shelf.lock().unwrap_or_else(PoisonError::into_inner);
        act(guard.get_or_insert_with(|| Shelf { bytes: 0, clock: 0, kept: HashMap::new() }))
    }
}

impl<K: Clone + Eq + Hash, V> Shelf<K, V> {
    fn find(&mut self, key: &K) -> Option<Arc<V>> {
        self.clock += 1;
        let kept = self.kept.get_mut(key)?;
        kept.last_used = self.clock;
        Some(Arc::clone(&kept.value))
    }

    fn keep(&mut self, key: K, value: Arc<V>, bytes: usize, limit: usize) {
        self.clock += 1;
        let kept = Kept { value, bytes, last_used: self.clock };
        self.bytes += bytes;
        if let Some(replaced) = self.kept.insert(key, kept) {
            self.bytes -= replaced.bytes;
        }
        while self.bytes > limit {
            let oldest = self.kept.iter().min_by_key(|(_, kept)| kept.last_used).map(|(key, _)| key.clone());
            let Some(dropped) = oldest.and_then(|key| self.kept.remove(&key)) else { break };
            self.bytes -= dropped.bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cache_stays_within_its_bytes_and_drops_what_was_not_used_for_longest() {
        let cache: Cache<u32, u32> = Cache::new(100);
        for key in 0..5 {
            cache.get(key, || (key, 30));
            cache.get(0, || (99, 30));
            assert!(cache.bytes() <= 100);
        }
        assert_eq!(*cache.get(0, || (99, 30)), 0, "used all the time, so still there");
        assert_eq!(*cache.get(1, || (77, 30)), 77, "made room");
        assert_eq!(*cache.get(9, || (9, 1000)), 9, "too large to keep");
        assert!(cache.bytes() <= 100);
    }
}
