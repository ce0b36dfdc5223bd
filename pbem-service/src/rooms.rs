//! Where work is done that takes time: judging, telling and drawing keep nobody waiting who answers requests.

use crate::ServiceError;
use engine::contract::Viewer;
use engine::table::guarded;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Orders that are judged, and games that are opened or told, at one time; the rest waits for its turn.
const THINKING: usize = 4;
/// Questions that are answered at one time; fewer than orders are judged, so that no question holds up an order.
const ANSWERING: usize = 2;
/// Questions of one visitor to a game that are answered or wait for it. A page asks one after the other.
const QUESTIONS: usize = 4;
/// Pictures that are drawn at one time: each keeps a processor busy and takes tens of megabytes.
const DRAWING: usize = 2;
/// Pictures for pages that are drawn or wait for it. Any stranger may ask for them, so more are refused.
const PICTURES: usize = 16;

/// The rooms of a service. No work in them waits for a game or for the database.
pub struct Rooms {
    thinking: Arc<Semaphore>,
    answering: Arc<Semaphore>,
    /// How many questions of each visitor are here; of those who look on, together.
    asked: Arc<Mutex<HashMap<(i64, Viewer), usize>>>,
    drawing: Arc<Semaphore>,
    pictures: Semaphore,
}

impl Default for Rooms {
    fn default() -> Rooms {
        Rooms {
            thinking: Arc::new(Semaphore::new(THINKING)),
            answering: Arc::new(Semaphore::new(ANSWERING)),
            asked: Arc::default(),
            drawing: Arc::new(Semaphore::new(DRAWING)),
            pictures: Semaphore::new(PICTURES),
        }
    }
}

impl Rooms {
    /// Does a piece of work of a few milliseconds.
    ///
    /// # Errors
    /// When the program fails over it.
    pub async fn think<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, ServiceError> {
        in_turn(&self.thinking, work).await
    }

    /// Answers a question of a visitor to a game, unless he waits for too many answers already. What nobody waits for any
    /// more is not begun.
    ///
    /// # Errors
    /// When he waits for too many, or the program fails over it.
    pub async fn answer<T: Send + 'static>(
        &self,
        visitor: (i64, Viewer),
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ServiceError> {
        let _place = Place::of(&self.asked, visitor)?;
        in_turn(&self.answering, work).await
    }

    /// Draws something, however long it has to wait for its turn.
    ///
    /// # Errors
    /// When the program fails over it.
    pub async fn draw<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, ServiceError> {
        in_turn(&self.drawing, work).await
    }

    /// Draws something for a page, unless too many others wait.
    ///
    /// # Errors
    /// When too many wait, or the program fails over it.
    pub async fn draw_for_page<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ServiceError> {
        let _place = self.pictures.try_acquire().map_err(|_| ServiceError::Crowded("pictures"))?;
        self.draw(work).await
    }
}

/// A visitor's question among those that are answered or wait for it.
struct Place {
    asked: Arc<Mutex<HashMap<(i64, Viewer), usize>>>,
    visitor: (i64, Viewer),
}

impl Place {
    fn of(asked: &Arc<Mutex<HashMap<(i64, Viewer), usize>>>, visitor: (i64, Viewer)) -> Result<Place, ServiceError> {
        let mut all = asked.lock().unwrap_or_else(PoisonError::into_inner);
        let here = all.entry(visitor).or_default();
        if *here >= QUESTIONS {
            return Err(ServiceError::Crowded("answers"));
        }
        *here += 1;
        Ok(Place { asked: asked.clone(), visitor })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut all = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(here) = all.get_mut(&self.visitor) {
            *here -= 1;
            if *here == 0 {
                all.remove(&self.visitor);
            }
        }
    }
}

/// Does a piece of work when it is its turn. The turn ends with the work: who hangs up does not end that.
async fn in_turn<T: Send + 'static>(
    room: &Arc<Semaphore>,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ServiceError> {
    let closed = |error: String| ServiceError::Unwritable("an answer", error);
    let turn: OwnedSemaphorePermit = room.clone().acquire_owned().await.map_err(|error| closed(error.to_string()))?;
    let work = move || {
        let done = guarded(work);
        drop(turn);
        done
    };
    let done = tokio::task::spawn_blocking(work).await.map_err(|error| closed(error.to_string()))?;
    Ok(done?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::contract::SideId;
    use std::sync::mpsc::channel;

    #[tokio::test]
    async fn pictures_for_pages_are_refused_when_too_many_wait_and_those_of_mails_are_not() {
        let rooms = Arc::new(Rooms::default());
        let (open, gate) = channel::<()>();
        let gate = Arc::new(std::sync::Mutex::new(gate));
        let held = (0..PICTURES).map(|_| {
            let (rooms, gate) = (rooms.clone(), gate.clone());
            tokio::spawn(async move {
                let draw = move || gate.lock().map(|gate| gate.recv().is_ok()).unwrap_or_default();
                rooms.draw_for_page(draw).await
            })
        });
        let held: Vec<_> = held.collect();
        while rooms.pictures.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        assert!(matches!(rooms.draw_for_page(|| ()).await, Err(ServiceError::Crowded("pictures"))));
        assert_eq!(rooms.think(|| 7).await.expect("thinking goes on"), 7);
        let mail = tokio::spawn({
            let rooms = rooms.clone();
            async move { rooms.draw(|| 8).await }
        });
        for _ in 0..PICTURES {
            open.send(()).expect("somebody waits for it");
        }
        for drawn in held {
            assert!(drawn.await.expect("it ends").expect("it is drawn"));
        }
        assert_eq!(mail.await.expect("it ends").expect("a mail's picture waits for its turn"), 8);
        assert_eq!(rooms.draw_for_page(|| 9).await.expect("there is room again"), 9);
    }

    #[tokio::test]
    async fn who_asks_too_much_at_once_waits_and_orders_do_not() {
        let rooms = Arc::new(Rooms::default());
        let (open, gate) = channel::<()>();
        let gate = Arc::new(Mutex::new(gate));
        let (eager, other) = ((1, Viewer::Side(SideId(0))), (1, Viewer::Side(SideId(1))));
        let held = (0..QUESTIONS).map(|_| {
            let (rooms, gate) = (rooms.clone(), gate.clone());
            let answer = move || gate.lock().map(|gate| gate.recv().is_ok()).unwrap_or_default();
            tokio::spawn(async move { rooms.answer(eager, answer).await })
        });
        let held: Vec<_> = held.collect();
        while rooms.asked.lock().expect("whole").get(&eager) != Some(&QUESTIONS) {
            tokio::task::yield_now().await;
        }
        assert!(matches!(rooms.answer(eager, || ()).await, Err(ServiceError::Crowded("answers"))));
        assert_eq!(rooms.think(|| 7).await.expect("orders are judged"), 7);
        let patient = tokio::spawn({
            let rooms = rooms.clone();
            async move { rooms.answer(other, || 8).await }
        });
        // who goes away is not answered, and leaves his place to others
        held[QUESTIONS - 1].abort();
        for _ in 0..QUESTIONS {
            open.send(()).expect("somebody waits for it");
        }
        assert_eq!(patient.await.expect("it ends").expect("another has his turn"), 8);
        for answered in held {
            let _ = answered.await;
        }
        assert_eq!(rooms.answer(eager, || 9).await.expect("there is room again"), 9);
        assert!(rooms.asked.lock().expect("whole").is_empty(), "nobody is remembered");
    }

    #[tokio::test]
    async fn work_that_fails_leaves_its_turn_to_others() {
        let rooms = Rooms::default();
        for _ in 0..=THINKING {
            assert!(matches!(rooms.think(|| panic!("a fault")).await, Err::<(), _>(ServiceError::Failed(_))));
        }
        assert_eq!(rooms.think(|| 7).await.expect("it goes on"), 7);
    }
}
