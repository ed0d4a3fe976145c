//! Where a move lies from the last ones: the shapes of a point say what a move there does, not where the
//! fight is.
//!
//! A place is one of [`PLACES`] classes of distance. Up to [`REACH`] every one has a class of its own,
//! whatever the direction; farther ones share two.

use crate::gomoku::rules::grid::{CELLS, STRIDE, Square};

/// Distance, in rows or columns, up to which every place has a class of its own.
const REACH: usize = 5;
/// Distance up to which a place is not yet far away.
const NOT_FAR: usize = 7;
/// Classes up to [`REACH`], that of the same point among them.
const NEARBY: usize = (REACH + 1) * (REACH + 2) / 2;

/// Number of classes. The first is that of no distance: the same point, or no last move.
pub const PLACES: usize = NEARBY + 2;

/// The class of places so many columns and rows away.
pub(in crate::gomoku) const fn class(columns: usize, rows: usize) -> usize {
    let (more, less) = if columns > rows { (columns, rows) } else { (rows, columns) };
    if more <= REACH { more * (more + 1) / 2 + less } else { NEARBY + (more > NOT_FAR) as usize }
}

/// The class of `square` as seen from `from`.
pub(in crate::gomoku) fn class_from(square: Square, from: Option<Square>) -> usize {
    from.map_or(0, |from| usize::from(CLASSES[difference(square, from)]))
}

/// A number for every difference of two squares' indices, plus [`CELLS`].
pub(super) type ByDifference<T> = [T; 2 * CELLS];

static CLASSES: ByDifference<u8> = classes();

/// Where the number for `square`, as seen from `from`, is.
#[inline]
pub(super) fn difference(square: Square, from: Square) -> usize {
    CELLS + square.index() - from.index()
}

/// `worths` of the classes by differences of squares.
pub(super) fn by_difference(worths: &[i16; PLACES]) -> ByDifference<i16> {
    CLASSES.map(|class| worths[usize::from(class)])
}

const fn classes() -> ByDifference<u8> {
    let mut table = [0; 2 * CELLS];
    let mut index = 0;
    while index < table.len() {
        // So many columns that they could be either to the left or to the right are far in any case.
        let half = STRIDE / 2;
        let columns = (index + half) % STRIDE;
        let rows = (index + half) / STRIDE;
        table[index] = class(columns.abs_diff(half), rows.abs_diff(CELLS / STRIDE)) as u8;
        index += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::Size;

    #[test]
    fn classes_go_by_rows_and_columns_anywhere_on_the_largest_board() {
        let points: Vec<_> = Size::new(22, 22).unwrap().points().collect();
        for &from in &points {
            for &to in &points {
                let (columns, rows) = (from.x().abs_diff(to.x()), from.y().abs_diff(to.y()));
                let expected = class(columns.into(), rows.into());
                let [from, to] = [from, to].map(Square::of);
                assert_eq!(class_from(to, Some(from)), expected);
            }
            assert_eq!(class_from(Square::of(from), None), 0);
        }
    }

    #[test]
    fn every_near_place_is_a_class_and_the_far_ones_are_two() {
        let mut seen = [0; PLACES];
        for rows in 0..=21 {
            for columns in 0..=rows {
                seen[class(rows, columns)] += 1;
                assert_eq!(class(rows, columns), class(columns, rows));
            }
        }
        let far = (8..=21).map(|rows| rows + 1).sum::<usize>();
        assert_eq!(seen[..NEARBY], [1; NEARBY]);
        assert_eq!(seen[NEARBY..], [7 + 8, far]);
    }
}
