//! The stones on a padded board.
//!
//! Every board lies in a fixed 32x32 field with at least five wall cells on each side, so walking up to
//! five cells along any line from a point of the board needs no bounds check.

use crate::color::Color;
use crate::coord::{MAX_SIDE, Point, Size};

/// Cells per row of the padded field.
pub(in crate::gomoku) const STRIDE: usize = 32;
/// Wall cells before the first column and above the first row.
const MARGIN: usize = 5;
/// Number of cells of the padded field, above the index of every [`Square`].
pub const CELLS: usize = STRIDE * STRIDE;

const _: () = assert!(MARGIN + MAX_SIDE as usize + MARGIN <= STRIDE);

/// The content of a cell. The numbers are the two-bit codes of line keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Cell {
    /// Outside the board, or a blocked point.
    Wall = 0,
    Black = 1,
    White = 2,
    Empty = 3,
}

impl Cell {
    pub const fn stone(color: Color) -> Cell {
        match color {
            Color::Black => Cell::Black,
            Color::White => Cell::White,
        }
    }

    pub const fn color(self) -> Option<Color> {
        match self {
            Cell::Black => Some(Color::Black),
            Cell::White => Some(Color::White),
            Cell::Wall | Cell::Empty => None,
        }
    }
}

/// A point of some board as its index in the padded field, at least five cells from its edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u16);

impl Square {
    pub const fn of(point: Point) -> Square {
        Square(((point.y() as usize + MARGIN) * STRIDE + point.x() as usize + MARGIN) as u16)
    }

    /// Index below [`CELLS`], for tables by cell.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The square with `index`, which must be the index of a square of a board.
    #[inline]
    pub(crate) const fn from_index(index: usize) -> Square {
        Square(index as u16)
    }

    /// The cell `steps` cells along `line`; negative steps go backwards. The caller stays within five
    /// steps of a point of the board, or stops at the first wall.
    #[inline]
    pub const fn step(self, line: Direction, steps: i32) -> Square {
        Square((self.0 as i32 + line.stride() * steps) as u16)
    }

    /// Chebyshev distance to `other`: the greater of the distances in rows and in columns.
    #[inline]
    pub const fn distance(self, other: Square) -> u32 {
        let columns = (self.index() % STRIDE).abs_diff(other.index() % STRIDE);
        let rows = (self.index() / STRIDE).abs_diff(other.index() / STRIDE);
        if columns > rows { columns as u32 } else { rows as u32 }
    }

    /// The point; `None` if the square was stepped off the largest board.
    pub const fn point(self) -> Option<Point> {
        let (x, y) = (self.index() % STRIDE, self.index() / STRIDE);
        if x < MARGIN || y < MARGIN {
            return None;
        }
        Point::new((x - MARGIN) as u8, (y - MARGIN) as u8)
    }
}

/// The four lines through a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Direction {
    /// Along a row, to the right.
    Row = 0,
    /// Along a column, downwards.
    Column = 1,
    /// Down and to the right.
    Diagonal = 2,
    /// Down and to the left.
    Antidiagonal = 3,
}

impl Direction {
    pub const ALL: [Direction; 4] =
        [Direction::Row, Direction::Column, Direction::Diagonal, Direction::Antidiagonal];

    /// Index difference of neighbours on such a line.
    pub const fn stride(self) -> i32 {
        match self {
            Direction::Row => 1,
            Direction::Column => STRIDE as i32,
            Direction::Diagonal => STRIDE as i32 + 1,
            Direction::Antidiagonal => STRIDE as i32 - 1,
        }
    }
}

/// The cells of a board.
#[derive(Clone, PartialEq, Eq)]
pub struct Grid {
    size: Size,
    cells: [Cell; CELLS],
}

impl Grid {
    pub fn new(size: Size) -> Grid {
        let mut cells = [Cell::Wall; CELLS];
        for point in size.points() {
            cells[Square::of(point).index()] = Cell::Empty;
        }
        Grid { size, cells }
    }

    pub const fn size(&self) -> Size {
        self.size
    }

    #[inline]
    pub const fn get(&self, square: Square) -> Cell {
        self.cells[square.index()]
    }

    /// The eleven cells up to five steps from `square`, a point of this board, along `line`: two bits
    /// each, the farthest backwards lowest, `square` itself in bits 10 and 11.
    #[inline]
    pub fn line_key(&self, square: Square, line: Direction) -> u32 {
        const STEPS: [usize; 4] = [
            Direction::Row.stride() as usize,
            Direction::Column.stride() as usize,
            Direction::Diagonal.stride() as usize,
            Direction::Antidiagonal.stride() as usize,
        ];
        match line {
            Direction::Row => self.key_at_step::<{ STEPS[0] }>(square),
            Direction::Column => self.key_at_step::<{ STEPS[1] }>(square),
            Direction::Diagonal => self.key_at_step::<{ STEPS[2] }>(square),
            Direction::Antidiagonal => self.key_at_step::<{ STEPS[3] }>(square),
        }
    }

    /// With a constant step, one bounds check covers all eleven cells.
    #[inline]
    fn key_at_step<const STEP: usize>(&self, square: Square) -> u32 {
        let first = square.index() - MARGIN * STEP;
        let cells = &self.cells[first..first + 2 * MARGIN * STEP + 1];
        (0..=2 * MARGIN).fold(0, |key, k| key | (cells[k * STEP] as u32) << (2 * k))
    }

    /// Replaces the cell at `square`, which is a point of this board.
    #[inline]
    pub fn set(&mut self, square: Square, cell: Cell) {
        self.cells[square.index()] = cell;
    }

    /// All points of the board as squares, row by row from the top.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        self.size.points().map(Square::of)
    }

    /// The empty points, row by row from the top.
    pub fn empty_squares(&self) -> impl Iterator<Item = Square> + '_ {
        self.squares().filter(|&square| self.get(square) == Cell::Empty)
    }
}

impl std::fmt::Debug for Grid {
    /// One line of text per row: `X` black, `O` white, `.` empty, `#` blocked.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for y in 0..self.size.height() {
            for x in 0..self.size.width() {
                let square = Point::new(x, y).map(Square::of);
                f.write_str(match square.map_or(Cell::Wall, |s| self.get(s)) {
                    Cell::Wall => "#",
                    Cell::Black => "X",
                    Cell::White => "O",
                    Cell::Empty => ".",
                })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_and_points_correspond() {
        for point in Size::new(MAX_SIDE, MAX_SIDE).unwrap().points() {
            assert_eq!(Square::of(point).point(), Some(point));
        }
    }

    #[test]
    fn distance_is_the_larger_one_of_columns_and_rows() {
        let square = |x, y| Square::of(Point::new(x, y).unwrap());
        let center = square(7, 7);
        for (other, distance) in [((7, 7), 0), ((4, 7), 3), ((8, 2), 5), ((0, 11), 7)] {
            let other = square(other.0, other.1);
            assert_eq!((center.distance(other), other.distance(center)), (distance, distance));
        }
    }

    #[test]
    fn five_steps_in_any_direction_stay_in_the_field_and_end_at_walls() {
        let size = Size::new(MAX_SIDE, MAX_SIDE).unwrap();
        let grid = Grid::new(size);
        for point in size.points() {
            for line in Direction::ALL {
                for steps in -5..=5 {
                    let square = Square::of(point).step(line, steps);
                    let on_board = square.point().is_some_and(|p| size.contains(p));
                    assert_eq!(grid.get(square) == Cell::Empty, on_board);
                }
            }
        }
    }
}
