//! The inputs of the evaluation, and their mapping to parameters: symmetric patterns share one; mobility and
//! the stage of the game have their own.

use std::sync::LazyLock;

use super::features::Features;
use super::rows::Tying;
use super::shape::{self, INSTANCES};
use crate::othello::rules::board::Board;

/// Plies in a stage.
pub const STAGE_PLIES: usize = 4;
/// Number of stages; the last one also has the full board.
pub const STAGES: usize = 15;
/// Distinct numbers of legal moves; there are never more than 33.
pub const MOVES: usize = 34;

/// Which patterns share a parameter of a table, or a row of the network.
pub static TYING: LazyLock<Tying> = LazyLock::new(Tying::find);

/// Number of parameters of a stage other than those of patterns.
pub const OTHER_PARAMETERS: usize = 2 * MOVES + STAGE_PLIES + 1;

/// Number of parameters of a stage.
pub fn parameter_count() -> usize {
    TYING.count + OTHER_PARAMETERS
}

/// The inputs of the evaluation.
#[derive(Clone, Copy, Debug)]
pub struct EvalInput<'a> {
    pub patterns: &'a [u16; INSTANCES],
    pub empties: u32,
    /// Legal moves of the side to move.
    pub own_moves: u32,
    /// Legal moves that the opponent would have if it were to move.
    pub other_moves: u32,
}

impl<'a> EvalInput<'a> {
    /// The inputs for `board`, which has these `features`.
    pub fn of(board: Board, features: &'a Features) -> EvalInput<'a> {
        EvalInput {
            patterns: features.patterns(),
            empties: board.empty_count(),
            own_moves: board.legal_moves().count_ones(),
            other_moves: board.pass().legal_moves().count_ones(),
        }
    }

    /// The stage it belongs to and the ply within it.
    #[inline]
    pub fn stage(&self) -> (usize, usize) {
        let ply = 60usize.saturating_sub(self.empties as usize);
        let stage = (ply / STAGE_PLIES).min(STAGES - 1);
        (stage, ply - stage * STAGE_PLIES)
    }

    /// The indices of its parameters, those of patterns first, in any order.
    pub fn parameters(&self) -> impl Iterator<Item = usize> + '_ {
        let count = TYING.count;
        let others = [
            count + (self.own_moves as usize).min(MOVES - 1),
            count + MOVES + (self.other_moves as usize).min(MOVES - 1),
            count + 2 * MOVES + self.stage().1,
        ];
        self.tied_patterns().chain(others)
    }

    /// The shared parameter of each of its patterns, one for each instance.
    pub fn tied_patterns(&self) -> impl Iterator<Item = usize> + '_ {
        let tied = |(&offset, &pattern): (&u32, &u16)| {
            TYING.parameter_of[offset as usize + usize::from(pattern)] as usize
        };
        shape::OFFSETS.iter().zip(self.patterns).map(tied)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_have_four_plies_and_the_last_one_more() {
        let features = Features::of(Board::START);
        let stage =
            |empties| EvalInput { empties, ..EvalInput::of(Board::START, &features) }.stage();
        assert_eq!(
            [60, 57, 56, 5, 4, 1, 0].map(stage).map(|(stage, _)| stage),
            [0, 0, 1, 13, 14, 14, 14]
        );
        assert_eq!([60, 57, 56, 0].map(stage).map(|(_, ply)| ply), [0, 3, 0, 4]);
    }
}
