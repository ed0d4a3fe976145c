//! Elo differences and their error.
//!
//! Error bars come from pairs of games where there are any, because the two games of an opening are not
//! independent. The interval of the score is mapped through the logistic curve, so it is not symmetric in
//! Elo.

use std::f64::consts::{LN_10, TAU};

use super::score::Duel;
use super::score::{Estimate, Interval, Moments, NORMAL_95};

/// Normalized Elo of a score that is one standard deviation of a game above 1/2: the slope of the
/// logistic curve at 1/2, so that both scales agree when the deviation is 1/2 (no draws).
pub const NORMALIZED_UNIT: f64 = 800.0 / LN_10;

/// The expected score of an engine that is `elo` better, 0 to 1.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The Elo difference whose expected score is `score`; infinite at 0 and 1 and beyond.
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// The strength of the first engine of a duel relative to the second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// Mean points of a game, 0 to 1: over the complete pairs if there are any, otherwise over all games.
    pub score: Estimate,
    /// Logistic Elo; infinite if all games were won or all lost.
    pub elo: Interval,
    /// Normalized Elo; infinite if all results are the same and not an even score.
    pub normalized_elo: Estimate,
    /// Likelihood of superiority: the probability that the first engine is the stronger one. As in fastchess, it follows
    /// from the variance of the results that have occurred, unless that is 0.
    pub los: f64,
}

impl Strength {
    /// From the results of `duel`; `None` before the first game.
    ///
    /// The error is never below that of as many identical results: the variance of a few games says little about
    /// results that have not occurred.
    pub fn of(duel: &Duel) -> Option<Strength> {
        if duel.pairs().pairs() > 0 {
            Strength::from_counts(duel.pairs().0, 2.0)
        } else {
            Strength::from_counts(duel.wdl().by_points(), 1.0)
        }
    }

    /// From the counts of each result, which is the mean of `games` games.
    fn from_counts<const N: usize>(counts: [u64; N], games: f64) -> Option<Strength> {
        let seen = Moments::of(counts)?;
        let plain = NORMAL_95 * (seen.variance / seen.total).sqrt();
        let of_unseen = error_of_unseen(seen.total, seen.mean);
        let score = Estimate { value: seen.mean, error: plain.max(of_unseen) };
        let elo = Interval {
            value: elo_of_score(score.value),
            low: elo_of_score(score.value - score.error),
            high: elo_of_score(score.value + score.error),
        };
        let ahead = seen.mean - 0.5;
        let per_game = (seen.variance * games).sqrt();
        let normalized_elo = Estimate {
            value: if ahead == 0.0 { 0.0 } else { NORMALIZED_UNIT * ahead / per_game },
            error: NORMAL_95 * NORMALIZED_UNIT / (seen.total * games).sqrt(),
        };
        let error = if plain > 0.0 { plain } else { of_unseen };
        Some(Strength { score, elo, normalized_elo, los: normal(NORMAL_95 * ahead / error) })
    }
}

/// Largest deviation of the expected result from the `mean` of as many `results` by results that have not occurred. If
/// their share is p, none of n results is one of them with probability (1 - p)^n; they may be wins or losses.
pub(super) fn error_of_unseen(results: f64, mean: f64) -> f64 {
    /// Half of the probability outside a 95 % interval.
    const LEAST_LIKELY: f64 = 0.025;
    let unseen = 1.0 - LEAST_LIKELY.powf(1.0 / results);
    unseen * mean.max(1.0 - mean)
}

/// The probability that a standard normal variable is below `x`.
fn normal(x: f64) -> f64 {
    // Beyond this the result is 0 or 1 in every printed digit.
    if x.abs() > 8.0 {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    // 1/2 + density * (x + x^3/3 + x^5/(3*5) + ...), found by repeated integration by parts.
    let mut term = x;
    let mut sum = x;
    let mut odd = 1.0;
    while term.abs() > 1e-17 * sum.abs() {
        odd += 2.0;
        term *= x * x / odd;
        sum += term;
    }
    let density = (-x * x / 2.0).exp() / TAU.sqrt();
    (0.5 + density * sum).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::stats::assert_near;
    use crate::arena::stats::score::{Pentanomial, Wdl};

    fn of_games(wins: u64, draws: u64, losses: u64) -> Strength {
        let duel = Duel::from_counts(Wdl { wins, draws, losses }, Pentanomial::default());
        Strength::of(&duel).unwrap()
    }

    fn of_pairs(pairs: [u64; 5]) -> Strength {
        Strength::of(&Duel::from_counts(Wdl::default(), Pentanomial(pairs))).unwrap()
    }

    #[test]
    fn scores_and_elo_are_inverse() {
        assert_eq!(expected_score(0.0), 0.5);
        assert_near(expected_score(400.0), 10.0 / 11.0, 1e-15);
        assert_near(elo_of_score(0.75), 400.0 * 3_f64.log10(), 1e-12);
        for elo in [-700.0, -3.5, 0.0, 12.0, 400.0] {
            assert_near(elo_of_score(expected_score(elo)), elo, 1e-9);
        }
        assert_eq!(elo_of_score(1.0), f64::INFINITY);
        assert_eq!(elo_of_score(-0.1), f64::NEG_INFINITY);
    }

    /// The values in fastchess's own tests (app/tests/elo_test.cpp, 2f5e888), which have two
    /// decimals.
    #[test]
    fn figures_of_fastchess_are_reproduced() {
        let strength = of_games(136, 111, 96);
        assert_near(strength.elo.value, 40.70, 0.006);
        assert_near(strength.elo.half_width(), 30.43, 0.006);
        assert_near(strength.normalized_elo.value, 49.77, 0.006);
        assert_near(strength.normalized_elo.error, 36.77, 0.006);
        assert_near(100.0 * strength.los, 99.60, 0.006);
        let strength = of_games(76, 123, 89);
        assert_near(strength.normalized_elo.value, -20.76, 0.006);
        assert_near(100.0 * strength.los, 15.53, 0.006);

        let strength = of_pairs([34, 54, 63, 64, 75]);
        assert_near(strength.elo.value, 55.58, 0.006);
        assert_near(strength.elo.half_width(), 27.65, 0.006);
        assert_near(strength.normalized_elo.value, 57.94, 0.006);
        assert_near(strength.normalized_elo.error, 28.28, 0.006);
        assert_near(100.0 * strength.los, 100.0, 0.006);
        let strength = of_pairs([332, 433, 498, 333, 334]);
        assert_near(strength.elo.value, -8.64, 0.006);
        assert_near(strength.elo.half_width(), 10.33, 0.006);
        assert_near(strength.normalized_elo.value, -9.17, 0.006);
        assert_near(strength.normalized_elo.error, 10.96, 0.006);
        assert_near(100.0 * strength.los, 5.05, 0.006);
    }

    #[test]
    fn pairs_count_before_games() {
        let wdl = Wdl { wins: 10, draws: 0, losses: 0 };
        let strength = Strength::of(&Duel::from_counts(wdl, Pentanomial([1, 0, 2, 0, 1])));
        assert_eq!(strength.unwrap().score.value, 0.5);
        assert_eq!(Strength::of(&Duel::new(0, 1)), None);
    }

    #[test]
    fn results_that_are_all_alike_are_no_certainty() {
        let won = of_pairs([0, 0, 0, 0, 10]);
        assert_eq!(
            (won.score.value, won.elo.value, won.elo.high),
            (1.0, f64::INFINITY, f64::INFINITY)
        );
        assert_eq!(won.normalized_elo.value, f64::INFINITY);
        // The bound of Clopper and Pearson.
        let low = 0.025_f64.powf(0.1);
        assert_near(won.score.error, 1.0 - low, 1e-12);
        assert_near(won.elo.low, elo_of_score(low), 1e-9);
        assert!(won.los > 0.999);
        // Five wins may be chance; six hardly can.
        let low = |wins| of_pairs([0, 0, 0, 0, wins]).elo.low;
        assert!(low(5) < 0.0 && low(6) > 0.0, "{} {}", low(5), low(6));

        let lost = of_games(0, 0, 3);
        assert_eq!((lost.elo.value, lost.elo.low), (f64::NEG_INFINITY, f64::NEG_INFINITY));
        assert_eq!(lost.normalized_elo.value, f64::NEG_INFINITY);
        assert!(lost.elo.high.is_finite() && lost.los < 0.1);

        let even = of_pairs([0, 0, 4, 0, 0]);
        assert_eq!((even.elo.value, even.normalized_elo.value, even.los), (0.0, 0.0, 0.5));
        assert_near(even.score.error, (1.0 - 0.025_f64.powf(0.25)) / 2.0, 1e-12);
    }

    #[test]
    fn a_worse_result_proves_no_more() {
        for pairs in [4, 8, 16, 40] {
            let lows = [[0, 0, 0, 0, pairs], [0, 0, 0, 1, pairs - 1], [0, 0, 1, 0, pairs - 1]];
            let lows = lows.map(|pairs| of_pairs(pairs).elo.low);
            assert!(lows.is_sorted_by(|better, worse| better > worse), "{lows:?}");
        }
        assert!(of_pairs([0, 0, 0, 1, 3]).elo.low < 0.0, "four pairs may be chance");
        // Between equals the variance that was seen decides.
        let even = of_pairs([1, 4, 6, 4, 1]);
        assert_near(even.score.error, NORMAL_95 * (1.0 / 16.0 / 16.0_f64).sqrt(), 1e-12);
    }

    /// The interval of fastchess is -61.4 to +7.3, that of results that have not occurred far wider.
    #[test]
    fn superiority_follows_from_the_results_that_have_occurred() {
        let drawish = of_pairs([0, 2, 11, 0, 0]);
        assert_near(drawish.elo.value, -26.78, 0.006);
        assert_near(100.0 * drawish.los, 6.2, 0.06);
        assert!(drawish.elo.low < -61.4 && drawish.elo.high > 7.3, "{drawish:?}");
    }

    #[test]
    fn the_normal_distribution_has_its_known_values() {
        assert_eq!(normal(0.0), 0.5);
        assert_near(normal(NORMAL_95), 0.975, 1e-14);
        assert_near(normal(-1.0), 0.158_655_253_931_457_05, 1e-14);
        assert_near(normal(3.0), 0.998_650_101_968_369_9, 1e-14);
        assert_eq!((normal(40.0), normal(f64::NEG_INFINITY)), (1.0, 0.0));
    }
}
