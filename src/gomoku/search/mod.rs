//! The Gomoku search: from a request to best moves, their scores and lines.
//!
//! A search is iterative deepening over the moves of the `root` by the threads of a `thread_pool`. Every
//! `node` below is searched by alpha-beta: `prune` decides what to prune and reduce, `order` orders the moves,
//! `correction` corrects the evaluation, all with the numbers of `params`. A `worker` is one thread with its
//! memory; results go to the `transposition` table. Between the iterations, `solvers` look for forced wins,
//! also of the opponent after the best move, and complete the lines of decided games. `balance` looks for
//! moves that even a position; `barred` holds the moves that the front end has blocked.

mod balance;
mod barred;
mod correction;
mod node;
mod order;
pub mod params;
mod prune;
mod root;
mod solvers;
mod thread_pool;
mod transposition;
mod value;
mod worker;

use std::sync::Arc;

use crate::coord::{Move, Point};
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::square_set::SquareSet;
use crate::gomoku::eval::tables::Tables;
use crate::gomoku::eval::weights::WeightSet;
use crate::gomoku::rules::game::Game;
use crate::gomoku::rules::grid::Square;
use crate::gomoku::rules::rule::Rule;
use crate::gomoku::threats::tactics::{self, Situation};
use crate::search::Search;
use crate::search::control::Control;
use crate::search::guidance::{Guidance, Known, ThreatSearch};
use crate::search::limits::Limits;
use crate::search::params::ParamSet;
use crate::search::report::{AnswerCallback, Balance, Evaluation, Progress, Request, Score, Watch};
use crate::search::table::{Pause, Table};
use barred::Barred;
use params::Params;
use thread_pool::ThreadPool;
use transposition::{Bound, Generation, TtEntry};
use worker::Memory;

/// Most memory in bytes that a helping thread needs beyond the table: the VCF table 2 MiB, the reply history 1 MiB, the
/// evaluations 512 KiB, the rest of its memory and its stack less than 1 MiB, and a board. The leading thread also has
/// the VCT and its own VCF table.
pub const THREAD_BYTES: usize = 8 << 20;

/// Searches Gomoku positions of any rule and size.
pub struct Searcher {
    table: Table,
    /// Working memory of each thread, the leader's first; never empty.
    memories: Vec<Memory>,
    weights: Arc<WeightSet>,
    /// The tables of the last rule played. Those of other rules would take memory, and are built in a few milliseconds.
    tables: Option<Arc<Tables>>,
    generation: Generation,
    params: Params,
    /// Points that no search chooses unless nothing else is left.
    avoided: SquareSet,
    /// Moves at the root of the next search that are known to win.
    winning: SquareSet,
    /// Known values below the root of the next search, with the hashes of their positions.
    known: Vec<(u64, TtEntry)>,
    /// Moves that no search plays.
    barred: Barred,
    /// The moves barred in the searches whose values the table holds, if it says that there are any.
    presumed: Barred,
    /// First iteration of a search, in plies.
    first_depth: u32,
    threats: ThreatSearch,
    watch: Option<Watch>,
    answer: Option<AnswerCallback>,
}

impl Searcher {
    /// A searcher with one thread, the embedded weights and a transposition table of `table_bytes`; the rest
    /// takes about 20 MB more.
    pub fn new(table_bytes: usize) -> Searcher {
        Searcher::with_weights(table_bytes, WeightSet::embedded())
    }

    /// A searcher that evaluates with `weights`.
    pub fn with_weights(table_bytes: usize, weights: Arc<WeightSet>) -> Searcher {
        let params = Params::default();
        Searcher {
            table: Table::with_bytes(table_bytes),
            memories: vec![Memory::new(&params)],
            weights,
            tables: None,
            generation: Generation::default(),
            params,
            avoided: SquareSet::EMPTY,
            winning: SquareSet::EMPTY,
            known: Vec::new(),
            barred: Barred::default(),
            presumed: Barred::default(),
            first_depth: 1,
            threats: ThreatSearch::Usual,
            watch: None,
            answer: None,
        }
    }

    /// The position of `game` as a search board, with the tables built from the searcher's weights.
    pub fn board(&mut self, game: &Game) -> Box<Board> {
        Box::new(Board::new(self.tables(game.rule()), game.grid(), game.side_to_move()))
    }

    fn tables(&mut self, rule: Rule) -> Arc<Tables> {
        // Free the old tables before allocating the new.
        self.tables.take_if(|tables| tables.rule() != rule);
        let build = || Arc::new(Tables::with_weights(rule, &self.weights));
        self.tables.get_or_insert_with(build).clone()
    }

    /// The `known` value of a position below `root` as an entry of the table, with the hash of the position.
    fn entry_of(root: &Board, known: &Known) -> Option<(u64, TtEntry)> {
        let mut board = barred::after(root, &known.moves)?;
        let bound = match (known.is_lower_bound, known.is_upper_bound) {
            (true, true) => Bound::Exact,
            (true, false) => Bound::Lower,
            (false, true) => Bound::Upper,
            (false, false) => return None,
        };
        let entry = TtEntry {
            value: value::of_score(known.score),
            evaluation: board.static_eval(),
            best: None,
            depth: known.depth.min(root::MAX_DEPTH) as i32 * value::PLY,
            bound,
            is_pv: false,
        };
        Some((board.hash(), entry))
    }

    /// Bars the moves of `barred` below the position on `board`. Empties the table if its values presume others there.
    fn bar(&mut self, barred: Barred, board: &Board) {
        if !self.table.is_barred {
            self.presumed = Barred::default();
        }
        if !self.presumed.agrees_with(&barred, board) {
            self.table.clear();
            self.presumed = Barred::default();
        }
        self.presumed.add(&barred);
        self.table.is_barred = !self.presumed.is_empty();
        self.barred = barred;
    }

    /// Stores what is known below the root. Not before [`Searcher::begin_search`], which decides where entries are.
    fn store_known(&mut self) {
        self.table.has_known |= !self.known.is_empty();
        for (hash, entry) in self.known.drain(..) {
            let bucket = self.table.bucket(hash);
            transposition::store(bucket, hash, entry, self.generation, &self.params);
        }
    }

    /// Prepares the table for a search of `game`. Drop the result when the search ends.
    fn begin_search(&mut self, game: &Game, limits: &Limits, control: &Control) -> Option<Pause> {
        self.table.purpose = Some(game.rule().to_string());
        self.table.begin_search(limits, control, self.memories.len())
    }

    /// [`Search::search`] after [`Searcher::begin_search`]; `is_part` if the search is part of a longer one, which keeps
    /// to the planned time itself.
    fn search_begun(
        &mut self,
        game: &Game,
        request: &Request,
        control: &Control,
        is_part: bool,
        report: &mut dyn FnMut(&Progress),
    ) -> Progress {
        let board = self.board(game);
        self.generation = self.generation.next();
        self.store_known();
        self.memories.iter_mut().for_each(|memory| memory.set_params(&self.params));
        let is_over = game.outcome().is_some();
        let lines = if is_over { 0 } else { request.lines.max(1) };
        let pool = ThreadPool {
            limits: &request.limits,
            control,
            table: &self.table,
            generation: self.generation,
            is_analysis: request.is_analysis,
            avoided: self.avoided,
            winning: self.winning,
            barred: (!self.barred.is_empty()).then_some(&self.barred),
            has_known: self.table.has_known,
            first_depth: self.first_depth,
            threats: self.threats,
            is_part,
        };
        let (watch, answer) = (self.watch.as_mut(), self.answer.take());
        pool.search(board, lines, &mut self.memories, watch, answer, report)
    }
}

impl Search for Searcher {
    type Game = Game;

    /// Builds the tables of the game's rule.
    fn prepare(&mut self, game: &Game) {
        self.table.warm();
        self.tables(game.rule());
    }

    fn search(
        &mut self,
        game: &Game,
        request: &Request,
        control: &Control,
        report: &mut dyn FnMut(&Progress),
    ) -> Progress {
        let _pause = self.begin_search(game, &request.limits, control);
        self.search_begun(game, request, control, false, report)
    }

    fn balance(
        &mut self,
        game: &Game,
        goal: Balance,
        request: &Request,
        control: &Control,
        report: &mut dyn FnMut(&Progress),
    ) -> Progress {
        // The limits of the whole decide which part of the table its searches use: their own are numbers of nodes.
        let _pause = self.begin_search(game, &request.limits, control);
        let watch = self.watch.take();
        // Its searches are parts of the whole.
        self.answer = None;
        let avoided = std::mem::take(&mut self.avoided);
        (self.first_depth, self.threats) = (1, ThreatSearch::Usual);
        self.winning = SquareSet::EMPTY;
        let mut board = self.board(game);
        let candidates = match game.outcome() {
            None => balance::candidates(&board, goal, avoided, &self.barred, &self.params, control),
            Some(_) => Vec::new(),
        };
        let calibration = Some(board.calibration());
        let mut report =
            |progress: &Progress| report(&Progress { calibration, ..progress.clone() });
        let mut search = |moves: &[Square], limits| {
            let mut after = game.clone();
            for point in moves.iter().filter_map(|square| square.point()) {
                after.play(Move::Place(point)).expect("the candidates are legal");
            }
            let request = Request::best_move(limits);
            self.search_begun(&after, &request, control, true, &mut |_: &Progress| {})
        };
        let limits = &request.limits;
        let result = balance::balance(candidates, goal, limits, control, &mut search, &mut report);
        (self.avoided, self.watch) = (avoided, watch);
        Progress { calibration, ..result }
    }

    fn avoid(&mut self, points: &[Point]) {
        self.avoided = points.iter().copied().map(Square::of).collect();
    }

    /// Empties the table if its results depend on known values that no longer count, or on other barred moves.
    fn guide(&mut self, game: &Game, guidance: &Guidance) {
        self.first_depth = guidance.first_depth.max(1);
        self.threats = guidance.threats;
        // Known values presume that no move is barred.
        let known: &[Known] = if guidance.restricts() { &[] } else { &guidance.known };
        self.winning = known.iter().filter_map(winning_move).collect();
        self.known.clear();
        if self.table.has_known && !guidance.keeps_known {
            self.table.clear();
        }
        self.barred = Barred::default();
        if !guidance.restricts() && !self.table.is_barred && known.is_empty() {
            return;
        }
        let board = self.board(game);
        self.bar(Barred::new(&board, guidance), &board);
        self.known = known.iter().filter_map(|known| Searcher::entry_of(&board, known)).collect();
    }

    fn watch(&mut self, watch: Option<Watch>) {
        self.watch = watch;
    }

    fn answer_early(&mut self, answer: AnswerCallback) {
        self.answer = Some(answer);
    }

    fn table(&mut self) -> Option<&mut Table> {
        Some(&mut self.table)
    }

    /// The static evaluation, or the result that the threats on the board force within a few plies. A full board is
    /// even.
    fn evaluate(&mut self, game: &Game) -> Evaluation {
        let mut board = self.board(game);
        let score = if board.empty_count() == 0 {
            Score::Points(value::DRAW)
        } else {
            match tactics::assess(&board) {
                Situation::Win(plies) => Score::Win(plies),
                Situation::Loss(plies) => Score::Loss(plies),
                _ => value::to_score(board.static_eval()),
            }
        };
        Evaluation { score, calibration: Some(board.calibration()) }
    }

    fn resize(&mut self, table_bytes: usize) {
        self.table.resize(table_bytes);
    }

    /// Each thread beyond the first takes [`THREAD_BYTES`].
    fn set_threads(&mut self, threads: usize) {
        self.memories.resize_with(threads.max(1), || Memory::new(&self.params));
    }

    fn clear(&mut self) {
        self.table.clear();
        self.memories.iter_mut().for_each(|memory| *memory = Memory::new(&self.params));
        self.generation = Generation::default();
    }

    fn params(&mut self) -> &mut dyn ParamSet {
        &mut self.params
    }
}

/// The move at the root that `known` proves to win, if it does.
fn winning_move(known: &Known) -> Option<Square> {
    let is_won = known.is_upper_bound && matches!(known.score, Score::Loss(_));
    match known.moves[..] {
        [point] if is_won => Some(Square::of(point)),
        _ => None,
    }
}
