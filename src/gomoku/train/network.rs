//! The evaluation network in training: [`Network`](crate::gomoku::eval::network::Network) in floating
//! point, with its gradient.

use std::ops::Range;

use crate::gomoku::eval::network::{HIDDEN, LENGTH, ONE, OUTPUT_UNIT, WIDTH};
use crate::gomoku::eval::threat::CODES;
use crate::gomoku::eval::weights::EVAL_SCALE;

/// Network weight of one unit of a parameter, so that one learning rate suits the network and the
/// tables.
const STEP: f32 = 1.0 / 4000.0;

/// First parameters of the parts of a network, in the order of
/// [`Network::numbers`](crate::gomoku::eval::network::Network::numbers).
const BIAS: usize = 2 * CODES * WIDTH;
const LAYER: usize = BIAS + WIDTH;
const LAYER_BIAS: usize = LAYER + WIDTH * HIDDEN;
const OUTPUT: usize = LAYER_BIAS + HIDDEN;

/// The parameters that every position uses: all but the rows.
pub const LAYERS: Range<usize> = BIAS..LENGTH;
/// The parameters of the last layer, to which the output is proportional.
pub const OUTPUTS: Range<usize> = OUTPUT..LENGTH;

/// The position of the networks among the value parameters; they follow each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Networks {
    /// First parameter of the first network.
    pub start: usize,
    pub count: usize,
}

impl Networks {
    /// The parameters of network `number`.
    pub fn of(self, number: usize) -> Range<usize> {
        let first = self.start + number * LENGTH;
        first..first + LENGTH
    }

    /// The parameters of each network.
    pub fn all(self) -> impl Iterator<Item = Range<usize>> {
        (0..self.count).map(move |number| self.of(number))
    }
}

/// A row that is added to the view of the side to move, once for each of `count` points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input {
    row: u16,
    count: u16,
}

impl Input {
    /// The row of `code` for the side to move.
    pub fn own(code: usize, count: u16) -> Input {
        Input { row: code as u16, count }
    }

    /// The row of `code` for the enemy.
    pub fn enemy(code: usize, count: u16) -> Input {
        Input { row: (CODES + code) as u16, count }
    }

    /// The parameters of the row, relative to those of the network.
    pub fn params(self) -> Range<usize> {
        let first = usize::from(self.row) * WIDTH;
        first..first + WIDTH
    }
}

/// Converts weight `index` of a network to a parameter.
pub fn to_param(index: usize, number: i16) -> f32 {
    f32::from(number) * param_per_number(index)
}

/// Converts a parameter to weight `index` of a network, neither rounded nor clamped.
pub fn to_number(index: usize, param: f32) -> f32 {
    param / param_per_number(index)
}

fn param_per_number(index: usize) -> f32 {
    let number_of_one =
        if index < OUTPUT { f32::from(ONE) } else { EVAL_SCALE * f32::from(OUTPUT_UNIT) };
    1.0 / (STEP * number_of_one)
}

/// Whether the parameter is one of a row.
pub fn is_row(index: usize) -> bool {
    index < BIAS
}

/// The pre-activations of a forward pass.
pub struct Pass {
    view: [f32; WIDTH],
    hidden: [f32; HIDDEN],
    /// Log-odds.
    pub output: f32,
}

/// Forward pass of the network with `params`.
pub fn forward(params: &[f32], inputs: &[Input]) -> Pass {
    let mut view = [0.0; WIDTH];
    for input in inputs {
        let count = f32::from(input.count);
        add(&mut view, &params[input.params()], count);
    }
    add(&mut view, &params[BIAS..LAYER], 1.0);
    view.iter_mut().for_each(|number| *number *= STEP);
    let mut hidden = [0.0; HIDDEN];
    for (number, weights) in view.iter().zip(params[LAYER..LAYER_BIAS].chunks_exact(HIDDEN)) {
        add(&mut hidden, weights, clip(*number));
    }
    add(&mut hidden, &params[LAYER_BIAS..OUTPUT], 1.0);
    hidden.iter_mut().for_each(|number| *number *= STEP);
    let weights = &params[OUTPUT..LENGTH];
    let output = hidden.iter().zip(weights).map(|(number, weight)| clip(*number) * weight * STEP);
    Pass { view, hidden, output: output.sum() }
}

/// Backpropagation: adds the derivatives of a loss to `gradient`, given its derivative `slope` by the
/// output.
pub fn backward(params: &[f32], inputs: &[Input], pass: &Pass, slope: f32, gradient: &mut [f32]) {
    let slope = slope * STEP;
    add(&mut gradient[OUTPUT..LENGTH], &pass.hidden.map(clip), slope);
    let mut hidden = [0.0; HIDDEN];
    for (j, _) in pass.hidden.iter().enumerate().filter(|(_, number)| is_inside(**number)) {
        hidden[j] = slope * params[OUTPUT + j] * STEP;
    }
    add(&mut gradient[LAYER_BIAS..OUTPUT], &hidden, 1.0);
    let mut view = [0.0; WIDTH];
    for (k, &number) in pass.view.iter().enumerate() {
        let place = LAYER + k * HIDDEN..LAYER + (k + 1) * HIDDEN;
        add(&mut gradient[place.clone()], &hidden, clip(number));
        if is_inside(number) {
            let weights = params[place].iter();
            view[k] =
                weights.zip(&hidden).map(|(weight, slope)| weight * slope).sum::<f32>() * STEP;
        }
    }
    add(&mut gradient[BIAS..LAYER], &view, 1.0);
    for input in inputs {
        add(&mut gradient[input.params()], &view, f32::from(input.count));
    }
}

fn add(sums: &mut [f32], numbers: &[f32], factor: f32) {
    sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += factor * number);
}

fn clip(number: f32) -> f32 {
    number.clamp(0.0, 1.0)
}

fn is_inside(number: f32) -> bool {
    number > 0.0 && number < 1.0
}

#[cfg(test)]
pub(super) mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::gomoku::eval::network::Network;
    use crate::gomoku::eval::weights::{WeightKey, WeightSet};

    /// A network with weights of the size that training gives.
    pub fn some_network(random: &mut Rng) -> Network {
        let mut network = WeightSet::seed().get(WeightKey::Freestyle).network.clone();
        let rows = network.own.iter_mut().chain(network.enemy.iter_mut()).flatten();
        rows.for_each(|number| *number = random.i16(-40..40));
        network.hidden_bias.iter_mut().for_each(|number| *number = random.i16(-40..40));
        network.output.iter_mut().for_each(|number| *number = random.i16(-3000..3000));
        network
    }

    fn some_inputs(random: &mut Rng) -> Vec<Input> {
        let mut input = |_| {
            let (code, count) = (random.usize(..CODES), random.u16(1..3));
            if random.bool() { Input::own(code, count) } else { Input::enemy(code, count) }
        };
        (0..20).map(&mut input).collect()
    }

    fn params(network: &Network) -> Vec<f32> {
        network.numbers().enumerate().map(|(index, number)| to_param(index, number)).collect()
    }

    #[test]
    fn the_model_says_what_the_search_computes() {
        let mut random = Rng::with_seed(1);
        let mut largest = 0;
        for _ in 0..200 {
            let (network, inputs) = (some_network(&mut random), some_inputs(&mut random));
            let mut view = [0i16; WIDTH];
            for input in &inputs {
                let mut rows = network.own.iter().chain(network.enemy.iter());
                let row = rows.nth(usize::from(input.row)).unwrap();
                view.iter_mut().zip(row).for_each(|(sum, n)| *sum += n * input.count as i16);
            }
            let model_value = network.evaluate(&view);
            let pass = forward(&params(&network), &inputs);
            let difference = (pass.output * EVAL_SCALE - model_value as f32).abs();
            assert!(difference < 8.0, "{model_value} {difference}");
            largest = largest.max(model_value.abs());
        }
        assert!(largest > 200, "{largest}");
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_output() {
        const CHANGE: f32 = 2.0;
        let mut random = Rng::with_seed(2);
        let (network, inputs) = (some_network(&mut random), some_inputs(&mut random));
        let params = params(&network);
        let mut gradient = vec![0.0; LENGTH];
        backward(&params, &inputs, &forward(&params, &inputs), 3.0, &mut gradient);
        let rows = inputs.iter().flat_map(|input| input.params());
        let mut seen = 0;
        for index in rows.chain(LAYERS) {
            let output = |change: f32| {
                let mut moved = params.clone();
                moved[index] += change;
                f64::from(forward(&moved, &inputs).output)
            };
            let slope = 3.0 * (output(CHANGE) - output(-CHANGE)) / f64::from(2.0 * CHANGE);
            let error = (slope - f64::from(gradient[index])).abs();
            assert!(error < 1e-6 + 2e-2 * slope.abs(), "{index}: {slope} {}", gradient[index]);
            seen += usize::from(slope != 0.0);
        }
        assert!(seen > 50, "{seen}");
        let touched = gradient.iter().filter(|slope| **slope != 0.0).count();
        assert!(touched <= 20 * WIDTH + LAYERS.len());
    }

    #[test]
    fn numbers_become_parameters_and_numbers_again() {
        for (index, number) in [(0, -256), (BIAS, 77), (LAYER, 255), (OUTPUT, -32_768)] {
            assert_eq!(to_number(index, to_param(index, number)).round(), f32::from(number));
        }
        for one in [to_param(0, ONE), to_param(OUTPUT, 3200)] {
            assert!((one * STEP - 1.0).abs() < 1e-6, "{one}");
        }
    }
}
