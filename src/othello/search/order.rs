//! Move ordering of the endgame solver, and of the midgame near the leaves: fastest first.
//!
//! A move is worth more the fewer replies it leaves; parity and the square itself refine the order, farther
//! from the end and in the midgame potential replies, too, and in the solver stable edges. Nearer the end
//! these take more time than they save. The factors are near the fewest nodes of 20-empty test positions.
//! The moves of all nodes on the path live on one stack, so that a node allocates nothing.

use super::busy::Busy;
use crate::othello::rules::board::Board;
use crate::othello::rules::moves::potential_moves;
use crate::othello::rules::square::{CORNERS, Squares, bit};
use crate::othello::rules::stable::stable_edge_count;

/// The weights of the moves that the table names, above those of all others.
pub const FIRST: i32 = 2 << 20;
pub const SECOND: i32 = 1 << 20;

/// The weight of a move that comes last because another thread is searching it.
const DEFERRED: i32 = i32::MIN;

/// A move at a node and where it leads.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// The position after the move, from the other side.
    pub board: Board,
    /// The legal replies, once the move has been weighed.
    pub replies: u64,
    /// The square played.
    pub square: u8,
    /// Larger is searched earlier.
    pub weight: i32,
}

/// The lists of candidates of all nodes on the path.
#[derive(Debug, Default)]
pub struct Stack {
    candidates: Vec<Candidate>,
}

impl Stack {
    /// Where a node's list begins; give it back to [`Stack::truncate`].
    pub fn len(&self) -> usize {
        self.candidates.len()
    }

    /// Drops everything from `start` on.
    pub fn truncate(&mut self, start: usize) {
        self.candidates.truncate(start);
    }

    /// Adds every move of `moves`, legal on `board`, without weights.
    #[inline]
    pub fn push_moves(&mut self, board: Board, moves: u64) {
        for square in Squares(moves) {
            let board = board.play(square);
            self.candidates.push(Candidate { board, replies: 0, square, weight: 0 });
        }
    }

    /// Adds a move.
    #[inline(always)]
    pub fn push(&mut self, candidate: Candidate) {
        self.candidates.push(candidate);
    }

    /// Finds the replies to every candidate from `start` on and weighs it: the `hash_moves` come first, the
    /// others by `weight`.
    #[inline(always)]
    pub fn weigh(
        &mut self,
        start: usize,
        hash_moves: [u8; 2],
        mut weight: impl FnMut(Candidate) -> i32,
    ) {
        for candidate in self.list(start) {
            candidate.replies = candidate.board.legal_moves();
            candidate.weight = if candidate.square == hash_moves[0] {
                FIRST
            } else if candidate.square == hash_moves[1] {
                SECOND
            } else {
                weight(*candidate)
            };
        }
    }

    /// The list from `start` on.
    #[inline]
    pub fn list(&mut self, start: usize) -> &mut [Candidate] {
        &mut self.candidates[start..]
    }

    /// As [`Stack::pick`], but of the list from `start` on the moves that another thread is at come last,
    /// except for the first one. The picked one is noted in `busy`.
    #[inline]
    pub fn pick_free(&mut self, start: usize, at: usize, busy: &Busy) -> Option<Candidate> {
        loop {
            let picked = self.pick(at)?;
            let may_wait = at > start && picked.weight != DEFERRED;
            if !(may_wait && busy.contains(picked.board)) {
                busy.enter(picked.board);
                return Some(picked);
            }
            self.candidates[at] = Candidate { weight: DEFERRED, ..picked };
        }
    }

    /// Takes the best candidate from `at` on out of the list, in which the one at `at` fills its place;
    /// `None` past the end.
    #[inline]
    pub fn pick(&mut self, at: usize) -> Option<Candidate> {
        let rest = self.candidates.get_mut(at..)?;
        // Weight above, inverted place below: the greatest key is the first of the best, and finding it
        // takes no unpredictable branches.
        let key = |(place, candidate): (usize, &Candidate)| {
            i64::from(candidate.weight) << 32 | i64::from(!(place as u32))
        };
        let best = !(rest.iter().enumerate().map(key).max()? as u32) as usize;
        // Not swapped: the processor would wait for the picked one to be written twice before its search.
        let picked = rest[best];
        rest[best] = rest[0];
        Some(picked)
    }
}

/// The squares of every quadrant that has an odd number of empty squares.
#[inline]
pub fn odd_quadrants(empties: u64) -> u64 {
    let mut odd = 0;
    for corner in [0, 4, 32, 36] {
        let quadrant = quadrant_of(corner);
        if (empties & quadrant).count_ones() & 1 != 0 {
            odd |= quadrant;
        }
    }
    odd
}

/// The 4x4 quadrant around a square.
#[inline]
pub const fn quadrant_of(square: u8) -> u64 {
    0x0f0f_0f0f << (square & 0b10_0100)
}

/// Weight, near the end of the game, of a move that leaves these `replies`; `odd` are the odd quadrants.
#[inline]
pub fn near_weight(replies: u64, square: u8, odd: u64) -> i32 {
    let mut weight = -16 * replies.count_ones() as i32;
    weight -= 24 * (replies & CORNERS).count_ones() as i32;
    if odd & bit(square) != 0 {
        weight += 10;
    }
    weight + SQUARE_WORTH[usize::from(square & 63)]
}

/// [`near_weight`] and the potential replies in `next`, where the move leads.
#[inline]
pub fn mobility_weight(next: Board, replies: u64, square: u8, odd: u64) -> i32 {
    let potential = potential_moves(next.player, next.opponent).count_ones() as i32;
    near_weight(replies, square, odd) - 5 * potential
}

/// [`mobility_weight`] and the stable edge discs of the side that has moved.
#[inline]
pub fn endgame_weight(next: Board, replies: u64, square: u8, odd: u64) -> i32 {
    let stable = stable_edge_count(next.opponent, next.player) as i32;
    mobility_weight(next, replies, square, odd) + 4 * stable
}

/// Static worth of a square: corners draw, squares next to them repel.
static SQUARE_WORTH: [i32; 64] = square_worth();

const fn square_worth() -> [i32; 64] {
    const QUARTER: [[i32; 4]; 4] = [[11, 2, 10, 7], [2, 1, 4, 5], [10, 4, 9, 6], [7, 5, 6, 0]];
    let mut worth = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (x, y) = (square % 8, square / 8);
        let (x, y) = (if x < 4 { x } else { 7 - x }, if y < 4 { y } else { 7 - y });
        worth[square] = QUARTER[y][x];
        square += 1;
    }
    worth
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_are_picked_best_first_from_their_own_list() {
        let mut stack = Stack::default();
        stack.push_moves(Board::START, Board::START.legal_moves());
        let start = stack.len();
        stack.push_moves(Board::START, Board::START.legal_moves());
        for (candidate, weight) in stack.list(start).iter_mut().zip([3, 9, -4, 7]) {
            candidate.weight = weight;
        }
        let picked: Vec<i32> =
            (start..).map_while(|at| stack.pick(at)).map(|picked| picked.weight).collect();
        assert_eq!(picked, [9, 7, 3, -4]);
        stack.truncate(start);
        assert_eq!((stack.len(), stack.list(0)[0].weight), (4, 0));
    }

    #[test]
    fn a_move_that_another_thread_searches_comes_last_once() {
        let (mut stack, busy) = (Stack::default(), Busy::default());
        stack.push_moves(Board::START, Board::START.legal_moves());
        stack.list(0).iter_mut().zip([3, 9, -4, 7]).for_each(|(c, weight)| c.weight = weight);
        for candidate in &stack.list(0)[..4] {
            if [9, 7].contains(&candidate.weight) {
                busy.enter(candidate.board);
            }
        }
        let picked: Vec<Candidate> = (0..).map_while(|at| stack.pick_free(0, at, &busy)).collect();
        let weights: Vec<i32> = picked.iter().map(|candidate| candidate.weight).collect();
        assert_eq!(weights, [9, 3, -4, DEFERRED], "the first one is searched together");
        assert!(picked.iter().all(|candidate| busy.contains(candidate.board)));
        let squares: std::collections::BTreeSet<u8> = picked.iter().map(|c| c.square).collect();
        assert_eq!(squares.len(), 4, "none is lost or picked twice");
    }

    #[test]
    fn quadrants_are_odd_by_their_own_empty_squares() {
        assert_eq!(odd_quadrants(0), 0);
        assert_eq!(odd_quadrants(bit(0) | bit(63) | bit(62)), quadrant_of(27));
        assert_eq!(odd_quadrants(CORNERS), !0);
    }

    #[test]
    fn a_move_that_leaves_fewer_replies_is_worth_more() {
        let stuck = Board { player: 0x0700, opponent: 0xff };
        let free = Board { player: 0xff, opponent: 0x0700 };
        let weight = |next: Board| endgame_weight(next, next.legal_moves(), 20, 0);
        assert!(weight(stuck) > weight(free));
        assert!(near_weight(0x0e, 20, 0) < near_weight(0x06, 20, 0));
        assert!(near_weight(0x01, 20, 0) < near_weight(0x02, 20, 0), "a corner is worth more");
        let (replies, square) = (0x06, 20);
        let crowded = mobility_weight(Board { player: 1, opponent: 2 }, replies, square, 0);
        let hidden = mobility_weight(Board { player: 2, opponent: 1 }, replies, square, 0);
        assert_eq!(hidden - crowded, 5 * (4 - 2));
    }

    #[test]
    fn odd_quadrants_good_squares_and_stable_edges_are_worth_something() {
        assert!(near_weight(0, 20, !0) > near_weight(0, 20, 0));
        assert!(near_weight(0, 0, 0) > near_weight(0, 9, 0));
        let next = Board { player: 0, opponent: 0x0707 };
        let (replies, square) = (0, 20);
        let gained =
            endgame_weight(next, replies, square, 0) - mobility_weight(next, replies, square, 0);
        assert_eq!(gained, 4 * 4, "a1, b1, c1 and a2, not b2");
    }
}
