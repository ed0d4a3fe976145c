//! The win chance in the course of a game, as a strip under the board.

use std::fmt::Write;

use super::board::{MARK, STONE_FILLS};
use super::canvas::{Canvas, EDGE, Label, MARGIN};

/// Height of the strip with its margins.
pub const HEIGHT: u32 = 78;
/// Height of the curve.
const CURVE: u32 = 56;
const INK: &str = "#5c5c58";

/// Black's win chance before the first ply and after every ply, 0..=1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Course<'a> {
    pub chances: &'a [f64],
    /// The ply whose position is shown.
    pub ply: usize,
}

/// Draws the strip below the board: Black's share is black, White's is white.
pub fn graph(canvas: &mut Canvas, course: Course) {
    let (width, board) = canvas.whole();
    let (left, right, top) = (MARGIN, width - EDGE - 4, board + 8);
    let bottom = top + CURVE;
    let last = course.chances.len().saturating_sub(1).max(1);
    let x = |ply: usize| f64::from(left) + f64::from(right - left) * ply as f64 / last as f64;
    let y = |chance: f64| f64::from(top) + f64::from(CURVE) * (1.0 - chance.clamp(0.0, 1.0));
    let mut area = format!("M{left} {bottom}");
    for (ply, &chance) in course.chances.iter().enumerate() {
        let _ = write!(area, "L{:.1} {:.1}", x(ply), y(chance));
    }
    let [black, white] = STONE_FILLS;
    canvas.add(format_args!(
        "<g class=\"graph\"><rect y=\"{}\" width=\"{width}\" height=\"{}\" rx=\"5\" fill=\"#d9d9d3\"/>\
         <rect x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{CURVE}\" fill=\"{white}\"/>\
         <path d=\"{area}V{bottom}Z\" fill=\"{black}\"/>\
         <path d=\"M{left} {middle}H{right}\" stroke=\"#868e96\" stroke-dasharray=\"3 3\"/>",
        board + 2,
        HEIGHT - 2,
        right - left,
        middle = top + CURVE / 2,
    ));
    for (text, baseline) in [("100", top + 4), ("50", top + CURVE / 2 + 2), ("0", bottom + 1)] {
        canvas.label(&Label { text, x: left / 2, baseline, size: 6, ink: INK });
    }
    for ply in (0..course.chances.len()).step_by(step(last)) {
        let (text, x) = (&ply.to_string(), x(ply).round() as u32);
        canvas.label(&Label { text, x, baseline: bottom + 9, size: 6, ink: INK });
    }
    let now = x(course.ply);
    canvas.add(format_args!(
        "<path class=\"now\" d=\"M{now:.1} {top}V{bottom}\" stroke=\"{MARK}\" stroke-width=\"1.6\"/></g>"
    ));
}

/// Plies between two numbers, so that about ten fit.
fn step(last: usize) -> usize {
    [1, 2, 5, 10, 20, 50].into_iter().find(|step| last / step <= 10).unwrap_or(100)
}
