//! Statistics of results: scores, Elo, and tests of one engine against another.
//!
//! Games in, numbers out: no processes, files or names. Counts are from the view of one side, the
//! first of two engines unless stated otherwise.

pub mod elo;
mod likelihood;
mod remaining;
pub mod score;
pub mod simulate;
pub mod sprt;
pub mod standings;

#[cfg(test)]
#[track_caller]
fn assert_near(value: f64, expected: f64, tolerance: f64) {
    assert!((value - expected).abs() <= tolerance, "{value}, expected {expected}");
}
