//! The evaluation network (NNUE): it sees the surroundings of every empty point, and its region of the board.
//!
//! Every empty point sums the rows of its four windows (see `window`) and a bias, and clips the channels
//! to [0, 1]. The channels of the same point on an empty board are subtracted, so that points far from all stones
//! count nothing and the size of the board does not matter. The points of each of nine regions are summed:
//! `accumulator` keeps these pools up to date. This module computes the rest:
//!
//! 1. Each region goes through a layer with rectified outputs, whose weights are those of its kind: corner,
//!    edge or centre. The outputs of regions of the same kind are summed.
//! 2. These and the sum of all pools go through a hidden layer, whose biases depend on the [`Context`]. Some of its
//!    neurons are rectified sums; the others are gated: a sum times another sum that is clipped to [0, 1].
//! 3. The output is a weighted sum of the hidden layer; its weights also depend on the context.
//!
//! All numbers are integers, so an evaluation is the same on every machine.

use super::context::{Context, ContextLayer, SHARE_ONE};
use super::window::WINDOWS;
use crate::dense;

/// Evaluation at which the odds of a win are e to 1.
pub const EVAL_SCALE: f32 = 266.0;

/// Channels of a point for one side to move.
pub const CHANNELS: usize = 32;
/// Outputs of the layer of a region.
pub const FEATURES: usize = 16;
/// Rectified neurons of the hidden layer.
pub const RECTIFIED: usize = 32;
/// Gated neurons of the hidden layer.
pub const GATED: usize = 32;
/// Neurons of the hidden layer, the rectified ones first.
pub const HIDDEN: usize = RECTIFIED + GATED;
/// Sums of the hidden layer: those of the rectified neurons, the gates, then the gated sums.
pub const SUMS: usize = RECTIFIED + 2 * GATED;
/// Inputs of the hidden layer.
pub const INPUTS: usize = CHANNELS + KINDS * FEATURES;

/// Regions of a board: thirds by thirds, row by row.
pub const REGIONS: usize = 9;
/// Kinds of regions: corners, edges, the centre.
pub const KINDS: usize = 3;
/// Kind of each region.
pub const KIND_OF: [usize; REGIONS] = [0, 1, 0, 1, 2, 1, 0, 1, 0];

/// Fixed-point one of channels, features, the hidden layer and its weights.
pub const ONE: i16 = 512;
/// Points whose full channels count as one in a pool: a pool is in units of 1 / (`POOL` * [`ONE`]).
pub const POOL: i16 = 8;
/// Fixed-point one of the weights of regions.
pub const REGION_ONE: i16 = 256;
/// An output weight of one unit of evaluation at an activation of one.
pub const OUTPUT_UNIT: i16 = 16;

/// Largest absolute values of weights, chosen so that no sum overflows: a region sums 32 products with a pool, which
/// has 16 bits; the layers after it sum 80 and 64 products with an activation below 16, the first of them with a bias
/// of at most 2^18.
pub const REGION_LIMIT: i16 = 1000;
pub const HIDDEN_LIMIT: i16 = 3000;
pub const OUTPUT_LIMIT: i16 = 4096;
/// Largest absolute input and output of the hidden layer.
pub const ACTIVATION_LIMIT: i32 = 16 * ONE as i32 - 1;

/// The contribution of a window to a point.
pub type Row = [i16; CHANNELS];

/// The channels of a pool for one side to move.
pub type Pool = [i16; CHANNELS];

/// The outputs of the layer of a region.
pub type Features = [i16; FEATURES];

/// The outputs of the hidden layer.
pub type Hidden = [i32; HIDDEN];

type RegionWeights = dense::Weights<{ CHANNELS / 2 }, FEATURES>;
type HiddenWeights = dense::Weights<{ INPUTS / 2 }, SUMS>;

/// The network that evaluates for one side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// By window number; the stones of the side to move count as own.
    pub rows: Box<[Row; WINDOWS]>,
    pub bias: Row,
    /// By the kind of a region.
    pub regions: [RegionWeights; KINDS],
    pub region_biases: [[i16; FEATURES]; KINDS],
    pub hidden: Box<HiddenWeights>,
    pub hidden_bias: ContextLayer<SUMS>,
    /// In units of 1 / [`OUTPUT_UNIT`].
    pub output: ContextLayer<HIDDEN>,
}

/// Number of weights.
pub const LENGTH: usize = WINDOWS * CHANNELS
    + CHANNELS
    + KINDS * (CHANNELS + 1) * FEATURES
    + INPUTS * SUMS
    + ContextLayer::<SUMS>::LENGTH
    + ContextLayer::<HIDDEN>::LENGTH;

impl Network {
    /// The network whose output is always 0.
    pub fn zero() -> Network {
        let rows = vec![[0; CHANNELS]; WINDOWS].into_boxed_slice();
        Network {
            rows: rows.try_into().expect("there is a row for each window"),
            bias: [0; CHANNELS],
            regions: [[[[0; 2]; FEATURES]; CHANNELS / 2]; KINDS],
            region_biases: [[0; FEATURES]; KINDS],
            hidden: Box::new([[[0; 2]; SUMS]; INPUTS / 2]),
            hidden_bias: ContextLayer::zero(),
            output: ContextLayer::zero(),
        }
    }

    /// The features of a region of this `kind` from its pool.
    #[inline]
    pub fn features(&self, kind: usize, pool: &Pool) -> Features {
        let one = i32::from(ONE) * i32::from(POOL);
        let mut sums = self.region_biases[kind].map(|bias| i32::from(bias) * one);
        dense::multiply_add(&mut sums, bytemuck::cast_ref(pool), &self.regions[kind]);
        sums.map(|sum| limited(sum.max(0) / (i32::from(POOL) * i32::from(REGION_ONE))))
    }

    /// The hidden layer in `context`, in units of 1 / [`ONE`], from the pools and the features of all regions.
    #[inline]
    pub fn hidden(
        &self,
        pools: [&Pool; REGIONS],
        features: &[Features; REGIONS],
        context: Context,
    ) -> Hidden {
        let mut total = [0i32; CHANNELS];
        let mut of_kinds = [[0i32; FEATURES]; KINDS];
        for ((pool, features), kind) in pools.into_iter().zip(features).zip(KIND_OF) {
            let numbers = total.iter_mut().zip(pool);
            numbers.for_each(|(sum, &number)| *sum += i32::from(number));
            let numbers = of_kinds[kind].iter_mut().zip(features);
            numbers.for_each(|(sum, &number)| *sum += i32::from(number));
        }
        let mut inputs = [0; INPUTS];
        let (of_board, of_regions) = inputs.split_at_mut(CHANNELS);
        let shares = of_board.iter_mut().zip(total);
        shares.for_each(|(input, sum)| *input = limited(sum / i32::from(POOL)));
        let features = of_regions.iter_mut().zip(of_kinds.as_flattened());
        features.for_each(|(input, &feature)| *input = limited(feature));
        // Like the product of a weight and an input, a bias is in units of 1 / ONE².
        const { assert!(SHARE_ONE == ONE) };
        let mut sums = self.hidden_bias.of(context);
        let inputs: [[i16; 2]; INPUTS / 2] = bytemuck::cast(inputs);
        dense::multiply_add(&mut sums, &inputs, &self.hidden);
        activations(&sums.map(|sum| sum / i32::from(ONE)))
    }

    /// Output for the side to move in `context`, in units of evaluation, within ±262,144, from the hidden layer.
    #[inline]
    pub fn output(&self, hidden: &Hidden, context: Context) -> i32 {
        let limit = i32::from(OUTPUT_LIMIT);
        let one = i32::from(SHARE_ONE);
        let weights = self.output.of(context).map(|sum| sum.div_euclid(one).clamp(-limit, limit));
        let output: i32 = hidden.iter().zip(weights).map(|(neuron, weight)| neuron * weight).sum();
        output / (i32::from(ONE) * i32::from(OUTPUT_UNIT))
    }

    /// The network with these weights, [`LENGTH`] numbers in file order: rows, bias, the three layers of regions,
    /// the hidden layer, output. A layer is the weights of one input for all outputs, then those of the next, then
    /// the biases; the inputs of a context are the last ones. Weights beyond their limit are clamped.
    pub fn new(numbers: &[i16]) -> Network {
        let mut network = Network::zero();
        let mut rest = numbers;
        let mut take = |count: usize| {
            let (taken, others) = rest.split_at(count);
            rest = others;
            taken
        };
        let rows = network.rows.as_flattened_mut();
        rows.copy_from_slice(take(rows.len()));
        network.bias.copy_from_slice(take(CHANNELS));
        for kind in 0..KINDS {
            read_layer(take(CHANNELS * FEATURES), &mut network.regions[kind], REGION_LIMIT);
            network.region_biases[kind].copy_from_slice(take(FEATURES));
        }
        read_layer(take(INPUTS * SUMS), &mut network.hidden, HIDDEN_LIMIT);
        network.hidden_bias = ContextLayer::new(take(ContextLayer::<SUMS>::LENGTH));
        network.output = ContextLayer::new(take(ContextLayer::<HIDDEN>::LENGTH));
        network
    }

    /// The weights, as [`Network::new`] takes them.
    pub fn numbers(&self) -> impl Iterator<Item = i16> {
        let points = self.rows.as_flattened().iter().chain(&self.bias).copied();
        let regions = self.regions.iter().zip(self.region_biases);
        let regions = regions.flat_map(|(weights, biases)| in_order(weights).chain(biases));
        let hidden = in_order(&self.hidden).chain(self.hidden_bias.weights());
        points.chain(regions).chain(hidden).chain(self.output.weights())
    }
}

/// The neurons from the sums of the hidden layer, all in units of 1 / [`ONE`].
#[inline]
fn activations(sums: &[i32; SUMS]) -> Hidden {
    let mut neurons = [0; HIDDEN];
    let (rectified, gated) = neurons.split_at_mut(RECTIFIED);
    let (sums, gates) = sums.split_at(RECTIFIED);
    let (gates, values) = gates.split_at(GATED);
    let outputs = rectified.iter_mut().zip(sums);
    outputs.for_each(|(neuron, sum)| *neuron = (*sum).clamp(0, ACTIVATION_LIMIT));
    for ((neuron, gate), value) in gated.iter_mut().zip(gates).zip(values) {
        let value = (*value).clamp(-ACTIVATION_LIMIT, ACTIVATION_LIMIT);
        *neuron = (*gate).clamp(0, ONE.into()) * value / i32::from(ONE);
    }
    neurons
}

/// An input of the hidden layer. As no feature is negative, clamping the features of the regions before adding them up
/// does not change the clamped sum.
#[inline]
fn limited(number: i32) -> i16 {
    number.clamp(-ACTIVATION_LIMIT, ACTIVATION_LIMIT) as i16
}

/// Fills `weights` with `numbers`, given input by input, clamped to ±`limit`.
fn read_layer<const PAIRS: usize, const OUTPUTS: usize>(
    numbers: &[i16],
    weights: &mut dense::Weights<PAIRS, OUTPUTS>,
    limit: i16,
) {
    for (place, &number) in numbers.iter().enumerate() {
        let (input, output) = (place / OUTPUTS, place % OUTPUTS);
        weights[input / 2][output][input % 2] = number.clamp(-limit, limit);
    }
}

/// The weights of a layer, input by input.
fn in_order<const PAIRS: usize, const OUTPUTS: usize>(
    weights: &dense::Weights<PAIRS, OUTPUTS>,
) -> impl Iterator<Item = i16> {
    let of = |pair: &[[i16; 2]; OUTPUTS]| [0, 1].map(|i| pair.map(|both| both[i]));
    weights.iter().flat_map(move |pair| of(pair).into_iter().flatten())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::eval::profile::Profile;

    #[test]
    fn no_weights_and_pools_overflow() {
        for number in [i16::MAX, i16::MIN] {
            let network = Network::new(&vec![number; LENGTH]);
            for pool in [[i16::MAX; CHANNELS], [i16::MIN; CHANNELS]] {
                let features = KIND_OF.map(|kind| network.features(kind, &pool));
                for taken in [0, 1] {
                    let context = Context::new(Profile::from_index(0), taken, 1);
                    let hidden = network.hidden([&pool; REGIONS], &features, context);
                    // The greatest sums; the vector kernel would wrap around silently.
                    if (number, pool[0]) == (i16::MAX, i16::MAX) {
                        assert_eq!(hidden, [ACTIVATION_LIMIT; HIDDEN]);
                    }
                    let output = network.output(&hidden, context);
                    assert!(output.abs() <= 262_144, "{number} {output}");
                }
            }
        }
    }

    #[test]
    fn gated_neurons_multiply_a_sum_by_a_clipped_one() {
        let one = i32::from(ONE);
        let mut sums = [0; SUMS];
        sums[0] = -5;
        sums[1] = 7;
        for (place, [gate, value]) in
            [[one / 2, 100], [one / 2, -100], [2 * one, 9], [-1, 9]].into_iter().enumerate()
        {
            [sums[RECTIFIED + place], sums[HIDDEN + place]] = [gate, value];
        }
        let neurons = activations(&sums);
        assert_eq!(neurons[..3], [0, 7, 0]);
        assert_eq!(neurons[RECTIFIED..][..5], [50, -50, 9, 0, 0]);
    }

    #[test]
    fn weights_survive_the_round_trip() {
        let mut random = fastrand::Rng::with_seed(1);
        let numbers: Vec<i16> = (0..LENGTH).map(|_| random.i16(-1000..=1000)).collect();
        assert!(Network::new(&numbers).numbers().eq(numbers));
    }
}
