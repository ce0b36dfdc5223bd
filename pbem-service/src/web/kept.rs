//! What takes seconds to make is made once, however many ask for it, and kept while there is room.

use crate::ServiceError;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::OnceCell;

/// Things by what they were made from, the one that was asked for last in the end.
pub struct Kept<K, V> {
    most: usize,
    things: Mutex<Vec<(K, Arc<OnceCell<V>>)>>,
}

impl<K: PartialEq + Clone, V: Clone> Kept<K, V> {
    /// Room for so many things.
    pub fn new(most: usize) -> Kept<K, V> {
        Kept { most, things: Mutex::default() }
    }

    /// A thing, made if it is not there. Who asks while it is made waits for it; what could not be made is not kept.
    ///
    /// # Errors
    /// When it cannot be made.
    pub async fn get(&self, key: K, make: impl Future<Output = Result<V, ServiceError>>) -> Result<V, ServiceError> {
        let cell = self.cell(key);
        cell.get_or_try_init(|| make).await.cloned()
    }

    fn cell(&self, key: K) -> Arc<OnceCell<V>> {
        let mut things = self.things.lock().unwrap_or_else(PoisonError::into_inner);
        let cell = match things.iter().position(|(known, _)| *known == key) {
            Some(place) => things.remove(place).1,
            None => Arc::default(),
        };
        if things.len() >= self.most {
            things.remove(0);
        }
        things.push((key, cell.clone()));
        cell
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[tokio::test]
    async fn a_thing_is_made_once_for_all_who_ask_and_again_when_there_was_no_room() {
        let (kept, made) = (Kept::new(2), AtomicUsize::new(0));
        let get = async |key: u8| {
            let make = async {
                tokio::task::yield_now().await;
                made.fetch_add(1, Ordering::Relaxed);
                Ok(key)
            };
            kept.get(key, make).await.expect("made")
        };
        assert_eq!(tokio::join!(get(1), get(1), get(1)), (1, 1, 1));
        assert_eq!(made.load(Ordering::Relaxed), 1);
        for key in [2, 1, 3, 1] {
            get(key).await;
        }
        assert_eq!(made.load(Ordering::Relaxed), 3, "what was asked for last stays");
        get(2).await;
        assert_eq!(made.load(Ordering::Relaxed), 4);
        let fails = kept.get(9, async { Err(ServiceError::Busy) }).await;
        assert!(fails.is_err());
        assert_eq!(get(9).await, 9, "what could not be made is tried again");
    }
}
