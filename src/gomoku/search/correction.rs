//! How far searches found the static evaluation to be off, by what positions have in common.
//!
//! The evaluation judges a position by itself. Where searches near it keep coming to more, or to less,
//! it will be off in the next such position, too: each trait of a position has a running error, and
//! their sum corrects the evaluation.

use super::value::{Depth, EVAL_LIMIT, PLY, Value};
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::order_scores::LastMoves;
use crate::gomoku::eval::profile::PROFILES;
use crate::gomoku::rules::grid::{CELLS, Square};

/// Limit of a running error.
const LIMIT: i32 = 1024;
/// Units of a running error that are worth one of evaluation.
const UNIT: i32 = 12;
/// What is learned: the error times the depth in plies, divided by this.
const SLOWNESS: i32 = 8;
/// Most that a single search teaches.
const LESSON_LIMIT: i32 = LIMIT / 4;
/// Running errors of pairs of moves, which share them by a hash.
const PAIRS: usize = 1 << 14;

/// What a position has in common with others that are misjudged alike: the last move, the last two
/// together, and the threats on the board; each with the side to move, as a place among the errors.
#[derive(Clone, Copy)]
pub(super) struct Traits {
    last: usize,
    pair: usize,
    threats: usize,
}

impl Traits {
    /// Those of the position on `board` after `moves`.
    pub fn of(board: &Board, moves: LastMoves) -> Traits {
        let side = board.side().index();
        let place = |square: Option<Square>| square.map_or(0, Square::index);
        let (last, before) = (place(moves.enemy), place(moves.own));
        let hash = ((last * CELLS + before) as u32).wrapping_mul(0x9E37_79B1);
        Traits {
            last: side * CELLS + last,
            pair: side * PAIRS + (hash >> 18) as usize % PAIRS,
            threats: side * PROFILES + board.profile().index(),
        }
    }
}

/// Running errors of the evaluation by trait.
pub(super) struct Corrections {
    last: Box<[i16]>,
    pair: Box<[i16]>,
    threats: Box<[i16]>,
}

impl Corrections {
    /// Nothing learned.
    pub fn new() -> Corrections {
        let errors = |traits: usize| vec![0; 2 * traits].into_boxed_slice();
        Corrections { last: errors(CELLS), pair: errors(PAIRS), threats: errors(PROFILES) }
    }

    /// `evaluation` of a position with these traits, corrected.
    pub fn correct(&self, evaluation: Value, traits: Traits) -> Value {
        let errors = [self.last[traits.last], self.pair[traits.pair], self.threats[traits.threats]];
        let sum: i32 = errors.into_iter().map(i32::from).sum();
        (evaluation + sum / UNIT).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// A search to `depth` came to `error` more than the corrected evaluation.
    pub fn learn(&mut self, traits: Traits, error: Value, depth: Depth) {
        let lesson = (error * (depth / PLY) / SLOWNESS).clamp(-LESSON_LIMIT, LESSON_LIMIT);
        let Traits { last, pair, threats } = traits;
        for running in [&mut self.last[last], &mut self.pair[pair], &mut self.threats[threats]] {
            let old = i32::from(*running);
            *running = (old + lesson - old * lesson.abs() / LIMIT) as i16;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::search::worker::tests::board_after;

    #[test]
    fn an_error_that_repeats_is_corrected_and_no_more_than_that() {
        let board = board_after("h8i9");
        let moves = |enemy, own| LastMoves { enemy: Some(enemy), own: Some(own) };
        let [a, b, c] = [100, 200, 300].map(Square::from_index);
        let traits = Traits::of(&board, moves(a, b));
        let mut corrections = Corrections::new();
        assert_eq!(corrections.correct(50, traits), 50);
        for _ in 0..500 {
            let error = 90 - corrections.correct(50, traits);
            corrections.learn(traits, error, 4 * PLY);
        }
        assert!((85..=95).contains(&corrections.correct(50, traits)));
        let other = Traits::of(&board, moves(c, b));
        let shared = corrections.correct(50, other);
        assert!((51..85).contains(&shared), "the threats are the same: {shared}");
        let turned = Traits::of(&board_after("h8"), moves(a, b));
        assert_eq!(corrections.correct(50, turned), 50, "the other side learned nothing");
    }

    #[test]
    fn errors_stay_within_their_limits() {
        let traits = Traits::of(&board_after("h8"), LastMoves::default());
        let mut corrections = Corrections::new();
        for _ in 0..200 {
            corrections.learn(traits, -2 * EVAL_LIMIT, 100 * PLY);
        }
        assert_eq!(corrections.correct(0, traits), -3 * LIMIT / UNIT);
        assert_eq!(corrections.correct(-EVAL_LIMIT, traits), -EVAL_LIMIT);
    }
}
