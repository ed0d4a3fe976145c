//! Simultaneous perturbation stochastic approximation (SPSA).
//!
//! Maximises a noisy function of many parameters with two measurements per comparison, however many parameters
//! there are. The gains are those of J. C. Spall, "Implementation of the simultaneous perturbation algorithm for
//! stochastic optimization" (IEEE Trans. AES 34, 1998). As usual for engines, they are given by their values in
//! the last step.
//!
//! Pure arithmetic: the caller measures, for instance by playing `plus` against `minus`.

use fastrand::Rng;
use serde::{Deserialize, Serialize};

/// Decay of the step along the gradient, and of the perturbation (Spall's recommendation).
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// Share of the steps that damps the first ones.
const STABILITY: f64 = 0.1;

/// One number to tune.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    pub name: String,
    pub start: f64,
    pub min: f64,
    pub max: f64,
    /// Perturbation in the last step, in the parameter's own units.
    pub step: f64,
}

/// How long the run is and how fast it learns.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Schedule {
    /// Number of steps, at least 1.
    pub steps: u64,
    /// How far the last step moves a parameter for one point won, as a share of its perturbation.
    pub rate: f64,
}

impl Schedule {
    /// Perturbation of `parameter` in step `k`, from 0.
    fn perturbation(&self, parameter: &Parameter, k: u64) -> f64 {
        parameter.step * (self.steps as f64 / (k + 1) as f64).powf(GAMMA)
    }

    /// Movement of `parameter` in step `k` for one point won in the direction of its perturbation.
    fn movement(&self, parameter: &Parameter, k: u64) -> f64 {
        let (steps, done) = (self.steps as f64, (k + 1) as f64);
        let damping = STABILITY * steps;
        let gain = self.rate * parameter.step.powi(2);
        let gain = gain * ((damping + steps) / (damping + done)).powf(ALPHA);
        gain / self.perturbation(parameter, k)
    }
}

/// Two points to compare, on opposite sides of the present one.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// Direction of `plus`, 1 or -1 for each parameter.
    signs: Vec<f64>,
    pub plus: Vec<i32>,
    pub minus: Vec<i32>,
}

/// A run: the present point and the number of steps taken.
#[derive(Clone, Debug, PartialEq)]
pub struct Spsa {
    parameters: Vec<Parameter>,
    schedule: Schedule,
    seed: u64,
    point: Vec<f64>,
    step: u64,
}

impl Spsa {
    /// A run at its start. The same `seed` and results lead to the same points.
    pub fn new(parameters: Vec<Parameter>, schedule: Schedule, seed: u64) -> Spsa {
        let point = parameters.iter().map(|parameter| parameter.start).collect();
        Spsa { parameters, schedule, seed, point, step: 0 }
    }

    /// The run after `step` steps that led to `point`, which has a value for each parameter.
    pub fn resume(mut self, step: u64, point: Vec<f64>) -> Spsa {
        assert_eq!(point.len(), self.parameters.len(), "one value for each parameter");
        self.step = step;
        self.point = point;
        self
    }

    /// The present values, in the order of the parameters.
    pub fn point(&self) -> &[f64] {
        &self.point
    }

    /// The steps that are done.
    pub fn steps_done(&self) -> u64 {
        self.step
    }

    pub fn is_finished(&self) -> bool {
        self.step >= self.schedule.steps
    }

    /// The comparisons of the next step. They depend only on the seed, the step and the present point, so an
    /// interrupted run repeats them.
    pub fn comparisons(&self, count: usize) -> Vec<Comparison> {
        let mut random = Rng::with_seed(self.seed ^ self.step.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        (0..count).map(|_| self.comparison(&mut random)).collect()
    }

    fn comparison(&self, random: &mut Rng) -> Comparison {
        let signs: Vec<f64> =
            self.parameters.iter().map(|_| if random.bool() { 1.0 } else { -1.0 }).collect();
        let side = |factor: f64| {
            let moved = self.parameters.iter().zip(&self.point).zip(&signs);
            moved
                .map(|((parameter, value), sign)| {
                    let distance = self.schedule.perturbation(parameter, self.step);
                    let value = value + factor * sign * distance;
                    value.clamp(parameter.min, parameter.max).round() as i32
                })
                .collect()
        };
        Comparison { plus: side(1.0), minus: side(-1.0), signs }
    }

    /// Takes the step with the results of its `comparisons`: for each, `points` has the points of `plus` minus those of
    /// `minus`.
    pub fn advance(&mut self, comparisons: &[Comparison], points: &[f64]) {
        let count = comparisons.len().max(1) as f64;
        for (index, parameter) in self.parameters.iter().enumerate() {
            let slope: f64 =
                comparisons.iter().zip(points).map(|(c, won)| c.signs[index] * won).sum();
            let movement = self.schedule.movement(parameter, self.step) * slope / count;
            let value = &mut self.point[index];
            *value = (*value + movement).clamp(parameter.min, parameter.max);
        }
        self.step += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(name: &str, start: f64, step: f64) -> Parameter {
        Parameter { name: name.into(), start, min: -100.0, max: 100.0, step }
    }

    fn run(steps: u64, seed: u64) -> Spsa {
        let parameters = vec![parameter("a", 0.0, 4.0), parameter("b", 60.0, 8.0)];
        Spsa::new(parameters, Schedule { steps, rate: 0.5 }, seed)
    }

    /// A noisy hill with its top at (40, -20).
    fn height(values: &[i32], noise: &mut Rng) -> f64 {
        let slope = |value: i32, top: i32| -f64::from((value - top).pow(2)) / 100.0;
        slope(values[0], 40) + slope(values[1], -20) + noise.f64() - 0.5
    }

    fn climb(mut spsa: Spsa, until: u64) -> Spsa {
        while spsa.steps_done() < until {
            let mut noise = Rng::with_seed(spsa.steps_done());
            let comparisons = spsa.comparisons(2);
            let won: Vec<f64> = comparisons
                .iter()
                .map(|c| height(&c.plus, &mut noise) - height(&c.minus, &mut noise))
                .collect();
            spsa.advance(&comparisons, &won);
        }
        spsa
    }

    #[test]
    fn it_finds_the_top_of_a_noisy_hill() {
        let spsa = climb(run(2000, 1), 2000);
        assert!(spsa.is_finished());
        let [a, b] = spsa.point() else { unreachable!() };
        assert!((a - 40.0).abs() < 5.0 && (b + 20.0).abs() < 5.0, "{a} {b}");
    }

    #[test]
    fn a_resumed_run_ends_where_an_uninterrupted_one_does() {
        let half = climb(run(200, 7), 90);
        let resumed = run(200, 7).resume(90, half.point().to_vec());
        assert_eq!(climb(resumed, 200), climb(run(200, 7), 200));
        assert_ne!(climb(run(200, 8), 200).point(), climb(run(200, 7), 200).point());
    }

    #[test]
    fn values_stay_in_their_range() {
        let mut spsa = run(10, 3);
        for _ in 0..10 {
            let comparisons = spsa.comparisons(1);
            let inside = |values: &[i32]| values.iter().all(|value| (-100..=100).contains(value));
            assert!(comparisons.iter().all(|c| inside(&c.plus) && inside(&c.minus)));
            spsa.advance(&comparisons, &[1e6]);
        }
        assert!(spsa.point().iter().all(|value| value.abs() == 100.0));
    }

    #[test]
    fn both_sides_lie_at_the_same_distance() {
        let comparison = &run(100, 5).comparisons(1)[0];
        let distances: Vec<i32> = comparison
            .plus
            .iter()
            .zip(&comparison.minus)
            .map(|(plus, minus)| plus - minus)
            .collect();
        // 2 x 4 x 100^0.101 and twice that, each side rounded to a whole number.
        assert_eq!(distances.iter().map(|d| d.abs()).collect::<Vec<_>>(), [12, 26]);
    }
}
