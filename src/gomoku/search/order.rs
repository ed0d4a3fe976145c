//! Move ordering: what past cut-offs taught (history, reply history, counter moves, killers), and a picker
//! that returns moves best first.
//!
//! Moves with equal scores are ordered by square, so that a search is repeatable.

use std::iter;

use super::params::Params;
use crate::color::Color;
use crate::coord::{MAX_SIDE, Point};
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::order_scores::{LastMoves, OrderScores, log_total};
use crate::gomoku::eval::square_set::SquareSet;
use crate::gomoku::rules::grid::{CELLS, STRIDE, Square};

/// Limit of a history score. Not a parameter: the divisors of history scores scale it, and [`Share`] relies on it.
const HISTORY_LIMIT: i32 = 4096;

/// Points of the largest board.
const POINTS: usize = MAX_SIDE as usize * MAX_SIDE as usize;

/// Weights of the terms that move ordering adds to the board's own scores, from [`Params`].
#[derive(Clone)]
pub(super) struct OrderWeights {
    history: Share,
    reply: Share,
    threat: i32,
    killer: i32,
    counter: i32,
}

impl OrderWeights {
    pub fn new(params: &Params) -> OrderWeights {
        OrderWeights {
            history: Share::new(params.order_history),
            reply: Share::new(params.order_reply),
            threat: params.order_threat,
            killer: params.order_killer,
            counter: params.order_counter,
        }
    }
}

/// A divisor of history scores as a factor: a division for every move would be slow.
#[derive(Clone, Copy)]
struct Share(i32);

impl Share {
    const BITS: u32 = 18;

    /// The share 1 / `divisor`. The result is exact for divisors from 4 to 63.
    fn new(divisor: i32) -> Share {
        Share((1 << Share::BITS) / divisor + 1)
    }

    /// The share of `score`, which is within ±[`HISTORY_LIMIT`], rounded towards 0.
    #[inline]
    fn of(self, score: i32) -> i32 {
        ((score * self.0) >> Share::BITS) + i32::from(score < 0)
    }
}

/// Histories of moves that caused cut-offs: by colour and point, and as replies by colour, the opponent's move and
/// point.
pub(super) struct History {
    scores: [[i16; CELLS]; 2],
    replies: Box<[i16]>,
    counters: [[Option<Square>; CELLS]; 2],
}

impl History {
    pub fn new() -> History {
        History {
            scores: [[0; CELLS]; 2],
            replies: vec![0; 2 * POINTS * POINTS].into_boxed_slice(),
            counters: [[None; CELLS]; 2],
        }
    }

    /// Score of a move, within ±[`HISTORY_LIMIT`].
    pub fn score(&self, color: Color, square: Square) -> i32 {
        i32::from(self.scores[color.index()][square.index()])
    }

    /// Score of a move as the reply to `previous`, within ±[`HISTORY_LIMIT`]; 0 after none.
    pub fn reply_score(&self, color: Color, previous: Option<Square>, square: Square) -> i32 {
        previous.map_or(0, |previous| i32::from(self.replies[reply(color, previous, square)]))
    }

    /// Learns that `best` of `color`, the reply to `previous`, refuted a position after the moves `tried` had failed
    /// to. The scores move by about `bonus`, which is from 0 to [`HISTORY_LIMIT`].
    pub fn learn(
        &mut self,
        color: Color,
        best: Square,
        previous: Option<Square>,
        tried: &[Square],
        bonus: i32,
    ) {
        let lessons =
            || iter::once((best, bonus)).chain(tried.iter().map(|&square| (square, -bonus)));
        for (square, bonus) in lessons() {
            change(&mut self.scores[color.index()][square.index()], bonus);
        }
        if let Some(previous) = previous {
            for (square, bonus) in lessons() {
                change(&mut self.replies[reply(color, previous, square)], bonus);
            }
            self.counters[color.index()][previous.index()] = Some(best);
        }
    }

    /// The move that last refuted the opponent's `previous`.
    fn counter(&self, color: Color, previous: Option<Square>) -> Option<Square> {
        self.counters[color.index()][previous?.index()]
    }
}

/// Moves `score` towards one end of its range.
fn change(score: &mut i16, bonus: i32) {
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
}

/// Index of the reply `square` of `color` to `previous`.
#[inline]
fn reply(color: Color, previous: Square, square: Square) -> usize {
    (color.index() * POINTS + point(previous)) * POINTS + point(square)
}

/// Number of a square among the points of the largest board. Indexed by cell, the replies would take four times the
/// memory.
#[inline]
const fn point(square: Square) -> usize {
    const fn row_by_row(square: Square) -> usize {
        square.index() / STRIDE * MAX_SIDE as usize + square.index() % STRIDE
    }
    const FIRST: usize = row_by_row(Square::of(Point::new(0, 0).unwrap()));
    row_by_row(square) - FIRST
}

/// The inputs of a node's move ordering besides the board's own scores.
#[derive(Clone, Copy)]
pub(super) struct Hints {
    /// Best move of an earlier search, returned first.
    pub table: Option<Square>,
    /// Moves that refuted siblings.
    pub killers: [Option<Square>; 2],
    /// The moves that led here.
    pub last: LastMoves,
}

/// A move with its ordering score, in one number: the score above the complement of the square's index, so that among
/// equal scores the topmost leftmost square is greatest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Scored(i32);

impl Scored {
    /// Above all scores, and larger than any difference between two of them.
    const ABOVE_ALL: Scored = Scored(1 << 30);

    fn new(square: Square, score: i32) -> Scored {
        Scored(score * CELLS as i32 + (CELLS - 1 - square.index()) as i32)
    }

    fn score(self) -> i32 {
        self.0.div_euclid(CELLS as i32)
    }

    fn square(self) -> Square {
        Square::from_index(CELLS - 1 - (self.0 & (CELLS as i32 - 1)) as usize)
    }
}

/// Returns the moves of one node, best first. All pickers of a search share one stack of moves; each owns
/// the part above its parent's.
pub(super) struct Picker {
    table: Option<Square>,
    moves: SquareSet,
    hints: Hints,
    start: usize,
    /// The last scored move returned; `None` before the moves are scored.
    last: Option<Scored>,
    /// [`log_total`] of the moves' ordering scores except the table move's; known once they are scored.
    total: i32,
}

impl Picker {
    /// A picker of `moves`. A table move among them comes first, before any are scored.
    pub fn new(moves: SquareSet, hints: Hints, stack: &[Scored]) -> Picker {
        let table = hints.table.filter(|&square| moves.contains(square));
        Picker { table, moves, hints, start: stack.len(), last: None, total: 0 }
    }

    /// The next move.
    pub fn next(
        &mut self,
        board: &Board,
        history: &History,
        weights: &OrderWeights,
        stack: &mut Vec<Scored>,
    ) -> Option<Square> {
        if let Some(square) = self.table.take() {
            self.moves.remove(square);
            return Some(square);
        }
        if self.last.is_none() {
            self.score_all(board, history, weights, stack);
        }
        // The next move is the one with the least gap below the last; no two are equal. For moves above the
        // last, the gap wraps around to a large number. The compiler turns this into vector code.
        let next_best = self.last.unwrap_or(Scored::ABOVE_ALL).0 - 1;
        let gaps = stack[self.start..].iter().map(|scored| next_best.wrapping_sub(scored.0) as u32);
        let best = Scored(next_best.checked_sub_unsigned(gaps.min()?)?);
        self.last = Some(best);
        Some(best.square())
    }

    /// Surprisal of the returned move `square`: minus the logarithm of its probability of being best, in
    /// parts of [`ORDER_SCALE`]. It is 0 for a table move, which is returned before anything is scored.
    ///
    /// [`ORDER_SCALE`]: crate::gomoku::eval::weights::ORDER_SCALE
    pub fn surprisal(&self, board: &Board, square: Square) -> i32 {
        match self.last {
            Some(_) => self.total - OrderScores::new(board, self.hints.last).of(square),
            None => 0,
        }
    }

    /// Pops the picker's part of the stack.
    pub fn release(self, stack: &mut Vec<Scored>) {
        stack.truncate(self.start);
    }

    fn score_all(
        &mut self,
        board: &Board,
        history: &History,
        weights: &OrderWeights,
        stack: &mut Vec<Scored>,
    ) {
        let me = board.side();
        let previous = self.hints.last.enemy;
        let counter = history.counter(me, previous);
        let scores = OrderScores::new(board, self.hints.last);
        stack.extend(self.moves.iter().map(|square| Scored::new(square, scores.of(square))));
        let scored = &mut stack[self.start..];
        self.total = log_total(scored.iter().map(|scored| scored.score()));
        for scored in scored {
            let square = scored.square();
            let mut score = scored.score()
                + weights.history.of(history.score(me, square))
                + weights.reply.of(history.reply_score(me, previous, square));
            if board.is_threat(me, square) {
                score += weights.threat;
            }
            if self.hints.killers.contains(&Some(square)) {
                score += weights.killer;
            }
            if counter == Some(square) {
                score += weights.counter;
            }
            *scored = Scored::new(square, score);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::eval::weights::ORDER_SCALE;
    use crate::gomoku::search::worker::tests::board_after;

    #[test]
    fn a_share_is_a_division() {
        for divisor in 4..=63 {
            let share = Share::new(divisor);
            for score in -HISTORY_LIMIT..=HISTORY_LIMIT {
                assert_eq!(share.of(score), score / divisor, "{score} / {divisor}");
            }
        }
    }

    #[test]
    fn points_are_numbered_row_by_row() {
        let points = crate::coord::Size::new(MAX_SIDE, MAX_SIDE).unwrap().points();
        let numbers: Vec<usize> = points.map(|of| point(Square::of(of))).collect();
        assert_eq!(numbers, (0..POINTS).collect::<Vec<_>>());
    }

    #[test]
    fn replies_are_learned_by_what_they_answer() {
        let [a, b, c, d] = [200, 300, 400, 500].map(Square::from_index);
        let mut history = History::new();
        history.learn(Color::White, a, Some(c), &[b], 512);
        let score = |color, previous, square| history.reply_score(color, previous, square);
        assert!(score(Color::White, Some(c), a) > 0 && score(Color::White, Some(c), b) < 0);
        assert!(history.score(Color::White, a) > 0 && history.score(Color::White, b) < 0);
        for other in [Some(d), None] {
            assert_eq!([a, b].map(|square| score(Color::White, other, square)), [0, 0]);
        }
        assert_eq!(score(Color::Black, Some(c), a), 0);
    }

    #[test]
    fn replies_that_refuted_come_earlier() {
        let board = board_after("h8i9g7h9i7j9");
        let moves = board.candidates();
        let previous = Square::of(crate::coord::parse_points("j9").unwrap()[0]);
        let last = LastMoves { enemy: Some(previous), own: None };
        let hints = Hints { table: None, killers: [None; 2], last };
        let mut history = History::new();
        let weights = OrderWeights::new(&Params::default());
        let order = |history: &History| {
            let (mut stack, mut picker) = (Vec::new(), Picker::new(moves, hints, &[]));
            iter::from_fn(|| picker.next(&board, history, &weights, &mut stack)).collect::<Vec<_>>()
        };
        let (worst, other) = (*order(&history).last().unwrap(), Square::from_index(200));
        (0..50).for_each(|_| history.learn(board.side(), worst, Some(previous), &[], 1024));
        let rank = |history: &History| order(history).iter().position(|&square| square == worst);
        let taught = rank(&history);
        let mut elsewhere = History::new();
        (0..50).for_each(|_| elsewhere.learn(board.side(), worst, Some(other), &[], 1024));
        assert!(taught < rank(&elsewhere), "{taught:?}");
    }

    #[test]
    fn surprisals_are_those_of_probabilities() {
        let board = board_after("h8i9g7h9i7j9");
        let moves = board.candidates();
        let table = moves.iter().next();
        let hints = Hints { table, killers: [None; 2], last: LastMoves::default() };
        let (history, mut stack) = (History::new(), Vec::new());
        let weights = OrderWeights::new(&Params::default());
        let mut picker = Picker::new(moves, hints, &stack);
        assert_eq!(picker.next(&board, &history, &weights, &mut stack), table);
        assert_eq!(table.map(|square| picker.surprisal(&board, square)), Some(0));
        let mut surprisals = Vec::new();
        while let Some(square) = picker.next(&board, &history, &weights, &mut stack) {
            surprisals.push((picker.surprisal(&board, square), board.order_score(square)));
        }
        assert_eq!(surprisals.len() + 1, moves.iter().count());
        let probability = |surprisal: i32| (-f64::from(surprisal) / f64::from(ORDER_SCALE)).exp();
        let sum: f64 = surprisals.iter().map(|&(surprisal, _)| probability(surprisal)).sum();
        assert!((0.97..=1.02).contains(&sum), "{sum}");
        assert!(surprisals.windows(2).all(|pair| pair[0].0 + pair[0].1 == pair[1].0 + pair[1].1));
    }
}
