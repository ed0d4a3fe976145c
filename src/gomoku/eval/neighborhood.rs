//! The neighbourhood of the stones, from which the search takes its candidate moves.

use super::square_set::SquareSet;
use crate::gomoku::rules::grid::{STRIDE, Square};

/// Columns of the 5x5 square around a stone; bit 0 is two columns before it. Adding the third cell on
/// each line lost 33 Elo in self-play at equal nodes.
const COLUMNS: u64 = 0b11111;
const REACH: usize = 2;

/// The cells near a stone, walls included, two rows of the padded field to a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Neighborhood {
    words: [u64; STRIDE / 2],
}

impl Neighborhood {
    pub const EMPTY: Neighborhood = Neighborhood { words: [0; STRIDE / 2] };

    /// Adds the neighbourhood of `square`. Returns the overwritten words for [`Neighborhood::restore`].
    #[inline]
    pub fn add(&mut self, square: Square) -> [u64; 3] {
        let (x, y) = (square.index() % STRIDE, square.index() / STRIDE);
        let row = COLUMNS << (x - REACH);
        let both = row | row << STRIDE;
        let [first, last] = if y % 2 == 0 { [both, row] } else { [row << STRIDE, both] };
        let words = self.around(square);
        let before = *words;
        words[0] |= first;
        words[1] |= both;
        words[2] |= last;
        before
    }

    /// Undoes the last [`Neighborhood::add`], which was for `square` and returned `before`.
    #[inline]
    pub fn restore(&mut self, square: Square, before: [u64; 3]) {
        *self.around(square) = before;
    }

    /// The members of `set` that are near a stone.
    #[inline]
    pub fn among(&self, set: &SquareSet) -> SquareSet {
        set.and_rows(&self.words)
    }

    /// The words of the five rows around `square`.
    #[inline]
    fn around(&mut self, square: Square) -> &mut [u64; 3] {
        let first = square.index() / STRIDE / 2 - 1;
        (&mut self.words[first..first + 3]).try_into().expect("the length is three")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::{MAX_SIDE, Size};

    #[test]
    fn near_is_at_most_two_columns_and_two_rows_away() {
        let squares: Vec<Square> =
            Size::new(MAX_SIDE, MAX_SIDE).unwrap().points().map(Square::of).collect();
        let all: SquareSet = squares.iter().copied().collect();
        let place = |square: Square| (square.index() % STRIDE, square.index() / STRIDE);
        for &stone in &squares {
            let mut near = Neighborhood::EMPTY;
            let before = near.add(stone);
            let (x, y) = place(stone);
            let is_near = |&square: &Square| {
                let (other_x, other_y) = place(square);
                x.abs_diff(other_x) <= 2 && y.abs_diff(other_y) <= 2
            };
            assert_eq!(near.among(&all), squares.iter().copied().filter(is_near).collect());
            near.restore(stone, before);
            assert_eq!(near, Neighborhood::EMPTY);
        }
    }
}
