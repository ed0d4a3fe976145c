//! The positions that the threads of one search are at, so that they share a node's moves out among
//! themselves: a thread that comes to a move another one is searching takes the others first.
//!
//! After T. Kerrigan's "simplified ABDADA". What is noted here changes the order of moves only; two threads
//! that overwrite each other's notes do some work twice.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::hash::hash;
use crate::othello::rules::board::Board;

/// Positions that can be noted with the same low bits.
const WAYS: usize = 4;
/// Of so many low bits.
const SETS: usize = 1 << 9;

/// No position.
const FREE: u64 = 0;

/// The positions being searched.
#[derive(Debug)]
pub struct Busy {
    sets: Box<[[AtomicU64; WAYS]; SETS]>,
}

impl Default for Busy {
    fn default() -> Busy {
        Busy { sets: Box::new([const { [const { AtomicU64::new(FREE) }; WAYS] }; SETS]) }
    }
}

impl Busy {
    /// Whether a thread is at `board`.
    pub fn contains(&self, board: Board) -> bool {
        let key = hash(board);
        self.set(key).iter().any(|way| way.load(Relaxed) == key)
    }

    /// Notes that a thread is at `board`, until [`Busy::leave`].
    pub fn enter(&self, board: Board) {
        let key = hash(board);
        let set = self.set(key);
        let free = set.iter().find(|way| way.load(Relaxed) == FREE);
        free.unwrap_or(&set[0]).store(key, Relaxed);
    }

    /// Notes that no thread is at `board` any more.
    pub fn leave(&self, board: Board) {
        let key = hash(board);
        for way in self.set(key).iter().filter(|way| way.load(Relaxed) == key) {
            way.store(FREE, Relaxed);
        }
    }

    fn set(&self, key: u64) -> &[AtomicU64; WAYS] {
        &self.sets[key as usize % SETS]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_busy_until_they_are_left() {
        let busy = Busy::default();
        let boards: Vec<Board> = (1..40).map(|n| Board { player: n, opponent: n << 40 }).collect();
        boards.iter().for_each(|&board| busy.enter(board));
        assert!(boards.iter().filter(|&&board| busy.contains(board)).count() > 35);
        assert!(!busy.contains(Board::START));
        boards.iter().for_each(|&board| busy.leave(board));
        assert!(!boards.iter().any(|&board| busy.contains(board)));
    }

    #[test]
    fn a_full_set_forgets_one_and_loses_nothing() {
        let busy = Busy::default();
        let same = |board: &Board| (hash(*board) as usize).is_multiple_of(SETS);
        let all = (1..).map(|n| Board { player: n, opponent: n << 33 });
        let boards: Vec<Board> = all.filter(same).take(WAYS + 2).collect();
        boards.iter().for_each(|&board| busy.enter(board));
        assert_eq!(boards.iter().filter(|&&board| busy.contains(board)).count(), WAYS);
        boards.iter().for_each(|&board| busy.leave(board));
        assert!(busy.sets[0].iter().all(|way| way.load(Relaxed) == FREE));
    }
}
