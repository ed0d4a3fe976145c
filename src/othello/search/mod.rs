//! The Othello search: from a request to a best move, a score and a line.
//!
//! Iterative deepening with the midgame search; once the end is near enough an exact solve, seeded by
//! what the midgame search left in the table. An unfinished solve falls back on the last finished
//! iteration, so that a legal move is always at hand. Bounded by depth or nodes alone a search
//! repeats exactly from a cleared table.

pub mod endgame;
pub mod eval;
pub mod hash;
mod last;
pub mod local;
mod midgame;
mod order;
mod root;
mod variation;

use crate::othello::board::Board;
use crate::othello::game::Game;
use crate::search::control::{Control, Meter};
use crate::search::limits::Limits;
use crate::search::pace::Pace;
use crate::search::report::{Line, Progress, Request, Score};
use endgame::Solver;
use eval::evaluate;
use hash::HashTable;
use local::LocalTable;
use midgame::Midgame;
use root::{RootMove, Valuer};

/// Depth of the midgame iteration from which an exact solve is tried is the number of empty squares
/// less this: a solve then costs about as much as two more iterations.
const SOLVE_AHEAD: u32 = 10;

/// Deepest midgame iteration before a solve at a fixed depth: enough to order the moves.
const SEED_DEPTH_MAX: u32 = 12;

/// Fewest nodes a search must be allowed for an exact solve to be tried: below, the solver's coarse
/// node count could exceed the limit noticeably.
const SOLVE_NODES_MIN: u64 = 20_000;

/// Plays Othello. Keeps its tables from search to search.
pub struct Searcher {
    table: HashTable,
    local: LocalTable,
}

impl Searcher {
    /// A searcher with a transposition table of about `table_bytes`.
    pub fn new(table_bytes: usize) -> Searcher {
        Searcher { table: HashTable::new(table_bytes), local: LocalTable::default() }
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
            moves: root::moves(game.board()),
            meter: Meter::new(control, &request.limits),
            table: &self.table,
            local: &mut self.local,
        };
        search.run(request, report)
    }
}

/// Static value of the position for the side to move; exact when the game is over.
pub fn evaluate_game(game: &Game) -> Score {
    let board = game.board();
    if board.is_over() { Score::Exact(board.final_score()) } else { Score::Discs(evaluate(board)) }
}

/// What kind of values the moves at the root have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    /// Estimates in 1/100 disc.
    Hundredths,
    /// Final disc differences.
    Discs,
}

/// One search in progress.
struct Search<'a> {
    board: Board,
    lines: usize,
    moves: Vec<RootMove>,
    meter: Meter<'a>,
    table: &'a HashTable,
    local: &'a mut LocalTable,
}

impl Search<'_> {
    fn run(&mut self, request: &Request, report: &mut dyn FnMut(&Progress)) -> Progress {
        let limits = &request.limits;
        let empties = self.board.empty_count();
        let mut progress = self.progress(0, Unit::Hundredths);
        let nothing_to_choose =
            self.moves.len() <= 1 && limits.depth.is_none() && !request.is_analysis;
        if self.moves.is_empty() || nothing_to_choose {
            return progress;
        }
        let to_the_end = limits.depth.is_none_or(|depth| depth >= empties);
        let mut pace = Pace::default();
        let may_solve = to_the_end && limits.nodes.is_none_or(|nodes| nodes >= SOLVE_NODES_MIN);
        for depth in 1..=limits.depth.unwrap_or(empties).min(empties) {
            if depth > 1 && !self.meter.may_deepen(&pace) {
                break;
            }
            // A won or lost game seen to its end teaches the midgame search nothing more.
            let decided = limits.depth.is_some() && self.moves[0].value.abs() >= eval::LIMIT;
            let seeded = decided || depth > seed_depth(limits, empties);
            let solving = may_solve && (seeded || depth == empties);
            let complete = if solving { self.solve() } else { self.deepen(depth) };
            // An interrupted first iteration still has the static order.
            let changed = complete || self.moves[0].mv != progress.lines[0].moves[0];
            if complete {
                let (depth, unit) =
                    if solving { (empties, Unit::Discs) } else { (depth, Unit::Hundredths) };
                progress = self.progress(depth, unit);
                report(&progress);
                pace.note(&progress);
            } else if changed {
                let depth = progress.depth;
                progress = self.progress(depth, Unit::Hundredths);
            }
            if solving || !complete {
                break;
            }
        }
        progress.nodes = self.meter.nodes();
        progress.elapsed = self.meter.elapsed();
        progress
    }

    /// One midgame iteration. Returns whether it was completed; if not, only a move proved better
    /// than the best one may have come to the front.
    fn deepen(&mut self, depth: u32) -> bool {
        let before = self.moves.clone();
        let guesses: Vec<i32> = before.iter().map(|root_move| root_move.value).collect();
        let mut valuer =
            ToDepth { search: Midgame::new(&mut self.meter, self.table), depth: depth - 1 };
        let complete = root::search(&mut self.moves, self.lines, &mut valuer, &guesses);
        if !complete {
            self.restore(before, 1);
        }
        complete
    }

    /// An exact solve, under the same terms as [`Search::deepen`].
    fn solve(&mut self) -> bool {
        let before = self.moves.clone();
        let guesses: Vec<i32> =
            before.iter().map(|root_move| even_discs(root_move.value)).collect();
        let mut valuer = ToTheEnd { search: Solver::new(&mut self.meter, self.table, self.local) };
        let complete = root::search(&mut self.moves, self.lines, &mut valuer, &guesses);
        if !complete {
            self.restore(before, 100);
        }
        complete
    }

    /// Returns to the moves as they were `before` an interrupted iteration, except that a move now
    /// in front stays there, its value being in `unit` hundredths.
    fn restore(&mut self, before: Vec<RootMove>, unit: i32) {
        let front = self.moves[0].clone();
        self.moves = before;
        let at = self.moves.iter().position(|root_move| root_move.mv == front.mv);
        if let Some(at) = at.filter(|&at| at > 0) {
            self.moves[at].value = (front.value * unit).max(self.moves[0].value);
            self.moves[..=at].rotate_right(1);
        }
    }

    fn progress(&mut self, depth: u32, unit: Unit) -> Progress {
        let count = self.lines.min(self.moves.len());
        let moves = &self.moves[..count];
        let line = |root_move: &RootMove| Line {
            score: match unit {
                Unit::Hundredths => Score::Discs(root_move.value.clamp(-eval::LIMIT, eval::LIMIT)),
                Unit::Discs => Score::Exact(root_move.value),
            },
            moves: match unit {
                Unit::Hundredths => {
                    variation::expected(root_move.mv, root_move.board, self.table, depth)
                }
                Unit::Discs => {
                    variation::solved(root_move.mv, root_move.board, self.table, self.local)
                }
            },
        };
        let lines = moves.iter().map(line).collect();
        Progress {
            depth,
            selective_depth: depth,
            nodes: self.meter.nodes(),
            elapsed: self.meter.elapsed(),
            lines,
        }
    }
}

/// Last midgame iteration before an exact solve.
fn seed_depth(limits: &Limits, empties: u32) -> u32 {
    let ahead = empties.saturating_sub(SOLVE_AHEAD);
    if limits.depth.is_some() { ahead.min(SEED_DEPTH_MAX) } else { ahead }
}

/// The even number of discs nearest to a value in 1/100 disc.
fn even_discs(hundredths: i32) -> i32 {
    (hundredths + 100).div_euclid(200) * 2
}

struct ToDepth<'a, 'c> {
    search: Midgame<'a, 'c>,
    depth: u32,
}

impl Valuer for ToDepth<'_, '_> {
    const LIMIT: i32 = eval::LIMIT;
    const MARGIN: i32 = 150;

    fn value(&mut self, board: Board, alpha: i32, beta: i32) -> i32 {
        self.search.search(board, alpha, beta, self.depth)
    }

    fn stopped(&self) -> bool {
        self.search.stopped()
    }
}

struct ToTheEnd<'a, 'c> {
    search: Solver<'a, 'c>,
}

impl Valuer for ToTheEnd<'_, '_> {
    const LIMIT: i32 = 64;
    const MARGIN: i32 = 1;

    fn value(&mut self, board: Board, alpha: i32, beta: i32) -> i32 {
        self.search.search(board, alpha, beta)
    }

    fn stopped(&self) -> bool {
        self.search.stopped()
    }
}
