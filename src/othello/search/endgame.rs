//! The exact endgame solver.
//!
//! Alpha-beta over final disc differences, empty squares counted for the winner, so every value is even.
//! The fewer squares are empty, the cheaper a node must be. Layers, from many empty squares to few:
//!
//! | node | table | move ordering | cut-offs besides the table's |
//! |---|---|---|---|
//! | `selective_node` | shared | shallow searches | stability, ETC, ProbCut |
//! | `shared_table_node` | shared | fastest first | stability, ETC |
//! | `local_table_node` | private | fastest first | stability |
//! | `parity_node` | private | parity | stability |
//! | `last` | none | parity | stability |
//!
//! These search null windows; `pv_node` searches a full one.

use std::ops::ControlFlow;

use super::abdada::Abdada;
use super::eval::{LIMIT, Node};
use super::last;
use super::order::{self, Candidate};
use super::params::Params;
use super::probcut::{Certainty, endgame_probe};
use super::transposition::{Draft, NO_MOVE};
use super::worker::{Worker, bounds, settled};
use crate::othello::rules::board::Board;
use crate::othello::rules::square::{CORNERS, Squares, bit};
use crate::othello::rules::stable::stable_count;

/// No value: below any score.
const NONE: i32 = -128;

impl Worker<'_, '_> {
    /// The final score of `node` within the window `alpha..beta` (fail-soft: a value at or below `alpha`
    /// is an upper bound, one at or above `beta` a lower bound), with the certainty of this thread.
    pub fn solve(&mut self, node: &Node, alpha: i32, beta: i32) -> i32 {
        let (empties, moves) = (node.board.empty_count(), node.board.legal_moves());
        if beta - alpha > 1 {
            self.pv_node(node, moves, alpha, beta, empties)
        } else if empties >= self.params.selective_empties {
            self.selective_node(node, moves, alpha, empties, true)
        } else {
            self.null_window(node.board, moves, alpha, empties)
        }
    }

    /// The same with the window and the value in 1/100 disc.
    pub fn solve_in_hundredths(&mut self, node: &Node, alpha: i32, beta: i32) -> i32 {
        // The window in whole discs, rounded outwards.
        let (alpha, beta) = (alpha.div_euclid(100), -(-beta).div_euclid(100));
        100 * self.solve(node, alpha, beta)
    }

    /// The same as `solve` for a null window above `alpha`. Finds the patterns of `board` only if they are evaluated.
    pub fn bound(&mut self, board: Board, alpha: i32) -> i32 {
        let empties = board.empty_count();
        if empties >= self.params.selective_empties {
            self.solve(&Node::of(board), alpha, alpha + 1)
        } else {
            self.null_window(board, board.legal_moves(), alpha, empties)
        }
    }

    /// Full-window node. There are few of them, so move ordering is all they need.
    fn pv_node(&mut self, node: &Node, moves: u64, alpha: i32, beta: i32, empties: u32) -> i32 {
        // Step 1. Pass and end of the game.
        self.count();
        let board = node.board;
        if moves == 0 {
            let replies = board.pass().legal_moves();
            if replies == 0 {
                return board.final_score();
            }
            return -self.pv_node(&node.pass(), replies, -beta, -alpha, empties);
        }

        // Step 2. Generate and order moves: far from the end by searches, nearer to it fastest first.
        let hash_moves = self.table.probe(board).map_or([NO_MOVE; 2], |entry| entry.moves);
        let start = self.stack.len();
        self.stack.push_moves(board, moves);
        if empties >= self.params.selective_empties {
            self.order_by_search(node, start, empties, hash_moves, true);
        } else {
            self.order_fastest_first(order::odd_quadrants(board.empties()), start, hash_moves);
        }

        // Step 3. Principal variation search. The first move has the full window; the others have to
        // beat it in a null window first.
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
                score = -self.pv_node(&next, candidate.replies, -beta, -lower, empties - 1);
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

        // Step 4. Store what the window proves. A stopped search proves nothing.
        if !self.meter.stopped() {
            // Fewer empties than these are solved without ProbCut.
            let is_exact = empties < self.params.selective_empties;
            let certainty = if is_exact { Certainty::Full } else { self.certainty };
            self.store(board, empties, certainty, (alpha, beta), best, best_move);
        }
        best
    }

    /// Null-window node far from the end: moves are ordered by searches, and ProbCut may prune. `is_cut`: some move
    /// is expected to exceed `alpha`.
    fn selective_node(
        &mut self,
        node: &Node,
        moves: u64,
        alpha: i32,
        empties: u32,
        is_cut: bool,
    ) -> i32 {
        // Step 1. Stop, stability cut-off and transposition cut-off.
        let board = node.board;
        let hash_moves = match self.look_up(board, alpha, empties, self.certainty) {
            ControlFlow::Break(bound) => return bound,
            ControlFlow::Continue(hash_moves) => hash_moves,
        };

        // Step 2. Pass and end of the game.
        if moves == 0 {
            let replies = board.pass().legal_moves();
            if replies == 0 {
                return board.final_score();
            }
            return -self.selective_node(&node.pass(), replies, -alpha - 1, empties, !is_cut);
        }

        // Step 3. ProbCut, in solves that need not be exact.
        if let Some(bound) = self.probcut_to_the_end(node, moves, alpha, empties) {
            return bound;
        }
        if self.meter.stopped() {
            return alpha;
        }

        // Step 4. Generate moves, and fetch the replies' table entries.
        let start = self.stack.len();
        self.stack.push_moves(board, moves);
        self.prefetch_replies(start);

        // Step 5. Enhanced transposition cut-off (ETC), before the searches that order the moves.
        let reply = Draft::solved(empties - 1, self.certainty);
        if let Some(found) = self.enhanced_cutoff_to_the_end(start, alpha, reply) {
            self.stack.truncate(start);
            return self.prove(board, alpha, empties, self.certainty, found);
        }

        // Step 6. Order moves by shallow searches.
        self.order_by_search(node, start, empties, hash_moves, is_cut);
        if self.meter.stopped() {
            self.stack.truncate(start);
            return alpha;
        }

        // Step 7. Search moves, sharing them out among the threads (ABDADA), and store what is proved.
        let is_selective_below = empties > self.params.selective_empties;
        // The first move of a cut node refutes; every other reply must itself be refuted.
        let mut refutes = is_cut;
        let found = self.best_of(start, alpha, self.abdada, |this, candidate| {
            let Candidate { board, replies, square, .. } = candidate;
            let is_cut = !std::mem::take(&mut refutes);
            if is_selective_below {
                let after = node.after(square, board);
                this.selective_node(&after, replies, -alpha - 1, empties - 1, is_cut)
            } else {
                this.null_window(board, replies, -alpha - 1, empties - 1)
            }
        });
        self.prove(board, alpha, empties, self.certainty, found)
    }

    /// Checks the stable discs and the table for a null-window node: a bound that causes a cut-off, or the
    /// moves to try first.
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
        if let Some(bound) = stability_cutoff(&self.params, board, alpha, empties) {
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

    /// Values the candidates from `start` on, best first, until one exceeds `alpha`, and drops them. Returns
    /// the best score and its square. `value_reply` values a position for the side to reply. With ABDADA,
    /// moves that other threads are searching come last.
    #[inline(always)]
    fn best_of(
        &mut self,
        start: usize,
        alpha: i32,
        abdada: Option<&Abdada>,
        mut value_reply: impl FnMut(&mut Self, Candidate) -> i32,
    ) -> (i32, u8) {
        let mut best = (NONE, NO_MOVE);
        let mut at = start;
        while let Some(candidate) = self.next_move(start, at, abdada) {
            at += 1;
            let score = -value_reply(self, candidate);
            if let Some(abdada) = abdada {
                abdada.leave(candidate.board);
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

    /// Stores what a null-window search at `alpha` has `found`, unless it was stopped, and returns the score.
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

    /// ProbCut: a bound at `alpha` that a shallow search makes sufficiently likely.
    fn probcut_to_the_end(
        &mut self,
        node: &Node,
        moves: u64,
        alpha: i32,
        empties: u32,
    ) -> Option<i32> {
        let deviation = self.weights.deviation();
        let probe = endgame_probe(&self.params, deviation, self.certainty, empties)?;
        // The middle of the window. The odd score between the two even ones takes 2 % more nodes.
        let between = 100 * alpha + 50;
        let value = self.value(node, moves);
        let is_high = value > between;
        self.confirms(node, (moves, value), is_high, between, probe).then_some(if is_high {
            alpha + 1
        } else {
            alpha
        })
    }

    /// Weighs the candidates from `start` on by midgame searches, which are deeper the more squares are
    /// empty, and by the features of a good move. Where no move is expected to exceed alpha (not `is_cut`), their
    /// order matters less, and the searches are shallower.
    fn order_by_search(
        &mut self,
        node: &Node,
        start: usize,
        empties: u32,
        hash_moves: [u8; 2],
        is_cut: bool,
    ) {
        let Params { order_search_empties, order_search_step, order_search_depth, .. } =
            self.params;
        let depth = (empties.saturating_sub(order_search_empties) / order_search_step)
            .min(order_search_depth);
        let depth = if is_cut { depth } else { depth.saturating_sub(self.params.order_search_all) };
        let odd = order::odd_quadrants(node.board.empties());
        for at in 0..self.stack.list(start).len() {
            if self.meter.stopped() {
                return;
            }
            let candidate = self.stack.list(start)[at];
            let replies = candidate.board.legal_moves();
            let weight = if candidate.square == hash_moves[0] {
                order::HASH_MOVE
            } else if candidate.square == hash_moves[1] {
                order::SECOND_HASH_MOVE
            } else {
                let Candidate { square, board, .. } = candidate;
                let value = if depth == 0 && replies != 0 {
                    self.count();
                    self.value_after(node, square, board, replies)
                } else {
                    self.midgame(&node.after(square, board), replies, -LIMIT, LIMIT, depth)
                };
                self.order.endgame(board, replies, square, odd)
                    - value * self.params.order_value / 100
            };
            let candidate = &mut self.stack.list(start)[at];
            (candidate.weight, candidate.replies) = (weight, replies);
        }
    }

    /// Fastest first: weighs the candidates from `start` on mainly by the number of replies they leave.
    fn order_fastest_first(&mut self, odd: u64, start: usize, hash_moves: [u8; 2]) {
        let order = &self.order;
        self.stack.weigh(start, hash_moves, |Candidate { board, replies, square, .. }| {
            order.endgame(board, replies, square, odd)
        });
    }

    fn prefetch_replies(&mut self, start: usize) {
        let table = self.table;
        self.stack.list(start).iter().for_each(|candidate| table.prefetch(candidate.board));
    }

    /// Null-window node with these legal `moves`, in one of the layers below `selective_node`.
    #[inline]
    fn null_window(&mut self, board: Board, moves: u64, alpha: i32, empties: u32) -> i32 {
        if empties >= self.params.shared_empties {
            return self.shared_table_node(board, moves, alpha, empties);
        }
        let odd = order::odd_quadrants(board.empties());
        if empties > self.params.parity_empties {
            return self.local_table_node(board, moves, alpha, empties, odd);
        }
        if empties > 4 {
            self.parity_node(board, moves, alpha, empties, odd)
        } else {
            self.last(board, alpha, empties)
        }
    }

    /// Null-window node with sorted moves and the shared table. Every value is exact.
    fn shared_table_node(&mut self, board: Board, moves: u64, alpha: i32, empties: u32) -> i32 {
        // Step 1. Stop, stability cut-off and transposition cut-off.
        let hash_moves = match self.look_up(board, alpha, empties, Certainty::Full) {
            ControlFlow::Break(bound) => return bound,
            ControlFlow::Continue(hash_moves) => hash_moves,
        };

        // Step 2. Pass and end of the game.
        if moves == 0 {
            let replies = board.pass().legal_moves();
            if replies == 0 {
                return board.final_score();
            }
            return -self.shared_table_node(board.pass(), replies, -alpha - 1, empties);
        }

        // Step 3. Generate and order moves, fastest first.
        let start = self.stack.len();
        self.stack.push_moves(board, moves);
        if empties > self.params.shared_empties {
            self.prefetch_replies(start);
        }
        self.order_fastest_first(order::odd_quadrants(board.empties()), start, hash_moves);

        // Step 4. Enhanced transposition cut-off (ETC).
        if empties >= self.params.etc_empties
            && let Some(found) = self.enhanced_cutoff_to_the_end(start, alpha, Draft::EXACT)
        {
            self.stack.truncate(start);
            return self.prove(board, alpha, empties, Certainty::Full, found);
        }

        // Step 5. Search moves, sharing them out among the threads (ABDADA), and store what is proved.
        let abdada = self.abdada.filter(|_| empties >= self.params.abdada_empties);
        let found = self.best_of(start, alpha, abdada, |this, Candidate { board, replies, .. }| {
            this.null_window(board, replies, -alpha - 1, empties - 1)
        });
        self.prove(board, alpha, empties, Certainty::Full, found)
    }

    /// Enhanced transposition cut-off: the bound of a move that exceeds `alpha` according to the table's entry
    /// of the position after it.
    fn enhanced_cutoff_to_the_end(
        &mut self,
        start: usize,
        alpha: i32,
        draft: Draft,
    ) -> Option<(i32, u8)> {
        let table = self.table;
        self.stack.list(start).iter().find_map(|candidate| {
            let entry = table.probe(candidate.board)?;
            let score = -i32::from(entry.upper);
            (score > alpha && entry.draft.is_worth(draft)).then_some((score, candidate.square))
        })
    }

    /// Null-window node with sorted moves and the private table.
    fn local_table_node(
        &mut self,
        board: Board,
        moves: u64,
        alpha: i32,
        empties: u32,
        odd: u64,
    ) -> i32 {
        // Step 1. Stop.
        self.count();
        if self.meter.stopped() {
            return alpha;
        }

        // Step 2. Stability cut-off.
        if let Some(bound) = stability_cutoff(&self.params, board, alpha, empties) {
            return bound;
        }

        // Step 3. Transposition cut-off.
        let mut hash_move = NO_MOVE;
        if let Some(entry) = self.local.probe(board) {
            let bounds = (entry.lower.into(), entry.upper.into());
            if let Some(bound) = settled(bounds, alpha, alpha + 1) {
                return bound;
            }
            hash_move = entry.best_move;
        }

        // Step 4. Pass and end of the game.
        if moves == 0 {
            let replies = board.pass().legal_moves();
            if replies == 0 {
                return board.final_score();
            }
            return -self.local_table_node(board.pass(), replies, -alpha - 1, empties, odd);
        }

        // Step 5. Generate and order moves, fastest first.
        let start = self.stack.len();
        self.push_near(board, moves, hash_move, odd);

        // Step 6. Search moves, and store what is proved.
        let has_local_table_below = empties > self.params.parity_empties + 1;
        let (best, best_move) = self.best_of(start, alpha, None, |this, candidate| {
            let Candidate { board, replies, square, .. } = candidate;
            let next_odd = odd ^ order::quadrant_of(square);
            if has_local_table_below {
                this.local_table_node(board, replies, -alpha - 1, empties - 1, next_odd)
            } else {
                this.parity_node(board, replies, -alpha - 1, empties - 1, next_odd)
            }
        });
        if !self.meter.stopped() {
            self.local.store(board, alpha, best, best_move);
        }
        best
    }

    /// Adds all `moves`, weighed for the layer of the private table.
    #[inline(always)]
    fn push_near(&mut self, board: Board, moves: u64, hash_move: u8, odd: u64) {
        for square in Squares(moves) {
            let next = board.play(square);
            self.local.prefetch(next);
            let replies = next.legal_moves();
            let weight = if square == hash_move {
                order::HASH_MOVE
            } else {
                self.order.near_end(replies, square, odd)
            };
            self.stack.push(Candidate { board: next, replies, square, weight });
        }
    }

    /// Null-window node near the end: quadrants with an odd number of empty squares first. Moves are not
    /// sorted, and the clock is not checked.
    fn parity_node(&mut self, board: Board, moves: u64, alpha: i32, empties: u32, odd: u64) -> i32 {
        // Step 1. Stability cut-off.
        self.uncounted += 1;
        if let Some(bound) = stability_cutoff(&self.params, board, alpha, empties) {
            return bound;
        }

        // Step 2. Transposition cut-off.
        if let Some(entry) = self.local.probe(board)
            && let Some(bound) = settled((entry.lower.into(), entry.upper.into()), alpha, alpha + 1)
        {
            return bound;
        }

        // Step 3. Pass and end of the game.
        if moves == 0 {
            let replies = board.pass().legal_moves();
            if replies == 0 {
                return board.final_score();
            }
            return -self.parity_node(board.pass(), replies, -alpha - 1, empties, odd);
        }

        // Step 4. Search moves, those in odd quadrants first, and store what is proved.
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
                -self.parity_node(next, next.legal_moves(), -alpha - 1, empties - 1, next_odd)
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
            if let Some(bound) = stability_cutoff(&self.params, board, alpha, empties) {
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

/// All `moves` in the order in which to try them near the end.
pub(super) fn by_parity(mut moves: u64, odd: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = (moves != 0).then(|| next_by_parity(moves, odd))?;
        moves ^= bit(square);
        Some(square)
    })
}

/// The next of `moves` (not empty) to try near the end: odd quadrants before even ones, odd corners first.
#[inline(always)]
fn next_by_parity(moves: u64, odd: u64) -> u8 {
    let odd_moves = moves & odd;
    let odd_corners = odd_moves & CORNERS;
    let rest = if odd_moves != 0 { odd_moves } else { moves };
    let first = if odd_corners != 0 { odd_corners } else { rest };
    first.trailing_zeros() as u8
}

/// Stability cut-off: an upper bound at or below `alpha` from the opponent's stable discs, computed
/// only where enough of them are likely.
#[inline]
fn stability_cutoff(params: &Params, board: Board, alpha: i32, empties: u32) -> Option<i32> {
    let least_alpha = params.stability_slope * empties as i32 + params.stability_offset;
    let worth_counting = 64 - alpha + params.stability_slack;
    let discs = board.opponent.count_ones() as i32;
    if alpha < least_alpha || 2 * discs < worth_counting {
        return None;
    }
    let bound = 64 - 2 * stable_count(board.opponent, board.player) as i32;
    (bound <= alpha).then_some(bound)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::eval::weights::Weights;
    use crate::othello::search::transposition::LocalTable;
    use crate::othello::search::transposition::TranspositionTable;
    use crate::search::control::{Control, Meter};
    use crate::search::limits::Limits;

    /// The value in the window `alpha..beta`, and the nodes it takes.
    fn solved(board: Board, alpha: i32, beta: i32) -> (i32, u64) {
        let (control, weights) = (Control::unlimited(), Weights::embedded());
        let mut meter = Meter::new(&control, &Limits::default());
        let (table, mut local) = (TranspositionTable::new(1 << 12), LocalTable::default());
        let mut worker = Worker::new(&mut meter, &table, &mut local, &weights, &Params::default());
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
        assert!(solved(board, 0, 1).1 > 1, "stable discs are not counted in so low a window");
    }

    #[test]
    fn odd_corners_are_tried_first_and_even_quadrants_last() {
        let odd = order::quadrant_of(0) | order::quadrant_of(63);
        let moves = bit(7) | bit(9) | bit(36) | bit(56) | bit(63);
        assert_eq!(by_parity(moves, odd).collect::<Vec<_>>(), [63, 9, 36, 7, 56]);
    }
}
