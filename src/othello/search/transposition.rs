//! Transposition tables: the one that the midgame search and the endgame solver of all threads share, and the
//! private one of each thread for nodes near the end.
//!
//! An entry of the shared table holds the whole position, so that it is never mistaken for another one. Both
//! sets of discs are stored xored with the entry's data: a mix of two entries written at the same time matches
//! no position, so threads share the table without locks.

use std::sync::atomic::Ordering::Relaxed;

use super::probcut::Certainty;
use crate::othello::rules::board::Board;
use crate::search::control::Control;
use crate::search::evaluations::Evaluations;
use crate::search::limits::Limits;
use crate::search::table::{Bucket, Pause, Table, prefetch};
use crate::sync::atomic::AtomicU64;

/// Square number that means "no move known".
pub const NO_MOVE: u8 = 64;

/// Depth and certainty of the search that gave a value; larger is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Draft {
    /// Plies; for a solve the empty squares, beyond [`SOLVED`].
    reach: u8,
    certainty: Certainty,
}

/// Reach of a solve with no empty square.
const SOLVED: u8 = 64;

impl Draft {
    /// The smallest draft of an exact score.
    pub const EXACT: Draft = Draft::solved(0, Certainty::Full);

    /// A search of `depth` plies with evaluated leaves; bounds are in 1/100 disc.
    pub const fn midgame(depth: u32, certainty: Certainty) -> Draft {
        Draft { reach: if depth < 63 { depth as u8 } else { 63 }, certainty }
    }

    /// Solved to the end with `empties` squares left; bounds are in discs.
    pub const fn solved(empties: u32, certainty: Certainty) -> Draft {
        Draft { reach: SOLVED + (empties & 63) as u8, certainty }
    }

    /// Whether the bounds are final disc differences, as certain as the draft says.
    pub const fn is_solved(self) -> bool {
        self.reach >= SOLVED
    }

    /// Whether a result of this draft may be used where `other` is required.
    pub fn is_worth(self, other: Draft) -> bool {
        self.reach >= other.reach && self.certainty >= other.certainty
    }
}

/// Bounds on the value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TtEntry {
    pub lower: i16,
    pub upper: i16,
    /// The draft of the bounds, which also defines their unit.
    pub draft: Draft,
    /// The best moves found, best first, or [`NO_MOVE`].
    pub moves: [u8; 2],
}

/// Bonus of an entry of the current search: more than any reach, so that older entries are replaced first.
const CURRENT: u32 = 256;

/// Words of an entry: player and opponent, each xored with the third, and the data.
const WORDS: usize = 3;

/// The table: entries of earlier searches stay readable but are replaced first.
pub struct TranspositionTable {
    table: Table,
    generation: u8,
}

impl TranspositionTable {
    /// A table within `bytes`.
    pub fn new(bytes: usize) -> TranspositionTable {
        TranspositionTable { table: Table::with_bytes(bytes), generation: 0 }
    }

    /// Makes the system provide the memory before the first search.
    pub fn warm(&mut self) {
        self.table.warm();
    }

    /// Marks everything stored so far as old, and prepares for a search as [`Table::begin_search`] does.
    #[must_use]
    pub fn begin_search(
        &mut self,
        limits: &Limits,
        control: &Control,
        threads: usize,
    ) -> Option<Pause> {
        self.generation = self.generation.wrapping_add(1);
        self.table.begin_search(limits, control, threads)
    }

    /// Empties the table and changes its size to at most `bytes`.
    pub fn resize(&mut self, bytes: usize) {
        self.table.resize(bytes);
        self.generation = 0;
    }

    pub fn clear(&mut self) {
        self.table.clear();
        self.generation = 0;
    }

    /// The entry of `board`.
    #[inline]
    pub fn probe(&self, board: Board) -> Option<TtEntry> {
        let bucket = self.table.bucket(hash(board));
        slots(bucket).find_map(|slot| matching(slot, board)).map(unpack)
    }

    /// Prefetches the entry of `board`.
    #[inline]
    pub fn prefetch(&self, board: Board) {
        self.table.prefetch(hash(board));
    }

    /// Records bounds on the value of `board` found by a search of `draft` with `best` as its best
    /// move. Bounds of equal draft are merged, those of a higher one are kept.
    pub fn store(&self, board: Board, draft: Draft, lower: i16, upper: i16, best: u8) {
        let bucket = self.table.bucket(hash(board));
        let mut target = &bucket[..WORDS];
        let mut target_worth = u32::MAX;
        for slot in slots(bucket) {
            if let Some(data) = matching(slot, board) {
                let merged =
                    merge(unpack(data), TtEntry { lower, upper, draft, moves: [best, NO_MOVE] });
                return write(slot, board, merged, self.generation);
            }
            let worth = self.worth(slot[2].load(Relaxed));
            if worth < target_worth {
                (target, target_worth) = (slot, worth);
            }
        }
        let entry = TtEntry { lower, upper, draft, moves: [best, NO_MOVE] };
        write(target, board, entry, self.generation);
    }

    /// Order of replacement: lowest first.
    #[inline]
    fn worth(&self, data: u64) -> u32 {
        let age = self.generation.wrapping_sub((data >> 56) as u8);
        (data >> 32 & 127) as u32 + if age == 0 { CURRENT } else { 0 }
    }
}

#[inline]
fn slots(bucket: &Bucket) -> impl Iterator<Item = &[AtomicU64]> {
    bucket.chunks_exact(WORDS)
}

/// Fills a slot, word by word.
fn write(slot: &[AtomicU64], board: Board, entry: TtEntry, generation: u8) {
    let data = pack(entry, generation);
    slot[0].store(board.player ^ data, Relaxed);
    slot[1].store(board.opponent ^ data, Relaxed);
    slot[2].store(data, Relaxed);
}

/// The data of a slot if it belongs to `board`.
#[inline]
fn matching(slot: &[AtomicU64], board: Board) -> Option<u64> {
    let data = slot[2].load(Relaxed);
    let player = slot[0].load(Relaxed) ^ data;
    let opponent = slot[1].load(Relaxed) ^ data;
    (player == board.player && opponent == board.opponent).then_some(data)
}

fn merge(old: TtEntry, new: TtEntry) -> TtEntry {
    let best = new.moves[0];
    let moves = match old.moves {
        moves if best == NO_MOVE || best == moves[0] => moves,
        [first, _] => [best, first],
    };
    match old.draft.cmp(&new.draft) {
        std::cmp::Ordering::Greater => old,
        std::cmp::Ordering::Less => TtEntry { moves, ..new },
        std::cmp::Ordering::Equal => {
            // Bounds may contradict each other: midgame values depend on the search path, and selective
            // searches make errors.
            let (lower, upper) = (old.lower.max(new.lower), old.upper.min(new.upper));
            if lower <= upper {
                // Keep the move of an exact value rather than that of another thread's fail-low.
                let is_proved_before = lower == upper && new.lower < lower;
                let moves = if is_proved_before { old.moves } else { moves };
                TtEntry { lower, upper, moves, ..new }
            } else {
                TtEntry { moves, ..new }
            }
        }
    }
}

/// Bounds, reach and certainty, moves, generation: 16, 16, 7, 3, 7, 7 and 8 bits from the lowest.
fn pack(entry: TtEntry, generation: u8) -> u64 {
    u64::from(entry.lower as u16)
        | u64::from(entry.upper as u16) << 16
        | u64::from(entry.draft.reach) << 32
        | (entry.draft.certainty as u64) << 39
        | u64::from(entry.moves[0]) << 42
        | u64::from(entry.moves[1]) << 49
        | u64::from(generation) << 56
}

#[inline]
fn unpack(data: u64) -> TtEntry {
    TtEntry {
        lower: data as i16,
        upper: (data >> 16) as i16,
        draft: Draft {
            reach: (data >> 32 & 127) as u8,
            certainty: Certainty::from_number((data >> 39 & 7) as usize),
        },
        moves: [(data >> 42 & 127) as u8, (data >> 49 & 127) as u8],
    }
}

/// A hash of the position: the two halves of one wide product.
#[inline]
pub(super) fn hash(board: Board) -> u64 {
    const KEYS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xd1b5_4a32_d192_ed03];
    let product = u128::from(board.player ^ KEYS[0]) * u128::from(board.opponent ^ KEYS[1]);
    (product >> 64) as u64 ^ product as u64
}

/// Entries of a private table; 32 bytes each, none across two lines of the cache. Not a parameter: the size of
/// the L2 cache sets it.
const ENTRIES: usize = 1 << 14;

/// Number of static evaluations that a thread keeps. Not a parameter: it is the size of a table. With 2^13 and 2^15 the
/// midgame search takes as long.
const EVALUATIONS: usize = 1 << 14;

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

/// The private tables of a thread: bounds on exact scores of recently solved positions, and static evaluations. The
/// former is direct-mapped, half a megabyte, small enough to stay mostly in the L2 cache.
#[derive(Debug)]
pub struct LocalTable {
    entries: Vec<LocalEntry>,
    pub evaluations: Evaluations<EVALUATIONS>,
}

impl Default for LocalTable {
    fn default() -> LocalTable {
        let empty = LocalEntry {
            board: Board { player: 0, opponent: 0 },
            lower: -64,
            upper: 64,
            best_move: NO_MOVE,
        };
        LocalTable { entries: vec![empty; ENTRIES], evaluations: Evaluations::default() }
    }
}

impl LocalTable {
    /// The entry of `board`.
    #[inline]
    pub fn probe(&self, board: Board) -> Option<LocalEntry> {
        let entry = self.entries[local_slot(board)];
        (entry.board == board).then_some(entry)
    }

    /// Prefetches the entry of `board` into the L1 cache.
    #[inline]
    pub fn prefetch(&self, board: Board) {
        prefetch(&self.entries[local_slot(board)]);
    }

    /// Records the result `best` of a null window at `alpha`.
    #[inline]
    pub fn store(&mut self, board: Board, alpha: i32, best: i32, best_move: u8) {
        let entry = &mut self.entries[local_slot(board)];
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
fn local_slot(board: Board) -> usize {
    (hash(board) >> 32) as usize % ENTRIES
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random_board(random: &mut fastrand::Rng) -> Board {
        let (a, b) = (random.u64(..), random.u64(..));
        Board { player: a & b, opponent: a & !b }
    }

    #[test]
    fn what_is_stored_is_found_and_nothing_else() {
        let table = TranspositionTable::new(1 << 12);
        let mut random = fastrand::Rng::with_seed(7);
        for i in 0..10_000 {
            let board = random_board(&mut random);
            assert_eq!(table.probe(board), None);
            let (lower, upper) = (-6400 + i % 100, i % 64);
            table.store(board, Draft::solved(20, Certainty::Full), lower, upper, (i % 64) as u8);
            let entry = TtEntry {
                lower,
                upper,
                draft: Draft::solved(20, Certainty::Full),
                moves: [(i % 64) as u8, NO_MOVE],
            };
            assert_eq!(table.probe(board), Some(entry));
            assert_eq!(table.probe(board.pass()), None);
        }
    }

    #[test]
    fn equal_drafts_merge_and_a_proof_outlives_estimates() {
        let table = TranspositionTable::new(1 << 12);
        let board = Board::START;
        table.store(board, Draft::midgame(9, Certainty::Full), -100, 6400, 19);
        table.store(board, Draft::midgame(9, Certainty::Full), -6400, 300, 26);
        let entry = table.probe(board).unwrap();
        assert_eq!((entry.lower, entry.upper, entry.moves), (-100, 300, [26, 19]));
        table.store(board, Draft::solved(60, Certainty::Full), 0, 0, 44);
        table.store(board, Draft::midgame(12, Certainty::Full), 5, 5, 19);
        let entry = table.probe(board).unwrap();
        assert_eq!((entry.lower, entry.upper, entry.moves), (0, 0, [44, 26]));
        assert!(entry.draft.is_solved());
        let next = board.play(19);
        table.store(next, Draft::solved(59, Certainty::Full), 4, 64, 18);
        table.store(next, Draft::solved(59, Certainty::Full), -64, 4, 20);
        let entry = table.probe(next).unwrap();
        assert_eq!((entry.lower, entry.upper, entry.moves[0]), (4, 4, 18), "20 only fails low");
    }

    #[test]
    fn torn_entries_are_not_found() {
        let mut table = TranspositionTable::new(64);
        let mut random = fastrand::Rng::with_seed(8);
        let (a, b) = (random_board(&mut random), random_board(&mut random));
        table.store(a, Draft::solved(10, Certainty::Full), -3, 5, 1);
        let kept: Vec<u64> = table.table.bucket(0).iter().map(|word| word.load(Relaxed)).collect();
        table.clear();
        table.store(b, Draft::solved(12, Certainty::Full), -7, 9, 2);
        for torn in [1usize, 2, 3, 4, 5, 6] {
            let bucket = table.table.bucket(0);
            let whole: Vec<u64> = bucket.iter().map(|word| word.load(Relaxed)).collect();
            for word in (0..WORDS).filter(|word| torn >> word & 1 != 0) {
                bucket[word].store(kept[word], Relaxed);
            }
            assert_eq!((table.probe(a), table.probe(b)), (None, None));
            (0..8).for_each(|word| bucket[word].store(whole[word], Relaxed));
        }
    }

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
            .find(|&rival| local_slot(rival) == local_slot(board))
            .unwrap();
        table.store(rival, 0, -2, NO_MOVE);
        assert!(table.probe(board).is_none());
        assert_eq!(table.probe(rival).map(|entry| (entry.lower, entry.upper)), Some((-64, -2)));
    }
}

/// Every order of the table's operations, and every value that relaxed memory may show.
#[cfg(all(test, loom))]
mod models {
    use loom::thread;

    use super::*;
    use crate::sync::in_every_order;

    const DRAFT: Draft = Draft::solved(10, Certainty::Full);

    #[test]
    fn model_of_two_writers_and_a_reader_of_othello() {
        in_every_order(|| {
            let slot = loom::sync::Arc::new(<[AtomicU64; WORDS]>::default());
            let boards = [Board::START, Board::START.play(19)];
            let entries = [(-3, 5, 1), (-7, 9, 2)];
            let entries = entries.map(|(lower, upper, best)| TtEntry {
                lower,
                upper,
                draft: DRAFT,
                moves: [best, NO_MOVE],
            });
            let writers = [0, 1].map(|i| {
                let slot = slot.clone();
                thread::spawn(move || write(&slot[..], boards[i], entries[i], 0))
            });
            for (board, entry) in boards.into_iter().zip(entries) {
                let found = matching(&slot[..], board).map(unpack);
                assert!(found.is_none_or(|it| it == entry), "{found:?}");
            }
            writers.into_iter().for_each(|writer| writer.join().unwrap());
        });
    }
}
