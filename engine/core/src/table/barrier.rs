//! A barrier for faults of the program: what panics behind it becomes an answer, and the rest goes on.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook, take_hook};
use std::pin::pin;
use std::sync::Once;
use std::task::Poll;
use thiserror::Error;

/// A fault of the program, for the log of whoever runs it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the program failed at {place}: {message}")]
pub struct Failure {
    /// What it said.
    pub message: String,
    /// File and line.
    pub place: String,
}

thread_local! {
    /// How many barriers the thread is behind.
    static BARRIERS: Cell<usize> = const { Cell::new(0) };
    /// What it failed of last, behind one.
    static FAILURE: RefCell<Option<Failure>> = const { RefCell::new(None) };
}

static HOOK: Once = Once::new();

/// Does a piece of work; one that panics gives a [`Failure`]. What it was changing may be half changed then: the caller
/// throws that away.
///
/// # Errors
/// When the work panicked.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Failure> {
    HOOK.call_once(|| {
        let otherwise = take_hook();
        set_hook(Box::new(move |panic| match BARRIERS.get() {
            0 => otherwise(panic),
            _ => FAILURE.set(Some(Failure::of(panic))),
        }));
    });
    BARRIERS.set(BARRIERS.get() + 1);
    let done = catch_unwind(AssertUnwindSafe(work));
    BARRIERS.set(BARRIERS.get() - 1);
    done.map_err(|_| FAILURE.take().unwrap_or_else(Failure::unknown))
}

/// Does a piece of work that may wait, see [`guarded`].
///
/// # Errors
/// When the work panicked.
pub async fn guarded_work<T>(work: impl Future<Output = T>) -> Result<T, Failure> {
    let mut work = pin!(work);
    std::future::poll_fn(|context| match guarded(|| work.as_mut().poll(context)) {
        Ok(Poll::Pending) => Poll::Pending,
        Ok(Poll::Ready(done)) => Poll::Ready(Ok(done)),
        Err(failure) => Poll::Ready(Err(failure)),
    })
    .await
}

impl Failure {
    fn of(panic: &PanicHookInfo<'_>) -> Failure {
        let place = panic.location().map_or_else(|| "an unknown place".to_owned(), ToString::to_string);
        let message = panic.payload_as_str().unwrap_or("it said nothing").to_owned();
        Failure { message, place }
    }

    /// Of a panic that no hook was told of, as one that is passed on.
    fn unknown() -> Failure {
        Failure { message: "it said nothing".to_owned(), place: "an unknown place".to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_panics_gives_what_it_said_and_where_and_other_work_its_value() {
        let failure = guarded(|| [1, 2][std::hint::black_box(2)]).expect_err("there is no third");
        assert_eq!(failure.message, "index out of bounds: the len is 2 but the index is 2");
        assert!(failure.place.starts_with("engine/core/src/table/barrier.rs:"), "{}", failure.place);
        assert_eq!(guarded(|| 7), Ok(7));
        assert!(guarded(|| guarded(|| panic!("within"))).expect("the outer work goes on").is_err());
        assert_eq!(guarded(|| panic!("{} times", 2)).map(|()| 0).expect_err("a panic").message, "2 times");
    }

    #[test]
    fn a_number_that_runs_over_is_a_fault_and_never_wraps() {
        let most = std::hint::black_box(u8::MAX);
        let failure = guarded(|| most + 1).expect_err("256 is no u8");
        assert_eq!(failure.message, "attempt to add with overflow");
        assert_eq!(
            guarded(|| std::hint::black_box(0usize) - 1).expect_err("below 0").message,
            "attempt to subtract with overflow"
        );
    }
}
