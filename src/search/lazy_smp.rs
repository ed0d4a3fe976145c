//! Lazy SMP: the threads of one search share the transposition table and little else.
//!
//! One thread leads: it decides when the search is over and answers. Helpers search the same root
//! into the same table and stop when the leader does. They publish their results, so that the leader can
//! answer while one of them waits for a processor. A helper that panics, or cannot get a thread, does not
//! affect the search otherwise.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread::{self, Builder};
use std::time::Duration;

use super::clock::Instant;

/// Stack of every thread that searches, in bytes. Searches recurse a few hundred plies deep.
pub const STACK: usize = 32 << 20;

/// How long a leader waits for the last results of its helpers. One that runs usually notices the end of the search
/// within a quarter of a millisecond; one that has lost its processor to another program may need many milliseconds.
pub const PATIENCE: Duration = Duration::from_millis(2);

/// Number of depths with a thread count: more than any search reaches.
const DEPTHS: usize = 128;

/// State shared by the threads of one search, apart from the table.
#[derive(Debug)]
pub struct LazySmp {
    threads: u32,
    nodes: AtomicU64,
    halted: AtomicBool,
    /// Number of threads that have started each depth.
    begun: [AtomicU32; DEPTHS],
}

impl LazySmp {
    /// The initial state for `threads` threads, the leader included.
    pub fn new(threads: usize) -> LazySmp {
        LazySmp {
            threads: u32::try_from(threads).unwrap_or(u32::MAX),
            nodes: AtomicU64::new(0),
            halted: AtomicBool::new(false),
            begun: [const { AtomicU32::new(0) }; DEPTHS],
        }
    }

    /// Total nodes reported.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Reports `nodes` more; returns the total.
    pub fn add(&self, nodes: u64) -> u64 {
        self.nodes.fetch_add(nodes, Relaxed) + nodes
    }

    /// Ends the search of every thread.
    pub fn halt(&self) {
        self.halted.store(true, Relaxed);
    }

    /// Whether the search is over.
    pub fn is_halted(&self) -> bool {
        self.halted.load(Relaxed)
    }

    /// Records that a thread starts `depth`.
    pub fn begin_depth(&self, depth: u32) {
        if let Some(begun) = self.begun.get(depth as usize) {
            begun.fetch_add(1, Relaxed);
        }
    }

    /// Picks and starts the depth a helper should search: the first from `depth` to `deepest` that fewer than
    /// half of the threads have started, so that threads spread over the coming iterations. Two threads stay
    /// together: with one always ahead, both needed a fifth more nodes to a depth.
    pub fn choose_depth(&self, mut depth: u32, deepest: u32) -> u32 {
        let crowded = |depth: u32| {
            let begun = self.begun.get(depth as usize).map_or(0, |begun| begun.load(Relaxed));
            self.threads > 2 && 2 * begun >= self.threads
        };
        while depth < deepest && crowded(depth) {
            depth += 1;
        }
        self.begin_depth(depth);
        depth
    }
}

/// Stops the helpers when dropped, also if the leader panics.
struct HaltOnDrop<'a>(&'a LazySmp);

impl Drop for HaltOnDrop<'_> {
    fn drop(&mut self) {
        self.0.halt();
    }
}

/// Where a helper leaves its results.
pub struct Publisher<T> {
    helper: usize,
    results: Sender<(usize, T)>,
}

impl<T> Publisher<T> {
    /// Replaces the result of this helper.
    pub fn publish(&self, result: T) {
        // The leader may have answered and need no more results.
        let _ = self.results.send((self.helper, result));
    }
}

/// The results that helpers have published.
pub struct Published<'a, T> {
    smp: &'a LazySmp,
    helpers: usize,
    results: Receiver<(usize, T)>,
}

impl<T> Published<'_, T> {
    /// Stops the helpers and returns the latest result of each that has one. Waits until all have ended, but at most
    /// for `patience`.
    pub fn latest(&self, patience: Duration) -> Vec<Option<T>> {
        self.smp.halt();
        let start = Instant::now();
        let mut latest: Vec<Option<T>> = (0..self.helpers).map(|_| None).collect();
        while let Some((helper, result)) = self.next(patience.saturating_sub(start.elapsed())) {
            latest[helper] = Some(result);
        }
        latest
    }

    /// The next result that arrives within `patience`, unless all helpers have ended.
    fn next(&self, patience: Duration) -> Option<(usize, T)> {
        match self.results.try_recv() {
            Ok(result) => Some(result),
            // Looked at first, because waiting reads a clock that WebAssembly, which has no threads, lacks.
            Err(TryRecvError::Disconnected) => None,
            Err(TryRecvError::Empty) => self.results.recv_timeout(patience).ok(),
        }
    }
}

/// Runs `lead` while each of `helpers` runs `help` in its own thread; when `lead` returns, stops the helpers
/// and waits for them, so `lead` should give its answer away before. Returns the leader's result, and for every helper
/// whether its state is valid: that of one that panicked or got no thread must be replaced.
pub fn run<H: Send, T: Send, R>(
    smp: &LazySmp,
    helpers: &mut [H],
    help: impl Fn(&mut H, &Publisher<T>) + Sync,
    lead: impl FnOnce(&Published<T>) -> R,
) -> (R, Vec<bool>) {
    let help = &help;
    let (sender, results) = channel::<(usize, T)>();
    let published = Published { smp, helpers: helpers.len(), results };
    thread::scope(|scope| {
        let halt = HaltOnDrop(smp);
        let running: Vec<_> = helpers
            .iter_mut()
            .enumerate()
            .map(|(index, helper)| {
                let publisher = Publisher { helper: index, results: sender.clone() };
                let body =
                    move || catch_unwind(AssertUnwindSafe(|| help(helper, &publisher))).is_ok();
                let builder = Builder::new().name("helper".into()).stack_size(STACK);
                builder.spawn_scoped(scope, body)
            })
            .collect();
        // The leader sees that all helpers have ended when the last sender is gone.
        drop(sender);
        let result = lead(&published);
        drop(halt);
        let are_valid = running.into_iter().map(|thread| match thread {
            Ok(thread) => thread.join().unwrap_or(false),
            Err(error) => {
                log::warn!("no thread for a helper: {error}");
                false
            }
        });
        (result, are_valid.collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn helpers_run_until_the_leader_is_done_and_their_panics_stay_with_them() {
        let smp = LazySmp::new(4);
        let mut helpers = [1, 2, 3];
        let help = |number: &mut i32, publisher: &Publisher<i32>| {
            assert!(*number != 2, "on purpose");
            publisher.publish(*number);
            *number *= 10;
            while !smp.is_halted() {
                thread::yield_now();
            }
            publisher.publish(*number);
        };
        let lead = |published: &Published<i32>| published.latest(Duration::MAX);
        let (found, are_valid) = run(&smp, &mut helpers, help, lead);
        assert_eq!(found, [Some(10), None, Some(30)]);
        assert_eq!((helpers, are_valid), ([10, 2, 30], vec![true, false, true]));
    }

    #[test]
    fn a_helper_that_is_held_up_does_not_hold_up_the_leader() {
        let smp = LazySmp::new(3);
        let ((release, released), (waiting, waits)) = (channel::<()>(), channel());
        let mut helpers = [Some(released), None];
        let help = |held: &mut Option<Receiver<()>>, publisher: &Publisher<i32>| {
            let Some(released) = held else { return };
            [1, 2].into_iter().for_each(|result| publisher.publish(result));
            waiting.send(()).unwrap();
            released.recv().unwrap();
            publisher.publish(3);
        };
        let lead = |published: &Published<i32>| {
            waits.recv().unwrap();
            let found = published.latest(Duration::ZERO);
            release.send(()).unwrap();
            found
        };
        let (found, are_valid) = run(&smp, &mut helpers, help, lead);
        assert_eq!((found, are_valid), (vec![Some(2), None], vec![true, true]));
    }

    #[test]
    fn a_panic_of_the_leader_ends_the_helpers() {
        let smp = LazySmp::new(2);
        let help = |_: &mut (), _: &Publisher<()>| {
            while !smp.is_halted() {
                thread::yield_now();
            }
        };
        let search = || run(&smp, &mut [()], help, |_| panic!("on purpose"));
        assert!(catch_unwind(AssertUnwindSafe(search)).is_err());
    }

    #[test]
    fn helpers_spread_over_the_depths() {
        let smp = LazySmp::new(4);
        smp.begin_depth(1);
        assert_eq!([(); 3].map(|()| smp.choose_depth(1, 9)), [1, 2, 2]);
        assert_eq!(smp.choose_depth(2, 9), 3);
        assert_eq!(smp.choose_depth(2, 2), 2, "the last depth takes them all");
        let pair = LazySmp::new(2);
        pair.begin_depth(1);
        assert_eq!([(); 2].map(|()| pair.choose_depth(1, 9)), [1, 1], "two stay together");
        assert_eq!(
            LazySmp::new(1).choose_depth(500, 900),
            500,
            "threads are not counted beyond the known depths"
        );
    }
}
