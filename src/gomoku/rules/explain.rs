//! Why a point is forbidden: the rows, fours or threes behind a foul, for people to read.
//!
//! The verdict itself belongs to `forbidden`; this module only names the stones. It is not meant
//! for search: it allocates.

use std::fmt;

use super::forbidden::{Foul, LineView, foul_at, is_live, lanes};
use super::grid::{Cell, Direction, Grid, Square};
use super::wins::row_through;
use crate::coord::Point;

/// A foul and all that makes it one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The foul, as [`foul_at`] reports it.
    pub foul: Foul,
    /// The overlines, or the fours (at least two), or the threes (at least two).
    pub shapes: Vec<Shape>,
}

/// One part of a foul. The stone in question counts as standing; points are in order along the
/// line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A row of six or more.
    Overline {
        /// The whole row.
        stones: Vec<Point>,
    },
    /// Four stones that one more turns into exactly five.
    Four {
        /// The four stones.
        stones: Vec<Point>,
        /// Where the fifth belongs: two points for a straight four, otherwise one.
        fifth: Vec<Point>,
    },
    /// Three stones that one more turns into a straight four.
    Three {
        /// The three stones.
        stones: Vec<Point>,
        /// The points, one or two, where Black makes the straight four without a foul or a five.
        straight_four: Vec<Point>,
    },
}

/// Why Black may not play on `square`; `None` where [`foul_at`] finds nothing.
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

/// The row of six or more through `square` along `line`, however long.
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
    /// One line: the foul, a colon and its shapes, such as
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

/// Points with blanks between them.
struct Spaced<'a>(&'a [Point]);

impl fmt::Display for Spaced<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, point) in self.0.iter().enumerate() {
            write!(f, "{}{point}", if index == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}
