//! How long a sequential test will take.

use super::elo::{NORMALIZED_UNIT, expected_score};
use super::score::{Duel, Moments};
use super::sprt::{EloScale, Evidence, Sprt};

/// Number of results before which the growth of the LLR is meaningless.
const FEWEST: u64 = 4;
/// Growth below this is indistinguishable from none.
const STANDSTILL: f64 = 1e-6;

impl Sprt {
    /// The expected number of games until the test decides, if the mean growth of the LLR stays the same; `None` after
    /// few results.
    ///
    /// The LLR is modelled as a Brownian motion between the bounds. Even without drift, its
    /// spread ends the test, so the number is finite.
    pub fn games_left(&self, duel: &Duel) -> Option<f64> {
        let (results, games, moments) = match self.evidence {
            Evidence::Pairs => (duel.pairs().pairs(), 2.0, Moments::smoothed(duel.pairs().0)),
            Evidence::Games => (duel.wdl().games(), 1.0, Moments::smoothed(duel.wdl().by_points())),
        };
        let moments = moments.filter(|_| results >= FEWEST)?;
        let llr = self.llr(duel);
        let drift = llr / results as f64;
        Some(games * exit_time(llr, self.bounds(), drift, self.llr_deviation(&moments, games)))
    }

    /// Standard deviation of the LLR of one result, the mean of `games` games.
    fn llr_deviation(&self, moments: &Moments, games: f64) -> f64 {
        match self.scale {
            EloScale::Logistic => {
                let difference = expected_score(self.elo1) - expected_score(self.elo0);
                difference / moments.variance.sqrt()
            }
            EloScale::Normalized => (self.elo1 - self.elo0) / NORMALIZED_UNIT * games.sqrt(),
        }
    }
}

/// The expected time at which a Brownian motion from `start` leaves the open interval between two bounds; 0 outside it.
fn exit_time(start: f64, [low, high]: [f64; 2], drift: f64, deviation: f64) -> f64 {
    if drift < 0.0 {
        return exit_time(-start, [-high, -low], -drift, deviation);
    }
    let (below, above) = (start - low, high - start);
    if below <= 0.0 || above <= 0.0 {
        return 0.0;
    }
    let variance = deviation * deviation;
    let rate = 2.0 * drift / variance;
    if rate * (high - low) < STANDSTILL {
        return below * above / variance;
    }
    let reaches_high = (-rate * below).exp_m1() / (-rate * (high - low)).exp_m1();
    ((high - low) * reaches_high - below) / drift
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::*;
    use crate::arena::stats::score::{Pentanomial, Wdl};
    use crate::arena::stats::simulate::{Model, simulate};

    #[test]
    fn a_motion_leaves_in_the_time_of_theory() {
        // Without drift: the product of the distances. With strong drift: the distance divided by the speed.
        assert!((exit_time(1.0, [-2.0, 2.0], 0.0, 1.0) - 3.0).abs() < 1e-9);
        assert!((exit_time(1.0, [-2.0, 2.0], 1e-9, 1.0) - 3.0).abs() < 1e-6);
        assert!((exit_time(1.0, [-2.0, 2.0], 50.0, 1.0) - 0.02).abs() < 1e-9);
        assert!((exit_time(1.0, [-2.0, 2.0], -50.0, 1.0) - 0.06).abs() < 1e-9);
        assert_eq!(exit_time(2.5, [-2.0, 2.0], 1.0, 1.0), 0.0);
        assert!(exit_time(0.0, [-2.0, 2.0], 1e300, 1.0) < 1e-100);
    }

    #[test]
    fn the_expected_length_is_that_of_simulated_tests() {
        for (scale, evidence) in
            [(EloScale::Logistic, Evidence::Games), (EloScale::Normalized, Evidence::Pairs)]
        {
            let sprt = Sprt::new([0.0, 40.0], [0.05, 0.05], scale, evidence).unwrap();
            let model = Model {
                true_elo: 40.0,
                draw_ratio: 0.0,
                opening_elo: 0.0,
                shards: NonZeroU32::MIN,
            };
            let simulated = simulate(&sprt, model, 20_000, 300, 3).mean_games;
            // Games that score 0.557 as 40 Elo do, in both counts: 0.557^2, 2 * 0.557 * 0.443, 0.443^2.
            let wdl = Wdl { wins: 557, draws: 0, losses: 443 };
            let pairs = Pentanomial([98, 0, 247, 0, 155]);
            let duel = Duel::from_counts(wdl, pairs);
            let llr = sprt.llr(&duel);
            let results = if evidence == Evidence::Games { 1000.0 } else { 500.0 };
            let moments = match evidence {
                Evidence::Games => Moments::smoothed(wdl.by_points()).unwrap(),
                Evidence::Pairs => Moments::smoothed(pairs.0).unwrap(),
            };
            let games = 1000.0 / results;
            let deviation = sprt.llr_deviation(&moments, games);
            let expected = games * exit_time(0.0, sprt.bounds(), llr / results, deviation);
            assert!((expected / simulated - 1.0).abs() < 0.2, "{expected} of {simulated}");
        }
    }

    #[test]
    fn few_games_tell_nothing_and_a_decided_test_is_over() {
        let sprt =
            Sprt::new([0.0, 40.0], [0.05, 0.05], EloScale::Logistic, Evidence::Games).unwrap();
        let left = |wins, losses| {
            let wdl = Wdl { wins, draws: 0, losses };
            sprt.games_left(&Duel::from_counts(wdl, Pentanomial::default()))
        };
        assert_eq!(left(2, 1), None);
        assert_eq!(left(900, 100), Some(0.0));
        let even = left(50, 50).unwrap();
        assert!(even > 100.0 && even.is_finite(), "{even}");
        assert!(left(70, 30).unwrap() < even);
    }
}
