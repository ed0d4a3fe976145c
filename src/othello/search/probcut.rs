//! How far a shallow search tells what a deep one will say.
//!
//! The difference between two searches of a position is taken for normally distributed. A node whose
//! shallow search is farther beyond the window than so many standard deviations is cut: the fewer, the
//! faster and the less certain.

use crate::othello::eval::weights::Deviation;

/// How likely a search is to be right about each node it cuts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
    /// 55 of 100.
    P55,
    /// 73 of 100.
    P73,
    /// 87 of 100.
    P87,
    /// 95 of 100.
    P95,
    /// 98 of 100.
    P98,
    /// 99 of 100.
    P99,
    /// Nothing is cut.
    Full,
}

impl Certainty {
    /// All of them, the least certain first.
    pub const ALL: [Certainty; 7] = [
        Certainty::P55,
        Certainty::P73,
        Certainty::P87,
        Certainty::P95,
        Certainty::P98,
        Certainty::P99,
        Certainty::Full,
    ];

    /// The one with this number in the order of certainty, from 0.
    pub const fn from_number(number: usize) -> Certainty {
        Certainty::ALL[if number < 7 { number } else { 6 }]
    }

    /// In percent.
    pub const fn percent(self) -> u32 {
        [55, 73, 87, 95, 98, 99, 100][self as usize]
    }

    /// The standard deviations of the margin of a cut with this certainty, up to 95 % those within which a
    /// normal distribution lies so often; above, where errors are more than normal, some more. None if
    /// nothing may be cut.
    pub const fn deviations(self) -> Option<f32> {
        match self {
            Certainty::P55 => Some(0.75),
            Certainty::P73 => Some(1.1),
            Certainty::P87 => Some(1.5),
            Certainty::P95 => Some(2.0),
            Certainty::P98 => Some(2.6),
            Certainty::P99 => Some(3.3),
            Certainty::Full => None,
        }
    }
}

/// A shallow search that may stand for a deep one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probe {
    /// Its depth in plies.
    pub depth: u32,
    /// How far beyond the window its value must be, in 1/100 disc.
    pub margin: i32,
}

/// Least depth that is probed.
pub const LEAST_DEPTH: u32 = 2;

/// Empty squares at which a probe of a solve would look one ply ahead; with fewer there is none. The
/// solver itself does not ask near this end.
const LEAST_SOLVED: u32 = 13;

/// The depth that stands for a search of `depth` plies: of the same parity, for who moves last is judged
/// too well.
pub fn midgame_depth(depth: u32) -> u32 {
    2 * (depth / 4) + depth % 2
}

/// The probe for a search of `depth` plies with `empties` empty squares.
pub fn midgame_probe(
    deviation: &Deviation,
    certainty: Certainty,
    empties: u32,
    depth: u32,
) -> Option<Probe> {
    let deviations = certainty.deviations().filter(|_| depth >= LEAST_DEPTH)?;
    let shallow = midgame_depth(depth);
    let sigma = deviation.midgame(empties, depth, shallow);
    Some(Probe { depth: shallow, margin: (deviations * sigma) as i32 })
}

/// The probe for a solve with `empties` empty squares.
pub fn endgame_probe(deviation: &Deviation, certainty: Certainty, empties: u32) -> Option<Probe> {
    let deviations = certainty.deviations().filter(|_| empties >= LEAST_SOLVED)?;
    let shallow = (empties - LEAST_SOLVED) / 3 + 1;
    let sigma = deviation.endgame(empties, shallow);
    Some(Probe { depth: shallow, margin: (deviations * sigma) as i32 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn certainties_are_ordered_and_certain_searches_cut_nothing() {
        for (number, pair) in Certainty::ALL.windows(2).enumerate() {
            assert!(pair[0] < pair[1] && pair[0].percent() < pair[1].percent());
            assert_eq!(Certainty::from_number(number), pair[0]);
        }
        let deviation = Deviation::default();
        assert_eq!(midgame_probe(&deviation, Certainty::Full, 30, 12), None);
        assert_eq!(endgame_probe(&deviation, Certainty::Full, 24), None);
    }

    #[test]
    fn probes_are_shallower_and_margins_grow_with_certainty() {
        let deviation = Deviation::default();
        for depth in LEAST_DEPTH..40 {
            let probe = |certainty| midgame_probe(&deviation, certainty, 50, depth).unwrap();
            assert!(
                probe(Certainty::P73).depth < depth && probe(Certainty::P73).depth % 2 == depth % 2
            );
            assert!(probe(Certainty::P73).margin < probe(Certainty::P99).margin);
        }
        for empties in LEAST_SOLVED..40 {
            let probe = |certainty| endgame_probe(&deviation, certainty, empties).unwrap();
            assert!(probe(Certainty::P87).depth < empties / 2);
            assert!(probe(Certainty::P87).margin < probe(Certainty::P95).margin);
        }
        assert_eq!(midgame_probe(&deviation, Certainty::P73, 50, LEAST_DEPTH - 1), None);
        assert_eq!(endgame_probe(&deviation, Certainty::P73, LEAST_SOLVED - 1), None);
    }
}
