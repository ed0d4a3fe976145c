//! The loss of each move of a game. Positions are searched from the last to the first, so the transposition
//! table already has the positions that follow.

use std::ops::Neg;
use std::time::{Duration, Instant};

use crate::color::Color;
use crate::coord::{Move, Ply};
use crate::formats::ggf::GgfGame;
use crate::othello::rules::game::Game;
use crate::othello::search::Searcher;
use crate::search::Search;
use crate::search::control::Control;
use crate::search::limits::{Budget, Limits};
use crate::search::report::{Progress, Request, Score};

/// Limits of the searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Depth in plies, at least 1.
    pub depth: Option<u32>,
    /// Time per search. A move other than the best one takes a second search.
    pub time: Option<Duration>,
    /// Positions with at most this many empty squares are solved, however long that takes.
    pub solve_from: u32,
}

impl Bounds {
    fn limits(&self, game: &Game) -> Limits {
        let empties = game.board().empty_count();
        if empties <= self.solve_from {
            return Limits { depth: Some(empties), ..Limits::default() };
        }
        let time = self.time.map(Budget::exactly);
        Limits { depth: self.depth, time, ..Limits::default() }
    }
}

/// A score for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// In 1/100 disc.
    pub hundredths: i32,
    /// Whether it is the final score rather than an estimate.
    pub is_exact: bool,
}

impl Value {
    fn of(score: Score) -> Value {
        Value { hundredths: score.disc_hundredths(), is_exact: matches!(score, Score::Exact(_)) }
    }
}

impl Neg for Value {
    type Output = Value;

    fn neg(self) -> Value {
        Value { hundredths: -self.hundredths, ..self }
    }
}

/// A ply of a game with its score and that of the best move, both for the side that played it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The side that played.
    pub side: Color,
    /// Number of legal moves; 1 for a forced pass.
    pub choices: usize,
    /// The move played.
    pub played: (Move, Value),
    /// The best move known: the move played, or one worth at least as much.
    pub best: (Move, Value),
    /// Search depth in plies; less than requested if the search reached the end of the game.
    pub depth: u32,
}

impl Judgement {
    /// The loss in 1/100 disc; at least 0.
    pub fn loss(&self) -> i32 {
        self.best.1.hundredths - self.played.1.hundredths
    }

    /// Whether both values are final scores, which makes the loss exact.
    pub fn is_exact(&self) -> bool {
        self.best.1.is_exact && self.played.1.is_exact
    }
}

/// Judges games.
pub struct Judge {
    searcher: Searcher,
    bounds: Bounds,
    nodes: u64,
}

impl Judge {
    /// A judge that uses `searcher` within `bounds`.
    pub fn new(searcher: Searcher, bounds: Bounds) -> Judge {
        Judge { searcher, bounds, nodes: 0 }
    }

    /// Nodes of all searches so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Judges every ply of a game and returns them in order of play. The result does not depend on earlier
    /// games. Calls `watch` after each ply.
    pub fn judge(&mut self, game: &GgfGame, watch: &mut dyn FnMut()) -> Vec<Judgement> {
        self.searcher.clear();
        let mut next = game.start.clone();
        for timed in &game.record.moves {
            next.play(timed.mv).expect("the moves of a record are legal");
        }
        let mut after = next
            .outcome()
            .map(|outcome| Value::of(Score::Exact(outcome.score(next.side_to_move()))));
        let mut judgements = Vec::new();
        let mut before = next.clone();
        while let Some(ply) = before.undo() {
            let judgement = self.judge_ply(&before, ply, &next, after);
            after = Some(judgement.best.1);
            judgements.push(judgement);
            next.undo();
            watch();
        }
        judgements.reverse();
        judgements
    }

    /// Judges `ply`, which leads from `before` to `next`. `after` is the value of `next` for its side to
    /// move, if known.
    fn judge_ply(
        &mut self,
        before: &Game,
        ply: Ply,
        next: &Game,
        after: Option<Value>,
    ) -> Judgement {
        let limits = self.bounds.limits(before);
        let progress = self.search(before, limits);
        // A search limited by depth alone stops early once it has seen the end of the game. The move played
        // may need the full depth.
        let depth = match limits {
            Limits { depth: Some(depth), time: None, .. } => depth,
            _ => progress.depth,
        };
        let line = &progress.lines[0];
        let best = if is_image(before, line.moves[0], next) { ply.mv } else { line.moves[0] };
        let found = (best, Value::of(line.score));
        let value = match after.filter(|value| value.is_exact) {
            _ if found.0 == ply.mv => found.1,
            Some(after) => -after,
            None => -self.value(next, depth.saturating_sub(1)),
        };
        // An estimate cannot exceed the final score of the best move.
        let most = if found.1.is_exact { found.1.hundredths } else { i32::MAX };
        let value = Value { hundredths: value.hundredths.min(most), ..value };
        let played = (ply.mv, value);
        // The separate search of the move played may score it above the best move. It then counts as best,
        // but is exact only if the first search was, which compared all moves.
        let best = if value.hundredths > found.1.hundredths {
            (ply.mv, Value { is_exact: found.1.is_exact, ..value })
        } else {
            found
        };
        Judgement {
            side: ply.color,
            choices: before.legal_moves().len().max(1),
            played,
            best,
            depth: progress.depth,
        }
    }

    /// The value of a position for the side to move at `depth`.
    fn value(&mut self, game: &Game, depth: u32) -> Value {
        if depth == 0 || game.outcome().is_some() {
            return Value::of(self.searcher.evaluate(game));
        }
        let limits = Limits { depth: Some(depth), ..self.bounds.limits(game) };
        Value::of(self.search(game, limits).lines[0].score)
    }

    /// Searches `game`, which must not be over.
    fn search(&mut self, game: &Game, limits: Limits) -> Progress {
        let control = Control::new(Instant::now(), limits.time);
        let empties = game.board().empty_count();
        let solves = limits.time.is_none() && limits.depth.is_some_and(|depth| depth >= empties);
        let progress = if solves {
            self.searcher.solve(game, 1, &control, &mut |_| ())
        } else {
            let request = Request { limits, lines: 1, is_analysis: true };
            self.searcher.search(game, &request, &control, &mut |_| ())
        };
        self.nodes += progress.nodes;
        progress
    }
}

/// Whether `mv`, played in `before`, leads to a position symmetric to `next` and thus of equal value.
fn is_image(before: &Game, mv: Move, next: &Game) -> bool {
    let mut other = before.clone();
    other.play(mv).is_ok() && other.board().canonical() == next.board().canonical()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::formats::game::TimedMove;
    use crate::formats::game::tests::random_game;
    use crate::game::Variant;
    use crate::othello::eval::weights::Weights;
    use crate::othello::rules::board::Board;
    use crate::othello::rules::square::Squares;

    fn game(seed: u64) -> GgfGame {
        let record = random_game(Variant::Othello, seed, 60, None);
        GgfGame::from_start(record)
    }

    fn judge(bounds: Bounds) -> Judge {
        Judge::new(Searcher::with_weights(1 << 20, Arc::new(Weights::seed())), bounds)
    }

    /// Depth 2, and exact from 8 empty squares on.
    const SHALLOW: Bounds = Bounds { depth: Some(2), time: None, solve_from: 8 };

    /// Plain negamax without any cut: the definition of the score.
    fn brute_force(board: Board) -> i32 {
        let moves = board.legal_moves();
        if moves == 0 {
            let over = board.pass().legal_moves() == 0;
            return if over { board.final_score() } else { -brute_force(board.pass()) };
        }
        Squares(moves).map(|square| -brute_force(board.play(square))).max().unwrap()
    }

    #[test]
    fn the_end_has_true_scores_and_what_comes_before_estimates() {
        let (mut passes, mut lost) = (0, 0);
        for seed in 0..12 {
            let game = game(seed);
            let judgements = judge(SHALLOW).judge(&game, &mut || ());
            assert_eq!(judgements.len(), game.record.moves.len());
            let mut position = game.start.clone();
            for (timed, judgement) in game.record.moves.iter().zip(&judgements) {
                let board = position.board();
                assert_eq!(
                    (judgement.side, judgement.played.0),
                    (position.side_to_move(), timed.mv)
                );
                assert_eq!(judgement.choices, position.legal_moves().len().max(1));
                assert!(judgement.loss() >= 0, "{judgement:?}");
                position.play(timed.mv).unwrap();
                let exact = |score| Value { hundredths: 100 * score, is_exact: true };
                if board.empty_count() <= 8 {
                    assert_eq!(judgement.best.1, exact(brute_force(board)), "{board:?}");
                    assert_eq!(judgement.played.1, exact(-brute_force(position.board())));
                    assert_eq!(
                        (judgement.is_exact(), judgement.depth),
                        (true, board.empty_count())
                    );
                    lost += judgement.loss();
                } else {
                    assert_eq!((judgement.is_exact(), judgement.depth), (false, 2), "{board:?}");
                }
                if timed.mv == Move::Pass {
                    passes += 1;
                    assert_eq!((judgement.choices, judgement.loss()), (1, 0));
                }
            }
        }
        assert!(passes > 0 && lost > 0, "{passes} passes, {lost} lost");
    }

    #[test]
    fn the_move_before_the_solved_end_has_the_score_of_the_end() {
        let game = game(3);
        let judgements = judge(SHALLOW).judge(&game, &mut || ());
        let solved = judgements.iter().position(Judgement::is_exact).unwrap();
        let before = &judgements[solved - 1];
        assert!(!before.best.1.is_exact || before.best == before.played);
        if before.best.0 != before.played.0 {
            assert_eq!(before.played.1, -judgements[solved].best.1);
        }
    }

    #[test]
    fn a_move_that_misses_a_win_is_searched_to_full_depth() {
        let record = crate::formats::transcript::read("e6f4e3f6g5d6e7f5").unwrap();
        let mut game = GgfGame::from_start(record);
        let mut next = game.start.clone();
        game.record.moves.iter().for_each(|timed| next.play(timed.mv).unwrap());
        // c5 takes everything.
        let other = next.legal_moves().into_iter().find(|point| point.to_string() != "c5").unwrap();
        next.play(Move::Place(other)).unwrap();
        let timed = TimedMove { mv: Move::Place(other), time: Duration::ZERO };
        game.record.moves.push(timed);
        let judgements = judge(Bounds { depth: Some(6), ..SHALLOW }).judge(&game, &mut || ());
        let missed = judgements.last().unwrap();
        assert_eq!((missed.best.0.to_string().as_str(), missed.best.1.hundredths), ("c5", 6400));
        let limits = Limits { depth: Some(5), ..Limits::default() };
        let mut searcher = Searcher::with_weights(1 << 20, Arc::new(Weights::seed()));
        let request = Request::best_move(limits);
        let found = searcher.search(&next, &request, &Control::unlimited(), &mut |_| ());
        assert_eq!(missed.played.1, -Value::of(found.lines[0].score));
    }

    #[test]
    fn moves_that_are_images_of_the_best_one_lose_nothing() {
        let mut values = Vec::new();
        for first in ["d3", "c4", "f5", "e6"] {
            let game = GgfGame::from_start(crate::formats::transcript::read(first).unwrap());
            let bounds = Bounds { depth: Some(4), ..SHALLOW };
            let mut judge = Judge::new(Searcher::new(1 << 20), bounds);
            let judgements = judge.judge(&game, &mut || ());
            assert_eq!((judgements[0].loss(), judgements[0].best.0), (0, judgements[0].played.0));
            values.push(judgements[0].best.1);
        }
        assert!(values.iter().all(|value| *value == values[0]), "{values:?}");
    }

    #[test]
    fn a_game_is_judged_alike_whatever_came_before() {
        let mut reused = judge(SHALLOW);
        let mut plies = 0;
        reused.judge(&game(1), &mut || plies += 1);
        assert_eq!(plies, game(1).record.moves.len());
        let again = reused.judge(&game(2), &mut || ());
        assert_eq!(again, judge(SHALLOW).judge(&game(2), &mut || ()));
        assert!(reused.nodes() > 0);
    }

    #[test]
    fn an_unfinished_game_is_judged_even_without_time() {
        let record = random_game(Variant::Othello, 5, 30, None);
        let unfinished = GgfGame::from_start(record);
        for bounds in [
            Bounds { depth: Some(1), time: None, solve_from: 0 },
            Bounds { depth: None, time: Some(Duration::ZERO), solve_from: 0 },
        ] {
            let judgements = judge(bounds).judge(&unfinished, &mut || ());
            assert_eq!(judgements.len(), unfinished.record.moves.len());
            assert!(
                judgements.iter().all(|judgement| judgement.depth <= 1 && judgement.loss() >= 0)
            );
        }
    }
}
