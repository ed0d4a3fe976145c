//! Iterative deepening at the root, with lazy SMP: one thread leads and reports, the others help.
//!
//! All run the same iterations with the same table. If an iteration is interrupted, the result of the last
//! finished one counts, so there is always a legal move.

use super::abdada::Abdada;
use super::eval::{self, Node};
use super::iteration::{Aim, EXACT, Horizon, Iteration, iterations};
use super::params::Params;
use super::probcut::Certainty;
use super::pv;
use super::root::{self, MovesWanted, RootMove, Valuer};
use super::transposition::LocalTable;
use super::transposition::TranspositionTable;
use super::worker::Worker;
use crate::othello::eval::weights::Weights;
use crate::othello::rules::board::Board;
use crate::search::control::{Control, Meter};
use crate::search::lazy_smp::LazySmp;
use crate::search::report::{Line, Progress, Request, Score, Selectivity};
use crate::search::time_manager::TimeManager;

/// State shared by the threads of a search.
#[derive(Clone, Copy)]
pub struct Common<'a> {
    pub board: Board,
    /// The goal of the search.
    pub aim: Aim,
    pub request: &'a Request,
    pub control: &'a Control,
    pub table: &'a TranspositionTable,
    pub weights: &'a Weights,
    pub params: &'a Params,
    /// The positions being searched, if there are several threads.
    pub abdada: Option<&'a Abdada>,
}

/// The iterations of one thread.
pub struct Deepening<'a> {
    common: Common<'a>,
    lines: usize,
    moves: Vec<RootMove>,
    /// The last iteration that was completed.
    finished: Iteration,
    /// Values of the first lines after the latest iteration to an even and to an odd depth. They are kept separate
    /// because their mean errors still differ by a few tenths of a disc.
    earlier: [Vec<i32>; 2],
    meter: Meter<'a>,
    local: &'a mut LocalTable,
}

impl<'a> Deepening<'a> {
    /// A thread before its first iteration. If there are others, they count their nodes together in `smp`.
    pub fn new(
        common: Common<'a>,
        smp: Option<&'a LazySmp>,
        local: &'a mut LocalTable,
    ) -> Deepening<'a> {
        let mut meter = Meter::new(common.control, &common.request.limits);
        if let Some(smp) = smp {
            meter.join(smp);
        }
        let moves = root::moves(common.board, common.weights);
        let lines = common.request.lines.max(1);
        let finished = Iteration::to_depth(0, common.params);
        let earlier = [Vec::new(), Vec::new()];
        Deepening { common, lines, moves, finished, earlier, meter, local }
    }

    /// Whether no search is needed: there is no legal move, or only one and its value does not matter.
    pub fn has_no_choice(&self) -> bool {
        self.moves.is_empty() || self.moves.len() == 1 && !self.common.request.is_analysis
    }

    /// Iterates as long as it is worth the time, and calls `report` after every iteration.
    pub fn lead(&mut self, report: &mut dyn FnMut(&Progress)) -> Progress {
        let mut progress = self.progress();
        let mut time = TimeManager::new(&self.common.params.time, self.meter.elapsed());
        for (number, iteration) in self.iterations().into_iter().enumerate() {
            if number > 0 && !self.meter.may_deepen(&time) {
                break;
            }
            if self.is_idle(iteration) {
                continue;
            }
            if self.iterate(iteration) {
                progress = self.progress();
                report(&progress);
                time.note(&progress);
            } else {
                // An interrupted first iteration still has the static order.
                if self.moves[0].mv != progress.lines[0].moves[0] {
                    progress = self.progress();
                }
                break;
            }
        }
        progress.nodes = self.meter.total_nodes();
        progress.elapsed = self.meter.elapsed();
        progress
    }

    /// Iterates until the leader is done, to fill the shared table.
    pub fn help(&mut self) {
        if self.has_no_choice() {
            return;
        }
        for iteration in self.iterations() {
            if !self.is_idle(iteration) && !self.iterate(iteration) {
                return;
            }
        }
    }

    /// The iterations of this search.
    pub fn iterations(&self) -> Vec<Iteration> {
        let Common { aim, request, board, params, .. } = self.common;
        iterations(aim, &request.limits, board.empty_count(), params)
    }

    /// Whether an iteration to a depth would find nothing new, because an earlier one saw the end of the game
    /// after every move to be reported.
    fn is_idle(&self, iteration: Iteration) -> bool {
        let reported = &self.moves[..self.lines.min(self.moves.len())];
        let is_decided = reported.iter().all(|root_move| root_move.value.abs() >= eval::LIMIT);
        let has_fixed_depth = self.common.request.limits.depth.is_some();
        self.finished.horizon != Horizon::Depth(0)
            && is_decided
            && has_fixed_depth
            && iteration.horizon != Horizon::End
    }

    /// Runs one iteration. Returns whether it was completed; if not, only a move proved better than the best
    /// one may have moved to the front.
    pub fn iterate(&mut self, iteration: Iteration) -> bool {
        let before = self.moves.clone();
        let mut worker = worker(self.common, &mut self.meter, self.local);
        worker.certainty = iteration.certainty;
        let complete = match iteration.horizon {
            Horizon::Depth(depth) => {
                let guesses = &mut self.earlier[depth as usize % 2];
                if guesses.is_empty() {
                    *guesses = values(&before);
                }
                let mut valuer = ToDepth { worker, depth: depth - 1 };
                let complete = root::search(&mut self.moves, self.lines, &mut valuer, guesses);
                if complete {
                    *guesses = values(&self.moves[..self.lines.min(self.moves.len())]);
                }
                complete
            }
            Horizon::End => {
                let guesses: Vec<i32> = values(&before).into_iter().map(even_discs).collect();
                let mut valuer = ToTheEnd { worker };
                root::search(&mut self.moves, self.lines, &mut valuer, &guesses)
            }
        };
        if complete {
            self.finished = iteration;
        } else {
            self.restore(before);
        }
        complete
    }

    /// Values the root moves to the end of the game in a `window` in 1/100 disc: all of them, or as many as needed to
    /// find the best. For searches that are never stopped.
    pub fn solve_within(&mut self, window: (i32, i32), certainty: Certainty, wanted: MovesWanted) {
        let mut worker = worker(self.common, &mut self.meter, self.local);
        worker.certainty = certainty;
        let mut valuer = ToTheEnd { worker };
        let (alpha, beta) = window;
        match wanted {
            MovesWanted::Best => {
                root::search_window(&mut self.moves, &mut valuer, alpha, beta);
            }
            MovesWanted::All => {
                for slot in self.moves.chunks_mut(1) {
                    root::search_window(slot, &mut valuer, alpha, beta);
                }
                self.moves.sort_by_key(|root_move| -root_move.value.signum());
            }
        }
    }

    /// The root moves, best first as far as known.
    pub fn moves(&self) -> &[RootMove] {
        &self.moves
    }

    pub fn meter(&self) -> &Meter<'a> {
        &self.meter
    }

    /// Returns to the moves as they were `before` an interrupted iteration, except that a move now in
    /// front stays there.
    fn restore(&mut self, before: Vec<RootMove>) {
        let front = self.moves[0].clone();
        self.moves = before;
        let at = self.moves.iter().position(|root_move| root_move.mv == front.mv);
        if let Some(at) = at.filter(|&at| at > 0) {
            self.moves[at].value = front.value.max(self.moves[0].value);
            self.moves[..=at].rotate_right(1);
        }
    }

    /// The result of the last completed iteration, or the initial one.
    pub fn progress(&mut self) -> Progress {
        let iteration = self.finished;
        let is_exact = iteration == EXACT;
        let percent = iteration.certainty.percent();
        let (depth, selectivity) = match iteration.horizon {
            Horizon::Depth(depth) => (depth, Selectivity::Cut(percent)),
            Horizon::End => (self.common.board.empty_count(), Selectivity::CutToTheEnd(percent)),
        };
        let Common { table, weights, params, .. } = self.common;
        let count = self.lines.min(self.moves.len());
        let moves = &self.moves[..count];
        let line = |root_move: &RootMove| {
            let (mv, board) = (root_move.mv, root_move.board);
            if is_exact {
                let moves = pv::solved(mv, board, table, self.local, weights, params);
                Line { score: Score::Exact(root_move.value / 100), moves }
            } else {
                let value = root_move.value.clamp(-eval::LIMIT, eval::LIMIT);
                let moves = pv::expected(mv, board, table, depth);
                Line { score: Score::Discs(value), moves }
            }
        };
        let lines = moves.iter().map(line).collect();
        Progress {
            depth,
            selectivity,
            nodes: self.meter.total_nodes(),
            elapsed: self.meter.elapsed(),
            lines,
            calibration: None,
        }
    }
}

fn worker<'w, 'c: 'w>(
    common: Common<'w>,
    meter: &'w mut Meter<'c>,
    local: &'w mut LocalTable,
) -> Worker<'w, 'c> {
    let mut worker = Worker::new(meter, common.table, local, common.weights, common.params);
    worker.abdada = common.abdada;
    worker
}

fn values(moves: &[RootMove]) -> Vec<i32> {
    moves.iter().map(|root_move| root_move.value).collect()
}

/// The even number of discs nearest to a value, both in 1/100 disc.
fn even_discs(hundredths: i32) -> i32 {
    (hundredths + 100).div_euclid(200) * 200
}

struct ToDepth<'a, 'c> {
    worker: Worker<'a, 'c>,
    depth: u32,
}

impl Valuer for ToDepth<'_, '_> {
    fn window(&self) -> (i32, i32) {
        let Params { midgame_window, window_growth, .. } = self.worker.params;
        (midgame_window, window_growth)
    }

    fn value(&mut self, board: Board, alpha: i32, beta: i32) -> i32 {
        self.worker.midgame(&Node::of(board), board.legal_moves(), alpha, beta, self.depth)
    }

    fn stopped(&self) -> bool {
        self.worker.stopped()
    }
}

struct ToTheEnd<'a, 'c> {
    worker: Worker<'a, 'c>,
}

impl Valuer for ToTheEnd<'_, '_> {
    fn window(&self) -> (i32, i32) {
        let Params { solve_window, window_growth, .. } = self.worker.params;
        (solve_window, window_growth)
    }

    fn value(&mut self, board: Board, alpha: i32, beta: i32) -> i32 {
        self.worker.solve_in_hundredths(&Node::of(board), alpha, beta)
    }

    fn stopped(&self) -> bool {
        self.worker.stopped()
    }
}
