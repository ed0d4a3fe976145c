//! Explains a foul to the user: the rows, fours or threes that make it.
//!
//! The verdict itself comes from `forbidden`. Too slow for the search, because it allocates.

use std::fmt;

use super::forbidden::{Foul, LineView, foul_at, is_live, lanes};
use super::grid::{Cell, Direction, Grid, Square};
use super::wins::row_through;
use crate::coord::Point;

/// A foul and the shapes that make it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    pub foul: Foul,
    /// The overlines, or the fours (at least two), or the threes (at least two).
    pub shapes: Vec<Shape>,
}

/// A part of a foul, with the stone in question on the board. Points are in order along the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    Overline {
        stones: Vec<Point>,
    },
    /// Four stones that become exactly five with one more.
    Four {
        stones: Vec<Point>,
        /// Where the fifth goes: two points for a straight four, otherwise one.
        fifth: Vec<Point>,
    },
    /// Three stones that become a straight four with one more.
    Three {
        stones: Vec<Point>,
        /// The one or two points where Black makes the straight four without a foul or a five.
        straight_four: Vec<Point>,
    },
}

/// Explains the foul of a black stone on `square`; `None` if [`foul_at`] finds none.
pub fn explain(grid: &Grid, square: Square) -> Option<Explanation> {
    let foul = foul_at(grid, square)?;
    let mut grid = grid.clone();
    grid.set(square, Cell::Black);
    let mut shapes = Vec::new();
    for line in Direction::ALL {
        match foul {
            Foul::Overline => shapes.extend(overline(&grid, square, line)),
            Foul::DoubleFour => shapes.extend(fours(&grid, square, line)),
            Foul::DoubleThree => shapes.extend(three(&mut grid, square, line)),
        }
    }
    Some(Explanation { foul, shapes })
}

/// The row through `square` along `line` if it is six or longer.
fn overline(grid: &Grid, square: Square, line: Direction) -> Option<Shape> {
    let stones = row_through(grid, square, line);
    (stones.len() > 5).then_some(Shape::Overline { stones })
}

/// The fours through `square` along `line`; the two windows of a straight four become one.
fn fours(grid: &Grid, square: Square, line: Direction) -> Vec<Shape> {
    let mut found: Vec<(Vec<Point>, Vec<Point>)> = Vec::new();
    for (hole, starts) in (0..).zip(LineView::around(grid, square, line).fours()) {
        for start in lanes(starts) {
            let (fifth, stones): (Vec<i32>, Vec<i32>) =
                (start..start + 5).partition(|&steps| steps == start + hole);
            let points = |steps: Vec<i32>| -> Vec<Point> {
                steps.into_iter().filter_map(|k| square.step(line, k).point()).collect()
            };
            let (fifth, stones) = (points(fifth), points(stones));
            match found.iter_mut().find(|four| four.0 == stones) {
                Some(four) => four.1.extend(fifth),
                None => found.push((stones, fifth)),
            }
        }
    }
    found
        .into_iter()
        .map(|(stones, mut fifth)| {
            fifth.sort_by_key(|&point| Square::of(point));
            Shape::Four { stones, fifth }
        })
        .collect()
}

/// The three through `square` along `line`, if one of its straight-four points is legal.
fn three(grid: &mut Grid, square: Square, line: Direction) -> Option<Shape> {
    let candidates = LineView::around(grid, square, line).straight_four_points();
    let live: Vec<Square> = lanes(candidates)
        .map(|steps| square.step(line, steps))
        .filter(|&point| is_live(grid, point, line))
        .collect();
    let &fourth = live.first()?;
    grid.set(fourth, Cell::Black);
    let mut stones = row_through(grid, fourth, line);
    grid.set(fourth, Cell::Empty);
    stones.retain(|&stone| Square::of(stone) != fourth);
    Some(Shape::Three {
        stones,
        straight_four: live.into_iter().filter_map(Square::point).collect(),
    })
}

impl fmt::Display for Explanation {
    /// The foul and its shapes on one line, such as
    /// `33: three f8 g8 h8 (straight four at e8 i8), three h6 h7 h8 (straight four at h5 h9)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.foul)?;
        for (index, shape) in self.shapes.iter().enumerate() {
            write!(f, "{}{shape}", if index == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shape::Overline { stones } => write!(f, "row of {}: {}", stones.len(), Spaced(stones)),
            Shape::Four { stones, fifth } => {
                write!(f, "four {} (five at {})", Spaced(stones), Spaced(fifth))
            }
            Shape::Three { stones, straight_four } => {
                write!(f, "three {} (straight four at {})", Spaced(stones), Spaced(straight_four))
            }
        }
    }
}

/// Points separated by blanks.
struct Spaced<'a>(&'a [Point]);

impl fmt::Display for Spaced<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, point) in self.0.iter().enumerate() {
            write!(f, "{}{point}", if index == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}
