//! The calibration of a position: the chances that its scores stand for, from the hidden layer of the network.

use super::network::{EVAL_SCALE, HIDDEN, ONE};
use crate::coord::Size;
use crate::search::calibration::Calibration;

/// The trained weights for one side to move, in units of 1 / [`Calibration::ONE`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CalibrationWeights {
    /// Contribution of each neuron at one to the width of draws. The margin is ln(1 + e^width), the softplus of the
    /// width.
    pub neurons: [i16; HIDDEN],
    /// Contribution of the share of occupied points to the width.
    pub taken: i16,
    pub bias: i16,
    /// Logarithm of the unit in [`EVAL_SCALE`], on 15x15 and on 20x20: interpolated between these areas, constant
    /// beyond them.
    pub units: [i16; 2],
}

/// Number of weights.
pub const LENGTH: usize = HIDDEN + 4;

/// The board areas for which [`CalibrationWeights::units`] were learned.
const AREAS: [f32; 2] = [15.0 * 15.0, 20.0 * 20.0];
/// The initial width: about three draws in a hundred games from even positions.
const FIRST_WIDTH: i16 = -3 * Calibration::ONE as i16;

/// The position of a board's area between the two of `AREAS`, from 0 to 1.
pub fn area_share(size: Size) -> f32 {
    let [small, large] = AREAS;
    ((size.area() as f32 - small) / (large - small)).clamp(0.0, 1.0)
}

impl CalibrationWeights {
    /// The initial weights of training: few draws everywhere, and the unit of evaluation.
    pub fn seed() -> CalibrationWeights {
        CalibrationWeights { neurons: [0; HIDDEN], taken: 0, bias: FIRST_WIDTH, units: [0; 2] }
    }

    /// The calibration of a position with this `hidden` layer and this many `stones`.
    pub fn of(&self, hidden: &[i32; HIDDEN], stones: usize, size: Size) -> Calibration {
        let one = f64::from(Calibration::ONE);
        let products = hidden.iter().zip(self.neurons).map(|(&a, b)| i64::from(a) * i64::from(b));
        let of_neurons = products.sum::<i64>() / i64::from(ONE);
        let of_stones = i64::from(self.taken) * stones as i64 / size.area() as i64;
        let width = (of_neurons + of_stones + i64::from(self.bias)) as f64 / one;
        let [small, large] = self.units.map(|unit| f64::from(unit) / one);
        let unit = small + (large - small) * f64::from(area_share(size));
        Calibration {
            unit: (f64::from(EVAL_SCALE) * unit.clamp(-4.0, 4.0).exp()).round() as u32,
            margin: (width.min(20.0).exp().ln_1p() * one).round() as u32,
        }
    }

    /// The weights with these `numbers`, [`LENGTH`] in the order of the fields.
    pub fn new(numbers: &[i16; LENGTH]) -> CalibrationWeights {
        let (neurons, rest) = numbers.split_first_chunk().expect("the layer is a part of it");
        CalibrationWeights {
            neurons: *neurons,
            taken: rest[0],
            bias: rest[1],
            units: [rest[2], rest[3]],
        }
    }

    /// The weights nearest to `params`, [`LENGTH`] of them.
    pub fn of_params(params: &[f32]) -> CalibrationWeights {
        let number = |param: f32| (param * Calibration::ONE as f32).round() as i16;
        CalibrationWeights::new(&std::array::from_fn(|index| number(params[index])))
    }

    /// The weights as training uses them, in units of one.
    pub fn params(&self) -> impl Iterator<Item = f32> {
        self.numbers().map(|number| f32::from(number) / Calibration::ONE as f32)
    }

    /// The weights, as [`CalibrationWeights::new`] takes them.
    pub fn numbers(&self) -> impl Iterator<Item = i16> {
        let [small, large] = self.units;
        self.neurons.into_iter().chain([self.taken, self.bias, small, large])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(side: u8) -> Size {
        Size::new(side, side).unwrap()
    }

    #[test]
    fn weights_survive_the_round_trip() {
        let numbers = std::array::from_fn(|i| i as i16 * 7 - 50);
        assert!(CalibrationWeights::new(&numbers).numbers().eq(numbers));
    }

    #[test]
    fn the_unit_depends_on_the_board_and_the_margin_on_the_position() {
        let mut weights = CalibrationWeights::seed();
        weights.units = [0, 710];
        let hidden = [0; HIDDEN];
        let unit = |side| weights.of(&hidden, 0, size(side)).unit;
        assert_eq!((unit(5), unit(15), unit(20), unit(22)), (266, 266, 532, 532));
        assert!((267..532).contains(&unit(18)));

        weights.neurons[3] = 1024;
        weights.taken = 2048;
        let margin = |neuron, stones| {
            let mut hidden = [0; HIDDEN];
            hidden[3] = neuron;
            weights.of(&hidden, stones, size(15)).margin
        };
        assert!(margin(0, 0) < margin(512, 0) && margin(0, 0) < margin(0, 100));
        // A width of 17 is a margin of 17.
        assert_eq!(margin(20 * 512, 0), 17 * 1024);
    }

    #[test]
    fn no_weights_overflow() {
        for number in [i16::MIN, i16::MAX] {
            let weights = CalibrationWeights::new(&[number; LENGTH]);
            for neuron in [0, 16 * i32::from(ONE)] {
                let Calibration { unit, margin } = weights.of(&[neuron; HIDDEN], 484, size(22));
                assert!((4..20_000).contains(&unit) && margin <= 20 * 1024 + 1);
            }
        }
    }
}
