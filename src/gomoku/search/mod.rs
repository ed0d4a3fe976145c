//! The Gomoku engine as the rest of the program sees it: positions in, progress out.
//!
//! A searcher owns all memory of the search and keeps what it learned from one search to the next.
//! Started from the same state, a search by one thread bounded by depth and nodes alone repeats
//! exactly; [`Searcher::clear`] restores the state of a new searcher.

mod center;
mod correction;
mod entry;
mod eval;
mod forced;
mod moves;
mod node;
mod order;
mod prune;
mod root;
mod team;
mod value;
mod won_line;

use std::sync::Arc;

use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::tables::Tables;
use crate::gomoku::eval::weights::WeightSet;
use crate::gomoku::rules::game::Game;
use crate::gomoku::rules::rule::Rule;
use crate::gomoku::threats::tactics::{self, Situation};
use crate::search::control::Control;
use crate::search::report::{Progress, Request, Score};
use crate::search::table::Table;
use entry::Generation;
use node::Memory;
use team::Team;

/// Most memory in bytes that a helping thread needs beyond the table. The leading one has the memory
/// of the root's search for threats besides.
pub const THREAD_BYTES: usize = 8 << 20;

/// Searches Gomoku positions of any rule and size.
pub struct Searcher {
    table: Table,
    /// Working memory of each thread, the leader's first; never empty.
    memories: Vec<Memory>,
    weights: Arc<WeightSet>,
    tables: [Option<Arc<Tables>>; Rule::ALL.len()],
    generation: Generation,
}

impl Searcher {
    /// A searcher with one thread and the weights that the program carries, whose transposition table
    /// takes `table_bytes`; about [`THREAD_BYTES`] more are for the rest.
    pub fn new(table_bytes: usize) -> Searcher {
        Searcher::with_weights(table_bytes, WeightSet::embedded())
    }

    /// A searcher that judges by `weights`.
    pub fn with_weights(table_bytes: usize, weights: Arc<WeightSet>) -> Searcher {
        Searcher {
            table: Table::with_bytes(table_bytes),
            memories: vec![Memory::new()],
            weights,
            tables: Default::default(),
            generation: Generation::default(),
        }
    }

    /// Replaces the transposition table by an empty one of `table_bytes`.
    pub fn resize(&mut self, table_bytes: usize) {
        // The old table goes before the new one comes.
        self.table = Table::with_bytes(0);
        self.table = Table::with_bytes(table_bytes);
    }

    /// Searches with so many threads from now on, at least one. Each beyond the first takes
    /// [`THREAD_BYTES`], and what they find depends on how the system runs them.
    pub fn set_threads(&mut self, threads: usize) {
        self.memories.resize_with(threads.max(1), Memory::new);
    }

    /// Makes the tables of `rule`, so that its first search need not.
    pub fn prepare(&mut self, rule: Rule) {
        self.tables(rule);
    }

    /// Forgets everything learned.
    pub fn clear(&mut self) {
        self.table.clear();
        self.memories.iter_mut().for_each(|memory| *memory = Memory::new());
        self.generation = Generation::default();
    }

    /// Value of the position by its looks: static evaluation, or what the threats on the board force
    /// within a few plies. A full board is even.
    pub fn evaluate(&mut self, game: &Game) -> Score {
        let board = self.board(game);
        if board.empty_count() == 0 {
            return Score::Points(value::DRAW);
        }
        match tactics::assess(&board) {
            Situation::Win(plies) => Score::Win(plies),
            Situation::Loss(plies) => Score::Loss(plies),
            _ => value::to_score(eval::evaluate(&board)),
        }
    }

    /// Searches the position of `game` within `request` until done or told to stop, reporting after
    /// every iteration. The result has no line if the side to move has no legal point or the game is
    /// over; else it has at least one, however early the search is stopped.
    pub fn search(
        &mut self,
        game: &Game,
        request: &Request,
        control: &Control,
        report: &mut dyn FnMut(&Progress),
    ) -> Progress {
        let board = self.board(game);
        self.generation = self.generation.next();
        let is_over = game.outcome().is_some();
        let lines = if is_over { 0 } else { request.lines.max(1) };
        let team = Team {
            limits: &request.limits,
            control,
            table: &self.table,
            generation: self.generation,
            is_analysis: request.is_analysis,
        };
        team.search(board, lines, &mut self.memories, report)
    }

    /// The position of `game` as its searches see it, with the tables that the weights of the searcher make.
    pub fn board(&mut self, game: &Game) -> Box<Board> {
        Box::new(Board::new(self.tables(game.rule()), game.grid(), game.side_to_move()))
    }

    fn tables(&mut self, rule: Rule) -> Arc<Tables> {
        let tables = &mut self.tables[rule as usize];
        tables.get_or_insert_with(|| Arc::new(Tables::with_weights(rule, &self.weights))).clone()
    }
}
