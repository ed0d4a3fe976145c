//! The evaluation network in training: [`Network`](crate::gomoku::eval::network::Network) in floating
//! point, with its gradient.
//!
//! Most windows are rare. So that they learn from the common ones, a row is trained as a sum: its own part,
//! and parts that it shares with all windows of the same shapes and with all that look the same within a shorter
//! reach. [`Rows::expand`] computes the sums, [`Rows::fold`] propagates their gradient to the parts.

use std::collections::HashMap;
use std::ops::Range;

use crate::gomoku::eval::context::{CONTEXT_INPUTS, Context};
use crate::gomoku::eval::network::{
    ACTIVATION_LIMIT, CHANNELS, FEATURES, GATED, HIDDEN, HIDDEN_LIMIT, INPUTS, KIND_OF, KINDS,
    LENGTH, ONE, OUTPUT_LIMIT, OUTPUT_UNIT, POOL, RECTIFIED, REGION_LIMIT, REGION_ONE, REGIONS,
    SUMS,
};
use crate::gomoku::eval::points::PointInput;
use crate::gomoku::eval::weights::EVAL_SCALE;
use crate::gomoku::eval::window::{self, REACH, WINDOWS};

/// First parameters of the parts of a network, in the order of
/// [`Network::numbers`](crate::gomoku::eval::network::Network::numbers).
const BIAS: usize = WINDOWS * CHANNELS;
const REGION: usize = BIAS + CHANNELS;
/// Parameters of the layer of one kind of region.
const REGION_LENGTH: usize = (CHANNELS + 1) * FEATURES;
const LAYER: usize = REGION + KINDS * REGION_LENGTH;
/// Inputs of the hidden layer, with those of the context.
const ALL_INPUTS: usize = INPUTS + CONTEXT_INPUTS;
const OUTPUT: usize = LAYER + (ALL_INPUTS + 1) * SUMS;

/// The parameters of the last layer, to which the output is proportional.
pub const OUTPUTS: Range<usize> = OUTPUT..LENGTH;

/// The parameters of rows and points, of the regions, of the hidden layer (first those of its inputs, then those of the
/// context), and of the output.
#[cfg(test)]
pub const PARTS: [Range<usize>; 5] = {
    const CONTEXT: usize = LAYER + INPUTS * SUMS;
    [0..REGION, REGION..LAYER, LAYER..CONTEXT, CONTEXT..OUTPUT, OUTPUTS]
};

/// Learning rate of a row's own part, relative to that of everything else. With 1, the rows of rare windows learned
/// noise: on a million positions the loss was 0.006 higher. With 0.2 it was 0.0013 higher on four million positions of
/// renju.
const OWN_RATE: f32 = 0.05;

/// Largest absolute activation, as in the search.
const MOST: f32 = ACTIVATION_LIMIT as f32 / ONE as f32;

type Vector = [f32; CHANNELS];

/// The shared parts of the rows.
pub struct Rows {
    /// By window number, the shared parts of a window, counted from the end of the network's own weights.
    shared: Vec<[u16; Rows::PARTS]>,
    /// Number of shared parts.
    count: usize,
}

impl Rows {
    /// Shared parts of a window: one by its shapes, one by its cells at each shorter reach from 2 on.
    const PARTS: usize = REACH - 1;

    pub fn new() -> Rows {
        let shapes = window::shapes().into_iter();
        let mut kinds = vec![shapes.map(|[own, enemy]| (own as u16) << 4 | enemy as u16).collect()];
        kinds.extend((2..REACH).map(window::inner));
        let mut seen = HashMap::new();
        let mut shared = vec![[0; Rows::PARTS]; WINDOWS];
        for (kind, values) in kinds.into_iter().enumerate() {
            for (parts, value) in shared.iter_mut().zip(values) {
                let next = seen.len() as u16;
                parts[kind] = *seen.entry((kind, value)).or_insert(next);
            }
        }
        Rows { shared, count: seen.len() }
    }

    /// Number of parameters of a network.
    pub fn params(&self) -> usize {
        LENGTH + self.count * CHANNELS
    }

    fn place(part: u16) -> Range<usize> {
        let first = LENGTH + usize::from(part) * CHANNELS;
        first..first + CHANNELS
    }

    /// Adds to the own part of each row of a network the parts that it shares.
    pub fn expand(&self, params: &mut [f32]) {
        let (own, rest) = params.split_at_mut(BIAS);
        for (row, parts) in own.chunks_exact_mut(CHANNELS).zip(&self.shared) {
            for &part in parts {
                let place = Rows::place(part);
                add(row, &rest[place.start - BIAS..place.end - BIAS], 1.0);
            }
        }
    }

    /// Adds the gradient of each row to that of the parts that it shares.
    pub fn fold(&self, gradient: &mut [f32]) {
        let (own, rest) = gradient.split_at_mut(BIAS);
        for (row, parts) in own.chunks_exact(CHANNELS).zip(&self.shared) {
            for &part in parts {
                let place = Rows::place(part);
                add(&mut rest[place.start - BIAS..place.end - BIAS], row, 1.0);
            }
        }
    }
}

/// The learning rate of a network's parameter, relative to the others.
pub fn rate(index: usize) -> f32 {
    if index < BIAS { OWN_RATE } else { 1.0 }
}

/// Converts weight `index` of a network to a parameter.
pub fn to_param(index: usize, number: i16) -> f32 {
    f32::from(number) / scale(index).0
}

/// Converts a parameter to weight `index` of a network, rounded and clamped to its limit.
pub fn to_number(index: usize, param: f32) -> i16 {
    let (one, limit) = scale(index);
    (param * one).round().clamp(-f32::from(limit), f32::from(limit)) as i16
}

/// The number of a weight of one, and the largest number.
fn scale(index: usize) -> (f32, i16) {
    match index {
        _ if index < REGION => (ONE.into(), i16::MAX),
        _ if index < LAYER => (REGION_ONE.into(), REGION_LIMIT),
        _ if index < OUTPUT => (ONE.into(), HIDDEN_LIMIT),
        _ => (EVAL_SCALE * f32::from(OUTPUT_UNIT), OUTPUT_LIMIT),
    }
}

/// A forward pass: the inputs of the layers, and their outputs before rectification and gating.
pub struct Pass {
    pools: [Vector; REGIONS],
    regions: [[f32; FEATURES]; REGIONS],
    inputs: [f32; ALL_INPUTS],
    hidden: [f32; SUMS],
    /// The weights of the output, which are themselves the outputs of a layer.
    weights: [f32; HIDDEN],
    /// Log-odds.
    pub output: f32,
}

/// Forward pass of the network with expanded `params`.
pub fn forward(params: &[f32], points: &[PointInput], context: Context) -> Pass {
    let pools = pools(params, points);
    let (mut inputs, mut regions) = ([0.0; ALL_INPUTS], [[0.0; FEATURES]; REGIONS]);
    inputs[INPUTS..].copy_from_slice(&context.inputs());
    let (of_board, of_regions) = inputs.split_at_mut(CHANNELS);
    for (region, kind) in KIND_OF.into_iter().enumerate() {
        add(of_board, &pools[region], 1.0);
        let layer = &params[REGION + kind * REGION_LENGTH..][..REGION_LENGTH];
        apply(layer, &pools[region], &mut regions[region]);
        let features = regions[region].map(|feature| feature.max(0.0));
        add(&mut of_regions[kind * FEATURES..][..FEATURES], &features, 1.0);
    }
    let mut hidden = [0.0; SUMS];
    apply(&params[LAYER..OUTPUT], &inputs, &mut hidden);
    let neurons = activations(&hidden);
    let mut weights = [0.0; HIDDEN];
    apply(&params[OUTPUTS], &inputs[INPUTS..], &mut weights);
    let output = neurons.iter().zip(weights).map(|(neuron, weight)| neuron * weight).sum();
    Pass { pools, regions, inputs, hidden, weights, output }
}

/// Backpropagation: given the derivative `slope` of a loss with respect to the output, adds the derivatives with
/// respect to the expanded parameters to `gradient`.
pub fn backward(
    params: &[f32],
    points: &[PointInput],
    pass: &Pass,
    slope: f32,
    gradient: &mut [f32],
) {
    let weights = activations(&pass.hidden).map(|neuron| slope * neuron);
    // The slopes of the context inputs are not propagated further.
    let mut inputs = [0.0; ALL_INPUTS];
    let context = &pass.inputs[INPUTS..];
    revert(&params[OUTPUTS], context, &weights, &mut gradient[OUTPUTS], &mut inputs[INPUTS..]);
    let hidden = slopes_of_sums(&pass.hidden, &pass.weights.map(|weight| slope * weight));
    let layer = LAYER..OUTPUT;
    revert(&params[layer.clone()], &pass.inputs, &hidden, &mut gradient[layer], &mut inputs);
    let (of_board, of_regions) = inputs[..INPUTS].split_at(CHANNELS);
    let mut pools = [[0.0; CHANNELS]; REGIONS];
    for (region, kind) in KIND_OF.into_iter().enumerate() {
        let mut features = [0.0; FEATURES];
        features.copy_from_slice(&of_regions[kind * FEATURES..][..FEATURES]);
        keep_positive(&mut features, &pass.regions[region]);
        let place = REGION + kind * REGION_LENGTH..REGION + (kind + 1) * REGION_LENGTH;
        let (weights, slopes) = (&params[place.clone()], &mut gradient[place]);
        revert(weights, &pass.pools[region], &features, slopes, &mut pools[region]);
        add(&mut pools[region], of_board, 1.0);
    }
    for point in points {
        let slopes = pools[usize::from(point.region)].map(|slope| slope / f32::from(POOL));
        spread(params, &point.windows, &slopes, 1.0, gradient);
        spread(params, &point.blank, &slopes, -1.0, gradient);
    }
}

/// The neurons from the sums of the hidden layer.
fn activations(sums: &[f32; SUMS]) -> [f32; HIDDEN] {
    std::array::from_fn(|j| match j.checked_sub(RECTIFIED) {
        None => sums[j].clamp(0.0, MOST),
        Some(gated) => clip(sums[j]) * sums[HIDDEN + gated].clamp(-MOST, MOST),
    })
}

/// The inverse of [`activations`] for derivatives: from `slopes` with respect to the neurons to those with respect to
/// the `sums`.
fn slopes_of_sums(sums: &[f32; SUMS], slopes: &[f32; HIDDEN]) -> [f32; SUMS] {
    std::array::from_fn(|j| match j {
        _ if j < RECTIFIED && 0.0 < sums[j] && sums[j] < MOST => slopes[j],
        _ if j >= HIDDEN && sums[j].abs() < MOST => slopes[j - GATED] * clip(sums[j - GATED]),
        _ if (RECTIFIED..HIDDEN).contains(&j) && is_inside(sums[j]) => {
            slopes[j] * sums[j + GATED].clamp(-MOST, MOST)
        }
        _ => 0.0,
    })
}

/// The pools of all regions.
fn pools(params: &[f32], points: &[PointInput]) -> [Vector; REGIONS] {
    let mut pools = [[0.0; CHANNELS]; REGIONS];
    for point in points {
        let (seen, blank) = (sum(params, &point.windows), sum(params, &point.blank));
        let pool = &mut pools[usize::from(point.region)];
        for (i, number) in pool.iter_mut().enumerate() {
            *number += (clip(seen[i]) - clip(blank[i])) / f32::from(POOL);
        }
    }
    pools
}

fn row(params: &[f32], window: u16) -> &Vector {
    let row = &params[usize::from(window) * CHANNELS..][..CHANNELS];
    row.try_into().expect("a row has a number for each channel")
}

/// The channels of a point before they are clipped.
fn sum(params: &[f32], windows: &[u16; 4]) -> Vector {
    let [a, b, c, d] = windows.map(|window| row(params, window));
    let bias = &params[BIAS..][..CHANNELS];
    std::array::from_fn(|i| bias[i] + a[i] + b[i] + c[i] + d[i])
}

/// Adds `factor` times the `slopes` with respect to the channels of a point to the gradient of its rows and the bias.
fn spread(params: &[f32], windows: &[u16; 4], slopes: &Vector, factor: f32, gradient: &mut [f32]) {
    let sum = sum(params, windows);
    let slopes: Vector =
        std::array::from_fn(|i| if is_inside(sum[i]) { factor * slopes[i] } else { 0.0 });
    add(&mut gradient[BIAS..][..CHANNELS], &slopes, 1.0);
    for &window in windows {
        add(&mut gradient[usize::from(window) * CHANNELS..][..CHANNELS], &slopes, 1.0);
    }
}

/// A layer: its weights, input by input, then its biases.
fn apply<const N: usize>(layer: &[f32], inputs: &[f32], outputs: &mut [f32; N]) {
    let (weights, biases) = layer.split_at(inputs.len() * N);
    outputs.copy_from_slice(biases);
    for (input, weights) in inputs.iter().zip(weights.chunks_exact(N)) {
        add(outputs, weights, *input);
    }
}

/// The inverse of [`apply`] for derivatives: from `slopes` with respect to the outputs to those with respect to the
/// layer and its inputs.
fn revert<const N: usize>(
    layer: &[f32],
    inputs: &[f32],
    slopes: &[f32; N],
    gradient: &mut [f32],
    by_input: &mut [f32],
) {
    let (weights, biases) = gradient.split_at_mut(inputs.len() * N);
    add(biases, slopes, 1.0);
    for (i, weights) in weights.chunks_exact_mut(N).enumerate() {
        add(weights, slopes, inputs[i]);
        let products = layer[i * N..][..N].iter().zip(slopes);
        by_input[i] += products.map(|(weight, slope)| weight * slope).sum::<f32>();
    }
}

/// Clears the slopes of outputs that rectification set to 0.
fn keep_positive(slopes: &mut [f32], outputs: &[f32]) {
    let cut = slopes.iter_mut().zip(outputs).filter(|(_, output)| **output <= 0.0);
    cut.for_each(|(slope, _)| *slope = 0.0);
}

#[inline]
fn add(sums: &mut [f32], numbers: &[f32], factor: f32) {
    sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += factor * number);
}

#[inline]
fn clip(number: f32) -> f32 {
    number.clamp(0.0, 1.0)
}

/// Whether [`clip`] keeps the number.
#[inline]
fn is_inside(number: f32) -> bool {
    number > 0.0 && number < 1.0
}
