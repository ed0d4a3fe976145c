//! The loss of each move of an Othello game in discs.

use std::ops::Neg;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::review::{Analysis, Bounds, Review};
use crate::coord::{Move, Point};
use crate::game::Position;
use crate::othello::eval::weights::Weights;
use crate::othello::rules::game::Game;
use crate::othello::search::Searcher;
use crate::search::Search;
use crate::search::clock::Instant;
use crate::search::control::Control;
use crate::search::limits::{Budget, Limits};
use crate::search::report::{Line, Progress, Request, Score};

/// Depth of a search if the caller sets no limit.
const DEFAULT_DEPTH: u32 = 12;
/// Depth of the second search if the caller sets no limit.
const SECOND_DEPTH: u32 = 18;
/// Factor of the limit of nodes or time in the second search.
const SECOND_LOOK: u32 = 4;
/// Depth of the search that scores every move.
const SQUARES_DEPTH: u32 = 6;
/// With at most this many empty squares, every move gets its final score.
const SQUARES_SOLVED: u32 = 10;

/// A score for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Value {
    /// In 1/100 disc.
    hundredths: i32,
    /// Whether it is the final score rather than an estimate.
    is_exact: bool,
}

impl Value {
    fn of(score: Score) -> Value {
        Value { hundredths: score.disc_hundredths(), is_exact: matches!(score, Score::Exact(_)) }
    }

    fn score(self) -> Score {
        match self.is_exact {
            true => Score::Exact(self.hundredths / 100),
            false => Score::Discs(self.hundredths),
        }
    }
}

impl Neg for Value {
    type Output = Value;

    fn neg(self) -> Value {
        Value { hundredths: -self.hundredths, ..self }
    }
}

/// The searches of a position. A move that seems to deserve a mark is judged by the second before it gets one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    First,
    Second,
}

/// Judges games.
pub struct Judge {
    searcher: Searcher,
    bounds: Bounds,
    stop: Arc<AtomicBool>,
    nodes: u64,
}

impl Judge {
    /// A judge that searches within `bounds` and evaluates with `weights`.
    pub fn new(bounds: Bounds, weights: Arc<Weights>) -> Judge {
        let mut searcher = Searcher::with_weights(bounds.table_bytes, weights);
        searcher.set_threads(bounds.threads);
        Judge { searcher, bounds, stop: Arc::default(), nodes: 0 }
    }

    /// The same judge, which `stop` can end.
    pub fn stopped_by(self, stop: Arc<AtomicBool>) -> Judge {
        Judge { stop, ..self }
    }

    /// Nodes of all searches so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Judges every ply of a game: see [`super::Judge::judge`].
    pub fn judge(&mut self, start: &Game, moves: &[Move], watch: &mut dyn FnMut()) -> Analysis {
        self.searcher.clear();
        let mut next = start.clone();
        moves.iter().for_each(|&mv| next.play(mv).expect("the moves of a record are legal"));
        let over = next.outcome().map(|outcome| outcome.score(next.side_to_move()));
        let rest = match over {
            None => self.search(&next, self.limits(&next, Look::First)).lines.into_iter().next(),
            Some(_) => None,
        };
        let score = rest.as_ref().map(|line| line.score).or(over.map(Score::Exact));
        let mut after = Value::of(score.unwrap_or(Score::Discs(0)));
        let mut reviews = Vec::with_capacity(moves.len());
        let mut before = next.clone();
        for &mv in moves.iter().rev() {
            if self.stop.load(Relaxed) {
                break;
            }
            before.undo();
            let review = self.review(&before, mv, &next, after);
            after = Value::of(review.best.score);
            reviews.push(review);
            next.undo();
            watch();
        }
        reviews.reverse();
        let start = Position::Othello(start.clone());
        Analysis { start, reviews, rest, forbidden: Vec::new() }
    }

    fn limits(&self, game: &Game, look: Look) -> Limits {
        let empties = game.board().empty_count();
        let Bounds { depth, nodes, time, solve_from, .. } = self.bounds;
        if empties <= solve_from {
            return Limits { depth: Some(empties), ..Limits::default() };
        }
        let is_free = depth.is_none() && nodes.is_none() && time.is_none();
        let (default, times) = match look {
            Look::First => (DEFAULT_DEPTH, 1),
            Look::Second => (SECOND_DEPTH, SECOND_LOOK),
        };
        Limits {
            depth: depth.or_else(|| is_free.then_some(default)),
            nodes: nodes.map(|nodes| nodes.saturating_mul(times.into())),
            time: time.map(|time| Budget::exactly(time.saturating_mul(times))),
        }
    }

    /// Judges `mv`, which leads from `before` to `next`. `after` is the value of `next` for its side to move.
    fn review(&mut self, before: &Game, mv: Move, next: &Game, after: Value) -> Review {
        let [first, second] = [Look::First, Look::Second].map(|look| self.limits(before, look));
        let mut review = review(before, mv, next, &self.search(before, first), after);
        if review.mark().is_some() && !review.is_exact() && second != first {
            let progress = self.search(before, second);
            let after = match next.outcome() {
                None => {
                    Value::of(self.search(next, self.limits(next, Look::Second)).lines[0].score)
                }
                Some(_) => after,
            };
            review = self::review(before, mv, next, &progress, after);
        }
        if self.bounds.square_scores {
            review.squares = self.squares(before);
        }
        review
    }

    /// The scores of all legal moves by a shallow search.
    fn squares(&mut self, game: &Game) -> Vec<(Point, Score)> {
        let empties = game.board().empty_count();
        let depth = if empties <= SQUARES_SOLVED { empties } else { SQUARES_DEPTH };
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let lines = game.legal_moves().len();
        let progress = self.search_lines(game, limits, lines);
        let scored = progress.lines.into_iter();
        scored.filter_map(|line| Some((line.moves[0].point()?, line.score))).collect()
    }

    fn search(&mut self, game: &Game, limits: Limits) -> Progress {
        self.search_lines(game, limits, 1)
    }

    /// Searches the best `lines` moves of `game`, which must not be over.
    fn search_lines(&mut self, game: &Game, limits: Limits, lines: usize) -> Progress {
        let control = Control::new(Instant::now(), limits.time).stopped_by(self.stop.clone());
        let empties = game.board().empty_count();
        let is_free = limits.time.is_none() && limits.nodes.is_none();
        let progress = if is_free && limits.depth.is_some_and(|depth| depth >= empties) {
            self.searcher.solve(game, lines, &control, &mut |_| ())
        } else {
            let request = Request { limits, lines, is_analysis: true };
            self.searcher.search(game, &request, &control, &mut |_| ())
        };
        self.nodes += progress.nodes;
        progress
    }
}

/// The review of `mv`, which leads from `before` to `next`; `progress` is the search of `before`. `after` is the value
/// of `next` for its side to move.
fn review(before: &Game, mv: Move, next: &Game, progress: &Progress, after: Value) -> Review {
    let mut line = progress.lines[0].clone();
    if is_image(before, line.moves[0], next) {
        // The line of a symmetric move would have to be transformed, too.
        line.moves = if line.moves[0] == mv { line.moves } else { vec![mv] };
    }
    let found = Value::of(line.score);
    let value = if line.moves[0] == mv { found } else { -after };
    // An estimate cannot exceed the final score of the best move.
    let most = if found.is_exact { found.hundredths } else { i32::MAX };
    let value = Value { hundredths: value.hundredths.min(most), ..value };
    // The separate search of the move played may score it above the best move. It then counts as best,
    // but is exact only if the first search was, which compared all moves.
    if value.hundredths > found.hundredths {
        let score = Value { is_exact: found.is_exact, ..value }.score();
        line = Line { score, moves: vec![mv] };
    }
    Review {
        side: before.side_to_move(),
        choices: before.legal_moves().len().max(1),
        played: (mv, value.score()),
        best: line,
        depth: progress.depth,
        forbidden: Vec::new(),
        squares: Vec::new(),
    }
}

/// Whether `mv`, played in `before`, leads to a position symmetric to `next` and thus of equal value.
fn is_image(before: &Game, mv: Move, next: &Game) -> bool {
    let mut other = before.clone();
    other.play(mv).is_ok() && other.board().canonical() == next.board().canonical()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::coord::parse_points;
    use crate::formats::game::tests::random_game;
    use crate::formats::transcript;
    use crate::game::Variant;
    use crate::othello::rules::board::Board;
    use crate::othello::rules::square::Squares;

    fn game(seed: u64, plies: usize) -> Vec<Move> {
        let record = random_game(Variant::Othello, seed, plies, None);
        record.moves.iter().map(|timed| timed.mv).collect()
    }

    /// Depth 2, and exact from 8 empty squares on.
    const SHALLOW: Bounds = Bounds { depth: Some(2), nodes: None, solve_from: 8, ..Bounds::QUICK };

    fn judge(bounds: Bounds) -> Judge {
        Judge::new(bounds, Arc::new(Weights::seed()))
    }

    fn reviews(bounds: Bounds, moves: &[Move]) -> Vec<Review> {
        judge(bounds).judge(&Game::new(), moves, &mut || ()).reviews
    }

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
        let (mut passes, mut lost) = (0, 0.0);
        for seed in 0..12 {
            let moves = game(seed, 60);
            let reviews = reviews(SHALLOW, &moves);
            assert_eq!(reviews.len(), moves.len());
            let mut position = Game::new();
            for (&mv, review) in moves.iter().zip(&reviews) {
                let board = position.board();
                assert_eq!((review.side, review.played.0), (position.side_to_move(), mv));
                assert_eq!(review.choices, position.legal_moves().len().max(1));
                position.play(mv).unwrap();
                if board.empty_count() <= 8 {
                    assert_eq!(review.best.score, Score::Exact(brute_force(board)), "{board:?}");
                    let after = -brute_force(position.board());
                    assert_eq!(review.played.1, Score::Exact(after));
                    assert_eq!((review.is_exact(), review.depth), (true, board.empty_count()));
                    lost += review.loss();
                } else {
                    assert_eq!((review.is_exact(), review.depth), (false, 2), "{board:?}");
                }
                if mv == Move::Pass {
                    passes += 1;
                    assert_eq!((review.choices, review.loss()), (1, 0.0));
                }
            }
        }
        assert!(passes > 0 && lost > 0.0, "{passes} passes, {lost} lost");
    }

    #[test]
    fn the_move_before_the_solved_end_has_the_score_of_the_end() {
        let reviews = reviews(SHALLOW, &game(3, 60));
        let solved = reviews.iter().position(Review::is_exact).unwrap();
        let before = &reviews[solved - 1];
        let is_best = before.best_move() == before.played.0;
        assert!(is_best || !matches!(before.best.score, Score::Exact(_)));
        if !is_best {
            assert_eq!(Value::of(before.played.1), -Value::of(reviews[solved].best.score));
        }
    }

    #[test]
    fn a_move_that_misses_a_win_is_searched_to_full_depth() {
        let mut moves: Vec<Move> =
            transcript::read("e6f4e3f6g5d6e7f5").unwrap().moves.iter().map(|t| t.mv).collect();
        let mut next = Game::new();
        moves.iter().for_each(|&mv| next.play(mv).unwrap());
        // c5 takes everything.
        let other = next.legal_moves().into_iter().find(|point| point.to_string() != "c5").unwrap();
        next.play(Move::Place(other)).unwrap();
        moves.push(Move::Place(other));
        let limits = Limits { depth: Some(6), ..Limits::default() };
        let reviews = reviews(Bounds { depth: limits.depth, ..SHALLOW }, &moves);
        let missed = reviews.last().unwrap();
        assert_eq!(missed.best_move().to_string(), "c5");
        assert_eq!(missed.best.score.disc_hundredths(), 6400);
        let mut searcher = Searcher::with_weights(1 << 20, Arc::new(Weights::seed()));
        let request = Request { is_analysis: true, ..Request::best_move(limits) };
        let found = searcher.search(&next, &request, &Control::unlimited(), &mut |_| ());
        assert_eq!(Value::of(missed.played.1), -Value::of(found.lines[0].score));
    }

    #[test]
    fn a_move_has_no_mark_without_a_second_look() {
        let free = Bounds { depth: None, solve_from: 0, ..SHALLOW };
        let mut depths = Vec::new();
        for seed in 0..8 {
            if !depths.is_empty() {
                break;
            }
            let moves = game(seed, 42);
            let (played, rest) = moves.split_at(39);
            let mut start = Game::new();
            played.iter().for_each(|&mv| start.play(mv).unwrap());
            let reviews = judge(free).judge(&start, rest, &mut || ()).reviews;
            let marked = reviews.iter().filter(|review| review.mark().is_some());
            depths.extend(marked.map(|review| review.depth));
        }
        assert!(
            !depths.is_empty() && depths.iter().all(|&depth| depth >= SECOND_DEPTH),
            "{depths:?}"
        );
    }

    #[test]
    fn moves_that_are_images_of_the_best_one_lose_nothing() {
        let mut values = Vec::new();
        for first in ["d3", "c4", "f5", "e6"] {
            let first = Move::Place(parse_points(first).unwrap()[0]);
            let bounds = Bounds { depth: Some(4), ..SHALLOW };
            let reviews = reviews(bounds, &[first]);
            assert_eq!((reviews[0].loss(), reviews[0].best_move()), (0.0, first));
            values.push(reviews[0].best.score);
        }
        assert!(values.iter().all(|value| *value == values[0]), "{values:?}");
    }

    #[test]
    fn a_game_is_judged_alike_whatever_came_before() {
        let mut reused = judge(SHALLOW);
        let mut plies = 0;
        reused.judge(&Game::new(), &game(1, 60), &mut || plies += 1);
        assert_eq!(plies, game(1, 60).len());
        let again = reused.judge(&Game::new(), &game(2, 60), &mut || ());
        assert_eq!(again.reviews, reviews(SHALLOW, &game(2, 60)));
        assert!(reused.nodes() > 0);
    }

    #[test]
    fn an_unfinished_game_is_judged_even_without_time() {
        let moves = game(5, 30);
        for bounds in [
            Bounds { depth: Some(1), solve_from: 0, ..SHALLOW },
            Bounds { depth: None, time: Some(Duration::ZERO), solve_from: 0, ..SHALLOW },
        ] {
            let analysis = judge(bounds).judge(&Game::new(), &moves, &mut || ());
            assert_eq!(analysis.reviews.len(), moves.len());
            assert!(analysis.reviews.iter().all(|review| review.depth <= 1));
            assert!(analysis.rest.is_some());
        }
    }

    #[test]
    fn every_legal_move_has_a_score_if_they_are_asked_for() {
        let reviews = reviews(Bounds { square_scores: true, ..SHALLOW }, &game(6, 55));
        for review in reviews.iter().filter(|review| review.played.0 != Move::Pass) {
            assert_eq!(review.squares.len(), review.choices);
        }
    }
}
