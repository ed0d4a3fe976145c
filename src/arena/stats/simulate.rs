//! Simulated sequential tests: how often a test errs, and how many games it takes.
//!
//! A match is simulated as pairs of games with one opening. The opening favours one colour, which
//! each engine has once, so the games of a pair are correlated as real ones are. Several shards play at the same
//! time, and draws take longer, so their results arrive out of order. Everything follows from a seed.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::num::NonZeroU32;

use super::elo::{NORMALIZED_UNIT, expected_score};
use super::score::Duel;
use super::score::{Moments, Pentanomial, Wdl};
use super::sprt::{Decision, EloScale, Evidence, Sprt};

/// The model of two engines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Model {
    /// Advantage of the first engine, on the scale of the test.
    pub true_elo: f64,
    /// The share of draws, 0 to 1; reduced if the score is too far from 1/2 for it.
    pub draw_ratio: f64,
    /// Advantage of the favoured colour of an opening between equal engines, in logistic Elo.
    pub opening_elo: f64,
    /// Number of machines that play in parallel.
    pub shards: NonZeroU32,
}

/// The outcome of simulated matches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Simulation {
    /// The model, with the share of draws that was simulated.
    pub model: Model,
    /// Matches in which H1 was accepted.
    pub accepted: u64,
    /// Matches in which H0 was accepted.
    pub rejected: u64,
    /// Matches that reached the limit of pairs.
    pub undecided: u64,
    /// Mean number of games of a match; 0 without matches.
    pub mean_games: f64,
}

impl Simulation {
    /// Number of matches.
    pub const fn runs(&self) -> u64 {
        self.accepted + self.rejected + self.undecided
    }
}

/// Probabilities of losing, drawing and winning a game.
type GameOdds = [f64; 3];

impl Model {
    /// The odds of both games of a pair if the first engine's mean score is `score`.
    fn odds(&self, score: f64) -> [GameOdds; 2] {
        let shift = (expected_score(self.opening_elo) - 0.5).abs();
        // Shifted scores must stay possible, and their mean must not move.
        let shift = shift.min(score).min(1.0 - score);
        [score + shift, score - shift].map(|score| {
            let draw = self.draw_ratio.clamp(0.0, 1.0).min(2.0 * score.min(1.0 - score)).max(0.0);
            [1.0 - score - draw / 2.0, draw, score - draw / 2.0].map(|odds| odds.max(0.0))
        })
    }

    /// Standard deviation of a game: by pairs, that of a pair's points divided by the root of two; by games, that
    /// of single games regardless of pairs.
    fn deviation(&self, score: f64, evidence: Evidence) -> f64 {
        let [one, two] = self.odds(score);
        let variance = match evidence {
            Evidence::Pairs => {
                let mut pairs = [0.0; 5];
                for (i, first) in one.iter().enumerate() {
                    for (j, second) in two.iter().enumerate() {
                        pairs[i + j] += first * second;
                    }
                }
                Moments::weighted(pairs).map(|moments| 2.0 * moments.variance)
            }
            Evidence::Games => {
                let games: GameOdds = std::array::from_fn(|i| one[i] + two[i]);
                Moments::weighted(games).map(|moments| moments.variance)
            }
        };
        variance.unwrap_or(0.0).sqrt()
    }

    /// The expected score of `true_elo` on the scale of `sprt`.
    fn score(&self, sprt: &Sprt) -> f64 {
        if sprt.scale == EloScale::Logistic {
            return expected_score(self.true_elo);
        }
        let deviations = self.true_elo / NORMALIZED_UNIT;
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..60 {
            let score = f64::midpoint(low, high);
            if score - 0.5 < deviations * self.deviation(score, sprt.evidence) {
                low = score;
            } else {
                high = score;
            }
        }
        low
    }
}

/// Plays `runs` matches of at most `pairs_limit` pairs by `model`, each until `sprt` decides. The test is evaluated
/// after every pair; the same `seed` gives the same matches.
pub fn simulate(sprt: &Sprt, model: Model, pairs_limit: u64, runs: u64, seed: u64) -> Simulation {
    let mut random = fastrand::Rng::with_seed(seed);
    let odds = model.odds(model.score(sprt));
    let draw_ratio = odds.iter().map(|[_, draw, _]| draw).sum::<f64>() / 2.0;
    let model = Model { draw_ratio, ..model };
    let mut simulation =
        Simulation { model, accepted: 0, rejected: 0, undecided: 0, mean_games: 0.0 };
    let mut games = 0;
    for _ in 0..runs {
        let (verdict, pairs) = simulate_match(sprt, &odds, model.shards, pairs_limit, &mut random);
        match verdict {
            Some(Decision::H1) => simulation.accepted += 1,
            Some(Decision::H0) => simulation.rejected += 1,
            None => simulation.undecided += 1,
        }
        games += 2 * pairs;
    }
    simulation.mean_games = games as f64 / runs.max(1) as f64;
    simulation
}

/// One match: the decision of the test, and the number of pairs that have arrived.
fn simulate_match(
    sprt: &Sprt,
    odds: &[GameOdds; 2],
    shards: NonZeroU32,
    pairs_limit: u64,
    random: &mut fastrand::Rng,
) -> (Option<Decision>, u64) {
    let mut wdl = Wdl::default();
    let mut pairs = Pentanomial::default();
    let mut running: BinaryHeap<Reverse<Pair>> =
        (0..shards.get()).map(|_| Reverse(Pair::begun_at(0, odds, random))).collect();
    for arrived in 1..=pairs_limit {
        let Some(Reverse(Pair { end, half_points })) = running.pop() else { break };
        running.push(Reverse(Pair::begun_at(end, odds, random)));
        for half_points in half_points {
            wdl.add_half_points(half_points);
        }
        pairs.0[half_points.iter().sum::<u32>() as usize] += 1;
        let verdict = sprt.verdict(sprt.llr(&Duel::from_counts(wdl, pairs)));
        if verdict.is_some() {
            return (verdict, arrived);
        }
    }
    (None, pairs_limit)
}

/// A pair of games on a shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Pair {
    /// When it ends, in hundredths of the shortest game.
    end: u64,
    /// Points of the first engine.
    half_points: [u32; 2],
}

impl Pair {
    fn begun_at(start: u64, odds: &[GameOdds; 2], random: &mut fastrand::Rng) -> Pair {
        let half_points = odds.map(|[loss, draw, _]| match random.f64() {
            at if at < loss => 0,
            at if at < loss + draw => 1,
            _ => 2,
        });
        // Drawn games are the longest.
        let duration = |&points: &u32| random.u64(100..200) * if points == 1 { 2 } else { 1 };
        Pair { end: start + half_points.iter().map(duration).sum::<u64>(), half_points }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: NonZeroU32 = NonZeroU32::MIN;
    const MODEL: Model = Model { true_elo: 0.0, draw_ratio: 0.3, opening_elo: 150.0, shards: ONE };

    fn test(scale: EloScale, evidence: Evidence) -> Sprt {
        Sprt::new([0.0, 40.0], [0.05, 0.1], scale, evidence).unwrap()
    }

    /// Number of matches: 400, times the value of the environment variable `TENGEN_SOAK`.
    fn runs() -> u64 {
        400 * std::env::var("TENGEN_SOAK").map_or(1, |times| times.parse::<u64>().unwrap())
    }

    #[track_caller]
    fn assert_rates(sprt: &Sprt, model: Model) {
        let runs = runs();
        let at = |true_elo| simulate(sprt, Model { true_elo, ..model }, 20_000, runs, 11);
        let (null, alternative) = (at(sprt.elo0), at(sprt.elo1));
        assert_eq!((null.undecided, alternative.undecided), (0, 0));
        // Three standard deviations above the nominal error rates; overshoot makes the real rates slightly smaller.
        let most = |rate: f64| rate + 3.0 * (rate * (1.0 - rate) / runs as f64).sqrt();
        let wrong = [null.accepted, alternative.rejected].map(|wrong| wrong as f64 / runs as f64);
        assert!(0.01 < wrong[0] && wrong[0] < most(sprt.alpha), "alpha {wrong:?}");
        assert!(0.03 < wrong[1] && wrong[1] < most(sprt.beta), "beta {wrong:?}");
    }

    #[test]
    fn error_rates_are_those_asked_for() {
        assert_rates(&test(EloScale::Logistic, Evidence::Pairs), MODEL);
        assert_rates(&test(EloScale::Normalized, Evidence::Pairs), MODEL);
        // Single games are judged correctly only if those of a pair are independent.
        let independent = Model { opening_elo: 0.0, ..MODEL };
        assert_rates(&test(EloScale::Logistic, Evidence::Games), independent);
        assert_rates(&test(EloScale::Normalized, Evidence::Games), independent);
    }

    #[test]
    fn error_rates_do_not_depend_on_the_number_of_shards() {
        for shards in [2, 8, 64] {
            let shards = NonZeroU32::new(shards).unwrap();
            assert_rates(&test(EloScale::Normalized, Evidence::Pairs), Model { shards, ..MODEL });
        }
    }

    #[test]
    fn unbalanced_openings_cost_games_only_if_pairs_are_ignored() {
        let mean_games = |evidence| {
            let model = Model { true_elo: 40.0, opening_elo: 400.0, draw_ratio: 0.0, shards: ONE };
            simulate(&test(EloScale::Logistic, evidence), model, 20_000, 100, 5).mean_games
        };
        assert!(mean_games(Evidence::Pairs) < 0.6 * mean_games(Evidence::Games));
    }

    #[test]
    fn the_model_has_the_score_and_the_deviation_it_claims() {
        for score in [0.03, 0.5, 0.61, 1.0] {
            let odds = MODEL.odds(score);
            assert!(odds.iter().flatten().all(|&odds| odds >= 0.0));
            for game in odds {
                assert!((game.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            }
            let mean = odds.iter().map(|[_, draw, win]| win + draw / 2.0).sum::<f64>() / 2.0;
            assert!((mean - score).abs() < 1e-12);
        }
        // Without draws and bias, the deviation of a game is 1/2, and both scales agree to first order.
        let coin = Model { true_elo: 10.0, draw_ratio: 0.0, opening_elo: 0.0, shards: ONE };
        assert!((coin.deviation(0.5, Evidence::Pairs) - 0.5).abs() < 1e-12);
        assert!((coin.deviation(0.5, Evidence::Games) - 0.5).abs() < 1e-12);
        let score = coin.score(&test(EloScale::Normalized, Evidence::Pairs));
        assert!((score - expected_score(10.0)).abs() < 1e-4);
        // Openings that decide every pair 1-1.
        let decided = Model { opening_elo: 1e6, ..coin };
        assert!(decided.deviation(0.5, Evidence::Pairs) < 1e-9);
        assert!((decided.deviation(0.5, Evidence::Games) - 0.5).abs() < 1e-12);
    }

    #[test]
    fn the_share_of_draws_is_the_one_that_was_simulated() {
        let draws = |draw_ratio, true_elo, opening_elo| {
            let model = Model { true_elo, draw_ratio, opening_elo, shards: ONE };
            let test = test(EloScale::Logistic, Evidence::Pairs);
            simulate(&test, model, 1, 0, 1).model.draw_ratio
        };
        assert_eq!(draws(0.3, 40.0, 150.0), 0.3);
        assert!((draws(1.0, 50.0, 0.0) - 2.0 * (1.0 - expected_score(50.0))).abs() < 1e-12);
        assert!(draws(0.3, 0.0, 1e6) < 1e-9, "openings decide every game");
    }

    #[test]
    fn matches_follow_from_their_seed_and_end_at_the_limit() {
        let sprt = test(EloScale::Normalized, Evidence::Pairs);
        let simulation = simulate(&sprt, MODEL, 50, 40, 9);
        assert_eq!(simulation, simulate(&sprt, MODEL, 50, 40, 9));
        assert_ne!(simulation, simulate(&sprt, MODEL, 50, 40, 10));
        assert_eq!(simulation.runs(), 40);
        assert!(simulation.undecided > 0 && simulation.mean_games <= 100.0);
        let nothing = simulate(&sprt, MODEL, 50, 0, 9);
        assert_eq!((nothing.runs(), nothing.mean_games), (0, 0.0));
    }
}
