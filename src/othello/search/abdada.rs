//! ABDADA: the threads of a search divide the moves of a node among themselves. A thread defers a move that
//! another one is searching.
//!
//! After T. Kerrigan's "Simplified ABDADA". The table of positions in flight affects only the order of moves;
//! threads that overwrite each other's entries just duplicate some work.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::transposition::hash;
use crate::othello::rules::board::Board;

/// Entries in a set, half a line of the cache. Like [`SETS`], not a parameter: few positions are in flight.
const WAYS: usize = 4;
/// A set for each value of the low bits of a hash.
const SETS: usize = 1 << 9;

/// An unused entry.
const FREE: u64 = 0;

/// The positions being searched.
#[derive(Debug)]
pub struct Abdada {
    sets: Box<[[AtomicU64; WAYS]; SETS]>,
}

impl Default for Abdada {
    fn default() -> Abdada {
        Abdada { sets: Box::new([const { [const { AtomicU64::new(FREE) }; WAYS] }; SETS]) }
    }
}

impl Abdada {
    /// Whether a thread is searching `board`.
    pub fn contains(&self, board: Board) -> bool {
        let key = hash(board);
        self.set(key).iter().any(|way| way.load(Relaxed) == key)
    }

    /// Records that a thread is searching `board`, until [`Abdada::leave`].
    pub fn enter(&self, board: Board) {
        let key = hash(board);
        let set = self.set(key);
        let free = set.iter().find(|way| way.load(Relaxed) == FREE);
        free.unwrap_or(&set[0]).store(key, Relaxed);
    }

    /// Records that no thread is searching `board`.
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
    fn positions_are_noted_until_they_are_left() {
        let abdada = Abdada::default();
        let boards: Vec<Board> = (1..40).map(|n| Board { player: n, opponent: n << 40 }).collect();
        boards.iter().for_each(|&board| abdada.enter(board));
        assert!(boards.iter().filter(|&&board| abdada.contains(board)).count() > 35);
        assert!(!abdada.contains(Board::START));
        boards.iter().for_each(|&board| abdada.leave(board));
        assert!(!boards.iter().any(|&board| abdada.contains(board)));
    }

    #[test]
    fn a_full_set_forgets_one_and_loses_nothing() {
        let abdada = Abdada::default();
        let same = |board: &Board| (hash(*board) as usize).is_multiple_of(SETS);
        let all = (1..).map(|n| Board { player: n, opponent: n << 33 });
        let boards: Vec<Board> = all.filter(same).take(WAYS + 2).collect();
        boards.iter().for_each(|&board| abdada.enter(board));
        assert_eq!(boards.iter().filter(|&&board| abdada.contains(board)).count(), WAYS);
        boards.iter().for_each(|&board| abdada.leave(board));
        assert!(abdada.sets[0].iter().all(|way| way.load(Relaxed) == FREE));
    }
}
