//! Threat classes and codes: what a stone makes on all four lines together; and the empty points by class.
//!
//! Four shapes in any order form one of 3060 codes. The threat class of a point and its scores
//! for move ordering are tables over codes, so training replaces numbers without touching the search.

use super::shape::{SHAPES, Shape};
use super::square_set::SquareSet;
use crate::color::Color;
use crate::gomoku::rules::grid::Square;

/// Number of multisets of four shapes.
pub const CODES: usize = 3060;

/// What a stone of one colour makes on its four lines together, from harmless to decisive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Threat {
    /// No open two and nothing better.
    Quiet = 0,
    /// Renju, Black: certainly a foul (an overline or two fours).
    Forbidden = 1,
    /// Renju, Black: two or more threes, a foul unless some of them are not real.
    Suspect = 2,
    /// Renju, Black: like [`Threat::Suspect`], but also with a four.
    SuspectFour = 3,
    /// An open two.
    Two = 4,
    /// Two or more open twos.
    DoubleTwo = 5,
    /// A closed three: one more stone makes a four.
    ClosedThree = 6,
    /// A closed three with another one or with an open two.
    ClosedThreePlus = 7,
    /// An open three: one more stone makes an open four.
    Three = 8,
    /// An open three with a closed three or an open two.
    ThreePlus = 9,
    /// Two or more open threes.
    DoubleThree = 10,
    /// A four: the opponent has to block.
    Four = 11,
    /// A four with a closed three or an open two.
    FourPlus = 12,
    /// A four with an open three.
    FourThree = 13,
    /// No single enemy stone prevents a five next.
    OpenFour = 14,
    /// A five.
    Five = 15,
}

pub const THREATS: usize = 16;

impl Threat {
    pub const ALL: [Threat; THREATS] = [
        Threat::Quiet,
        Threat::Forbidden,
        Threat::Suspect,
        Threat::SuspectFour,
        Threat::Two,
        Threat::DoubleTwo,
        Threat::ClosedThree,
        Threat::ClosedThreePlus,
        Threat::Three,
        Threat::ThreePlus,
        Threat::DoubleThree,
        Threat::Four,
        Threat::FourPlus,
        Threat::FourThree,
        Threat::OpenFour,
        Threat::Five,
    ];

    /// The class of four shapes of a colour; `has_fouls` if it has forbidden moves.
    pub fn of(shapes: [Shape; 4], has_fouls: bool) -> Threat {
        let count =
            |test: fn(Shape) -> bool| shapes.into_iter().filter(|&shape| test(shape)).count();
        let best = shapes.into_iter().max().unwrap_or(Shape::Dead);
        let fours = count(|s| matches!(s, Shape::Four | Shape::OpenFour | Shape::DoubleFour));
        let threes = count(Shape::is_three);
        let more = count(|s| s == Shape::ClosedThree) + count(Shape::is_open_two);
        if best == Shape::Five {
            return Threat::Five;
        }
        if has_fouls {
            let overline = shapes.contains(&Shape::Overline);
            match (fours, threes) {
                _ if overline || best == Shape::DoubleFour => return Threat::Forbidden,
                (2.., _) => return Threat::Forbidden,
                (1, 2..) => return Threat::SuspectFour,
                (0, 2..) => return Threat::Suspect,
                _ => {}
            }
        }
        if best >= Shape::DoubleFour || fours >= 2 {
            return Threat::OpenFour;
        }
        match (fours, threes, more) {
            (1.., 1.., _) => Threat::FourThree,
            (1.., 0, 1..) => Threat::FourPlus,
            (1.., 0, 0) => Threat::Four,
            (0, 2.., _) => Threat::DoubleThree,
            (0, 1, 1..) => Threat::ThreePlus,
            (0, 1, 0) => Threat::Three,
            (0, 0, 2..) if best == Shape::ClosedThree => Threat::ClosedThreePlus,
            (0, 0, 1..) if best == Shape::ClosedThree => Threat::ClosedThree,
            (0, 0, 2..) => Threat::DoubleTwo,
            (0, 0, 1) => Threat::Two,
            (0, 0, 0) => Threat::Quiet,
        }
    }

    /// Whether the opponent must answer at once to prevent a five.
    #[inline]
    pub fn is_four(self) -> bool {
        self >= Threat::Four || self == Threat::SuspectFour
    }

    /// Whether the point may be a foul; [`foul_at`](crate::gomoku::rules::forbidden::foul_at) decides.
    #[inline]
    pub fn is_suspect(self) -> bool {
        matches!(self, Threat::Suspect | Threat::SuspectFour)
    }
}

/// The sorted shapes of every code, and the code of every packed quadruple of shapes, four bits each in
/// any order.
pub(in crate::gomoku) fn codes() -> (Vec<[Shape; 4]>, Box<[u16]>) {
    let mut shapes = Vec::with_capacity(CODES);
    let mut code_of_sorted = vec![0u16; 1 << 16].into_boxed_slice();
    for (i, &a) in Shape::ALL.iter().enumerate() {
        for (j, &b) in Shape::ALL[..=i].iter().enumerate() {
            for (k, &c) in Shape::ALL[..=j].iter().enumerate() {
                for &d in &Shape::ALL[..=k] {
                    code_of_sorted[pack([a, b, c, d])] = shapes.len() as u16;
                    shapes.push([a, b, c, d]);
                }
            }
        }
    }
    let mut code_of = vec![0u16; 1 << 16].into_boxed_slice();
    for (packed, code) in code_of.iter_mut().enumerate() {
        let mut numbers = [0, 4, 8, 12].map(|shift| packed >> shift & 15);
        if numbers.iter().all(|&number| number < SHAPES) {
            numbers.sort_unstable_by(|a, b| b.cmp(a));
            *code = code_of_sorted[pack(numbers.map(|number| Shape::ALL[number]))];
        }
    }
    (shapes, code_of)
}

fn pack(shapes: [Shape; 4]) -> usize {
    shapes.iter().enumerate().map(|(i, &shape)| (shape as usize) << (4 * i)).sum()
}

/// The classes with a four.
const FOURS: [Threat; 5] =
    [Threat::Four, Threat::FourPlus, Threat::FourThree, Threat::OpenFour, Threat::SuspectFour];

/// The classes of points that are or may be forbidden.
const FOULS: [Threat; 3] = [Threat::Forbidden, Threat::Suspect, Threat::SuspectFour];

/// Index of the set of a class; 0 if it has none. The classes that win, threaten to win, make a four or may be fouls
/// have sets.
#[inline]
pub(super) const fn set_index(threat: Threat) -> usize {
    match threat {
        Threat::Forbidden
        | Threat::Suspect
        | Threat::SuspectFour
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

    /// The points where `color` makes this threat.
    ///
    /// # Panics
    /// The class has no set.
    #[inline]
    pub fn of(&self, color: Color, threat: Threat) -> &SquareSet {
        assert!(set_index(threat) != 0, "no set is kept of this class");
        &self.sets[color.index()][threat as usize]
    }

    /// Whether [`ThreatSets::of`] has a point. Panics likewise.
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
        self.union(color, FOURS)
    }

    /// The points that are or may be forbidden.
    #[inline]
    pub fn fouls(&self, color: Color) -> SquareSet {
        self.union(color, FOULS)
    }

    #[inline]
    fn union<const N: usize>(&self, color: Color, classes: [Threat; N]) -> SquareSet {
        let nonempty = classes.iter().filter(|&&class| self.has(color, class));
        nonempty.fold(SquareSet::EMPTY, |all, &class| all | *self.of(color, class))
    }

    /// Moves `square` from the sets with the indices `before` to those with `after`; each has one index for Black and
    /// one for White. Branch-free, because the branches would be unpredictable.
    #[inline]
    pub fn reclassify(&mut self, square: Square, before: [usize; 2], after: [usize; 2]) {
        for c in 0..2 {
            let [before, after] = [before[c], after[c]].map(|index| index % THREATS);
            let (sets, counts) = (&mut self.sets[c], &mut self.counts[c]);
            sets[before].toggle(square);
            sets[after].toggle(square);
            counts[before] = counts[before].wrapping_sub(1);
            counts[after] = counts[after].wrapping_add(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_do_not_depend_on_the_order_of_the_lines() {
        let (shapes, code_of) = codes();
        assert_eq!(shapes.len(), CODES);
        for (code, &[a, b, c, d]) in shapes.iter().enumerate() {
            for permuted in [[a, b, c, d], [d, c, b, a], [b, a, d, c], [c, d, a, b], [b, d, a, c]] {
                assert_eq!(usize::from(code_of[pack(permuted)]), code);
            }
        }
    }

    #[test]
    fn classes_of_combined_shapes() {
        use Shape::*;
        let class = |shapes| (Threat::of(shapes, false), Threat::of(shapes, true));
        assert_eq!(class([Five, Overline, Four, Four]), (Threat::Five, Threat::Five));
        assert_eq!(class([Four, Four, Dead, Dead]), (Threat::OpenFour, Threat::Forbidden));
        assert_eq!(class([OpenFour, Dead, Dead, Dead]), (Threat::OpenFour, Threat::OpenFour));
        assert_eq!(class([OpenFour, Three, Three, Dead]), (Threat::OpenFour, Threat::SuspectFour));
        assert_eq!(class([Overline, OpenFour, Dead, Dead]), (Threat::OpenFour, Threat::Forbidden));
        assert_eq!(class([Three, Four, Dead, Dead]), (Threat::FourThree, Threat::FourThree));
        assert_eq!(class([Three, FreeThree, Dead, Dead]), (Threat::DoubleThree, Threat::Suspect));
        assert_eq!(class([Three, ClosedThree, Dead, Dead]), (Threat::ThreePlus, Threat::ThreePlus));
        assert_eq!(class([FreeTwo, Dead, Dead, Dead]), (Threat::Two, Threat::Two));
        assert_eq!(class([ClosedTwo, OpenOne, Dead, Dead]), (Threat::Quiet, Threat::Quiet));
    }
}
