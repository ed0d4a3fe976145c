//! Endgames of Othello with one best move, by the exact solver.

use std::sync::Arc;

use super::puzzle::{Criteria, Fault, Goal, Puzzle, Wrong, least_depth};
use crate::coord::Move;
use crate::game::Position;
use crate::othello::eval::weights::Weights;
use crate::othello::rules::game::Game;
use crate::othello::search::Searcher;
use crate::search::Search;
use crate::search::control::Control;
use crate::search::limits::Limits;
use crate::search::report::{Line, Request, Score};

const TABLE_BYTES: usize = 32 << 20;
/// With fewer empty squares there is nothing to think about.
const LEAST_EMPTIES: u32 = 4;

pub struct Finder {
    criteria: Criteria,
    searcher: Searcher,
    /// For the shallow searches, which must not have access to the solution.
    shallow: Searcher,
}

impl Finder {
    pub fn new(criteria: Criteria, weights: Arc<Weights>) -> Finder {
        let searcher = Searcher::with_weights(TABLE_BYTES, weights.clone());
        Finder { criteria, searcher, shallow: Searcher::with_weights(1 << 20, weights) }
    }

    /// Forgets all earlier positions.
    pub fn forget(&mut self) {
        self.searcher.clear();
    }

    /// The puzzle in the position of `game`, which is not over.
    pub fn puzzle(&mut self, game: &Game) -> Option<Puzzle> {
        let choices = game.legal_moves().len();
        let empties = game.board().empty_count();
        if choices < 2 || !(LEAST_EMPTIES..=self.criteria.empties).contains(&empties) {
            return None;
        }
        let control = Control::unlimited();
        let two = self.searcher.solve(game, 2, &control, &mut |_| ()).lines;
        let [best, second] = two.as_slice() else { return None };
        let (score, runner_up) = (discs(best), discs(second));
        if score - runner_up < self.criteria.margin {
            return None;
        }
        let lines = self.searcher.solve(game, choices, &control, &mut |_| ()).lines;
        let key = best.moves[0];
        Some(Puzzle {
            position: Position::Othello(game.clone()),
            goal: Goal::Best { score, second: runner_up },
            line: self.play_out(game, key),
            wrong: lines.iter().filter_map(|line| self.wrong(game, key, line)).collect(),
            is_complete: true,
            seen_at: least_depth(|depth| self.sees(game, key, depth)),
        })
    }

    fn wrong(&mut self, game: &Game, key: Move, line: &Line) -> Option<Wrong> {
        let mv = line.moves[0];
        let point = mv.point().filter(|_| mv != key)?;
        let fault = Fault::Score(discs(line));
        Some(Wrong { point, fault, line: self.play_out(game, mv) })
    }

    /// `first` and best play after it, to the end of the game.
    fn play_out(&mut self, game: &Game, first: Move) -> Vec<Move> {
        let mut game = game.clone();
        let mut line = Vec::new();
        let mut next = Some(first);
        while let Some(mv) = next.filter(|&mv| game.play(mv).is_ok()) {
            line.push(mv);
            next = (game.outcome().is_none())
                .then(|| self.searcher.solve(&game, 1, &Control::unlimited(), &mut |_| ()))
                .and_then(|progress| progress.best_move());
        }
        line
    }

    /// Whether a search to `depth` finds `key`.
    fn sees(&mut self, game: &Game, key: Move, depth: u32) -> bool {
        self.shallow.clear();
        let request = Request::best_move(Limits { depth: Some(depth), ..Limits::default() });
        let progress = self.shallow.search(game, &request, &Control::unlimited(), &mut |_| ());
        progress.best_move() == Some(key)
    }
}

/// The final score of a solved line.
fn discs(line: &Line) -> i32 {
    match line.score {
        Score::Exact(discs) => discs,
        other => other.disc_hundredths() / 100,
    }
}
