//! Alpha-beta search of a node below the root.
//!
//! Values of decided games do not depend on estimates: estimates never reach their range, and no move near a
//! stone is pruned while every move searched so far loses. In an analysis that begins with an empty table
//! they are proofs, because where all moves near stones lose, the others are tried, too. Once the meter has
//! stopped, every value on the way up is invalid.

use super::correction::Traits;
use super::order::Picker;
use super::transposition::{Bound, TtEntry};
use super::value::{
    DRAW, Depth, INFINITE, NodeType, PLY, Value, from_root, is_decided, is_loss, loss_in, win_in,
};
use super::worker::{MAX_PLIES, Memory, Worker};
use crate::gomoku::eval::square_set::SquareSet;
use crate::gomoku::eval::threat::Threat;
use crate::gomoku::rules::grid::Square;
use crate::gomoku::threats::tactics::{self, Situation};

/// Most failed moves of a node that the history learns from a refutation. Not a parameter: it is the size of an array
/// on the stack of every node.
const TRIED_LIMIT: usize = 32;

/// Estimates of a position that need no search of its moves.
#[derive(Clone, Copy)]
struct Evaluation {
    /// Static evaluation.
    raw: Value,
    /// The same, corrected by correction history.
    corrected: Value,
    /// The same, improved by the table's value.
    estimate: Value,
    /// Whether `corrected` exceeds its value two plies earlier.
    improving: bool,
    traits: Traits,
}

/// A node whose moves are to be searched.
#[derive(Clone, Copy)]
struct Node {
    window: (Value, Value),
    depth: Depth,
    ply: usize,
    moves: SquareSet,
    node_type: NodeType,
    /// Whether the enemy threatens five.
    is_block: bool,
    /// Whether a five or an open four must be stopped.
    is_forced: bool,
    improving: bool,
    /// Table entry of the position.
    entry: Option<TtEntry>,
    /// A move left out, to see how good the others are.
    excluded: Option<Square>,
}

/// A move about to be tried.
#[derive(Clone, Copy)]
struct Candidate {
    square: Square,
    /// Its number in the node, from 1.
    number: usize,
    is_quiet: bool,
    /// The threat that it makes for the side to move.
    own: Threat,
    /// How much deeper to search it; a reduction if negative.
    extension: Depth,
}

/// The moves of a node that failed, up to as many as the history learns from.
struct Tried {
    squares: [Square; TRIED_LIMIT],
    count: usize,
}

impl Tried {
    fn new() -> Tried {
        Tried { squares: [Square::from_index(0); TRIED_LIMIT], count: 0 }
    }

    fn push(&mut self, square: Square) {
        if self.count < TRIED_LIMIT {
            self.squares[self.count] = square;
            self.count += 1;
        }
    }

    fn as_slice(&self) -> &[Square] {
        &self.squares[..self.count]
    }
}

/// The result of searching all moves except the table's.
enum Singularity {
    /// Extend the table's move by this much; reduce it if negative.
    Extend(Depth),
    /// Multi-cut: other moves fail high, too, and the value of the node is at least this.
    MultiCut(Value),
}

impl Worker<'_> {
    /// Plays `square` at `ply` and returns the value of the resulting position, for the side that plays.
    pub fn search_move<const PV: bool>(
        &mut self,
        square: Square,
        (alpha, beta): (Value, Value),
        depth: Depth,
        ply: usize,
        node_type: NodeType,
    ) -> Value {
        self.memory.frames[ply].played = Some(square);
        let hash = self.board.hash_after(square);
        self.table.prefetch(hash);
        self.memory.evaluations.prefetch(hash);
        self.board.play(square);
        let value = -self.node::<PV>((-beta, -alpha), depth, ply + 1, node_type);
        self.board.undo();
        value
    }

    /// The value of the position `ply` plies from the root, for the side to move (fail-soft).
    fn node<const PV: bool>(
        &mut self,
        (mut alpha, mut beta): (Value, Value),
        mut depth: Depth,
        ply: usize,
        node_type: NodeType,
    ) -> Value {
        // Step 1. Count the node. A stopped search, a full board and one where no five is possible end the line.
        self.meter.count();
        self.clear_line(ply);
        if self.meter.stopped() || self.board.is_dead() {
            return DRAW;
        }
        self.selective_depth = self.selective_depth.max(ply);

        // Step 2. Static tactics. The threats on the board decide many positions without a search. Four-threes of the
        // enemy can wait: most nodes end before their moves are searched.
        let situation = self.situation();
        match situation {
            Situation::Win(plies) => return win_in(ply + plies as usize),
            Situation::Loss(plies) => return loss_in(ply + plies as usize),
            _ if ply >= MAX_PLIES => return self.board.static_eval(),
            Situation::MustBlock(blocks) => {
                let blocks = self.allowed(blocks);
                if blocks.is_empty() {
                    return loss_in(ply + 2);
                }
                // The search stores nothing here, but the value may be known.
                if self.has_known
                    && let Some(value) = self.cut_off::<PV>(self.probe(), (alpha, beta), depth, ply)
                {
                    return value;
                }
                return self.block_five::<PV>((alpha, beta), depth, ply, blocks, node_type);
            }
            Situation::MustDefend(_) | Situation::Free => {}
        }

        // Step 3. Mate distance pruning. Step 2 saw all shorter wins and losses.
        alpha = alpha.max(loss_in(ply + 4));
        beta = beta.min(win_in(ply + 5));
        if alpha >= beta {
            return alpha;
        }

        // Step 4. Transposition cut-off.
        let entry = self.probe();
        if let Some(value) = self.cut_off::<PV>(entry, (alpha, beta), depth, ply) {
            return value;
        }

        // Steps 5 to 10. Evaluate and prune. Only an open four counts as a threat here: a four-three needs one more
        // move to win, so pruning by values is still possible.
        let evaluation = self.evaluate(ply, entry);
        let is_free = !self.board.has(!self.board.side(), Threat::OpenFour);
        let window = (alpha, beta);
        let pruned = self.prune::<PV>(window, depth, ply, node_type, is_free, &evaluation);
        if let Some(value) = pruned {
            return value;
        }

        // Step 11. Internal iterative reduction. Without a table move, the move order is poor and the search
        // expensive. A shallower search leaves a move in the table for the next iteration.
        if is_free && entry.is_none_or(|entry| entry.best.is_none()) {
            depth -= self.memory.params.internal_iterative_reduction::<PV>(depth, node_type);
        }

        // Steps 12 to 17. Search the moves.
        let situation = match situation {
            Situation::Free => tactics::against_four_threes(self.board),
            situation => situation,
        };
        let moves = match situation {
            Situation::MustDefend(moves) => moves,
            _ => self.board.candidates(),
        };
        let node = Node {
            window,
            depth,
            ply,
            moves: self.allowed(moves),
            node_type,
            is_block: false,
            is_forced: !is_free,
            improving: evaluation.improving,
            entry,
            excluded: None,
        };
        let mut value = self.search_moves::<PV>(node);

        // Step 18. Far moves. An analysis accepts a loss only if the moves far from every stone lose, too.
        if self.is_thorough && is_loss(value) && situation == Situation::Free {
            value = self.search_far_moves::<PV>(node, value);
        }
        if self.meter.stopped() {
            return DRAW;
        }
        self.remember::<PV>(&node, value, &evaluation);
        value
    }

    /// The value of the position at `ply` if the table's `entry` decides its search to `depth`. Not in an open window,
    /// which needs a line, unless the game is decided: a proof would be searched for again and might be lost. Only an
    /// analysis looks for shorter wins.
    #[inline]
    fn cut_off<const PV: bool>(
        &self,
        entry: Option<TtEntry>,
        window: (Value, Value),
        depth: Depth,
        ply: usize,
    ) -> Option<Value> {
        let entry = entry?;
        let value = from_root(entry.value, ply);
        let is_deep_enough = entry.depth >= depth || is_decided(value);
        let decides =
            is_deep_enough && entry.bound.decides(value, window) && (!PV || is_decided(value));
        (decides || PV && !self.is_thorough && entry.is_proof()).then_some(value)
    }

    /// The value of a node where the enemy threatens five and only the moves `blocks` prevent it.
    fn block_five<const PV: bool>(
        &mut self,
        window: (Value, Value),
        depth: Depth,
        ply: usize,
        blocks: SquareSet,
        node_type: NodeType,
    ) -> Value {
        // A four and its answer change little: keep the evaluation from before the four.
        self.memory.frames[ply].evaluation = match ply {
            1 => -self.memory.frames[0].evaluation,
            _ => self.memory.frames[ply - 2].evaluation,
        };
        self.search_moves::<PV>(Node {
            window,
            depth: depth + self.memory.params.forced_reply(ply, self.root_depth),
            ply,
            moves: blocks,
            node_type,
            is_block: true,
            is_forced: true,
            improving: false,
            entry: None,
            excluded: None,
        })
    }

    /// Evaluates the position at `ply`, of which the table has `entry`.
    fn evaluate(&mut self, ply: usize, entry: Option<TtEntry>) -> Evaluation {
        // Step 5. Static evaluation, corrected by correction history. The table's value is a better
        // estimate as far as its bound allows.
        let raw = match entry {
            Some(entry) => entry.evaluation,
            None => {
                let hash = self.board.hash();
                self.memory.evaluations.get(hash, || self.board.static_eval())
            }
        };
        let traits = Traits::of(self.board, self.last_moves(ply));
        let corrected =
            self.memory.corrections.correct(raw, traits, self.memory.params.correction_unit);
        self.memory.frames[ply].evaluation = corrected;
        let improving = ply >= 2 && corrected > self.memory.frames[ply - 2].evaluation;
        let estimate = match entry {
            Some(entry) if !is_decided(entry.value) => entry.bound.refine(corrected, entry.value),
            _ => corrected,
        };
        Evaluation { raw, corrected, estimate, improving, traits }
    }

    /// The value of a node whose moves need no search. `is_free`: the enemy does not threaten an open four.
    fn prune<const PV: bool>(
        &mut self,
        (alpha, beta): (Value, Value),
        depth: Depth,
        ply: usize,
        node_type: NodeType,
        is_free: bool,
        evaluation: &Evaluation,
    ) -> Option<Value> {
        let &Evaluation { raw, corrected, estimate, improving, .. } = evaluation;
        let may_fail_high = !PV && is_free && !is_decided(beta);
        let params = &self.memory.params;

        // Step 6. Reverse futility pruning. A position far above the window and near the leaves is assumed to
        // stay there.
        if may_fail_high && params.reverse_futility(depth, estimate, beta, improving) {
            return Some(estimate);
        }

        // Step 7. Null move pruning. If the position fails high even after a pass, some move surely does.
        if may_fail_high
            && estimate >= beta
            && params.null_move(depth, corrected, beta)
            && let Some(value) = self.null_move(beta, depth, ply, node_type)
        {
            return Some(value);
        }

        // Step 8. Stand pat. A leaf above the window needs no proof of a win.
        if !PV && depth <= 0 && estimate >= beta {
            return Some(estimate);
        }

        // Step 9. VCF at the leaves and before razoring. A win by continuous fours can save a hopeless
        // position; looking for one is the quiescence search of Gomoku.
        let razors =
            !PV && !is_decided(alpha) && self.memory.params.razoring(depth, estimate, alpha);
        if depth > 0 && !razors {
            return None;
        }
        if let Some(plies) = self.vcf(ply) {
            let value = win_in(ply + plies as usize);
            let best = self.memory.vcf.line().first().copied();
            self.memory.frames[ply].line.extend(best);
            let bound = Bound::Lower;
            self.store(ply, TtEntry { value, evaluation: raw, best, depth, bound, is_pv: PV });
            return Some(value);
        }

        // Step 10. Razoring. A leaf, or a shallow node far below the window, is worth its estimate.
        Some(estimate)
    }

    /// Value of the position after a pass if that is still at least `beta`. A pass never follows another,
    /// because that would search the same position again.
    fn null_move(
        &mut self,
        beta: Value,
        depth: Depth,
        ply: usize,
        node_type: NodeType,
    ) -> Option<Value> {
        self.played(ply, 1)?;
        let depth = self.memory.params.after_null_move(depth);
        let value = self.search_pass::<false>((beta - 1, beta), depth, ply, node_type);
        // A win after a pass does not prove a win, because passing is not allowed.
        (value >= beta).then(|| if is_decided(value) { beta } else { value })
    }

    /// Passes at `ply` and returns the value of the resulting position, for the side that passes.
    fn search_pass<const PV: bool>(
        &mut self,
        (alpha, beta): (Value, Value),
        depth: Depth,
        ply: usize,
        node_type: NodeType,
    ) -> Value {
        self.memory.frames[ply].played = None;
        self.board.pass();
        let value = -self.node::<PV>((-beta, -alpha), depth, ply + 1, node_type.child());
        self.board.pass();
        value
    }

    /// Tries all other moves of a node whose moves near stones reach no more than `value`; returns the value of the
    /// node.
    fn search_far_moves<const PV: bool>(&mut self, node: Node, value: Value) -> Value {
        let moves = self.allowed(*self.board.empty() & !node.moves);
        if moves.is_empty() || value >= node.window.1 || self.meter.stopped() {
            return value;
        }
        let window = (node.window.0.max(value), node.window.1);
        value.max(self.search_moves::<PV>(Node { window, moves, entry: None, ..node }))
    }

    /// Learns from the `value` of a node and stores it.
    fn remember<const PV: bool>(&mut self, node: &Node, value: Value, evaluation: &Evaluation) {
        let (alpha, beta) = node.window;
        let bound = match value {
            v if v >= beta => Bound::Lower,
            v if PV && v > alpha => Bound::Exact,
            _ => Bound::Upper,
        };

        // Step 19. Correction history. Learn the error of the evaluation, unless the bound leaves it open.
        let &Evaluation { raw, corrected, traits, .. } = evaluation;
        if !node.is_forced && !is_decided(value) && bound.refine(corrected, value) == value {
            let lesson = self.memory.params.correction(value - corrected, node.depth);
            self.memory.corrections.learn(traits, lesson);
        }

        // Step 20. Store the result. Below the window no move is known to be best.
        let best = if value > alpha { self.line(node.ply).first().copied() } else { None };
        let is_pv = PV || node.entry.is_some_and(|entry| entry.is_pv);
        let depth = node.depth;
        self.store(node.ply, TtEntry { value, evaluation: raw, best, depth, bound, is_pv });
    }

    /// Searches the moves of `node`, best first, and returns the best value.
    fn search_moves<const PV: bool>(&mut self, node: Node) -> Value {
        let Node { depth, ply, .. } = node;
        let (mut alpha, beta) = node.window;
        let evaluation = self.memory.frames[ply].evaluation;
        let table_move = node.entry.and_then(|entry| entry.best);
        let mut picker = Picker::new(node.moves, self.hints(ply, table_move), &self.memory.stack);
        // There are never more than a few blocks.
        let move_limit = if node.is_block {
            usize::MAX
        } else {
            self.memory.reductions.move_limit::<PV>(depth, node.improving)
        };
        let (mut best, mut number, mut tried) = (-INFINITE, 0, Tried::new());
        let mut rest_depth = depth - PLY;
        self.memory.frames[ply + 1].killers = [None; 2];

        while let Some(square) = self.next_move(&mut picker) {
            if node.excluded == Some(square) || !tactics::is_legal(self.board, square) {
                continue;
            }
            number += 1;
            let mut candidate = self.candidate(square, number);
            let may_leave_out = best > -INFINITE && !is_loss(best);

            // Step 12. Late move pruning. Once some move does not lose, late ones rarely matter,
            // whatever they threaten.
            if may_leave_out && number > move_limit {
                break;
            }

            // Step 13. Futility pruning. A quiet move cannot lift a position far below the window.
            if may_leave_out
                && !PV
                && candidate.is_quiet
                && !node.is_forced
                && self.futility(&node, number, evaluation, alpha)
            {
                continue;
            }

            // Step 14. Singular extension and multi-cut. A table move that is far better than all
            // others is extended; if others fail high, too, so does the node.
            if table_move == Some(square) && node.excluded.is_none() {
                match self.singularity::<PV>(&node, square) {
                    Singularity::Extend(depth) => candidate.extension = depth,
                    Singularity::MultiCut(value) => {
                        picker.release(&mut self.memory.stack);
                        return value;
                    }
                }
            }

            // Steps 15 and 16. Late move reduction and principal variation search.
            let full_depth = rest_depth + candidate.extension;
            let value = if PV && number == 1 {
                self.search_move::<true>(square, (alpha, beta), full_depth, ply, NodeType::All)
            } else {
                let reduction = self.reduction::<PV>(&node, &candidate, &picker);
                self.search_later::<PV>(&node, square, (alpha, beta), full_depth, reduction)
            };
            if self.meter.stopped() {
                break;
            }

            // Step 17. Keep the best. After a move that raised alpha, others rarely raise it again:
            // they are reduced.
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    if node.excluded.is_none() {
                        self.record_line(square, ply);
                    }
                    if value >= beta {
                        self.learn(square, tried.as_slice(), depth, ply);
                        break;
                    }
                    rest_depth -= self.memory.params.after_alpha_raise(depth, value);
                }
            }
            tried.push(square);
        }
        picker.release(&mut self.memory.stack);
        if number == 0 && !self.meter.stopped() {
            return if node.excluded.is_some() { alpha } else { self.without_moves::<PV>(node) };
        }
        best
    }

    #[inline]
    fn next_move(&mut self, picker: &mut Picker) -> Option<Square> {
        let Memory { history, order, stack, .. } = &mut *self.memory;
        picker.next(self.board, history, order, stack)
    }

    /// The move to `square`, the `number`-th of its node.
    fn candidate(&self, square: Square, number: usize) -> Candidate {
        let me = self.board.side();
        let own = self.board.threat(me, square);
        let enemy = self.board.threat(!me, square);
        let is_quiet = own < Threat::Three && !own.is_four() && enemy < Threat::DoubleThree;
        Candidate { square, number, is_quiet, own, extension: 0 }
    }

    /// Principal variation search of a move that is not expected to be the best of its node: first reduced
    /// and in a null window, then with full depth and window as far as needed.
    fn search_later<const PV: bool>(
        &mut self,
        node: &Node,
        square: Square,
        (alpha, beta): (Value, Value),
        depth: Depth,
        reduction: Depth,
    ) -> Value {
        let ply = node.ply;
        let null_window = (alpha, alpha + 1);
        let child = node.node_type.child();
        let first_type = if reduction > 0 || PV { NodeType::Cut } else { child };
        let mut value =
            self.search_move::<false>(square, null_window, depth - reduction, ply, first_type);
        if value > alpha && reduction > 0 && !self.meter.stopped() {
            value = self.search_move::<false>(square, null_window, depth, ply, child);
        }
        if PV && value > alpha && value < beta && !self.meter.stopped() {
            value = self.search_move::<true>(square, (alpha, beta), depth, ply, NodeType::All);
        }
        value
    }

    /// The value of a node without a legal move: in renju all may be fouls, or no point near a stone is left.
    fn without_moves<const PV: bool>(&mut self, node: Node) -> Value {
        let everywhere = self.allowed(*self.board.empty());
        if node.is_forced {
            return loss_in(node.ply + 4);
        }
        if node.moves != everywhere {
            return self.search_moves::<PV>(Node { moves: everywhere, ..node });
        }
        self.search_pass::<PV>(node.window, node.depth - PLY, node.ply, node.node_type)
    }

    /// Compares the table's move `square` with all others, which are searched to a reduced depth.
    fn singularity<const PV: bool>(&mut self, node: &Node, square: Square) -> Singularity {
        let Some(entry) = node.entry else {
            return Singularity::Extend(0);
        };
        let params = &self.memory.params;
        let value = from_root(entry.value, node.ply);
        let is_candidate = node.depth >= params.singular_depth
            && entry.bound != Bound::Upper
            && entry.depth >= node.depth - params.singular_entry_depth
            && !is_decided(value)
            && !params.is_overlong(node.ply, self.root_depth);
        if !is_candidate {
            return Singularity::Extend(0);
        }
        let bound = value - params.singular_margin(node.depth);
        let others = self.search_moves::<false>(Node {
            window: (bound - 1, bound),
            depth: params.singular_search(node.depth),
            entry: None,
            excluded: Some(square),
            ..*node
        });
        if others < bound {
            return Singularity::Extend(self.memory.params.extension::<PV>(bound - others));
        }
        if !PV && bound >= node.window.1 && !is_decided(others) {
            return Singularity::MultiCut(bound);
        }
        let fails_high = value >= node.window.1;
        Singularity::Extend(if fails_high { -self.memory.params.negative_extension } else { 0 })
    }

    /// Whether a quiet move cannot be expected to raise alpha at the depth left by the reduction for its number.
    fn futility(&self, node: &Node, number: usize, evaluation: Value, alpha: Value) -> bool {
        let Memory { params, reductions, .. } = &*self.memory;
        let depth = node.depth - reductions.by_number(params, node.depth, number);
        params.futility(depth, evaluation, alpha)
    }

    /// Late move reduction: the reduction of the first search of a move from `picker`.
    fn reduction<const PV: bool>(
        &self,
        node: &Node,
        candidate: &Candidate,
        picker: &Picker,
    ) -> Depth {
        let &Candidate { square, number, is_quiet, .. } = candidate;
        let Memory { params, reductions, history, .. } = &*self.memory;
        if node.depth < params.lmr_depth || number < params.lmr_number {
            return 0;
        }
        let surprisal = picker.surprisal(self.board, square);
        let (me, previous) = (self.board.side(), self.played(node.ply, 1));
        let mut reduction = reductions.by_number(params, node.depth, number)
            + reductions.by_surprisal(params, surprisal, number)
            + params.adjustment::<PV>(node.node_type, node.improving, is_quiet, node.is_forced)
            - history.score(me, square) * PLY / params.history_ply
            - history.reply_score(me, previous, square) * PLY / params.reply_ply;
        if self.continues_attack(node, candidate) {
            reduction -= params.lmr_attack;
        }
        if node.entry.is_some_and(|entry| entry.is_pv) {
            reduction -= params.lmr_pv_entry;
        }
        reduction.clamp(0, node.depth - PLY)
    }

    /// Whether a move makes a threat near the last own stone while there is no threat to answer.
    fn continues_attack(&self, node: &Node, candidate: &Candidate) -> bool {
        !node.is_forced
            && candidate.own >= Threat::Three
            && self.played(node.ply, 2).is_some_and(|last| {
                last.distance(candidate.square) <= self.memory.params.attack_distance
            })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::color::Color;
    use crate::coord::{Point, Size};
    use crate::gomoku::eval::board::Board;
    use crate::gomoku::eval::tables::Tables;
    use crate::gomoku::rules::grid::Grid;
    use crate::gomoku::rules::rule::Rule;
    use crate::gomoku::search::params::Params;
    use crate::gomoku::search::worker::tests::board_after;
    use crate::search::control::Control;
    use crate::search::table::Table;

    #[test]
    fn a_far_move_saves_a_node_whose_own_moves_lose() {
        let (control, table) = (Control::unlimited(), Table::with_bytes(1 << 20));
        // White is to move against an open three; a15 represents the moves near the stones.
        let (mut board, mut memory) = (board_after("h8a1i8c1j8"), Memory::new(&Params::default()));
        let mut worker = Worker::alone(&mut board, &mut memory, &table, &control);
        let mut moves = SquareSet::EMPTY;
        moves.insert(Square::of(Point::from_text("a15").unwrap()));
        let (ply, node_type) = (2, NodeType::Cut);
        let node = Node {
            window: (loss_in(8), win_in(8)),
            depth: 4 * PLY,
            ply,
            moves,
            node_type,
            is_block: false,
            is_forced: true,
            improving: false,
            entry: None,
            excluded: None,
        };
        let near = worker.search_moves::<true>(node);
        assert!(is_loss(near), "{near}");
        let all = worker.search_far_moves::<true>(node, near);
        assert!(!is_loss(all), "{all}");
        let high = Node { window: (loss_in(9), loss_in(8)), ..node };
        assert_eq!(worker.search_far_moves::<false>(high, loss_in(10)), loss_in(10));
    }

    #[test]
    fn a_win_by_fours_saves_a_hopeless_position() {
        let (control, table) = (Control::unlimited(), Table::with_bytes(1 << 20));
        // h8 i8 h7 h6, and i7 makes an open four.
        let mut board = board_after("e8d8f8h11g8a1h9a15h10o1i7o15k7h1");
        let mut memory = Memory::new(&Params::default());
        let mut worker = Worker::alone(&mut board, &mut memory, &table, &control);
        let alpha = 15_000;
        assert!(worker.memory.params.razoring(2 * PLY, worker.board.static_eval(), alpha));
        let value = worker.node::<false>((alpha, alpha + 1), 2 * PLY, 2, NodeType::Cut);
        assert_eq!(value, win_in(2 + 7));
    }

    #[test]
    fn a_proof_holds_in_an_open_window_unless_a_shorter_one_is_sought() {
        for is_thorough in [false, true] {
            let (control, table) = (Control::unlimited(), Table::with_bytes(1 << 20));
            let (mut board, mut memory) = (board_after("h8i9"), Memory::new(&Params::default()));
            let mut worker = Worker::alone(&mut board, &mut memory, &table, &control);
            worker.is_thorough = is_thorough;
            let (value, bound, depth) = (win_in(3 + 9), Bound::Lower, 2 * PLY);
            let proof = TtEntry { value, evaluation: 0, best: None, depth, bound, is_pv: false };
            worker.store(3, proof);
            let found = worker.node::<true>((-INFINITE, INFINITE), PLY, 3, NodeType::All);
            assert_eq!(found == value, !is_thorough);
        }
    }

    #[test]
    fn a_line_ends_where_no_five_is_possible() {
        let (control, table) = (Control::unlimited(), Table::with_bytes(1 << 20));
        let grid = Grid::new(Size::new(5, 5).unwrap());
        let tables = Arc::new(Tables::new(Rule::Freestyle));
        let mut board = Board::new(tables, &grid, Color::Black);
        let mut memory = Memory::new(&Params::default());
        for point in crate::coord::parse_points("c1d2b5e4b4b1a2a3e3a1d4c5").unwrap() {
            board.play(Square::of(point));
        }
        assert!(board.is_dead() && board.empty_count() > 3);
        let mut worker = Worker::alone(&mut board, &mut memory, &table, &control);
        assert_eq!(worker.node::<true>((-INFINITE, INFINITE), 9 * PLY, 2, NodeType::All), DRAW);
        assert_eq!(worker.meter.nodes(), 1);
    }

    #[test]
    fn a_pass_is_worth_what_follows_and_never_follows_a_pass() {
        let (control, table) = (Control::unlimited(), Table::with_bytes(1 << 20));
        let (mut board, mut memory) = (board_after("h8i9g7f6"), Memory::new(&Params::default()));
        let hash = board.hash();
        let mut worker = Worker::alone(&mut board, &mut memory, &table, &control);
        let depth = 8 * PLY;
        worker.memory.frames[0].played = Some(Square::from_index(200));
        let value = worker.null_move(-3_000, depth, 1, NodeType::Cut).unwrap();
        assert!((-3_000..3_000).contains(&value), "{value}");
        assert_eq!(worker.null_move(3_000, depth, 1, NodeType::Cut), None);
        assert_eq!(worker.memory.frames[1].played, None);
        assert_eq!(worker.null_move(-3_000, depth, 2, NodeType::Cut), None);
        assert_eq!(board.hash(), hash);
    }
}
