//! The network's inputs for a position, computed from scratch: for training, and as the oracle of tests.

use super::accumulator::region;
use super::lines::{CENTER, Lines};
use super::shape;
use super::window::{REACH, Windows};
use crate::color::Color;
use crate::coord::Size;
use crate::gomoku::rules::grid::{Cell, Direction, Grid, Square};

/// An empty point with stones in sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointInput {
    /// Numbers of its windows, in which the stones of the side to move count as own.
    pub windows: [u16; 4],
    /// Numbers of its windows on the empty board.
    pub blank: [u16; 4],
    pub region: u8,
}

/// The empty board of one size, without blocked points.
#[derive(Clone)]
pub struct EmptyBoard {
    size: Size,
    lines: Lines,
    points: Vec<EmptyPoint>,
}

#[derive(Clone)]
struct EmptyPoint {
    square: Square,
    keys: [u32; 4],
    windows: [u16; 4],
    region: u8,
}

impl EmptyBoard {
    /// An empty board of `size`; `windows` has the numbers of its windows.
    pub fn new(size: Size, windows: &Windows) -> EmptyBoard {
        let grid = Grid::new(size);
        let lines = Lines::new(&grid);
        let point = |square| {
            let keys = keys(&lines, square);
            let windows = keys.map(|key| windows.of(key) as u16);
            EmptyPoint { square, keys, windows, region: region(&grid, square) }
        };
        let points = grid.squares().map(point).collect();
        EmptyBoard { size, lines, points }
    }

    pub fn size(&self) -> Size {
        self.size
    }

    /// The inputs of the network on this board with `stones`, Black's and White's in turn, and `side` to move.
    pub fn inputs(
        &self,
        windows: &Windows,
        stones: impl Iterator<Item = Square> + Clone,
        side: Color,
    ) -> Vec<PointInput> {
        let mut lines = self.lines.clone();
        for (square, color) in stones.zip(Color::ALL.into_iter().cycle()) {
            lines.toggle_stone(square, Cell::stone(color));
        }
        let empty = |point: &&EmptyPoint| lines.is_empty(point.square);
        let points = self.points.iter().filter(empty).filter_map(|point| {
            let keys = keys(&lines, point.square);
            let number = |key: u32| match side {
                Color::Black => windows.of(key),
                Color::White => windows.exchanged(windows.of(key)),
            };
            let seen = |keys: [u32; 4]| keys.map(|key| number(key) as u16);
            let input = |keys| PointInput {
                windows: seen(keys),
                blank: point.windows,
                region: point.region,
            };
            (keys != point.keys).then(|| input(keys))
        });
        points.collect()
    }
}

/// The line keys of the windows of a point.
fn keys(lines: &Lines, square: Square) -> [u32; 4] {
    Direction::ALL.map(|line| shape::key::<REACH>(lines.view(square, line), CENTER))
}
