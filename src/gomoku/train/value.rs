//! The value model: fits the evaluation to search scores and game results.
//!
//! The model is the static evaluation of the search itself, in floating point.

use std::ops::Range;

use super::network::{self, Input, Networks, Pass};
use crate::gomoku::eval::weights::EVAL_SCALE;
use crate::train::descent::{Metrics, Task};

/// The factor of a parameter in an evaluation. In halves, because the evaluation is the mean over two
/// plies; negative for the enemy's points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    pub param: u16,
    pub halves: i16,
}

/// The inputs of the evaluation of a position.
#[derive(Clone, Debug, Default)]
pub struct EvalInput {
    /// The linear part.
    pub terms: Vec<Term>,
    /// The inputs of the network.
    pub inputs: Vec<Input>,
    /// Index of the network of the side to move.
    pub network: usize,
}

/// Positions with their target values.
#[derive(Clone, Debug, Default)]
pub struct ValueSamples {
    networks: Networks,
    terms: Vec<Term>,
    inputs: Vec<Input>,
    /// For each sample, the ends of its terms and of its inputs, and the index of its network.
    ends: Vec<(usize, usize, u8)>,
    /// Expected game results for the side to move, from 0 to 1.
    targets: Vec<f32>,
    /// Game results for the side to move; 0.5 for a draw or an unknown result.
    results: Vec<f32>,
}

/// The logistic function.
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Cross-entropy, in nats, of the prediction with log-odds `x` and the result `target`, in a form that does
/// not overflow.
pub fn cross_entropy(x: f32, target: f32) -> f64 {
    let x = f64::from(x);
    x.max(0.0) - x * f64::from(target) + (-x.abs()).exp().ln_1p()
}

impl ValueSamples {
    /// No samples, for parameters with these `networks`.
    pub fn new(networks: Networks) -> ValueSamples {
        ValueSamples { networks, ..ValueSamples::default() }
    }

    /// Adds a position with the expected result `target` for the side to move, and the actual `result` if
    /// the position is of a game.
    pub fn push(&mut self, input: &EvalInput, target: f32, result: Option<f32>) {
        self.terms.extend_from_slice(&input.terms);
        self.inputs.extend_from_slice(&input.inputs);
        self.ends.push((self.terms.len(), self.inputs.len(), input.network as u8));
        self.targets.push(target);
        self.results.push(result.unwrap_or(0.5));
    }

    /// Adds all samples of `other`, which must be for the same parameters.
    pub fn append(&mut self, other: &ValueSamples) {
        let base = (self.terms.len(), self.inputs.len());
        self.terms.extend_from_slice(&other.terms);
        self.inputs.extend_from_slice(&other.inputs);
        let moved = |&(terms, inputs, network)| (base.0 + terms, base.1 + inputs, network);
        self.ends.extend(other.ends.iter().map(moved));
        self.targets.extend_from_slice(&other.targets);
        self.results.extend_from_slice(&other.results);
    }

    fn terms_of(&self, sample: usize) -> &[Term] {
        let start = sample.checked_sub(1).map_or(0, |before| self.ends[before].0);
        &self.terms[start..self.ends[sample].0]
    }

    /// The network inputs of a sample and the parameters of its network; `None` without networks.
    fn view_of(&self, sample: usize) -> Option<(&[Input], Range<usize>)> {
        let start = sample.checked_sub(1).map_or(0, |before| self.ends[before].1);
        let (_, end, network) = self.ends[sample];
        let is_seen = self.networks.count > 0;
        is_seen.then(|| (&self.inputs[start..end], self.networks.of(usize::from(network))))
    }

    /// The evaluation of a sample, and the forward pass of its network.
    fn pass(&self, params: &[f32], sample: usize) -> (f32, Option<Pass>) {
        let half = |term: &Term| params[usize::from(term.param)] * f32::from(term.halves);
        let sum = self.terms_of(sample).iter().map(half).sum::<f32>() / 2.0;
        let view = self.view_of(sample);
        let pass = view.map(|(inputs, place)| network::forward(&params[place], inputs));
        (sum + EVAL_SCALE * pass.as_ref().map_or(0.0, |pass| pass.output), pass)
    }

    /// The evaluation of a sample.
    #[cfg(test)]
    pub fn evaluate(&self, params: &[f32], sample: usize) -> f32 {
        self.pass(params, sample).0
    }
}

impl Task for ValueSamples {
    fn len(&self) -> usize {
        self.targets.len()
    }

    fn judge(&self, params: &[f32], sample: usize, gradient: Option<&mut [f32]>) -> Metrics {
        let (evaluation, pass) = self.pass(params, sample);
        let (target, result) = (self.targets[sample], self.results[sample]);
        if let Some(gradient) = gradient {
            let slope = sigmoid(evaluation / EVAL_SCALE) - target;
            for term in self.terms_of(sample) {
                gradient[usize::from(term.param)] +=
                    slope / EVAL_SCALE / 2.0 * f32::from(term.halves);
            }
            if let (Some((inputs, place)), Some(pass)) = (self.view_of(sample), pass) {
                let params = &params[place.clone()];
                network::backward(params, inputs, &pass, slope, &mut gradient[place]);
            }
        }
        let loss = cross_entropy(evaluation / EVAL_SCALE, target);
        let is_decided = result != 0.5;
        let is_right = is_decided && (evaluation > 0.0) == (result > 0.5);
        let right = f64::from(u8::from(is_right));
        let judged = f64::from(u8::from(is_decided));
        Metrics { loss, right, near: right, judged, count: 1.0 }
    }

    fn occurrences(&self, params: usize) -> Vec<u32> {
        let mut counts = vec![0; params];
        self.terms.iter().for_each(|term| counts[usize::from(term.param)] += 1);
        for (inputs, place) in (0..self.len()).filter_map(|sample| self.view_of(sample)) {
            let rows = inputs.iter().flat_map(|input| input.params());
            rows.for_each(|param| counts[place.start + param] += 1);
            let layers = &mut counts[place][network::LAYERS];
            layers.iter_mut().for_each(|count| *count += 1);
        }
        counts
    }

    fn scaled(&self, params: &[f32], scale: f32) -> Vec<f32> {
        let mut scaled = params.to_vec();
        scaled[..self.networks.start].iter_mut().for_each(|param| *param *= scale);
        for place in self.networks.all() {
            scaled[place][network::OUTPUTS].iter_mut().for_each(|param| *param *= scale);
        }
        scaled
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::eval::weights::WeightSet;
    use crate::gomoku::rules::rule::Rule;
    use crate::gomoku::train::layout::Layout;
    use crate::train::descent::tests::{check_gradient, settings};
    use crate::train::descent::{Settings, train};
    use fastrand::Rng;

    const PARAMS: usize = 30;

    fn random_params(random: &mut Rng, most: f32) -> Vec<f32> {
        (0..PARAMS).map(|_| (random.f32() * 2.0 - 1.0) * most).collect()
    }

    /// Samples for parameters without networks.
    fn linear() -> ValueSamples {
        ValueSamples::new(Networks { start: PARAMS, count: 0 })
    }

    /// Positions with targets and results by `planted`.
    fn samples(count: usize, planted: &[f32], random: &mut Rng) -> ValueSamples {
        let mut samples = linear();
        for _ in 0..count {
            let terms: Vec<Term> = (0..8)
                .map(|_| Term { param: random.u16(..PARAMS as u16), halves: random.i16(-3..=3) })
                .collect();
            samples.push(&EvalInput { terms, ..EvalInput::default() }, 0.0, None);
            let sample = samples.len() - 1;
            let expected = sigmoid(samples.evaluate(planted, sample) / EVAL_SCALE);
            let result = if random.f32() < expected { 1.0 } else { 0.0 };
            (samples.targets[sample], samples.results[sample]) = (expected, result);
        }
        samples
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let mut random = Rng::with_seed(1);
        let planted = random_params(&mut random, 200.0);
        let samples = samples(30, &planted, &mut random);
        check_gradient(&samples, &random_params(&mut random, 100.0));
    }

    #[test]
    fn planted_weights_are_found() {
        let mut random = Rng::with_seed(2);
        let planted = random_params(&mut random, 150.0);
        let training = samples(20_000, &planted, &mut random);
        let validation = samples(2_000, &planted, &mut random);
        let start = vec![0.0; PARAMS];
        let found = train(&training, &validation, &start, 0..0, &settings(2), &mut |_| ());
        let worst = found.iter().zip(&planted).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(worst < 3.0, "{worst}");
    }

    #[test]
    fn samples_are_joined_and_judged() {
        let mut samples = linear();
        let input = EvalInput { terms: vec![Term { param: 0, halves: 2 }], ..EvalInput::default() };
        for result in [Some(0.0), Some(1.0), None] {
            samples.push(&input, 0.4, result);
        }
        let mut twice = samples.clone();
        twice.append(&samples);
        assert_eq!((twice.len(), twice.evaluate(&[7.0], 5)), (6, 7.0));
        assert_eq!(twice.occurrences(2), [6, 0]);
        let metrics = samples.judge(&[-1e30], 0, None);
        assert!(metrics.loss.is_finite() && (metrics.right, metrics.judged) == (1.0, 1.0));
        assert_eq!(samples.judge(&[-1.0], 1, None).right, 0.0);
        assert_eq!(samples.judge(&[-1.0], 2, None).judged, 0.0);
    }

    /// Samples that are won if the own and the enemy code are equal: an exclusive-or of codes 0 and 1.
    fn exclusive_or(networks: Networks) -> ValueSamples {
        let mut samples = ValueSamples::new(networks);
        for number in 0..800 {
            let (own, enemy) = (number % 2, number / 2 % 2);
            let inputs = vec![Input::own(own, 1), Input::enemy(enemy, 1)];
            let won = if own == enemy { 1.0 } else { 0.0 };
            samples.push(&EvalInput { inputs, ..EvalInput::default() }, won, Some(won));
        }
        samples
    }

    #[test]
    fn a_network_learns_a_nonlinear_function() {
        let set = WeightSet::seed();
        let layout = Layout::new(Rule::Freestyle);
        let start = layout.value_params(&set);
        let samples = exclusive_or(layout.networks());
        assert!((samples.evaluate(&start, 0)).abs() < 1e-3, "the start is neutral");
        let settings = Settings { epochs: 60, rate: 40.0, ..settings(2) };
        let found = train(&samples, &samples, &start, 0..0, &settings, &mut |_| ());
        let metrics = |params: &[f32]| samples.judge(params, 1, None).loss;
        assert!(metrics(&start) > 0.69 && metrics(&found) < 0.3, "{}", metrics(&found));
        for sample in 0..4 {
            let twice = samples.evaluate(&samples.scaled(&found, 2.0), sample);
            let once = samples.evaluate(&found, sample);
            assert!((twice - 2.0 * once).abs() < 1e-2, "{twice} {once}");
            assert_eq!(once > 0.0, sample == 0 || sample == 3);
        }
        let counts = samples.occurrences(start.len());
        let place = layout.networks().of(0);
        assert_eq!((counts[place.start], counts[place.end - 1]), (400, 800));
    }

    #[test]
    fn every_sample_uses_the_network_of_its_side_to_move() {
        let layout = Layout::new(Rule::Renju);
        let mut samples = ValueSamples::new(layout.networks());
        let mut params = vec![0.0; layout.value_params(&WeightSet::seed()).len()];
        for number in 0..2 {
            let input = EvalInput { network: number, ..EvalInput::default() };
            samples.push(&input, 0.5, None);
            // The biases alone give a nonzero output.
            let place = layout.networks().of(number);
            params[place][network::LAYERS].fill(400.0 * (number + 1) as f32);
        }
        let [black, white] = [0, 1].map(|sample| samples.evaluate(&params, sample));
        assert!(black > 0.0 && white > 2.0 * black, "{black} {white}");
        let mut gradient = vec![0.0; params.len()];
        samples.judge(&params, 1, Some(&mut gradient));
        assert!(gradient[layout.networks().of(0)].iter().all(|slope| *slope == 0.0));
        assert!(gradient[layout.networks().of(1)].iter().any(|slope| *slope != 0.0));
    }
}
