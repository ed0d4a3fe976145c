//! The pattern on every instance of every shape, updated with each move.
//!
//! Invariant: both views equal those of [`Features::of`] for the same board, which tests use as the
//! oracle. One view has the side to move as owner, the other the opponent, so that a move needs only
//! additions and the views change places.

use super::shape::{self, INSTANCES};
use crate::othello::rules::board::Board;
use crate::othello::rules::square::Squares;

/// Numbers in a view: the instances, padded to whole vectors.
const LANES: usize = 64;

type View = [u16; LANES];

/// Contribution of an own disc on a square to the patterns. An opponent's disc contributes twice as much.
static DISC: [View; 64] = discs();

const fn discs() -> [View; 64] {
    let mut discs = [[0; LANES]; 64];
    let mut lane = 0;
    while lane < INSTANCES {
        let squares = shape::ALL[lane].squares();
        let (mut at, mut power) = (0, 1u16);
        while at < squares.len() {
            discs[squares[at] as usize][lane] = power;
            power = power.wrapping_mul(3);
            at += 1;
        }
        lane += 1;
    }
    discs
}

/// The patterns of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Features {
    /// From the view of the side to move.
    own: View,
    /// From the view of the opponent.
    other: View,
}

impl Features {
    /// The patterns of `board`.
    pub fn of(board: Board) -> Features {
        let (player, opponent) = (sum(board.player), sum(board.opponent));
        let view = |one: &View, two: &View| std::array::from_fn(|i| one[i] + 2 * two[i]);
        Features { own: view(&player, &opponent), other: view(&opponent, &player) }
    }

    /// The patterns after a disc on `square` has flipped `flipped`.
    #[inline]
    pub fn after(&self, square: u8, flipped: u64) -> Features {
        let placed = &DISC[usize::from(square & 63)];
        let turned = sum(flipped);
        // A flipped disc becomes a 1 for the side that plays and a 2 for the side to move next.
        let mut next = *self;
        for i in 0..LANES {
            next.own[i] = self.other[i].wrapping_add(turned[i]).wrapping_add(2 * placed[i]);
            next.other[i] = self.own[i].wrapping_sub(turned[i]).wrapping_add(placed[i]);
        }
        next
    }

    /// The view of the side to move in [`Features::after`], without the other view.
    #[inline]
    pub fn patterns_after(&self, square: u8, flipped: u64) -> Patterns {
        let placed = &DISC[usize::from(square & 63)];
        let turned = sum(flipped);
        Patterns(std::array::from_fn(|i| {
            self.other[i].wrapping_add(turned[i]).wrapping_add(2 * placed[i])
        }))
    }

    /// The patterns when the other side is to move.
    #[inline]
    pub fn pass(&self) -> Features {
        Features { own: self.other, other: self.own }
    }

    /// The patterns of the side to move, one for each instance of [`shape::ALL`].
    #[inline]
    pub fn patterns(&self) -> &[u16; INSTANCES] {
        self.own.first_chunk().expect("there are more lanes than instances")
    }
}

/// The patterns as one side sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Patterns(View);

impl Patterns {
    /// One for each instance of [`shape::ALL`].
    #[inline]
    pub fn all(&self) -> &[u16; INSTANCES] {
        self.0.first_chunk().expect("there are more lanes than instances")
    }
}

/// The sum of own discs on the squares of `set`.
#[inline]
fn sum(set: u64) -> View {
    let mut sum = [0; LANES];
    for square in Squares(set) {
        let disc = &DISC[usize::from(square & 63)];
        for i in 0..LANES {
            sum[i] += disc[i];
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_patterns_equal_those_made_afresh() {
        let mut random = fastrand::Rng::with_seed(2);
        for _ in 0..200 {
            let mut board = Board::START;
            let mut features = Features::of(board);
            while !board.is_over() {
                let moves: Vec<u8> = Squares(board.legal_moves()).collect();
                if moves.is_empty() {
                    (board, features) = (board.pass(), features.pass());
                    assert_eq!(features, Features::of(board));
                    continue;
                }
                let square = moves[random.usize(..moves.len())];
                let flipped = board.flips(square);
                let patterns = features.patterns_after(square, flipped);
                assert_eq!(patterns.all(), features.after(square, flipped).patterns());
                features = features.after(square, flipped);
                board = board.after(square, flipped);
                assert_eq!(features, Features::of(board));
            }
        }
    }

    #[test]
    fn patterns_are_numbers_in_base_three() {
        let board = Board { player: 1 << 1, opponent: 1 << 2 | 1 << 9 };
        let features = Features::of(board);
        // The first instance is the edge a1 to h1 with b2 and g2.
        assert_eq!(features.patterns()[0], 3 + 2 * 9 + 2 * 6561);
        assert_eq!(features.pass().patterns()[0], 2 * 3 + 9 + 6561);
        let full = Features::of(Board { player: 0, opponent: !0 });
        for (one, &pattern) in shape::ALL.iter().zip(full.patterns()) {
            assert_eq!(usize::from(pattern) + 1, shape::pattern_count(one.shape));
        }
    }
}
