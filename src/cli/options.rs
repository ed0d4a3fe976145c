//! What the options of several subcommands share: headings, parsers and defaults.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::ops::RangeInclusive;

use tengen::arena::plan::resolve::read_plies;

/// Heading of the options that every subcommand takes.
pub const GLOBAL: &str = "Global options";
/// Heading of the options that are for Gomoku only.
pub const GOMOKU: &str = "Gomoku options";
/// Heading of the options that are for Othello only.
pub const OTHELLO: &str = "Othello options";

/// A seed that differs in every run.
pub fn random_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// Reads a number of plies or a range: `6` or `4-8`.
pub fn plies(text: &str) -> Result<RangeInclusive<usize>, &'static str> {
    read_plies(text).ok_or("expected N or N-M, such as 4-8")
}

/// Reads points or discs from 0 to 64, such as `0.4`, as hundredths.
pub fn hundredths(text: &str) -> Result<i32, &'static str> {
    let points = text.parse::<f64>().ok().filter(|points| (0.0..=64.0).contains(points));
    let points = points.ok_or("expected a number from 0 to 64")?;
    Ok((points * 100.0).round() as i32)
}

/// Reads a number above 0, at most 10.
pub fn factor(text: &str) -> Result<f32, &'static str> {
    let factor = text.parse().ok().filter(|&factor| factor > 0.0 && factor <= 10.0);
    factor.ok_or("expected a number above 0, at most 10")
}

/// Reads a number from 0 to 1.
pub fn share(text: &str) -> Result<f32, &'static str> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or("expected a number from 0 to 1")
}
