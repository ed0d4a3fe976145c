//! Multi-ProbCut: predicts the result of a deep search from a shallow one.
//!
//! The difference between two searches of a position is assumed to be normally distributed. ProbCut
//! (M. Buro) prunes a node whose shallow search is beyond the window by a margin, a multiple of the standard
//! deviation. A smaller multiple prunes more and errs more often. It is the selectivity of a search, named by
//! its [`Certainty`].

use super::eval::LIMIT;
use super::params::Params;
use crate::othello::eval::weights::Deviation;

/// The selectivity of a search: how likely it is to be right about each node that ProbCut prunes.
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
    /// Exact: no ProbCut.
    Full,
}

impl Certainty {
    /// All levels, the least certain first.
    pub const ALL: [Certainty; 7] = [
        Certainty::P55,
        Certainty::P73,
        Certainty::P87,
        Certainty::P95,
        Certainty::P98,
        Certainty::P99,
        Certainty::Full,
    ];

    /// The level with this index in [`Certainty::ALL`].
    pub const fn from_number(number: usize) -> Certainty {
        Certainty::ALL[if number < 7 { number } else { 6 }]
    }

    /// The confidence in per cent.
    pub const fn percent(self) -> u32 {
        [55, 73, 87, 95, 98, 99, 100][self as usize]
    }

    /// The margin of a probe in standard deviations; `None` if nothing may be pruned.
    pub fn deviations(self, params: &Params) -> Option<f32> {
        let hundredths = match self {
            Certainty::P55 => params.sigmas_55,
            Certainty::P73 => params.sigmas_73,
            Certainty::P87 => params.sigmas_87,
            Certainty::P95 => params.sigmas_95,
            Certainty::P98 => params.sigmas_98,
            Certainty::P99 => params.sigmas_99,
            Certainty::Full => return None,
        };
        Some(hundredths as f32 / 100.0)
    }
}

/// A shallow search that may replace a deep one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probe {
    /// Its depth in plies.
    pub depth: u32,
    /// How far beyond the window its value must be, in 1/100 disc.
    pub margin: i32,
}

/// The depth of the probe for a search of `depth` plies. It has the same parity, because the mean
/// errors of even and odd depths differ.
pub fn midgame_depth(depth: u32, params: &Params) -> u32 {
    2 * (depth / params.probcut_divisor) + depth % 2
}

/// The probe for a search of `depth` plies with `empties` empty squares.
pub fn midgame_probe(
    params: &Params,
    deviation: &Deviation,
    certainty: Certainty,
    empties: u32,
    depth: u32,
) -> Option<Probe> {
    let deviations = certainty.deviations(params).filter(|_| depth >= params.probcut_depth)?;
    let shallow = midgame_depth(depth, params);
    let sigma = deviation.midgame(empties, depth, shallow);
    Some(Probe { depth: shallow, margin: margin(deviations, sigma) })
}

/// `deviations` times `sigma`, at most the largest distance of two values: weights of another program may contain any
/// numbers.
fn margin(deviations: f32, sigma: f32) -> i32 {
    ((deviations * sigma) as i32).min(2 * LIMIT)
}

/// The probe for a solve with `empties` empty squares.
pub fn endgame_probe(
    params: &Params,
    deviation: &Deviation,
    certainty: Certainty,
    empties: u32,
) -> Option<Probe> {
    let beyond = empties.checked_sub(params.solve_probe_empties)?;
    let deviations = certainty.deviations(params)?;
    let shallow = beyond / params.solve_probe_step + 1;
    let sigma = deviation.endgame(empties, shallow);
    Some(Probe { depth: shallow, margin: margin(deviations, sigma) })
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
        let (params, deviation) = (Params::default(), Deviation::default());
        assert_eq!(midgame_probe(&params, &deviation, Certainty::Full, 30, 12), None);
        assert_eq!(endgame_probe(&params, &deviation, Certainty::Full, 24), None);
    }

    #[test]
    fn probes_are_shallower_and_margins_grow_with_certainty() {
        let (params, deviation) = (Params::default(), Deviation::default());
        for depth in params.probcut_depth..40 {
            let probe =
                |certainty| midgame_probe(&params, &deviation, certainty, 50, depth).unwrap();
            assert!(
                probe(Certainty::P73).depth < depth && probe(Certainty::P73).depth % 2 == depth % 2
            );
            assert!(probe(Certainty::P73).margin < probe(Certainty::P99).margin);
        }
        for empties in params.solve_probe_empties..40 {
            let probe = |certainty| endgame_probe(&params, &deviation, certainty, empties).unwrap();
            assert!(probe(Certainty::P87).depth < empties / 2);
            assert!(probe(Certainty::P87).margin < probe(Certainty::P95).margin);
        }
        assert_eq!(
            midgame_probe(&params, &deviation, Certainty::P73, 50, params.probcut_depth - 1),
            None
        );
        assert_eq!(
            endgame_probe(&params, &deviation, Certainty::P73, params.solve_probe_empties - 1),
            None
        );
    }
}
