//! Plays many self-play games on several threads.
//!
//! Games are delivered in the order of their numbers, so the output does not depend on the number of
//! threads, and a run resumes at the number of games written.

use std::collections::BTreeMap;
use std::io;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;

use crossbeam_channel::{Receiver, bounded};

use crate::search::lazy_smp::STACK;

/// Ends the run when its thread panics: its game never arrives, and the others would wait for it.
struct StopOnPanic<'a>(&'a AtomicBool);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Relaxed);
        }
    }
}

/// Plays the games with numbers `indices` on `threads` threads, each with its own player from `player`,
/// and passes the games to `each` in order until it breaks.
///
/// # Errors
/// A thread cannot be started.
///
/// # Panics
/// If a player panics, once the other threads have finished their games.
pub fn produce<G: Send, P: FnMut(u64) -> G + Send>(
    player: &dyn Fn() -> P,
    indices: Range<u64>,
    threads: usize,
    each: &mut dyn FnMut(G) -> ControlFlow<()>,
) -> io::Result<()> {
    let next = AtomicU64::new(indices.start);
    let stop = AtomicBool::new(false);
    let (finished, games) = bounded(threads.max(1));
    thread::scope(|scope| {
        for number in 0..threads.max(1) {
            let (finished, next, stop) = (finished.clone(), &next, &stop);
            let mut play = player();
            let body = move || {
                let _stop_on_panic = StopOnPanic(stop);
                while !stop.load(Relaxed) {
                    let index = next.fetch_add(1, Relaxed);
                    if index >= indices.end || finished.send((index, play(index))).is_err() {
                        return;
                    }
                }
            };
            let builder = thread::Builder::new().name(format!("game-{number}")).stack_size(STACK);
            if let Err(error) = builder.spawn_scoped(scope, body) {
                stop.store(true, Relaxed);
                return Err(error);
            }
        }
        drop(finished);
        deliver(&games, indices.start, each);
        stop.store(true, Relaxed);
        // Wakes the threads that wait to deliver a game.
        drop(games);
        Ok(())
    })
}

fn deliver<G>(games: &Receiver<(u64, G)>, first: u64, each: &mut dyn FnMut(G) -> ControlFlow<()>) {
    let mut next = first;
    let mut early = BTreeMap::new();
    for (index, game) in games {
        early.insert(index, game);
        while let Some(game) = early.remove(&next) {
            next += 1;
            if each(game).is_break() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    /// The squares of the numbers; those of odd ones arrive late.
    fn squares(indices: Range<u64>, threads: usize, most: usize) -> Vec<u64> {
        let player = || {
            |index: u64| {
                thread::sleep(std::time::Duration::from_millis(index % 2));
                index * index
            }
        };
        let mut squares = Vec::new();
        produce(&player, indices, threads, &mut |square| {
            squares.push(square);
            if squares.len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .unwrap();
        squares
    }

    #[test]
    fn games_depend_neither_on_threads_nor_on_runs() {
        let all = squares(0..30, 1, 100);
        assert_eq!((all.len(), all[3]), (30, 9));
        assert_eq!(squares(0..30, 3, 100), all);
        assert_eq!(squares(0..600, 2, 4), all[..4]);
        assert_eq!(squares(6..30, 2, 100), all[6..]);
    }

    #[test]
    fn a_player_that_panics_ends_the_run() {
        const GAMES: u64 = 20_000;
        let played = &AtomicU64::new(0);
        let player = || {
            move |index: u64| {
                assert!(index != 3, "on purpose");
                thread::sleep(std::time::Duration::from_millis(1));
                played.fetch_add(1, Relaxed);
            }
        };
        let run = || produce(&player, 0..GAMES, 2, &mut |()| ControlFlow::Continue(()));
        assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
        assert!(played.load(Relaxed) < GAMES / 2, "{played:?}");
    }
}
