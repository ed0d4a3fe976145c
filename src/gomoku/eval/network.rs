//! The nonlinear part of the evaluation: a small, efficiently updatable network (NNUE).
//!
//! Every empty point adds two rows to the view of the side to move: one by its code for that side, one
//! by its code for the enemy. The view is clipped and goes through one hidden layer. The views of both
//! sides are sums over points, so the board updates them move by move in an accumulator; the layers
//! after it take some 500 multiplications. All numbers are integers, so an evaluation is the same on
//! every machine.

use super::threat::CODES;

/// Width of the view of one side.
pub const WIDTH: usize = 16;
/// Neurons of the hidden layer.
pub const HIDDEN: usize = 32;
/// Fixed-point one of activations, where they are clipped, and of all weights but the output's. With 256,
/// rounding the rows raised the loss of the evaluation by 0.001 to 0.005.
pub const ONE: i16 = 1024;
/// An output weight of one unit of evaluation at full activation.
pub const OUTPUT_UNIT: i16 = 16;
/// Largest absolute value in a row. With trained rows, a view stays far within 16 bits. If it overflowed, it
/// would wrap, and the only consequence would be a wrong evaluation.
pub const ROW_LIMIT: i16 = 1024;

/// The contribution of a point to a view.
pub type Row = [i16; WIDTH];

/// The network that evaluates for one side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// Rows by code for the side to move.
    pub own: Box<[Row; CODES]>,
    /// Rows by code for the enemy.
    pub enemy: Box<[Row; CODES]>,
    pub bias: Row,
    pub hidden: [[i16; HIDDEN]; WIDTH],
    pub hidden_bias: [i16; HIDDEN],
    /// In units of 1 / [`OUTPUT_UNIT`].
    pub output: [i16; HIDDEN],
}

impl Network {
    /// The network whose output is always 0.
    pub fn zero() -> Network {
        Network {
            own: Box::new([[0; WIDTH]; CODES]),
            enemy: Box::new([[0; WIDTH]; CODES]),
            bias: [0; WIDTH],
            hidden: [[0; HIDDEN]; WIDTH],
            hidden_bias: [0; HIDDEN],
            output: [0; HIDDEN],
        }
    }

    /// Output for the side to move, in units of evaluation, within ±65,536. `view` is the sum of the rows
    /// of all empty points.
    #[inline]
    pub fn evaluate(&self, view: &Row) -> i32 {
        let mut sums = self.hidden_bias.map(|bias| i32::from(bias) * i32::from(ONE));
        for ((number, bias), weights) in view.iter().zip(self.bias).zip(&self.hidden) {
            let input = i32::from(number.wrapping_add(bias).clamp(0, ONE));
            for (sum, &weight) in sums.iter_mut().zip(weights) {
                *sum += input * i32::from(weight);
            }
        }
        let mut total = 0;
        for (sum, weight) in sums.into_iter().zip(self.output) {
            total += (sum / i32::from(ONE)).clamp(0, i32::from(ONE)) * i32::from(weight);
        }
        total / (i32::from(ONE) * i32::from(OUTPUT_UNIT))
    }

    /// All weights, in file order.
    pub fn numbers_mut(&mut self) -> impl Iterator<Item = &mut i16> {
        let rows = self.own.iter_mut().chain(self.enemy.iter_mut()).flatten();
        let layers = self.bias.iter_mut().chain(self.hidden.iter_mut().flatten());
        rows.chain(layers).chain(&mut self.hidden_bias).chain(&mut self.output)
    }

    /// All weights, in file order.
    pub fn numbers(&self) -> impl Iterator<Item = i16> {
        let rows = self.own.iter().chain(self.enemy.iter()).flatten();
        let layers = self.bias.iter().chain(self.hidden.iter().flatten());
        rows.chain(layers).chain(&self.hidden_bias).chain(&self.output).copied()
    }
}

/// Number of weights.
pub const LENGTH: usize = 2 * CODES * WIDTH + WIDTH + WIDTH * HIDDEN + 2 * HIDDEN;
