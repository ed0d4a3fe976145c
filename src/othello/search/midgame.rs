//! The midgame search: principal variation search over evaluated leaves.
//!
//! Values are in 1/100 disc for the side to move; a finished game counts its exact result. A pass
//! costs no depth. Positions are kept in the table from depth 2 on.

use super::eval::{LIMIT, Node, evaluate};
use super::order::{self, Candidate};
use super::params::Params;
use super::probcut::{Probe, midgame_probe};
use super::transposition::{Draft, NO_MOVE, TtEntry, hash};
use super::worker::{Worker, bounds_in_hundredths, settled};
use crate::othello::rules::board::Board;

/// No value: below any score.
const NONE: i32 = -30_000;

impl Worker<'_, '_> {
    /// The value of `node`, whose legal moves are `moves`, searched to `depth` plies within the window
    /// `alpha..beta` (fail-soft).
    pub fn midgame(&mut self, node: &Node, moves: u64, alpha: i32, beta: i32, depth: u32) -> i32 {
        self.midgame_from(node, moves, alpha, beta, depth, None)
    }

    /// The same for a node whose static value may be `known`.
    fn midgame_from(
        &mut self,
        node: &Node,
        moves: u64,
        alpha: i32,
        beta: i32,
        depth: u32,
        known: Option<i32>,
    ) -> i32 {
        let board = node.board;
        let is_null_window = beta - alpha == 1;

        // Step 1. Stop, pass and leaves. Above the leaves a node is a loop over static values.
        self.count();
        if self.meter.stopped() {
            return alpha;
        }
        if moves == 0 {
            let replies = board.pass().legal_moves();
            if replies == 0 {
                return board.final_score() * 100;
            }
            return -self.midgame(&node.pass(), replies, -beta, -alpha, depth);
        }
        if depth == 0 {
            return self.value(node, moves);
        }
        // Step 2. Exact end. The solver takes over a search that nearly reaches the end: its nodes are cheaper.
        if self.is_nearly_solved(board, depth) {
            return self.solve_in_hundredths(node, alpha, beta);
        }
        if depth == 1 {
            return self.frontier(node, moves, beta);
        }

        // Step 3. Transposition cut-off. A search at least as deep and as certain replaces this one.
        let mut hash_moves = [NO_MOVE; 2];
        if let Some(entry) = self.table.probe(board) {
            hash_moves = entry.moves;
            if let Some(value) = self.transposition_cutoff(&entry, depth, alpha, beta) {
                return value;
            }
        }

        // Step 4. Multi-ProbCut. In a null window only: elsewhere the exact value matters.
        if is_null_window && let Some(value) = self.probcut(node, moves, alpha, depth, known) {
            return value;
        }
        if self.meter.stopped() {
            return alpha;
        }

        // Step 5. Generate moves. If the depth suffices for replies to be in the table, their entries are
        // prefetched while the moves are ordered.
        let start = self.stack.len();
        self.stack.push_moves(board, moves);
        if depth >= self.params.prefetch_depth {
            let table = self.table;
            self.stack.list(start).iter().for_each(|candidate| table.prefetch(candidate.board));
        }

        // Step 6. Enhanced transposition cut-off (ETC). A reply that the table refutes ends the node
        // before any is searched.
        if depth >= self.params.etc_depth
            && is_null_window
            && let Some(value) = self.enhanced_cutoff(start, depth, beta)
        {
            self.stack.truncate(start);
            return value;
        }

        // Step 7. Order moves by the static values after them. The table's move needs none and often refutes the node,
        // so the others wait for it. Near the leaves the values cost more than the nodes they save, so there the order
        // is fastest first.
        let by_value = depth >= self.params.value_order_depth;
        let mut waits = by_value && self.stack.weigh_alone(start, hash_moves[0]);
        if !by_value {
            self.order_by_mobility(board, start, hash_moves);
        } else if !waits {
            self.order_by_value(node, start, hash_moves);
        }

        // Step 8. Principal variation search. The first move has the full window; the others have to
        // beat it in a null window first. With ABDADA, moves that other threads are searching wait.
        let (mut best, mut best_move) = (NONE, NO_MOVE);
        let abdada = self.abdada.filter(|_| depth >= self.params.abdada_depth);
        let mut at = start;
        while let Some(candidate) = self.next_move(start, at, abdada) {
            at += 1;
            let lower = alpha.max(best);
            let next = node.after(candidate.square, candidate.board);
            let (replies, depth) = (candidate.replies, depth - 1);
            // Other weights are not values.
            let is_value =
                by_value && replies != 0 && candidate.weight.unsigned_abs() < LIMIT as u32;
            let known = is_value.then(|| -candidate.weight);
            let mut score = NONE;
            if best != NONE {
                score = -self.midgame_from(&next, replies, -lower - 1, -lower, depth, known);
            }
            if best == NONE || (score > lower && score < beta && !self.meter.stopped()) {
                score = -self.midgame_from(&next, replies, -beta, -lower, depth, known);
            }
            if let Some(abdada) = abdada {
                abdada.leave(candidate.board);
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
            if std::mem::take(&mut waits) {
                self.order_by_value(node, at, hash_moves);
            }
        }
        self.stack.truncate(start);

        // Step 9. Store what the window proves. A stopped search proves nothing.
        if !self.meter.stopped() {
            let lower = if best > alpha { best } else { -LIMIT };
            let upper = if best < beta { best } else { LIMIT };
            let draft = Draft::midgame(depth, self.certainty);
            // The best of several upper bounds is less informative than a move that was good in an earlier search.
            let best_move = if best > alpha { best_move } else { NO_MOVE };
            self.table.store(board, draft, lower as i16, upper as i16, best_move);
        }
        best
    }

    /// Whether a search of `depth` plies would miss only the last few moves of a game that is soon over.
    fn is_nearly_solved(&self, board: Board, depth: u32) -> bool {
        let empties = board.empty_count();
        empties <= self.params.exact_empties && empties <= depth + self.params.exact_missing
    }

    /// The value that a table entry gives a search of `depth` plies in this window, if it decides it.
    fn transposition_cutoff(
        &self,
        entry: &TtEntry,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        if !entry.draft.is_worth(Draft::midgame(depth, self.certainty)) {
            return None;
        }
        settled(bounds_in_hundredths(entry), alpha, beta)
    }

    /// Enhanced transposition cut-off: the value of a move that reaches `beta` according to the table's entry
    /// of the position after it.
    fn enhanced_cutoff(&mut self, start: usize, depth: u32, beta: i32) -> Option<i32> {
        let draft = Draft::midgame(depth - 1, self.certainty);
        let table = self.table;
        self.stack.list(start).iter().find_map(|candidate| {
            let entry = table.probe(candidate.board).filter(|entry| entry.draft.is_worth(draft))?;
            let value = -bounds_in_hundredths(&entry).1;
            (value >= beta).then_some(value)
        })
    }

    /// Multi-ProbCut: a bound that a shallower search in a null window at `alpha` makes sufficiently
    /// likely.
    fn probcut(
        &mut self,
        node: &Node,
        moves: u64,
        alpha: i32,
        depth: u32,
        known: Option<i32>,
    ) -> Option<i32> {
        if self.probes >= self.params.probcut_nesting {
            return None;
        }
        let empties = node.board.empty_count();
        let deviation = self.weights.deviation();
        let probe = midgame_probe(&self.params, deviation, self.certainty, empties, depth)?;
        let value = known.unwrap_or_else(|| self.value(node, moves));
        let is_high = value > alpha;
        let Params { probcut_static_share, probcut_low_share, probcut_softness, .. } = self.params;
        // A probe that fails high refutes by one move, one that fails low has to refute all of them.
        let share = if is_high { probcut_static_share } else { probcut_low_share };
        let beyond = (value - alpha).abs();
        let is_sure = if probe.depth == 0 {
            beyond > probe.margin
        } else if 100 * beyond < share * probe.margin {
            // The static value is too close to the window for the probe to be likely to confirm a cut.
            false
        } else {
            self.probes += 1;
            let is_sure = self.confirms(node, (moves, value), is_high, alpha, probe);
            self.probes -= 1;
            is_sure
        };
        // The probe was beyond the window by its margin. It is unknown how much of this the full search retains.
        let further = probcut_softness * probe.margin / 100;
        is_sure.then_some(if is_high {
            (alpha + 1 + further).min(LIMIT - 1).max(alpha + 1)
        } else {
            (alpha - further).max(1 - LIMIT).min(alpha)
        })
    }

    /// Whether the search of `probe` finds `node` better than `alpha` by the probe's margin, or worse if not
    /// `is_high`. The node comes with its moves and its static value.
    pub(super) fn confirms(
        &mut self,
        node: &Node,
        (moves, value): (u64, i32),
        is_high: bool,
        alpha: i32,
        probe: Probe,
    ) -> bool {
        let Probe { depth, margin } = probe;
        let mut search =
            |alpha| self.midgame_from(node, moves, alpha, alpha + 1, depth, Some(value));
        let is_sure = if is_high {
            let bound = alpha + 1 + margin;
            bound < LIMIT && search(bound - 1) >= bound
        } else {
            let bound = alpha - margin;
            bound > -LIMIT && search(bound) <= bound
        };
        is_sure && !self.meter.stopped()
    }

    fn order_by_value(&mut self, node: &Node, start: usize, hash_moves: [u8; 2]) {
        let (weights, evaluations) = (self.weights, &mut self.local.evaluations);
        self.stack.weigh(start, hash_moves, |Candidate { board, replies, square, .. }| {
            // The evaluation was trained only on positions with moves.
            if replies == 0 {
                -evaluate(board, weights)
            } else {
                let value = || node.value_after(square, board, replies, weights);
                -evaluations.get(hash(board), value)
            }
        });
    }

    fn order_by_mobility(&mut self, board: Board, start: usize, hash_moves: [u8; 2]) {
        let odd = order::odd_quadrants(board.empties());
        let order = &self.order;
        self.stack.weigh(start, hash_moves, |Candidate { board, replies, square, .. }| {
            order.midgame(board, replies, square, odd)
        });
    }

    /// A node one ply above the leaves: the best of the static values after its `moves`, or the first that
    /// reaches `beta`.
    fn frontier(&mut self, node: &Node, moves: u64, beta: i32) -> i32 {
        let start = self.stack.len();
        self.stack.push_moves(node.board, moves);
        self.order_by_mobility(node.board, start, [NO_MOVE; 2]);
        let (mut best, mut at) = (NONE, start);
        while best < beta
            && let Some(Candidate { board, replies, square, .. }) = self.stack.pick(at)
        {
            at += 1;
            let score = if replies == 0 {
                -self.midgame(&node.after(square, board), 0, -LIMIT, LIMIT, 0)
            } else {
                self.count();
                -self.value_after(node, square, board, replies)
            };
            best = best.max(score);
            if self.meter.stopped() {
                break;
            }
        }
        self.stack.truncate(start);
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::eval::weights::{Deviation, Tempo, Weights};
    use crate::othello::search::probcut::Certainty;
    use crate::othello::search::transposition::LocalTable;
    use crate::othello::search::transposition::TranspositionTable;
    use crate::search::control::{Control, Meter};
    use crate::search::limits::Limits;

    /// The result of `search` with an empty table, and its number of nodes.
    fn search_with<T>(
        weights: &Weights,
        certainty: Certainty,
        search: impl FnOnce(&mut Worker<'_, '_>) -> T,
    ) -> (T, u64) {
        let (control, params) = (Control::unlimited(), Params::default());
        let mut meter = Meter::new(&control, &Limits::default());
        let (table, mut local) = (TranspositionTable::new(1 << 12), LocalTable::default());
        let mut worker = Worker::new(&mut meter, &table, &mut local, weights, &params);
        worker.certainty = certainty;
        let found = search(&mut worker);
        drop(worker);
        (found, meter.total_nodes())
    }

    #[test]
    fn a_search_that_nearly_reaches_the_end_is_exact() {
        let (weights, params) = (Weights::embedded(), Params::default());
        let mut board = Board::START;
        while board.empty_count() > params.exact_empties || board.legal_moves() == 0 {
            board = match board.legal_moves() {
                0 => board.pass(),
                moves => board.play(moves.trailing_zeros() as u8),
            };
        }
        let (node, moves) = (Node::of(board), board.legal_moves());
        let (exact, _) =
            search_with(&weights, Certainty::Full, |worker| worker.solve(&node, -64, 64));
        let value = |depth| {
            let to_depth = |worker: &mut Worker| worker.midgame(&node, moves, -LIMIT, LIMIT, depth);
            search_with(&weights, Certainty::P55, to_depth).0
        };
        let depth = board.empty_count() - params.exact_missing;
        assert_eq!(value(depth), 100 * exact);
        assert_ne!(value(depth - 1), 100 * exact);
    }

    #[test]
    fn a_static_value_beyond_the_margin_settles_depth_two() {
        let (weights, params) = (Weights::embedded(), Params::default());
        let board = Board::START.play(19).play(18);
        let (node, moves) = (Node::of(board), board.legal_moves());
        let value = node.value(moves, &weights);
        let probe =
            midgame_probe(&params, weights.deviation(), Certainty::P55, board.empty_count(), 2);
        let margin = probe.expect("depth 2 is probed").margin;
        let search = |alpha: i32, certainty| {
            search_with(&weights, certainty, |worker| {
                worker.midgame(&node, moves, alpha, alpha + 1, 2)
            })
        };
        let (low, high) = (value - margin - 1, value + margin + 1);
        let further = params.probcut_softness * margin / 100;
        assert!(further > 0);
        assert_eq!(search(low, Certainty::P55), (low + 1 + further, 1));
        assert_eq!(search(high, Certainty::P55), (high - further, 1));
        for alpha in [low + 1, high - 1] {
            assert!(search(alpha, Certainty::P55).1 > 1);
        }
        assert!(search(low, Certainty::Full).1 > 1);
    }

    #[test]
    fn no_deviation_is_too_large_for_the_search() {
        let deviation = Deviation::from_factors(&[i16::MAX; 7]);
        let weights = Weights::seed().fitted(deviation, Tempo::default());
        let board = Board::START.play(19).play(18);
        let search = |certainty| {
            search_with(&weights, certainty, |worker| {
                worker.midgame(&Node::of(board), board.legal_moves(), 0, 1, 6)
            })
        };
        assert_eq!(search(Certainty::P55), search(Certainty::Full), "nothing is cut");
    }

    #[test]
    fn a_probe_is_made_where_the_static_value_is_on_its_way_to_confirm_it() {
        let (weights, params) = (Weights::embedded(), Params::default());
        let board = Board::START.play(19).play(18);
        let (node, moves) = (Node::of(board), board.legal_moves());
        let value = node.value(moves, &weights);
        let probe =
            midgame_probe(&params, weights.deviation(), Certainty::P55, board.empty_count(), 4);
        let margin = probe.expect("depth 4 is probed").margin;
        let [high, low] = [params.probcut_static_share, params.probcut_low_share]
            .map(|share| margin * share / 100);
        let nodes_of_a_probe = |alpha: i32| {
            let probe = |worker: &mut Worker<'_, '_>| worker.probcut(&node, moves, alpha, 4, None);
            search_with(&weights, Certainty::P55, probe).1
        };
        assert!(high < low);
        for near in [0, low - 1, 1 - high] {
            assert_eq!(nodes_of_a_probe(value + near), 0);
        }
        for far in [low + 1, -high - 1] {
            assert!(nodes_of_a_probe(value + far) > 0);
        }
    }

    #[test]
    fn no_move_is_kept_as_the_best_of_those_that_fail_low() {
        let (weights, board) = (Weights::embedded(), Board::START.play(19).play(18));
        let moves_kept = |alpha: i32| {
            let search = |worker: &mut Worker<'_, '_>| {
                worker.midgame(&Node::of(board), board.legal_moves(), alpha, alpha + 1, 4);
                worker.table.probe(board).expect("it was stored").moves
            };
            search_with(&weights, Certainty::Full, search).0
        };
        assert_eq!(moves_kept(3000), [NO_MOVE; 2]);
        assert_ne!(moves_kept(-3000)[0], NO_MOVE);
    }
}
