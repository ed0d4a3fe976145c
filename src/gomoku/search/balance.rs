//! The search for the move, or the pair of moves, after which a position has a given value, for instance even.
//!
//! Every move, or pair, within reach of the stones is evaluated statically. Those nearest to the goal are
//! searched, fewer and fewer of them with more and more nodes, until the limits of the request are reached. A
//! pair whose value is decided is the last choice, since it never balances the position.

use super::barred::Barred;
use super::params::Params;
use super::root::{legal, open_center};
use crate::coord::{Move, Point};
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::square_set::SquareSet;
use crate::gomoku::eval::threat::Threat;
use crate::gomoku::rules::grid::Square;
use crate::gomoku::threats::tactics::{self, Situation};
use crate::search::control::Control;
use crate::search::limits::{Budget, Limits};
use crate::search::report::{Balance, Line, Progress, Score, Selectivity};

/// Number of candidates in the first round. Each further round has half as many, at least [`FINALISTS`].
const CANDIDATES: usize = 48;
const FINALISTS: usize = 3;
/// Nodes for a candidate in the first round, and their growth from round to round.
const FIRST_NODES: u64 = 500;
const GROWTH: u64 = 3;
/// Most candidate pairs with the same first move, so that the candidates differ.
const SAME_FIRST: usize = 4;
/// Distance from the stones, or from the middle of an empty board, up to which points are tried.
const REACH: u8 = 4;
/// Distance of a decided value from every goal, in hundredths.
const DECIDED: u32 = 1_000_000;

/// One or two moves with the value that they lead to.
pub(super) struct Candidate {
    moves: Vec<Square>,
    /// For the side to move at the root.
    score: Score,
    /// The expected line, beginning with the moves.
    line: Vec<Move>,
    depth: u32,
}

impl Candidate {
    /// How far its value is from `goal`, in hundredths.
    fn distance(&self, goal: i32) -> u32 {
        match self.score {
            Score::Points(value) => value.abs_diff(goal),
            Score::Win(plies) | Score::Loss(plies) => DECIDED - plies,
            Score::Discs(_) | Score::Exact(_) => DECIDED,
        }
    }
}

/// A search for the best reply to some moves, within limits.
pub(super) type SearchAfter<'a> = dyn FnMut(&[Square], Limits) -> Progress + 'a;

/// Searches the positions after `candidates` with `search` for the moves of `goal`. The line of the result begins with
/// these moves; it is empty if there are no candidates.
pub(super) fn balance(
    mut candidates: Vec<Candidate>,
    goal: Balance,
    request: &Limits,
    control: &Control,
    search: &mut SearchAfter,
    report: &mut dyn FnMut(&Progress),
) -> Progress {
    let depth = request.depth.map(|depth| depth.saturating_sub(goal.moves.into()).max(1));
    let mut nodes = 0;
    let mut budget = FIRST_NODES;
    let mut is_done = candidates.is_empty();
    while !is_done {
        let is_first = budget == FIRST_NODES;
        let mut is_deepest = true;
        for candidate in &mut candidates {
            let left = request.nodes.map_or(u64::MAX, |most| most.saturating_sub(nodes));
            let limits = Limits { depth, nodes: Some(budget.min(left)), time: None };
            is_done = is_time_over(control) || left < if is_first { 1 } else { budget };
            if is_done {
                break;
            }
            let result = search(&candidate.moves, limits);
            nodes += result.nodes;
            is_deepest &= result.nodes < budget;
            // An interrupted search is less reliable than the result of the previous round.
            is_done = control.must_stop();
            if !is_done || is_first {
                candidate.learn(result);
            }
        }
        candidates.sort_by_key(|candidate| candidate.distance(goal.score));
        report(&progress(&candidates, nodes, control));
        is_done |= candidates.len() <= FINALISTS && is_deepest;
        candidates.truncate((candidates.len() / 2).max(FINALISTS));
        budget = budget.saturating_mul(GROWTH);
    }
    progress(&candidates, nodes, control)
}

/// Whether the time for the request is over: what is left of a clock is for later moves.
fn is_time_over(control: &Control) -> bool {
    let is_used_up = |budget: Budget| control.elapsed() >= budget.optimum;
    control.must_stop() || control.budget().is_some_and(is_used_up)
}

impl Candidate {
    /// Takes over the result of a search for the reply to its moves.
    fn learn(&mut self, result: Progress) {
        let Some(line) = result.lines.into_iter().next() else { return };
        let is_own = self.moves.len() == 2;
        self.score = if is_own { line.score } else { line.score.negated() };
        self.line.truncate(self.moves.len());
        self.line.extend(line.moves);
        self.depth = result.depth + self.moves.len() as u32;
    }
}

fn progress(candidates: &[Candidate], nodes: u64, control: &Control) -> Progress {
    let best = candidates.first();
    let lines = best.map(|best| Line { score: best.score, moves: best.line.clone() });
    let depth = best.map_or(0, |best| best.depth);
    let elapsed = control.elapsed();
    let selectivity = Selectivity::Extended(depth);
    let lines = lines.into_iter().collect();
    Progress { depth, selectivity, nodes, elapsed, lines, calibration: None }
}

/// The candidates by their static values, nearest to the goal first. Their moves are `avoided`, or second moves are
/// `barred`, only if nothing else is left. If there is a candidate at all, even a search that must stop finds one.
pub(super) fn candidates(
    board: &Board,
    goal: Balance,
    avoided: SquareSet,
    barred: &Barred,
    params: &Params,
    control: &Control,
) -> Vec<Candidate> {
    let mut board = board.clone();
    let near = reach(&board, params);
    let mut candidates = candidates_among(&mut board, near & !avoided, goal, barred, control);
    if candidates.is_empty() {
        candidates = candidates_among(&mut board, near, goal, &Barred::default(), control);
    }
    candidates.sort_by_key(|candidate| candidate.distance(goal.score));
    candidates.truncate(CANDIDATES);
    candidates
}

/// The candidates whose moves are legal and in `near`. A first move that decides the game is tried only if all of them do.
fn candidates_among(
    board: &mut Board,
    near: SquareSet,
    goal: Balance,
    barred: &Barred,
    control: &Control,
) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    let mut decided = Vec::new();
    for first in legal(board, near) {
        if !candidates.is_empty() && control.must_stop() {
            break;
        }
        let Some(score) = played(board, first) else { continue };
        if goal.moves < 2 {
            candidates.push(candidate(&[first], score.negated()));
        } else if matches!(score, Score::Points(_)) {
            candidates.extend(pairs(board, first, near, goal.score, barred));
        } else {
            decided.push(first);
        }
        board.undo();
    }
    if candidates.is_empty() {
        for first in decided {
            board.play(first);
            candidates.extend(pairs(board, first, near, goal.score, barred));
            board.undo();
            if !candidates.is_empty() && control.must_stop() {
                break;
            }
        }
    }
    candidates
}

/// The pairs that begin with `first`, which has just been played, nearest to `goal` first.
fn pairs(
    board: &mut Board,
    first: Square,
    near: SquareSet,
    goal: i32,
    barred: &Barred,
) -> Vec<Candidate> {
    let mut pairs = Vec::new();
    // A point that is forbidden to one side may be open to the other.
    for second in legal(board, near & *board.empty() & !barred.on(board)) {
        let Some(score) = played(board, second) else { continue };
        pairs.push(candidate(&[first, second], score));
        board.undo();
    }
    pairs.sort_by_key(|pair| pair.distance(goal));
    pairs.truncate(SAME_FIRST);
    pairs
}

/// Plays `square` and evaluates the position for the other side. A move that ends the game is not played.
fn played(board: &mut Board, square: Square) -> Option<Score> {
    if board.threat(board.side(), square) == Threat::Five || board.empty_count() <= 1 {
        return None;
    }
    board.play(square);
    Some(match tactics::assess(board) {
        Situation::Win(plies) => Score::Win(plies),
        Situation::Loss(plies) => Score::Loss(plies),
        _ => super::value::to_score(board.static_eval()),
    })
}

fn candidate(moves: &[Square], score: Score) -> Candidate {
    let line = moves.iter().filter_map(|square| square.point()).map(Move::Place).collect();
    Candidate { moves: moves.to_vec(), score, line, depth: moves.len() as u32 }
}

/// The empty points within [`REACH`] of a stone or, on an empty board, of the middle.
fn reach(board: &Board, params: &Params) -> SquareSet {
    let size = board.grid().size();
    let mut anchors: Vec<Point> = size
        .points()
        .filter(|&point| board.grid().get(Square::of(point)).color().is_some())
        .collect();
    if anchors.is_empty() {
        anchors.push(size.center());
    }
    let is_near = |point: &Point| {
        anchors.iter().any(|anchor| {
            point.x().abs_diff(anchor.x()).max(point.y().abs_diff(anchor.y())) <= REACH
        })
    };
    let near: SquareSet = size.points().filter(is_near).map(Square::of).collect();
    (near | open_center(board, params)) & *board.empty()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use super::*;
    use crate::color::Color;
    use crate::coord::{Size, parse_points};
    use crate::gomoku::eval::tables::Tables;
    use crate::gomoku::rules::game::Game;
    use crate::gomoku::rules::grid::Grid;
    use crate::gomoku::rules::rule::Rule;
    use crate::gomoku::search::Searcher;
    use crate::search::Search;
    use crate::search::clock::Instant;
    use crate::search::guidance::Guidance;
    use crate::search::report::Request;

    fn game_after(moves: &str) -> Game {
        let mut game = Game::new(Rule::Freestyle, Size::new(15, 15).unwrap()).unwrap();
        for point in parse_points(moves).unwrap() {
            game.play(Move::Place(point)).unwrap();
        }
        game
    }

    fn balanced(moves: &str, goal: Balance, avoided: &[Point]) -> Progress {
        let mut searcher = Searcher::new(1 << 20);
        searcher.avoid(avoided);
        let limits = Limits { nodes: Some(30_000), ..Limits::default() };
        let control = Control::unlimited();
        let request = Request::best_move(limits);
        let report = &mut |_: &Progress| {};
        searcher.balance(&game_after(moves), goal, &request, &control, report)
    }

    fn value(progress: &Progress) -> i32 {
        match progress.lines[0].score {
            Score::Points(value) => value,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_second_stone_may_be_where_the_first_player_may_not_play() {
        let tables = Arc::new(Tables::new(Rule::Renju));
        let mut board = Board::new(tables, &Grid::new(Size::new(15, 15).unwrap()), Color::Black);
        let square = |text| Square::of(Point::from_text(text).unwrap());
        // i8 would make two fours.
        for text in "f8 a1 g8 c1 h8 e1 i9 g1 i10 a15 i11 c15".split(' ') {
            board.play(square(text));
        }
        let (first, second) = (square("o15"), square("i8"));
        assert!(!tactics::is_legal(&board, second));
        let near = reach(&board, &Params::default()) | [first].into_iter().collect();
        board.play(first);
        let goal = candidate(&[first, second], played(&mut board, second).unwrap());
        board.undo();
        let Score::Points(goal) = goal.score else { panic!() };
        let pairs = pairs(&mut board, first, near, goal, &Barred::default());
        assert!(pairs.iter().any(|pair| pair.moves == [first, second]));
    }

    #[test]
    fn a_move_or_a_pair_evens_the_game() {
        let even = balanced("h8i9", Balance { moves: 1, score: 0 }, &[]);
        assert!(value(&even).abs() < 40, "{even:?}");
        assert!(even.nodes <= 31_000);
        let pair = balanced("h8i9g9", Balance { moves: 2, score: 0 }, &[]);
        assert!(value(&pair).abs() < 40 && pair.lines[0].moves.len() >= 2, "{pair:?}");
        assert_ne!(pair.lines[0].moves[0], pair.lines[0].moves[1]);
    }

    #[test]
    fn the_goal_may_be_another_value() {
        let better = balanced("h8i9", Balance { moves: 1, score: 60 }, &[]);
        let worse = balanced("h8i9", Balance { moves: 1, score: -60 }, &[]);
        assert!(value(&better) > 0 && value(&worse) < 0, "{better:?} {worse:?}");
    }

    #[test]
    fn a_search_that_must_stop_has_a_pair() {
        let mut searcher = Searcher::new(1 << 20);
        let board = searcher.board(&game_after("h8i9g9"));
        let goal = Balance { moves: 2, score: 0 };
        let control = Control::unlimited();
        let count = || {
            let params = &searcher.params;
            candidates(&board, goal, SquareSet::EMPTY, &Barred::default(), params, &control).len()
        };
        assert_eq!(count(), CANDIDATES);
        control.stop();
        assert_eq!(count(), SAME_FIRST);
    }

    const HOUR: Duration = Duration::from_secs(3600);
    /// A clock of which a move has used up its part.
    const LATE: Budget = Budget { optimum: Duration::ZERO, maximum: HOUR };

    #[test]
    fn no_candidate_is_searched_in_the_time_for_later_moves() {
        let mut searcher = Searcher::new(1 << 20);
        let board = searcher.board(&game_after("h8i9"));
        let goal = Balance { moves: 1, score: 0 };
        let early = Budget { optimum: HOUR, maximum: 2 * HOUR };
        let control = Control::new(Instant::now(), Some(early));
        let params = &searcher.params;
        let found =
            candidates(&board, goal, SquareSet::EMPTY, &Barred::default(), params, &control);
        assert!(found.len() > 2);
        let mut searches = 0;
        let mut search = |_: &[Square], _: Limits| {
            searches += 1;
            if searches == 2 {
                control.set_budget(Some(LATE));
            }
            Progress::unsearched(Vec::new(), Duration::ZERO)
        };
        let report = &mut |_: &Progress| {};
        balance(found, goal, &Limits::default(), &control, &mut search, report);
        assert_eq!(searches, 2);
    }

    #[test]
    fn the_search_of_a_candidate_is_not_cut_short_to_save_time() {
        let (mut searcher, game) = (Searcher::new(1 << 20), game_after("h8i9"));
        let control = Control::new(Instant::now(), Some(LATE));
        let request = Request::best_move(Limits { nodes: Some(2_000), ..Limits::default() });
        let mut depth =
            |is_part| searcher.search_begun(&game, &request, &control, is_part, &mut |_| {}).depth;
        assert_eq!(depth(false), 0);
        assert!(depth(true) > 0);
    }

    #[test]
    #[cfg(not(target_family = "wasm"))]
    fn a_brief_search_keeps_to_the_pages_of_the_table_that_are_there() {
        let game = game_after("h8i9");
        let mut searcher = Searcher::new(64 << 20);
        searcher.prepare(&game);
        let uses_a_part = |_| {
            // The pages of the new table are missing.
            searcher.resize(64 << 20);
            let brief = Budget::exactly(Duration::from_millis(9));
            let control = Control::new(Instant::now(), Some(brief));
            let request = Request::best_move(Limits::default());
            let goal = Balance { moves: 1, score: 0 };
            searcher.balance(&game, goal, &request, &control, &mut |_: &Progress| {});
            let last = searcher.table.buckets().last().unwrap();
            !std::ptr::eq(searcher.table.bucket(u64::MAX), last)
        };
        assert!((0..100).any(uses_a_part), "no thread touches all the pages that soon");
    }

    #[test]
    fn the_second_move_of_a_pair_keeps_off_points_closed_to_its_side() {
        let game = game_after("h8i9g9");
        let mut searcher = Searcher::new(1 << 20);
        let board = searcher.board(&game);
        let open = parse_points("e5e6f5").unwrap();
        let closed = game.size().points().filter(|point| !open.contains(point)).collect();
        let guidance = Guidance { closed: [closed, Vec::new()], ..Guidance::default() };
        let barred = Barred::new(&board, &guidance);
        let (goal, control) = (Balance { moves: 2, score: 0 }, Control::unlimited());
        let params = &searcher.params;
        let found = candidates(&board, goal, SquareSet::EMPTY, &barred, params, &control);
        let open: SquareSet = open.into_iter().map(Square::of).collect();
        assert!(!found.is_empty() && found.iter().all(|pair| open.contains(pair.moves[1])));
    }

    #[test]
    fn a_decided_game_still_has_a_pair_off_the_avoided_points() {
        let four = "h8a1g8o15f8o13i8n15";
        let avoided = parse_points("b1c1d1e1f1").unwrap();
        let pair = balanced(four, Balance { moves: 2, score: 0 }, &avoided);
        let played = &pair.lines[0].moves[..2];
        assert!(played.iter().all(|mv| !avoided.contains(&mv.point().unwrap())), "{played:?}");
    }

    #[test]
    fn avoided_points_and_finished_games_have_no_balance() {
        let goal = Balance { moves: 1, score: 0 };
        let first = balanced("h8i9", goal, &[]).best_move().unwrap();
        let other = balanced("h8i9", goal, &[first.point().unwrap()]).best_move().unwrap();
        assert_ne!(first, other);
        assert!(balanced("a1a2b1b2c1c2d1d2e1", goal, &[]).lines.is_empty());
    }
}
