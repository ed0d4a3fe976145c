//! The private transposition table of a thread for nodes near the end: direct-mapped, half a megabyte, small
//! enough to stay mostly in the L2 cache.

use super::transposition::{NO_MOVE, hash};
use crate::othello::rules::board::Board;
use crate::search::table::prefetch;

/// Entries; 32 bytes each, none across two lines of the cache. No parameter: the size of the L2 cache sets it.
const ENTRIES: usize = 1 << 14;

/// Bounds on the exact score of a position.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub struct LocalEntry {
    board: Board,
    /// The value is at least this.
    pub lower: i8,
    /// The value is at most this.
    pub upper: i8,
    /// The best move found, or [`NO_MOVE`].
    pub best_move: u8,
}

/// Bounds on exact scores of recently solved positions.
#[derive(Debug)]
pub struct LocalTable {
    entries: Vec<LocalEntry>,
}

impl Default for LocalTable {
    fn default() -> LocalTable {
        let empty = LocalEntry {
            board: Board { player: 0, opponent: 0 },
            lower: -64,
            upper: 64,
            best_move: NO_MOVE,
        };
        LocalTable { entries: vec![empty; ENTRIES] }
    }
}

impl LocalTable {
    /// The entry of `board`.
    #[inline]
    pub fn probe(&self, board: Board) -> Option<LocalEntry> {
        let entry = self.entries[slot(board)];
        (entry.board == board).then_some(entry)
    }

    /// Prefetches the entry of `board` into the L1 cache.
    #[inline]
    pub fn prefetch(&self, board: Board) {
        prefetch(&self.entries[slot(board)]);
    }

    /// Records the result `best` of a null window at `alpha`.
    #[inline]
    pub fn store(&mut self, board: Board, alpha: i32, best: i32, best_move: u8) {
        let entry = &mut self.entries[slot(board)];
        let (lower, upper) = if best > alpha { (best as i8, 64) } else { (-64, best as i8) };
        *entry = if entry.board == board {
            LocalEntry {
                board,
                lower: lower.max(entry.lower),
                upper: upper.min(entry.upper),
                best_move,
            }
        } else {
            LocalEntry { board, lower, upper, best_move }
        };
    }
}

#[inline]
fn slot(board: Board) -> usize {
    (hash(board) >> 32) as usize % ENTRIES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_of_one_position_merge_and_another_replaces_them() {
        let mut table = LocalTable::default();
        let board = Board::START;
        assert!(table.probe(board).is_none());
        table.store(board, 3, 4, 19);
        table.store(board, 9, 8, 26);
        let entry = table.probe(board).unwrap();
        assert_eq!((entry.lower, entry.upper, entry.best_move), (4, 8, 26));
        let rival = (1..)
            .map(|player| Board { player, opponent: 0 })
            .find(|&rival| slot(rival) == slot(board))
            .unwrap();
        table.store(rival, 0, -2, NO_MOVE);
        assert!(table.probe(board).is_none());
        assert_eq!(table.probe(rival).map(|entry| (entry.lower, entry.upper)), Some((-64, -2)));
    }
}
