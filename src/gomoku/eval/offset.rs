//! The offset of a move from the last ones, for move ordering: the shapes of a point say what a move
//! there makes, not whether it is near the action.
//!
//! Offsets form [`OFFSET_CLASSES`] classes. Up to `REACH` every offset has its own class, up to mirroring and
//! rotation; larger offsets share two.

use crate::gomoku::rules::grid::{CELLS, STRIDE, Square};

/// Distance, in rows or columns, up to which every offset has its own class.
const REACH: usize = 5;
/// Distance beyond which offsets are in the last class.
const NOT_FAR: usize = 7;
/// Number of classes up to [`REACH`], offset 0 included.
const NEARBY: usize = (REACH + 1) * (REACH + 2) / 2;

/// Number of classes. The first is for offset 0 or no last move.
pub const OFFSET_CLASSES: usize = NEARBY + 2;

/// The class of an offset.
pub(in crate::gomoku) const fn class(columns: usize, rows: usize) -> usize {
    let (more, less) = if columns > rows { (columns, rows) } else { (rows, columns) };
    if more <= REACH { more * (more + 1) / 2 + less } else { NEARBY + (more > NOT_FAR) as usize }
}

/// The class of the offset from `from` to `square`.
pub(in crate::gomoku) fn class_from(square: Square, from: Option<Square>) -> usize {
    from.map_or(0, |from| usize::from(CLASSES[difference(square, from)]))
}

/// A table over the differences of two squares' indices, shifted by [`CELLS`].
pub(super) type ByDifference<T> = [T; 2 * CELLS];

static CLASSES: ByDifference<u8> = classes();

/// Index in a [`ByDifference`] of the offset from `from` to `square`.
#[inline]
pub(super) fn difference(square: Square, from: Square) -> usize {
    CELLS + square.index() - from.index()
}

/// `worths` by class, expanded to all differences.
pub(super) fn by_difference(worths: &[i16; OFFSET_CLASSES]) -> ByDifference<i16> {
    CLASSES.map(|class| worths[usize::from(class)])
}

const fn classes() -> ByDifference<u8> {
    let mut table = [0; 2 * CELLS];
    let mut index = 0;
    while index < table.len() {
        // Offsets of half a row could point left or right; either way they are far.
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
    fn near_offsets_have_their_own_class_and_far_ones_share_two() {
        let mut seen = [0; OFFSET_CLASSES];
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
