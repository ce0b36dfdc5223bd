//! The runtime of the process.
//!
//! Each thread that answers requests has a runtime of its own, which ends with the thread. A connection to PostgreSQL belongs
//! to the runtime in which it was opened: one that a request had opened was dead as soon as its thread had stopped, while
//! the worker was still to write in it that a mail had left, and so the mail left twice. Whatever a request opens, starts or
//! waits for therefore belongs to the runtime of the process, which ends last.

use actix_web::rt::System;
use std::future::{Future, poll_fn};
use std::io;
use std::pin::pin;
use tokio::runtime::{Builder, Handle};

/// Threads that watch connections and clocks, and run what needs no thread of its own. Requests have others.
const THREADS: usize = 2;

/// Runs a process to its end, in its runtime.
///
/// # Errors
/// When the system gives it no threads.
pub fn run<F: Future>(process: F) -> io::Result<F::Output> {
    let runtime = Builder::new_multi_thread().worker_threads(THREADS).enable_all().build()?;
    Ok(System::with_tokio_rt(|| runtime).block_on(process))
}

/// Does some work as a part of a runtime, on whatever thread it is asked for.
pub async fn within<F: Future>(runtime: &Handle, work: F) -> F::Output {
    let mut work = pin!(work);
    poll_fn(|context| {
        let _entered = runtime.enter();
        work.as_mut().poll(context)
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn what_is_started_within_a_runtime_outlives_the_thread_that_started_it() {
        let lasting = Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("threads");
        let handle = lasting.handle().clone();
        let passing = std::thread::spawn(move || {
            let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
            runtime.block_on(within(&handle, async {
                [tokio::spawn(async {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                    "done"
                })]
            }))
        });
        let [started] = passing.join().expect("it ends");
        assert_eq!(lasting.block_on(started).expect("it was not broken off"), "done");
    }
}
