//! The code shared by the searches of both games, and the trait that drives them.
//!
//! Limits, stop signal and node count, time management, thread pools, memory of the transposition tables,
//! tunable parameters, and the data a search reports. Nothing here depends on a game.
//!
//! Root deepening, aspiration windows and principal variation search at the root are implemented
//! twice, in `gomoku::search::root` and `othello::search::root`, because they have only their outlines in common.
//! Gomoku collects lines and reduces at the root, lowers the window once the first move loses, takes wins
//! from solvers and opens its window at once for proven values; its helper threads search other depths and
//! vote. Othello follows a schedule of depths and then solves with rising selectivity, starts from the
//! value of the last iteration of the same parity, and reads lines back from its tables; its helper
//! threads follow the leader. A common loop would have more hooks than lines.

pub mod calibration;
pub mod clock;
pub mod control;
pub mod evaluations;
pub mod guidance;
pub mod lazy_smp;
pub mod limits;
pub mod params;
pub mod report;
pub mod table;
pub mod time_manager;

use control::Control;
use guidance::Guidance;
use params::ParamSet;
use report::{AnswerCallback, Balance, Evaluation, Progress, Request, Watch};
use table::Table;

use crate::coord::Point;

/// The searcher of a game, with its tables.
///
/// The tables are kept from one search to the next. From the same state, a search with one thread that is
/// limited by depth and nodes only is deterministic.
pub trait Search {
    /// A game in progress.
    type Game;

    /// Builds the tables that every search of `game` needs, so that the first search need not.
    fn prepare(&mut self, game: &Self::Game);

    /// Searches the position of `game` within the limits of `request` until done or stopped, and calls
    /// `report` after every iteration. The result has no line if the game is over or the side to move has
    /// no legal move; otherwise it has at least one, however early the search is stopped.
    fn search(
        &mut self,
        game: &Self::Game,
        request: &Request,
        control: &Control,
        report: &mut dyn FnMut(&Progress),
    ) -> Progress;

    /// Searches for the moves that give the position the value in `goal`; the line of the result begins with them. A
    /// game without this search returns the best move.
    fn balance(
        &mut self,
        game: &Self::Game,
        _goal: Balance,
        request: &Request,
        control: &Control,
        report: &mut dyn FnMut(&Progress),
    ) -> Progress {
        self.search(game, request, control, report)
    }

    /// From now on, searches choose none of `points` unless nothing else is left. Moves below the root are not
    /// affected.
    fn avoid(&mut self, _points: &[Point]) {}

    /// The next search begins at `game` and follows `guidance`, as far as this game's search can.
    fn guide(&mut self, _game: &Self::Game, _guidance: &Guidance) {}

    /// From now on, searches report their progress at the root to `watch`.
    fn watch(&mut self, _watch: Option<Watch>) {}

    /// If the next search knows its result before its last thread has ended, it gives it to `answer` at once. It may
    /// drop `answer` unused.
    fn answer_early(&mut self, _answer: AnswerCallback) {}

    /// The transposition table, if it is in the common form.
    fn table(&mut self) -> Option<&mut Table> {
        None
    }

    /// The static evaluation of the position for the side to move.
    fn evaluate(&mut self, game: &Self::Game) -> Evaluation;

    /// Replaces the transposition table with an empty one of about `table_bytes`.
    fn resize(&mut self, table_bytes: usize);

    /// Sets the number of search threads, at least 1. Results with several threads are not deterministic.
    fn set_threads(&mut self, threads: usize);

    /// Forgets all earlier searches. Threads and parameters stay.
    fn clear(&mut self);

    /// The tunable parameters. Changes take effect at the next search.
    fn params(&mut self) -> &mut dyn ParamSet;
}
