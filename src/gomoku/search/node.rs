//! Alpha-beta search below the root.
//!
//! Values of decided games are proofs: estimates never reach their range, and no move is left out
//! while everything searched so far loses. The clock is watched at every node; once the meter has
//! stopped, every value on the way up is void.

use super::entry::{self, Bound, Bucket, Entry, Generation};
use super::eval;
use super::order::{Hints, History, Picker, Scored};
use super::prune::{self, Reductions};
use super::tactics::{self, Situation};
use super::value::{
    DRAW, INFINITE, Value, from_node, from_root, is_decided, is_loss, loss_in, win_in,
};
use super::vcf::Vcf;
use crate::gomoku::grid::Square;
use crate::gomoku::pattern::board::Board;
use crate::gomoku::pattern::squares::SquareSet;
use crate::gomoku::pattern::threat::Threat;
use crate::search::control::Meter;
use crate::search::table::Table;

/// Longest line of the main search, in plies.
pub(super) const MAX_PLIES: usize = 128;
/// Quiet moves remembered at a node to be taught that they failed.
const TRIED_LIMIT: usize = 32;

/// What one ply of the current line keeps.
#[derive(Clone, Default)]
pub(super) struct Frame {
    evaluation: Value,
    played: Option<Square>,
    killers: [Option<Square>; 2],
    /// Best line from here.
    line: Vec<Square>,
}

/// Working memory of one searching thread, allocated once.
pub(super) struct Memory {
    pub vcf: Vcf,
    pub history: History,
    pub frames: Vec<Frame>,
    pub stack: Vec<Scored>,
    pub reductions: Reductions,
}

impl Memory {
    /// Nothing learned yet.
    pub fn new() -> Memory {
        let frame = || Frame { line: Vec::with_capacity(MAX_PLIES + 2), ..Frame::default() };
        Memory {
            vcf: Vcf::new(),
            history: History::new(),
            frames: (0..MAX_PLIES + 2).map(|_| frame()).collect(),
            stack: Vec::with_capacity(1 << 14),
            reductions: Reductions::new(),
        }
    }
}

/// One searching thread.
pub(super) struct Worker<'a> {
    pub board: &'a mut Board,
    pub meter: Meter<'a>,
    pub memory: &'a mut Memory,
    pub table: &'a Table<Bucket>,
    pub generation: Generation,
    /// Longest line so far.
    pub selective_depth: usize,
    /// Depth of the current iteration.
    pub root_depth: i32,
}

/// What the loop over the moves of a node has to know.
#[derive(Clone, Copy)]
struct Node {
    alpha: Value,
    beta: Value,
    depth: i32,
    ply: usize,
    moves: SquareSet,
    /// Whether something must be answered, so that no move is left out.
    is_forced: bool,
    improving: bool,
    table_move: Option<Square>,
}

impl Worker<'_> {
    /// Plays `square` at `ply` and returns the value of what follows, for the side that plays.
    pub fn try_move<const PV: bool>(
        &mut self,
        square: Square,
        (alpha, beta): (Value, Value),
        depth: i32,
        ply: usize,
    ) -> Value {
        self.memory.frames[ply].played = Some(square);
        self.board.play(square);
        let value = -self.node::<PV>(-beta, -alpha, depth, ply + 1);
        self.board.undo();
        value
    }

    /// Makes `square` with the best line of the next ply the best line of `ply`.
    pub fn record_line(&mut self, square: Square, ply: usize) {
        let (upper, lower) = self.memory.frames.split_at_mut(ply + 1);
        let line = &mut upper[ply].line;
        line.clear();
        line.push(square);
        line.extend_from_slice(&lower[0].line);
    }

    /// Best line found at `ply`.
    pub fn line(&self, ply: usize) -> &[Square] {
        &self.memory.frames[ply].line
    }

    /// Makes the best line at `ply` empty.
    pub fn forget_line(&mut self, ply: usize) {
        self.memory.frames[ply].line.clear();
    }

    /// Static evaluation of the root, against which its grandchildren are compared.
    pub fn note_root_evaluation(&mut self) {
        self.memory.frames[0].evaluation = eval::evaluate(self.board);
    }

    fn node<const PV: bool>(
        &mut self,
        mut alpha: Value,
        mut beta: Value,
        depth: i32,
        ply: usize,
    ) -> Value {
        // 1. Count, and end where the line ends.
        self.meter.count();
        self.memory.frames[ply].line.clear();
        if self.meter.stopped() || self.board.empty_count() == 0 {
            return DRAW;
        }
        self.selective_depth = self.selective_depth.max(ply);

        // 2. Wins, losses and forced replies that need no search.
        let situation = tactics::assess(self.board);
        match situation {
            Situation::Win(plies) => return win_in(ply + plies as usize),
            Situation::Loss(plies) => return loss_in(ply + plies as usize),
            _ if ply >= MAX_PLIES => return eval::evaluate(self.board),
            // Answering a four costs no depth.
            Situation::MustBlock(moves) => {
                let evaluation = self.memory.frames[ply.saturating_sub(2)].evaluation;
                self.memory.frames[ply].evaluation = evaluation;
                let (is_forced, improving, table_move) = (true, false, None);
                return self.search_moves::<PV>(Node {
                    alpha,
                    beta,
                    depth: depth + 1,
                    ply,
                    moves,
                    is_forced,
                    improving,
                    table_move,
                });
            }
            Situation::MustDefend(_) | Situation::Free => {}
        }

        // 3. No line from here can beat a shorter win already found.
        alpha = alpha.max(loss_in(ply + 4));
        beta = beta.min(win_in(ply + 5));
        if alpha >= beta {
            return alpha;
        }

        // 4. What an earlier search knows.
        let hash = self.board.hash();
        let known = entry::load(self.table.bucket(hash), hash);
        if let Some(entry) = known {
            let value = from_root(entry.value, ply);
            let deep_enough = entry.depth >= depth || is_decided(value);
            let decides = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
            };
            if deep_enough && decides && (!PV || is_decided(value)) {
                return value;
            }
        }
        let evaluation = known.map_or_else(|| eval::evaluate(self.board), |entry| entry.evaluation);
        self.memory.frames[ply].evaluation = evaluation;

        // 5. A win by continuous fours.
        if let Some(plies) = self.win_by_fours(prune::vcf_budget(depth)) {
            let value = win_in(ply + plies as usize);
            let best = self.memory.vcf.line().first().copied();
            self.memory.frames[ply].line.extend(best);
            self.store(ply, Entry { value, evaluation, best, depth, bound: Bound::Lower });
            return value;
        }

        // 6. Leaves, and positions that are clear enough.
        let improving = ply >= 2 && evaluation > self.memory.frames[ply - 2].evaluation;
        let is_free = situation == Situation::Free;
        if depth <= 0 || !PV && prune::is_hopeless(depth, evaluation, alpha) {
            return evaluation;
        }
        if !PV && is_free && !is_decided(beta) && prune::is_safe(depth, evaluation, beta, improving)
        {
            return evaluation;
        }

        // 7. Search.
        let moves = match situation {
            Situation::MustDefend(moves) => moves,
            _ => self.board.candidates(),
        };
        let extends = !is_free && prune::extends_answer(depth, moves.len(), ply, self.root_depth);
        let depth = depth + i32::from(extends);
        let table_move = known.and_then(|entry| entry.best);
        let value = self.search_moves::<PV>(Node {
            alpha,
            beta,
            depth,
            ply,
            moves,
            is_forced: !is_free,
            improving,
            table_move,
        });
        if self.meter.stopped() {
            return DRAW;
        }

        // 8. Remember.
        let bound = match value {
            v if v >= beta => Bound::Lower,
            v if PV && v > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let best = if value > alpha { self.memory.frames[ply].line.first().copied() } else { None };
        self.store(ply, Entry { value, evaluation, best, depth, bound });
        value
    }

    fn search_moves<const PV: bool>(&mut self, node: Node) -> Value {
        let Node { mut alpha, beta, depth, ply, is_forced, improving, .. } = node;
        let me = self.board.side();
        let evaluation = self.memory.frames[ply].evaluation;
        let hints = self.hints(ply, node.table_move);
        let mut picker = Picker::new(node.moves, hints, &self.memory.stack);
        let mut best = -INFINITE;
        let mut number = 0;
        let mut tried = [Square::from_index(0); TRIED_LIMIT];
        let mut tried_count = 0;
        let move_limit = if PV { usize::MAX } else { prune::move_limit(depth, improving) };
        self.memory.frames[ply + 1].killers = [None; 2];

        while let Some(square) =
            picker.next(self.board, &self.memory.history, &mut self.memory.stack)
        {
            if !tactics::is_legal(self.board, square) {
                continue;
            }
            number += 1;
            let own = self.board.threat(me, square);
            let enemy = self.board.threat(!me, square);
            let is_quiet = own < Threat::Three && !own.is_four() && enemy < Threat::DoubleThree;

            // 1. Leave out what promises nothing.
            let may_skip = !PV && is_quiet && !is_forced && best > -INFINITE && !is_loss(best);
            if may_skip && (number > move_limit || prune::is_futile(depth, evaluation, alpha)) {
                continue;
            }

            // 2. The first move with the whole window, late ones less deep, all but the first with a
            //    window that only tells whether they are better.
            let full = depth - 1;
            let value = if PV && number == 1 {
                self.try_move::<true>(square, (alpha, beta), full, ply)
            } else {
                let reduction = self.reduction::<PV>(&node, number, square, is_quiet);
                let mut value =
                    self.try_move::<false>(square, (alpha, alpha + 1), full - reduction, ply);
                if value > alpha && reduction > 0 {
                    value = self.try_move::<false>(square, (alpha, alpha + 1), full, ply);
                }
                if PV && value > alpha && value < beta {
                    value = self.try_move::<true>(square, (alpha, beta), full, ply);
                }
                value
            };
            if self.meter.stopped() {
                break;
            }

            // 3. Keep the best.
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    self.record_line(square, ply);
                    if value >= beta {
                        self.learn(square, &tried[..tried_count], depth, ply);
                        break;
                    }
                }
            }
            if tried_count < TRIED_LIMIT {
                tried[tried_count] = square;
                tried_count += 1;
            }
        }
        picker.release(&mut self.memory.stack);
        if number == 0 && !self.meter.stopped() {
            return self.without_moves::<PV>(node);
        }
        best
    }

    /// Goes on where none of a node's moves is legal, which only happens to Black in renju.
    fn without_moves<const PV: bool>(&mut self, node: Node) -> Value {
        let everywhere = *self.board.empty();
        if node.is_forced {
            return loss_in(node.ply + 4);
        }
        if node.moves != everywhere {
            return self.search_moves::<PV>(Node { moves: everywhere, ..node });
        }
        self.memory.frames[node.ply].played = None;
        self.board.pass();
        let value = -self.node::<PV>(-node.beta, -node.alpha, node.depth - 1, node.ply + 1);
        self.board.pass();
        value
    }

    fn win_by_fours(&mut self, budget: u32) -> Option<u32> {
        if self.board.four_points(self.board.side()).is_empty() {
            return None;
        }
        self.memory.vcf.solve(self.board, &mut self.meter, budget)
    }

    fn reduction<const PV: bool>(
        &self,
        node: &Node,
        number: usize,
        square: Square,
        is_quiet: bool,
    ) -> i32 {
        if node.depth < prune::REDUCE_FROM_DEPTH
            || number < prune::REDUCE_FROM_MOVE
            || node.is_forced
        {
            return 0;
        }
        let mut reduction = self.memory.reductions.of(node.depth, number);
        reduction += i32::from(!node.improving) - i32::from(PV) - i32::from(!is_quiet);
        reduction -= self.memory.history.score(self.board.side(), square) / prune::HISTORY_PER_PLY;
        reduction.clamp(0, node.depth - 2)
    }

    fn hints(&self, ply: usize, table: Option<Square>) -> Hints {
        let previous = ply.checked_sub(1).and_then(|above| self.memory.frames[above].played);
        Hints { table, killers: self.memory.frames[ply].killers, previous }
    }

    /// `square` refuted the position at `ply`, after `tried` had not.
    fn learn(&mut self, square: Square, tried: &[Square], depth: i32, ply: usize) {
        let previous = self.hints(ply, None).previous;
        self.memory.history.learn(self.board.side(), square, previous, tried, depth);
        let killers = &mut self.memory.frames[ply].killers;
        if killers[0] != Some(square) {
            *killers = [Some(square), killers[0]];
        }
    }

    fn store(&mut self, ply: usize, entry: Entry) {
        let hash = self.board.hash();
        let entry = Entry { value: from_node(entry.value, ply), ..entry };
        entry::store(self.table.bucket(hash), hash, entry, self.generation);
    }
}
