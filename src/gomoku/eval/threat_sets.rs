//! The empty points by colour and threat class.
//!
//! Sets are kept only of the strong classes: most changes are between the weak ones, so leaving those
//! out makes moves cheaper. Each set has a count, because most callers only ask whether it is empty.

use super::square_set::SquareSet;
use super::threat::{THREATS, Threat};
use crate::color::Color;
use crate::gomoku::rules::grid::Square;

/// The classes with a four.
const FOURS: [Threat; 5] =
    [Threat::Four, Threat::FourPlus, Threat::FourThree, Threat::OpenFour, Threat::SuspectFour];

/// Index of the set of a class; 0 if none is kept. The classes that win, threaten to win or make a four
/// have sets.
#[inline]
pub(super) const fn set_index(threat: Threat) -> usize {
    match threat {
        Threat::SuspectFour
        | Threat::Three
        | Threat::ThreePlus
        | Threat::DoubleThree
        | Threat::Four
        | Threat::FourPlus
        | Threat::FourThree
        | Threat::OpenFour
        | Threat::Five => threat as usize,
        _ => 0,
    }
}

/// The sets. Index 0 collects all classes without a set and is never read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ThreatSets {
    sets: [[SquareSet; THREATS]; 2],
    counts: [[u16; THREATS]; 2],
}

impl ThreatSets {
    pub const EMPTY: ThreatSets =
        ThreatSets { sets: [[SquareSet::EMPTY; THREATS]; 2], counts: [[0; THREATS]; 2] };

    #[inline]
    pub fn of(&self, color: Color, threat: Threat) -> &SquareSet {
        assert!(set_index(threat) != 0, "no set is kept of this class");
        &self.sets[color.index()][threat as usize]
    }

    #[inline]
    pub fn has(&self, color: Color, threat: Threat) -> bool {
        assert!(set_index(threat) != 0, "no set is kept of this class");
        self.counts[color.index()][threat as usize] != 0
    }

    /// Whether some point makes a four.
    #[inline]
    pub fn has_four(&self, color: Color) -> bool {
        FOURS.iter().fold(0, |all, &four| all | self.counts[color.index()][four as usize]) != 0
    }

    /// The points that make a four.
    #[inline]
    pub fn fours(&self, color: Color) -> SquareSet {
        let nonempty = FOURS.iter().filter(|&&four| self.has(color, four));
        nonempty.fold(SquareSet::EMPTY, |all, &four| all | *self.of(color, four))
    }

    /// Moves `square` from the sets `before` to the sets `after`, each a pair of indices: Black's in the
    /// low half, White's in the high half. Branch-free, because the branches would be unpredictable.
    #[inline]
    pub fn reclassify(&mut self, square: Square, before: u8, after: u8) {
        for c in 0..2 {
            let [before, after] = [before, after].map(|both| usize::from(both >> (4 * c) & 15));
            let (sets, counts) = (&mut self.sets[c], &mut self.counts[c]);
            sets[before].toggle(square);
            sets[after].toggle(square);
            counts[before] = counts[before].wrapping_sub(1);
            counts[after] = counts[after].wrapping_add(1);
        }
    }
}
