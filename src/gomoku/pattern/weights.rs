//! Hand-chosen numbers for codes: evaluation and move ordering.
//!
//! Units are hundredths of a stone's worth. They were chosen by reasoning, not
//! trained; a trained set replaces the functions here by tables over codes.

use super::shape::{SHAPES, Shape};
use super::threat::{THREATS, Threat};

/// Worth of a stone on one line, by shape.
const LINE: [i32; SHAPES] = [0, 0, 1, 3, 5, 11, 13, 15, 14, 30, 34, 34, 0, 80, 150];

/// Worth beyond the sum of the lines, by threat class.
const TOGETHER: [i32; THREATS] = [0, -10, -6, 0, 0, 6, 0, 8, 0, 12, 40, 0, 14, 60, 40, 0];

/// How early a point is tried because of what one's own stone makes there, by threat class.
const ORDER_ATTACK: [i32; THREATS] =
    [0, -400, 40, 120, 30, 70, 20, 60, 110, 190, 420, 40, 160, 600, 2000, 20000];

/// How early a point is tried because of what the opponent's stone would make there.
const ORDER_DEFEND: [i32; THREATS] =
    [0, -100, -20, 40, 20, 50, 15, 45, 80, 140, 300, 50, 170, 420, 1000, 10000];

/// Contribution of an empty point to the evaluation, for the colour whose stone would have these
/// shapes there.
pub(in crate::gomoku) fn evaluation(shapes: [Shape; 4], threat: Threat) -> i32 {
    (line_sum(shapes) + TOGETHER[threat as usize]).max(0)
}

/// Ordering score of a point for the colour to move, whose stone would have these shapes there.
pub(in crate::gomoku) fn attack(shapes: [Shape; 4], threat: Threat) -> i32 {
    ORDER_ATTACK[threat as usize] + 2 * line_sum(shapes)
}

/// Ordering score of a point for the opponent of the colour whose stone would have these shapes.
pub(in crate::gomoku) fn defend(shapes: [Shape; 4], threat: Threat) -> i32 {
    ORDER_DEFEND[threat as usize] + 3 * line_sum(shapes) / 2
}

fn line_sum(shapes: [Shape; 4]) -> i32 {
    shapes.iter().map(|&shape| LINE[shape as usize]).sum()
}
