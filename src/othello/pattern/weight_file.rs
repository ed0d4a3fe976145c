//! Weights as bytes: a [number file](crate::search::number_file) with the factors of the deviation and
//! the parameters of one stage after another.

use super::deviation::{Deviation, FACTORS};
use super::shape::{self, SHAPE_COUNT};
use super::weights::{MOVES, STAGES, Stage, Weights, parameter_count};
use crate::search::number_file::{Format, FormatError};

/// What a file of weights begins with.
pub const TITLE: &str = "tengen othello weights";

/// Tells what the parameters are for, so that weights for other shapes are not taken for these.
fn format() -> Format {
    let sizes: Vec<String> =
        (0..SHAPE_COUNT).map(|s| shape::squares(s).len().to_string()).collect();
    Format {
        title: TITLE,
        version: "1",
        contents: format!("stages {STAGES} moves {MOVES} shapes {}", sizes.join(" ")),
        count: FACTORS + STAGES * parameter_count(),
    }
}

impl Weights {
    /// The weights as a file has them.
    pub fn to_bytes(&self) -> Vec<u8> {
        let stages = self.stages().iter().flat_map(Stage::parameters);
        format().pack(self.deviation().factors().into_iter().chain(stages))
    }

    /// Reads weights.
    ///
    /// # Errors
    /// What is wrong with `bytes`.
    pub fn from_bytes(bytes: &[u8]) -> Result<Weights, FormatError> {
        let numbers = format().unpack(bytes)?;
        let (factors, parameters) =
            numbers.split_first_chunk().expect("the format has the numbers of both");
        let stages = parameters.chunks_exact(parameter_count()).map(Stage::new).collect();
        Ok(Weights::new(stages, Deviation::from_factors(factors)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_come_back_as_they_went_out() {
        let weights = Weights::seed();
        assert!(Weights::from_bytes(&weights.to_bytes()) == Ok(weights));
    }

    #[test]
    fn foreign_weights_are_refused() {
        let of_other_shapes = Format { contents: "stages 15 shapes 10 8".into(), ..format() };
        let error = Weights::from_bytes(&of_other_shapes.pack([1].into_iter())).unwrap_err();
        assert!(error.to_string().contains("'stages 15 shapes 10 8' instead of"), "{error}");
    }
}
