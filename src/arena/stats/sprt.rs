//! The sequential probability ratio test of Elo differences.
//!
//! After every result the log-likelihood ratio (LLR) of the two hypotheses is compared with two
//! bounds; crossing either ends the test.

use std::fmt;

use super::elo::{NORMALIZED_UNIT, expected_score};
use super::likelihood::{Hypothesis, log_ratio};
use super::score::Duel;
use crate::arena::ending::PlayedGame;

/// Largest Elo difference that can be tested for, on both scales.
pub const MAX_ELO: f64 = 1000.0;

/// The scale of Elo differences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EloScale {
    /// Of the expected score: 1 / (1 + 10^(-elo/400)).
    Logistic,
    /// Of the expected score in units of its standard deviation, so that draws do not matter.
    Normalized,
}

/// The unit of evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// Pairs of games with one opening (pentanomial).
    Pairs,
    /// Single games (trinomial).
    Games,
}

/// The decision of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// The null hypothesis is accepted: the first engine is better by `elo0`, not by `elo1`.
    H0,
    /// The alternative is accepted: the first engine is better by `elo1`.
    H1,
}

impl fmt::Display for Decision {
    /// `H0` or `H1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Decision::H0 => "H0",
            Decision::H1 => "H1",
        })
    }
}

/// A test whether the first engine is better by `elo1` (the alternative) or only by `elo0` (the null hypothesis).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference under the null hypothesis.
    pub elo0: f64,
    /// The difference under the alternative.
    pub elo1: f64,
    /// Probability of accepting the alternative when the null hypothesis is true.
    pub alpha: f64,
    /// Probability of accepting the null hypothesis when the alternative is true.
    pub beta: f64,
    /// The scale of the differences.
    pub scale: EloScale,
    /// The unit of evidence.
    pub evidence: Evidence,
}

/// Why a test is invalid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SprtError {
    /// The differences, `elo0` and `elo1`, are not in ascending order or not within [`MAX_ELO`].
    Elo(f64, f64),
    /// `alpha` is not above 0 and below 1/2.
    Alpha(f64),
    /// `beta` is not above 0 and below 1/2.
    Beta(f64),
}

impl fmt::Display for SprtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SprtError::Elo(elo0, elo1) => {
                write!(f, "elo0 {elo0} is not below elo1 {elo1}, both within +-{MAX_ELO}")
            }
            SprtError::Alpha(alpha) => write!(f, "alpha {alpha} is not between 0 and 0.5"),
            SprtError::Beta(beta) => write!(f, "beta {beta} is not between 0 and 0.5"),
        }
    }
}

impl std::error::Error for SprtError {}

impl Sprt {
    /// A test of `[elo0, elo1]` with the error probabilities `[alpha, beta]`.
    ///
    /// # Errors
    /// The parameter out of range.
    pub fn new(
        [elo0, elo1]: [f64; 2],
        [alpha, beta]: [f64; 2],
        scale: EloScale,
        evidence: Evidence,
    ) -> Result<Sprt, SprtError> {
        if !(-MAX_ELO <= elo0 && elo0 < elo1 && elo1 <= MAX_ELO) {
            return Err(SprtError::Elo(elo0, elo1));
        }
        let is_error_rate = |rate: f64| 0.0 < rate && rate < 0.5;
        if !is_error_rate(alpha) {
            return Err(SprtError::Alpha(alpha));
        }
        if !is_error_rate(beta) {
            return Err(SprtError::Beta(beta));
        }
        Ok(Sprt { elo0, elo1, alpha, beta, scale, evidence })
    }

    /// The LLR at and below which H0 is accepted, and that at and above which H1 is (Wald).
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// The log-likelihood ratio of the evidence in `duel`; 0 before the first result.
    ///
    /// It is the generalised ratio: each hypothesis fixes the expected score (or, normalized, its distance above 1/2 in
    /// standard deviations); otherwise, its distribution is the one that makes the results most likely.
    pub fn llr(&self, duel: &Duel) -> f64 {
        match self.evidence {
            Evidence::Pairs => self.llr_of(duel.pairs().0, 2.0),
            Evidence::Games => self.llr_of(duel.wdl().by_points(), 1.0),
        }
    }

    /// From the counts of each result, which is the mean of `games` games.
    fn llr_of<const N: usize>(&self, counts: [u64; N], games: f64) -> f64 {
        let hypothesis = |elo: f64| match self.scale {
            EloScale::Logistic => Hypothesis::Mean(expected_score(elo)),
            // The mean of several games deviates less than a single game.
            EloScale::Normalized => Hypothesis::Deviations(elo / NORMALIZED_UNIT * games.sqrt()),
        };
        log_ratio(counts, hypothesis(self.elo0), hypothesis(self.elo1))
    }

    /// The decision at this LLR; `None` if the test continues.
    pub fn verdict(&self, llr: f64) -> Option<Decision> {
        let [low, high] = self.bounds();
        if llr >= high {
            Some(Decision::H1)
        } else if llr <= low {
            Some(Decision::H0)
        } else {
            None
        }
    }

    /// The course of the LLR of engines 0 and 1 over `games`, which are in order of arrival: the number of their games
    /// each time the evidence grew, and the LLR. At most about `most` points are returned, evenly spread and including
    /// the last one.
    pub fn curve(&self, games: &[PlayedGame], most: usize) -> Vec<(usize, f64)> {
        let all = self.evidence_in(&Duel::of(games, 0, 1));
        let step = all.div_ceil(most.max(1) as u64).max(1);
        let mut duel = Duel::new(0, 1);
        let mut curve = vec![(0, 0.0)];
        let mut evidence = 0;
        for game in games {
            duel.add(game);
            let grown = self.evidence_in(&duel);
            if grown > evidence && (grown.is_multiple_of(step) || grown == all) {
                curve.push((duel.wdl().games() as usize, self.llr(&duel)));
            }
            evidence = grown;
        }
        curve
    }

    fn evidence_in(&self, duel: &Duel) -> u64 {
        match self.evidence {
            Evidence::Pairs => duel.pairs().pairs(),
            Evidence::Games => duel.wdl().games(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::ending::samples::game;
    use crate::arena::stats::assert_near;
    use crate::arena::stats::score::{Pentanomial, Wdl};
    use crate::color::Color;

    fn test(elo: [f64; 2], scale: EloScale, evidence: Evidence) -> Sprt {
        Sprt::new(elo, [0.05, 0.05], scale, evidence).unwrap()
    }

    fn of_pairs(elo: [f64; 2], scale: EloScale, pairs: [u64; 5]) -> f64 {
        let duel = Duel::from_counts(Wdl::default(), Pentanomial(pairs));
        test(elo, scale, Evidence::Pairs).llr(&duel)
    }

    fn of_games(elo: [f64; 2], scale: EloScale, [losses, draws, wins]: [u64; 3]) -> f64 {
        let duel = Duel::from_counts(Wdl { wins, draws, losses }, Pentanomial::default());
        test(elo, scale, Evidence::Games).llr(&duel)
    }

    /// The values in fastchess's own tests (app/tests/sprt_test.cpp, 0cbac49) and in its pull requests 783 and 882,
    /// which have two decimals. Those for identical results are omitted: there fastchess's iteration converges
    /// elsewhere, so that draws alone count as evidence for H1.
    #[test]
    fn figures_of_fastchess_are_reproduced() {
        use EloScale::{Logistic, Normalized};
        for (elo, scale, games, llr) in [
            ([0.0, 2.0], Normalized, [36027, 68692, 36433], 0.92),
            ([-1.75, 0.25], Normalized, [10650, 20431, 10871], 2.30),
            ([0.5, 2.5], Logistic, [21184, 40708, 21404], -1.57),
            ([0.0, 2.0], Logistic, [57030, 106_593, 57433], -2.59),
        ] {
            assert_near(of_games(elo, scale, games), llr, 0.006);
        }
        for (elo, scale, pairs, llr) in [
            ([0.0, 2.0], Normalized, [365, 16618, 36229, 16974, 390], 2.25),
            ([-1.75, 0.25], Normalized, [127, 4883, 10712, 5150, 104], 3.01),
            ([0.5, 2.5], Logistic, [223, 9863, 21279, 10037, 246], -3.07),
            ([0.0, 2.0], Logistic, [871, 26175, 55983, 26678, 821], -4.98),
            ([0.0, 2.0], Normalized, [379, 10170, 21828, 10640, 343], 2.946),
            ([-1000.0, -500.0], Normalized, [77, 1, 0, 0, 0], -2.95),
            ([-1000.0, -500.0], Normalized, [72, 10, 0, 0, 0], -2.97),
        ] {
            assert_near(of_pairs(elo, scale, pairs), llr, 0.006);
        }
    }

    #[test]
    fn swapping_the_engines_turns_the_ratio_round() {
        let pairs = [3, 17, 40, 21, 9];
        let [a, b, c, d, e] = pairs;
        for scale in [EloScale::Logistic, EloScale::Normalized] {
            let llr = of_pairs([-5.0, 20.0], scale, pairs);
            let swapped = of_pairs([-20.0, 5.0], scale, [e, d, c, b, a]);
            assert_near(swapped, -llr, 1e-9);
        }
    }

    #[test]
    fn the_ratio_has_the_sign_of_what_is_nearer() {
        for scale in [EloScale::Logistic, EloScale::Normalized] {
            assert!(of_pairs([0.0, 10.0], scale, [10, 10, 10, 10, 20]) > 0.0);
            assert!(of_pairs([0.0, 10.0], scale, [10, 10, 10, 10, 10]) < 0.0);
            assert!(of_games([0.0, 10.0], scale, [0, 0, 5]) > 0.0);
            assert!(of_games([0.0, 10.0], scale, [0, 50, 0]) < 0.0);
            assert!(of_games([-1000.0, 1000.0], scale, [1, 0, 0]) < 0.0);
            assert_eq!(of_games([0.0, 10.0], scale, [0, 0, 0]), 0.0);
        }
    }

    #[test]
    fn every_result_has_a_finite_ratio() {
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..300 {
            let pairs = std::array::from_fn(|_| {
                let most = 10_u64.pow(random.u32(0..6));
                if random.bool() { 0 } else { random.u64(0..most) }
            });
            let elo0 = random.f64() * 1990.0 - 1000.0;
            let elo = [elo0, elo0 + 0.01 + random.f64() * (999.0 - elo0)];
            for scale in [EloScale::Logistic, EloScale::Normalized] {
                let llr = of_pairs(elo, scale, pairs);
                assert!(llr.is_finite(), "{elo:?} {scale:?} {pairs:?}");
            }
        }
    }

    #[test]
    fn bounds_are_walds() {
        let sprt = test([0.0, 5.0], EloScale::Logistic, Evidence::Pairs);
        let [low, high] = sprt.bounds();
        assert_near(high, 19_f64.ln(), 1e-12);
        assert_near(low, -19_f64.ln(), 1e-12);
        assert_eq!(sprt.verdict(high), Some(Decision::H1));
        assert_eq!(sprt.verdict(low), Some(Decision::H0));
        assert_eq!(sprt.verdict(2.94), None);
        let sprt = Sprt { alpha: 0.1, beta: 0.2, ..sprt };
        let [low, high] = sprt.bounds();
        assert_near(low, (0.2 / 0.9_f64).ln(), 1e-12);
        assert_near(high, 8_f64.ln(), 1e-12);
    }

    #[test]
    fn senseless_tests_are_refused() {
        let refused = |elo, errors| {
            let made = Sprt::new(elo, errors, EloScale::Logistic, Evidence::Pairs);
            made.unwrap_err().to_string()
        };
        let fine = [0.05, 0.05];
        assert!(refused([5.0, 5.0], fine).contains("elo0 5 "));
        assert!(refused([5.0, 0.0], fine).contains("elo1 0,"));
        assert!(refused([f64::NAN, 0.0], fine).contains("NaN"));
        assert!(refused([0.0, f64::INFINITY], fine).contains("inf"));
        assert!(refused([0.0, 5.0], [0.0, 0.05]).contains("alpha 0 "));
        assert!(refused([0.0, 5.0], [0.05, 0.5]).contains("beta 0.5 "));
        assert!(refused([0.0, 5.0], [0.05, f64::NAN]).contains("beta NaN "));
    }

    #[test]
    fn a_curve_has_a_point_for_every_piece_of_evidence() {
        let games = [
            game(0, [0, 1], Some(Color::Black)),
            game(4, [1, 2], None),
            game(3, [1, 0], Some(Color::White)),
            game(1, [1, 0], None),
            game(2, [0, 1], None),
        ];
        let sprt = test([0.0, 50.0], EloScale::Normalized, Evidence::Pairs);
        let curve = sprt.curve(&games, 100);
        let numbers: Vec<usize> = curve.iter().map(|point| point.0).collect();
        assert_eq!(numbers, [0, 3, 4]);
        assert_eq!(curve[0].1, 0.0);
        assert_eq!(curve[2].1, sprt.llr(&Duel::of(&games, 0, 1)));
        let by_game = Sprt { evidence: Evidence::Games, ..sprt };
        assert_eq!(by_game.curve(&games, 100).len(), 5);
        let thin: Vec<usize> = by_game.curve(&games, 2).iter().map(|point| point.0).collect();
        assert_eq!(thin, [0, 2, 4]);
    }
}
