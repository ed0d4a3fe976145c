//! Correction history: the errors of the static evaluation that searches found, by traits that positions share.
//!
//! If searches of such positions keep returning more than the evaluation, or less, the evaluation of the next one
//! probably has the same error. Each trait has a running error; the sum over a position's traits corrects its
//! evaluation.

use super::value::{EVAL_LIMIT, Value};
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::order_scores::LastMoves;
use crate::gomoku::eval::profile::PROFILES;
use crate::gomoku::rules::grid::{CELLS, Square};

/// Limit of a running error. Not a parameter: `correction_unit` scales it.
const LIMIT: i32 = 1024;
/// Number of running errors of pairs of moves. Pairs with the same hash share one. Not a parameter: it is the size of a
/// table.
const PAIRS: usize = 1 << 14;

/// Traits shared by positions with similar errors: the last move, the last two moves, and the threats on
/// the board. Each is an index into the errors and includes the side to move.
#[derive(Clone, Copy)]
pub(super) struct Traits {
    last: usize,
    pair: usize,
    threats: usize,
}

impl Traits {
    /// The traits of the position on `board` after `moves`.
    pub fn of(board: &Board, moves: LastMoves) -> Traits {
        let side = board.side().index();
        let index = |square: Option<Square>| square.map_or(0, Square::index);
        let (last, before) = (index(moves.enemy), index(moves.own));
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
    pub fn new() -> Corrections {
        let errors = |traits: usize| vec![0; 2 * traits].into_boxed_slice();
        Corrections { last: errors(CELLS), pair: errors(PAIRS), threats: errors(PROFILES) }
    }

    /// The corrected `evaluation` of a position with these traits; an error of `unit` is worth one.
    pub fn correct(&self, evaluation: Value, traits: Traits, unit: i32) -> Value {
        let errors = [self.last[traits.last], self.pair[traits.pair], self.threats[traits.threats]];
        let sum: i32 = errors.into_iter().map(i32::from).sum();
        (evaluation + sum / unit).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// Moves the running errors by about `lesson`, which is within ±[`LIMIT`].
    pub fn learn(&mut self, traits: Traits, lesson: i32) {
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
    use crate::gomoku::search::params::Params;
    use crate::gomoku::search::value::PLY;
    use crate::gomoku::search::worker::tests::board_after;

    #[test]
    fn an_error_that_repeats_is_corrected_and_no_more_than_that() {
        let board = board_after("h8i9");
        let moves = |enemy, own| LastMoves { enemy: Some(enemy), own: Some(own) };
        let [a, b, c] = [100, 200, 300].map(Square::from_index);
        let traits = Traits::of(&board, moves(a, b));
        let (params, mut corrections) = (Params::default(), Corrections::new());
        let correct = |corrections: &Corrections, traits| {
            corrections.correct(50, traits, params.correction_unit)
        };
        assert_eq!(correct(&corrections, traits), 50);
        for _ in 0..500 {
            let error = 90 - correct(&corrections, traits);
            corrections.learn(traits, params.correction(error, 4 * PLY));
        }
        assert!((85..=95).contains(&correct(&corrections, traits)));
        let other = Traits::of(&board, moves(c, b));
        let shared = correct(&corrections, other);
        assert!((51..85).contains(&shared), "the threats are the same: {shared}");
        let turned = Traits::of(&board_after("h8"), moves(a, b));
        assert_eq!(correct(&corrections, turned), 50, "the other side learned nothing");
    }

    #[test]
    fn errors_stay_within_their_limits() {
        let traits = Traits::of(&board_after("h8"), LastMoves::default());
        let (params, mut corrections) = (Params::default(), Corrections::new());
        for _ in 0..200 {
            corrections.learn(traits, params.correction(-2 * EVAL_LIMIT, 100 * PLY));
        }
        assert_eq!(corrections.correct(0, traits, 12), -3 * LIMIT / 12);
        assert_eq!(corrections.correct(-EVAL_LIMIT, traits, 12), -EVAL_LIMIT);
    }
}
