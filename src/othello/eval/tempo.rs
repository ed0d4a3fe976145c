//! The tempo: the value of having the move beyond the learned value, by the number of empty squares.
//!
//! The evaluation is trained on positions of games, but a search applies it at the ends of lines that both sides chose
//! by that evaluation. There it has a mean error that depends on the number of empty squares, above all on whether it is odd.
//! Uncorrected, searches of odd and of even depth differ by a disc and a half.
//! [`train`](crate::othello::train) fits the tempo to the weights it is stored with.

use super::network::EMPTIES;

/// Numbers of a tempo.
pub const TEMPOS: usize = EMPTIES;

/// Correction added to the value of a position for the side to move, in 1/100 disc, by number of empty squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tempo(pub [i16; TEMPOS]);

impl Default for Tempo {
    /// No correction, for weights without a fit.
    fn default() -> Tempo {
        Tempo([0; TEMPOS])
    }
}

impl Tempo {
    /// The correction at this number of empty squares.
    #[inline]
    pub fn of(&self, empties: u32) -> i32 {
        self.0[(empties as usize).min(TEMPOS - 1)].into()
    }

    /// The sum of both.
    pub fn plus(&self, other: &Tempo) -> Tempo {
        Tempo(std::array::from_fn(|empties| self.0[empties].saturating_add(other.0[empties])))
    }
}
