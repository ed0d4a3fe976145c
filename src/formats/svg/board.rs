//! The board with its coordinates and stones.

use std::fmt::Write;

use super::canvas::{CELL, Canvas, Label, MARGIN};
use crate::color::Color;
use crate::coord::{Point, Size};
use crate::game::{Outcome, Position};
use crate::gomoku;

/// Fill of the stones of Black and White.
pub const STONE_FILLS: [&str; 2] = ["#1d1d1f", "#fafaf5"];
/// Colour of the numbers on the stones of Black and White.
pub const NUMBER_FILLS: [&str; 2] = ["#f4f4ee", "#1d1d1f"];
/// Colour of the marks of the last stone, the row that won and forbidden points.
pub const MARK: &str = "#e03131";

/// Fill of the points of a board.
pub const fn ground(position: &Position) -> &'static str {
    match position {
        Position::Gomoku(_) => "#e3b771",
        Position::Othello(_) => "#2b8a53",
    }
}

/// Colour of the lines of a board and of blocked points.
pub const fn line_ink(position: &Position) -> &'static str {
    match position {
        Position::Gomoku(_) => "#7a5c2e",
        Position::Othello(_) => "#0f3d24",
    }
}

/// The empty board with its coordinates.
pub fn board(canvas: &mut Canvas, position: &Position) {
    match position {
        Position::Gomoku(_) => wooden_board(canvas, position),
        Position::Othello(_) => green_board(canvas, position),
    }
    coordinates(canvas, position);
}

fn background(canvas: &mut Canvas, fill: &str) {
    let (width, height) = canvas.whole();
    canvas.add(format_args!(
        "<rect width=\"{width}\" height=\"{height}\" rx=\"5\" fill=\"{fill}\"/>"
    ));
}

fn wooden_board(canvas: &mut Canvas, position: &Position) {
    background(canvas, ground(position));
    let size = position.size();
    let (left, right) = (canvas.column(0), canvas.column(size.width() - 1));
    let rows = [canvas.row(0), canvas.row(size.height() - 1)];
    let [top, bottom] = [rows[0].min(rows[1]), rows[0].max(rows[1])];
    let mut lines = String::new();
    for x in 0..size.width() {
        let _ = write!(lines, "M{} {top}V{bottom}", canvas.column(x));
    }
    for y in 0..size.height() {
        let _ = write!(lines, "M{left} {}H{right}", canvas.row(y));
    }
    let ink = line_ink(position);
    canvas.add(format_args!(
        "<path d=\"{lines}\" stroke=\"{ink}\" fill=\"none\" stroke-linecap=\"square\"/>"
    ));
    for point in star_points(size) {
        let (x, y) = canvas.center(point);
        canvas.add(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"2.4\" fill=\"{ink}\"/>"));
    }
    for point in size.points().filter(|&point| position.is_blocked(point)) {
        let (x, y) = canvas.corner(point);
        canvas.add(format_args!(
            "<rect class=\"blocked\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" \
             fill=\"{ink}\"/>"
        ));
    }
}

fn green_board(canvas: &mut Canvas, position: &Position) {
    background(canvas, "#14512f");
    let ((width, height), top) = (canvas.extent(), canvas.top());
    let (right, bottom) = (MARGIN + width, top + height);
    canvas.add(format_args!(
        "<rect x=\"{MARGIN}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"{}\"/>",
        ground(position)
    ));
    let mut lines = String::new();
    for x in (MARGIN..=right).step_by(CELL as usize) {
        let _ = write!(lines, "M{x} {top}V{bottom}");
    }
    for y in (top..=bottom).step_by(CELL as usize) {
        let _ = write!(lines, "M{MARGIN} {y}H{right}");
    }
    let ink = line_ink(position);
    canvas.add(format_args!("<path d=\"{lines}\" stroke=\"{ink}\" fill=\"none\"/>"));
    for (x, y) in [(2, 2), (6, 2), (2, 6), (6, 6)] {
        let (x, y) = (MARGIN + x * CELL, top + y * CELL);
        canvas.add(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"2\" fill=\"{ink}\"/>"));
    }
}

fn coordinates(canvas: &mut Canvas, position: &Position) {
    let ink = match position {
        Position::Gomoku(_) => "#5c4420",
        Position::Othello(_) => "#dcefe3",
    };
    let baseline = canvas.letters_baseline();
    for (x, letter) in (0..position.size().width()).zip('a'..) {
        let text = &letter.to_string();
        canvas.label(&Label { text, x: canvas.column(x), baseline, size: 9, ink });
    }
    for y in 0..position.size().height() {
        let text = &(y + 1).to_string();
        canvas.label(&Label { text, x: 10, baseline: canvas.row(y) + 3, size: 9, ink });
    }
}

/// A band under the row that won. A script shows it only at the last ply, which completed the row.
pub fn winning_row(canvas: &mut Canvas, position: &Position) {
    let Some(Outcome::Gomoku(gomoku::rules::game::Outcome::Win { line, .. })) =
        position.outcome(false)
    else {
        return;
    };
    if let (Some(&first), Some(&last)) = (line.first(), line.last()) {
        let ((x1, y1), (x2, y2)) = (canvas.center(first), canvas.center(last));
        canvas.add(format_args!(
            "<path class=\"row\" d=\"M{x1} {y1}L{x2} {y2}\" stroke=\"{MARK}\" \
             stroke-width=\"25\" stroke-linecap=\"round\" stroke-opacity=\".75\"/>"
        ));
    }
}

/// The stones. `number` gives the number on the stone placed by a ply, from 1, if it has one. The first `opening_plies`
/// have an inner ring.
pub fn stones(
    canvas: &mut Canvas,
    position: &Position,
    opening_plies: usize,
    number: impl Fn(Point, usize) -> Option<usize>,
) {
    canvas.text.push_str("<g class=\"stones\" stroke=\"#1d1d1f\" stroke-width=\".8\">");
    let plies = placed(position);
    for point in position.size().points() {
        if let Some(color) = position.stone(point) {
            let ply = plies.iter().rev().find(|&&(placed, _)| placed == point).map(|&(_, ply)| ply);
            let is_opening = ply.is_some_and(|ply| ply <= opening_plies);
            let number = ply.and_then(|ply| number(point, ply));
            stone(canvas, point, color, number, is_opening);
        }
    }
    canvas.text.push_str("</g>");
}

fn stone(canvas: &mut Canvas, point: Point, color: Color, number: Option<usize>, is_opening: bool) {
    let (x, y) = canvas.center(point);
    let (fill, ink) = (STONE_FILLS[color.index()], NUMBER_FILLS[color.index()]);
    canvas.add(format_args!(
        "<g data-at=\"{point}\" fill=\"{fill}\" color=\"{ink}\">\
         <circle cx=\"{x}\" cy=\"{y}\" r=\"9.2\"/>"
    ));
    if is_opening {
        canvas.add(format_args!(
            "<circle class=\"opening\" cx=\"{x}\" cy=\"{y}\" r=\"7.4\" fill=\"none\" \
             stroke=\"currentColor\" stroke-opacity=\".7\"/>"
        ));
    }
    if let Some(number) = number {
        let size = if number < 100 { 9 } else { 8 };
        let (text, baseline) = (&number.to_string(), y + 3);
        canvas.label(&Label { text, x, baseline, size, ink: "currentColor" });
    }
    canvas.text.push_str("</g>");
}

/// A ring around the last stone, unless the last ply was a pass.
pub fn last_move(canvas: &mut Canvas, position: &Position) {
    if let Some(point) = position.history().last().and_then(|ply| ply.mv.point()) {
        let (x, y) = canvas.center(point);
        canvas.add(format_args!(
            "<circle class=\"last\" cx=\"{x}\" cy=\"{y}\" r=\"9.6\" fill=\"none\" \
             stroke=\"{MARK}\" stroke-width=\"2.4\"/>"
        ));
    }
}

/// The star points of a large Gomoku board: near the corners, and the centre if there is one.
pub fn star_points(size: Size) -> Vec<Point> {
    let (width, height) = (size.width(), size.height());
    let mut points = Vec::new();
    if width >= 9 && height >= 9 {
        let inset = if width.min(height) >= 13 { 3 } else { 2 };
        for y in [inset, height - 1 - inset] {
            for x in [inset, width - 1 - inset] {
                points.extend(Point::new(x, y));
            }
        }
    }
    if width % 2 == 1 && height % 2 == 1 {
        points.push(size.center());
    }
    points
}

/// Where stones were placed, with their plies from 1, oldest first.
fn placed(position: &Position) -> Vec<(Point, usize)> {
    let plies = position.history().iter().enumerate();
    plies.filter_map(|(index, ply)| Some((ply.mv.point()?, index + 1))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn star_points_are_on_the_board() {
        for (width, height) in [(5, 5), (5, 22), (22, 5), (15, 15), (22, 22), (9, 12)] {
            let size = Size::new(width, height).unwrap();
            assert!(star_points(size).into_iter().all(|point| size.contains(point)));
        }
        assert_eq!(star_points(Size::new(15, 15).unwrap()).len(), 5);
        assert_eq!(star_points(Size::new(20, 20).unwrap()).len(), 4);
    }
}
