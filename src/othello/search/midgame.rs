//! The midgame search: principal variation search over evaluated leaves.
//!
//! Values are in 1/100 disc for the side to move; a finished game counts its exact result. A pass
//! costs no depth. Once the meter says stop every value on the way up is meaningless and nothing is
//! stored.

use super::eval::{LIMIT, evaluate};
use super::hash::{Draft, Entry, HashTable, NO_MOVE};
use super::order::{self, Stack};
use crate::othello::board::Board;
use crate::search::control::Meter;

/// Least depth at which moves are ordered by their evaluation instead of the replies they leave.
const EVALUATED_ORDER: u32 = 3;

/// No value: below any score.
const NONE: i32 = -30_000;

/// A midgame search of one thread to a fixed depth.
pub struct Midgame<'a, 'c> {
    meter: &'a mut Meter<'c>,
    table: &'a HashTable,
    stack: Stack,
}

impl<'a, 'c> Midgame<'a, 'c> {
    /// A search that counts on `meter` and remembers in `table`.
    pub fn new(meter: &'a mut Meter<'c>, table: &'a HashTable) -> Midgame<'a, 'c> {
        Midgame { meter, table, stack: Stack::default() }
    }

    /// Whether the values returned since are worthless.
    pub fn stopped(&self) -> bool {
        self.meter.stopped()
    }

    /// The value of `board` searched `depth` plies deep within the window `alpha..beta`
    /// (fail-soft).
    pub fn search(&mut self, board: Board, alpha: i32, beta: i32, depth: u32) -> i32 {
        // 1. Leaves.
        self.meter.count();
        if self.meter.stopped() {
            return alpha;
        }
        let moves = board.legal_moves();
        if moves == 0 && board.pass().legal_moves() == 0 {
            return board.final_score() * 100;
        }
        if depth == 0 {
            return evaluate(board);
        }
        if moves == 0 {
            return -self.search(board.pass(), -beta, -alpha, depth);
        }
        // 2. What the table knows.
        let mut hash_moves = [NO_MOVE; 2];
        if let Some(entry) = self.table.probe(board) {
            hash_moves = entry.moves;
            if let Some(value) = known_value(entry, depth, alpha, beta) {
                return value;
            }
        }
        // 3. Moves in order.
        let start = self.stack.len();
        self.stack.push_moves(board, moves);
        self.weigh(board, start, depth, hash_moves);
        // 4. Search: the first move with the full window, the others have to prove themselves.
        let (mut best, mut best_move) = (NONE, NO_MOVE);
        let mut at = start;
        while let Some(candidate) = self.stack.pick(at) {
            at += 1;
            let lower = alpha.max(best);
            let mut score = NONE;
            if best != NONE {
                score = -self.search(candidate.board, -lower - 1, -lower, depth - 1);
            }
            if best == NONE || (score > lower && score < beta && !self.meter.stopped()) {
                score = -self.search(candidate.board, -beta, -lower, depth - 1);
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
            let lower = if best > alpha { best } else { -LIMIT };
            let upper = if best < beta { best } else { LIMIT };
            self.table.store(board, Draft::midgame(depth), lower as i16, upper as i16, best_move);
        }
        best
    }

    fn weigh(&mut self, board: Board, start: usize, depth: u32, hash_moves: [u8; 2]) {
        let empties = board.empty_count();
        let odd = order::odd_quadrants(board.empties());
        for candidate in self.stack.list(start) {
            candidate.weight = if candidate.square == hash_moves[0] {
                2 << 20
            } else if candidate.square == hash_moves[1] {
                1 << 20
            } else if depth >= EVALUATED_ORDER {
                -evaluate(candidate.board)
            } else {
                order::endgame_weight(candidate.board, candidate.square, empties, odd)
            };
        }
    }
}

/// The value a table entry gives a search of `depth` plies in this window, if it settles it.
fn known_value(entry: Entry, depth: u32, alpha: i32, beta: i32) -> Option<i32> {
    if entry.draft < Draft::midgame(depth) {
        return None;
    }
    let unit = if entry.draft.is_solved() { 100 } else { 1 };
    let (lower, upper) = (i32::from(entry.lower) * unit, i32::from(entry.upper) * unit);
    if lower >= beta || lower == upper {
        Some(lower)
    } else if upper <= alpha {
        Some(upper)
    } else {
        None
    }
}
