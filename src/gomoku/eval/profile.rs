//! The threat profile of a position: what both sides can make with their next stone, as a small number.
//!
//! It depends only on which threat classes have a point at all. It leaves out an own five or open four
//! and an enemy five, because positions with those are never evaluated.

use super::threat::Threat;
use super::threat::ThreatSets;
use crate::color::Color;

/// Number of profiles.
pub const PROFILES: usize = 512;
/// Number of traits: the levels of all parts of a profile.
pub const TRAITS: usize = 18;

/// The best four short of an open four that a side can make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum FourLevel {
    None = 0,
    /// A four and nothing else. In renju [`Threat::SuspectFour`], which may be a foul, counts as this.
    Four = 1,
    /// A four that also makes a closed three or an open two.
    FourPlus = 2,
    /// A four that also makes an open three.
    FourThree = 3,
}

/// The best open three without a four that a side can make. [`Threat::Suspect`] does not count: it is usually a foul.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum ThreeLevel {
    None = 0,
    /// An open three and nothing else.
    Three = 1,
    /// An open three that also makes a closed three or an open two.
    ThreePlus = 2,
    /// Two open threes.
    DoubleThree = 3,
}

/// A threat profile, from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Profile {
    pub own_four: FourLevel,
    pub own_three: ThreeLevel,
    pub enemy_open_four: bool,
    pub enemy_four: FourLevel,
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

    /// The number of the profile, below [`PROFILES`].
    #[inline]
    pub const fn index(self) -> usize {
        self.own_four as usize
            | (self.own_three as usize) << 2
            | (self.enemy_open_four as usize) << 4
            | (self.enemy_four as usize) << 5
            | (self.enemy_three as usize) << 7
    }

    /// The indices of its traits, below [`TRAITS`]: the level of each part.
    #[inline]
    pub const fn traits(self) -> [usize; 5] {
        [
            self.own_four as usize,
            4 + self.own_three as usize,
            8 + self.enemy_four as usize,
            12 + self.enemy_three as usize,
            16 + self.enemy_open_four as usize,
        ]
    }

    /// The profile with number `index`; bits above the lowest nine are ignored.
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
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn numbers_and_profiles_correspond() {
        for index in 0..PROFILES {
            assert_eq!(Profile::from_index(index).index(), index);
        }
    }

    #[test]
    fn profiles_differ_by_their_traits() {
        let all: HashSet<_> = (0..PROFILES).map(|i| Profile::from_index(i).traits()).collect();
        let traits: HashSet<_> = all.iter().flatten().copied().collect();
        assert_eq!((all.len(), traits), (PROFILES, (0..TRAITS).collect()));
    }
}
