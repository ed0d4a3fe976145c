//! The nonlinear part of the evaluation: a small network over the codes of all empty points.
//!
//! Every empty point adds a row to the view of the side to move, one by its own code and one by the
//! enemy's; the view, clipped, goes through one hidden layer. The views of both sides are sums over
//! points, so the board keeps them up to date move by move; what comes after is some 500
//! multiplications. All numbers are integers, so that an evaluation is the same on every machine.

use super::threat::CODES;

/// Numbers in the view of one side.
pub const WIDTH: usize = 16;
/// Neurons of the hidden layer.
pub const HIDDEN: usize = 32;
/// An activation of one, the most there is; also a weight of one but for the output. Rows are small:
/// at 256 rounding them raised the loss of the evaluation by 0.001 to 0.005.
pub const ONE: i16 = 1024;
/// A weight of the output that is worth one unit of evaluation at full activation.
pub const OUTPUT_UNIT: i16 = 16;
/// Largest amount of a number in a row. A view stays far inside 16 bits with trained rows; if it ever
/// left them it would wrap, to a wrong estimate and no more.
pub const ROW_LIMIT: i16 = 1024;

/// What one point adds to a view.
pub type Row = [i16; WIDTH];

/// The weights for one side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// Row of an empty point by its code for the side to move.
    pub own: Box<[Row; CODES]>,
    /// Row of an empty point by its code for the enemy.
    pub enemy: Box<[Row; CODES]>,
    /// Added to the view.
    pub bias: Row,
    /// From the view to the hidden layer.
    pub hidden: [[i16; HIDDEN]; WIDTH],
    /// Added to the hidden layer.
    pub hidden_bias: [i16; HIDDEN],
    /// From the hidden layer to the evaluation, in sixteenths of its unit.
    pub output: [i16; HIDDEN],
}

impl Network {
    /// The network that says nothing.
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

    /// What a position is worth to the side to move, whose `view` is the sum of the rows of all empty
    /// points, in the unit of evaluations; within ±65,536.
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

    /// All numbers in the order of files.
    pub fn numbers_mut(&mut self) -> impl Iterator<Item = &mut i16> {
        let rows = self.own.iter_mut().chain(self.enemy.iter_mut()).flatten();
        let layers = self.bias.iter_mut().chain(self.hidden.iter_mut().flatten());
        rows.chain(layers).chain(&mut self.hidden_bias).chain(&mut self.output)
    }

    /// All numbers in the order of files.
    pub fn numbers(&self) -> impl Iterator<Item = i16> {
        let rows = self.own.iter().chain(self.enemy.iter()).flatten();
        let layers = self.bias.iter().chain(self.hidden.iter().flatten());
        rows.chain(layers).chain(&self.hidden_bias).chain(&self.output).copied()
    }
}

/// Numbers of a network.
pub const LENGTH: usize = 2 * CODES * WIDTH + WIDTH + WIDTH * HIDDEN + 2 * HIDDEN;
