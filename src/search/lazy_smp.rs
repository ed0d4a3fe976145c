//! Lazy SMP: the threads of one search share the transposition table and little else.
//!
//! One thread leads: it decides when the search is over and answers. Helpers search the same root
//! into the same table and stop when the leader does. A helper that panics, or cannot get a
//! thread, does not affect the search otherwise.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::thread::{self, Builder};

/// Stack of a helper in bytes. Searches recurse a few hundred plies deep.
const STACK: usize = 32 << 20;

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

/// Runs `lead` while each of `helpers` runs `help` in its own thread; when `lead` returns, stops the helpers
/// and waits for them. Returns the results of the leader and the helpers. A helper that panicked or got no
/// thread yields `None`; its state is invalid and must be replaced.
pub fn run<H: Send, T: Send, R>(
    smp: &LazySmp,
    helpers: &mut [H],
    help: impl Fn(&mut H) -> T + Sync,
    lead: impl FnOnce() -> R,
) -> (R, Vec<Option<T>>) {
    let help = &help;
    thread::scope(|scope| {
        let halt = HaltOnDrop(smp);
        let running: Vec<_> = helpers
            .iter_mut()
            .map(|helper| {
                let body = move || catch_unwind(AssertUnwindSafe(|| help(helper))).ok();
                let builder = Builder::new().name("helper".into()).stack_size(STACK);
                builder.spawn_scoped(scope, body)
            })
            .collect();
        let result = lead();
        drop(halt);
        let results = running.into_iter().map(|thread| match thread {
            Ok(thread) => thread.join().ok().flatten(),
            Err(error) => {
                log::warn!("no thread for a helper: {error}");
                None
            }
        });
        (result, results.collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn helpers_run_until_the_leader_is_done_and_their_panics_stay_with_them() {
        let smp = LazySmp::new(4);
        let mut helpers = [1, 2, 3];
        let help = |number: &mut i32| {
            assert!(*number != 2, "on purpose");
            *number *= 10;
            while !smp.is_halted() {
                thread::yield_now();
            }
            *number
        };
        let (result, found) = run(&smp, &mut helpers, help, || 7);
        assert_eq!((result, found), (7, vec![Some(10), None, Some(30)]));
        assert_eq!(helpers, [10, 2, 30]);
    }

    #[test]
    fn a_panic_of_the_leader_ends_the_helpers() {
        let smp = LazySmp::new(2);
        let help = |_: &mut ()| {
            while !smp.is_halted() {
                thread::yield_now();
            }
        };
        let search = || run(&smp, &mut [()], help, || panic!("on purpose"));
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
