//! The threads that play games while the one that started them collects the results.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, Builder};

use super::plan::PlanError;

/// The error of a run one of whose workers panicked.
pub fn aborted() -> PlanError {
    PlanError("the games were aborted by an internal error".to_owned())
}

/// Sets the flag when it is dropped, also by a panic.
struct StopOnDrop<'a>(&'a AtomicBool);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// The builders of `count` threads.
pub fn builders(count: usize) -> impl Iterator<Item = Builder> {
    (0..count).map(|number| Builder::new().name(format!("game-{number}")))
}

/// Gives each thread of `builders` work from `worker`, which is then dropped, and calls `lead`. When `lead` returns or
/// a thread panics, sets `stop`, which the threads must heed, and waits for them.
///
/// # Errors
/// A thread cannot be started: those started before it end, and `lead` is not called. Or a thread panicked.
pub fn run<W: FnOnce() + Send, T>(
    builders: impl IntoIterator<Item = Builder>,
    worker: impl Fn() -> W,
    stop: &AtomicBool,
    lead: impl FnOnce() -> T,
) -> Result<T, PlanError> {
    let has_panicked = AtomicBool::new(false);
    let led: Result<T, PlanError> = thread::scope(|scope| {
        let _stop = StopOnDrop(stop);
        for builder in builders {
            let (work, has_panicked) = (worker(), &has_panicked);
            let body = move || {
                if catch_unwind(AssertUnwindSafe(work)).is_err() {
                    has_panicked.store(true, Relaxed);
                    stop.store(true, Relaxed);
                }
            };
            builder
                .spawn_scoped(scope, body)
                .map_err(|error| PlanError(format!("a thread cannot be started: {error}")))?;
        }
        drop(worker);
        Ok(lead())
    });
    if has_panicked.into_inner() { Err(aborted()) } else { led }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;
    use std::time::Duration;

    use super::*;

    /// Waits for `stop` and counts itself. Not for ever, so that a test fails instead of waiting.
    fn wait_for(stop: &AtomicBool, stopped: &AtomicUsize) {
        let is_stopped = |_| {
            thread::sleep(Duration::from_millis(1));
            stop.load(Relaxed)
        };
        stopped.fetch_add(usize::from((0..10_000).any(is_stopped)), Relaxed);
    }

    #[test]
    fn workers_end_if_another_cannot_be_started() {
        let (stop, stopped) = (AtomicBool::new(false), AtomicUsize::new(0));
        let work = || wait_for(&stop, &stopped);
        // No system has room for such a stack.
        let refused = Builder::new().stack_size(usize::MAX / 16);
        let mut is_led = false;
        let led = run(builders(2).chain([refused]), || work, &stop, || is_led = true);
        let error = led.unwrap_err().to_string();
        assert!(error.starts_with("a thread cannot be started: "), "{error}");
        assert_eq!((is_led, stopped.into_inner()), (false, 2));
    }

    #[test]
    fn a_worker_that_panics_ends_the_others() {
        let (stop, stopped) = (AtomicBool::new(false), AtomicUsize::new(0));
        let is_first = AtomicBool::new(true);
        let work = || {
            assert!(!is_first.swap(false, Relaxed), "on purpose");
            wait_for(&stop, &stopped);
        };
        let led = run(builders(3), || work, &stop, || wait_for(&stop, &stopped));
        assert_eq!(led, Err(aborted()));
        assert_eq!(stopped.into_inner(), 3);
    }

    #[test]
    fn workers_end_with_the_lead_even_if_it_panics() {
        let (stop, stopped) = (AtomicBool::new(false), AtomicUsize::new(0));
        let work = || wait_for(&stop, &stopped);
        assert_eq!(run(builders(2), || work, &stop, || 7), Ok(7));
        stop.store(false, Relaxed);
        let fail = || run(builders(2), || work, &stop, || panic!("on purpose"));
        assert!(catch_unwind(AssertUnwindSafe(fail)).is_err());
        assert_eq!(stopped.into_inner(), 4);
    }
}
