//! Which moves to try first: what past cut-offs taught, and a picker that hands moves out best
//! first.
//!
//! The numbers were tuned together with those of [`super::prune`].
//!
//! The picker knows scores and nothing of why; equal scores go by square, so that a search repeats.

use std::iter;

use crate::color::Color;
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::order_scores::{LastMoves, OrderScores, log_total};
use crate::gomoku::eval::square_set::SquareSet;
use crate::gomoku::eval::threat::Threat;
use crate::gomoku::rules::grid::{CELLS, Square};

/// Limit of a history score.
const HISTORY_LIMIT: i32 = 4096;
/// One part in so many of a history score counts in ordering, and of one as a reply.
const HISTORY_SHARE: i32 = 19;
const REPLY_SHARE: i32 = 24;
/// Most a single cut-off teaches.
const BONUS_LIMIT: i32 = 1024;
/// Advance of a move that threatens something: it is best no more often than its score says, but
/// trying it costs little.
const FORCING_BONUS: i32 = 160;
/// Advance of a move that refuted a sibling.
const KILLER_BONUS: i32 = 40;
/// Advance of a move that refuted the previous move elsewhere.
const COUNTER_BONUS: i32 = 80;

/// What cut-offs taught about moves, by colour and point, and as replies by colour, the opponent's move
/// and point.
pub(super) struct History {
    scores: [[i16; CELLS]; 2],
    replies: Box<[i16]>,
    counters: [[Option<Square>; CELLS]; 2],
}

impl History {
    /// Nothing learned.
    pub fn new() -> History {
        History {
            scores: [[0; CELLS]; 2],
            replies: vec![0; 2 * CELLS * CELLS].into_boxed_slice(),
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

    /// `best` of `color`, the reply to `previous`, refuted a position that was searched to `depth`;
    /// `tried` were searched before it in vain.
    pub fn learn(
        &mut self,
        color: Color,
        best: Square,
        previous: Option<Square>,
        tried: &[Square],
        depth: i32,
    ) {
        let bonus = (32 * depth * depth).min(BONUS_LIMIT);
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

/// Place of the reply `square` of `color` to `previous` among all replies.
fn reply(color: Color, previous: Square, square: Square) -> usize {
    (color.index() * CELLS + previous.index()) * CELLS + square.index()
}

/// Scores at a node besides the board's own.
#[derive(Clone, Copy)]
pub(super) struct Hints {
    /// Best move of an earlier search, handed out first.
    pub table: Option<Square>,
    /// Moves that refuted siblings.
    pub killers: [Option<Square>; 2],
    /// The moves that led here.
    pub last: LastMoves,
}

/// A move with its ordering score, in one number: the score above the complement of the square's
/// index, so that of equal scores the topmost leftmost is greatest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Scored(i32);

impl Scored {
    /// Beyond all scores, and so that no distance between two scores is larger.
    const ABOVE_ALL: Scored = Scored(1 << 30);

    /// `square` with `score`.
    fn new(square: Square, score: i32) -> Scored {
        Scored(score * CELLS as i32 + (CELLS - 1 - square.index()) as i32)
    }

    /// The score.
    fn score(self) -> i32 {
        self.0.div_euclid(CELLS as i32)
    }

    /// The move.
    fn square(self) -> Square {
        Square::from_index(CELLS - 1 - (self.0 & (CELLS as i32 - 1)) as usize)
    }
}

/// Hands out the moves of one node, best first. All pickers of a search share one stack of moves,
/// each owning the part above its parent's.
pub(super) struct Picker {
    table: Option<Square>,
    moves: SquareSet,
    hints: Hints,
    start: usize,
    /// The move handed out last of those that were scored; nothing before they are.
    last: Option<Scored>,
    /// Sum of the moves' scores, a table move's left out, as [`log_total`] has it; known once they
    /// are scored.
    total: i32,
}

impl Picker {
    /// A picker of `moves`. A table move among them comes first, before anything is scored.
    pub fn new(moves: SquareSet, hints: Hints, stack: &[Scored]) -> Picker {
        let table = hints.table.filter(|&square| moves.contains(square));
        Picker { table, moves, hints, start: stack.len(), last: None, total: 0 }
    }

    /// The next move.
    pub fn next(
        &mut self,
        board: &Board,
        history: &History,
        stack: &mut Vec<Scored>,
    ) -> Option<Square> {
        if let Some(square) = self.table.take() {
            self.moves.remove(square);
            return Some(square);
        }
        if self.last.is_none() {
            self.score_all(board, history, stack);
        }
        // No two are equal, so that the best of those below the last is the next: the one with the
        // least gap. For those above it the gap is too large for a score to lie below. Nothing is
        // moved or looked for, and many numbers are compared at a time.
        let next_best = self.last.unwrap_or(Scored::ABOVE_ALL).0 - 1;
        let gaps = stack[self.start..].iter().map(|scored| next_best.wrapping_sub(scored.0) as u32);
        let best = Scored(next_best.checked_sub_unsigned(gaps.min()?)?);
        self.last = Some(best);
        Some(best.square())
    }

    /// Minus the logarithm of the probability that `square`, which was handed out, is the best move, in
    /// parts of [`ORDER_SCALE`]. A table move, which comes before anything is scored, has none: 0.
    ///
    /// [`ORDER_SCALE`]: crate::gomoku::eval::weights::ORDER_SCALE
    pub fn surprisal(&self, board: &Board, square: Square) -> i32 {
        match self.last {
            Some(_) => self.total - OrderScores::new(board, self.hints.last).of(square),
            None => 0,
        }
    }

    /// Gives the picker's part of the stack back.
    pub fn release(self, stack: &mut Vec<Scored>) {
        stack.truncate(self.start);
    }

    fn score_all(&mut self, board: &Board, history: &History, stack: &mut Vec<Scored>) {
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
                + history.score(me, square) / HISTORY_SHARE
                + history.reply_score(me, previous, square) / REPLY_SHARE;
            if board.threat(me, square) >= Threat::Three {
                score += FORCING_BONUS;
            }
            if self.hints.killers.contains(&Some(square)) {
                score += KILLER_BONUS;
            }
            if counter == Some(square) {
                score += COUNTER_BONUS;
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
    fn replies_are_learned_by_what_they_answer() {
        let [a, b, c, d] = [100, 200, 300, 400].map(Square::from_index);
        let mut history = History::new();
        history.learn(Color::White, a, Some(c), &[b], 4);
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
        let order = |history: &History| {
            let (mut stack, mut picker) = (Vec::new(), Picker::new(moves, hints, &[]));
            iter::from_fn(|| picker.next(&board, history, &mut stack)).collect::<Vec<_>>()
        };
        let (worst, other) = (*order(&history).last().unwrap(), Square::from_index(100));
        (0..50).for_each(|_| history.learn(board.side(), worst, Some(previous), &[], 8));
        let rank = |history: &History| order(history).iter().position(|&square| square == worst);
        let taught = rank(&history);
        let mut elsewhere = History::new();
        (0..50).for_each(|_| elsewhere.learn(board.side(), worst, Some(other), &[], 8));
        assert!(taught < rank(&elsewhere), "{taught:?}");
    }

    #[test]
    fn surprisals_are_those_of_probabilities() {
        let board = board_after("h8i9g7h9i7j9");
        let moves = board.candidates();
        let table = moves.iter().next();
        let hints = Hints { table, killers: [None; 2], last: LastMoves::default() };
        let (history, mut stack) = (History::new(), Vec::new());
        let mut picker = Picker::new(moves, hints, &stack);
        assert_eq!(picker.next(&board, &history, &mut stack), table);
        assert_eq!(table.map(|square| picker.surprisal(&board, square)), Some(0));
        let mut surprisals = Vec::new();
        while let Some(square) = picker.next(&board, &history, &mut stack) {
            surprisals.push((picker.surprisal(&board, square), board.order_score(square)));
        }
        assert_eq!(surprisals.len() + 1, moves.iter().count());
        let probability = |surprisal: i32| (-f64::from(surprisal) / f64::from(ORDER_SCALE)).exp();
        let sum: f64 = surprisals.iter().map(|&(surprisal, _)| probability(surprisal)).sum();
        assert!((0.97..=1.02).contains(&sum), "{sum}");
        assert!(surprisals.windows(2).all(|pair| pair[0].0 + pair[0].1 == pair[1].0 + pair[1].1));
    }
}
