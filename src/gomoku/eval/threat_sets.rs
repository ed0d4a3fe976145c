//! The points of every class that the search asks for, by colour.
//!
//! Most changes of class are between the weak ones, so that leaving those out makes moves cheaper.
//! Points are counted too, because whether there are any is asked far oftener than which.

use super::squares::SquareSet;
use super::threat::{THREATS, Threat};
use crate::color::Color;
use crate::gomoku::rules::grid::Square;

/// The classes that make a four.
const FOURS: [Threat; 5] =
    [Threat::Four, Threat::FourPlus, Threat::FourThree, Threat::OpenFour, Threat::SuspectFour];

/// Number under which the points of a class are kept, 0 for a class of which no set is kept. Kept are
/// the classes that win, threaten to or make a four.
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

/// The points of every kept class. Number 0 stands for all other classes; what is kept under it means
/// nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ThreatSets {
    sets: [[SquareSet; THREATS]; 2],
    counts: [[u16; THREATS]; 2],
}

impl ThreatSets {
    /// No points.
    pub const EMPTY: ThreatSets =
        ThreatSets { sets: [[SquareSet::EMPTY; THREATS]; 2], counts: [[0; THREATS]; 2] };

    /// The points of a class.
    #[inline]
    pub fn of(&self, color: Color, threat: Threat) -> &SquareSet {
        assert!(set_index(threat) != 0, "no set is kept of this class");
        &self.sets[color.index()][threat as usize]
    }

    /// Whether there is a point of a class.
    #[inline]
    pub fn has(&self, color: Color, threat: Threat) -> bool {
        assert!(set_index(threat) != 0, "no set is kept of this class");
        self.counts[color.index()][threat as usize] != 0
    }

    /// Whether there is a point that makes a four.
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

    /// Takes `square` from the classes `before` to the classes `after`: numbers of kept classes, that
    /// for Black in the low half, that for White in the high half. Without branches, which nothing
    /// could predict.
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
