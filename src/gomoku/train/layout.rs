//! Maps weights to the parameters of the training and back.
//!
//! The weight keys of a rule follow each other: in renju Black's and then White's, elsewhere just one.

use std::ops::Range;

use super::network;
use super::value::ValueModel;
use crate::color::Color;
use crate::gomoku::eval::calibration::CalibrationWeights;
use crate::gomoku::eval::network::{LENGTH, Network};
use crate::gomoku::eval::offset::OFFSET_CLASSES;
use crate::gomoku::eval::threat::CODES;
use crate::gomoku::eval::weights::{EVAL_SCALE, VALUE_LIMIT, WeightKey, WeightSet, Weights};
use crate::gomoku::rules::rule::Rule;

/// Largest absolute ordering weight; keeps sums with histories small.
const ORDER_LIMIT: i16 = 30_000;

/// The parameters of one rule.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The keys of the rule, without repetition.
    keys: Vec<WeightKey>,
    /// Index of the key of each colour.
    key_of: [usize; 2],
}

impl Layout {
    pub fn new(rule: Rule) -> Layout {
        let [black, white] = Color::ALL.map(|color| WeightKey::of(rule, color));
        Layout {
            keys: if black == white { vec![black] } else { vec![black, white] },
            key_of: [0, usize::from(black != white)],
        }
    }

    /// The value model of the rule.
    pub fn model(&self) -> ValueModel {
        ValueModel::new(self.networks())
    }

    /// Number of networks.
    pub fn networks(&self) -> usize {
        self.keys.len()
    }

    /// Index of the network that evaluates with `color` to move.
    pub fn network(&self, color: Color) -> usize {
        self.key_of[color.index()]
    }

    /// The policy parameters by code.
    pub fn order_by_shapes(&self) -> Range<usize> {
        0..2 * self.keys.len() * CODES
    }

    /// The policy parameter of a move of `color` to a point with `code` for `color`.
    #[inline]
    pub fn attack(&self, color: Color, code: u16) -> usize {
        self.key_of[color.index()] * CODES + usize::from(code)
    }

    /// The policy parameter of a move of the opponent of `color` to a point with `code` for `color`.
    #[inline]
    pub fn defend(&self, color: Color, code: u16) -> usize {
        (self.keys.len() + self.key_of[color.index()]) * CODES + usize::from(code)
    }

    /// The policy parameter of a move of `color` with offset class `place` from the opponent's last move,
    /// or from the own last move if `is_own`.
    pub fn place(&self, color: Color, is_own: bool, place: usize) -> usize {
        let list = 2 * self.key_of[color.index()] + usize::from(is_own);
        self.order_by_shapes().end + list * OFFSET_CLASSES + place
    }

    /// The parameters of `model` with the weights of `set`. The shared parts of rows are 0.
    pub fn value_params(&self, model: &ValueModel, set: &WeightSet) -> Vec<f32> {
        let mut params = vec![0.0; model.params()];
        for (index, &key) in self.keys.iter().enumerate() {
            let weights = set.get(key);
            let summands = weights.threats.iter().chain(&weights.fouls);
            let summands = params[model.summands(index)].iter_mut().zip(summands);
            summands.for_each(|(param, &weight)| *param = f32::from(weight) / EVAL_SCALE);
            let network = &mut params[model.network(index)];
            for (at, number) in weights.network.numbers().enumerate() {
                network[at] = network::to_param(at, number);
            }
        }
        params
    }

    /// The policy parameters with the weights of `set`.
    pub fn order_params(&self, set: &WeightSet) -> Vec<f32> {
        let attack = self.keys.iter().flat_map(|&key| set.get(key).attack.iter());
        let defend = self.keys.iter().flat_map(|&key| set.get(key).defend.iter());
        let places = self.keys.iter().flat_map(|&key| set.get(key).places.as_flattened().iter());
        attack.chain(defend).chain(places).map(|&weight| f32::from(weight)).collect()
    }

    /// The parameters of the calibration with the weights of `set`.
    pub fn calibration_params(&self, set: &WeightSet) -> Vec<f32> {
        let weights = self.keys.iter().map(|&key| &set.get(key).calibration);
        weights.flat_map(CalibrationWeights::params).collect()
    }

    /// Writes the parameters of the calibration into `set`.
    pub fn write_calibration(&self, params: &[f32], set: &mut WeightSet) {
        let parts = params.chunks_exact(params.len() / self.networks());
        for (&key, part) in self.keys.iter().zip(parts) {
            let calibration = CalibrationWeights::of_params(part);
            set.put(key, Weights { calibration, ..set.get(key).clone() });
        }
    }

    /// Writes the parameters of `model`, expanded, and those of the policy into `set`, rounded and clamped to the
    /// limits of weights.
    pub fn write(&self, model: &ValueModel, value: &[f32], order: &[f32], set: &mut WeightSet) {
        let number = |param: f32, limit: i16| {
            param.round().clamp(-f32::from(limit), f32::from(limit)) as i16
        };
        for (index, &key) in self.keys.iter().enumerate() {
            let color = if self.key_of[0] == index { Color::Black } else { Color::White };
            let mut weights = set.get(key).clone();
            for code in 0..CODES as u16 {
                let at = usize::from(code);
                weights.attack[at] = number(order[self.attack(color, code)], ORDER_LIMIT);
                weights.defend[at] = number(order[self.defend(color, code)], ORDER_LIMIT);
            }
            let from = self.place(color, false, 0);
            let places = weights.places.as_flattened_mut().iter_mut();
            places.zip(&order[from..]).for_each(|(weight, &param)| {
                *weight = number(param, ORDER_LIMIT);
            });
            let summands = weights.threats.iter_mut().chain(&mut weights.fouls);
            let summands = summands.zip(&value[model.summands(index)]);
            summands.for_each(|(weight, param)| *weight = number(param * EVAL_SCALE, VALUE_LIMIT));
            let params = value[model.network(index)][..LENGTH].iter().enumerate();
            let numbers: Vec<i16> = params.map(|(at, &p)| network::to_number(at, p)).collect();
            weights.network = Network::new(&numbers);
            set.put(key, weights);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::eval::network::ONE;

    fn order_len(layout: &Layout) -> usize {
        layout.keys.len() * 2 * (CODES + OFFSET_CLASSES)
    }

    #[test]
    fn weights_survive_the_round_trip() {
        let mut seed = WeightSet::seed();
        let mut random = fastrand::Rng::with_seed(1);
        for key in WeightKey::ALL {
            let mut weights = seed.get(key).clone();
            let places = weights.places.as_flattened_mut();
            places.iter_mut().for_each(|number| *number = random.i16(-99..99));
            seed.put(key, weights);
        }
        for rule in Rule::ALL {
            let layout = Layout::new(rule);
            let model = layout.model();
            let (mut value, order) =
                (layout.value_params(&model, &seed), layout.order_params(&seed));
            assert_eq!((value.len(), order.len()), (model.params(), order_len(&layout)));
            let mut set = seed.clone();
            layout.write(&model, &value, &order, &mut set);
            assert!(set == seed, "{rule}");
            // Two units for each threat profile, and another row of the first window.
            for network in 0..layout.keys.len() {
                let summands = value[model.summands(network)].iter_mut();
                summands.for_each(|param| *param += 2.2 / EVAL_SCALE);
                value[model.network(network)][0] += 1.0;
            }
            layout.write(&model, &value, &order, &mut set);
            for color in Color::ALL {
                let (old, new) =
                    (seed.get(WeightKey::of(rule, color)), set.get(WeightKey::of(rule, color)));
                assert_eq!((&old.attack, &old.defend), (&new.attack, &new.defend));
                assert_eq!(old.places, new.places);
                assert!(old.threats.iter().zip(&new.threats[..]).all(|(old, new)| old + 2 == *new));
                assert!(old.fouls.iter().zip(&new.fouls).all(|(old, new)| old + 2 == *new));
                assert_eq!(old.network.rows[0][0] + ONE, new.network.rows[0][0]);
                assert_eq!(old.network.rows[1], new.network.rows[1]);
            }
            let other = Rule::ALL.into_iter().find(|&other| other != rule).unwrap();
            let other = WeightKey::of(other, Color::White);
            assert!(seed.get(other) == set.get(other));
        }
    }

    #[test]
    fn weights_are_clamped_to_the_limits() {
        let layout = Layout::new(Rule::Renju);
        let mut set = WeightSet::seed();
        let model = layout.model();
        let (value, order) = (vec![-1e9; model.params()], vec![1e9; order_len(&layout)]);
        layout.write(&model, &value, &order, &mut set);
        assert!(WeightSet::from_bytes(&set.to_bytes()) == Ok(set));
    }
}
