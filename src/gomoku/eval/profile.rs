//! What both sides threaten, as one small number: the threat profile of a position.
//!
//! It asks only which classes have a point at all. An own five or open four, and an enemy five, are
//! not part of it: positions with those need no evaluation.

use super::threat::Threat;
use super::threat_sets::ThreatSets;
use crate::color::Color;

/// Number of profiles.
pub const PROFILES: usize = 512;

/// The best four without an open four that a side can make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum FourLevel {
    /// None.
    None = 0,
    /// A four and nothing else. In renju a point of [`Threat::SuspectFour`], which Black may well be
    /// forbidden, counts as no more than this.
    Four = 1,
    /// A four that also makes a closed three or an open two.
    FourPlus = 2,
    /// A four that also makes an open three.
    FourThree = 3,
}

/// The best open three without a four that a side can make. A point of [`Threat::Suspect`] is none:
/// most often Black is forbidden to play there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum ThreeLevel {
    /// None.
    None = 0,
    /// An open three and nothing else.
    Three = 1,
    /// An open three that also makes a closed three or an open two.
    ThreePlus = 2,
    /// Two open threes.
    DoubleThree = 3,
}

/// What the sides can make with their next stone, seen from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Best four of the side to move.
    pub own_four: FourLevel,
    /// Best three of the side to move.
    pub own_three: ThreeLevel,
    /// Whether the opponent can make an open four.
    pub enemy_open_four: bool,
    /// The opponent's best four.
    pub enemy_four: FourLevel,
    /// The opponent's best three.
    pub enemy_three: ThreeLevel,
}

impl Profile {
    /// The profile of a position with `me` to move, from its points by threat class.
    #[inline]
    pub(super) fn of(sets: &ThreatSets, me: Color) -> Profile {
        Profile {
            own_four: four_level(sets, me),
            own_three: three_level(sets, me),
            enemy_open_four: sets.has(!me, Threat::OpenFour),
            enemy_four: four_level(sets, !me),
            enemy_three: three_level(sets, !me),
        }
    }

    /// Its number below [`PROFILES`].
    #[inline]
    pub const fn index(self) -> usize {
        self.own_four as usize
            | (self.own_three as usize) << 2
            | (self.enemy_open_four as usize) << 4
            | (self.enemy_four as usize) << 5
            | (self.enemy_three as usize) << 7
    }

    /// The profile whose number is `index`, of which only the lowest nine bits count.
    pub const fn from_index(index: usize) -> Profile {
        const FOURS: [FourLevel; 4] =
            [FourLevel::None, FourLevel::Four, FourLevel::FourPlus, FourLevel::FourThree];
        const THREES: [ThreeLevel; 4] =
            [ThreeLevel::None, ThreeLevel::Three, ThreeLevel::ThreePlus, ThreeLevel::DoubleThree];
        Profile {
            own_four: FOURS[index & 3],
            own_three: THREES[index >> 2 & 3],
            enemy_open_four: index >> 4 & 1 == 1,
            enemy_four: FOURS[index >> 5 & 3],
            enemy_three: THREES[index >> 7 & 3],
        }
    }
}

#[inline]
fn four_level(sets: &ThreatSets, color: Color) -> FourLevel {
    let has = |threat| sets.has(color, threat);
    if has(Threat::FourThree) {
        FourLevel::FourThree
    } else if has(Threat::FourPlus) {
        FourLevel::FourPlus
    } else if has(Threat::Four) || has(Threat::SuspectFour) {
        FourLevel::Four
    } else {
        FourLevel::None
    }
}

#[inline]
fn three_level(sets: &ThreatSets, color: Color) -> ThreeLevel {
    let has = |threat| sets.has(color, threat);
    if has(Threat::DoubleThree) {
        ThreeLevel::DoubleThree
    } else if has(Threat::ThreePlus) {
        ThreeLevel::ThreePlus
    } else if has(Threat::Three) {
        ThreeLevel::Three
    } else {
        ThreeLevel::None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_a_profile_of_its_own() {
        for index in 0..PROFILES {
            assert_eq!(Profile::from_index(index).index(), index);
        }
    }
}
