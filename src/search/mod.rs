//! What the searches of both games share, and the trait by which they are driven.
//!
//! Limits, the stop signal and node count, time management, threads that search together, the memory of
//! the transposition tables, tunable parameters, and the plain data a search reports. Nothing here
//! knows a game.
//!
//! Root deepening, aspiration windows and principal variation search at the root stand twice, in
//! `gomoku::search::root` and `othello::search::root`. Only their outlines are alike. Gomoku collects
//! lines and reduces at the root, lowers the window once the first move loses, takes wins from solvers
//! and opens its window at once for proven values; its helpers search other depths, and vote. Othello
//! follows a schedule of depths and then solves of growing certainty, expects the value of the last
//! iteration of the same parity, and reads lines back from its tables; its helpers follow the leader.
//! A common loop would have more hooks than lines.

pub mod clock;
pub mod control;
pub mod lazy_smp;
pub mod limits;
pub mod params;
pub mod report;
pub mod table;
pub mod time_manager;
pub mod vote;

use control::Control;
use params::ParamSet;
use report::{Progress, Request, Score};

/// The search of a game, with all its memory.
///
/// It keeps what it learned from one search to the next. Started from the same state, a search by one
/// thread bounded by depth and nodes alone repeats exactly.
pub trait Search {
    /// A game in progress.
    type Game;

    /// Makes what a search of `game` needs and others share, so that the first one need not.
    fn prepare(&mut self, game: &Self::Game);

    /// Searches the position of `game` within `request` until done or told to stop, reporting after
    /// every iteration. The result has no line if the game is over or the side to move has no legal
    /// move, else at least one, however early the search is stopped.
    fn search(
        &mut self,
        game: &Self::Game,
        request: &Request,
        control: &Control,
        report: &mut dyn FnMut(&Progress),
    ) -> Progress;

    /// The static value of the position of `game` for the side to move.
    fn evaluate(&mut self, game: &Self::Game) -> Score;

    /// Replaces the transposition table by an empty one of about `table_bytes`.
    fn resize(&mut self, table_bytes: usize);

    /// Searches with so many threads from now on, at least one. What several find depends on how the
    /// system runs them.
    fn set_threads(&mut self, threads: usize);

    /// Restores the state of a new searcher.
    fn clear(&mut self);

    /// The tunable parameters. Changes count from the next search on.
    fn params(&mut self) -> &mut dyn ParamSet;
}
