//! One search thread: its working memory, the current line, its histories and its table stores.

use super::barred::Barred;
use super::correction::Corrections;
use super::order::{Hints, History, OrderWeights, Scored};
use super::params::Params;
use super::prune::Reductions;
use super::transposition::{self, Generation, TtEntry};
use super::value::{Depth, Value, from_node};
use crate::coord::Point;
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::order_scores::LastMoves;
use crate::gomoku::eval::square_set::SquareSet;
use crate::gomoku::rules::grid::Square;
use crate::gomoku::threats::tactics::{self, Situation};
use crate::gomoku::threats::vcf::Vcf;
use crate::gomoku::threats::vct::Vct;
use crate::search::control::Meter;
use crate::search::evaluations::Evaluations;
use crate::search::report::{RootMark, Watch};
use crate::search::table::Table;

/// Longest line of the main search, in plies. Not a parameter: it bounds the recursion and sizes the frames.
pub(super) const MAX_PLIES: usize = 128;

/// Number of static evaluations that are kept. Not a parameter: it is the size of a table.
const EVALUATIONS: usize = 1 << 16;

/// Memory of the VCT search, in bytes. Only the leading thread uses it. Not a parameter: more always helps if there is
/// memory.
const VCT_BYTES: usize = 8 << 20;

/// State of one ply of the current line.
#[derive(Clone, Default)]
pub(super) struct Frame {
    /// Static evaluation, corrected; while a four is answered, that of two plies before.
    pub evaluation: Value,
    /// The move being searched; `None` for a pass.
    pub played: Option<Square>,
    pub killers: [Option<Square>; 2],
    /// Principal variation from here.
    pub line: Vec<Square>,
}

/// Working memory of one searching thread, allocated once.
pub(super) struct Memory {
    pub vcf: Vcf,
    pub vct: Vct,
    pub history: History,
    pub corrections: Corrections,
    /// The hash also tells rules and boards apart, so an evaluation stays valid in later searches.
    pub evaluations: Evaluations<EVALUATIONS>,
    pub frames: Vec<Frame>,
    /// The moves of all nodes of the current line.
    pub stack: Vec<Scored>,
    /// A copy of the searcher's parameters, which saves the nodes an indirection.
    pub params: Params,
    pub reductions: Reductions,
    pub order: OrderWeights,
}

impl Memory {
    pub fn new(params: &Params) -> Memory {
        let mut vct = Vct::new(VCT_BYTES);
        vct.set_params(&params.vct);
        let frame = || Frame { line: Vec::with_capacity(MAX_PLIES + 2), ..Frame::default() };
        Memory {
            vcf: Vcf::with_near(params.vcf_near),
            vct,
            history: History::new(),
            corrections: Corrections::new(),
            evaluations: Evaluations::default(),
            frames: (0..MAX_PLIES + 2).map(|_| frame()).collect(),
            stack: Vec::with_capacity(1 << 14),
            params: params.clone(),
            reductions: Reductions::new(params),
            order: OrderWeights::new(params),
        }
    }

    /// Uses `params` from now on.
    pub fn set_params(&mut self, params: &Params) {
        if self.params != *params {
            if self.params.vcf_near != params.vcf_near {
                self.vcf = Vcf::with_near(params.vcf_near);
            }
            self.params = params.clone();
            self.reductions = Reductions::new(params);
            self.order = OrderWeights::new(params);
            self.vct.set_params(&params.vct);
        }
    }
}

/// One searching thread.
pub(super) struct Worker<'a> {
    pub board: &'a mut Board,
    pub meter: Meter<'a>,
    pub memory: &'a mut Memory,
    pub table: &'a Table,
    /// Moves that are never played, if any.
    pub barred: Option<&'a Barred>,
    /// Whether known values may be in the table, also of positions that the search does not store.
    pub has_known: bool,
    pub generation: Generation,
    /// Longest line so far, in plies.
    pub selective_depth: usize,
    /// Depth of the current iteration, in plies.
    pub root_depth: i32,
    /// Whether a loss is accepted only if the moves far from every stone lose, too.
    pub is_thorough: bool,
    /// The observer of the root, if this thread leads.
    pub watch: Option<&'a mut Watch>,
}

impl Worker<'_> {
    /// Reports `mark` of `square` to the observer, if there is one.
    pub fn mark(&mut self, mark: fn(Point) -> RootMark, square: Square) {
        if let Some(watch) = &mut self.watch
            && let Some(point) = square.point()
        {
            watch(mark(point));
        }
    }

    /// Sets the principal variation of `ply` to `square` and that of the next ply.
    pub fn record_line(&mut self, square: Square, ply: usize) {
        let (upper, lower) = self.memory.frames.split_at_mut(ply + 1);
        let line = &mut upper[ply].line;
        line.clear();
        line.push(square);
        line.extend_from_slice(&lower[0].line);
    }

    /// Principal variation at `ply`.
    pub fn line(&self, ply: usize) -> &[Square] {
        &self.memory.frames[ply].line
    }

    pub fn clear_line(&mut self, ply: usize) {
        self.memory.frames[ply].line.clear();
    }

    /// Evaluates the root, which its grandchildren are compared with.
    pub fn evaluate_root(&mut self) {
        self.memory.frames[0].evaluation = self.board.static_eval();
    }

    /// The move `back` plies before `ply`; `None` for a pass or before the root.
    pub fn played(&self, ply: usize, back: usize) -> Option<Square> {
        self.memory.frames[ply.checked_sub(back)?].played
    }

    /// The moves that led to `ply`.
    pub fn last_moves(&self, ply: usize) -> LastMoves {
        LastMoves { enemy: self.played(ply, 1), own: self.played(ply, 2) }
    }

    /// The hints for ordering the moves at `ply`; `table` is the transposition table's move.
    pub fn hints(&self, ply: usize, table: Option<Square>) -> Hints {
        let killers = self.memory.frames[ply].killers;
        Hints { table, killers, last: self.last_moves(ply) }
    }

    /// Learns that `square` refuted the position at `ply`, after the moves `tried` had not.
    pub fn learn(&mut self, square: Square, tried: &[Square], depth: Depth, ply: usize) {
        let previous = self.played(ply, 1);
        let bonus = self.memory.params.bonus(depth);
        self.memory.history.learn(self.board.side(), square, previous, tried, bonus);
        let killers = &mut self.memory.frames[ply].killers;
        if killers[0] != Some(square) {
            *killers = [Some(square), killers[0]];
        }
    }

    /// Plies of a VCF in which every four is near the one before, and the first near the last own stone.
    pub fn vcf(&mut self, ply: usize) -> Option<u32> {
        if self.board.four_points(self.board.side()).is_empty() {
            return None;
        }
        let last = self.played(ply, 2);
        let nodes = self.memory.params.vcf_nodes;
        let plies = self.memory.vcf.solve_near(self.board, &mut self.meter, nodes, last);
        let bars = |barred: &Barred| barred.bars(self.board, self.memory.vcf.line());
        plies.filter(|_| !self.barred.is_some_and(bars))
    }

    /// The moves barred in the position, if there are any anywhere.
    pub fn barred_here(&self) -> Option<SquareSet> {
        Some(self.barred?.on(self.board))
    }

    /// The situation on the board as far as it does not depend on barred moves; free where the enemy threatens no more
    /// than a four-three.
    pub fn situation(&self) -> Situation {
        match self.barred_here() {
            None => tactics::assess_urgent(self.board),
            Some(barred) => urgent_situation(self.board, barred),
        }
    }

    /// `moves` without those that are barred in the position.
    pub fn allowed(&self, moves: SquareSet) -> SquareSet {
        self.barred_here().map_or(moves, |barred| moves & !barred)
    }

    /// The table's entry of the position.
    pub fn probe(&self) -> Option<TtEntry> {
        let hash = self.board.hash();
        transposition::probe(self.table.bucket(hash), hash)
    }

    /// Stores `entry`, whose value counts from the root.
    pub fn store(&mut self, ply: usize, entry: TtEntry) {
        let hash = self.board.hash();
        let entry = TtEntry { value: from_node(entry.value, ply), ..entry };
        let params = &self.memory.params;
        transposition::store(self.table.bucket(hash), hash, entry, self.generation, params);
    }
}

/// The situation on `board` if no win begins at an `avoided` point.
pub(super) fn allowed_situation(board: &Board, avoided: SquareSet) -> Situation {
    match urgent_situation(board, avoided) {
        Situation::Free => tactics::against_four_threes(board),
        situation => situation,
    }
}

/// The same; free where the enemy threatens no more than a four-three.
fn urgent_situation(board: &Board, avoided: SquareSet) -> Situation {
    match tactics::assess_urgent(board) {
        Situation::Win(plies) if (tactics::winning_moves(board, plies) & !avoided).is_empty() => {
            tactics::assess_defence(board)
        }
        situation => situation,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::color::Color;
    use crate::coord::{Size, parse_points};
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
                barred: None,
                has_known: false,
                generation: Generation::default(),
                selective_depth: 0,
                root_depth: 8,
                is_thorough: false,
                watch: None,
            }
        }
    }

    #[test]
    fn a_side_that_may_not_win_has_to_defend() {
        let situation = |moves: &str, avoided: &str| {
            let points = parse_points(avoided).unwrap().into_iter().map(Square::of);
            allowed_situation(&board_after(moves), points.collect())
        };
        let set =
            |points: &str| parse_points(points).unwrap().into_iter().map(Square::of).collect();
        // Both sides have a four.
        let fours = "h8a1i8b1j8c1k8d1";
        assert_eq!(situation(fours, "g8"), Situation::Win(1));
        assert_eq!(situation(fours, "g8l8"), Situation::MustBlock(set("e1")));
        // Both sides have an open three.
        let threes = "h8c4i8d4j8e4";
        assert_eq!(situation(threes, "g8"), Situation::Win(3));
        let Situation::MustDefend(moves) = situation(threes, "g8k8") else { panic!() };
        assert!(set("b4f4").iter().all(|square| moves.contains(square)));
        assert_eq!(situation("h8c4i8a9j8a15", "g8k8"), Situation::Free);
    }
}
