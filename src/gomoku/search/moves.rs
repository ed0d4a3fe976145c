//! The loop over the moves of a node: which are left out, how deep the others are searched.

use super::entry::{Bound, Entry};
use super::node::{Expect, Worker};
use super::order::{Hints, Picker};
use super::prune::{self, Depth, PLY};
use super::value::{INFINITE, Value, from_root, is_decided, is_loss, loss_in};
use crate::gomoku::eval::square_set::SquareSet;
use crate::gomoku::eval::threat::Threat;
use crate::gomoku::rules::grid::Square;
use crate::gomoku::threats::tactics;

/// Moves remembered at a node to be taught that they failed.
const TRIED_LIMIT: usize = 32;

/// What the loop over the moves of a node has to know.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub window: (Value, Value),
    pub depth: Depth,
    pub ply: usize,
    pub moves: SquareSet,
    pub expect: Expect,
    /// Whether the enemy threatens five.
    pub is_block: bool,
    /// Whether something must be answered.
    pub is_forced: bool,
    pub improving: bool,
    /// Table entry of the position.
    pub known: Option<Entry>,
    /// A move that is not to be tried, to see how good the others are.
    pub excluded: Option<Square>,
}

/// A move about to be tried.
#[derive(Clone, Copy)]
struct Candidate {
    square: Square,
    /// From 1.
    number: usize,
    is_quiet: bool,
    own: Threat,
}

impl Worker<'_> {
    pub(super) fn search_moves<const PV: bool>(&mut self, node: Node) -> Value {
        let Node { depth, ply, .. } = node;
        let (mut alpha, beta) = node.window;
        let me = self.board.side();
        let evaluation = self.memory.frames[ply].evaluation;
        let table_move = node.known.and_then(|entry| entry.best);
        let hints = self.hints(ply, table_move);
        let mut picker = Picker::new(node.moves, hints, &self.memory.stack);
        let mut best = -INFINITE;
        let mut number = 0;
        let mut tried = [Square::from_index(0); TRIED_LIMIT];
        let mut tried_count = 0;
        // There are never more blocks than a hand can count.
        let move_limit = if node.is_block {
            usize::MAX
        } else {
            self.memory.reductions.move_limit::<PV>(depth, node.improving)
        };
        let mut rest_depth = depth - PLY;
        self.memory.frames[ply + 1].killers = [None; 2];

        while let Some(square) =
            picker.next(self.board, &self.memory.history, &mut self.memory.stack)
        {
            if node.excluded == Some(square) || !tactics::is_legal(self.board, square) {
                continue;
            }
            number += 1;
            let own = self.board.threat(me, square);
            let enemy = self.board.threat(!me, square);
            let is_quiet = own < Threat::Three && !own.is_four() && enemy < Threat::DoubleThree;
            let candidate = Candidate { square, number, is_quiet, own };

            // 1. Leave out what scores nothing: all late moves, of others those that threaten
            //    nothing where nothing has to be answered.
            if best > -INFINITE && !is_loss(best) {
                if number > move_limit {
                    break;
                }
                let is_futile = !PV
                    && is_quiet
                    && !node.is_forced
                    && prune::is_futile(self.quiet_depth(&node, &candidate), evaluation, alpha);
                if is_futile {
                    continue;
                }
            }

            // 2. A move without which the position would be far worse goes deeper.
            let mut extension = 0;
            if table_move == Some(square) && node.excluded.is_none() {
                match self.singularity::<PV>(&node, square) {
                    Singularity::Extend(depth) => extension = depth,
                    Singularity::Cut(value) => {
                        picker.release(&mut self.memory.stack);
                        return value;
                    }
                }
            }

            // 3. The first move with the whole window, late ones less deep, all but the first with a
            //    window that only tells whether they are better.
            let full = rest_depth + extension;
            let value = if PV && number == 1 {
                self.try_move::<true>(square, (alpha, beta), full, ply, Expect::All)
            } else {
                let narrow = (alpha, alpha + 1);
                let doubt = picker.doubt(self.board, square);
                let reduction = self.reduction::<PV>(&node, &candidate, doubt);
                let expect = if reduction > 0 || PV { Expect::Cut } else { node.expect.after() };
                let mut value =
                    self.try_move::<false>(square, narrow, full - reduction, ply, expect);
                if value > alpha && reduction > 0 && !self.meter.stopped() {
                    let expect = node.expect.after();
                    value = self.try_move::<false>(square, narrow, full, ply, expect);
                }
                if PV && value > alpha && value < beta && !self.meter.stopped() {
                    value = self.try_move::<true>(square, (alpha, beta), full, ply, Expect::All);
                }
                value
            };
            if self.meter.stopped() {
                break;
            }

            // 4. Keep the best.
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    if node.excluded.is_none() {
                        self.record_line(square, ply);
                    }
                    if value >= beta {
                        self.learn(square, &tried[..tried_count], depth, ply);
                        break;
                    }
                    rest_depth -= prune::raised_reduction(depth, value);
                }
            }
            if tried_count < TRIED_LIMIT {
                tried[tried_count] = square;
                tried_count += 1;
            }
        }
        picker.release(&mut self.memory.stack);
        if number == 0 && !self.meter.stopped() {
            return if node.excluded.is_some() { alpha } else { self.without_moves::<PV>(node) };
        }
        best
    }

    /// Goes on where none of a node's moves is legal, which happens to Black in renju and where
    /// none near a stone is left.
    fn without_moves<const PV: bool>(&mut self, node: Node) -> Value {
        let everywhere = *self.board.empty();
        if node.is_forced {
            return loss_in(node.ply + 4);
        }
        if node.moves != everywhere {
            return self.search_moves::<PV>(Node { moves: everywhere, ..node });
        }
        let (alpha, beta) = node.window;
        self.memory.frames[node.ply].played = None;
        self.board.pass();
        let depth = node.depth - PLY;
        let value = -self.node::<PV>((-beta, -alpha), depth, node.ply + 1, node.expect.after());
        self.board.pass();
        value
    }

    /// How much better the table's move `square` is than all others, by a search of these at half
    /// the depth.
    fn singularity<const PV: bool>(&mut self, node: &Node, square: Square) -> Singularity {
        let Some(entry) = node.known else {
            return Singularity::Extend(0);
        };
        let value = from_root(entry.value, node.ply);
        let is_candidate = node.depth >= prune::SINGULAR_FROM
            && entry.bound != Bound::Upper
            && entry.depth >= node.depth - prune::SINGULAR_ENTRY
            && !is_decided(value)
            && !prune::is_long(node.ply, self.root_depth);
        if !is_candidate {
            return Singularity::Extend(0);
        }
        let bound = value - prune::singular_margin(node.depth);
        let others = self.search_moves::<false>(Node {
            window: (bound - 1, bound),
            depth: prune::singular_depth(node.depth),
            known: None,
            excluded: Some(square),
            ..*node
        });
        if others < bound {
            return Singularity::Extend(prune::singular_extension::<PV>(bound - others));
        }
        if !PV && bound >= node.window.1 && !is_decided(others) {
            return Singularity::Cut(bound);
        }
        Singularity::Extend(if value >= node.window.1 { -prune::PLURAL_REDUCTION } else { 0 })
    }

    /// Depth at which a quiet move would be searched, for judging whether it can matter.
    fn quiet_depth(&self, node: &Node, candidate: &Candidate) -> Depth {
        node.depth - self.memory.reductions.of(node.depth, candidate.number)
    }

    /// Depth by which a move that is doubted so much is searched less deep at first.
    fn reduction<const PV: bool>(&self, node: &Node, candidate: &Candidate, doubt: i32) -> Depth {
        let &Candidate { square, number, is_quiet, .. } = candidate;
        if node.depth < prune::REDUCE_FROM_DEPTH || number < prune::REDUCE_FROM_MOVE {
            return 0;
        }
        let reductions = &self.memory.reductions;
        let mut reduction = reductions.of(node.depth, number) + reductions.of_doubt(doubt, number);
        let (me, previous) = (self.board.side(), self.played(node.ply, 1));
        let history = self.memory.history.score(me, square);
        let reply = self.memory.history.reply_score(me, previous, square);
        reduction += prune::adjustment::<PV>(node.expect, node.improving, is_quiet, node.is_forced);
        reduction -= history * PLY / prune::HISTORY_PER_PLY;
        reduction -= reply * PLY / prune::REPLY_PER_PLY;
        if self.goes_on_attacking(node, candidate) {
            reduction -= prune::ATTACK;
        }
        if node.known.is_some_and(|entry| entry.is_pv) {
            reduction -= prune::PV_ENTRY;
        }
        reduction.clamp(0, node.depth - PLY)
    }

    /// Whether a move that need not answer anything threatens something near the last own stone.
    fn goes_on_attacking(&self, node: &Node, candidate: &Candidate) -> bool {
        !node.is_forced
            && candidate.own >= Threat::Three
            && self
                .played(node.ply, 2)
                .is_some_and(|last| last.distance(candidate.square) <= prune::ATTACK_REACH)
    }

    fn hints(&self, ply: usize, table: Option<Square>) -> Hints {
        let killers = self.memory.frames[ply].killers;
        Hints { table, killers, last: self.last_moves(ply) }
    }

    /// `square` refuted the position at `ply`, after `tried` had not.
    fn learn(&mut self, square: Square, tried: &[Square], depth: Depth, ply: usize) {
        let previous = self.played(ply, 1);
        self.memory.history.learn(self.board.side(), square, previous, tried, depth / PLY);
        let killers = &mut self.memory.frames[ply].killers;
        if killers[0] != Some(square) {
            *killers = [Some(square), killers[0]];
        }
    }
}

/// What the search without the best move told.
enum Singularity {
    /// Search that move so much deeper, or less deep if negative.
    Extend(Depth),
    /// Other moves also fail high: the node's value is at least this.
    Cut(Value),
}
