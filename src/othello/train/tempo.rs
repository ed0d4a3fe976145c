//! The fit of the tempo, which makes searches of consecutive depths agree with each other and with exact scores.
//!
//! Each difference between two searches is an equation for the tempo at the ends of both, and each difference
//! between a search and a solve one for the tempo at its end. Least squares solve them. Without solves, only the
//! sum for two consecutive numbers of empty squares is known; there the tempo is extrapolated smoothly, for even and
//! for odd numbers separately.

use super::linear;
use super::searches::{DEEPEST, Observation, clamped, sign};
use crate::othello::eval::tempo::{TEMPOS, Tempo};

/// Shallowest search that counts. Shallower ones have larger errors than those that matter.
const SHALLOWEST: u32 = DEEPEST - 2;
/// Weight of the smoothness of the tempo, relative to the observations.
const SMOOTHNESS: f64 = 0.5;
/// Weight of a tempo of zero. Far from all solves it divides a known sum between both numbers of empty squares.
const CAUTION: f64 = 0.001;

/// The missing tempo.
pub fn tempo(observations: &[Observation]) -> Tempo {
    let mut squares = Squares::default();
    for seen in observations.iter().filter(|seen| seen.is_open()) {
        for depth in SHALLOWEST..seen.values.len() as u32 {
            let (end, side) = ((seen.empties - depth) as usize, f64::from(sign(depth)));
            if depth > SHALLOWEST {
                let gap = clamped(seen.value(depth - 1) - seen.value(depth));
                squares.add(&[(end, side), (end + 1, side)], gap, 1.0);
            }
            if let Some(score) = seen.score {
                squares.add(&[(end, side)], clamped(score - seen.value(depth)), 1.0);
            }
        }
    }
    let count = observations.len() as f64;
    for first in 0..TEMPOS - 4 {
        let bend = [(first, 1.0), (first + 2, -2.0), (first + 4, 1.0)];
        squares.add(&bend, 0.0, SMOOTHNESS * count);
    }
    for empties in 0..TEMPOS {
        squares.add(&[(empties, 1.0)], 0.0, (CAUTION * count).max(1.0));
    }
    Tempo(linear::solve(squares.matrix, squares.right).map(|number| number.round() as i16))
}

/// The normal equations of least squares.
struct Squares {
    matrix: [[f64; TEMPOS]; TEMPOS],
    right: [f64; TEMPOS],
}

impl Default for Squares {
    fn default() -> Squares {
        Squares { matrix: [[0.0; TEMPOS]; TEMPOS], right: [0.0; TEMPOS] }
    }
}

impl Squares {
    /// Adds the equation that the sum of `terms`, each a number of empty squares and the factor of its tempo, is
    /// `value`.
    fn add(&mut self, terms: &[(usize, f64)], value: f64, weight: f64) {
        for &(row, factor) in terms {
            self.right[row] += weight * factor * value;
            for &(column, other) in terms {
                self.matrix[row][column] += weight * factor * other;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fit_finds_the_tempo_that_searches_lack() {
        let truth = Tempo(std::array::from_fn(|empties| if empties % 2 == 1 { 150 } else { -20 }));
        let observations: Vec<Observation> = (10..=54)
            .cycle()
            .take(2000)
            .map(|empties| {
                let score = (empties <= 18).then_some(500);
                let right = Observation { empties, values: vec![500; DEEPEST as usize + 1], score };
                right.corrected(&Tempo(truth.0.map(|number| -number)))
            })
            .collect();
        let found = tempo(&observations);
        let near = |found: i32, truth: i32| (found - truth).abs() < 10;
        for empties in 3..10 {
            assert!(near(found.of(empties), truth.of(empties)), "{empties}: {found:?}");
        }
        for empties in 3..44 {
            let two = |tempo: &Tempo| tempo.of(empties) + tempo.of(empties + 1);
            assert!(near(two(&found), two(&truth)), "{empties}: {found:?}");
        }
        assert_eq!(tempo(&[]), Tempo::default());
    }
}
