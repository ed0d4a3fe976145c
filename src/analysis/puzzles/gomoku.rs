//! Positions of Gomoku with one winning move, by the threat search.
//!
//! The side to move wins if the threat search proves it. Another move does not win if there is a reply after
//! which the same search with the same limit finds no win, or if the opponent wins.

use std::sync::Arc;

use super::puzzle::{Criteria, Fault, Goal, Puzzle, Wrong, least_depth};
use crate::coord::{Move, Point};
use crate::game::Position;
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::threat::Threat;
use crate::gomoku::eval::weights::WeightSet;
use crate::gomoku::rules::game::Game;
use crate::gomoku::rules::grid::Square;
use crate::gomoku::search::Searcher;
use crate::gomoku::threats::tactics::{self, Situation};
use crate::gomoku::threats::vct::{Vct, Win};
use crate::search::Search;
use crate::search::control::{Control, Meter};
use crate::search::limits::Limits;
use crate::search::report::{Request, Score};

/// Memory of the engine's search, which is small.
const TABLE_BYTES: usize = 4 << 20;
/// Nodes of the search that looks for a second winning move before every move is refuted.
const SECOND_NODES: u64 = 10_000;
/// Nodes of the search that looks for a second winning move after refutations that may be incomplete.
const THOROUGH_NODES: u64 = 1_000_000;
/// The search for the opponent's own win after a wrong move has 1 / `COUNTER_PART` of the nodes.
const COUNTER_PART: u64 = 4;
/// Nodes of the shallow search to depth 1; each further ply has twice as many.
const SHALLOW_NODES: u64 = 100;

pub struct Finder {
    criteria: Criteria,
    searcher: Searcher,
    threats: Vct,
}

/// A reply that refutes a move.
struct Refutation {
    fault: Fault,
    line: Vec<Square>,
    /// Whether the search that found no win ended before its limit.
    is_complete: bool,
}

/// The result of a threat search.
struct Searched {
    win: Option<Win>,
    is_complete: bool,
}

impl Finder {
    pub fn new(criteria: Criteria, weights: Arc<WeightSet>) -> Finder {
        let searcher = Searcher::with_weights(TABLE_BYTES, weights);
        Finder { criteria, searcher, threats: Vct::default() }
    }

    /// Forgets all earlier positions.
    pub fn forget(&mut self) {
        self.threats.clear();
    }

    /// The puzzle in the position of `game`, which is not over.
    pub fn puzzle(&mut self, game: &Game) -> Option<Puzzle> {
        let mut board = self.searcher.board(game);
        if is_trivial(&board) {
            return None;
        }
        let win = self.search(&mut board, self.criteria.nodes).win?;
        let key = *win.line.first()?;
        let (least, most) = self.criteria.plies;
        if !(least..=most).contains(&win.plies) || self.has_second_win(game, key) {
            return None;
        }
        let (wrong, is_complete) = self.refute_all(game, &mut board, key)?;
        if !is_complete && self.wins_without(game, key) {
            return None;
        }
        Some(Puzzle {
            position: Position::Gomoku(game.clone()),
            goal: Goal::Win { plies: win.plies },
            line: moves(&win.line),
            wrong,
            is_complete,
            seen_at: least_depth(|depth| self.sees(game, key, depth)),
        })
    }

    /// Whether a short search proves another move than `key` to win.
    fn has_second_win(&mut self, game: &Game, key: Square) -> bool {
        let limits = Limits { nodes: Some(SECOND_NODES), ..Limits::default() };
        let request = Request { limits, lines: 2, is_analysis: true };
        self.searcher.clear();
        let progress = self.searcher.search(game, &request, &Control::unlimited(), &mut |_| ());
        let is_other = |mv: Move| mv.point().map(Square::of) != Some(key);
        let lines = progress.lines.iter();
        lines.into_iter().any(|line| matches!(line.score, Score::Win(_)) && is_other(line.moves[0]))
    }

    /// Whether a long search that may not begin with `key` proves a win.
    fn wins_without(&mut self, game: &Game, key: Square) -> bool {
        let limits = Limits { nodes: Some(THOROUGH_NODES), ..Limits::default() };
        let request = Request { limits, lines: 1, is_analysis: false };
        self.searcher.clear();
        self.searcher.avoid(&key.point().into_iter().collect::<Vec<_>>());
        let progress = self.searcher.search(game, &request, &Control::unlimited(), &mut |_| ());
        self.searcher.avoid(&[]);
        let best = progress.lines.first();
        // If there is no other move, the search plays `key` after all.
        best.is_some_and(|line| {
            let first = line.moves.first().and_then(|mv| mv.point()).map(Square::of);
            matches!(line.score, Score::Win(_)) && first != Some(key)
        })
    }

    /// Every legal move except `key` with its refutation, and whether all are complete; `None` if one is not refuted.
    fn refute_all(
        &mut self,
        game: &Game,
        board: &mut Board,
        key: Square,
    ) -> Option<(Vec<Wrong>, bool)> {
        let mut wrong = Vec::new();
        let mut is_complete = true;
        // Replies that have refuted a move, the last first: they are likely to refute the next.
        let mut replies = vec![key];
        let points: Vec<Point> = others(game, key).collect();
        for point in points {
            let found = self.refute(board, Square::of(point), &mut replies)?;
            is_complete &= found.is_complete;
            wrong.push(Wrong { point, fault: found.fault, line: moves(&found.line) });
        }
        Some((wrong, is_complete))
    }

    /// A refutation of the move to `square`.
    fn refute(
        &mut self,
        board: &mut Board,
        square: Square,
        known: &mut Vec<Square>,
    ) -> Option<Refutation> {
        board.play(square);
        let found = self.refutation(board, square, known);
        board.undo();
        found
    }

    /// A refutation of the move to `last`, which was played on `board`.
    fn refutation(
        &mut self,
        board: &mut Board,
        last: Square,
        known: &mut Vec<Square>,
    ) -> Option<Refutation> {
        let no_win = |line, is_complete| Refutation { fault: Fault::NoWin, line, is_complete };
        if board.empty_count() == 0 {
            return Some(no_win(vec![last], true));
        }
        let counter = self.search(board, self.criteria.nodes / COUNTER_PART).win;
        if let Some(win) = counter {
            let line = [&[last], &win.line[..]].concat();
            return Some(Refutation { fault: Fault::Loses(win.plies), line, is_complete: true });
        }
        let legal = replies(board);
        let first = known.iter().rev().copied().filter(|reply| legal.contains(reply));
        let first: Vec<Square> = first.collect();
        let rest = legal.iter().copied().filter(|reply| !first.contains(reply));
        for reply in first.iter().copied().chain(rest) {
            board.play(reply);
            let is_full = board.empty_count() == 0;
            let after = (!is_full).then(|| self.search(board, self.criteria.nodes));
            board.undo();
            if after.as_ref().is_none_or(|after| after.win.is_none()) {
                known.retain(|&old| old != reply);
                known.push(reply);
                let is_complete = after.is_none_or(|after| after.is_complete);
                return Some(no_win(vec![last, reply], is_complete));
            }
        }
        None
    }

    fn search(&mut self, board: &mut Board, nodes: u64) -> Searched {
        let control = Control::unlimited();
        let mut meter = Meter::new(&control, &Limits::default());
        let win = self.threats.solve(board, &mut meter, nodes);
        Searched { win, is_complete: meter.nodes() < nodes }
    }

    /// Whether the shallow search to `depth` finds `key`.
    fn sees(&mut self, game: &Game, key: Square, depth: u32) -> bool {
        let limits =
            Limits { depth: Some(depth), nodes: Some(SHALLOW_NODES << (depth - 1)), time: None };
        self.searcher.clear();
        let request = Request::best_move(limits);
        let progress = self.searcher.search(game, &request, &Control::unlimited(), &mut |_| ());
        progress.best_move().and_then(Move::point).map(Square::of) == Some(key)
    }
}

/// Whether either side can make five with its next move: then the move needs no thought.
fn is_trivial(board: &Board) -> bool {
    matches!(
        tactics::assess(board),
        Situation::Win(1) | Situation::Loss(2) | Situation::MustBlock(_)
    )
}

/// The legal moves except `key`.
fn others(game: &Game, key: Square) -> impl Iterator<Item = Point> + '_ {
    let is_other = move |point: &Point| Square::of(*point) != key;
    game.size().points().filter(is_other).filter(|&point| game.legal(Move::Place(point)).is_ok())
}

/// The replies of the side to move that do not lose to a five at once, those near stones first.
fn replies(board: &Board) -> Vec<Square> {
    let enemy = !board.side();
    let mut replies: Vec<Square> = if board.has(enemy, Threat::Five) {
        tactics::five_blocks(board, enemy).iter().collect()
    } else {
        let near = board.candidates();
        let far = board.empty().iter().filter(|&square| !near.contains(square));
        near.iter().chain(far).collect()
    };
    replies.retain(|&square| tactics::is_legal(board, square));
    replies
}

fn moves(line: &[Square]) -> Vec<Move> {
    line.iter().filter_map(|square| square.point()).map(Move::Place).collect()
}
