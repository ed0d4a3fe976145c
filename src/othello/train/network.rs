//! The floating-point twin of the network, with gradients, for training.
//!
//! Parameters are in the order of [`Network::numbers`] and in units of one: an activation of one for the
//! rows, [`VALUE`] discs for the output.

use super::samples::{Samples, metrics, with_input};
use crate::othello::eval::input::{EvalInput, STAGES, TYING};
use crate::othello::eval::network::{
    CHANNELS, EMPTIES, EMPTIES_ROW, HEAD_LENGTH, HIDDEN, HIDDEN_ONE, Network, ONE, OTHER_ROWS,
    OUTPUT_ONE, Parts,
};
use crate::othello::eval::shape::INSTANCES;
use crate::train::descent::{Metrics, Task};

/// Discs that an output of one is worth.
const VALUE: f32 = 16.0;

/// Rows of a position.
const ROWS: usize = INSTANCES + 3;

/// Positions of all stages.
#[derive(Clone, Debug, Default)]
pub struct NetworkSamples(pub Samples);

impl NetworkSamples {
    /// The first plies have hardly any samples because of the openings: copies to them the parameters of later plies
    /// that occur in at least `least` samples.
    pub fn fill_gaps(&self, parameters: &mut [f32], least: u32) {
        let counts = self.occurrences(parameters.len());
        let row = |empties: usize| CHANNELS * (TYING.count + EMPTIES_ROW + empties);
        let (Some(most), Some(first)) = (
            (0..EMPTIES).rfind(|&empties| counts[row(empties)] >= least),
            (0..STAGES).find(|&stage| counts[head_start(stage)] >= least),
        ) else {
            return;
        };
        // The same side has the last move two plies later.
        for empties in (most + 1).max(2)..EMPTIES {
            parameters.copy_within(row(empties - 2)..row(empties - 1), row(empties));
        }
        let taught = head_start(first);
        for stage in 0..first {
            parameters.copy_within(taught..taught + HEAD_LENGTH, head_start(stage));
        }
    }
}

/// The scale from parameters to the integers of the network, for each parameter.
fn units() -> impl Iterator<Item = f32> {
    let repeat = |unit: f32, count: usize| std::iter::repeat_n(unit, count);
    let output = 100.0 * VALUE * f32::from(OUTPUT_ONE);
    let head = move |_| {
        repeat(HIDDEN_ONE.into(), CHANNELS * HIDDEN)
            .chain(repeat(ONE.into(), HIDDEN))
            .chain(repeat(output, HIDDEN + CHANNELS))
            .chain(repeat(100.0 * VALUE, 1))
    };
    repeat(ONE.into(), CHANNELS * (TYING.count + OTHER_ROWS)).chain((0..STAGES).flat_map(head))
}

/// The parameters of a network.
pub fn parameters(network: &Network) -> Vec<f32> {
    let number = |(number, unit): (i16, f32)| f32::from(number) / unit;
    network.numbers().into_iter().zip(units()).map(number).collect()
}

/// The network nearest to these parameters.
pub fn rounded(parameters: &[f32]) -> Network {
    let number = |(parameter, unit): (f32, f32)| (parameter * unit).round() as i16;
    let numbers: Vec<i16> = parameters.iter().copied().zip(units()).map(number).collect();
    Network::new(&numbers)
}

/// The numbers of the rows of a position.
fn rows(input: &EvalInput) -> [usize; ROWS] {
    let others = Network::other_rows(input).map(|row| TYING.count + row);
    let mut rows = input.tied_patterns().chain(others);
    std::array::from_fn(|_| rows.next().expect("there is one for each instance and three others"))
}

/// Where the parameters of a stage's head begin.
fn head_start(stage: usize) -> usize {
    CHANNELS * (TYING.count + OTHER_ROWS) + stage * HEAD_LENGTH
}

/// The parts of a head's parameters.
struct Head<'a> {
    hidden: &'a [[f32; HIDDEN]],
    hidden_bias: &'a [f32],
    output: &'a [f32],
    direct: &'a [f32],
    bias: f32,
}

impl<'a> Head<'a> {
    fn of(parameters: &'a [f32], stage: usize) -> Head<'a> {
        let Parts { hidden, hidden_bias, output, direct, bias } =
            Parts::of(&parameters[head_start(stage)..][..HEAD_LENGTH]);
        Head { hidden: hidden.as_chunks().0, hidden_bias, output, direct, bias: bias[0] }
    }
}

/// The activations of the network.
struct Pass {
    sum: [f32; CHANNELS],
    layer: [f32; HIDDEN],
    value: f32,
}

impl Pass {
    fn of(parameters: &[f32], rows: &[usize; ROWS], head: &Head) -> Pass {
        let mut sum = [0.0; CHANNELS];
        for &row in rows {
            let row = &parameters[CHANNELS * row..][..CHANNELS];
            sum.iter_mut().zip(row).for_each(|(sum, number)| *sum += number);
        }
        let mut layer: [f32; HIDDEN] = std::array::from_fn(|k| head.hidden_bias[k]);
        for (&number, weights) in sum.iter().zip(head.hidden) {
            let input = number.clamp(0.0, 1.0);
            layer.iter_mut().zip(weights).for_each(|(neuron, weight)| *neuron += input * weight);
        }
        let activations = layer.map(|neuron| neuron.clamp(0.0, 1.0));
        let value = head.bias + dot(&activations, head.output) + dot(&sum, head.direct);
        Pass { sum, layer, value }
    }

    /// Backpropagation: given the derivative `slope` of a loss by the value, adds the derivatives by the
    /// parameters of the head to `gradient` and returns those by the rows.
    fn back(&self, head: &Head, slope: f32, gradient: &mut [f32]) -> [f32; CHANNELS] {
        let (hidden, rest) = gradient.split_at_mut(CHANNELS * HIDDEN);
        let (hidden_bias, rest) = rest.split_at_mut(HIDDEN);
        let (output, rest) = rest.split_at_mut(HIDDEN);
        let (direct, bias) = rest.split_at_mut(CHANNELS);
        bias[0] += slope;
        let is_open = |number: f32| number > 0.0 && number < 1.0;
        let mut neurons = [0.0; HIDDEN];
        for k in 0..HIDDEN {
            output[k] += slope * self.layer[k].clamp(0.0, 1.0);
            neurons[k] = if is_open(self.layer[k]) { slope * head.output[k] } else { 0.0 };
            hidden_bias[k] += neurons[k];
        }
        let mut slopes = [0.0; CHANNELS];
        for (i, weights) in hidden.as_chunks_mut::<HIDDEN>().0.iter_mut().enumerate() {
            let input = self.sum[i].clamp(0.0, 1.0);
            weights.iter_mut().zip(neurons).for_each(|(weight, neuron)| *weight += neuron * input);
            direct[i] += slope * self.sum[i];
            slopes[i] = slope * head.direct[i];
            if is_open(self.sum[i]) {
                slopes[i] += dot(&neurons, &head.hidden[i]);
            }
        }
        slopes
    }
}

/// The dot product, added up in eight parts so that it becomes vector code.
fn dot(one: &[f32], two: &[f32]) -> f32 {
    let mut parts = [0.0; 8];
    for (one, two) in one.as_chunks::<8>().0.iter().zip(two.as_chunks::<8>().0) {
        (0..8).for_each(|i| parts[i] += one[i] * two[i]);
    }
    parts.iter().sum()
}

impl Task for NetworkSamples {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn judge(&self, params: &[f32], sample: usize, gradient: Option<&mut [f32]>) -> Metrics {
        let (board, score) = self.0.get(sample);
        with_input(board, |input| {
            let (rows, stage) = (rows(&input), input.stage().0);
            let head = Head::of(params, stage);
            let pass = Pass::of(params, &rows, &head);
            let value = VALUE * pass.value;
            if let Some(gradient) = gradient {
                let slope = 2.0 * VALUE * (value - score);
                let start = head_start(stage);
                let slopes = pass.back(&head, slope, &mut gradient[start..][..HEAD_LENGTH]);
                for row in rows {
                    let row = &mut gradient[CHANNELS * row..][..CHANNELS];
                    row.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
                }
            }
            metrics(value, score)
        })
    }

    fn occurrences(&self, params: usize) -> Vec<u32> {
        let mut of_rows = vec![0; TYING.count + OTHER_ROWS];
        let mut of_stages = [0; STAGES];
        for (board, _) in self.0.iter() {
            with_input(board, |input| {
                rows(&input).into_iter().for_each(|row| of_rows[row] += 1);
                of_stages[input.stage().0] += 1;
            });
        }
        let rows = of_rows.into_iter().flat_map(|count| [count; CHANNELS]);
        let heads = of_stages.into_iter().flat_map(|count| [count; HEAD_LENGTH]);
        let counts: Vec<u32> = rows.chain(heads).collect();
        debug_assert_eq!(counts.len(), params);
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::eval::weights::{Values, Weights};
    use crate::othello::rules::board::Board;

    fn seed() -> Network {
        match Weights::network_seed().values() {
            Values::Network(network) => (**network).clone(),
            Values::Tables(_) => unreachable!("the seed of a network is one"),
        }
    }

    fn random_boards(seed: u64) -> impl Iterator<Item = Board> {
        let mut random = fastrand::Rng::with_seed(seed);
        std::iter::repeat_with(move || {
            let (a, b) = (random.u64(..), random.u64(..) | 1 << 63);
            Board { player: a & b, opponent: a & !b }
        })
    }

    /// The seed with random rows for patterns.
    fn lively() -> Vec<f32> {
        let mut random = fastrand::Rng::with_seed(7);
        let mut parameters = parameters(&seed());
        parameters[..CHANNELS * TYING.count].fill_with(|| random.i8(-16..=16).into());
        parameters[..CHANNELS * TYING.count].iter_mut().for_each(|at| *at /= 128.0);
        parameters
    }

    #[test]
    fn rounding_loses_little() {
        let network = seed();
        assert!(rounded(&parameters(&network)) == network);
        let mut parameters = lively();
        let (_, others) = parameters.split_at_mut(CHANNELS * TYING.count);
        others.iter_mut().for_each(|parameter| *parameter *= 1.01);
        let network = rounded(&parameters);
        for board in random_boards(1).take(300) {
            let (value, exact) = with_input(board, |input| {
                let head = Head::of(&parameters, input.stage().0);
                let pass = Pass::of(&parameters, &rows(&input), &head);
                (network.value(input), 100.0 * VALUE * pass.value)
            });
            assert!((value as f32 - exact).abs() < 40.0, "{value} {exact}");
        }
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        const STEP: f32 = 0.001;
        let mut samples = NetworkSamples::default();
        random_boards(2).take(4).for_each(|board| samples.0.push(board, 9.0));
        let mut parameters = lively();
        let mut large = 0;
        for sample in 0..samples.len() {
            let mut gradient = vec![0.0; parameters.len()];
            samples.judge(&parameters, sample, Some(&mut gradient));
            let (board, _) = samples.0.get(sample);
            let (row, stage) = with_input(board, |input| (rows(&input), input.stage().0));
            let of_rows = row.into_iter().step_by(8).flat_map(|row| {
                (0..CHANNELS).step_by(5).map(move |channel| CHANNELS * row + channel)
            });
            let head = head_start(stage);
            let tried: Vec<usize> = of_rows.chain((head..head + HEAD_LENGTH).step_by(3)).collect();
            let mut wrong = 0;
            for &at in &tried {
                let middle = parameters[at];
                let [low, high] = [-STEP, STEP].map(|step| {
                    parameters[at] = middle + step;
                    samples.judge(&parameters, sample, None).loss
                });
                parameters[at] = middle;
                let difference = (high - low) / f64::from(2.0 * STEP);
                let error = (difference - f64::from(gradient[at])).abs();
                large += usize::from(difference.abs() > 20.0);
                wrong += usize::from(error > 1.0 + 0.02 * difference.abs());
            }
            assert_eq!(wrong, 0, "of {}", tried.len());
        }
        assert!(large > 40, "there are slopes: {large}");
    }

    #[test]
    fn what_openings_hide_is_judged_as_what_follows() {
        let mut samples = NetworkSamples::default();
        let mut unchanged: Vec<f32> = (0..parameters(&seed()).len()).map(|at| at as f32).collect();
        let before = unchanged.clone();
        samples.fill_gaps(&mut unchanged, 1);
        assert!(unchanged == before, "nothing is known");
        samples.0.push(Board::START, 0.0);
        for _ in 0..2 {
            samples.0.push(Board::START.play(19).play(18).play(17).play(16), 0.0);
        }
        let mut filled = before.clone();
        samples.fill_gaps(&mut filled, 2);
        let head = |all: &[f32], stage: usize| all[head_start(stage)..][..HEAD_LENGTH].to_vec();
        assert_eq!(head(&filled, 0), head(&before, 1));
        assert_eq!([1, 2].map(|stage| head(&filled, stage)), [1, 2].map(|at| head(&before, at)));
        let row = |all: &[f32], empties: usize| {
            all[CHANNELS * (TYING.count + EMPTIES_ROW + empties)..][..CHANNELS].to_vec()
        };
        assert_eq!([57, 58, 59, 60].map(|empties| row(&filled, empties)), {
            [55, 56, 55, 56].map(|empties| row(&before, empties))
        });
    }
}
