//! Ordering scores: the model that the ordering weights are fitted to.
//!
//! The scores are calibrated: a move is the best of its position with probability proportional to
//! e^(score / [`ORDER_SCALE`]).

use super::board::Board;
use super::offset;
use super::tables::OrderTables;
use super::weights::ORDER_SCALE;
use crate::gomoku::rules::grid::Square;

/// Fixed point of [`DECAY`].
const ONE: u64 = 1 << 16;

/// e^(-i / [`ORDER_SCALE`]) in parts of [`ONE`]. Integers alone make it the same on every machine.
const DECAY: [u64; 8 * ORDER_SCALE as usize] = {
    /// e^(-1 / 64) in parts of 2^32.
    const STEP: u64 = 4_228_380_000;
    let mut decay = [0; 8 * ORDER_SCALE as usize];
    let (mut power, mut i) = (ONE << 16, 0);
    while i < decay.len() {
        decay[i] = power >> 16;
        power = (power * STEP) >> 32;
        i += 1;
    }
    decay
};

/// [`ORDER_SCALE`] times the logarithm of the sum of e^(score / [`ORDER_SCALE`]), rounded up. This total minus a score
/// is the surprisal of that move: the negative logarithm of its probability. The error is at most 1 for a few hundred
/// scores. The total of no scores is 0.
pub fn log_total(scores: impl Iterator<Item = i32> + Clone) -> i32 {
    let Some(greatest) = scores.clone().max() else {
        return 0;
    };
    let decay = |below: i32| DECAY.get(below as usize).copied().unwrap_or(0);
    let total: u64 = scores.map(|score| decay(greatest - score)).sum();
    greatest + DECAY.partition_point(|&decay| decay * total > ONE * ONE) as i32
}

/// The last two moves before a position, if known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastMoves {
    /// The opponent's last move.
    pub enemy: Option<Square>,
    /// The side to move's move before that.
    pub own: Option<Square>,
}

/// Ordering scores of the moves of one position.
pub struct OrderScores<'a> {
    board: &'a Board,
    tables: OrderTables<'a>,
    /// Each of the last moves, with the scores by offset from it.
    lasts: [Option<(Square, &'a offset::ByDifference<i16>)>; 2],
}

impl<'a> OrderScores<'a> {
    /// The scores of the side to move on `board` after the moves `last`.
    pub fn new(board: &'a Board, last: LastMoves) -> OrderScores<'a> {
        let tables = board.order_tables();
        let [to_enemy, to_own] = tables.places;
        let lasts = [(last.enemy, to_enemy), (last.own, to_own)]
            .map(|(last, worths)| last.map(|last| (last, worths)));
        OrderScores { board, tables, lasts }
    }

    /// Ordering score of a move to the empty point `square`.
    #[inline]
    pub fn of(&self, square: Square) -> i32 {
        let (me, enemy) = (self.board.side(), !self.board.side());
        let codes = self.board.codes(square);
        let [own, other] = [me, enemy].map(|color| usize::from(codes[color.index()]));
        let mut score = i32::from(self.tables.attack[own]) + i32::from(self.tables.defend[other]);
        for (last, worths) in self.lasts.iter().flatten() {
            score += i32::from(worths[offset::difference(square, *last)]);
        }
        score
    }
}

impl Board {
    /// Ordering score of a move to the empty point `square`, regardless of the last moves.
    pub(in crate::gomoku) fn order_score(&self, square: Square) -> i32 {
        OrderScores::new(self, LastMoves::default()).of(square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    #[test]
    fn a_total_is_the_logarithm_of_a_sum_of_powers() {
        let mut random = Rng::with_seed(1);
        for _ in 0..1_000 {
            let scores: Vec<i32> =
                (0..random.usize(1..300)).map(|_| random.i32(-500..900)).collect();
            let nats = f64::from(ORDER_SCALE);
            let sum: f64 = scores.iter().map(|&score| (f64::from(score) / nats).exp()).sum();
            let error = f64::from(log_total(scores.iter().copied())) - sum.ln() * nats;
            assert!((-1.0..=1.5).contains(&error), "{error}: {scores:?}");
        }
        assert_eq!(log_total([].into_iter()), 0);
        assert_eq!(log_total([-30_000].into_iter()), -30_000);
        assert_eq!(log_total([30_000, -30_000].into_iter()), 30_000);
    }
}
