//! The loss of each move of a Gomoku game in win chance. A threat search looks for forced wins first, then the
//! engine's search judges the other moves.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::review::{Analysis, Bounds, Review};
use crate::color::Color;
use crate::coord::{Move, Point};
use crate::game::Position;
use crate::gomoku::eval::weights::WeightSet;
use crate::gomoku::rules::forbidden::{Explanation, explain, forbidden_points};
use crate::gomoku::rules::game::{Game, Outcome};
use crate::gomoku::rules::grid::Square;
use crate::gomoku::rules::rule::Rule;
use crate::gomoku::search::Searcher;
use crate::gomoku::threats::vct::Vct;
use crate::search::Search;
use crate::search::clock::Instant;
use crate::search::control::{Control, Meter};
use crate::search::limits::{Budget, Limits};
use crate::search::report::{Line, Request, Score};

/// Nodes of a search if the caller sets no limit.
const DEFAULT_NODES: u64 = 200_000;
/// Nodes of the threat search in a position.
const THREAT_NODES: u64 = 20_000;
/// The threat search takes at most 1 / `THREAT_PART` of the time for a position.
const THREAT_PART: u32 = 4;
/// Factor of the limit when a move that seems to deserve a mark is judged again.
const SECOND_LOOK: u32 = 4;

/// Judges games.
pub struct Judge {
    searcher: Searcher,
    threats: Vct,
    bounds: Bounds,
    stop: Arc<AtomicBool>,
    nodes: u64,
}

/// The results of the searches of a position.
#[derive(Clone, Debug, PartialEq)]
struct Opinion {
    best: Line,
    depth: u32,
}

impl Judge {
    /// A judge that searches within `bounds` and evaluates with `weights`.
    pub fn new(bounds: Bounds, weights: Arc<WeightSet>) -> Judge {
        let mut searcher = Searcher::with_weights(bounds.table_bytes, weights);
        searcher.set_threads(bounds.threads);
        Judge { searcher, threats: Vct::default(), bounds, stop: Arc::default(), nodes: 0 }
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
        self.threats.clear();
        let positions = positions(start, moves);
        let (mut next, earlier) = positions.split_last().expect("there is the start");
        let rest = next.outcome().is_none().then(|| self.opinion(next, 1).best);
        let forbidden = if rest.is_some() { forbidden(next) } else { Vec::new() };
        let mut after = rest.as_ref().map_or_else(|| final_score(next), |line| line.score);
        let mut reviews = Vec::with_capacity(moves.len());
        for (before, &mv) in earlier.iter().zip(moves).rev() {
            if self.stop.load(Relaxed) {
                break;
            }
            let review = self.review(before, mv, next, after);
            after = review.best.score;
            reviews.push(review);
            next = before;
            watch();
        }
        reviews.reverse();
        Analysis { start: Position::Gomoku(start.clone()), reviews, rest, forbidden }
    }

    /// Judges `mv`, which leads from `before` to `next`. `after` is the value of `next` for its side to move.
    fn review(&mut self, before: &Game, mv: Move, next: &Game, after: Score) -> Review {
        let first = self.opinion(before, 1);
        let mut review = review(before, mv, first.clone(), after.negated());
        if review.mark().is_some() && !review.is_exact() {
            let opinion = self.second_opinion(before).unwrap_or(first);
            let after = match next.outcome() {
                None => self.second_opinion(next).map_or(after, |opinion| opinion.best.score),
                Some(_) => after,
            };
            review = self::review(before, mv, opinion, after.negated());
        }
        review
    }

    /// The best move in `game`, which is not over, by a second look; `None` if that sees no more than the first one.
    fn second_opinion(&mut self, game: &Game) -> Option<Opinion> {
        // A depth is the same in both, so that only the threat search goes further.
        if self.limits(SECOND_LOOK) == self.limits(1) && game.legal(Move::Pass).is_err() {
            let best = self.forced_win(game, SECOND_LOOK)?;
            return Some(Opinion { best, depth: 0 });
        }
        Some(self.opinion(game, SECOND_LOOK))
    }

    /// The best move in `game`, which is not over, by searches of `times` the limit.
    fn opinion(&mut self, game: &Game, times: u32) -> Opinion {
        if let Some(pass) = self.forced_pass(game, times) {
            return pass;
        }
        if let Some(best) = self.forced_win(game, times) {
            return Opinion { best, depth: 0 };
        }
        let limits = self.limits(times);
        let control = self.control(limits.time);
        let request = Request { limits, lines: 1, is_analysis: true };
        let progress = self.searcher.search(game, &request, &control, &mut |_| ());
        self.nodes += progress.nodes;
        let depth = progress.depth;
        let best = progress.lines.into_iter().next();
        // A search that was stopped at once may have no result.
        let nothing = || Line { score: Score::Points(0), moves: vec![Move::Pass] };
        Opinion { best: best.unwrap_or_else(nothing), depth }
    }

    /// Black's pass in renju if every empty point is forbidden: its value is that of the following position.
    fn forced_pass(&mut self, game: &Game, times: u32) -> Option<Opinion> {
        let mut next = game.clone();
        next.play(Move::Pass).ok()?;
        let Opinion { mut best, depth } = match next.outcome() {
            None => self.opinion(&next, times),
            Some(_) => {
                Opinion { best: Line { score: final_score(&next), moves: Vec::new() }, depth: 0 }
            }
        };
        best.score = best.score.negated();
        best.moves.insert(0, Move::Pass);
        Some(Opinion { best, depth })
    }

    fn limits(&self, times: u32) -> Limits {
        let Bounds { depth, nodes, time, .. } = self.bounds;
        let is_free = depth.is_none() && nodes.is_none() && time.is_none();
        let nodes = nodes.or_else(|| is_free.then_some(DEFAULT_NODES));
        Limits {
            depth,
            nodes: nodes.map(|nodes| nodes.saturating_mul(times.into())),
            time: time.map(|time| Budget::exactly(time.saturating_mul(times))),
        }
    }

    fn control(&self, time: Option<Budget>) -> Control {
        Control::new(Instant::now(), time).stopped_by(self.stop.clone())
    }

    /// A win that the threat search proves.
    fn forced_win(&mut self, game: &Game, times: u32) -> Option<Line> {
        let time = self.bounds.time.map(|time| time.saturating_mul(times) / THREAT_PART);
        let control = self.control(time.map(Budget::exactly));
        let mut meter = Meter::new(&control, &Limits::default());
        let mut board = self.searcher.board(game);
        let budget = THREAT_NODES.saturating_mul(times.into());
        let win = self.threats.solve(&mut board, &mut meter, budget);
        self.nodes += meter.nodes();
        let win = win?;
        let moves = win.line.into_iter().filter_map(Square::point).map(Move::Place).collect();
        Some(Line { score: Score::Win(win.plies), moves })
    }
}

/// The positions of a game from `start` on.
fn positions(start: &Game, moves: &[Move]) -> Vec<Game> {
    let mut game = start.clone();
    let mut positions = vec![start.clone()];
    positions.extend(moves.iter().map(|&mv| {
        game.play(mv).expect("the moves of a record are legal");
        game.clone()
    }));
    positions
}

/// The value of a finished game for the side to move.
fn final_score(game: &Game) -> Score {
    match game.outcome() {
        Some(Outcome::Win { .. }) => Score::Loss(0),
        _ => Score::Points(0),
    }
}

/// The review of `mv`, which is worth `value`.
fn review(before: &Game, mv: Move, opinion: Opinion, value: Score) -> Review {
    let Opinion { best, depth } = opinion;
    let is_best = best.moves[0] == mv;
    // A separate search may score the move played above the best move. It then counts as best.
    let is_better = is_as_good(value, best.score);
    let best = match (is_best, is_better) {
        (false, true) => Line { score: value, moves: vec![mv] },
        _ => best,
    };
    let value = if is_best { best.score } else { value };
    Review {
        side: before.side_to_move(),
        choices: choices(before),
        played: (mv, value),
        best,
        depth,
        forbidden: forbidden(before),
        squares: Vec::new(),
    }
}

/// Whether `value` is at least as good as `best`. The chances of all wins are the same, those of all losses, too.
fn is_as_good(value: Score, best: Score) -> bool {
    match (value, best) {
        (Score::Win(plies), Score::Win(fewest)) => plies <= fewest,
        (Score::Loss(plies), Score::Loss(most)) => plies >= most,
        _ => value.winning_chance() >= best.winning_chance(),
    }
}

fn choices(game: &Game) -> usize {
    let is_legal = |point: &Point| game.legal(Move::Place(*point)).is_ok();
    game.size().points().filter(is_legal).count().max(1)
}

/// The points forbidden to the side to move, with the reason.
fn forbidden(game: &Game) -> Vec<(Point, Explanation)> {
    if game.rule() != Rule::Renju || game.side_to_move() != Color::Black {
        return Vec::new();
    }
    let reason = |point| explain(game.grid(), Square::of(point));
    let points = forbidden_points(game.grid()).into_iter();
    points.filter_map(|(point, _)| Some((point, reason(point)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::{Size, parse_points};

    fn judge(rule: Rule, moves: &str) -> Analysis {
        let game = Game::new(rule, Size::new(15, 15).unwrap()).unwrap();
        let moves: Vec<Move> = parse_points(moves).unwrap().into_iter().map(Move::Place).collect();
        let mut judge = Judge::new(Bounds::QUICK, WeightSet::embedded());
        judge.judge(&game, &moves, &mut || ())
    }

    fn at<'a>(analysis: &'a Analysis, mv: &str) -> &'a Review {
        let is_played = |review: &&Review| review.played.0.to_string() == mv;
        analysis.reviews.iter().find(is_played).unwrap()
    }

    #[test]
    fn a_win_given_up_is_missed_and_a_win_left_is_allowed() {
        // Black has an open three and plays elsewhere; White does not block either.
        let analysis = judge(Rule::Freestyle, "h8a1i8a3j8a5o15o1");
        let missed = at(&analysis, "o15");
        assert_eq!((missed.missed_win(), missed.allowed_win()), (Some(3), None));
        let allowed = at(&analysis, "o1");
        assert_eq!((allowed.missed_win(), allowed.allowed_win()), (None, Some(3)));
        let rest = analysis.rest.clone().unwrap();
        assert_eq!(rest.score, Score::Win(3));
        assert_eq!(analysis.answer(7), Some(&rest));
        let blunder = at(&analysis, "a5");
        assert_eq!(blunder.allowed_win(), Some(3));
        let [black, white] = analysis.tallies();
        assert!(white.marks.iter().sum::<u32>() >= 1 && white.lost > black.lost, "{white:?}");
    }

    #[test]
    fn a_won_game_is_kept_won_to_its_end() {
        let analysis = judge(Rule::Freestyle, "h8a1i8a3j8a5k8a7l8");
        assert_eq!(analysis.rest, None);
        for mv in ["k8", "l8"] {
            let review = at(&analysis, mv);
            assert!(matches!(review.played.1, Score::Win(_)) && review.loss() == 0.0, "{mv}");
        }
        let last = at(&analysis, "l8");
        assert_eq!((last.best.score, last.played.1), (Score::Win(1), Score::Win(1)));
        assert!(last.is_exact());
    }

    #[test]
    fn a_win_is_best_only_if_no_shorter_one_is_known() {
        let analysis = judge(Rule::Freestyle, "h8a1i8a3j8a5k8a7a9b1l8");
        let slow = at(&analysis, "a9");
        assert_eq!((slow.best.score, slow.played.1), (Score::Win(1), Score::Win(3)));
        assert!(["g8", "l8"].contains(&slow.best_move().to_string().as_str()), "{slow:?}");
        assert!(is_as_good(Score::Loss(6), Score::Loss(4)));
        assert!(!is_as_good(Score::Loss(2), Score::Loss(4)));
    }

    #[test]
    fn no_search_is_repeated_at_the_same_depth() {
        let shallow = Bounds { depth: Some(2), nodes: None, ..Bounds::QUICK };
        let second = |bounds, text| {
            let mut game = Game::new(Rule::Freestyle, Size::new(15, 15).unwrap()).unwrap();
            for point in parse_points(text).unwrap() {
                game.play(Move::Place(point)).unwrap();
            }
            Judge::new(bounds, WeightSet::embedded()).second_opinion(&game)
        };
        assert_eq!(second(shallow, "h8"), None);
        assert!(second(Bounds::QUICK, "h8").is_some());
        // The threat search looks further.
        let won = second(shallow, "h8a1i8a3j8a5").unwrap();
        assert_eq!((won.best.score, won.depth), (Score::Win(3), 0));
    }

    #[test]
    fn forbidden_points_are_explained_to_black_under_renju() {
        let moves = "f8o2h7o3h6o6g8c15g2a1";
        let analysis = judge(Rule::Renju, moves);
        let before = at(&analysis, "g2");
        let [(point, reason)] = before.forbidden.as_slice() else {
            panic!("{:?}", before.forbidden)
        };
        assert_eq!(point.to_string(), "h8");
        assert!(reason.to_string().starts_with("33: three f8 g8 h8"), "{reason}");
        assert!(at(&analysis, "a1").forbidden.is_empty());
        assert!(at(&judge(Rule::Freestyle, moves), "g2").forbidden.is_empty());
        // After the last ply, too, but only if Black is to move.
        assert!(judge(Rule::Renju, moves).forbidden == before.forbidden);
        assert!(judge(Rule::Renju, "f8o2h7o3h6o6g8c15g2").forbidden.is_empty());
    }

    #[test]
    fn a_forced_pass_is_worth_what_follows() {
        // Only d3 is left then, forbidden to Black, with which White wins.
        let text = "g3b2g2g5d4c5e5g1a3a1d2f4b3a4e4a5f3a2c2g4b4b1f5e2e1d5f2d1c3b5e3c4c1f1";
        let moves = parse_points(text).unwrap().into_iter().map(Move::Place);
        let moves: Vec<Move> = moves.chain([Move::Pass]).collect();
        let game = Game::new(Rule::Renju, Size::new(7, 5).unwrap()).unwrap();
        let mut judge = Judge::new(Bounds::QUICK, WeightSet::embedded());
        let passed = judge.judge(&game, &moves, &mut || ());
        let open = judge.judge(&game, &moves[..34], &mut || ());
        assert_eq!(at(&passed, "f1").played.1, Score::Win(3));
        assert_eq!(at(&passed, "pass").played.1, Score::Loss(2));
        assert_eq!(at(&open, "f1").played.1, Score::Win(3));
        assert_eq!(open.rest.unwrap().score, Score::Loss(2));
    }

    #[test]
    fn a_game_is_judged_alike_whatever_came_before() {
        let game = Game::new(Rule::Standard, Size::new(15, 15).unwrap()).unwrap();
        let moves = |text| -> Vec<Move> {
            parse_points(text).unwrap().into_iter().map(Move::Place).collect()
        };
        let second = moves("h8i9g9i7i8g8");
        let mut reused = Judge::new(Bounds::QUICK, WeightSet::embedded());
        let mut plies = 0;
        reused.judge(&game, &moves("h8h9i9"), &mut || plies += 1);
        assert_eq!(plies, 3);
        let again = reused.judge(&game, &second, &mut || ());
        let fresh =
            Judge::new(Bounds::QUICK, WeightSet::embedded()).judge(&game, &second, &mut || ());
        assert_eq!(again, fresh);
        assert!(reused.nodes() > 0);
    }
}
