//! Many games of self-play on several threads.
//!
//! Games are handed over in the order of their numbers, so that what is written does not depend on
//! the number of threads, and whoever counts the games written knows which comes next.

use std::collections::BTreeMap;
use std::io;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;

use crossbeam_channel::{Receiver, bounded};

use super::record::GameRecord;
use super::selfplay::{Recipe, SelfPlay};
use crate::gomoku::pattern::weights::WeightSet;

/// Stack of a playing thread in bytes, like that of the engine's searcher.
const STACK: usize = 32 << 20;

/// Plays the games with the numbers `indices` on `threads` threads and hands each to `each`, in order,
/// until `each` breaks.
///
/// # Errors
/// No thread can be started.
pub fn produce(
    recipe: &Recipe,
    weights: &Arc<WeightSet>,
    indices: Range<u64>,
    threads: usize,
    each: &mut dyn FnMut(GameRecord) -> ControlFlow<()>,
) -> io::Result<()> {
    let next = AtomicU64::new(indices.start);
    let stop = AtomicBool::new(false);
    let (finished, games) = bounded(threads.max(1));
    thread::scope(|scope| {
        for number in 0..threads.max(1) {
            let (finished, next, stop) = (finished.clone(), &next, &stop);
            let mut players = SelfPlay::new(recipe.clone(), weights.clone());
            let body = move || {
                while !stop.load(Relaxed) {
                    let index = next.fetch_add(1, Relaxed);
                    if index >= indices.end || finished.send((index, players.play(index))).is_err()
                    {
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

fn hand_over(
    games: &Receiver<(u64, Option<GameRecord>)>,
    first: u64,
    each: &mut dyn FnMut(GameRecord) -> ControlFlow<()>,
) {
    let mut next = first;
    let mut early = BTreeMap::new();
    for (index, game) in games {
        early.insert(index, game);
        while let Some(game) = early.remove(&next) {
            next += 1;
            if let Some(game) = game
                && each(game).is_break()
            {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::Size;
    use crate::gomoku::rule::Rule;

    fn games(indices: Range<u64>, threads: usize, most: usize) -> Vec<GameRecord> {
        let sizes = vec![Size::new(9, 9).unwrap()];
        let recipe = Recipe { rule: Rule::Standard, sizes, nodes: 50, seed: 3 };
        let mut games = Vec::new();
        produce(&recipe, &Arc::new(WeightSet::seed()), indices, threads, &mut |game| {
            games.push(game);
            if games.len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .unwrap();
        games
    }

    #[test]
    fn the_number_of_threads_and_of_runs_changes_nothing() {
        let all = games(0..6, 1, 100);
        assert_eq!(all.len(), 6);
        assert_eq!(games(0..6, 3, 100), all);
        assert_eq!(games(0..60, 2, 4), all[..4]);
        assert_eq!(games(4..6, 2, 100), all[4..]);
    }
}
