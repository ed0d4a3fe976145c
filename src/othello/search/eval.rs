//! Static evaluation: what a position is worth to the side to move, without search.
//!
//! A weighted sum of a few differences between the two sides, the weights blended between stages of
//! the game. Replaceable: the search only calls [`evaluate`].

use crate::othello::board::Board;
use crate::othello::moves::{legal_moves, potential_moves};
use crate::othello::square::{C_SQUARES, CORNERS, X_SQUARES, neighbourhood};
use crate::othello::stable::stable_count;

/// Largest value, in 1/100 disc; the smallest is its negative.
pub const LIMIT: i32 = 6400;

/// Number of features.
pub const FEATURES: usize = 18;

/// The squares by symmetry: a1, b1, c1, d1, b2, c2, d2, c3, d3 and d4 with their images.
const CLASSES: [u64; 10] = [
    CORNERS,
    C_SQUARES,
    0x2400_8100_0081_0024,
    0x1800_0081_8100_0018,
    X_SQUARES,
    0x0024_4200_0042_2400,
    0x0018_0042_4200_1800,
    0x0000_2400_0024_0000,
    0x0000_1824_2418_0000,
    0x0000_0018_1800_0000,
];

/// Empty squares between two stages.
const STAGE: u32 = 10;

/// Weights in 1/100 disc at 0, 10, 20... 50 empty squares, in the order of [`features`]: the
/// least-squares fit to the final scores of 20,000 games of the search against itself, played at
/// depth 3 after random openings and solved from 14 empty squares.
static WEIGHTS: [[i32; FEATURES]; 6] = [
    [220, 9, -116, 115, 67, -20, -26, -7, -40, -28, -10, -14, -12, -21, -1, 17, 465, -98],
    [283, 15, -101, 135, -294, -71, 226, -112, -67, -60, 22, -20, -10, -35, 16, 3, -130, -72],
    [179, 13, -11, 128, -773, -180, 550, -54, -35, -17, 39, -37, -56, 3, -34, -40, -87, -144],
    [84, 35, 26, 164, -1130, -223, 1140, 33, -52, -11, -84, -71, -97, -20, -76, -48, -67, -190],
    [
        -25, 86, 42, 313, -1534, -267, 1799, -214, 6, -40, -308, -128, -127, -44, -110, -73, -86,
        -203,
    ],
    [
        53, 8, 23, 1044, -1624, -81, 1555, -990, 77, -156, -568, -166, -147, -86, -78, -113, -149,
        -105,
    ],
];

/// The value of `board` in 1/100 disc for the side to move, within ±[`LIMIT`].
pub fn evaluate(board: Board) -> i32 {
    let empties = board.empty_count().min(STAGE * (WEIGHTS.len() as u32 - 1));
    let stage = ((empties / STAGE) as usize).min(WEIGHTS.len() - 2);
    let into = empties as i32 - stage as i32 * STAGE as i32;
    let span = STAGE as i32;
    let blend = WEIGHTS[stage].iter().zip(&WEIGHTS[stage + 1]);
    let sum: i32 = features(board)
        .iter()
        .zip(blend)
        .map(|(feature, (here, next))| feature * (here * (span - into) + next * into))
        .sum();
    (sum / span).clamp(-LIMIT, LIMIT)
}

/// What the evaluation sees. Differences are own minus other: moves, their imbalance, potential moves,
/// stable discs, discs next to an empty corner diagonally and along the edge, and the discs on each of
/// `CLASSES`. The last two are whether the number of empty squares is odd, and 1 for the right to
/// move.
pub fn features(board: Board) -> [i32; FEATURES] {
    let Board { player, opponent } = board;
    let empties = board.empties();
    let difference =
        |set: u64| (player & set).count_ones() as i32 - (opponent & set).count_ones() as i32;
    let own_moves = legal_moves(player, opponent).count_ones() as i32;
    let other_moves = legal_moves(opponent, player).count_ones() as i32;
    let own_potential = potential_moves(player, opponent).count_ones() as i32;
    let other_potential = potential_moves(opponent, player).count_ones() as i32;
    let beside_empty_corner = neighbourhood(empties & CORNERS);
    let mut features = [0; FEATURES];
    features[0] = own_moves - other_moves;
    features[1] = 32 * (own_moves - other_moves) / (own_moves + other_moves + 2);
    features[2] = own_potential - other_potential;
    features[3] = stable_count(player, opponent) as i32 - stable_count(opponent, player) as i32;
    features[4] = difference(X_SQUARES & beside_empty_corner);
    features[5] = difference(C_SQUARES & beside_empty_corner);
    for (feature, class) in features[6..16].iter_mut().zip(CLASSES) {
        *feature = difference(class);
    }
    features[16] = (empties.count_ones() & 1) as i32;
    features[17] = 1;
    features
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random_positions() -> impl Iterator<Item = Board> {
        let mut random = fastrand::Rng::with_seed(9);
        std::iter::repeat_with(move || {
            let (a, b) = (random.u64(..), random.u64(..));
            Board { player: a & b, opponent: a & !b }
        })
    }

    #[test]
    fn values_stay_in_range_and_images_are_worth_the_same() {
        for board in random_positions().take(10_000) {
            let value = evaluate(board);
            assert!((-LIMIT..=LIMIT).contains(&value));
            assert!(board.images().iter().all(|&image| evaluate(image) == value));
        }
        for board in [Board { player: !0, opponent: 0 }, Board { player: 0, opponent: 0 }] {
            assert!((-LIMIT..=LIMIT).contains(&evaluate(board)));
        }
    }

    #[test]
    fn a_corner_is_good_and_a_disc_beside_an_empty_one_is_bad() {
        let base = Board { player: 0x0000_0018_0800_0000, opponent: 0x0000_0000_1000_0000 };
        let with = |square: u64| evaluate(Board { player: base.player | square, ..base });
        assert!(with(1) > evaluate(base));
        assert!(with(1 << 9) < evaluate(base));
    }
}
