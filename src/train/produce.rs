//! Many games of self-play on several threads.
//!
//! Games are handed over in the order of their numbers, so that what is written does not depend on
//! the number of threads, and whoever counts the games written knows which comes next.

use std::collections::BTreeMap;
use std::io;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;

use crossbeam_channel::{Receiver, bounded};

/// Stack of a playing thread in bytes, like that of the engine's searcher.
const STACK: usize = 32 << 20;

/// Plays the games with the numbers `indices` on `threads` threads, each with a player of its own made by
/// `player`, and hands each game to `each`, in order, until `each` breaks.
///
/// # Errors
/// No thread can be started.
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
        hand_over(&games, indices.start, each);
        stop.store(true, Relaxed);
        // Threads that wait to hand over a game find nobody there.
        drop(games);
        Ok(())
    })
}

fn hand_over<G>(
    games: &Receiver<(u64, G)>,
    first: u64,
    each: &mut dyn FnMut(G) -> ControlFlow<()>,
) {
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
    use super::*;

    /// The squares of the numbers, those of odd ones late.
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
    fn the_number_of_threads_and_of_runs_changes_nothing() {
        let all = squares(0..30, 1, 100);
        assert_eq!((all.len(), all[3]), (30, 9));
        assert_eq!(squares(0..30, 3, 100), all);
        assert_eq!(squares(0..600, 2, 4), all[..4]);
        assert_eq!(squares(6..30, 2, 100), all[6..]);
    }
}
