//! The Othello search: from a request to a best move, a score and a line.
//!
//! Iterative deepening with the midgame search; once the end is near enough solves of growing
//! certainty, the last one exact, each seeded by what the searches before left in the table. An
//! unfinished iteration falls back on the last finished one, so that a legal move is always at hand.
//! Bounded by depth or nodes alone a search repeats exactly from a cleared table.

mod endgame;
pub mod eval;
pub mod hash;
mod last;
pub mod local;
mod midgame;
mod order;
pub mod probcut;
mod root;
mod variation;
pub mod worker;

use std::sync::Arc;

use crate::othello::board::Board;
use crate::othello::game::Game;
use crate::othello::pattern::weights::Weights;
use crate::search::control::{Control, Meter};
use crate::search::limits::Limits;
use crate::search::pace::Pace;
use crate::search::report::{Line, Progress, Request, Score, Selectivity};
use eval::{Node, evaluate};
use hash::HashTable;
use local::LocalTable;
use probcut::Certainty;
use root::{RootMove, Valuer};
use worker::Worker;

/// Depth of the midgame iteration from which a solve is tried is the number of empty squares less this:
/// a solve then costs about as much as two more iterations.
const SOLVE_AHEAD: u32 = 10;

/// Deepest midgame iteration before a solve at a fixed depth: enough to order the moves.
const SEED_DEPTH_MAX: u32 = 7;

/// How certain the iterations to a depth are: twice the depth is worth the doubt.
const MIDGAME_CERTAINTY: Certainty = Certainty::P73;

/// Fewest empty squares at which solves of less certainty come first.
const SELECTIVE_MIN: u32 = 16;

/// The certainties of solves at a fixed depth, where only the last one counts.
const FIXED_CERTAINTIES: [Certainty; 3] = [Certainty::P73, Certainty::P95, Certainty::Full];

/// Fewest nodes a search must be allowed for an exact solve to be tried: below, the solver's coarse
/// node count could exceed the limit noticeably.
const SOLVE_NODES_MIN: u64 = 20_000;

/// Plays Othello. Keeps its tables from search to search.
pub struct Searcher {
    table: HashTable,
    local: LocalTable,
    weights: Arc<Weights>,
}

impl Searcher {
    /// A searcher with a transposition table of about `table_bytes` and the program's own weights.
    pub fn new(table_bytes: usize) -> Searcher {
        Searcher::with_weights(table_bytes, Weights::embedded())
    }

    /// A searcher with a transposition table of about `table_bytes` that judges by `weights`.
    pub fn with_weights(table_bytes: usize, weights: Arc<Weights>) -> Searcher {
        Searcher { table: HashTable::new(table_bytes), local: LocalTable::default(), weights }
    }

    /// Replaces the transposition table by an empty one of about `table_bytes`.
    pub fn resize(&mut self, table_bytes: usize) {
        self.table = HashTable::new(table_bytes);
    }

    /// Forgets everything, so that the next search repeats what a new searcher would do.
    pub fn clear(&mut self) {
        self.table.clear();
        self.local = LocalTable::default();
    }

    /// Searches the position of `game` within the limits of `request`, telling `report` after every
    /// iteration. The result has at least one line unless the game is over: a placement, or the pass
    /// if it is forced.
    pub fn search(
        &mut self,
        game: &Game,
        request: &Request,
        control: &Control,
        report: &mut dyn FnMut(&Progress),
    ) -> Progress {
        self.table.next_generation();
        let mut search = Search {
            board: game.board(),
            lines: request.lines.max(1),
            moves: root::moves(game.board(), &self.weights),
            meter: Meter::new(control, &request.limits),
            table: &self.table,
            local: &mut self.local,
            weights: &self.weights,
        };
        search.run(request, report)
    }

    /// Static value of the position for the side to move; exact when the game is over.
    pub fn evaluate(&self, game: &Game) -> Score {
        let board = game.board();
        if board.is_over() {
            Score::Exact(board.final_score())
        } else {
            Score::Discs(evaluate(board, &self.weights))
        }
    }
}

/// How far an iteration looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Horizon {
    /// So many plies.
    Depth(u32),
    /// To the end.
    End,
}

/// An iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Iteration {
    horizon: Horizon,
    certainty: Certainty,
}

/// The iteration that leaves no doubt.
const EXACT: Iteration = Iteration { horizon: Horizon::End, certainty: Certainty::Full };

const fn to_depth(plies: u32) -> Iteration {
    Iteration { horizon: Horizon::Depth(plies), certainty: MIDGAME_CERTAINTY }
}

/// The iterations of a search with `empties` empty squares, in order.
fn iterations(limits: &Limits, empties: u32) -> Vec<Iteration> {
    let deepest = limits.depth.unwrap_or(empties).min(empties);
    let may_solve = deepest == empties && limits.nodes.is_none_or(|nodes| nodes >= SOLVE_NODES_MIN);
    let seed = empties.saturating_sub(SOLVE_AHEAD);
    let seed = if limits.depth.is_some() { seed.min(SEED_DEPTH_MAX) } else { seed };
    let last = if may_solve { seed.min(empties - 1) } else { deepest };
    let mut iterations: Vec<Iteration> = (1..=last).map(to_depth).collect();
    if may_solve {
        let certainties: &[Certainty] = match limits.depth {
            _ if empties < SELECTIVE_MIN => &[Certainty::Full],
            Some(_) => &FIXED_CERTAINTIES,
            None => &Certainty::ALL,
        };
        let to_end = |&certainty| Iteration { horizon: Horizon::End, certainty };
        iterations.extend(certainties.iter().map(to_end));
    }
    iterations
}

/// One search in progress.
struct Search<'a> {
    board: Board,
    lines: usize,
    moves: Vec<RootMove>,
    meter: Meter<'a>,
    table: &'a HashTable,
    local: &'a mut LocalTable,
    weights: &'a Weights,
}

impl Search<'_> {
    fn run(&mut self, request: &Request, report: &mut dyn FnMut(&Progress)) -> Progress {
        let limits = &request.limits;
        let empties = self.board.empty_count();
        let mut finished = to_depth(0);
        let mut progress = self.progress(finished);
        let nothing_to_choose =
            self.moves.len() <= 1 && limits.depth.is_none() && !request.is_analysis;
        if self.moves.is_empty() || nothing_to_choose {
            return progress;
        }
        let mut pace = Pace::default();
        for (number, iteration) in iterations(limits, empties).into_iter().enumerate() {
            if number > 0 && !self.meter.may_deepen(&pace) {
                break;
            }
            // A game seen to its end teaches the midgame search nothing more.
            let is_to_depth = iteration.horizon != Horizon::End;
            if is_to_depth && limits.depth.is_some() && self.is_decided() {
                continue;
            }
            if self.iterate(iteration) {
                finished = iteration;
                progress = self.progress(finished);
                report(&progress);
                pace.note(&progress);
            } else {
                // An interrupted first iteration still has the static order.
                if self.moves[0].mv != progress.lines[0].moves[0] {
                    progress = self.progress(finished);
                }
                break;
            }
        }
        progress.nodes = self.meter.nodes();
        progress.elapsed = self.meter.elapsed();
        progress
    }

    fn is_decided(&self) -> bool {
        self.moves[0].value.abs() >= eval::LIMIT
    }

    /// One iteration. Returns whether it was completed; if not, only a move proved better than the best
    /// one may have come to the front.
    fn iterate(&mut self, iteration: Iteration) -> bool {
        let before = self.moves.clone();
        let values = before.iter().map(|root_move| root_move.value);
        let mut worker = Worker::new(&mut self.meter, self.table, self.local, self.weights);
        worker.certainty = iteration.certainty;
        let complete = match iteration.horizon {
            Horizon::Depth(depth) => {
                let guesses: Vec<i32> = values.collect();
                let mut valuer = ToDepth { worker, depth: depth - 1 };
                root::search(&mut self.moves, self.lines, &mut valuer, &guesses)
            }
            Horizon::End => {
                let guesses: Vec<i32> = values.map(even_discs).collect();
                let mut valuer = ToTheEnd { worker };
                root::search(&mut self.moves, self.lines, &mut valuer, &guesses)
            }
        };
        if !complete {
            self.restore(before);
        }
        complete
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

    /// What is known once `iteration` is finished.
    fn progress(&mut self, iteration: Iteration) -> Progress {
        let is_exact = iteration == EXACT;
        let percent = iteration.certainty.percent();
        let (depth, selectivity) = match iteration.horizon {
            Horizon::Depth(depth) => (depth, Selectivity::Cut(percent)),
            Horizon::End => (self.board.empty_count(), Selectivity::CutToTheEnd(percent)),
        };
        let count = self.lines.min(self.moves.len());
        let moves = &self.moves[..count];
        let line = |root_move: &RootMove| {
            let (mv, board) = (root_move.mv, root_move.board);
            if is_exact {
                let moves = variation::solved(mv, board, self.table, self.local, self.weights);
                Line { score: Score::Exact(root_move.value / 100), moves }
            } else {
                let value = root_move.value.clamp(-eval::LIMIT, eval::LIMIT);
                let moves = variation::expected(mv, board, self.table, depth);
                Line { score: Score::Discs(value), moves }
            }
        };
        let lines = moves.iter().map(line).collect();
        Progress {
            depth,
            selectivity,
            nodes: self.meter.nodes(),
            elapsed: self.meter.elapsed(),
            lines,
        }
    }
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
    const MARGIN: i32 = 150;

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
    const MARGIN: i32 = 100;

    fn value(&mut self, board: Board, alpha: i32, beta: i32) -> i32 {
        // The window in discs, as wide at least.
        let (alpha, beta) = (alpha.div_euclid(100), -(-beta).div_euclid(100));
        100 * self.worker.solve(&Node::of(board), alpha, beta)
    }

    fn stopped(&self) -> bool {
        self.worker.stopped()
    }
}
