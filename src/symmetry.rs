//! Symmetries of a board: rotations and reflections.
//!
//! A square board has eight, any other rectangle four, and four keep the start position of Othello.

use crate::coord::{Point, Size};
use crate::game::Variant;

/// A symmetry of the board: an optional transposition, then optional horizontal and vertical flips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    transposes: bool,
    mirrors: bool,
    flips: bool,
}

const IDENTITY: Symmetry = Symmetry { transposes: false, mirrors: false, flips: false };
const MIRROR: Symmetry = Symmetry { mirrors: true, ..IDENTITY };
const FLIP: Symmetry = Symmetry { flips: true, ..IDENTITY };
const HALF_TURN: Symmetry = Symmetry { mirrors: true, flips: true, ..IDENTITY };
const TRANSPOSITION: Symmetry = Symmetry { transposes: true, ..IDENTITY };
const RIGHT_TURN: Symmetry = Symmetry { transposes: true, ..MIRROR };
const LEFT_TURN: Symmetry = Symmetry { transposes: true, ..FLIP };
const ANTITRANSPOSITION: Symmetry = Symmetry { transposes: true, ..HALF_TURN };

const OF_SQUARES: &[Symmetry] =
    &[IDENTITY, HALF_TURN, MIRROR, FLIP, TRANSPOSITION, ANTITRANSPOSITION, RIGHT_TURN, LEFT_TURN];
const OF_RECTANGLES: &[Symmetry] = &[IDENTITY, HALF_TURN, MIRROR, FLIP];
/// The two diagonals each hold two discs of one colour.
const OF_OTHELLO: &[Symmetry] = &[IDENTITY, HALF_TURN, TRANSPOSITION, ANTITRANSPOSITION];

impl Symmetry {
    /// All symmetries that keep the start position of `variant`, the identity first.
    pub fn all(variant: Variant) -> &'static [Symmetry] {
        match variant {
            Variant::Gomoku { size, .. } if size.width() == size.height() => OF_SQUARES,
            Variant::Gomoku { .. } => OF_RECTANGLES,
            Variant::Othello => OF_OTHELLO,
        }
    }

    /// The symmetry that undoes this one.
    pub fn inverse(self) -> Symmetry {
        if self.transposes {
            Symmetry { transposes: true, mirrors: self.flips, flips: self.mirrors }
        } else {
            self
        }
    }

    /// The image of `point`. Boards that are not square must not be transposed. Points off the board stay.
    pub fn apply(self, point: Point, size: Size) -> Point {
        if !size.contains(point) {
            return point;
        }
        let (mut x, mut y) = (point.x(), point.y());
        if self.transposes {
            (x, y) = (y, x);
        }
        if self.mirrors {
            x = size.width() - 1 - x;
        }
        if self.flips {
            y = size.height() - 1 - y;
        }
        Point::new(x, y).expect("an image lies on the board, too")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::rules::rule::Rule;

    #[test]
    fn the_inverse_undoes_every_symmetry() {
        let square = Variant::gomoku(Rule::Freestyle);
        let size = Size::new(20, 15).unwrap();
        for variant in [square, Variant::Gomoku { rule: Rule::Renju, size }, Variant::Othello] {
            let size = variant.size();
            for symmetry in Symmetry::all(variant) {
                for point in size.points() {
                    let image = symmetry.apply(point, size);
                    assert_eq!(symmetry.inverse().apply(image, size), point, "{symmetry:?}");
                }
            }
        }
    }
}
