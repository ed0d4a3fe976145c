//! The Othello search: from a request to a best move, a score and a line.
//!
//! A search is iterative deepening with the `midgame` search, then, once the end is near enough, solves with
//! the `endgame` search: selective ones of rising confidence, and finally the exact one. Each builds on the
//! transposition table left by the earlier ones.

mod abdada;
pub mod bound;
mod deepening;
mod endgame;
pub mod eval;
mod iteration;
mod last;
mod midgame;
mod order;
pub mod params;
pub mod probcut;
mod pv;
pub mod root;
pub mod transposition;
pub mod wld;
pub mod worker;

use std::sync::Arc;

use crate::othello::eval::weights::Weights;
use crate::othello::rules::board::Board;
use crate::othello::rules::game::Game;
use crate::search::Search;
use crate::search::control::Control;
use crate::search::lazy_smp::{self, LazySmp, Publisher};
use crate::search::limits::Limits;
use crate::search::params::ParamSet;
use crate::search::report::{AnswerCallback, Evaluation, Progress, Request, Score};
use abdada::Abdada;
use deepening::{Common, Deepening};
use eval::evaluate;
use iteration::Aim;
use params::Params;
use transposition::LocalTable;
use transposition::TranspositionTable;

/// Plays Othello. Keeps its tables from search to search.
pub struct Searcher {
    table: TranspositionTable,
    /// The private table of each thread, the leader's first; never empty.
    locals: Vec<LocalTable>,
    weights: Arc<Weights>,
    params: Params,
    answer: Option<AnswerCallback>,
}

impl Searcher {
    /// A searcher with one thread, a transposition table of about `table_bytes` and the embedded weights.
    pub fn new(table_bytes: usize) -> Searcher {
        Searcher::with_weights(table_bytes, Weights::embedded())
    }

    /// The same with `weights`.
    pub fn with_weights(table_bytes: usize, weights: Arc<Weights>) -> Searcher {
        Searcher {
            table: TranspositionTable::new(table_bytes),
            locals: vec![LocalTable::default()],
            weights,
            params: Params::default(),
            answer: None,
        }
    }

    /// Finds the exact scores of the best `lines` moves in the position of `game`. Only `control` limits it,
    /// so the position must be near enough to the end. `report` also receives the iterations before the last,
    /// whose values mean little.
    pub fn solve(
        &mut self,
        game: &Game,
        lines: usize,
        control: &Control,
        report: &mut dyn FnMut(&Progress),
    ) -> Progress {
        let limits = Limits { depth: Some(game.board().empty_count()), ..Limits::default() };
        let request = Request { limits, lines, is_analysis: true };
        self.deepen(Aim::Score, game.board(), &request, control, report)
    }

    /// Runs the iterations for `aim`, reporting after every one.
    fn deepen(
        &mut self,
        aim: Aim,
        board: Board,
        request: &Request,
        control: &Control,
        report: &mut dyn FnMut(&Progress),
    ) -> Progress {
        let answer = self.answer.take();
        let lead = |leader: &mut Deepening| {
            let result = match leader.has_no_choice() {
                true => leader.progress(),
                false => leader.lead(report),
            };
            if let Some(answer) = answer {
                answer(&result);
            }
            result
        };
        self.run(aim, board, request, control, lead, |helper| helper.help())
    }

    /// Runs a search: one thread runs `lead`, all others run `help`. Returns the leader's result.
    fn run<R>(
        &mut self,
        aim: Aim,
        board: Board,
        request: &Request,
        control: &Control,
        lead: impl FnOnce(&mut Deepening) -> R,
        help: impl Fn(&mut Deepening) + Sync,
    ) -> R {
        let _pause = self.table.begin_search(&request.limits, control, self.locals.len());
        let abdada = (self.locals.len() > 1).then(Abdada::default);
        let common = Common {
            aim,
            board,
            request,
            control,
            table: &self.table,
            weights: &self.weights,
            params: &self.params,
            abdada: abdada.as_ref(),
        };
        let (local, others) = self.locals.split_first_mut().expect("a leader has a table");
        if others.is_empty() {
            return lead(&mut Deepening::new(common, None, local));
        }
        let smp = LazySmp::new(1 + others.len());
        let mut leader = Deepening::new(common, Some(&smp), local);
        let help = |local: &mut &mut LocalTable, _: &Publisher<()>| {
            help(&mut Deepening::new(common, Some(&smp), local));
        };
        let mut helpers: Vec<&mut LocalTable> = others.iter_mut().collect();
        let (result, are_valid) = lazy_smp::run(&smp, &mut helpers, help, |_| lead(&mut leader));
        for (local, _) in others.iter_mut().zip(are_valid).filter(|(_, is_valid)| !is_valid) {
            *local = LocalTable::default();
        }
        result
    }
}

impl Search for Searcher {
    type Game = Game;

    fn prepare(&mut self, _: &Game) {
        self.table.warm();
    }

    /// The lines begin with a placement, or with the pass if it is forced.
    fn search(
        &mut self,
        game: &Game,
        request: &Request,
        control: &Control,
        report: &mut dyn FnMut(&Progress),
    ) -> Progress {
        self.deepen(Aim::Move, game.board(), request, control, report)
    }

    fn answer_early(&mut self, answer: AnswerCallback) {
        self.answer = Some(answer);
    }

    /// Exact if the game is over.
    fn evaluate(&mut self, game: &Game) -> Evaluation {
        let board = game.board();
        let score = if board.is_over() {
            Score::Exact(board.final_score())
        } else {
            Score::Discs(evaluate(board, &self.weights))
        };
        Evaluation { score, calibration: None }
    }

    fn resize(&mut self, table_bytes: usize) {
        self.table.resize(table_bytes);
    }

    fn set_threads(&mut self, threads: usize) {
        self.locals.resize_with(threads.max(1), LocalTable::default);
    }

    fn clear(&mut self) {
        self.table.clear();
        self.locals.iter_mut().for_each(|local| *local = LocalTable::default());
    }

    fn params(&mut self) -> &mut dyn ParamSet {
        &mut self.params
    }
}
