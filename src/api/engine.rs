//! An engine that searches and solves positions.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::game::Game;
use crate::coord::Move;
use crate::game::Position;
use crate::gomoku::eval::weights::WeightSet;
use crate::gomoku::prover::{Bounds, Prover};
use crate::search::Search;
use crate::search::clock::Instant;
use crate::search::control::Control;
use crate::search::limits::{self, Budget};
use crate::search::report::{Line, Progress, Request, Score};
use crate::{gomoku, othello};

/// Searches positions of both games, with tables that are kept from one search to the next.
///
/// ```
/// use std::ops::ControlFlow;
/// use tengen::{Engine, Game, Limits, Move, Rule, Variant, parse_points};
///
/// let mut game = Game::new(Variant::gomoku(Rule::Freestyle))?;
/// for point in parse_points("h8i9g9i7")? {
///     game.play(Move::Place(point))?;
/// }
/// let mut engine = Engine::new(16 << 20);
/// let report = engine.search(&game, &Limits::new().nodes(20_000).depth(8), |report| {
///     println!("depth {}: {:?}", report.depth, report.best_move());
///     ControlFlow::Continue(())
/// });
/// game.play(report.best_move().expect("the game is not over"))?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Engine {
    table_bytes: usize,
    threads: usize,
    gomoku: Option<Box<gomoku::search::Searcher>>,
    othello: Option<Box<othello::search::Searcher>>,
}

impl Engine {
    /// An engine with one thread and a transposition table of about `table_bytes`. A game that is searched for
    /// the first time takes some 20 MB more.
    pub fn new(table_bytes: usize) -> Engine {
        Engine { table_bytes, threads: 1, gomoku: None, othello: None }
    }

    /// Sets the number of search threads, at least 1. With several threads, results are not reproducible.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
        if let Some(searcher) = &mut self.gomoku {
            searcher.set_threads(self.threads);
        }
        if let Some(searcher) = &mut self.othello {
            searcher.set_threads(self.threads);
        }
    }

    /// Searches for the best move within `limits`. `progress` is called after every iteration, and ends the
    /// search by [`ControlFlow::Break`].
    ///
    /// The report has no line if the game is over. Otherwise it has a move, or the pass if it is forced, however early
    /// the search ends.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        mut progress: impl FnMut(&Report) -> ControlFlow<()>,
    ) -> Report {
        let control = limits.control();
        let request = limits.request();
        let report = &mut |found: &Progress| {
            if progress(&Report::of(found.clone(), game)).is_break() {
                // The stop flag of the limits may be that of other searches, too.
                control.end_within(Duration::ZERO);
            }
        };
        let found = match game.position() {
            Position::Gomoku(game) => self.for_gomoku().search(game, &request, &control, report),
            Position::Othello(game) => self.for_othello().search(game, &request, &control, report),
        };
        Report::of(found, game)
    }

    /// Solves the position within `time`: in Othello the exact score and the best move, in Gomoku a forced win of
    /// the side to move. `None` if the time is too short, there is no win or the game is over.
    ///
    /// ```
    /// use std::time::Duration;
    /// use tengen::{Engine, Game, Move, Rule, Score, Variant, parse_points};
    ///
    /// let mut game = Game::new(Variant::gomoku(Rule::Freestyle))?;
    /// for point in parse_points("h8a1i8a3j8a5")? {
    ///     game.play(Move::Place(point))?;
    /// }
    /// let win = Engine::new(1 << 20).solve(&game, Duration::from_secs(10)).expect("a win");
    /// assert_eq!(win.score, Score::Win(3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(&mut self, game: &Game, time: Duration) -> Option<Line> {
        if game.outcome().is_some() {
            return None;
        }
        match game.position() {
            Position::Gomoku(game) => {
                let mut prover = Prover::new(self.table_bytes, WeightSet::embedded());
                let bounds = Bounds { time: Some(time), nodes: None };
                let board = &mut prover.board(game);
                let proof = prover.prove(board, bounds).proof?;
                Some(Line { score: Score::Win(proof.plies), moves: proof.moves })
            }
            Position::Othello(game) => {
                let control = Control::new(Instant::now(), Some(Budget::exactly(time)));
                let solved = self.for_othello().solve(game, 1, &control, &mut |_| {});
                let line = solved.lines.into_iter().next()?;
                matches!(line.score, Score::Exact(_)).then_some(line)
            }
        }
    }

    /// Forgets all earlier searches.
    pub fn clear(&mut self) {
        (self.gomoku, self.othello) = (None, None);
    }

    /// The searcher of Gomoku. Frees the memory of the other one, because each has a table.
    fn for_gomoku(&mut self) -> &mut gomoku::search::Searcher {
        self.othello = None;
        let new = || gomoku::search::Searcher::new(self.table_bytes);
        self.gomoku.get_or_insert_with(|| with_threads(new(), self.threads))
    }

    /// The searcher of Othello. Frees the memory of the other one.
    fn for_othello(&mut self) -> &mut othello::search::Searcher {
        self.gomoku = None;
        let new = || othello::search::Searcher::new(self.table_bytes);
        self.othello.get_or_insert_with(|| with_threads(new(), self.threads))
    }
}

fn with_threads<S: Search>(mut searcher: S, threads: usize) -> Box<S> {
    searcher.set_threads(threads);
    Box::new(searcher)
}

/// Limits of a search. They combine: the first one reached ends it. Without any, a search ends at the greatest
/// depth, which may take forever.
///
/// With one thread, a search limited by depth and nodes alone is reproducible.
#[derive(Clone, Debug)]
pub struct Limits {
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<Duration>,
    stop: Arc<AtomicBool>,
    lines: usize,
    is_analysis: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::new()
    }
}

impl Limits {
    /// No limit, and one line.
    pub fn new() -> Limits {
        Limits {
            depth: None,
            nodes: None,
            time: None,
            stop: Arc::default(),
            lines: 1,
            is_analysis: false,
        }
    }

    /// Searches at most `plies` deep.
    pub fn depth(self, plies: u32) -> Limits {
        Limits { depth: Some(plies), ..self }
    }

    /// Searches at most `nodes` positions.
    pub fn nodes(self, nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..self }
    }

    /// Searches for at most `time`. The search ends earlier only if nothing is left to find, for example after a
    /// proven win.
    pub fn time(self, time: Duration) -> Limits {
        Limits { time: Some(time), ..self }
    }

    /// Ends the search soon after another thread sets `stop`. Clear it before the next search.
    pub fn stop(self, stop: Arc<AtomicBool>) -> Limits {
        Limits { stop, ..self }
    }

    /// Reports the best `lines` moves, at least 1, each with its score.
    pub fn lines(self, lines: usize) -> Limits {
        Limits { lines: lines.max(1), ..self }
    }

    /// Searches for scores, not just for a move to play: a forced move is searched like any other.
    pub fn analysis(self) -> Limits {
        Limits { is_analysis: true, ..self }
    }

    fn control(&self) -> Control {
        let budget = self.time.map(Budget::exactly);
        Control::new(Instant::now(), budget).stopped_by(self.stop.clone())
    }

    fn request(&self) -> Request {
        let limits = limits::Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: self.time.map(Budget::exactly),
        };
        Request { limits, lines: self.lines, is_analysis: self.is_analysis }
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// Depth of the latest finished iteration, in plies.
    pub depth: u32,
    /// Positions searched.
    pub nodes: u64,
    /// Time since the start.
    pub elapsed: Duration,
    /// The best moves with their scores, best first: as many as requested, fewer if there are fewer.
    pub lines: Vec<Line>,
}

impl Report {
    /// The move of the best line; `None` if the game is over.
    pub fn best_move(&self) -> Option<Move> {
        self.lines.first()?.moves.first().copied()
    }

    /// The result of a search of `game`.
    fn of(progress: Progress, game: &Game) -> Report {
        let Progress { depth, nodes, elapsed, mut lines, .. } = progress;
        // Where renju forbids Black every point, the search of Gomoku has no line.
        if lines.is_empty() && game.must_pass() {
            lines.push(Line { score: Score::Points(0), moves: vec![Move::Pass] });
        }
        Report { depth, nodes, elapsed, lines }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;
    use crate::coord::{Size, parse_points};
    use crate::game::Variant;
    use crate::gomoku::rules::rule::Rule;

    const VARIANTS: [Variant; 2] = [Variant::gomoku(Rule::Renju), Variant::Othello];

    #[test]
    fn one_engine_plays_both_games() {
        let mut engine = Engine::new(1 << 20);
        let limits = Limits::new().nodes(2_000).lines(2);
        for variant in [VARIANTS, VARIANTS].concat() {
            let mut game = Game::new(variant).unwrap();
            for _ in 0..4 {
                let report = engine.search(&game, &limits, |_| ControlFlow::Continue(()));
                game.play(report.best_move().unwrap()).unwrap();
            }
        }
    }

    #[test]
    fn a_forced_pass_is_a_move_in_renju_too() {
        // The only empty point, d3, is a row of seven, which renju forbids Black.
        let moves = "b1a1e1c1g1d1a2f1d2b2g2c2a3e2b3f2c3a4e3c4f3d4g3f4b4a5e4c5g4e5b5f5d5g5";
        let size = Size::new(7, 5).unwrap();
        let mut game = Game::new(Variant::Gomoku { rule: Rule::Renju, size }).unwrap();
        for point in parse_points(moves).unwrap() {
            game.play(Move::Place(point)).unwrap();
        }
        let mut engine = Engine::new(1 << 20);
        for lines in [1, 2] {
            let limits = Limits::new().nodes(1_000).lines(lines);
            let report = engine.search(&game, &limits, |report| {
                assert_eq!(report.best_move(), Some(Move::Pass));
                ControlFlow::Continue(())
            });
            assert_eq!((report.best_move(), report.lines.len()), (Some(Move::Pass), 1));
        }
        game.play(Move::Pass).unwrap();
    }

    #[test]
    fn a_search_ends_when_its_caller_says_so() {
        let mut engine = Engine::new(1 << 20);
        for variant in VARIANTS {
            let game = Game::new(variant).unwrap();
            let mut calls = 0;
            let report = engine.search(&game, &Limits::new().depth(30), |_| {
                calls += 1;
                ControlFlow::Break(())
            });
            assert!(calls == 1 && report.depth < 30, "{calls} {report:?}");
            let limits = Limits::new().stop(Arc::new(AtomicBool::new(true)));
            let report = engine.search(&game, &limits, |_| ControlFlow::Continue(()));
            assert!(report.best_move().is_some() && report.depth < 30);
        }
    }

    #[test]
    fn a_search_that_was_broken_off_does_not_end_the_next_one() {
        let mut engine = Engine::new(1 << 20);
        let game = Game::new(Variant::Othello).unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        let limits = Limits::new().depth(3).stop(Arc::clone(&stop));
        engine.search(&game, &limits, |_| ControlFlow::Break(()));
        assert!(!stop.load(Ordering::Relaxed));
        let report = engine.search(&game, &limits, |_| ControlFlow::Continue(()));
        assert_eq!(report.depth, 3);
    }

    #[test]
    fn an_endgame_is_solved_and_an_opening_is_not() {
        let mut engine = Engine::new(1 << 20);
        let mut game = Game::new(Variant::Othello).unwrap();
        assert_eq!(engine.solve(&game, Duration::from_millis(20)), None);
        while game.history().len() < 52 && game.outcome().is_none() {
            let point = game.legal_points().first().copied();
            game.play(point.map_or(Move::Pass, Move::Place)).unwrap();
        }
        let line = engine.solve(&game, Duration::from_secs(60)).unwrap();
        assert!(matches!(line.score, Score::Exact(_)));
        while let Some(mv) = engine.solve(&game, Duration::from_secs(60)) {
            game.play(mv.moves[0]).unwrap();
        }
        assert!(game.outcome().is_some());
    }

    #[test]
    fn engines_may_be_sent_to_other_threads() {
        fn is_send<T: Send>() {}
        is_send::<(Engine, Game, Limits)>();
    }
}
