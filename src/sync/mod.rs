//! Threads, channels and atomics for the exchange between a host, a session and the searcher, and the words of the
//! shared table.
//!
//! In the program they are those of the standard library and of crossbeam. Models replace them for tests: with
//! `--cfg shuttle`, Shuttle chooses at every operation which thread continues; with `--cfg loom`, Loom tries every
//! order of the table's operations and every value that relaxed memory may yield. `scripts/soak.sh` runs both:
//!
//! ```text
//! RUSTFLAGS="--cfg loom" cargo test --lib models::
//! RUSTFLAGS="--cfg shuttle" cargo test --lib models::
//! ```

#[cfg(shuttle)]
pub mod channel;

#[cfg(not(shuttle))]
pub use crossbeam_channel as channel;
#[cfg(not(shuttle))]
pub use std::thread;

#[cfg(shuttle)]
pub use shuttle::thread;

/// Runs `test` in every order of the threads' operations with at most three preemptions. More would take longer than
/// seconds.
#[cfg(all(test, loom))]
pub fn in_every_order(test: impl Fn() + Send + Sync + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(3);
    builder.check(test);
}

/// Atomic numbers.
pub mod atomic {
    #[cfg(loom)]
    pub use loom::sync::atomic::AtomicU64;
    #[cfg(shuttle)]
    pub use shuttle::sync::atomic::AtomicU64;
    #[cfg(not(any(loom, shuttle)))]
    pub use std::sync::atomic::AtomicU64;
}
