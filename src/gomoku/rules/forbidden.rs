//! Forbidden moves of Black in renju: the three fouls, and the rows, fours or threes that make one.
//!
//! The rule is that of the Renju International Federation: a five overrides every foul, and a three
//! counts only if one of its straight-four points is itself legal, by the same rule to any depth.
//! At each step only the eleven cells around a stone on each of its four lines matter. Other rules have
//! no fouls, so no rule is passed in.

use std::fmt;

use super::grid::{Cell, Direction, Grid, Square};
use super::wins::row_through;
use crate::coord::Point;

/// A reason why a move is forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Foul {
    /// More than one three.
    DoubleThree,
    /// More than one four.
    DoubleFour,
    /// Six or more in a row.
    Overline,
}

impl fmt::Display for Foul {
    /// `33`, `44` or `6`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Foul::DoubleThree => "33",
            Foul::DoubleFour => "44",
            Foul::Overline => "6",
        })
    }
}

/// The foul of a black stone on `square`; `None` if the move is legal or the cell is not empty. A move
/// that makes five is always legal. An overline is reported before a double-four, and a double-four
/// before a double-three.
pub fn foul_at(grid: &Grid, square: Square) -> Option<Foul> {
    if grid.get(square) != Cell::Empty {
        return None;
    }
    let lines = Direction::ALL.map(|line| LineView::around(grid, square, line));
    let (mut overline, mut fours, mut threes) = (false, 0, 0);
    for view in lines {
        if !view.is_relevant() {
            continue;
        }
        match view.row() {
            Row::Five => return None,
            Row::Overline => overline = true,
            Row::Short => {
                fours += view.four_count();
                threes += u32::from(view.straight_four_points() != 0);
            }
        }
    }
    if overline {
        Some(Foul::Overline)
    } else if fours > 1 {
        Some(Foul::DoubleFour)
    } else if threes > 1 {
        // The only copy: trial stones below are placed on it and removed again.
        let mut scratch = grid.clone();
        scratch.set(square, Cell::Black);
        makes_double_three(&mut scratch, square, threes, None).then_some(Foul::DoubleThree)
    } else {
        None
    }
}

/// Whether a black stone on the empty `square` is legal by its shapes alone: it makes five, or no overline and at most
/// one four or three in all. More white stones cannot make it a foul.
pub(in crate::gomoku) fn is_plainly_legal(grid: &Grid, square: Square) -> bool {
    let (mut overline, mut shapes) = (false, 0);
    for line in Direction::ALL {
        let view = LineView::around(grid, square, line);
        match view.row() {
            Row::Five => return true,
            // A five on a later line makes it legal.
            Row::Overline => overline = true,
            Row::Short => {
                shapes += view.four_count() + u32::from(view.straight_four_points() != 0);
            }
        }
    }
    !overline && shapes < 2
}

/// Every forbidden point, by column and then by row.
pub fn forbidden_points(grid: &Grid) -> Vec<(Point, Foul)> {
    let mut found: Vec<(Point, Foul)> = grid
        .empty_squares()
        .filter_map(|square| Some((square.point()?, foul_at(grid, square)?)))
        .collect();
    found.sort_by_key(|&(point, _)| (point.x(), point.y()));
    found
}

/// Whether the black stone on `square` makes two or more threes on lines other than `except`. `shapes` is
/// the number of lines with a three if every straight-four point is legal. The grid is restored.
fn makes_double_three(
    grid: &mut Grid,
    square: Square,
    shapes: u32,
    except: Option<Direction>,
) -> bool {
    let (mut found, mut untested) = (0, shapes);
    for line in Direction::ALL {
        if found + untested < 2 {
            return false;
        }
        if Some(line) == except {
            continue;
        }
        let points = LineView::around(grid, square, line).straight_four_points();
        if points == 0 {
            continue;
        }
        untested -= 1;
        if lanes(points).any(|offset| is_live(grid, square.step(line, offset), line)) {
            found += 1;
            if found == 2 {
                return true;
            }
        }
    }
    false
}

/// Whether Black may make a straight four along `line` with a stone on the empty `square`, without a
/// five or a foul. The grid is restored.
///
/// The stone makes exactly one four and no three on `line` itself: both ends of the row are empty, and
/// the cells behind them hold no black stone. So only the other lines are checked, and a single four on
/// one of them makes a double-four.
pub(in crate::gomoku) fn is_live(grid: &mut Grid, square: Square, line: Direction) -> bool {
    let mut shapes = 0;
    for other in Direction::ALL {
        if other == line {
            continue;
        }
        let view = LineView::around(grid, square, other);
        if !view.is_relevant() {
            continue;
        }
        if view.row() != Row::Short || view.four_count() > 0 {
            return false;
        }
        shapes += u32::from(view.straight_four_points() != 0);
    }
    if shapes < 2 {
        return true;
    }
    grid.set(square, Cell::Black);
    let double_three = makes_double_three(grid, square, shapes, Some(line));
    grid.set(square, Cell::Empty);
    !double_three
}

/// The row of black stones through the centre of a [`LineView`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::gomoku) enum Row {
    /// Fewer than five.
    Short,
    /// Exactly five.
    Five,
    /// Six or more.
    Overline,
}

/// The cells up to five steps from a black stone on one line, the stone in the centre.
///
/// Two masks with a two-bit lane per cell: lane 0 is five steps back, lane 5 the stone itself. Only the
/// lower bit of a lane is used. The codes of [`Cell`] are chosen for this.
#[derive(Clone, Copy, Debug)]
pub(in crate::gomoku) struct LineView {
    black: u32,
    empty: u32,
}

/// Lane of the centre.
const CENTER: i32 = 5;

const fn lane(lane: i32) -> u32 {
    1 << (2 * lane)
}

const ALL_LANES: u32 = 0x15_5555;
/// First lanes of the windows of five cells through the centre: 1 to 5.
const FIVE_STARTS: u32 = lane(1) | lane(2) | lane(3) | lane(4) | lane(5);
/// First lanes of the windows of four cells through the centre: 2 to 5.
const FOUR_STARTS: u32 = FIVE_STARTS & !lane(1);

/// The steps from the centre to each lane of `mask`, from back to front.
pub(in crate::gomoku) fn lanes(mut mask: u32) -> impl Iterator<Item = i32> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let offset = mask.trailing_zeros() as i32 / 2 - CENTER;
        mask &= mask - 1;
        Some(offset)
    })
}

impl LineView {
    /// The line through `square`, which is empty or black and counts as black.
    #[inline]
    pub(in crate::gomoku) fn around(grid: &Grid, square: Square, line: Direction) -> LineView {
        let key = grid.line_key(square, line);
        let (low, high) = (key & ALL_LANES, (key >> 1) & ALL_LANES & !lane(CENTER));
        LineView { black: low & !high, empty: low & high }
    }

    /// Whether there are enough black stones for a three, the least that matters.
    #[inline]
    pub(in crate::gomoku) fn is_relevant(self) -> bool {
        self.black.count_ones() >= 3
    }

    /// Lane `n` of the result is lane `n + steps` of `mask`.
    #[inline]
    const fn ahead(mask: u32, steps: u32) -> u32 {
        mask >> (2 * steps)
    }

    /// First lanes of windows of five cells with a black stone directly before or behind them: a fifth
    /// stone would make an overline.
    #[inline]
    const fn overlong(self) -> u32 {
        (self.black << 2) | Self::ahead(self.black, 5)
    }

    #[inline]
    pub(in crate::gomoku) fn row(self) -> Row {
        let full = (0..5).fold(FIVE_STARTS, |full, k| full & Self::ahead(self.black, k));
        if full == 0 {
            Row::Short
        } else if full & self.overlong() != 0 {
            Row::Overline
        } else {
            Row::Five
        }
    }

    /// For each of the five positions of the hole: first lanes of the windows of five cells through the
    /// centre with four black stones, where a stone in the hole makes exactly five.
    #[inline]
    pub(in crate::gomoku) fn fours(self) -> [u32; 5] {
        let starts = FIVE_STARTS & !self.overlong();
        std::array::from_fn(|hole| {
            (0..5).fold(starts, |found, k| {
                let wanted = if k == hole { self.empty } else { self.black };
                found & Self::ahead(wanted, k as u32)
            })
        })
    }

    /// Number of fours through the centre: sets of four stones, so a straight four counts once.
    #[inline]
    pub(in crate::gomoku) fn four_count(self) -> u32 {
        let fours = self.fours();
        let windows = fours.iter().fold(0, |all, &starts| all | starts);
        let straight = fours[0] & Self::ahead(fours[4], 1);
        windows.count_ones() - straight.count_ones()
    }

    /// Lanes of the points where one more stone makes a straight four through the centre. They all
    /// belong to one set of three stones: a second set would need a black stone behind an end of the
    /// first straight four.
    #[inline]
    pub(in crate::gomoku) fn straight_four_points(self) -> u32 {
        let open = FOUR_STARTS
            & (self.empty << 2)
            & Self::ahead(self.empty, 4)
            & !(self.black << 4)
            & !Self::ahead(self.black, 5);
        (0..4).fold(0, |points, hole| {
            let starts = (0..4).fold(open, |found, k| {
                let wanted = if k == hole { self.empty } else { self.black };
                found & Self::ahead(wanted, k)
            });
            points | (starts << (2 * hole))
        })
    }
}

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
        /// The points that complete five: two for a straight four, otherwise one.
        fifth: Vec<Point>,
    },
    /// Three stones that become a straight four with one more.
    Three {
        stones: Vec<Point>,
        /// The one or two points where Black makes the straight four without a foul or a five.
        straight_four: Vec<Point>,
    },
}

/// Explains the foul of a black stone on `square`; `None` if [`foul_at`] finds none. Too slow for the search,
/// because it allocates.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::Size;

    #[test]
    fn a_five_is_plainly_legal_whatever_line_makes_an_overline() {
        let square = |x, y| Square::of(Point::new(x, y).unwrap());
        let center = square(7, 7);
        let mut grid = Grid::new(Size::new(15, 15).unwrap());
        [2, 3, 4, 5, 6, 8].into_iter().for_each(|x| grid.set(square(x, 7), Cell::Black));
        assert!(!is_plainly_legal(&grid, center));
        (3..=6).for_each(|y| grid.set(square(7, y), Cell::Black));
        assert_eq!(foul_at(&grid, center), None);
        assert!(is_plainly_legal(&grid, center));
    }
}
