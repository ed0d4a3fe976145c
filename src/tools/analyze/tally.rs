//! Statistics about the moves of a side.

use std::fmt;
use std::ops::AddAssign;

use super::judge::Judgement;

/// A move that loses less than this, in 1/100 disc, is accurate. Final scores are even, so a solved move
/// is accurate only if it loses nothing.
const ACCURATE: i32 = 100;

/// Moves and their losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Moves with an alternative.
    pub moves: u32,
    /// Their total loss in 1/100 disc.
    pub lost: i64,
    /// How many of them lost less than a disc.
    pub accurate: u32,
}

impl Tally {
    /// Counts a ply, unless it was forced: a pass or the only legal move.
    pub fn add(&mut self, judgement: &Judgement) {
        if judgement.choices > 1 {
            self.moves += 1;
            self.lost += i64::from(judgement.loss());
            self.accurate += u32::from(judgement.loss() < ACCURATE);
        }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.moves += other.moves;
        self.lost += other.lost;
        self.accurate += other.accurate;
    }
}

impl fmt::Display for Tally {
    /// Moves, mean loss in discs and accurate moves in per cent, separated by tabs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.moves == 0 {
            return f.write_str("0\t-\t-");
        }
        let moves = f64::from(self.moves);
        let mean = self.lost as f64 / 100.0 / moves;
        let accuracy = 100.0 * f64::from(self.accurate) / moves;
        write!(f, "{}\t{mean:.2}\t{accuracy:.1}", self.moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Color;
    use crate::coord::Move;
    use crate::tools::analyze::judge::Value;

    fn judgement(choices: usize, loss: i32) -> Judgement {
        let value = |hundredths| (Move::Pass, Value { hundredths, is_exact: false });
        let (played, best) = (value(500 - loss), value(500));
        Judgement { side: Color::Black, choices, played, best, depth: 5 }
    }

    #[test]
    fn only_moves_with_a_choice_count_and_a_disc_is_too_much() {
        let mut tally = Tally::default();
        assert_eq!(tally.to_string(), "0\t-\t-");
        for (choices, loss) in [(1, 0), (2, 0), (3, 99), (2, 100), (1, 700)] {
            tally.add(&judgement(choices, loss));
        }
        assert_eq!(tally, Tally { moves: 3, lost: 199, accurate: 2 });
        assert_eq!(tally.to_string(), "3\t0.66\t66.7");
        tally += tally;
        assert_eq!(tally, Tally { moves: 6, lost: 398, accurate: 4 });
    }
}
