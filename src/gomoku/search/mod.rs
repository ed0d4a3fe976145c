//! The Gomoku engine as the rest of the program sees it: positions in, progress out.
//!
//! A searcher owns all memory of the search and keeps what it learned from one search to the next.
//! Started from the same state, a search bounded by depth and nodes alone repeats exactly;
//! [`Searcher::clear`] restores the state of a new searcher.

mod entry;
mod eval;
mod node;
mod order;
mod prune;
mod root;
pub mod tactics;
mod value;
pub mod vcf;
mod won_line;

use std::sync::Arc;

use crate::gomoku::game::Game;
use crate::gomoku::pattern::board::Board;
use crate::gomoku::pattern::tables::Tables;
use crate::gomoku::rule::Rule;
use crate::search::control::{Control, Meter};
use crate::search::report::{Progress, Request, Score};
use crate::search::table::Table;
use entry::{Bucket, Generation};
use node::{Memory, Worker};
use root::Root;
use tactics::Situation;

/// Searches Gomoku positions of any rule and size.
pub struct Searcher {
    table: Table<Bucket>,
    memory: Box<Memory>,
    tables: [Option<Arc<Tables>>; Rule::ALL.len()],
    generation: Generation,
}

impl Searcher {
    /// A searcher whose transposition table takes `table_bytes`; about 8 MiB more are for the rest.
    pub fn new(table_bytes: usize) -> Searcher {
        Searcher {
            table: Table::with_bytes(table_bytes),
            memory: Box::new(Memory::new()),
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

    /// Forgets everything learned.
    pub fn clear(&mut self) {
        self.table.clear();
        *self.memory = Memory::new();
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
        let mut board = self.board(game);
        self.generation = self.generation.next();
        let over = game.outcome().is_some();
        let mut worker = Worker {
            board: &mut board,
            meter: Meter::new(control, &request.limits),
            memory: &mut self.memory,
            table: &self.table,
            generation: self.generation,
            selective_depth: 0,
            root_depth: 0,
        };
        let mut root = Root::new(worker.board, if over { 0 } else { request.lines.max(1) });
        root.deepen(&mut worker, request.limits.depth, report);
        root.progress(&mut worker)
    }

    fn board(&mut self, game: &Game) -> Box<Board> {
        Box::new(Board::new(self.tables(game.rule()), game.grid(), game.side_to_move()))
    }

    fn tables(&mut self, rule: Rule) -> Arc<Tables> {
        self.tables[rule as usize].get_or_insert_with(|| Arc::new(Tables::new(rule))).clone()
    }
}
