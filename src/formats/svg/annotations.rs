//! What is drawn on the points of a board: marks, forbidden points, and how good moves are.

use std::fmt;
use std::str::FromStr;

use super::board::MARK;
use super::canvas::{CELL, Canvas, Label};
use super::lettering;
use crate::coord::Point;

/// Characters of the longest label.
const LONGEST_LABEL: usize = 3;
const INK: &str = "#1d1d1f";

/// A highlighted point: with a label, or with a ring if it has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    pub point: Point,
    pub label: Option<String>,
}

/// The error for a text that is not a mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoMark(String);

impl fmt::Display for NoMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "invalid mark '{}' (expected h8, or h8=A with up to three letters or digits)",
            self.0
        )
    }
}

impl std::error::Error for NoMark {}

impl FromStr for Mark {
    type Err = NoMark;

    /// Reads `h8` or `h8=A`.
    fn from_str(text: &str) -> Result<Mark, NoMark> {
        let invalid = || NoMark(text.to_owned());
        let (point, label) = match text.split_once('=') {
            Some((point, label)) => (point, Some(label)),
            None => (text, None),
        };
        let point = Point::from_text(point).ok_or_else(invalid)?;
        let is_drawable = |label: &str| {
            (1..=LONGEST_LABEL).contains(&label.chars().count()) && lettering::can_draw(label)
        };
        if label.is_some_and(|label| !is_drawable(label)) {
            return Err(invalid());
        }
        Ok(Mark { point, label: label.map(str::to_owned) })
    }
}

/// The quality of a move on a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Heat {
    pub point: Point,
    /// The win chance of the side to move, 0..=1.
    pub chance: f64,
    /// The chance in per cent, or a final score.
    pub label: String,
}

impl Heat {
    /// Red for a lost move, white for an even one, blue for a won one.
    pub fn color(&self) -> [u8; 3] {
        const STOPS: [[f64; 3]; 3] =
            [[224.0, 49.0, 49.0], [248.0, 249.0, 250.0], [34.0, 116.0, 214.0]];
        let at = self.chance.clamp(0.0, 1.0) * 2.0;
        let (low, high) = if at < 1.0 { (0, 1) } else { (1, 2) };
        let part = at - low as f64;
        std::array::from_fn(|i| {
            (STOPS[low][i] + part * (STOPS[high][i] - STOPS[low][i])).round() as u8
        })
    }

    /// A text colour that is legible on [`Heat::color`].
    pub fn ink(&self) -> &'static str {
        if (0.2..=0.8).contains(&self.chance) { INK } else { "#ffffff" }
    }
}

/// Draws the moves, the best one first with a thick edge.
pub fn heat(canvas: &mut Canvas, moves: &[Heat]) {
    for (index, heat) in moves.iter().enumerate() {
        let (x, y) = canvas.corner(heat.point);
        let [r, g, b] = heat.color();
        let edge = if index == 0 { 2.2 } else { 0.8 };
        canvas.add(format_args!(
            "<rect class=\"heat\" x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\" rx=\"3\" \
             fill=\"#{r:02x}{g:02x}{b:02x}\" stroke=\"{INK}\" stroke-width=\"{edge}\"/>",
            x + 2,
            y + 2,
            side = CELL - 4,
        ));
        let (x, y) = canvas.center(heat.point);
        let text = &heat.label;
        canvas.label(&Label { text, x, baseline: y + 3, size: 8, ink: heat.ink() });
    }
}

/// Crosses out the points that are forbidden.
pub fn forbidden(canvas: &mut Canvas, points: &[Point]) {
    for &point in points {
        let (x, y) = canvas.center(point);
        canvas.add(format_args!(
            "<path class=\"forbidden\" d=\"M{} {}l10 10m0 -10l-10 10\" stroke=\"{MARK}\" \
             stroke-width=\"2.6\" stroke-linecap=\"round\" fill=\"none\"/>",
            x - 5,
            y - 5
        ));
    }
}

/// Draws a mark. `ground` and `ink` are the colours of its background: a stone or an empty point.
pub fn mark(canvas: &mut Canvas, mark: &Mark, ground: &str, ink: &str) {
    let (x, y) = canvas.center(mark.point);
    match &mark.label {
        Some(text) => {
            canvas.add(format_args!(
                "<circle class=\"mark\" cx=\"{x}\" cy=\"{y}\" r=\"7.6\" fill=\"{ground}\"/>"
            ));
            let size = if text.chars().count() < LONGEST_LABEL { 12 } else { 8 };
            canvas.label(&Label {
                text,
                x,
                baseline: y + if size == 12 { 4 } else { 3 },
                size,
                ink,
            });
        }
        None => canvas.add(format_args!(
            "<circle class=\"mark\" cx=\"{x}\" cy=\"{y}\" r=\"5.5\" fill=\"none\" \
             stroke=\"#1c7ed6\" stroke-width=\"2.6\"/>"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_read() {
        let mark = |text: &str| text.parse::<Mark>();
        let h8 = Point::from_text("h8").unwrap();
        assert_eq!(mark("h8"), Ok(Mark { point: h8, label: None }));
        assert_eq!(mark("H8=A1"), Ok(Mark { point: h8, label: Some("A1".to_owned()) }));
        for bad in ["", "h", "h8=", "h8=ABCD", "h8=五", "h8=<", "h0=A", "8"] {
            assert_eq!(mark(bad), Err(NoMark(bad.to_owned())));
        }
    }

    #[test]
    fn colours_go_from_red_over_white_to_blue() {
        let color = |chance| {
            let point = Point::from_text("a1").unwrap();
            Heat { point, chance, label: String::new() }.color()
        };
        assert_eq!(color(0.0), [224, 49, 49]);
        assert_eq!(color(0.5), [248, 249, 250]);
        assert_eq!(color(1.0), [34, 116, 214]);
        assert!(color(0.7)[0] < color(0.6)[0] && color(0.3)[2] > color(0.2)[2]);
    }
}
