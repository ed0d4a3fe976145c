//! The file format of weights, and the embedded set.
//!
//! A [number file](crate::train::number_file) whose contents line names the weight keys. For each key it
//! has value, attack, defend, places, threats and network. A file for other codes, offset classes or
//! profiles has a different length and is rejected.

use std::fmt;
use std::sync::{Arc, OnceLock};

use super::network;
use super::offset::OFFSET_CLASSES;
use super::profile::PROFILES;
use super::threat::CODES;
use super::weights::{VALUE_LIMIT, WEIGHT_KEYS, WeightKey, WeightSet, Weights};
use crate::train::number_file::{Format, FormatError};

/// Number of weights in a set.
const COUNT: usize = WEIGHT_KEYS * (3 * CODES + 2 * OFFSET_CLASSES + PROFILES + network::LENGTH);

/// Why a weight file is rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WeightsError {
    File(FormatError),
    /// This evaluation weight of this key is beyond [`VALUE_LIMIT`].
    Range(WeightKey, i16),
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WeightsError::File(error) => error.fmt(f),
            WeightsError::Range(key, number) => {
                write!(f, "a weight of {} is {number} (expected within ±{VALUE_LIMIT})", key.name())
            }
        }
    }
}

impl std::error::Error for WeightsError {}

fn format() -> Format {
    Format {
        title: "tengen gomoku weights",
        version: "3",
        contents: WeightKey::ALL.map(WeightKey::name).join(" "),
        count: COUNT,
    }
}

impl WeightSet {
    /// The set built into the program.
    pub fn embedded() -> Arc<WeightSet> {
        static SET: OnceLock<Arc<WeightSet>> = OnceLock::new();
        let decode = || {
            let set = WeightSet::from_bytes(include_bytes!("weights.bin"));
            Arc::new(set.expect("the embedded weights are valid, as a test ensures"))
        };
        SET.get_or_init(decode).clone()
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        format().pack(WeightKey::ALL.into_iter().flat_map(|key| {
            let Weights { value, attack, defend, places, threats, network } = self.get(key);
            let places = places.as_flattened();
            let tables = [&value[..], &attack[..], &defend[..], places, &threats[..]];
            tables.into_iter().flatten().copied().chain(network.numbers())
        }))
    }

    /// Parses a weight file.
    ///
    /// # Errors
    /// The first defect of `bytes`.
    pub fn from_bytes(bytes: &[u8]) -> Result<WeightSet, WeightsError> {
        let mut numbers = format().unpack(bytes).map_err(WeightsError::File)?.into_iter();
        let mut set = WeightSet::seed();
        for key in WeightKey::ALL {
            set.put(key, read_weights(key, &mut numbers)?);
        }
        Ok(set)
    }
}

fn read_weights(
    key: WeightKey,
    numbers: &mut impl Iterator<Item = i16>,
) -> Result<Weights, WeightsError> {
    let mut weights = Weights::zero();
    let Weights { value, attack, defend, places, threats, network } = &mut weights;
    let places = places.as_flattened_mut();
    let tables = [&mut value[..], &mut attack[..], &mut defend[..], places, &mut threats[..]];
    let all = tables.into_iter().flatten().chain(network.numbers_mut());
    all.zip(numbers).for_each(|(weight, number)| *weight = number);
    let summands = weights.value.iter().chain(&weights.threats[..]);
    match summands.copied().find(|number| !(-VALUE_LIMIT..=VALUE_LIMIT).contains(number)) {
        Some(number) => Err(WeightsError::Range(key, number)),
        None => Ok(weights),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some_set() -> WeightSet {
        let mut random = fastrand::Rng::with_seed(1);
        let mut set = WeightSet::seed();
        for key in WeightKey::ALL {
            let mut weights = Weights::zero();
            let Weights { value, attack, defend, places, threats, network } = &mut weights;
            network.numbers_mut().for_each(|n| *n = random.i16(..));
            value
                .iter_mut()
                .chain(&mut threats[..])
                .for_each(|n| *n = random.i16(-10_000..=10_000));
            let places = places.as_flattened_mut().iter_mut();
            let codes = attack.iter_mut().chain(&mut defend[..]);
            codes.chain(places).for_each(|n| *n = random.i16(..));
            set.put(key, weights);
        }
        set
    }

    #[test]
    fn sets_survive_the_round_trip() {
        for set in [some_set(), WeightSet::seed()] {
            assert!(WeightSet::from_bytes(&set.to_bytes()) == Ok(set));
        }
    }

    #[test]
    fn other_files_are_rejected_with_the_reason() {
        let rejected = |bytes: &[u8]| WeightSet::from_bytes(bytes).unwrap_err().to_string();
        assert!(rejected(b"").contains("not a file of tengen gomoku weights"));
        let foreign = Format { contents: "gobang".into(), ..format() };
        assert!(rejected(&foreign.pack([].into_iter())).contains("'gobang' (expected 'freestyle"));
        assert!(rejected(&format().pack([0; 5].into_iter())).contains("10 bytes of numbers"));
    }

    #[test]
    fn weights_that_could_overflow_a_sum_are_rejected() {
        let mut set = WeightSet::seed();
        let mut weights = Weights::zero();
        weights.threats[7] = VALUE_LIMIT + 1;
        set.put(WeightKey::RenjuWhite, weights);
        let error = WeightSet::from_bytes(&set.to_bytes()).unwrap_err();
        assert_eq!(error, WeightsError::Range(WeightKey::RenjuWhite, VALUE_LIMIT + 1));
        assert!(error.to_string().contains("renju-white is 10001"));
    }
}
