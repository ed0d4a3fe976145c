//! The rows of the network for patterns, and which patterns share one.
//!
//! The build script compiles this file too, to lay out the rows of the embedded weights, so it imports only `shape`.

use bytemuck::AnyBitPattern;

use super::shape::{self, PATTERNS};

/// Numbers in a row.
pub const CHANNELS: usize = 32;
/// How many numbers precede the rows in a file of weights: the fit to searches.
pub const FIT: usize = 68;

/// The row of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, AnyBitPattern)]
#[repr(C, align(32))]
pub struct Row(pub [i8; CHANNELS]);

/// Which patterns share a parameter.
pub struct Tying {
    /// The parameter index of every pattern.
    pub parameter_of: Vec<u32>,
    /// Number of parameters.
    pub count: usize,
}

impl Tying {
    /// Finds the patterns that symmetries of their shape map onto each other.
    pub fn find() -> Tying {
        let firsts = shape::first_alike();
        let mut parameter_of = vec![0; PATTERNS];
        let mut count = 0;
        for (pattern, &first) in firsts.iter().enumerate() {
            parameter_of[pattern] = if first as usize == pattern {
                count += 1;
                count - 1
            } else {
                parameter_of[first as usize]
            };
        }
        Tying { parameter_of, count: count as usize }
    }

    /// The row of every pattern, from the numbers of the shared ones. Numbers beyond eight bits are clamped.
    ///
    /// # Panics
    /// If a row is missing.
    pub fn rows(&self, numbers: &[i16]) -> Vec<Row> {
        let small = |number: i16| number.clamp(i8::MIN.into(), i8::MAX.into()) as i8;
        let (rows, _) = numbers.as_chunks::<CHANNELS>();
        self.parameter_of.iter().map(|&at| Row(rows[at as usize].map(small))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetric_patterns_share_parameters() {
        assert!(Tying::find().count < PATTERNS * 6 / 10);
    }
}
