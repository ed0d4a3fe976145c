//! Weights as bytes: a [number file](crate::train::number_file) with the factors of the deviation and
//! the parameters of tables, one stage after another, or the numbers of a network.

use super::deviation::{Deviation, FACTORS};
use super::input::{MOVES, STAGES, parameter_count};
use super::network::{self, CHANNELS, HIDDEN, Network};
use super::shape::{self, SHAPE_COUNT};
use super::weights::{Stage, Values, Weights};
use crate::train::number_file::{Format, FormatError, read_head};

/// First words of a file of weights.
pub const TITLE: &str = "tengen othello weights";
const VERSION: &str = "1";
/// First number of the contents of a network.
const NETWORK: &str = "network";

/// Identifies the layout, so that weights for other shapes are rejected.
fn format(kind: &str, count: usize) -> Format {
    let sizes: Vec<String> =
        (0..SHAPE_COUNT).map(|s| shape::squares(s).len().to_string()).collect();
    Format {
        title: TITLE,
        version: VERSION,
        contents: format!("{kind}stages {STAGES} moves {MOVES} shapes {}", sizes.join(" ")),
        count: FACTORS + count,
    }
}

fn of_tables() -> Format {
    format("", STAGES * parameter_count())
}

fn of_network() -> Format {
    format(&format!("{NETWORK} {CHANNELS} {HIDDEN} "), network::length())
}

impl Weights {
    /// The weights as a file has them.
    pub fn to_bytes(&self) -> Vec<u8> {
        let factors = self.deviation().factors().into_iter();
        match self.values() {
            Values::Tables(stages) => {
                of_tables().pack(factors.chain(stages.iter().flat_map(Stage::parameters)))
            }
            Values::Network(network) => of_network().pack(factors.chain(network.numbers())),
        }
    }

    /// Reads weights.
    ///
    /// # Errors
    /// `bytes` are not valid weights.
    pub fn from_bytes(bytes: &[u8]) -> Result<Weights, FormatError> {
        let (contents, _) = read_head(bytes, TITLE, VERSION)?;
        let is_network = contents.split(' ').next() == Some(NETWORK);
        let numbers = if is_network { of_network() } else { of_tables() }.unpack(bytes)?;
        let (factors, numbers) =
            numbers.split_first_chunk().expect("the format has the numbers of both");
        let values = if is_network {
            Values::Network(Box::new(Network::new(numbers)))
        } else {
            let count = parameter_count();
            let stage = |number| Stage::new(&numbers[number * count..][..count]);
            Values::Tables(Box::new(std::array::from_fn(stage)))
        };
        Ok(Weights::new(values, Deviation::from_factors(factors)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_come_back_as_they_went_out() {
        let numbers: Vec<i16> = (0..network::length()).map(|at| (at % 251) as i16 - 125).collect();
        let network = Values::Network(Box::new(Network::new(&numbers)));
        let network = Weights::new(network, Deviation::default());
        let stage = |number: usize| Stage::new(&vec![number as i16; parameter_count()]);
        let tables = Values::Tables(Box::new(std::array::from_fn(stage)));
        let tables = Weights::new(tables, Deviation::default());
        for weights in [tables, Weights::network_seed(), network] {
            assert!(Weights::from_bytes(&weights.to_bytes()) == Ok(weights));
        }
    }

    #[test]
    fn foreign_weights_are_refused() {
        let of_other_shapes = Format { contents: "stages 15 shapes 10 8".into(), ..of_tables() };
        let error = Weights::from_bytes(&of_other_shapes.pack([1].into_iter())).unwrap_err();
        assert!(
            error.to_string().contains("unknown contents 'stages 15 shapes 10 8' (expected"),
            "{error}"
        );
        let larger = Format { contents: "network 64 16 stages 15".into(), ..of_network() };
        let error = Weights::from_bytes(&larger.pack([1].into_iter())).unwrap_err();
        assert!(error.to_string().contains("expected 'network 32 16 stages 15 "), "{error}");
        let short = Format { count: 1, ..of_network() };
        let error = Weights::from_bytes(&short.pack([1].into_iter())).unwrap_err();
        assert!(matches!(error, FormatError::Short(2, _)), "{error}");
    }
}
