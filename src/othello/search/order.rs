//! Move ordering of the endgame solver, and of the midgame near the leaves: fastest first.
//!
//! The fewer replies a move leaves, the higher its score. Parity and the square played refine that, as do potential
//! replies far from the end and, in the solver, stable edge discs; nearer the end these take more time than they
//! save. The moves of all nodes on the path are on one stack, so that a node allocates nothing.

use super::abdada::Abdada;
use super::params::Params;
use crate::othello::rules::board::Board;
use crate::othello::rules::moves::potential_moves;
use crate::othello::rules::square::{CORNERS, Squares, bit};
use crate::othello::rules::stable::stable_edge_count;

/// The weight of a move from the transposition table, above those of all others.
pub const HASH_MOVE: i32 = 2 << 20;
pub const SECOND_HASH_MOVE: i32 = 1 << 20;

/// The weight of a deferred move, which another thread is searching.
const DEFERRED: i32 = i32::MIN;

/// A move at a node and the position after it.
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
    /// Where a node's list begins; pass it to [`Stack::truncate`] later.
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
                HASH_MOVE
            } else if candidate.square == hash_moves[1] {
                SECOND_HASH_MOVE
            } else {
                weight(*candidate)
            };
        }
    }

    /// Weighs only the move on `square` in the list from `start` on, so that it is picked first. Returns whether there
    /// is one.
    pub fn weigh_alone(&mut self, start: usize, square: u8) -> bool {
        let mut list = self.list(start).iter_mut();
        let Some(candidate) = list.find(|candidate| candidate.square == square) else {
            return false;
        };
        candidate.replies = candidate.board.legal_moves();
        candidate.weight = HASH_MOVE;
        true
    }

    /// The list from `start` on.
    #[inline]
    pub fn list(&mut self, start: usize) -> &mut [Candidate] {
        &mut self.candidates[start..]
    }

    /// Like [`Stack::pick`], but defers moves of the list from `start` on that another thread is searching,
    /// except the first one. Enters the picked move in `abdada`.
    #[inline]
    pub fn pick_or_defer(&mut self, start: usize, at: usize, abdada: &Abdada) -> Option<Candidate> {
        loop {
            let picked = self.pick(at)?;
            let may_wait = at > start && picked.weight != DEFERRED;
            if !(may_wait && abdada.contains(picked.board)) {
                abdada.enter(picked.board);
                return Some(picked);
            }
            self.candidates[at] = Candidate { weight: DEFERRED, ..picked };
        }
    }

    /// Removes the best candidate from `at` on from the list and fills its place with the one at `at`; `None`
    /// past the end.
    #[inline]
    pub fn pick(&mut self, at: usize) -> Option<Candidate> {
        let rest = self.candidates.get_mut(at..)?;
        // The weight above the inverted place: the greatest key is the first of the best candidates, and
        // finding it takes no unpredictable branches.
        let key = |(place, candidate): (usize, &Candidate)| {
            i64::from(candidate.weight) << 32 | i64::from(!(place as u32))
        };
        let best = !(rest.iter().enumerate().map(key).max()? as u32) as usize;
        // Not swapped: writing the picked one a second time before its search would stall the processor.
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

/// The 4x4 quadrant of a square.
#[inline]
pub const fn quadrant_of(square: u8) -> u64 {
    0x0f0f_0f0f << (square & 0b10_0100)
}

/// Weights of the features of a move.
#[derive(Clone, Debug)]
pub struct OrderWeights {
    reply: i32,
    corner_reply: i32,
    parity: i32,
    potential_reply: i32,
    stable_edge: i32,
    /// Bonus of the square played: positive for corners, negative next to them.
    square: [i32; 64],
}

impl OrderWeights {
    pub fn new(params: &Params) -> OrderWeights {
        let p = params;
        let quarter = [
            [p.square_a1, p.square_b1, p.square_c1, p.square_d1],
            [p.square_b1, p.square_b2, p.square_c2, p.square_d2],
            [p.square_c1, p.square_c2, p.square_c3, p.square_d3],
            [p.square_d1, p.square_d2, p.square_d3, p.square_d4],
        ];
        let from_edge = |line: usize| line.min(7 - line);
        OrderWeights {
            reply: params.order_reply,
            corner_reply: params.order_corner_reply,
            parity: params.order_parity,
            potential_reply: params.order_potential_reply,
            stable_edge: params.order_stable_edge,
            square: std::array::from_fn(|square| {
                quarter[from_edge(square / 8)][from_edge(square % 8)]
            }),
        }
    }

    /// Weight near the end of the game of a move that leaves these `replies`; `odd` has the odd quadrants.
    #[inline]
    pub fn near_end(&self, replies: u64, square: u8, odd: u64) -> i32 {
        let mut weight = -self.reply * replies.count_ones() as i32;
        weight -= self.corner_reply * (replies & CORNERS).count_ones() as i32;
        if odd & bit(square) != 0 {
            weight += self.parity;
        }
        weight + self.square[usize::from(square & 63)]
    }

    /// [`OrderWeights::near_end`] and the potential replies in `next`, where the move leads.
    #[inline]
    pub fn midgame(&self, next: Board, replies: u64, square: u8, odd: u64) -> i32 {
        let potential = potential_moves(next.player, next.opponent).count_ones() as i32;
        self.near_end(replies, square, odd) - self.potential_reply * potential
    }

    /// [`OrderWeights::midgame`] and the stable edge discs of the side that has moved.
    #[inline]
    pub fn endgame(&self, next: Board, replies: u64, square: u8, odd: u64) -> i32 {
        let stable = stable_edge_count(next.opponent, next.player) as i32;
        self.midgame(next, replies, square, odd) + self.stable_edge * stable
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights() -> OrderWeights {
        OrderWeights::new(&Params::default())
    }

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
        let (mut stack, abdada) = (Stack::default(), Abdada::default());
        stack.push_moves(Board::START, Board::START.legal_moves());
        stack.list(0).iter_mut().zip([3, 9, -4, 7]).for_each(|(c, weight)| c.weight = weight);
        for candidate in &stack.list(0)[..4] {
            if [9, 7].contains(&candidate.weight) {
                abdada.enter(candidate.board);
            }
        }
        let picked: Vec<Candidate> =
            (0..).map_while(|at| stack.pick_or_defer(0, at, &abdada)).collect();
        let weights: Vec<i32> = picked.iter().map(|candidate| candidate.weight).collect();
        assert_eq!(weights, [9, 3, -4, DEFERRED], "the first one is searched together");
        assert!(picked.iter().all(|candidate| abdada.contains(candidate.board)));
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
        let weight = |next: Board| weights().endgame(next, next.legal_moves(), 20, 0);
        assert!(weight(stuck) > weight(free));
        assert!(weights().near_end(0x0e, 20, 0) < weights().near_end(0x06, 20, 0));
        assert!(
            weights().near_end(0x01, 20, 0) < weights().near_end(0x02, 20, 0),
            "a corner is worth more"
        );
        let (replies, square) = (0x06, 20);
        let crowded = weights().midgame(Board { player: 1, opponent: 2 }, replies, square, 0);
        let hidden = weights().midgame(Board { player: 2, opponent: 1 }, replies, square, 0);
        assert_eq!(hidden - crowded, 5 * (4 - 2));
    }

    #[test]
    fn odd_quadrants_good_squares_and_stable_edges_are_worth_something() {
        assert!(weights().near_end(0, 20, !0) > weights().near_end(0, 20, 0));
        assert!(weights().near_end(0, 0, 0) > weights().near_end(0, 9, 0));
        let next = Board { player: 0, opponent: 0x0707 };
        let (replies, square) = (0, 20);
        let gained = weights().endgame(next, replies, square, 0)
            - weights().midgame(next, replies, square, 0);
        assert_eq!(gained, 4 * 4, "a1, b1, c1 and a2, not b2");
    }
}
