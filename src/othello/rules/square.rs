//! The 64 squares: numbering, conversion to points, and sets of squares.
//!
//! A square is numbered `y * 8 + x`, so that a1 is 0, h1 is 7 and h8 is 63; a set of squares is a
//! `u64` with that bit per square.

use crate::coord::{Point, Size};

/// The only board size: 8x8.
pub const SIZE: Size = Size::new(8, 8).expect("8 is a valid side");

pub const CORNERS: u64 = 0x8100_0000_0000_0081;

/// The squares not on an edge.
pub const INNER: u64 = 0x007e_7e7e_7e7e_7e00;

/// The set of one square.
#[inline]
pub const fn bit(square: u8) -> u64 {
    1 << (square & 63)
}

/// The number of `point`, if it is on the board.
pub const fn from_point(point: Point) -> Option<u8> {
    if SIZE.contains(point) { Some(point.y() * 8 + point.x()) } else { None }
}

/// The point of a square below 64.
pub const fn to_point(square: u8) -> Point {
    Point::new(square & 7, (square >> 3) & 7).expect("both are below 8")
}

/// The squares of a set, in ascending order.
#[derive(Clone, Copy, Debug)]
pub struct Squares(pub u64);

impl Iterator for Squares {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let square = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(square)
    }
}

/// The squares of the a-file.
pub const FILE_A: u64 = 0x0101_0101_0101_0101;

/// The squares of `set` on the a-file, each as the bit of its row.
#[inline]
pub const fn first_file(set: u64) -> u64 {
    // Gathers bits 0, 8, 16... into the top byte.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    (set & FILE_A).wrapping_mul(GATHER) >> 56
}

/// `set` and the squares next to it in the eight directions.
#[inline]
pub const fn neighbourhood(set: u64) -> u64 {
    const FILE_H: u64 = FILE_A << 7;
    let row = set | (set << 1) & !FILE_A | (set >> 1) & !FILE_H;
    row | row << 8 | row >> 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_points_agree() {
        for (number, point) in SIZE.points().enumerate() {
            assert_eq!(from_point(point), Some(number as u8));
            assert_eq!(to_point(number as u8), point);
        }
        assert_eq!(from_point(Point::new(8, 0).unwrap()), None);
        assert_eq!(from_point(Point::new(0, 8).unwrap()), None);
    }

    #[test]
    fn a_corner_has_three_neighbours_and_nothing_wraps() {
        assert_eq!(neighbourhood(bit(0)), 0x0303);
        assert_eq!(neighbourhood(bit(63)), 0xc0c0_0000_0000_0000);
        assert_eq!(neighbourhood(bit(9)), 0x0007_0707);
        assert_eq!(Squares(CORNERS).collect::<Vec<_>>(), [0, 7, 56, 63]);
    }
}
