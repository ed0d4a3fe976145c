//! The exact endgame solver.
//!
//! Alpha-beta over final disc differences, empty squares counted for the winner, so that every value
//! is even. Three layers by the number of empty squares: sorted moves and the shared transposition
//! table far from the end, parity order and a small private table below, and `last` for the last
//! four. Once the meter says stop every value on the way up is meaningless and nothing is stored.

use super::hash::{Draft, HashTable, NO_MOVE};
use super::last;
use super::local::LocalTable;
use super::order::{self, Stack};
use crate::othello::board::Board;
use crate::othello::square::{CORNERS, Squares};
use crate::othello::stable::stable_count;
use crate::search::control::Meter;

/// Most empty squares at which moves are tried by parity, unsorted.
const SHALLOW: u32 = 6;

/// Fewest empty squares at which positions are kept in the shared table.
const SHARED: u32 = 10;

/// Fewest empty squares at which the replies' table entries are looked up before any is searched.
const ENHANCED_CUT: u32 = 11;

/// No value: below any score.
const NONE: i32 = -128;

/// A solver: what one thread needs to search to the end.
pub struct Solver<'a, 'c> {
    meter: &'a mut Meter<'c>,
    table: &'a HashTable,
    local: &'a mut LocalTable,
    stack: Stack,
    /// Nodes visited since the meter was last told.
    uncounted: u64,
}

impl<'a, 'c> Solver<'a, 'c> {
    /// A solver that counts on `meter` and remembers in `table` and, near the end, in `local`.
    pub fn new(
        meter: &'a mut Meter<'c>,
        table: &'a HashTable,
        local: &'a mut LocalTable,
    ) -> Solver<'a, 'c> {
        Solver { meter, table, local, stack: Stack::default(), uncounted: 0 }
    }

    /// Whether the values returned since are worthless.
    pub fn stopped(&self) -> bool {
        self.meter.stopped()
    }

    /// The value of `board` within the window `alpha..beta` (fail-soft: a value at or below `alpha`
    /// is an upper bound, one at or above `beta` a lower bound).
    pub fn search(&mut self, board: Board, alpha: i32, beta: i32) -> i32 {
        let empties = board.empty_count();
        if beta - alpha <= 1 {
            self.null_window(board, alpha, empties)
        } else {
            self.principal(board, alpha, beta, empties)
        }
    }

    /// Full-window node.
    fn principal(&mut self, board: Board, alpha: i32, beta: i32, empties: u32) -> i32 {
        self.count();
        let moves = board.legal_moves();
        if moves == 0 {
            if board.is_over() {
                return board.final_score();
            }
            return -self.principal(board.pass(), -beta, -alpha, empties);
        }
        let hash_moves = self.table.probe(board).map_or([NO_MOVE; 2], |entry| entry.moves);
        let start = self.stack.len();
        self.stack.push_moves(board, moves);
        self.weigh(order::odd_quadrants(board.empties()), start, empties, hash_moves);
        let (mut best, mut best_move) = (NONE, NO_MOVE);
        let mut at = start;
        while let Some(candidate) = self.stack.pick(at) {
            at += 1;
            let lower = alpha.max(best);
            let mut score = NONE;
            if best != NONE {
                score = -self.null_window(candidate.board, -lower - 1, empties - 1);
            }
            if best == NONE || (score > lower && score < beta) {
                score = -self.principal(candidate.board, -beta, -lower, empties - 1);
            }
            if self.meter.stopped() {
                break;
            }
            if score > best {
                (best, best_move) = (score, candidate.square);
                if best >= beta {
                    break;
                }
            }
        }
        self.stack.truncate(start);
        if !self.meter.stopped() {
            self.store(board, empties, (alpha, beta), best, best_move);
        }
        best
    }

    /// Null-window node at any number of empty squares.
    #[inline]
    fn null_window(&mut self, board: Board, alpha: i32, empties: u32) -> i32 {
        if empties >= SHARED {
            return self.deep(board, alpha, empties);
        }
        let odd = order::odd_quadrants(board.empties());
        if empties > SHALLOW {
            return self.middle(board, alpha, empties, odd);
        }
        if empties > 4 {
            self.shallow(board, alpha, empties, odd)
        } else {
            self.last(board, alpha, empties, odd)
        }
    }

    /// Null-window node with sorted moves and the shared table.
    fn deep(&mut self, board: Board, alpha: i32, empties: u32) -> i32 {
        // 1. Bounds without a search: stable discs, the table.
        self.count();
        if self.meter.stopped() {
            return alpha;
        }
        if let Some(bound) = stability_cut(board, alpha, empties) {
            return bound;
        }
        let mut hash_moves = [NO_MOVE; 2];
        if let Some(entry) = self.table.probe(board) {
            hash_moves = entry.moves;
            if entry.draft.is_solved()
                && let Some(bound) = settled(alpha, entry.lower.into(), entry.upper.into())
            {
                return bound;
            }
        }
        // 2. Moves; a pass searches the same position from the other side.
        let moves = board.legal_moves();
        if moves == 0 {
            if board.is_over() {
                return board.final_score();
            }
            return -self.deep(board.pass(), -alpha - 1, empties);
        }
        let start = self.stack.len();
        self.stack.push_moves(board, moves);
        if empties > SHARED {
            self.stack
                .list(start)
                .iter()
                .for_each(|candidate| self.table.prefetch(candidate.board));
        }
        self.weigh(order::odd_quadrants(board.empties()), start, empties, hash_moves);
        // 3. A reply already known to be bad enough for the opponent cuts at once.
        if empties >= ENHANCED_CUT
            && let Some((score, square)) = self.enhanced_cut(start, alpha)
        {
            self.stack.truncate(start);
            self.store(board, empties, (alpha, alpha + 1), score, square);
            return score;
        }
        // 4. Search, best first.
        let (mut best, mut best_move) = (NONE, NO_MOVE);
        let mut at = start;
        while let Some(candidate) = self.stack.pick(at) {
            at += 1;
            let score = -self.null_window(candidate.board, -alpha - 1, empties - 1);
            if score > best {
                (best, best_move) = (score, candidate.square);
                if best > alpha {
                    break;
                }
            }
        }
        self.stack.truncate(start);
        if !self.meter.stopped() {
            self.store(board, empties, (alpha, alpha + 1), best, best_move);
        }
        best
    }

    /// A move whose resulting position the table bounds tightly enough to exceed `alpha`.
    fn enhanced_cut(&mut self, start: usize, alpha: i32) -> Option<(i32, u8)> {
        let table = self.table;
        self.stack.list(start).iter().find_map(|candidate| {
            let entry = table.probe(candidate.board)?;
            let score = -i32::from(entry.upper);
            (entry.draft.is_solved() && score > alpha).then_some((score, candidate.square))
        })
    }

    fn weigh(&mut self, odd: u64, start: usize, empties: u32, hash_moves: [u8; 2]) {
        for candidate in self.stack.list(start) {
            candidate.weight = if candidate.square == hash_moves[0] {
                2 << 20
            } else if candidate.square == hash_moves[1] {
                1 << 20
            } else {
                order::endgame_weight(candidate.board, candidate.square, empties, odd)
            };
        }
    }

    /// Null-window node with sorted moves and the private table.
    fn middle(&mut self, board: Board, alpha: i32, empties: u32, odd: u64) -> i32 {
        self.count();
        if self.meter.stopped() {
            return alpha;
        }
        if let Some(bound) = stability_cut(board, alpha, empties) {
            return bound;
        }
        let mut hash_move = NO_MOVE;
        if let Some(entry) = self.local.probe(board) {
            if let Some(bound) = settled(alpha, entry.lower.into(), entry.upper.into()) {
                return bound;
            }
            hash_move = entry.best_move;
        }
        let moves = board.legal_moves();
        if moves == 0 {
            if board.is_over() {
                return board.final_score();
            }
            return -self.middle(board.pass(), -alpha - 1, empties, odd);
        }
        let start = self.stack.len();
        self.stack.push_moves(board, moves);
        if moves & (moves - 1) != 0 {
            self.weigh(odd, start, empties, [hash_move, NO_MOVE]);
        }
        let (mut best, mut best_move) = (NONE, NO_MOVE);
        let mut at = start;
        while let Some(candidate) = self.stack.pick(at) {
            at += 1;
            let next_odd = odd ^ order::quadrant_of(candidate.square);
            let score = if empties > SHALLOW + 1 {
                -self.middle(candidate.board, -alpha - 1, empties - 1, next_odd)
            } else {
                -self.shallow(candidate.board, -alpha - 1, empties - 1, next_odd)
            };
            if score > best {
                (best, best_move) = (score, candidate.square);
                if best > alpha {
                    break;
                }
            }
        }
        self.stack.truncate(start);
        if !self.meter.stopped() {
            self.local.store(board, alpha, best, best_move);
        }
        best
    }

    /// Null-window node near the end: quadrants with an odd number of empty squares first.
    fn shallow(&mut self, board: Board, alpha: i32, empties: u32, odd: u64) -> i32 {
        self.uncounted += 1;
        if let Some(bound) = stability_cut(board, alpha, empties) {
            return bound;
        }
        if let Some(entry) = self.local.probe(board)
            && let Some(bound) = settled(alpha, entry.lower.into(), entry.upper.into())
        {
            return bound;
        }
        let moves = board.legal_moves();
        if moves == 0 {
            if board.is_over() {
                return board.final_score();
            }
            return -self.shallow(board.pass(), -alpha - 1, empties, odd);
        }
        let mut best = NONE;
        for square in by_parity(moves, odd) {
            let next = board.play(square);
            let next_odd = odd ^ order::quadrant_of(square);
            let score = if empties == 5 {
                -self.last(next, -alpha - 1, 4, next_odd)
            } else {
                -self.shallow(next, -alpha - 1, empties - 1, next_odd)
            };
            if score > best {
                best = score;
                if best > alpha {
                    break;
                }
            }
        }
        self.local.store(board, alpha, best, NO_MOVE);
        best
    }

    /// Null-window node with at most four empty squares.
    #[inline]
    fn last(&mut self, board: Board, alpha: i32, empties: u32, odd: u64) -> i32 {
        let free = board.empties();
        if empties == 4 {
            return last::solve_4(board, alpha, free & odd, free & !odd, &mut self.uncounted);
        }
        last::solve_few(board, alpha, free, &mut self.uncounted)
    }

    /// Stores what a search with this window and result proves.
    fn store(
        &self,
        board: Board,
        empties: u32,
        (alpha, beta): (i32, i32),
        best: i32,
        best_move: u8,
    ) {
        let lower = if best > alpha { best } else { -64 };
        let upper = if best < beta { best } else { 64 };
        self.table.store(board, Draft::solved(empties), lower as i16, upper as i16, best_move);
    }

    #[inline]
    fn count(&mut self) {
        self.meter.count_many(1 + std::mem::take(&mut self.uncounted));
    }
}

/// `moves` in the order tried near the end: in odd quadrants before even ones, odd corners first.
#[inline]
fn by_parity(moves: u64, odd: u64) -> impl Iterator<Item = u8> {
    let (odd, even) = (moves & odd, moves & !odd);
    Squares(odd & CORNERS).chain(Squares(odd & !CORNERS)).chain(Squares(even))
}

/// What the bounds `lower..=upper` say about a null window at `alpha`.
#[inline]
fn settled(alpha: i32, lower: i32, upper: i32) -> Option<i32> {
    if lower > alpha {
        Some(lower)
    } else if upper <= alpha {
        Some(upper)
    } else {
        None
    }
}

/// An upper bound at or below `alpha` from the opponent's stable discs, looked for only where so
/// many are likely.
#[inline]
fn stability_cut(board: Board, alpha: i32, empties: u32) -> Option<i32> {
    let needed = 64 - alpha;
    if alpha < stability_threshold(empties) || 2 * (board.opponent.count_ones() as i32) < needed {
        return None;
    }
    let bound = 64 - 2 * stable_count(board.opponent, board.player) as i32;
    (bound <= alpha).then_some(bound)
}

#[inline]
const fn stability_threshold(empties: u32) -> i32 {
    2 * empties as i32 - 4
}
