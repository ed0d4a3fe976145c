//! The exact endgame solver.
//!
//! Alpha-beta over final disc differences, empty squares counted for the winner, so that every value
//! is even. Five layers by the number of empty squares: far from the end moves are ordered by their
//! values and shallow searches may cut; then by how few replies they leave, with the shared
//! transposition table and nearer the end with a small private one; then by parity; and `last` has the
//! last four.

use std::ops::ControlFlow;

use super::busy::Busy;
use super::eval::{LIMIT, Node};
use super::hash::{Draft, NO_MOVE};
use super::last;
use super::order::{self, Candidate};
use super::probcut::{Certainty, endgame_probe};
use super::worker::{Worker, bounds, settled};
use crate::othello::rules::board::Board;
use crate::othello::rules::square::{CORNERS, Squares, bit};
use crate::othello::rules::stable::stable_count;

/// Most empty squares at which moves are tried by parity, unsorted.
const SHALLOW: u32 = 6;

/// Fewest empty squares at which positions are kept in the shared table.
const SHARED: u32 = 10;

/// Fewest empty squares at which the replies' table entries are looked up before any is searched.
const ENHANCED_CUT: u32 = 11;

/// Fewest empty squares at which moves are ordered by their values and shallow searches may cut.
const EVALUATED: u32 = 14;

/// Fewest empty squares at which threads share the moves of a node out.
const DIVIDED: u32 = 12;

/// Empty squares at which moves are ordered by a static value, one ply deeper for every three more, and
/// the deepest such search.
const ORDER_BY_SEARCH: u32 = 15;
const MOST_ORDER_DEPTH: u32 = 4;

/// What a disc of a value counts against the other signs of a good move.
const VALUE_WEIGHT: i32 = 6;

/// Twice the discs that a side must have beyond the stable ones it needs, so that counting these is worth
/// its time: hardly ever are all of them stable.
const UNSTABLE: i32 = 12;

/// No value: below any score.
const NONE: i32 = -128;

impl Worker<'_, '_> {
    /// The final score of `node` within the window `alpha..beta` (fail-soft: a value at or below `alpha`
    /// is an upper bound, one at or above `beta` a lower bound), as certain as this thread is.
    pub fn solve(&mut self, node: &Node, alpha: i32, beta: i32) -> i32 {
        let (empties, moves) = (node.board.empty_count(), node.board.legal_moves());
        if beta - alpha > 1 {
            self.principal(node, moves, alpha, beta, empties)
        } else if empties >= EVALUATED {
            self.upper(node, moves, alpha, empties)
        } else {
            self.null_window(node.board, moves, alpha, empties)
        }
    }

    /// Full-window node.
    fn principal(&mut self, node: &Node, moves: u64, alpha: i32, beta: i32, empties: u32) -> i32 {
        self.count();
        let board = node.board;
        if moves == 0 {
            let replies = board.pass().legal_moves();
            if replies == 0 {
                return board.final_score();
            }
            return -self.principal(&node.pass(), replies, -beta, -alpha, empties);
        }
        let hash_moves = self.table.probe(board).map_or([NO_MOVE; 2], |entry| entry.moves);
        let start = self.stack.len();
        self.stack.push_moves(board, moves);
        if empties >= EVALUATED {
            self.weigh_to_solve(node, start, empties, hash_moves);
        } else {
            self.weigh(order::odd_quadrants(board.empties()), start, hash_moves);
        }
        let (mut best, mut best_move) = (NONE, NO_MOVE);
        let mut at = start;
        while let Some(candidate) = self.stack.pick(at) {
            at += 1;
            let lower = alpha.max(best);
            let next = node.after(candidate.square, candidate.board);
            let mut score = NONE;
            if best != NONE {
                score = -self.solve(&next, -lower - 1, -lower);
            }
            if best == NONE || (score > lower && score < beta) {
                score = -self.principal(&next, candidate.replies, -beta, -lower, empties - 1);
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
            self.store(board, empties, self.certainty, (alpha, beta), best, best_move);
        }
        best
    }

    /// Null-window node far from the end: moves in the order of their values, and cuts by what shallow
    /// searches make likely.
    fn upper(&mut self, node: &Node, moves: u64, alpha: i32, empties: u32) -> i32 {
        let board = node.board;
        let hash_moves = match self.look_up(board, alpha, empties, self.certainty) {
            ControlFlow::Break(bound) => return bound,
            ControlFlow::Continue(hash_moves) => hash_moves,
        };
        if moves == 0 {
            let replies = board.pass().legal_moves();
            if replies == 0 {
                return board.final_score();
            }
            return -self.upper(&node.pass(), replies, -alpha - 1, empties);
        }
        if let Some(bound) = self.probable_end(node, moves, alpha, empties) {
            return bound;
        }
        if self.meter.stopped() {
            return alpha;
        }
        let start = self.stack.len();
        self.stack.push_moves(board, moves);
        let table = self.table;
        self.stack.list(start).iter().for_each(|candidate| table.prefetch(candidate.board));
        let reply = Draft::solved(empties - 1, self.certainty);
        if let Some(found) = self.enhanced_cut(start, alpha, reply) {
            self.stack.truncate(start);
            return self.prove(board, alpha, empties, self.certainty, found);
        }
        self.weigh_to_solve(node, start, empties, hash_moves);
        if self.meter.stopped() {
            self.stack.truncate(start);
            return alpha;
        }
        let found = self.best_of(start, alpha, self.busy, |this, candidate| {
            let Candidate { board, replies, square, .. } = candidate;
            if empties > EVALUATED {
                this.upper(&node.after(square, board), replies, -alpha - 1, empties - 1)
            } else {
                this.null_window(board, replies, -alpha - 1, empties - 1)
            }
        });
        self.prove(board, alpha, empties, self.certainty, found)
    }

    /// What is known of a null-window node without its moves, from stable discs and the table: a bound
    /// that settles it, or the moves to try first.
    #[inline(always)]
    fn look_up(
        &mut self,
        board: Board,
        alpha: i32,
        empties: u32,
        certainty: Certainty,
    ) -> ControlFlow<i32, [u8; 2]> {
        self.count();
        if self.meter.stopped() {
            return ControlFlow::Break(alpha);
        }
        if let Some(bound) = stability_cut(board, alpha, empties) {
            return ControlFlow::Break(bound);
        }
        let Some(entry) = self.table.probe(board) else {
            return ControlFlow::Continue([NO_MOVE; 2]);
        };
        if entry.draft.is_worth(Draft::solved(empties, certainty))
            && let Some(bound) = settled(bounds(&entry), alpha, alpha + 1)
        {
            return ControlFlow::Break(bound);
        }
        ControlFlow::Continue(entry.moves)
    }

    /// Values the candidates from `start` on, best first, until one exceeds `alpha`, and drops them:
    /// the best score and its square. `value_reply` is from the side of the reply. Moves that another
    /// thread is at, if `busy` tells, come last.
    #[inline(always)]
    fn best_of(
        &mut self,
        start: usize,
        alpha: i32,
        busy: Option<&Busy>,
        mut value_reply: impl FnMut(&mut Self, Candidate) -> i32,
    ) -> (i32, u8) {
        let mut best = (NONE, NO_MOVE);
        let mut at = start;
        while let Some(candidate) = self.next_move(start, at, busy) {
            at += 1;
            let score = -value_reply(self, candidate);
            if let Some(busy) = busy {
                busy.leave(candidate.board);
            }
            if score > best.0 {
                best = (score, candidate.square);
                if score > alpha {
                    break;
                }
            }
        }
        self.stack.truncate(start);
        best
    }

    /// Stores what a null-window search at `alpha` has `found`, unless it was stopped; the score.
    #[inline]
    fn prove(
        &self,
        board: Board,
        alpha: i32,
        empties: u32,
        certainty: Certainty,
        (score, square): (i32, u8),
    ) -> i32 {
        if !self.meter.stopped() {
            self.store(board, empties, certainty, (alpha, alpha + 1), score, square);
        }
        score
    }

    /// What a shallow search makes likely enough about a null window at `alpha` to be believed.
    fn probable_end(&mut self, node: &Node, moves: u64, alpha: i32, empties: u32) -> Option<i32> {
        let probe = endgame_probe(self.weights.deviation(), self.certainty, empties)?;
        // In the middle of the window; the odd score between the two even ones takes 2 % more nodes.
        let between = 100 * alpha + 50;
        let is_high = node.value(moves, self.weights) > between;
        self.confirms(node, moves, is_high, between, probe).then_some(if is_high {
            alpha + 1
        } else {
            alpha
        })
    }

    fn weigh_to_solve(&mut self, node: &Node, start: usize, empties: u32, hash_moves: [u8; 2]) {
        let odd = order::odd_quadrants(node.board.empties());
        let depth = (empties.saturating_sub(ORDER_BY_SEARCH) / 3).min(MOST_ORDER_DEPTH);
        for at in 0..self.stack.list(start).len() {
            if self.meter.stopped() {
                return;
            }
            let candidate = self.stack.list(start)[at];
            let replies = candidate.board.legal_moves();
            let weight = if candidate.square == hash_moves[0] {
                order::FIRST
            } else if candidate.square == hash_moves[1] {
                order::SECOND
            } else {
                let next = node.after(candidate.square, candidate.board);
                let value = self.midgame(&next, replies, -LIMIT, LIMIT, depth);
                order::endgame_weight(next.board, replies, candidate.square, odd)
                    - value * VALUE_WEIGHT / 100
            };
            let candidate = &mut self.stack.list(start)[at];
            (candidate.weight, candidate.replies) = (weight, replies);
        }
    }

    /// Null-window node below [`EVALUATED`], where there are these `moves`.
    #[inline]
    fn null_window(&mut self, board: Board, moves: u64, alpha: i32, empties: u32) -> i32 {
        if empties >= SHARED {
            return self.deep(board, moves, alpha, empties);
        }
        let odd = order::odd_quadrants(board.empties());
        if empties > SHALLOW {
            return self.middle(board, moves, alpha, empties, odd);
        }
        if empties > 4 {
            self.shallow(board, moves, alpha, empties, odd)
        } else {
            self.last(board, alpha, empties)
        }
    }

    /// Null-window node with sorted moves and the shared table.
    fn deep(&mut self, board: Board, moves: u64, alpha: i32, empties: u32) -> i32 {
        let hash_moves = match self.look_up(board, alpha, empties, Certainty::Full) {
            ControlFlow::Break(bound) => return bound,
            ControlFlow::Continue(hash_moves) => hash_moves,
        };
        if moves == 0 {
            let replies = board.pass().legal_moves();
            if replies == 0 {
                return board.final_score();
            }
            return -self.deep(board.pass(), replies, -alpha - 1, empties);
        }
        let start = self.stack.len();
        self.stack.push_moves(board, moves);
        if empties > SHARED {
            let table = self.table;
            self.stack.list(start).iter().for_each(|candidate| table.prefetch(candidate.board));
        }
        self.weigh(order::odd_quadrants(board.empties()), start, hash_moves);
        if empties >= ENHANCED_CUT
            && let Some(found) = self.enhanced_cut(start, alpha, Draft::EXACT)
        {
            self.stack.truncate(start);
            return self.prove(board, alpha, empties, Certainty::Full, found);
        }
        let busy = self.busy.filter(|_| empties >= DIVIDED);
        let found = self.best_of(start, alpha, busy, |this, Candidate { board, replies, .. }| {
            this.null_window(board, replies, -alpha - 1, empties - 1)
        });
        self.prove(board, alpha, empties, Certainty::Full, found)
    }

    /// A move whose resulting position the table bounds tightly enough to exceed `alpha`.
    fn enhanced_cut(&mut self, start: usize, alpha: i32, draft: Draft) -> Option<(i32, u8)> {
        let table = self.table;
        self.stack.list(start).iter().find_map(|candidate| {
            let entry = table.probe(candidate.board)?;
            let score = -i32::from(entry.upper);
            (score > alpha && entry.draft.is_worth(draft)).then_some((score, candidate.square))
        })
    }

    fn weigh(&mut self, odd: u64, start: usize, hash_moves: [u8; 2]) {
        self.stack.weigh(start, hash_moves, |Candidate { board, replies, square, .. }| {
            order::endgame_weight(board, replies, square, odd)
        });
    }

    /// Null-window node with sorted moves and the private table.
    fn middle(&mut self, board: Board, moves: u64, alpha: i32, empties: u32, odd: u64) -> i32 {
        self.count();
        if self.meter.stopped() {
            return alpha;
        }
        if let Some(bound) = stability_cut(board, alpha, empties) {
            return bound;
        }
        let mut hash_move = NO_MOVE;
        if let Some(entry) = self.local.probe(board) {
            let bounds = (entry.lower.into(), entry.upper.into());
            if let Some(bound) = settled(bounds, alpha, alpha + 1) {
                return bound;
            }
            hash_move = entry.best_move;
        }
        if moves == 0 {
            let replies = board.pass().legal_moves();
            if replies == 0 {
                return board.final_score();
            }
            return -self.middle(board.pass(), replies, -alpha - 1, empties, odd);
        }
        let start = self.stack.len();
        self.push_near(board, moves, hash_move, odd);
        let (best, best_move) = self.best_of(start, alpha, None, |this, candidate| {
            let Candidate { board, replies, square, .. } = candidate;
            let next_odd = odd ^ order::quadrant_of(square);
            if empties > SHALLOW + 1 {
                this.middle(board, replies, -alpha - 1, empties - 1, next_odd)
            } else {
                this.shallow(board, replies, -alpha - 1, empties - 1, next_odd)
            }
        });
        if !self.meter.stopped() {
            self.local.store(board, alpha, best, best_move);
        }
        best
    }

    /// Adds every move of `moves`, weighed for the layer of the private table.
    #[inline(always)]
    fn push_near(&mut self, board: Board, moves: u64, hash_move: u8, odd: u64) {
        for square in Squares(moves) {
            let next = board.play(square);
            self.local.prefetch(next);
            let replies = next.legal_moves();
            let weight = if square == hash_move {
                order::FIRST
            } else {
                order::near_weight(replies, square, odd)
            };
            self.stack.push(Candidate { board: next, replies, square, weight });
        }
    }

    /// Null-window node near the end: quadrants with an odd number of empty squares first.
    fn shallow(&mut self, board: Board, moves: u64, alpha: i32, empties: u32, odd: u64) -> i32 {
        self.uncounted += 1;
        if let Some(bound) = stability_cut(board, alpha, empties) {
            return bound;
        }
        if let Some(entry) = self.local.probe(board)
            && let Some(bound) = settled((entry.lower.into(), entry.upper.into()), alpha, alpha + 1)
        {
            return bound;
        }
        if moves == 0 {
            let replies = board.pass().legal_moves();
            if replies == 0 {
                return board.final_score();
            }
            return -self.shallow(board.pass(), replies, -alpha - 1, empties, odd);
        }
        let mut best = NONE;
        let mut rest = moves;
        while rest != 0 {
            let square = next_by_parity(rest, odd);
            rest ^= bit(square);
            let next = board.play(square);
            let next_odd = odd ^ order::quadrant_of(square);
            let score = if empties == 5 {
                -self.last(next, -alpha - 1, 4)
            } else {
                self.local.prefetch(next);
                -self.shallow(next, next.legal_moves(), -alpha - 1, empties - 1, next_odd)
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
    fn last(&mut self, board: Board, alpha: i32, empties: u32) -> i32 {
        let free = board.empties();
        if empties == 4 {
            if let Some(bound) = stability_cut(board, alpha, empties) {
                self.uncounted += 1;
                return bound;
            }
            return last::solve_4(board, alpha, free, &mut self.uncounted);
        }
        last::solve_few(board, alpha, free, &mut self.uncounted)
    }

    /// Stores what a search with this window and result proves.
    fn store(
        &self,
        board: Board,
        empties: u32,
        certainty: Certainty,
        (alpha, beta): (i32, i32),
        best: i32,
        best_move: u8,
    ) {
        let lower = if best > alpha { best } else { -64 };
        let upper = if best < beta { best } else { 64 };
        let draft = Draft::solved(empties, certainty);
        self.table.store(board, draft, lower as i16, upper as i16, best_move);
    }
}

/// The one of `moves`, of which there is at least one, to try next near the end: in odd quadrants before
/// even ones, odd corners first.
#[inline(always)]
fn next_by_parity(moves: u64, odd: u64) -> u8 {
    let odd_moves = moves & odd;
    let odd_corners = odd_moves & CORNERS;
    let rest = if odd_moves != 0 { odd_moves } else { moves };
    let first = if odd_corners != 0 { odd_corners } else { rest };
    first.trailing_zeros() as u8
}

/// An upper bound at or below `alpha` from the opponent's stable discs, looked for only where so
/// many are likely.
#[inline]
fn stability_cut(board: Board, alpha: i32, empties: u32) -> Option<i32> {
    let worth_counting = 64 - alpha + UNSTABLE;
    let discs = board.opponent.count_ones() as i32;
    if alpha < stability_threshold(empties) || 2 * discs < worth_counting {
        return None;
    }
    let bound = 64 - 2 * stable_count(board.opponent, board.player) as i32;
    (bound <= alpha).then_some(bound)
}

/// The least alpha at which stable discs are looked for.
#[inline]
const fn stability_threshold(empties: u32) -> i32 {
    2 * empties as i32 - 4
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::eval::weights::Weights;
    use crate::othello::search::hash::HashTable;
    use crate::othello::search::local::LocalTable;
    use crate::search::control::{Control, Meter};
    use crate::search::limits::Limits;

    /// The value in the window `alpha..beta`, and the nodes it takes.
    fn solved(board: Board, alpha: i32, beta: i32) -> (i32, u64) {
        let (control, weights) = (Control::unlimited(), Weights::embedded());
        let mut meter = Meter::new(&control, &Limits::default());
        let (table, mut local) = (HashTable::new(1 << 12), LocalTable::default());
        let mut worker = Worker::new(&mut meter, &table, &mut local, &weights);
        let value = worker.solve(&Node::of(board), alpha, beta);
        drop(worker);
        (value, meter.total_nodes())
    }

    #[test]
    fn stable_discs_settle_the_last_four_squares_at_once() {
        let (player, free) = (bit(63), bit(27) | bit(28) | bit(35) | bit(36));
        let board = Board { player, opponent: !(player | free) };
        let (score, _) = solved(board, -65, 65);
        let (bound, nodes) = solved(board, 10, 11);
        assert!(score <= bound && bound <= 10);
        assert_eq!(nodes, 1);
        assert!(solved(board, 0, 1).1 > 1, "nobody looks for stable discs in so low a window");
    }

    #[test]
    fn odd_corners_are_tried_first_and_even_quadrants_last() {
        let odd = order::quadrant_of(0) | order::quadrant_of(63);
        let mut moves = bit(7) | bit(9) | bit(36) | bit(56) | bit(63);
        let tried = std::iter::from_fn(|| {
            let square = (moves != 0).then(|| next_by_parity(moves, odd))?;
            moves ^= bit(square);
            Some(square)
        });
        assert_eq!(tried.collect::<Vec<_>>(), [63, 9, 36, 7, 56]);
    }
}
