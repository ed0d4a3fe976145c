//! How promising the moves of a position look before anything is searched: the model that the ordering
//! weights are fitted to.
//!
//! The scores are calibrated: a move is the best of its position with a probability proportional to
//! e^(score / [`NAT`]).

use super::board::Board;
use super::place;
use super::tables::OrderTables;
use crate::gomoku::rules::grid::Square;

/// Ordering score that is worth a factor of e in probability, as in [`crate::gomoku::train::policy`].
pub const NAT: i32 = 64;

/// Fixed point of [`FADING`].
const ONE: u64 = 1 << 16;

/// e^(-i / [`NAT`]) in parts of [`ONE`], by integers alone so that every machine has the same.
const FADING: [u64; 8 * NAT as usize] = {
    /// e^(-1 / 64) in parts of 2^32.
    const STEP: u64 = 4_228_380_000;
    let mut fading = [0; 8 * NAT as usize];
    let (mut power, mut i) = (ONE << 16, 0);
    while i < fading.len() {
        fading[i] = power >> 16;
        power = (power * STEP) >> 32;
        i += 1;
    }
    fading
};

/// [`NAT`] times the logarithm of the sum of e^(score / [`NAT`]), rounded up: the distance of a score
/// below it is minus the logarithm of the probability of that move. Exact to one for a few hundred
/// scores; without any it is 0.
pub fn log_total(scores: impl Iterator<Item = i32> + Clone) -> i32 {
    let Some(greatest) = scores.clone().max() else {
        return 0;
    };
    let fade = |below: i32| FADING.get(below as usize).copied().unwrap_or(0);
    let total: u64 = scores.map(|score| fade(greatest - score)).sum();
    greatest + FADING.partition_point(|&fading| fading * total > ONE * ONE) as i32
}

/// The last moves before a position, those that are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastMoves {
    /// The opponent's.
    pub enemy: Option<Square>,
    /// The own one before that.
    pub own: Option<Square>,
}

/// Ordering scores of the moves of one position.
pub struct Promises<'a> {
    board: &'a Board,
    tables: OrderTables<'a>,
    /// Each last move with the scores of the places around it.
    lasts: [Option<(Square, &'a place::ByDifference<i16>)>; 2],
}

impl<'a> Promises<'a> {
    /// Of the side to move on `board`, after `last` moves.
    pub fn new(board: &'a Board, last: LastMoves) -> Promises<'a> {
        let tables = board.order_tables();
        let [to_enemy, to_own] = tables.places;
        let lasts = [(last.enemy, to_enemy), (last.own, to_own)]
            .map(|(last, worths)| last.map(|last| (last, worths)));
        Promises { board, tables, lasts }
    }

    /// Ordering score of a move to the empty point `square`.
    #[inline]
    pub fn of(&self, square: Square) -> i32 {
        let (me, enemy) = (self.board.side(), !self.board.side());
        let codes = self.board.codes(square);
        let [own, other] = [me, enemy].map(|color| usize::from(codes[color.index()]));
        let mut score = i32::from(self.tables.attack[own]) + i32::from(self.tables.defend[other]);
        for (last, worths) in self.lasts.iter().flatten() {
            score += i32::from(worths[place::difference(square, *last)]);
        }
        score
    }
}

impl Board {
    /// Ordering score of a move to the empty point `square`, the last moves left out.
    pub(in crate::gomoku) fn order_score(&self, square: Square) -> i32 {
        Promises::new(self, LastMoves::default()).of(square)
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
            let nats = f64::from(NAT);
            let sum: f64 = scores.iter().map(|&score| (f64::from(score) / nats).exp()).sum();
            let error = f64::from(log_total(scores.iter().copied())) - sum.ln() * nats;
            assert!((-1.0..=1.5).contains(&error), "{error}: {scores:?}");
        }
        assert_eq!(log_total([].into_iter()), 0);
        assert_eq!(log_total([-30_000].into_iter()), -30_000);
        assert_eq!(log_total([30_000, -30_000].into_iter()), 30_000);
    }
}
