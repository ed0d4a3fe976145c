//! The root of a search: iterations over the legal moves for the best line, or the best lines.
//!
//! Invariant: the best lines come first, and every move has the result of the last iteration that
//! completed it, so that a search can be stopped at any moment and still answer.

use std::cmp::Reverse;

use super::params::Params;
use super::solvers::{Win, complete_line};
use super::transposition::{Bound, TtEntry};
use super::value::{
    self, DRAW, Depth, INFINITE, NodeType, PLY, Value, distance, is_decided, is_loss, is_win,
    loss_in, win_in,
};
use super::worker::{Memory, Worker, allowed_situation};
use crate::coord::{Move, Point};
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::square_set::SquareSet;
use crate::gomoku::eval::threat::Threat;
use crate::gomoku::rules::grid::{Cell, Square};
use crate::gomoku::threats::tactics::{self, Situation};
use crate::search::report::{Line, Progress, RootMark, Selectivity};

/// Deepest iteration. Not a parameter: searches end earlier.
pub(super) const MAX_DEPTH: u32 = 100;

/// A legal move of the root.
#[derive(Clone)]
struct RootMove {
    square: Square,
    /// Value found by the current pass; -[`INFINITE`] if the move only failed to beat a better one.
    value: Value,
    /// Value in the last finished pass that had the move among the best lines; before that, its static value. At most
    /// the expected value if the move replaces one that lost.
    previous: Value,
    line: Vec<Square>,
    /// Whether the current pass has searched it.
    tried: bool,
    /// Whether some pass or a solver has proved that it loses.
    lost: bool,
}

impl RootMove {
    /// A move that no pass has searched.
    fn new(square: Square, value: Value) -> RootMove {
        let line = vec![square];
        RootMove { square, value: -INFINITE, previous: value, line, tried: false, lost: false }
    }
}

/// How an iteration ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Iteration {
    Stopped,
    Finished,
    /// It finished, and deeper ones would find nothing new.
    Settled,
}

/// The legal moves of the root, best first, and the progress of the search.
#[derive(Clone)]
pub(super) struct Root {
    moves: Vec<RootMove>,
    /// Legal moves far from every stone, tried only before a loss is accepted.
    far: Vec<Square>,
    /// Moves that are left out.
    avoided: SquareSet,
    /// Number of lines to find.
    lines: usize,
    /// Value that the current pass expected of its first move.
    expected: Value,
    /// Last finished iteration.
    depth: u32,
    /// Whether no search is needed to answer.
    is_settled: bool,
}

impl Root {
    /// The root of the position on `board`, to find its best `lines` lines. A single legal move needs no
    /// search, unless its score matters (`is_analysis`). Moves to `avoided` points are left out if there are
    /// others. Those that are `winning` are tried even far from every stone.
    pub fn new(
        board: &Board,
        lines: usize,
        is_analysis: bool,
        avoided: SquareSet,
        winning: SquareSet,
        params: &Params,
    ) -> Root {
        let leaves_none = || legal(board, *board.empty() & !avoided).is_empty();
        let is_void = avoided.is_empty() || leaves_none();
        let avoided = if is_void { SquareSet::EMPTY } else { avoided };
        let situation = allowed_situation(board, avoided);
        let added = winning | open_center(board, params);
        let mut squares = legal_moves(board, lines, &situation, avoided, added);
        squares.sort_by_key(|&square| Reverse(board.order_score(square)));
        let far = if is_analysis && situation == Situation::Free {
            others(board, &squares, avoided)
        } else {
            Vec::new()
        };
        let is_known = matches!(situation, Situation::Win(_) | Situation::Loss(2));
        let is_forced = is_known || squares.len() <= usize::from(!is_analysis);
        let is_settled = squares.is_empty() || lines <= 1 && is_forced;
        let lines = lines.min(squares.len());
        let moves = root_moves(board, squares, &situation, lines);
        Root { moves, far, avoided, lines, expected: INFINITE, depth: 0, is_settled }
    }

    /// Whether no iterations are needed: there is nothing to search, or `solve` finds a win.
    pub fn answer_at_once(&mut self, solve: impl FnOnce() -> Option<Win>) -> bool {
        let answers = self.is_settled || self.take_win(solve);
        self.depth = u32::from(answers);
        answers
    }

    /// Asks `solve` for a forced win and puts it first, unless one is known or there are several lines.
    /// Returns whether there was one.
    pub fn take_win(&mut self, solve: impl FnOnce() -> Option<Win>) -> bool {
        if self.lines != 1 || is_win(self.moves[0].value) {
            return false;
        }
        let Some(Win { plies, line }) = solve() else {
            return false;
        };
        let Some(&square) = line.first().filter(|&&square| !self.avoided.contains(square)) else {
            return false;
        };
        let known = self.moves.iter().position(|mv| mv.square == square);
        let index = known.unwrap_or_else(|| {
            // A threat may be farther from every stone than the moves that are searched.
            self.far.retain(|&far| far != square);
            self.moves.push(RootMove::new(square, DRAW));
            self.moves.len() - 1
        });
        self.moves[index].value = win_in(plies as usize);
        self.moves[index].line = line;
        self.moves[..=index].rotate_right(1);
        true
    }

    /// Asks `refute` for a forced win of the opponent after the best move, unless that move is decided or there are
    /// several lines. If there is a win, the move loses and another one is put first.
    pub fn doubt_best(
        &mut self,
        worker: &mut Worker,
        refute: impl FnOnce(&mut Worker, Square) -> Option<Win>,
    ) {
        if self.lines != 1 || is_decided(self.moves[0].value) {
            return;
        }
        let best = &mut self.moves[0];
        let Some(win) = refute(worker, best.square) else { return };
        let expected = best.value;
        let value = loss_in(1 + win.plies as usize);
        remember_loss(worker, best.square, value, win.line.first().copied());
        (best.value, best.previous, best.lost) = (value, value, true);
        best.line = std::iter::once(best.square).chain(win.line).collect();
        if let Some(next) = self.moves.iter().position(|mv| !mv.lost) {
            self.moves[next].previous = self.moves[next].previous.min(expected);
            self.moves[..=next].rotate_right(1);
        }
    }

    /// Whether `mv` is known to lose, unlike the move that is best now.
    pub fn is_refuted(&self, mv: Move) -> bool {
        let is_it = |known: &&RootMove| known.square.point().map(Move::Place) == Some(mv);
        self.moves.first().is_some_and(|best| !best.lost)
            && self.moves.iter().find(is_it).is_some_and(|known| known.lost)
    }

    /// Runs one iteration.
    pub fn iterate(&mut self, worker: &mut Worker, depth: u32) -> Iteration {
        worker.evaluate_root();
        worker.root_depth = depth as i32;
        if let Some(watch) = &mut worker.watch {
            watch(RootMark::Iteration);
        }
        let before = (self.lines > 1).then(|| self.moves.clone());
        self.search_lines(worker, depth);
        if self.add_far_moves(worker.board) && !worker.meter.stopped() {
            self.search_lines(worker, depth);
        }
        if worker.meter.stopped() {
            // The order of several lines is meaningful only if one iteration produced it.
            match before {
                Some(before) => self.moves = before,
                None => self.avoid_loss(),
            }
            return Iteration::Stopped;
        }
        self.depth = depth;
        let best = &mut self.moves[..self.lines];
        best.sort_by_key(|mv| Reverse(mv.value));
        best.iter_mut().for_each(|mv| mv.previous = mv.value);
        let is_over = best.iter().all(|mv| is_decided(mv.value) && distance(mv.value) <= depth);
        if is_over { Iteration::Settled } else { Iteration::Finished }
    }

    /// The result so far.
    pub fn progress(&self, worker: &mut Worker) -> Progress {
        let line = |mv: &RootMove| {
            let value = if mv.value == -INFINITE { mv.previous } else { mv.value };
            let squares = complete_line(worker, &mv.line, value);
            let moves = squares.into_iter().filter_map(Square::point).map(Move::Place).collect();
            Line { score: value::to_score(value), moves }
        };
        let lines = self.moves[..self.lines].iter().map(line).collect();
        Progress {
            depth: self.depth,
            selectivity: Selectivity::Extended((worker.selective_depth as u32).max(self.depth)),
            nodes: worker.meter.total_nodes(),
            elapsed: worker.meter.elapsed(),
            lines,
            calibration: Some(worker.board.calibration()),
        }
    }

    /// If the best move of a stopped iteration loses, puts first a move that the iteration had not searched, if there
    /// is one.
    fn avoid_loss(&mut self) {
        if is_loss(self.moves[0].value)
            && let Some(index) = self.moves.iter().position(|mv| !mv.tried && !mv.lost)
        {
            // It was expected to be no better than the one that turned out to lose.
            self.moves[index].previous = self.moves[index].previous.min(self.expected);
            self.moves[..=index].rotate_right(1);
        }
    }

    /// Puts the moves far from every stone behind the best lines if all others were tried and even the best of them
    /// loses. Returns whether there were any such moves.
    fn add_far_moves(&mut self, board: &Board) -> bool {
        let loses = self.moves.first().is_some_and(|best| is_loss(best.value));
        if !loses || self.far.is_empty() || self.moves.iter().any(|mv| !mv.tried) {
            return false;
        }
        let far = std::mem::take(&mut self.far);
        let far = root_moves(board, far, &Situation::Free, self.lines);
        self.moves.splice(self.lines..self.lines, far);
        true
    }

    /// Finds the lines, unless the search is stopped.
    fn search_lines(&mut self, worker: &mut Worker, depth: u32) {
        for index in 0..self.lines {
            self.search_line(worker, index, depth);
            if worker.meter.stopped() {
                return;
            }
        }
    }

    /// Finds the best of the moves from `index` on and puts it there. The aspiration window around its
    /// previous value is widened until the value falls into it.
    fn search_line(&mut self, worker: &mut Worker, index: usize, depth: u32) {
        let previous = self.moves[index].previous;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        let mut width = worker.memory.params.window;
        if depth >= worker.memory.params.window_depth && !is_decided(previous) {
            (alpha, beta) = (previous - width, previous + width);
        }
        loop {
            self.expected = self.moves[index].previous;
            let floor = self.search_moves(worker, index, (alpha, beta), depth as i32 * PLY);
            self.moves[index..].sort_by_key(|mv| Reverse(mv.value));
            if worker.meter.stopped() {
                return;
            }
            let value = self.moves[index].value;
            self.moves[index].previous = value;
            width *= worker.memory.params.window_growth;
            match value {
                _ if value <= floor => {
                    alpha = if is_decided(value) { -INFINITE } else { value - width }
                }
                _ if value >= beta => {
                    beta = if is_decided(value) { INFINITE } else { value + width }
                }
                _ => return,
            }
        }
    }

    /// Makes one pass over the moves from `index` on and returns the lower end of its window: a best value
    /// above it is not an upper bound.
    fn search_moves(
        &mut self,
        worker: &mut Worker,
        index: usize,
        (floor, beta): (Value, Value),
        depth: Depth,
    ) -> Value {
        let me = worker.board.side();
        let (mut floor, mut alpha) = (floor, floor);
        let moves = &mut self.moves[index..];
        moves.iter_mut().for_each(|mv| (mv.value, mv.tried) = (-INFINITE, false));
        for (i, mv) in moves.iter_mut().enumerate() {
            worker.mark(RootMark::Searching, mv.square);
            let value = if worker.board.threat(me, mv.square) == Threat::Five {
                worker.clear_line(1);
                win_in(1)
            } else if i == 0 {
                worker.search_move::<true>(mv.square, (alpha, beta), depth - PLY, 0, NodeType::All)
            } else {
                search_later(worker, mv.square, i, (alpha, beta), depth)
            };
            if worker.meter.stopped() {
                return floor;
            }
            mv.tried = true;
            mv.lost |= is_loss(value) && value < beta;
            mark_searched(worker, mv.square, value, i > 0 && value > alpha && !is_loss(value));
            if i == 0 || value > alpha {
                mv.value = value;
                mv.line.clear();
                mv.line.push(mv.square);
                mv.line.extend_from_slice(worker.line(1));
            }
            // Once the first move loses, any other that does not gets an exact value: the search may be
            // stopped before it finds a better one.
            if i == 0 && is_loss(value) {
                floor = floor.min(value);
                alpha = floor;
            }
            alpha = alpha.max(value);
            if value >= beta {
                return floor;
            }
        }
        floor
    }
}

/// Stores that the root move `square` has `value`, a loss by `answer`.
fn remember_loss(worker: &mut Worker, square: Square, value: Value, answer: Option<Square>) {
    worker.board.play(square);
    let evaluation = worker.board.static_eval();
    let (value, depth) = (-value, MAX_DEPTH as i32 * PLY);
    let entry =
        TtEntry { value, evaluation, best: answer, depth, bound: Bound::Lower, is_pv: true };
    worker.store(1, entry);
    worker.board.undo();
}

/// Reports a searched move of the root, whose value is not above `value`; `is_best` if it is the best so far.
fn mark_searched(worker: &mut Worker, square: Square, value: Value, is_best: bool) {
    worker.mark(RootMark::Searched, square);
    if is_loss(value) {
        worker.mark(RootMark::Lost, square);
    }
    if is_best {
        worker.mark(RootMark::Best, square);
    }
}

/// Principal variation search of the root's move `square`, which follows `index` others: first reduced and in a
/// null window, then with full depth and window as far as needed.
fn search_later(
    worker: &mut Worker,
    square: Square,
    index: usize,
    (alpha, beta): (Value, Value),
    depth: Depth,
) -> Value {
    let full_depth = depth - PLY;
    let Memory { params, reductions, .. } = &*worker.memory;
    let is_reduced = index >= params.root_full_moves && depth >= params.root_lmr_depth;
    let reduction = if is_reduced {
        let reduction = reductions.by_number(params, depth, index) - params.root_lmr_relief;
        reduction.clamp(0, full_depth)
    } else {
        0
    };
    let null_window = (alpha, alpha + 1);
    let search_null_window = |worker: &mut Worker, depth| {
        worker.search_move::<false>(square, null_window, depth, 0, NodeType::Cut)
    };
    let mut value = search_null_window(worker, full_depth - reduction);
    if value > alpha && reduction > 0 && !worker.meter.stopped() {
        value = search_null_window(worker, full_depth);
    }
    if value > alpha && value < beta && !worker.meter.stopped() {
        value = worker.search_move::<true>(square, (alpha, beta), full_depth, 0, NodeType::All);
    }
    value
}

/// Static value of the position on `board`, `ply` plies from the root.
fn static_value(board: &mut Board, situation: &Situation, ply: usize) -> Value {
    match *situation {
        Situation::Win(plies) => win_in(ply + plies as usize),
        Situation::Loss(plies) => loss_in(ply + plies as usize),
        _ => board.static_eval(),
    }
}

/// `squares` as moves of a root with `lines` lines.
fn root_moves(
    board: &Board,
    squares: Vec<Square>,
    situation: &Situation,
    lines: usize,
) -> Vec<RootMove> {
    if lines > 1 {
        return judged_one_by_one(board, squares);
    }
    let value = static_value(&mut board.clone(), situation, 0);
    squares.into_iter().map(|square| RootMove::new(square, value)).collect()
}

/// `squares` with their static values, best first: the result for several lines before an iteration has
/// finished.
fn judged_one_by_one(board: &Board, squares: Vec<Square>) -> Vec<RootMove> {
    let mut after = board.clone();
    let mut judge = |square| {
        if board.threat(board.side(), square) == Threat::Five {
            return RootMove::new(square, win_in(1));
        }
        after.play(square);
        let value = match after.empty_count() {
            0 => DRAW,
            _ => {
                let situation = tactics::assess(&after);
                -static_value(&mut after, &situation, 1)
            }
        };
        after.undo();
        RootMove::new(square, value)
    };
    let mut moves: Vec<RootMove> = squares.into_iter().map(&mut judge).collect();
    moves.sort_by_key(|mv| Reverse(mv.previous));
    moves
}

/// The legal points of `set`.
pub(super) fn legal(board: &Board, set: SquareSet) -> Vec<Square> {
    tactics::legal(board, set).iter().collect()
}

/// The legal moves that are neither among `squares` nor `avoided`.
fn others(board: &Board, squares: &[Square], avoided: SquareSet) -> Vec<Square> {
    let known: SquareSet = squares.iter().copied().collect();
    legal(board, *board.empty() & !known & !avoided)
}

/// The legal moves worth a search. For one line they include every move near a stone that could be
/// the best, and `added` ones unless a move is forced. None of them is `avoided`, so there must be others.
fn legal_moves(
    board: &Board,
    lines: usize,
    situation: &Situation,
    avoided: SquareSet,
    added: SquareSet,
) -> Vec<Square> {
    let me = board.side();
    if lines == 0 {
        return Vec::new();
    }
    let allowed = |set: SquareSet| legal(board, set & !avoided);
    if board.candidates().is_empty() {
        return nearest_first(board, allowed(*board.empty()), lines);
    }
    let candidates = board.candidates() | added;
    let forced = match *situation {
        _ if lines > 1 => SquareSet::EMPTY,
        Situation::Win(plies) => tactics::winning_moves(board, plies),
        Situation::Loss(2) => *board.points(!me, Threat::Five),
        Situation::MustBlock(moves) | Situation::MustDefend(moves) => moves,
        Situation::Loss(_) | Situation::Free => SquareSet::EMPTY,
    };
    let sets = [forced, candidates];
    let chosen = sets.into_iter().map(allowed).find(|moves| moves.len() >= lines);
    chosen.unwrap_or_else(|| allowed(*board.empty()))
}

/// The empty points around the centre, unless a stone is near. The search tries only moves near stones, so
/// without these a game begun at the edge would stay there.
pub(super) fn open_center(board: &Board, params: &Params) -> SquareSet {
    let within = |most: u8| {
        let points = board.grid().size().points();
        points.filter(move |&point| from_center(board, point) <= most).map(Square::of)
    };
    if within(params.center_taken).any(|square| board.grid().get(square).color().is_some()) {
        return SquareSet::EMPTY;
    }
    within(params.center_radius).filter(|&square| board.grid().get(square) == Cell::Empty).collect()
}

/// Orders the moves of a board without stones. The central one suffices if only the best matters.
fn nearest_first(board: &Board, mut squares: Vec<Square>, lines: usize) -> Vec<Square> {
    let center = board.grid().size().center();
    squares.sort_by_key(|square| {
        square.point().map(|point| {
            let (dx, dy) = (point.x().abs_diff(center.x()), point.y().abs_diff(center.y()));
            u32::from(dx).pow(2) + u32::from(dy).pow(2)
        })
    });
    if lines == 1 {
        squares.truncate(1);
    }
    squares
}

/// Chebyshev distance of `point` from the centre.
fn from_center(board: &Board, point: Point) -> u8 {
    let center = board.grid().size().center();
    point.x().abs_diff(center.x()).max(point.y().abs_diff(center.y()))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::color::Color;
    use crate::coord::{Size, parse_points};
    use crate::gomoku::eval::tables::Tables;
    use crate::gomoku::rules::grid::{Cell, Grid};
    use crate::gomoku::rules::rule::Rule;
    use crate::gomoku::search::params::Params;
    use crate::gomoku::search::worker::tests::board_after;
    use crate::search::control::{Control, Meter};
    use crate::search::limits::Limits;
    use crate::search::table::Table;

    fn root_of(board: &Board, lines: usize, is_analysis: bool) -> Root {
        let none = SquareSet::EMPTY;
        Root::new(board, lines, is_analysis, none, none, &Params::default())
    }

    fn root(lines: usize) -> Root {
        let size = Size::new(15, 15).unwrap();
        let grid = Grid::new(size);
        let mut board = Board::new(Arc::new(Tables::new(Rule::Freestyle)), &grid, Color::Black);
        board.play(Square::of(size.center()));
        root_of(&board, lines, false)
    }

    #[test]
    fn a_win_from_outside_goes_first_and_is_asked_for_once() {
        let mut root = root(1);
        let last = root.moves.last().unwrap().square;
        let win = |square| Win { plies: 9, line: vec![square] };
        assert!(!root.take_win(|| None));
        let far = Square::of(Point::from_text("a1").unwrap());
        assert!(root.moves.iter().all(|mv| mv.square != far));
        root.avoided.insert(far);
        assert!(!root.take_win(|| Some(win(far))), "it is avoided");
        assert!(root.answer_at_once(|| Some(win(last))));
        assert_eq!((root.moves[0].square, root.moves[0].value), (last, win_in(9)));
        assert!(!root.take_win(|| panic!("a win is known")));
    }

    #[test]
    fn a_win_may_begin_far_from_every_stone() {
        let mut root = root(1);
        let count = root.moves.len();
        let far = Square::of(Point::from_text("a1").unwrap());
        assert!(root.take_win(|| Some(Win { plies: 9, line: vec![far] })));
        assert_eq!((root.moves[0].square, root.moves[0].value), (far, win_in(9)));
        assert_eq!(root.moves.len(), count + 1);
    }

    fn place(mv: &RootMove) -> Move {
        Move::Place(mv.square.point().unwrap())
    }

    #[test]
    fn a_refuted_move_stays_lost_and_gives_way() {
        // Whether the best move is the only one that raised alpha in the last iteration.
        for is_alone in [false, true] {
            let (control, table) = (Control::unlimited(), Table::with_bytes(1 << 22));
            let (mut board, mut memory) = (board_after("h8i9"), Memory::new(&Params::default()));
            let mut root = root_of(&board, 1, false);
            let mut worker = Worker::alone(&mut board, &mut memory, &table, &control);
            let valued = |root: &Root| root.moves.iter().filter(|mv| mv.value != -INFINITE).count();
            let refuted_at = (1..=12).find(|&depth| {
                assert_eq!(root.iterate(&mut worker, depth), Iteration::Finished);
                (valued(&root) == 1) == is_alone
            });
            let refuted_at = refuted_at.expect("there are iterations of both kinds");
            let (best, value) = (root.moves[0].square, root.moves[0].value);
            root.doubt_best(&mut worker, |_, _| None);
            assert_eq!(root.moves[0].square, best);
            let refuted = place(&root.moves[0]);
            assert!(root.moves.iter().all(|mv| !root.is_refuted(place(mv))));
            let win = Win { plies: 9, line: vec![Square::from_index(300)] };
            root.doubt_best(&mut worker, |_, square| (square == best).then_some(win));
            assert!(root.moves[0].square != best && root.moves[0].previous <= value);
            assert!(root.is_refuted(refuted) && !root.is_refuted(place(&root.moves[0])));
            for depth in refuted_at + 1..=refuted_at + 3 {
                root.iterate(&mut worker, depth);
                assert!(root.moves[0].square != best && root.is_refuted(refuted), "{depth}");
            }
        }
    }

    #[test]
    fn no_refuted_move_takes_the_place_of_another() {
        let (control, table) = (Control::unlimited(), Table::with_bytes(1 << 22));
        let (mut board, mut memory) = (board_after("h8i9"), Memory::new(&Params::default()));
        let mut root = root_of(&board, 1, false);
        let mut worker = Worker::alone(&mut board, &mut memory, &table, &control);
        let mut refuted = Vec::new();
        for depth in 1..=6 {
            assert_eq!(root.iterate(&mut worker, depth), Iteration::Finished);
            refuted.push(root.moves[0].square);
            let win = Win { plies: 9, line: vec![Square::from_index(300)] };
            root.doubt_best(&mut worker, |_, _| Some(win));
            assert!(!refuted.contains(&root.moves[0].square), "{depth}");
        }
    }

    /// White is to move. Black wins by fours that meet in h8, far from every stone, in three ways; no other stone stops
    /// all of them.
    fn meeting_fours() -> Board {
        let mut grid = Grid::new(Size::new(15, 15).unwrap());
        for (color, points) in [
            (Color::Black, "d8e8d10c11b12h12h11j12k13l14l8k8l6m5n4"),
            (Color::White, "c8a13h13m15m8o3k5k11f11e6e11i12k9d6l7g11b11"),
        ] {
            for point in parse_points(points).unwrap() {
                grid.set(Square::of(point), Cell::stone(color));
            }
        }
        Board::new(Arc::new(Tables::new(Rule::Freestyle)), &grid, Color::White)
    }

    #[test]
    fn an_analysis_believes_no_loss_that_a_far_move_averts() {
        let h8 = Square::of(parse_points("h8").unwrap()[0]);
        for (lines, is_analysis) in [(1, false), (1, true), (3, true)] {
            let (control, table) = (Control::unlimited(), Table::with_bytes(1 << 22));
            let (mut board, mut memory) = (meeting_fours(), Memory::new(&Params::default()));
            let mut root = root_of(&board, lines, is_analysis);
            assert!(root.moves.iter().all(|mv| mv.square != h8));
            let mut worker = Worker::alone(&mut board, &mut memory, &table, &control);
            worker.is_thorough = is_analysis;
            let all = (1..=8).all(|depth| root.iterate(&mut worker, depth) != Iteration::Stopped);
            let best = &root.moves[0];
            assert!(all && is_loss(best.value) != is_analysis, "{} {lines}", best.value);
            assert!(!is_analysis || best.square == h8);
        }
    }

    #[test]
    fn an_analysis_that_is_stopped_prefers_a_far_move_to_a_loss() {
        let board = meeting_fours();
        let mut root = root_of(&board, 1, true);
        let near: Vec<Square> = root.moves.iter().map(|mv| mv.square).collect();
        assert!(!root.add_far_moves(&board), "nothing is known");
        (root.moves[0].value, root.moves[0].tried) = (loss_in(10), true);
        assert!(!root.add_far_moves(&board), "near moves come before");
        root.moves.iter_mut().for_each(|mv| (mv.value, mv.tried) = (loss_in(10), true));
        assert!(root.add_far_moves(&board) && !root.add_far_moves(&board));
        root.avoid_loss();
        assert!(!near.contains(&root.moves[0].square));
    }

    #[test]
    fn a_single_legal_move_is_searched_for_analysis_alone() {
        // White must block a four that has one open end.
        let board = board_after("h8h7h9a1h10a3h11");
        assert!(root_of(&board, 1, false).is_settled);
        let root = root_of(&board, 1, true);
        assert!(!root.is_settled && root.moves.len() == 1);
    }

    #[test]
    fn several_lines_need_the_iterations() {
        assert!(!root(2).answer_at_once(|| panic!("nobody asks")));
    }

    #[test]
    fn several_lines_without_a_legal_move_need_no_search() {
        let mut grid = Grid::new(Size::new(7, 5).unwrap());
        for (color, points) in [
            (Color::Black, "b1e1g1a2d2g2a3b3c3e3f3g3b4e4g4b5d5"),
            (Color::White, "a1c1d1f1b2c2e2f2a4c4d4f4a5c5e5f5g5"),
        ] {
            for point in parse_points(points).unwrap() {
                grid.set(Square::of(point), Cell::stone(color));
            }
        }
        // The only empty point, d3, is a row of seven, which renju forbids Black.
        let board = Board::new(Arc::new(Tables::new(Rule::Renju)), &grid, Color::Black);
        assert!(root_of(&board, 3, false).answer_at_once(|| panic!("nobody asks")));
    }

    #[test]
    fn a_move_that_loses_gives_way_to_one_that_was_not_tried() {
        let mut root = root(1);
        let before: Vec<Square> = root.moves.iter().map(|mv| mv.square).collect();
        root.moves[..3].iter_mut().for_each(|mv| mv.tried = true);
        (root.moves[0].value, root.expected) = (50, -900);
        root.avoid_loss();
        assert_eq!(root.moves[0].square, before[0], "it does not lose");
        root.moves[0].value = loss_in(6);
        root.avoid_loss();
        assert_eq!((root.moves[0].square, root.moves[0].previous), (before[3], -900));
        root.moves.iter_mut().for_each(|mv| mv.tried = true);
        root.moves[0].value = loss_in(6);
        root.avoid_loss();
        assert_eq!(root.moves[0].square, before[3], "all lose");
    }

    /// The root of a search stopped after `nodes`, and the value found by its last finished iteration.
    fn stopped_after(nodes: u64, moves: &str) -> (Root, Value) {
        let (control, table) = (Control::unlimited(), Table::with_bytes(1 << 22));
        let (mut board, mut memory) = (board_after(moves), Memory::new(&Params::default()));
        let mut root = root_of(&board, 1, false);
        let mut worker = Worker::alone(&mut board, &mut memory, &table, &control);
        worker.meter = Meter::new(&control, &Limits { nodes: Some(nodes), ..Limits::default() });
        let mut found = root.moves[0].previous;
        for depth in 1.. {
            if root.iterate(&mut worker, depth) == Iteration::Stopped {
                break;
            }
            found = root.moves[0].value;
        }
        (root, found)
    }

    #[test]
    fn once_the_first_move_loses_any_defence_has_a_value_even_below_the_window() {
        let (control, table) = (Control::unlimited(), Table::with_bytes(1 << 22));
        let mut board = board_after("i5d10b7f6h6e10i7f10g10f8i6i8i4i3j6g6");
        let (mut root, mut memory) = (root_of(&board, 1, false), Memory::new(&Params::default()));
        root.moves.rotate_right(1);
        let mut worker = Worker::alone(&mut board, &mut memory, &table, &control);
        let floor = root.search_moves(&mut worker, 0, (3000, 3100), 5 * PLY);
        let values = || root.moves.iter().map(|mv| mv.value).filter(|&value| value != -INFINITE);
        assert!(is_loss(floor) && values().next() == Some(floor));
        assert!(values().skip(1).all(|value| floor < value && value < 3000));
        assert!(values().count() > 1);
    }

    /// Black has an attack; White is to move.
    const LATE: &str = "j3e11e12g10d11f13d10d9g9e8f7e10f11h11f9i10f10f8g12i9h8i7i8j8c14f12h10d8";

    #[test]
    fn a_search_stopped_after_a_refutation_praises_no_other_move() {
        let mut unseen = 0;
        for nodes in (100..1500).step_by(10) {
            let (root, found) = stopped_after(nodes, LATE);
            if !root.moves.iter().any(|mv| mv.value != -INFINITE && is_loss(mv.value)) {
                continue;
            }
            let best = &root.moves[0];
            assert!(!root.is_refuted(place(best)));
            if best.value == -INFINITE {
                unseen += 1;
                assert!(best.previous <= found.max(root.expected), "{nodes}: {}", best.previous);
            }
        }
        assert!(unseen > 0);
    }

    #[test]
    fn a_move_known_to_win_is_tried_unless_a_move_is_forced_or_it_is_avoided() {
        let corner: SquareSet = parse_points("o15").unwrap().into_iter().map(Square::of).collect();
        // In the last position White has a four with one open end.
        for (moves, lines, avoided, is_tried) in [
            ("h8i9", 1, SquareSet::EMPTY, true),
            ("h8i9", 3, SquareSet::EMPTY, true),
            ("h8i9", 1, corner, false),
            ("h8h7g7i7a3j7o1k7", 1, SquareSet::EMPTY, false),
        ] {
            let board = board_after(moves);
            let root = Root::new(&board, lines, false, avoided, corner, &Params::default());
            let tries = root.moves.iter().any(|mv| corner.contains(mv.square));
            assert_eq!(tries, is_tried, "{moves} {lines}");
        }
    }

    #[test]
    fn the_middle_is_open_until_a_stone_is_near() {
        let middle: SquareSet =
            parse_points("g7g8g9h7h8h9i7i8i9").unwrap().into_iter().map(Square::of).collect();
        assert_eq!(open_center(&board_after("a1o15o1d8"), &Params::default()), middle);
        assert_eq!(open_center(&board_after("a1e8"), &Params::default()), SquareSet::EMPTY);
    }

    #[test]
    fn a_blocked_point_is_no_stone_and_no_move() {
        let mut grid = Grid::new(Size::new(15, 15).unwrap());
        grid.set(Square::of(parse_points("h8").unwrap()[0]), Cell::Wall);
        let board = Board::new(Arc::new(Tables::new(Rule::Freestyle)), &grid, Color::Black);
        assert_eq!(open_center(&board, &Params::default()).iter().count(), 8);
    }
}
