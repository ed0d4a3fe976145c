//! Alpha-beta search below the root: what is decided at a node before its moves are tried.
//!
//! Values of decided games rest on no estimate: estimates never reach their range, and no move near a
//! stone is left out while everything searched so far loses. In an analysis that begins with an empty
//! table they are proofs, since moves far from every stone are tried, too, where all others lose. The
//! clock is watched at every node; once the meter has stopped, every value on the way up is void.

use super::correction::{Corrections, Traits};
use super::entry::{self, Bound, Entry, Generation};
use super::moves::Node;
use super::order::{History, Scored};
use super::prune::{self, Depth, Reductions};
use super::value::{DRAW, Value, from_node, from_root, is_decided, is_loss, loss_in, win_in};
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::order_scores::LastMoves;
use crate::gomoku::eval::threat::Threat;
use crate::gomoku::rules::grid::Square;
use crate::gomoku::threats::tactics::{self, Situation};
use crate::gomoku::threats::vcf::Vcf;
use crate::gomoku::threats::vct::Vct;
use crate::search::control::Meter;
use crate::search::table::Table;

/// Longest line of the main search, in plies.
pub(super) const MAX_PLIES: usize = 128;

/// Memory of the root's search for threats, which only the leading thread takes.
const VCT_BYTES: usize = 8 << 20;

/// What one ply of the current line keeps.
#[derive(Clone, Default)]
pub(super) struct Frame {
    pub evaluation: Value,
    pub played: Option<Square>,
    pub killers: [Option<Square>; 2],
    /// Best line from here.
    pub line: Vec<Square>,
}

/// Working memory of one searching thread, allocated once.
pub(super) struct Memory {
    pub vcf: Vcf,
    pub vct: Vct,
    pub history: History,
    pub corrections: Corrections,
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
            vct: Vct::new(VCT_BYTES),
            history: History::new(),
            corrections: Corrections::new(),
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
    pub table: &'a Table,
    pub generation: Generation,
    /// Longest line so far.
    pub selective_depth: usize,
    /// Depth of the current iteration, in plies.
    pub root_depth: i32,
    /// Whether a loss is only believed when moves far from every stone lose, too.
    pub is_thorough: bool,
}

/// What kind of node the search expects, by the window it is searched with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expect {
    /// Some move fails high.
    Cut,
    /// Every move fails low, or the window is open.
    All,
}

impl Expect {
    /// What to expect after any move but an expected refutation.
    pub fn after(self) -> Expect {
        match self {
            Expect::Cut => Expect::All,
            Expect::All => Expect::Cut,
        }
    }
}

impl Worker<'_> {
    /// Plays `square` at `ply` and returns the value of what follows, for the side that plays.
    pub fn try_move<const PV: bool>(
        &mut self,
        square: Square,
        (alpha, beta): (Value, Value),
        depth: Depth,
        ply: usize,
        expect: Expect,
    ) -> Value {
        self.memory.frames[ply].played = Some(square);
        self.table.prefetch(self.board.hash_after(square));
        self.board.play(square);
        let value = -self.node::<PV>((-beta, -alpha), depth, ply + 1, expect);
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
        self.memory.frames[0].evaluation = self.board.static_eval();
    }

    pub(super) fn node<const PV: bool>(
        &mut self,
        (mut alpha, mut beta): (Value, Value),
        depth: Depth,
        ply: usize,
        expect: Expect,
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
            _ if ply >= MAX_PLIES => return self.board.static_eval(),
            Situation::MustBlock(moves) => {
                let evaluation = match ply {
                    1 => -self.memory.frames[0].evaluation,
                    _ => self.memory.frames[ply - 2].evaluation,
                };
                self.memory.frames[ply].evaluation = evaluation;
                return self.search_moves::<PV>(Node {
                    window: (alpha, beta),
                    depth: depth + prune::forced_reply_extension(ply, self.root_depth),
                    ply,
                    moves,
                    expect,
                    is_block: true,
                    is_forced: true,
                    improving: false,
                    known: None,
                    excluded: None,
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
            if deep_enough
                && entry.bound.decides(value, (alpha, beta))
                && (!PV || is_decided(value))
            {
                return value;
            }
        }
        let by_looks = known.map_or_else(|| self.board.static_eval(), |entry| entry.evaluation);
        let traits = Traits::of(self.board, self.last_moves(ply));
        let evaluation = self.memory.corrections.correct(by_looks, traits);
        self.memory.frames[ply].evaluation = evaluation;

        let improving = ply >= 2 && evaluation > self.memory.frames[ply - 2].evaluation;
        // A four with a three takes one more move to win than an open four: time to compare.
        let is_free = !self.board.has(!self.board.side(), Threat::OpenFour);
        // What the table has is a better estimate where its bound allows it.
        let estimate = match known {
            Some(entry) if !is_decided(entry.value) => entry.bound.refine(evaluation, entry.value),
            _ => evaluation,
        };

        // 5. Positions that are good enough as they stand.
        if !PV && is_free && !is_decided(beta) && prune::is_safe(depth, estimate, beta, improving) {
            return estimate;
        }

        // 6. Positions so good that the opponent could move twice.
        if !PV
            && is_free
            && estimate >= beta
            && !is_decided(beta)
            && prune::may_pass(depth, evaluation, beta)
            && let Some(value) = self.good_after_pass(beta, depth, ply, expect)
        {
            return value;
        }

        // 7. Leaves that are good enough without more ado, and wins by continuous fours at all others and
        //    where the position looks hopeless.
        if !PV && depth <= 0 && estimate >= beta {
            return estimate;
        }
        let gives_up =
            depth <= 0 || !PV && !is_decided(alpha) && prune::is_hopeless(depth, estimate, alpha);
        if gives_up && let Some(plies) = self.win_by_fours(ply) {
            let value = win_in(ply + plies as usize);
            let best = self.memory.vcf.line().first().copied();
            self.memory.frames[ply].line.extend(best);
            let bound = Bound::Lower;
            self.store(ply, Entry { value, evaluation: by_looks, best, depth, bound, is_pv: PV });
            return value;
        }

        // 8. Leaves and hopeless positions without such a win.
        if gives_up {
            return estimate;
        }

        // 9. Search.
        let moves = match situation {
            Situation::MustDefend(moves) => moves,
            _ => self.board.candidates(),
        };
        let mut depth = depth;
        if is_free && known.is_none_or(|entry| entry.best.is_none()) {
            depth -= prune::unknown_reduction::<PV>(depth, expect);
        }
        let node = Node {
            window: (alpha, beta),
            depth,
            ply,
            moves,
            expect,
            is_block: false,
            is_forced: !is_free,
            improving,
            known,
            excluded: None,
        };
        let mut value = self.search_moves::<PV>(node);
        if self.is_thorough && is_loss(value) && situation == Situation::Free {
            value = self.search_far_moves::<PV>(node, value);
        }
        if self.meter.stopped() {
            return DRAW;
        }

        // 10. Learn and remember.
        let bound = match value {
            v if v >= beta => Bound::Lower,
            v if PV && v > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        if is_free && !is_decided(value) && bound.refine(evaluation, value) == value {
            self.memory.corrections.learn(traits, value - evaluation, depth);
        }
        let best = if value > alpha { self.memory.frames[ply].line.first().copied() } else { None };
        let is_pv = PV || known.is_some_and(|entry| entry.is_pv);
        self.store(ply, Entry { value, evaluation: by_looks, best, depth, bound, is_pv });
        value
    }

    /// Value of a node whose own moves come to no more than `value`, all other moves tried, too.
    fn search_far_moves<const PV: bool>(&mut self, node: Node, value: Value) -> Value {
        let moves = *self.board.empty() & !node.moves;
        if moves.is_empty() || value >= node.window.1 || self.meter.stopped() {
            return value;
        }
        let window = (node.window.0.max(value), node.window.1);
        value.max(self.search_moves::<PV>(Node { window, moves, known: None, ..node }))
    }

    /// Value of the position after a pass if it is still at least `beta`. There are never two passes
    /// in a row, which would search the same position again.
    fn good_after_pass(
        &mut self,
        beta: Value,
        depth: Depth,
        ply: usize,
        expect: Expect,
    ) -> Option<Value> {
        self.played(ply, 1)?;
        self.memory.frames[ply].played = None;
        self.board.pass();
        let depth = prune::pass_depth(depth);
        let value = -self.node::<false>((-beta, 1 - beta), depth, ply + 1, expect.after());
        self.board.pass();
        // A win after a pass is no proof of a win: passing is not allowed.
        (value >= beta).then(|| if is_decided(value) { beta } else { value })
    }

    /// The move `back` plies before `ply`, unless that was a pass or lies before the root.
    pub(super) fn played(&self, ply: usize, back: usize) -> Option<Square> {
        self.memory.frames[ply.checked_sub(back)?].played
    }

    /// The moves that led to `ply`.
    pub(super) fn last_moves(&self, ply: usize) -> LastMoves {
        LastMoves { enemy: self.played(ply, 1), own: self.played(ply, 2) }
    }

    /// Plies of a win by fours each near the one before, the first near the last own stone.
    fn win_by_fours(&mut self, ply: usize) -> Option<u32> {
        if self.board.four_points(self.board.side()).is_empty() {
            return None;
        }
        let last = self.played(ply, 2);
        self.memory.vcf.solve_near(self.board, &mut self.meter, prune::VCF_LEAF, last)
    }

    fn store(&mut self, ply: usize, entry: Entry) {
        let hash = self.board.hash();
        let entry = Entry { value: from_node(entry.value, ply), ..entry };
        entry::store(self.table.bucket(hash), hash, entry, self.generation);
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::color::Color;
    use crate::coord::{Point, Size, parse_points};
    use crate::gomoku::eval::square_set::SquareSet;
    use crate::gomoku::eval::tables::Tables;
    use crate::gomoku::rules::grid::Grid;
    use crate::gomoku::rules::rule::Rule;
    use crate::search::control::Control;
    use crate::search::limits::Limits;

    /// The 15x15 freestyle board after `moves`.
    pub(in crate::gomoku::search) fn board_after(moves: &str) -> Board {
        let grid = Grid::new(Size::new(15, 15).unwrap());
        let mut board = Board::new(Arc::new(Tables::new(Rule::Freestyle)), &grid, Color::Black);
        parse_points(moves).unwrap().into_iter().for_each(|point| board.play(Square::of(point)));
        board
    }

    impl<'a> Worker<'a> {
        /// The only thread of a search without limits.
        pub(in crate::gomoku::search) fn alone(
            board: &'a mut Board,
            memory: &'a mut Memory,
            table: &'a Table,
            control: &'a Control,
        ) -> Worker<'a> {
            Worker {
                board,
                meter: Meter::new(control, &Limits::default()),
                memory,
                table,
                generation: Generation::default(),
                selective_depth: 0,
                root_depth: 8,
                is_thorough: false,
            }
        }
    }

    #[test]
    fn a_far_move_saves_a_node_whose_own_moves_lose() {
        let (control, table) = (Control::unlimited(), Table::with_bytes(1 << 20));
        // White is to move against an open three; a15 stands for the moves near the stones.
        let (mut board, mut memory) = (board_after("h8a1i8c1j8"), Memory::new());
        let mut worker = Worker::alone(&mut board, &mut memory, &table, &control);
        let mut moves = SquareSet::EMPTY;
        moves.insert(Square::of(Point::from_text("a15").unwrap()));
        let (ply, expect) = (2, Expect::Cut);
        let node = Node {
            window: (loss_in(8), win_in(8)),
            depth: 4 * prune::PLY,
            ply,
            moves,
            expect,
            is_block: false,
            is_forced: true,
            improving: false,
            known: None,
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
        let mut memory = Memory::new();
        let mut worker = Worker::alone(&mut board, &mut memory, &table, &control);
        let alpha = 15_000;
        assert!(prune::is_hopeless(2 * prune::PLY, worker.board.static_eval(), alpha));
        let value = worker.node::<false>((alpha, alpha + 1), 2 * prune::PLY, 2, Expect::Cut);
        assert_eq!(value, win_in(2 + 7));
    }

    #[test]
    fn a_pass_is_worth_what_follows_and_never_follows_a_pass() {
        let (control, table) = (Control::unlimited(), Table::with_bytes(1 << 20));
        let (mut board, mut memory) = (board_after("h8i9g7f6"), Memory::new());
        let hash = board.hash();
        let mut worker = Worker::alone(&mut board, &mut memory, &table, &control);
        let depth = 8 * prune::PLY;
        worker.memory.frames[0].played = Some(Square::from_index(0));
        let value = worker.good_after_pass(-3_000, depth, 1, Expect::Cut).unwrap();
        assert!((-3_000..3_000).contains(&value), "{value}");
        assert_eq!(worker.good_after_pass(3_000, depth, 1, Expect::Cut), None);
        assert_eq!(worker.memory.frames[1].played, None);
        assert_eq!(worker.good_after_pass(-3_000, depth, 2, Expect::Cut), None);
        assert_eq!(board.hash(), hash);
    }
}
